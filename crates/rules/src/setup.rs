use crate::{Bitboard, Board, Color, Square};

/// A position that may be wrong: what a diagram or a FEN says.
///
/// [`Position::new`](crate::Position::new) makes a position of it, or tells every fault.
///
/// ```
/// use tabiya_rules::{Board, Fide, Position, Setup};
///
/// let nothing = Setup::start(Board::EMPTY);
/// let faults = Position::new(nothing, Fide).unwrap_err();
/// assert_eq!(faults.to_string(), "White has no king; Black has no king");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Who is to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: Bitboard,
    /// The square that a pawn has just stepped over.
    pub en_passant: Option<Square>,
    /// Single moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1, counted up after Black's.
    pub fullmoves: u16,
}

impl Setup {
    /// The setup turned upside down with the colors exchanged.
    pub fn mirrored(&self) -> Setup {
        Setup {
            board: self.board.mirrored(),
            turn: !self.turn,
            castling: self.castling.mirrored(),
            en_passant: self.en_passant.map(Square::mirrored),
            ..*self
        }
    }
}
