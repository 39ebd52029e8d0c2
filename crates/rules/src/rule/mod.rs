//! Rule sets as values: what may move, how a game ends, what the pieces count.
//!
//! [`MoveRules`] are six bytes: who is royal, whether he is kept from attack or may be taken, castling, double step, en
//! passant, what pawns become; rules that contradict themselves are refused by [`Position::new`](crate::Position::new).
//! [`EndRules`] say what stalemate, repetition, quiet moves, dead positions and taken kings mean. The values are for scoring
//! a game, not for playing it. Rule sets made at run time are interned ([`Rules::intern`]): equal ones share one lasting
//! copy, so that positions stay plain bytes.
//!
//! Whoever interprets rules takes them apart field by field, without `..`: a new field does not compile until everybody has
//! thought of it.
//!
//! Room for more:
//!
//! - Drops, pockets, check counts: a rule source may carry state of its own. It becomes an associated type of [`RuleSource`],
//!   held by the position beside its rules, without size for FIDE; 64 bytes more are free.
//! - Explosions and other effects of a capture: one more question in `Position::step`, folded away where the rules know no
//!   such thing.
//! - Extra goals (king of the hill, three checks, races): fields of [`EndRules`], judged in `position/judge.rs`.
//! - Other armies: see `role.rs`.
//! - Moves described in a file: a leaper or rider table beside `attacks/`, reached through the same sinks.

mod built_in;
mod difference;
mod ends;
mod intern;
mod moves;
mod source;
mod start;
mod title;

pub use built_in::{
    BYU, CHESS960, CUHK, FIDE, GermanRules, HONG, HONG_WRITTEN, IMPERIAL, NamedRules, RULE_SETS, WATERLOO,
};
pub use difference::RuleDifference;
pub use ends::{EndRules, Limits, RoyalTaken, Stalemate, StalemateTest};
pub use moves::{MoveRules, MoveRulesFault, Royalty};
pub use source::{Fide, RuleSource};
pub use start::Start;
pub use title::GameTitle;

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
