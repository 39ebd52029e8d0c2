use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tabiya_rules::ByLanguage;

use crate::{Error, PlayerId, ServerLimits};

/// How many games of two computers may run at the same time, in all and for one maker.
#[derive(Clone)]
pub(crate) struct ExhibitionPermits {
    /// How many run, by who made them; under `None` those whose maker nobody knows any more.
    running: Arc<Mutex<HashMap<Option<PlayerId>, usize>>>,
    most: usize,
    most_per_player: usize,
}

/// The right of one game to run, until it is dropped.
pub(crate) struct ExhibitionPermit {
    permits: ExhibitionPermits,
    maker: Option<PlayerId>,
}

impl ExhibitionPermits {
    pub fn new(limits: &ServerLimits) -> ExhibitionPermits {
        ExhibitionPermits {
            running: Arc::default(),
            most: limits.exhibitions,
            most_per_player: limits.exhibitions_per_player,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Option<PlayerId>, usize>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many run.
    pub fn running(&self) -> usize {
        self.lock().values().sum()
    }

    /// Refuses where no more games may run.
    pub fn check(&self, maker: Option<PlayerId>) -> Result<(), Error> {
        self.check_in(&self.lock(), maker)
    }

    fn check_in(
        &self,
        running: &HashMap<Option<PlayerId>, usize>,
        maker: Option<PlayerId>,
    ) -> Result<(), Error> {
        if running.get(&maker).is_some_and(|&count| count >= self.most_per_player) {
            return Err(too_many(ByLanguage {
                english: "too many of your games of two computers are running: pause or end one first",
                german: "zu viele deiner Partien zweier Computer laufen: halte erst eine an oder beende sie",
            }));
        }
        if running.values().sum::<usize>() >= self.most {
            return Err(too_many(ByLanguage {
                english: "too many games of two computers are running on this server: try again when one has paused or ended",
                german: "auf diesem Server laufen zu viele Partien zweier Computer: versuch es wieder, wenn eine stillsteht oder zu Ende ist",
            }));
        }
        Ok(())
    }

    pub fn take(&self, maker: Option<PlayerId>) -> Result<ExhibitionPermit, Error> {
        let mut running = self.lock();
        self.check_in(&running, maker)?;
        *running.entry(maker).or_default() += 1;
        Ok(ExhibitionPermit { permits: self.clone(), maker })
    }
}

impl Drop for ExhibitionPermit {
    fn drop(&mut self) {
        let mut running = self.permits.lock();
        if let Some(count) = running.get_mut(&self.maker) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.maker);
            }
        }
    }
}

fn too_many(says: ByLanguage<&'static str>) -> Error {
    Error::too_many("too_many_exhibitions", says)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Language;

    use super::*;

    #[test]
    fn there_are_so_many_for_one_maker_and_so_many_for_all() {
        let limits = ServerLimits { exhibitions: 3, exhibitions_per_player: 2, ..ServerLimits::default() };
        let permits = ExhibitionPermits::new(&limits);
        let (ann, bob, eve) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
        let says =
            |who| permits.take(Some(who)).map(drop).unwrap_err().into_failure(Language::English).error.says;
        let first = permits.take(Some(ann)).unwrap();
        let _second = permits.take(Some(ann)).unwrap();
        assert!(says(ann).contains("your games"));
        let _third = permits.take(Some(bob)).unwrap();
        assert!(says(eve).contains("this server"));
        assert!(permits.check(Some(eve)).is_err());
        drop(first);
        assert!(permits.check(Some(eve)).is_ok() && permits.take(Some(ann)).is_ok());
    }
}
