//! Where a position takes its rules from is its type parameter. [`Fide`] has no size, and the compiler folds its constants
//! away; `&'static Rules` refers to a value at run time. Both run the same code, written once.
//! [`Position::specialized`](crate::Position::specialized) turns the second into the first where the moves are FIDE's.

use std::fmt::Debug;

use super::{FIDE, MoveRules, Rules};

/// Where a position takes its rules from.
///
/// [`Fide`] has no size and constants for values, so that the compiler removes every question about rules from
/// the code made for it. A `&'static Rules` asks the value at run time.
///
/// ```
/// use tabiya_rules::{CUHK, Fide, RuleSource};
///
/// assert!(Fide.moves().castling);
/// assert!(!(&CUHK).moves().castling);
/// ```
pub trait RuleSource: Copy + Debug + Eq + Send + Sync + 'static {
    /// The whole rule set.
    fn rules(&self) -> &'static Rules;

    /// How the pieces move.
    fn moves(&self) -> MoveRules;
}

/// Ordinary chess, known when compiling.
///
/// ```
/// use tabiya_rules::{Fide, Position};
///
/// let position: Position<Fide> = Position::start();
/// assert_eq!(position.count_moves(), 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fide;

impl RuleSource for Fide {
    #[inline(always)]
    fn rules(&self) -> &'static Rules {
        &FIDE
    }

    #[inline(always)]
    fn moves(&self) -> MoveRules {
        const { FIDE.moves }
    }
}

impl RuleSource for &'static Rules {
    #[inline(always)]
    fn rules(&self) -> &'static Rules {
        self
    }

    #[inline(always)]
    fn moves(&self) -> MoveRules {
        self.moves
    }
}
