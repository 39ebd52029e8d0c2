//! Playing below one's strength.

use tabiya_rules::Move;

use crate::{Control, Engine, Game, Level, Limits, Rng};

/// How much weaker than it can the engine plays: it sees so many positions only, and misjudges what it sees.
///
/// ```
/// use tabiya_engine::{Control, Engine, Game, Handicap, Rng};
/// use tabiya_rules::FIDE;
///
/// let game = Game::starting(&FIDE).unwrap();
/// let mut engine = Engine::new(1, 1);
/// let m = Handicap::of_elo(1000).choose(&mut engine, &game, &Control::default(), &mut Rng::from_seed(1)).unwrap();
/// assert!(game.position.is_legal(m));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Positions seen for a move.
    nodes: u64,
    /// How much a move may be misjudged, in hundredths of a pawn.
    slack: u64,
}

/// How many of the best moves are weighed against each other.
const CHOICES: usize = 6;

impl Handicap {
    /// For an opponent of about this rating, from 800 to 2800. Doubling the positions is worth some seventy points.
    pub fn of_elo(elo: i64) -> Handicap {
        let steps = (elo.clamp(800, 2_800) - 800) as f64;
        let nodes = 250.0 * (steps / 190.0).exp2();
        let slack = 220.0 * (1.0 - steps / 2_000.0);
        Handicap { nodes: nodes as u64, slack: slack as u64 }
    }

    /// For a level; those below 4 do not search.
    pub(crate) fn of_level(level: Level) -> Handicap {
        let (nodes, slack) = match level.number() {
            ..=4 => (400, 500),
            5 => (1_500, 140),
            6 => (6_000, 60),
            7 => (20_000, 25),
            8 => (80_000, 0),
            _ => (400_000, 0),
        };
        Handicap { nodes, slack }
    }

    /// A move as somebody of this strength would choose it; `None` where there is no legal one.
    pub fn choose(self, engine: &mut Engine, game: &Game, control: &Control, rng: &mut Rng) -> Option<Move> {
        let lines = std::mem::replace(&mut engine.multi_pv, if self.slack == 0 { 1 } else { CHOICES });
        let mut found: Vec<(Move, i32)> = Vec::new();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let answer = engine.search(game, &limits, control, &mut |info| {
            if info.multi_pv == 1 {
                found.clear();
            }
            found.extend(info.line.first().map(|&m| (m, info.score.value())));
        });
        engine.multi_pv = lines;
        if self.slack == 0 {
            return answer.best;
        }
        let misjudged = |&(m, value): &(Move, i32)| (i64::from(value) + rng.below(self.slack + 1) as i64, m);
        let judged: Vec<(i64, Move)> = found.iter().map(misjudged).collect();
        judged.iter().max_by_key(|(value, _)| *value).map(|&(_, m)| m).or(answer.best)
    }
}
