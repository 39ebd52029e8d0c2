use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::games::RowReport;

/// How many are remembered. Where there are more, the database as a whole is the matter.
const MOST: usize = 1000;

/// What is wrong with rows that were left out of lists, or are behind in them: each is told in the log once, however often it is met.
#[derive(Default)]
pub struct DamagedRows(Mutex<HashSet<String>>);

impl DamagedRows {
    /// What could be read; the rest is told.
    pub fn leave_out<T>(&self, rows: RowReport<T>) -> Vec<T> {
        for what in rows.damaged {
            if self.is_new(&what) {
                tracing::error!("left out of the list of games: {what}");
            }
        }
        rows.found
    }

    /// Rows that are listed without what happened last, because that cannot be read.
    pub fn tell_behind(&self, damaged: Vec<String>) {
        for what in damaged {
            if self.is_new(&what) {
                tracing::warn!("listed as before its last moves: {what}");
            }
        }
    }

    fn is_new(&self, what: &str) -> bool {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.len() < MOST && told.insert(what.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_told_once_and_no_more_than_some() {
        let rows = DamagedRows::default();
        assert!(rows.is_new("game a") && rows.is_new("game b"));
        assert!(!rows.is_new("game a"));
        assert_eq!((0..2 * MOST).filter(|number| rows.is_new(&number.to_string())).count(), MOST - 2);
    }
}
