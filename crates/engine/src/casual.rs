//! Levels 2 and 3: what a beginner sees, one move ahead.

use tabiya_rules::{ByRole, Color, Move, MoveRules, Position, Role, RuleSource, Rules};

use crate::exchange::{captured, gain};
use crate::{Rng, random_move};

/// More than all pieces of any rule set together are worth.
const DECISIVE: i32 = 1 << 28;

/// Takes what is worth most, else gives check, else moves at random.
pub(crate) fn greedy_move(position: &Position<&'static Rules>, rng: &mut Rng) -> Option<Move> {
    let values = weights(position.rules());
    best(position, rng, |m| loot(position, m, &values) + attention(position, m))
}

/// Weighs what is taken against what the opponent can then take best, and sees a win at once.
pub(crate) fn careful_move(position: &Position<&'static Rules>, rng: &mut Rng) -> Option<Move> {
    let values = weights(position.rules());
    best(position, rng, |m| {
        let next = position.play_unchecked(m);
        match next.outcome() {
            Some(end) => verdict(end.winner(), position.turn()),
            None => loot(position, m, &values) + attention(position, m) - threat(&next, &values),
        }
    })
}

fn verdict(winner: Option<Color>, us: Color) -> i32 {
    match winner {
        Some(winner) if winner == us => DECISIVE,
        Some(_) => -DECISIVE,
        None => 0,
    }
}

/// One of the moves with the highest score.
fn best(position: &Position<&'static Rules>, rng: &mut Rng, score: impl Fn(Move) -> i32) -> Option<Move> {
    let moves = position.legal_moves();
    let scores: Vec<i32> = moves.iter().map(|&m| score(m)).collect();
    let highest = scores.iter().max()?;
    let choices: Vec<Move> =
        moves.iter().zip(&scores).filter(|(_, score)| *score == highest).map(|(&m, _)| m).collect();
    rng.pick(&choices).or_else(|| random_move(position, rng))
}

/// What each role counts here: the rule set's values, four to the point, so that there is room below a pawn, and any
/// piece better than nothing; the royal piece decides.
fn weights(rules: &Rules) -> ByRole<i32> {
    // How pieces move and games end shows in the moves that there are and in the positions after them.
    let Rules { start: _, moves, ends: _, values } = rules;
    let MoveRules { royal, royalty: _, castling: _, double_step: _, en_passant: _, promotes_to: _ } = moves;
    ByRole::from_fn(|role| match role {
        _ if role == *royal => DECISIVE / 4,
        _ => 4 * i32::from(*values.get(role)) + 2,
    })
}

/// What a move wins at once.
fn loot<R: RuleSource>(position: &Position<R>, m: Move, values: &ByRole<i32>) -> i32 {
    let value = |role: Role| *values.get(role);
    let grown = m.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
    captured(position, m).map_or(0, value) + grown
}

/// A check is worth less than anything that can be taken.
fn attention<R: RuleSource>(position: &Position<R>, m: Move) -> i32 {
    i32::from(position.play_unchecked(m).is_check())
}

/// What the side to move wins with its best capture.
fn threat<R: RuleSource>(position: &Position<R>, values: &ByRole<i32>) -> i32 {
    let mut most = 0;
    position.for_each_move(|m| {
        if captured(position, m).is_some() || m.promotion().is_some() {
            most = most.max(gain(position, m, values));
        }
    });
    most
}
