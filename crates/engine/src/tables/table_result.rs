use shakmaty_syzygy::Wdl;
use tabiya_rules::{Color, Position, Rules};

use super::{Prober, Tables};

/// Moves without progress after which a win comes too late.
const FIFTY: u32 = 100;

/// What tables know of a position.
///
/// ```
/// use tabiya_engine::Tables;
/// use tabiya_notation::{Strictness, read_position};
/// use tabiya_rules::{Color, FIDE};
///
/// let tables = Tables::open("tests/tables").unwrap();
/// let position = read_position("8/8/8/8/8/3k4/8/3K3Q b - - 0 1", &FIDE, Strictness::Strict).unwrap().position;
/// let result = tables.result(&position).unwrap();
/// assert_eq!(result.winner, Some(Color::White));
/// assert!(result.plies.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// Who wins, in time where quiet moves are counted; nobody where it is a draw.
    pub winner: Option<Color>,
    /// How many single moves the next capture, pawn's move or mate is away, where somebody wins and the tables tell it.
    pub plies: Option<u32>,
}

impl Tables {
    /// What is known of a position, under rules for which the tables were made.
    pub fn result(&self, position: &Position<&'static Rules>) -> Option<TableResult> {
        let prober = Prober::new(self, position.rules())?;
        let result = prober.result(position)?;
        let plies = prober.distance(position).map(|distance| distance.plies.unsigned_abs());
        let is_late = |plies: u32| plies + u32::from(position.halfmoves()) > FIFTY;
        let winner = match result {
            Wdl::Win => Some(position.turn()),
            Wdl::Loss => Some(!position.turn()),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => None,
        };
        let winner = winner.filter(|_| !(prober.counts_moves && plies.is_some_and(is_late)));
        Some(TableResult { winner, plies: plies.filter(|_| winner.is_some()) })
    }
}
