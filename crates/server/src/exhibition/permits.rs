use std::cmp::Reverse;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tabiya_rules::ByLanguage;
use tokio::sync::watch;

use crate::client_address::ClientAddress;
use crate::share_counts::{HeldShares, NoShare, Shares};
use crate::{Error, PlayerId, ServerLimits};

/// How many games of two computers may run at the same time: in all, for one address and for one maker. Names are free, so
/// that one person can hold all places of an address under some of them: whoever has none gets one that somebody else has had
/// for a while.
pub(crate) struct ExhibitionPermits {
    running: Arc<Mutex<Vec<RunningExhibition>>>,
    shares: Shares,
    /// How long a place is kept for a game, whoever else wants it.
    turn: Duration,
}

/// The place of one game.
struct RunningExhibition {
    maker: Option<PlayerId>,
    address: Option<ClientAddress>,
    since: Instant,
    /// Whoever has the permit is told when this goes.
    place: watch::Sender<()>,
}

/// The right of one game to run, until it is dropped or somebody else gets the place.
pub(crate) struct ExhibitionPermit {
    running: Arc<Mutex<Vec<RunningExhibition>>>,
    place: watch::Receiver<()>,
}

impl ExhibitionPermit {
    /// Whether somebody else has the place.
    pub fn is_over(&self) -> bool {
        self.place.has_changed().is_err()
    }

    /// Waits until somebody else has the place.
    pub async fn over(&self) {
        let mut place = self.place.clone();
        while place.changed().await.is_ok() {}
    }
}

impl Drop for ExhibitionPermit {
    fn drop(&mut self) {
        let mut running = lock(&self.running);
        running.retain(|game| !self.place.same_channel(&game.place.subscribe()));
    }
}

fn lock(running: &Mutex<Vec<RunningExhibition>>) -> MutexGuard<'_, Vec<RunningExhibition>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many of some games are such ones.
fn count(running: &[RunningExhibition], is_such: impl Fn(&RunningExhibition) -> bool) -> usize {
    running.iter().filter(|game| is_such(game)).count()
}

impl ExhibitionPermits {
    pub fn new(limits: &ServerLimits) -> ExhibitionPermits {
        let shares = Shares {
            of_all: limits.exhibitions,
            of_address: limits.exhibitions_per_address,
            of_player: limits.exhibitions_per_player,
            few: 1,
        };
        ExhibitionPermits { running: Arc::default(), shares, turn: limits.exhibition_turn }
    }

    /// How many run.
    pub fn running(&self) -> usize {
        lock(&self.running).len()
    }

    /// Refuses where no more games may run.
    pub fn check(&self, maker: Option<PlayerId>, address: Option<ClientAddress>) -> Result<(), Error> {
        self.find_place(&lock(&self.running), maker, address, Instant::now()).map(drop).map_err(too_many)
    }

    /// One more for a maker, who is at an address.
    pub fn take(
        &self,
        maker: Option<PlayerId>,
        address: Option<ClientAddress>,
    ) -> Result<ExhibitionPermit, Error> {
        let (mut running, since) = (lock(&self.running), Instant::now());
        if let ExhibitionPlace::Of(index) =
            self.find_place(&running, maker, address, since).map_err(too_many)?
        {
            running.remove(index);
        }
        let (sender, place) = watch::channel(());
        running.push(RunningExhibition { maker, address, since, place: sender });
        Ok(ExhibitionPermit { running: Arc::clone(&self.running), place })
    }

    /// Where there is room for one more.
    fn find_place(
        &self,
        running: &[RunningExhibition],
        maker: Option<PlayerId>,
        address: Option<ClientAddress>,
        now: Instant,
    ) -> Result<ExhibitionPlace, NoShare> {
        let own = maker.map(|_| count(running, |game| game.maker == maker));
        let here = address.map_or(0, |_| count(running, |game| game.address == address));
        let held = HeldShares { all: running.len(), address: here, player: own };
        let Err(refused) = self.shares.check(held) else { return Ok(ExhibitionPlace::Free) };
        if own != Some(0) {
            return Err(refused);
        }
        // Where the address has all it may have, one of its own games has to wait.
        let is_full_here = here >= self.shares.of_address;
        let has_had_its_turn = |game: &RunningExhibition| {
            now.saturating_duration_since(game.since) >= self.turn
                && (!is_full_here || game.address == address)
        };
        // First of those who have most, and of these the one that has run longest.
        let rank = |game: &RunningExhibition| {
            let of_address = count(running, |other| other.address == game.address);
            (of_address, count(running, |other| other.maker == game.maker), Reverse(game.since))
        };
        let waits = running.iter().enumerate().filter(|(_, game)| has_had_its_turn(game));
        let (index, _) = waits.max_by_key(|(_, game)| rank(game)).ok_or(refused)?;
        Ok(ExhibitionPlace::Of(index))
    }
}

/// Where there is room for a game.
enum ExhibitionPlace {
    Free,
    /// That of a game which has had its turn.
    Of(usize),
}

fn too_many(refused: NoShare) -> Error {
    let says = match refused {
        NoShare::Player => ByLanguage {
            english: "too many of your games of two computers are running: pause or end one first",
            german: "zu viele deiner Partien zweier Computer laufen: halte erst eine an oder beende sie",
        },
        NoShare::Address => ByLanguage {
            english: "too many games of two computers from your address are running: try again in a few minutes",
            german: "von deiner Adresse laufen zu viele Partien zweier Computer: versuch es in ein paar Minuten wieder",
        },
        NoShare::All => ByLanguage {
            english: "too many games of two computers are running on this server: try again in a few minutes",
            german: "auf diesem Server laufen zu viele Partien zweier Computer: versuch es in ein paar Minuten wieder",
        },
    };
    Error::too_many("too_many_exhibitions", says)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tabiya_rules::Language;

    use super::*;

    fn permits(turn: Duration) -> ExhibitionPermits {
        ExhibitionPermits::new(&ServerLimits {
            exhibitions: 5,
            exhibitions_per_address: 4,
            exhibitions_per_player: 2,
            exhibition_turn: turn,
            ..ServerLimits::default()
        })
    }

    fn places() -> [Option<ClientAddress>; 2] {
        [7, 8].map(|number| Some(ClientAddress::from(IpAddr::from([203, 0, 113, number]))))
    }

    fn people<const COUNT: usize>() -> [Option<PlayerId>; COUNT] {
        std::array::from_fn(|_| Some(PlayerId::random()))
    }

    #[test]
    fn there_are_so_many_for_one_maker_for_one_address_and_for_all() {
        let permits = permits(Duration::from_secs(300));
        let ([ann, bob, eve, dan, zoe], [school, home]) = (people(), places());
        let says = |who, address| {
            let refused = permits.take(who, address).map(drop).unwrap_err();
            refused.into_failure(Language::English).error.says
        };
        let first = permits.take(ann, school).unwrap();
        let _second = permits.take(ann, school).unwrap();
        assert!(says(ann, school).contains("your games"));
        let _third = permits.take(bob, school).unwrap();
        // The last place is for somebody who has none.
        assert!(says(bob, school).contains("your address"));
        let _fourth = permits.take(eve, school).unwrap();
        assert!(says(dan, school).contains("your address"));
        let _fifth = permits.take(dan, home).unwrap();
        assert!(says(zoe, home).contains("this server"));
        assert!(permits.check(zoe, home).is_err());
        drop(first);
        assert!(permits.check(zoe, home).is_ok() && permits.take(zoe, school).is_ok());
        assert_eq!(permits.running(), 4);
    }

    #[test]
    fn whoever_has_none_gets_the_place_of_a_game_that_has_had_its_turn() {
        let permits = permits(Duration::ZERO);
        let ([ann, bob, eve, dan, zoe], [school, home]) = (people(), places());
        let first = permits.take(ann, school).unwrap();
        let second = permits.take(ann, school).unwrap();
        let others = [bob, eve].map(|who| permits.take(who, school).unwrap());
        let away = permits.take(dan, home).unwrap();
        // That of somebody who has two, the earlier one.
        assert!(permits.check(zoe, school).is_ok() && !first.is_over(), "looking changes nothing");
        let own = permits.take(zoe, school).unwrap();
        assert!(first.is_over() && !second.is_over() && !away.is_over());
        drop(first);
        assert_eq!(permits.running(), 5);
        // Whoever has one takes nobody's, and from elsewhere the address that has most gives way.
        assert!(permits.take(zoe, school).is_err());
        let guest = permits.take(people::<1>()[0], home).unwrap();
        assert!(second.is_over() && !own.is_over() && !guest.is_over() && !away.is_over());
        assert!(others.iter().all(|game| !game.is_over()));
    }
}
