use std::collections::{BTreeMap, HashMap};

use crate::question_queue::Asker;

/// What is done for everybody in turn, whoever wants how much.
///
/// Everybody's work stands on a line of time that runs as work is done. It stands where its asker's last one ends, or at the present
/// if that is over, and takes as long as it is work.
pub(crate) struct Turns<T> {
    /// By the end of each on the line of time, and by its number among those that end there.
    waiting: BTreeMap<(u64, u64), (Asker, T)>,
    /// Where the last work of each asker ends, as far as that is to come.
    ends: HashMap<Asker, u64>,
    present: u64,
    number: u64,
}

impl<T> Default for Turns<T> {
    fn default() -> Turns<T> {
        Turns { waiting: BTreeMap::new(), ends: HashMap::new(), present: 0, number: 0 }
    }
}

impl<T> Turns<T> {
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// What waits, with who asked for it.
    pub fn iter(&self) -> impl Iterator<Item = &(Asker, T)> {
        self.waiting.values()
    }

    /// Lets somebody's work wait for its turn.
    pub fn push(&mut self, asker: Asker, effort: u64, work: T) {
        let end = self.ends.entry(asker).or_default();
        *end = self.present.max(*end) + effort;
        self.number += 1;
        self.waiting.insert((*end, self.number), (asker, work));
    }

    /// Drops what is not to be done any more, and says whose it was.
    pub fn retain(&mut self, stays: impl Fn(&T) -> bool) -> Vec<Asker> {
        let mut askers = Vec::new();
        self.waiting.retain(|_, (asker, work)| {
            let stays = stays(work);
            if !stays {
                askers.push(*asker);
            }
            stays
        });
        askers
    }

    /// Takes out somebody's last work of so much effort, as if it had never been wanted.
    pub fn take_back(&mut self, effort: impl Fn(&T) -> u64, is_meant: impl Fn(&T) -> bool) -> Option<T> {
        let key = self.waiting.iter().find(|(_, (_, work))| is_meant(work)).map(|(&key, _)| key)?;
        let (asker, work) = self.waiting.remove(&key)?;
        if let Some(end) = self.ends.get_mut(&asker).filter(|end| **end == key.0) {
            *end = end.saturating_sub(effort(&work));
        }
        Some(work)
    }

    /// The next in turn.
    pub fn pop(&mut self) -> Option<(Asker, T)> {
        let ((end, _), work) = self.waiting.pop_first()?;
        self.present = end;
        // What is over counts no more; looked for now and then, so that it costs little for each.
        if self.ends.len() > 2 * self.waiting.len() + 64 {
            self.ends.retain(|_, end| *end > self.present);
        }
        Some(work)
    }

    /// How many askers are remembered.
    #[cfg(test)]
    pub fn remembered(&self) -> usize {
        self.ends.len()
    }
}
