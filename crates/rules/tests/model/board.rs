//! The board: who stands where, who attacks what, and what a move does to it.

use super::moves::ModelMove;
use super::piece::{Color, Piece, Role};
use super::square::Square;

/// Eight ranks of eight cells, a1 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [[Option<Piece>; 8]; 8],
}

/// How a piece gets from one square to another on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Any piece but a pawn, moving or capturing.
    Piece,
    /// A pawn one square ahead, which never captures.
    Step,
    /// A pawn two squares ahead from its second rank, which never captures.
    DoubleStep,
    /// A pawn one square diagonally ahead, which always captures.
    Capture,
}

impl Board {
    pub fn empty() -> Board {
        Board { cells: [[None; 8]; 8] }
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cells[square.rank as usize][square.file as usize]
    }

    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.cells[square.rank as usize][square.file as usize] = piece;
    }

    /// The first square on which this piece stands.
    pub fn find(&self, piece: Piece) -> Option<Square> {
        Square::all().find(|&square| self.piece_at(square) == Some(piece))
    }

    /// How the piece on `from` would reach `to` on an empty board, castling apart.
    pub fn pattern(&self, from: Square, to: Square) -> Option<Pattern> {
        let piece = self.piece_at(from)?;
        let (files, ranks) = ((to.file - from.file).abs(), (to.rank - from.rank).abs());
        let straight = (files == 0) != (ranks == 0);
        let diagonal = files == ranks && files != 0;
        let reaches = match piece.role {
            Role::Pawn => return pawn_pattern(piece.color, from, to),
            Role::Knight => (files, ranks) == (1, 2) || (files, ranks) == (2, 1),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            Role::Queen => straight || diagonal,
            Role::King => files.max(ranks) == 1,
        };
        reaches.then_some(Pattern::Piece)
    }

    /// The first man strictly between two squares in line, seen from `from`.
    pub fn first_blocker(&self, from: Square, to: Square) -> Option<Square> {
        from.between(to).find(|&square| self.piece_at(square).is_some())
    }

    /// Whether the piece on `from` could capture an enemy on `to`, safety of kings apart.
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        matches!(self.pattern(from, to), Some(Pattern::Piece | Pattern::Capture))
            && self.first_blocker(from, to).is_none()
    }

    /// The squares of all pieces of a color that attack a square, whatever stands on it.
    pub fn attackers_of(&self, square: Square, by: Color) -> Vec<Square> {
        Square::all()
            .filter(|&from| self.piece_at(from).is_some_and(|piece| piece.color == by))
            .filter(|&from| self.attacks(from, square))
            .collect()
    }

    /// The board after a move that is assumed to be possible.
    pub fn after(&self, m: ModelMove) -> Board {
        let mut board = *self;
        let mover = self.piece_at(m.from).expect("a move starts on a piece");
        if self.is_castling(m) {
            let (royal_to, rook_to) = castled_squares(m.from, m.to);
            let rook = self.piece_at(m.to);
            board.set(m.from, None);
            board.set(m.to, None);
            board.set(royal_to, Some(mover));
            board.set(rook_to, rook);
            return board;
        }
        if self.is_en_passant(m) {
            board.set(Square { file: m.to.file, rank: m.from.rank }, None);
        }
        board.set(m.from, None);
        board.set(m.to, Some(Piece { role: m.promotion.unwrap_or(mover.role), ..mover }));
        board
    }

    /// Castling is written as taking one's own rook, which no other move does.
    pub fn is_castling(&self, m: ModelMove) -> bool {
        let color = |square| self.piece_at(square).map(|piece| piece.color);
        color(m.to).is_some() && color(m.from) == color(m.to)
    }

    /// Only en passant takes a pawn diagonally to an empty square.
    pub fn is_en_passant(&self, m: ModelMove) -> bool {
        self.pattern(m.from, m.to) == Some(Pattern::Capture) && self.piece_at(m.to).is_none()
    }
}

fn pawn_pattern(color: Color, from: Square, to: Square) -> Option<Pattern> {
    let files = (to.file - from.file).abs();
    let ranks_ahead = (to.rank - from.rank) * color.forward();
    match (files, ranks_ahead) {
        (0, 1) => Some(Pattern::Step),
        (0, 2) if from.rank == color.second_rank() => Some(Pattern::DoubleStep),
        (1, 1) => Some(Pattern::Capture),
        _ => None,
    }
}

/// Where the royal piece and the rook end: on the g and f files, or on the c and d files.
pub fn castled_squares(royal: Square, rook: Square) -> (Square, Square) {
    let (royal_file, rook_file) = if rook.file > royal.file { (6, 5) } else { (2, 3) };
    (Square { file: royal_file, ..royal }, Square { file: rook_file, ..rook })
}
