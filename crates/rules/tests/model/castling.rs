//! Castling in the terms of Chess960: the royal piece and any rook of the home rank.

use super::board::castled_squares;
use super::moves::ModelMove;
use super::position::ModelPosition;
use super::square::Square;

impl ModelPosition {
    /// Castling moves whose right is kept and whose way is free, attacks apart.
    pub(super) fn pseudo_castlings(&self) -> Vec<ModelMove> {
        let Some(royal) = self.royal_square(self.turn) else { return vec![] };
        self.rights
            .iter()
            .filter(|rook| rook.rank == self.turn.home_rank())
            .filter(|&&rook| self.castling_blockers(rook).is_empty())
            .map(|&rook| ModelMove { from: royal, to: rook, promotion: None })
            .collect()
    }

    /// The men in the way of castling with this rook: on any square that the royal piece or the rook passes or ends
    /// on, those two excepted.
    pub fn castling_blockers(&self, rook: Square) -> Vec<Square> {
        let royal = self.royal_square(self.turn).expect("castling needs a royal piece");
        let (royal_to, rook_to) = castled_squares(royal, rook);
        let mut way = squares_from_to(royal, royal_to);
        way.extend(squares_from_to(rook, rook_to));
        Square::all()
            .filter(|square| way.contains(square))
            .filter(|&square| square != royal && square != rook)
            .filter(|&square| self.piece_at(square).is_some())
            .collect()
    }

    /// The squares on the royal piece's way, its first and last included, that the enemy attacks. The royal piece and
    /// the rook are lifted before looking: neither may hide behind itself or behind a rook that leaves.
    pub fn castling_attacked(&self, rook: Square) -> Vec<Square> {
        let royal = self.royal_square(self.turn).expect("castling needs a royal piece");
        let (royal_to, _) = castled_squares(royal, rook);
        let mut lifted = self.board;
        lifted.set(royal, None);
        lifted.set(rook, None);
        let mut way = squares_from_to(royal, royal_to);
        way.retain(|&square| !lifted.attackers_of(square, self.turn.other()).is_empty());
        way
    }
}

/// The squares of one rank from one to another, both included.
fn squares_from_to(from: Square, to: Square) -> Vec<Square> {
    let files = from.file.min(to.file)..=from.file.max(to.file);
    files.map(|file| Square { file, rank: from.rank }).collect()
}
