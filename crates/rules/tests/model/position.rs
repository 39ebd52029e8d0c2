//! A position: the board, whose turn it is, and what the past still allows.

use super::board::{Board, Pattern};
use super::moves::ModelMove;
use super::piece::{Color, Piece, Role};
use super::rules::ModelRules;
use super::square::Square;

/// A position under a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelPosition {
    pub rules: ModelRules,
    pub board: Board,
    pub turn: Color,
    /// The rooks that may still castle.
    pub rights: Vec<Square>,
    /// The square that a pawn has just stepped over, whether or not anything can capture there.
    pub en_passant: Option<Square>,
    pub halfmoves: u32,
    pub fullmoves: u32,
}

impl ModelPosition {
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Where the royal piece of a color stands, if it has one.
    pub fn royal_square(&self, color: Color) -> Option<Square> {
        self.board.find(Piece { color, role: self.rules.royal })
    }

    pub fn attackers_of(&self, square: Square, by: Color) -> Vec<Square> {
        self.board.attackers_of(square, by)
    }

    /// The enemies that attack the royal piece of a color.
    pub fn checkers_of(&self, color: Color) -> Vec<Square> {
        let royal = self.royal_square(color);
        royal.map_or(vec![], |square| self.attackers_of(square, color.other()))
    }

    pub fn in_check(&self, color: Color) -> bool {
        !self.checkers_of(color).is_empty()
    }

    /// How the piece on `from` would reach `to` on an empty board under these rules, castling apart.
    pub fn pattern(&self, from: Square, to: Square) -> Option<Pattern> {
        let pattern = self.board.pattern(from, to)?;
        (pattern != Pattern::DoubleStep || self.rules.double_step).then_some(pattern)
    }

    /// Whether the piece on `from` could reach `to` on an empty board in any way, castling apart.
    pub fn pattern_reaches(&self, from: Square, to: Square) -> bool {
        self.pattern(from, to).is_some()
    }

    pub fn first_blocker(&self, from: Square, to: Square) -> Option<Square> {
        self.board.first_blocker(from, to)
    }

    /// The position after a legal move.
    pub fn play(&self, uci: &str) -> ModelPosition {
        assert!(self.is_legal(uci), "{uci} is not legal in {}", self.fen());
        self.play_unsafely(uci)
    }

    /// The position after a move that may leave the royal piece in attack.
    pub fn play_unsafely(&self, uci: &str) -> ModelPosition {
        let m = self.pseudo_legal_moves().into_iter().find(|m| m.to_string() == uci);
        self.after(m.unwrap_or_else(|| panic!("{uci} is no move in {}", self.fen())))
    }

    pub(super) fn after(&self, m: ModelMove) -> ModelPosition {
        let mover = self.piece_at(m.from).expect("a move starts on a piece");
        let quiet = mover.role != Role::Pawn && (self.piece_at(m.to).is_none() || self.board.is_castling(m));
        ModelPosition {
            rules: self.rules.clone(),
            board: self.board.after(m),
            turn: self.turn.other(),
            rights: self.rights_after(m),
            en_passant: self.stepped_over(m),
            halfmoves: if quiet { self.halfmoves + 1 } else { 0 },
            fullmoves: self.fullmoves + u32::from(self.turn == Color::Black),
        }
    }

    /// A right goes when its rook moves or is taken, and both go when the royal piece moves or is taken.
    fn rights_after(&self, m: ModelMove) -> Vec<Square> {
        let mut rights = self.rights.clone();
        rights.retain(|&rook| rook != m.from && rook != m.to);
        for color in [Color::White, Color::Black] {
            let royal = self.royal_square(color);
            let royal_leaves = royal == Some(m.from) || royal == Some(m.to);
            rights.retain(|rook| !(royal_leaves && rook.rank == color.home_rank()));
        }
        rights
    }

    fn stepped_over(&self, m: ModelMove) -> Option<Square> {
        let double_step = self.pattern(m.from, m.to) == Some(Pattern::DoubleStep);
        (double_step && self.rules.en_passant)
            .then(|| Square { rank: m.from.rank + self.turn.forward(), ..m.from })
    }
}
