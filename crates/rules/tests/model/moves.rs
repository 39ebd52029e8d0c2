//! Which moves there are.

use std::fmt;

use super::board::Pattern;
use super::piece::{Piece, Role};
use super::position::ModelPosition;
use super::square::Square;

/// A move as UCI writes it; castling is the royal piece taking its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelMove {
    pub from: Square,
    pub to: Square,
    pub promotion: Option<Role>,
}

impl fmt::Display for ModelMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

impl ModelPosition {
    /// All legal moves as sorted UCI text.
    pub fn moves(&self) -> Vec<String> {
        sorted_text(&self.legal_moves())
    }

    /// All moves that are legal or would be, were the safety of the royal piece no matter, as sorted UCI text.
    pub fn pseudo_moves(&self) -> Vec<String> {
        sorted_text(&self.pseudo_legal_moves())
    }

    pub fn is_legal(&self, uci: &str) -> bool {
        self.legal_moves().iter().any(|m| m.to_string() == uci)
    }

    pub fn is_pseudo_legal(&self, uci: &str) -> bool {
        self.pseudo_legal_moves().iter().any(|m| m.to_string() == uci)
    }

    /// The number of move sequences of this length; draws do not end them.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().into_iter().map(|m| self.after(m).perft(depth - 1)).sum(),
        }
    }

    pub(super) fn legal_moves(&self) -> Vec<ModelMove> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&m| self.rules.taken || self.keeps_royal_safe(m));
        moves
    }

    fn keeps_royal_safe(&self, m: ModelMove) -> bool {
        if self.board.is_castling(m) && !self.castling_attacked(m.to).is_empty() {
            return false;
        }
        let board = self.board.after(m);
        let royal = board.find(Piece { color: self.turn, role: self.rules.royal });
        royal.is_none_or(|square| board.attackers_of(square, self.turn.other()).is_empty())
    }

    pub(super) fn pseudo_legal_moves(&self) -> Vec<ModelMove> {
        // Without a royal piece the game is over.
        if self.royal_square(self.turn).is_none() || self.royal_square(self.turn.other()).is_none() {
            return vec![];
        }
        let mut moves = self.pseudo_castlings();
        for from in Square::all().filter(|&from| self.is_own(from)) {
            for to in Square::all().filter(|&to| self.can_reach(from, to)) {
                moves.extend(self.promotions(from, to).into_iter().map(|promotion| ModelMove {
                    from,
                    to,
                    promotion,
                }));
            }
        }
        moves
    }

    fn is_own(&self, square: Square) -> bool {
        self.piece_at(square).is_some_and(|piece| piece.color == self.turn)
    }

    /// Whether pattern, way and target let the piece on `from` go to `to`, castling and safety apart.
    fn can_reach(&self, from: Square, to: Square) -> bool {
        let Some(pattern) = self.pattern(from, to) else { return false };
        if self.first_blocker(from, to).is_some() || self.is_own(to) {
            return false;
        }
        let empty = self.piece_at(to).is_none();
        match pattern {
            Pattern::Piece => true,
            Pattern::Step | Pattern::DoubleStep => empty,
            Pattern::Capture => !empty || self.en_passant == Some(to),
        }
    }

    /// What the piece may become by this move: itself (`None`), or one of several.
    fn promotions(&self, from: Square, to: Square) -> Vec<Option<Role>> {
        let is_pawn = self.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
        if is_pawn && to.rank == self.turn.last_rank() && !self.rules.promotes_to.is_empty() {
            self.rules.promotes_to.iter().map(|&role| Some(role)).collect()
        } else {
            vec![None]
        }
    }
}

fn sorted_text(moves: &[ModelMove]) -> Vec<String> {
    let mut text: Vec<String> = moves.iter().map(ToString::to_string).collect();
    text.sort();
    text
}
