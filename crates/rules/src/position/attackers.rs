use super::Position;
use crate::{Bitboard, Board, Color, Royalty, RuleSource, Square, attacks};

impl Board {
    /// The pieces of `color` that attack `square`, seen with `occupied` as the occupied squares.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Color, Position};
    ///
    /// let start = Position::start();
    /// let f3 = "f3".parse().unwrap();
    /// let attackers = start.board().attackers(f3, Color::White, start.board().occupied());
    /// assert_eq!(attackers, Bitboard::from_iter(["g1", "e2", "g2"].map(|sq| sq.parse().unwrap())));
    /// ```
    #[inline(always)]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let attackers = attacks::pawn(!color, square) & self.pawns()
            | attacks::knight(square) & self.knights()
            | attacks::king(square) & self.kings()
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders();
        attackers & self.by_color(color)
    }
}

impl<R: RuleSource> Position<R> {
    /// Where `color`'s royal piece stands. It is missing only where kings may be taken.
    #[inline(always)]
    pub fn royal(&self, color: Color) -> Option<Square> {
        self.royals(color).first()
    }

    /// The pieces that attack the royal piece of the side to move, whether or not the rules mind.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert!(Position::start().checkers().is_empty());
    /// ```
    pub fn checkers(&self) -> Bitboard {
        self.attackers_of_royal(self.turn)
    }

    /// Whether the royal piece of the side to move is attacked.
    pub fn is_check(&self) -> bool {
        self.checkers().is_any()
    }

    /// The enemy pieces that attack `color`'s royal piece.
    pub fn attackers_of_royal(&self, color: Color) -> Bitboard {
        match self.royal(color) {
            Some(sq) => self.board.attackers(sq, !color, self.board.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    pub(super) fn royals(&self, color: Color) -> Bitboard {
        self.board.by_role(self.rules.moves().royal) & self.board.by_color(color)
    }

    #[inline(always)]
    pub(super) fn is_royal_checked(&self) -> bool {
        self.rules.moves().royalty == Royalty::Checked
    }

    /// Under rules where the royal piece is taken: whether one is gone, so that nothing moves any more.
    #[inline(always)]
    pub(super) fn is_royal_missing(&self) -> bool {
        !self.is_royal_checked()
            && (self.royals(Color::White).is_empty() || self.royals(Color::Black).is_empty())
    }

    /// The squares that `color` attacks, seen with `occupied` as the occupied squares.
    #[inline(always)]
    pub(super) fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let men = self.board.by_color(color);
        let mut attacked = attacks::pawns(color, self.board.pawns() & men);
        for sq in self.board.knights() & men {
            attacked |= attacks::knight(sq);
        }
        for sq in self.board.diagonal_sliders() & men {
            attacked |= attacks::bishop(sq, occupied);
        }
        for sq in self.board.straight_sliders() & men {
            attacked |= attacks::rook(sq, occupied);
        }
        for sq in self.board.kings() & men {
            attacked |= attacks::king(sq);
        }
        attacked
    }

    /// The pawns of the side to move from which a pawn that stepped over `passed` can be taken.
    #[inline(always)]
    pub(super) fn takers_in_passing(&self, passed: Square) -> Bitboard {
        let pawns = self.board.pawns() & self.board.by_color(self.turn);
        attacks::pawn(!self.turn, passed) & pawns
    }

    /// Whether the royal piece is out of attack once the pawn on `from` has taken in passing onto `passed`.
    pub(super) fn is_safe_in_passing(&self, from: Square, passed: Square) -> bool {
        self.attackers_after_passing(from, passed).is_empty()
    }

    /// The enemy pieces that attack the royal piece once the pawn on `from` has taken in passing onto `passed`.
    #[cold]
    pub(super) fn attackers_after_passing(&self, from: Square, passed: Square) -> Bitboard {
        let (Some(royal), true) = (self.royal(self.turn), self.is_royal_checked()) else {
            return Bitboard::EMPTY;
        };
        let taken = Bitboard::of(passed).forward(!self.turn);
        let occupied = self.board.occupied() ^ Bitboard::of(from) ^ taken | Bitboard::of(passed);
        self.board.attackers(royal, !self.turn, occupied).without(taken)
    }
}
