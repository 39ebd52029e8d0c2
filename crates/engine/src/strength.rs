//! Playing below one's strength.

use tabiya_rules::Move;

use crate::{Control, Engine, Game, Limits, Rng};

/// A move as a player of a rating would choose it: few positions are seen, and now and then not the best of some good
/// moves is played.
pub fn limited(engine: &mut Engine, game: &Game, elo: i64, control: &Control, rng: &mut Rng) -> Option<Move> {
    let Handicap { nodes, slack } = Handicap::of(elo);
    let lines = std::mem::replace(&mut engine.multi_pv, 4);
    let mut found: Vec<(Move, i32)> = Vec::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let answer = engine.search(game, &limits, control, &mut |info| {
        if info.multi_pv == 1 {
            found.clear();
        }
        found.extend(info.line.first().map(|&m| (m, info.score.value())));
    });
    engine.multi_pv = lines;
    let noisy = |&(_, value): &(Move, i32)| i64::from(value) + rng.below(slack + 1) as i64;
    let mut noisy = noisy;
    let scores: Vec<i64> = found.iter().map(&mut noisy).collect();
    let best = scores.iter().enumerate().max_by_key(|(i, score)| (**score, std::cmp::Reverse(*i)));
    best.map(|(i, _)| found[i].0).or(answer.best)
}

/// How a rating is kept.
struct Handicap {
    /// Positions seen for a move.
    nodes: u64,
    /// How much a move may be misjudged, in hundredths of a pawn.
    slack: u64,
}

impl Handicap {
    /// Doubling the positions is worth some seventy points of rating.
    fn of(elo: i64) -> Handicap {
        let steps = (elo.clamp(800, 2_800) - 800) as f64;
        let nodes = 60.0 * (steps / 170.0).exp2();
        let slack = 220.0 * (1.0 - steps / 2_000.0);
        Handicap { nodes: nodes as u64, slack: slack as u64 }
    }
}
