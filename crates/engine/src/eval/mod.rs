//! The evaluation: what a position is worth by looking at it.
//!
//! It is classical and tapered: every term has a weight for the middlegame and one for the endgame, and the material
//! left on the board says how the two are mixed. All of it is a sum of weights times counts ([`Tally`]), but for the
//! scale at the end, so that the weights can be found by gradient descent. It plays to the rules at hand: nothing is
//! expected of pawns that stay pawns, and it is the royal piece that has to be safe.
//!
//! [`Tally`] is either the sum, which the compiler reduces to table look-ups, or the counts themselves, which the tuner
//! (`xtask/tune`) descends on: one code for both. It is computed afresh but for the pawns, which a small cache remembers.
//!
//! The search does not know which evaluation it has: an `Evaluator` is told of every man that a move lifts or sets down, and
//! of every move taken back, so that a network can follow the moves. The classical one does not listen, and the compiler
//! leaves nothing of the telling. What a lead is worth follows the values of a rule set too (`scale.rs`): where a bare king
//! can only draw, it counts by what the other side can still move.

mod evaluator;
mod king;
mod misjudgment;
mod passed;
mod pawns;
mod pieces;
mod rules;
mod scale;
mod side;
mod tally;
mod tapered_score;
mod terms;
mod threats;
mod weights;

pub use tally::{Counts, Tally};

use tabiya_rules::{Color, Position, RuleSource};

pub(crate) use evaluator::{Classical, Evaluator};
pub(crate) use misjudgment::Misjudgment;
pub(crate) use pawns::pawn_hash;
use pawns::{PawnCache, Pawns};
use rules::EvalRules;
use side::EvalSides;
use tally::Sum;
use tapered_score::TaperedScore;

/// The phase of a full board; without pieces it is 0.
pub const FULL_PHASE: i32 = 24;
/// The scale of an endgame that is as good as it looks.
pub const FULL_SCALE: i32 = 64;

/// What a common king is worth, where another piece is royal.
const COMMON_KING: TaperedScore = TaperedScore::new(320, 360);

/// The worth of a position for the side to move, in hundredths of a pawn.
fn evaluate<R: RuleSource>(position: &Position<R>, cache: &mut PawnCache) -> i32 {
    let mut sum = Sum::default();
    let pawns = cache.look(position, &mut sum);
    rest(position, pawns, &mut sum);
    let mut total = sum.0;
    if !EvalRules::of(position).is_king_royal {
        total += COMMON_KING * common_kings(position);
    }
    let phase = phase(position);
    let scale = scale::endgame(position, total.endgame());
    let mixed = total.middlegame() * phase + total.endgame() * (FULL_PHASE - phase) * scale / FULL_SCALE;
    let white = mixed / FULL_PHASE * scale::lead(position, mixed) / FULL_SCALE;
    if position.turn().is_white() { white } else { -white }
}

/// The worth of a position for the side to move, in hundredths of a pawn, as it looks without a search.
pub fn value<R: RuleSource>(position: &Position<R>) -> i32 {
    evaluate(position, &mut PawnCache::new())
}

/// How often each term counts in a position, with its phase and its endgame scale.
pub fn trace<R: RuleSource>(position: &Position<R>) -> Trace {
    let mut counts = Counts::default();
    let pawns = Pawns::of(position, &mut counts);
    rest(position, pawns, &mut counts);
    let endgame: i32 = counts
        .0
        .iter()
        .zip(&weights::WEIGHTS)
        .map(|(&count, weight)| i32::from(count) * weight.endgame())
        .sum();
    Trace { counts, phase: phase(position), scale: scale::endgame(position, endgame) }
}

/// What the tuner knows of a position.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How often each term counts, White's positive.
    pub counts: Counts,
    /// From 0 to [`FULL_PHASE`].
    pub phase: i32,
    /// From 0 to [`FULL_SCALE`].
    pub scale: i32,
}

/// The weights of every term as they are, for the middlegame and the endgame.
pub fn weights() -> Vec<(i32, i32)> {
    weights::WEIGHTS.iter().map(|weight| (weight.middlegame(), weight.endgame())).collect()
}

/// Everything that does not follow from the pawns alone.
#[inline(always)]
fn rest<R: RuleSource, T: Tally>(position: &Position<R>, pawns: Pawns, tally: &mut T) {
    let mut sides = EvalSides::of(position);
    pieces::count::<true, R, T>(position, &mut sides, tally);
    pieces::count::<false, R, T>(position, &mut sides, tally);
    king::count::<true, R, T>(position, &sides, tally);
    king::count::<false, R, T>(position, &sides, tally);
    threats::count::<true, R, T>(position, &sides, tally);
    threats::count::<false, R, T>(position, &sides, tally);
    if EvalRules::of(position).promotes {
        passed::count::<true, T>(pawns.passed, &sides, tally);
        passed::count::<false, T>(pawns.passed, &sides, tally);
    }
    tally.add(terms::TEMPO, if position.turn().is_white() { 1 } else { -1 });
}

/// How much of the middlegame is left.
fn phase<R: RuleSource>(position: &Position<R>) -> i32 {
    let board = position.board();
    let minors = board.knights().len() + board.bishops().len();
    ((minors + 2 * board.rooks().len() + 4 * board.queens().len()) as i32).min(FULL_PHASE)
}

fn common_kings<R: RuleSource>(position: &Position<R>) -> i32 {
    let count = |color| (position.board().kings() & position.board().by_color(color)).len() as i32;
    count(Color::White) - count(Color::Black)
}

/// The sign of a side's counts.
#[inline(always)]
const fn sign(white: bool) -> i32 {
    if white { 1 } else { -1 }
}

#[cfg(test)]
mod tests;
