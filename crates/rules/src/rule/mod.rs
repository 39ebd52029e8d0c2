//! Rule sets as values: what may move, how a game ends, what the pieces count.

mod built_in;
mod ends;
mod intern;
mod moves;
mod source;
mod start;

pub use built_in::{
    BYU, CHESS960, CUHK, FIDE, HONG, HONG_WRITTEN, IMPERIAL, NamedRules, RULE_SETS, WATERLOO,
};
pub use ends::{EndRules, Limits, RoyalTaken, Stalemate, StalemateTest};
pub use moves::{MoveRules, MoveRulesFault, Royalty};
pub use source::{Fide, RuleSource};
pub use start::Start;

use crate::ByRole;

/// A rule set: a small value that everything obeys.
///
/// A new one is written as its difference from another:
///
/// ```
/// use tabiya_rules::{FIDE, EndRules, MoveRules, Position, Rules, Stalemate};
///
/// const OLD_ENGLISH: Rules = Rules {
///     moves: MoveRules { en_passant: false, ..FIDE.moves },
///     ends: EndRules { stalemate: Stalemate::Wins, ..FIDE.ends },
///     ..FIDE
/// };
/// let position = Position::starting(OLD_ENGLISH.intern()).unwrap();
/// assert_eq!(position.legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Where a game begins.
    pub start: Start,
    /// What may move and how.
    pub moves: MoveRules,
    /// What ends a game and how.
    pub ends: EndRules,
    /// What each role counts when a game is decided by score. Not a measure of playing strength.
    pub values: ByRole<u16>,
}
