//! The best move at full strength, whoever plays, with the reasons for it.

use std::time::Duration;

use tabiya_reasons::{MoveContext, MoveReasons};
use tabiya_rules::{Move, Square};

use crate::{Control, Engine, GamePosition, Level, Score, SearchLimits};

/// The megabytes of the table, and the longest time on a slow machine.
const MEMORY: usize = 16;
const LONGEST: Duration = Duration::from_secs(3);

/// The best move that the engine finds within a bounded search, the line that it expects, and why the move is good.
///
/// ```
/// use tabiya_engine::{BestMove, Control, GamePosition};
/// use tabiya_notation::{Strictness, read_position};
/// use tabiya_rules::FIDE;
///
/// let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
/// let game = GamePosition::new(read_position(fen, &FIDE, Strictness::Strict).unwrap().position);
/// let best = BestMove::find(&game, None, &Control::default()).unwrap();
/// assert_eq!(best.m.to_string(), "b1b8");
/// assert_eq!(best.reasons.to_string(), "checkmates");
/// ```
#[derive(Clone, Debug)]
pub struct BestMove {
    /// The move.
    pub m: Move,
    /// The line that begins with it.
    pub line: Vec<Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Why it is good, as far as the rules can prove it.
    pub reasons: MoveReasons,
}

impl BestMove {
    /// How much work it is at most, in positions: a move at the highest level, and the proof of why it is good.
    pub fn effort() -> u64 {
        Level::MAX.effort() + MoveReasons::MOST_POSITIONS
    }

    /// Looks for it; `None` where there is no legal move. `taken_on` is where the opponent's last move has taken something.
    pub fn find(game: &GamePosition, taken_on: Option<Square>, control: &Control) -> Option<BestMove> {
        let limits = SearchLimits {
            nodes: Some(Level::MAX.effort()),
            move_time: Some(LONGEST),
            ..SearchLimits::default()
        };
        let mut line = Vec::new();
        let mut report = |info: &crate::Info| line.clone_from(&info.line);
        let answer = Engine::new(MEMORY, 1).search(game, &limits, control, &mut report);
        let (m, score) = (answer.best?, answer.score);
        if line.first() != Some(&m) {
            line = vec![m];
        }
        let GamePosition { position, history } = game;
        let context = MoveContext { position: *position, history, taken_on };
        let claimed = score.mate().and_then(|moves| u32::try_from(moves).ok()).filter(|&moves| moves > 0);
        let reasons = MoveReasons::find(&context, &line, claimed);
        Some(BestMove { m, line, score, reasons })
    }
}
