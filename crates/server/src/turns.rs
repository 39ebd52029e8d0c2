use std::collections::{BTreeMap, HashMap};

use crate::question_queue::Asker;

/// What is done for everybody in turn, whoever wants how much.
///
/// Everybody's work stands on a line of time that runs as work is done. It begins where its asker's last one ends, or at the present
/// if that is over, and takes as long as it is work. What begins first is done first: so whoever asks seldom is next, however much
/// others have asked for. What took less or more than was counted is made up for with the next.
pub(crate) struct Turns<T> {
    /// By the beginning of each on the line of time, and by its number among those that begin there.
    waiting: BTreeMap<(u64, u64), (Asker, T)>,
    accounts: HashMap<Asker, Account>,
    present: u64,
    number: u64,
}

/// What counts of an asker.
#[derive(Clone, Copy, Default)]
struct Account {
    /// Where the last work ends.
    end: u64,
    /// What was counted and not done; below nothing, what was done and not counted.
    credit: i64,
}

impl<T> Default for Turns<T> {
    fn default() -> Turns<T> {
        Turns { waiting: BTreeMap::new(), accounts: HashMap::new(), present: 0, number: 0 }
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
        let account = self.accounts.entry(asker).or_default();
        // Nobody comes before the present: what is left of a credit counts for the work after this.
        let due = self.present.max(account.end).saturating_add_signed(-account.credit);
        let begin = due.max(self.present);
        *account = Account { end: begin + effort, credit: (begin - due) as i64 };
        self.number += 1;
        self.waiting.insert((begin, self.number), (asker, work));
    }

    /// Notes that somebody's work was another effort than was counted.
    pub fn settle(&mut self, asker: Asker, counted: u64, done: u64) {
        self.accounts.entry(asker).or_default().credit += counted as i64 - done as i64;
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

    /// Takes out work that is not wanted any more; it costs its asker nothing.
    pub fn take_back(&mut self, effort: impl Fn(&T) -> u64, is_meant: impl Fn(&T) -> bool) -> Option<T> {
        let key = self.waiting.iter().find(|(_, (_, work))| is_meant(work)).map(|(&key, _)| key)?;
        let (asker, work) = self.waiting.remove(&key)?;
        self.settle(asker, effort(&work), 0);
        Some(work)
    }

    /// The next in turn.
    pub fn pop(&mut self) -> Option<(Asker, T)> {
        let ((begin, _), work) = self.waiting.pop_first()?;
        self.present = begin;
        // What is over counts no more; looked for now and then, so that it costs little for each.
        if self.accounts.len() > 2 * self.waiting.len() + 64 {
            self.accounts.retain(|_, account| account.end > self.present);
        }
        Some(work)
    }

    /// How many askers are remembered.
    #[cfg(test)]
    pub fn remembered(&self) -> usize {
        self.accounts.len()
    }
}
