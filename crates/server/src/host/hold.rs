use serde::{Deserialize, Serialize};
use tabiya_game::Moment;

use crate::context::Outage;

/// What the host holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HoldKind {
    /// Games with a clock.
    Clocks,
    /// Games in which the computer has a seat.
    Computer,
}

/// From when to when the host held games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hold {
    pub kind: HoldKind,
    pub since: Moment,
    /// Nothing while it lasts.
    pub until: Option<Moment>,
}

/// What a game has by which it can be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HoldSubject {
    pub has_clock: bool,
    pub has_computer: bool,
}

impl HoldSubject {
    pub fn is_held_by(self, kind: HoldKind) -> bool {
        match kind {
            HoldKind::Clocks => self.has_clock,
            HoldKind::Computer => self.has_computer,
        }
    }
}

/// When nobody could play a game: no server ran, or the host held it. What lies in both counts once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gaps {
    /// Those that are over, in order.
    pub past: Vec<Outage>,
    /// Since when the game is held, if it is.
    pub held_since: Option<Moment>,
}

impl Gaps {
    pub fn new<'a>(outages: &[Outage], holds: impl Iterator<Item = &'a Hold>) -> Gaps {
        const NEVER: Moment = Moment(u64::MAX);
        let held = holds.map(|hold| Outage { since: hold.since, until: hold.until.unwrap_or(NEVER) });
        let mut all: Vec<Outage> = outages.iter().copied().chain(held).collect();
        all.sort_by_key(|gap| gap.since);
        let mut past: Vec<Outage> = Vec::with_capacity(all.len());
        for gap in all {
            match past.last_mut() {
                Some(last) if gap.since <= last.until => last.until = last.until.max(gap.until),
                _ => past.push(gap),
            }
        }
        let held_since = past.pop_if(|last| last.until == NEVER).map(|last| last.since);
        Gaps { past, held_since }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gaps(outages: &[(u64, u64)], holds: &[(u64, Option<u64>)]) -> (Vec<(u64, u64)>, Option<u64>) {
        let outages: Vec<Outage> = outages
            .iter()
            .map(|&(since, until)| Outage { since: Moment(since), until: Moment(until) })
            .collect();
        let holds: Vec<Hold> = holds
            .iter()
            .map(|&(since, until)| Hold {
                kind: HoldKind::Clocks,
                since: Moment(since),
                until: until.map(Moment),
            })
            .collect();
        let Gaps { past, held_since } = Gaps::new(&outages, holds.iter());
        (past.iter().map(|gap| (gap.since.0, gap.until.0)).collect(), held_since.map(|moment| moment.0))
    }

    #[test]
    fn what_lies_in_an_outage_and_in_a_hold_counts_once() {
        assert_eq!(gaps(&[(20, 30)], &[(10, Some(25))]), (vec![(10, 30)], None));
        assert_eq!(gaps(&[(20, 30)], &[(22, Some(24)), (40, Some(50))]), (vec![(20, 30), (40, 50)], None));
        assert_eq!(gaps(&[(20, 30), (35, 40)], &[(10, None)]), (vec![], Some(10)));
        assert_eq!(gaps(&[(20, 30)], &[(25, None)]), (vec![], Some(20)));
        assert_eq!(gaps(&[(20, 30)], &[(31, None)]), (vec![(20, 30)], Some(31)));
        assert_eq!(gaps(&[], &[]), (vec![], None));
    }
}
