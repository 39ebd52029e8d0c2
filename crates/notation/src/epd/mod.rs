//! Positions with remarks for programs: the four places of a FEN, then operations such as `bm Nf3; id "first";`.
//!
//! The counters of a FEN travel as the operations `hmvc` and `fmvn`, which are read into the setup and written from
//! it. All other operations are kept as they are, known or not; [`Operation::moves`] reads those that hold moves, when
//! asked, because only then there is a position under some rules.

mod error;
mod german;
mod operation;
mod read;
mod write;

pub use error::{EpdError, EpdMoveFault, EpdNote, MovesError};
pub use operation::{NotAnOperation, Operand, Operation};
pub use read::ReadEpd;

use tabiya_rules::{Position, RuleSource};

use crate::Fen;

/// The most bytes of a line that are looked at.
pub const MAX_LENGTH: usize = 16 * 1024;

/// A position with operations: parses strictly, prints so that it comes back exactly.
///
/// ```
/// use tabiya_notation::Epd;
/// use tabiya_rules::{Fide, Position};
///
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"two; at once\"; hmvc 3;";
/// let epd: Epd = text.parse().unwrap();
/// assert_eq!(epd.fen.setup.halfmoves, 3);
/// assert_eq!(epd.operation("id").unwrap().operands()[0].text(), "two; at once");
///
/// let position = Position::new(epd.fen.setup, Fide).unwrap();
/// let best = epd.operation("bm").unwrap().moves(&position).unwrap();
/// assert_eq!(best[1].to_string(), "h1h8");
/// assert_eq!(epd.to_string().parse(), Ok(epd));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Epd {
    /// The position, with its counters.
    pub fen: Fen,
    /// The operations in their order, without the counters.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// The operation of this name.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }
}

/// The position without operations.
impl<R: RuleSource> From<&Position<R>> for Epd {
    fn from(position: &Position<R>) -> Epd {
        Epd { fen: Fen::from(position), operations: Vec::new() }
    }
}
