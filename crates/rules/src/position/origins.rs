use super::play::home;
use super::{CastlingFault, Illegal, Position};
use crate::mv::MoveKind;
use crate::{
    Bitboard, CastlingSide, Color, Move, MoveRules, Rank, Role, Royalty, RuleSource, Square, attacks,
};

impl<R: RuleSource> Position<R> {
    /// The pieces of a role among some squares that can legally go to `to`, other than by castling. This is what
    /// moves written as `Nf3` are found with, and much faster than generating all moves.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Position, Role};
    ///
    /// let from = Position::start().origins(Role::Knight, "f3".parse().unwrap(), Bitboard::ALL);
    /// assert_eq!(from, Bitboard::of("g1".parse().unwrap()));
    /// ```
    pub fn origins(&self, role: Role, to: Square, among: Bitboard) -> Bitboard {
        let MoveRules {
            royalty,
            // Asked where pawns step.
            double_step: _,
            // Without taking in passing there is no square for it; what a pawn becomes is asked with the move.
            en_passant: _,
            promotes_to: _,
            // Castling is asked for by itself.
            royal: _,
            castling: _,
        } = self.rules.moves();
        let us = self.turn;
        let own = self.board.by_color(us);
        if self.is_royal_missing() || own.contains(to) {
            return Bitboard::EMPTY;
        }
        let movers = if role == Role::Pawn {
            self.pawn_origins(us, to)
        } else {
            // Whoever attacks the square, whatever it is: asking for one role would be a branch hard to predict.
            self.board.attackers(to, us, self.board.occupied())
        };
        let movers = movers & self.board.by_code(role as u8) & own & among;
        if royalty == Royalty::Taken {
            return movers;
        }
        movers.into_iter().filter(|&from| self.is_safe_after(from, to)).collect()
    }

    /// The move from one of the squares that [`Position::origins`] gives; only the promotion is still checked.
    ///
    /// ```
    /// use tabiya_rules::{Position, Role};
    ///
    /// let start = Position::start();
    /// let m = start.move_of(Role::Pawn, "e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
    /// assert!(m.is_double_step());
    /// ```
    pub fn move_of(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Illegal> {
        let kind = if role != Role::Pawn {
            MoveKind::Plain(role)
        } else if from.index().abs_diff(to.index()) == 16 {
            MoveKind::DoubleStep
        } else if self.en_passant == Some(to) && self.is_taking_in_passing(from, to) {
            MoveKind::EnPassant
        } else {
            MoveKind::Plain(Role::Pawn)
        };
        Ok(Move::new(self.check_promotion(kind, to, promotion)?, from, to))
    }

    /// The pawns that can step or take onto `to`, which no piece of their own stands on.
    fn pawn_origins(&self, us: Color, to: Square) -> Bitboard {
        let pawns = self.board.pawns() & self.board.by_color(us);
        if self.board.occupied().contains(to) {
            return attacks::pawn(!us, to) & pawns;
        }
        let behind = Bitboard::of(to).forward(!us);
        let mut origins = behind & pawns;
        let is_double = self.rules.moves().double_step
            && to.rank() == Rank::Fourth.seen_by(us)
            && (behind & self.board.occupied()).is_empty();
        if is_double {
            origins |= behind.forward(!us) & pawns;
        }
        if self.en_passant == Some(to) {
            origins |= attacks::pawn(!us, to) & pawns;
        }
        origins
    }

    /// Whether the royal piece is out of attack once the piece on `from`, which can go there, has gone to `to`.
    fn is_safe_after(&self, from: Square, to: Square) -> bool {
        if self.en_passant == Some(to) && self.is_taking_in_passing(from, to) {
            return self.is_safe_in_passing(from, to);
        }
        let us = self.turn;
        let royal = self.royals(us).first_or_any();
        let royal = if royal == from { to } else { royal };
        let occupied = self.board.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        self.board.attackers(royal, !us, occupied).without(Bitboard::of(to)).is_empty()
    }

    fn is_taking_in_passing(&self, from: Square, to: Square) -> bool {
        self.board.pawns().contains(from) && from.file() != to.file()
    }

    /// Castling on one side, or why not.
    ///
    /// ```
    /// use tabiya_rules::{CastlingSide, Position};
    ///
    /// let why = Position::start().castle(CastlingSide::Short).unwrap_err();
    /// assert_eq!(why.to_string(), "White cannot castle: the bishop on f1 is in the way");
    /// ```
    pub fn castle(&self, side: CastlingSide) -> Result<Move, Illegal> {
        let us = self.turn;
        let refused = |why| Err(self.castling_refused(why));
        if !self.rules.moves().castling {
            return refused(CastlingFault::NotInRules { game: self.rules().title() });
        }
        let Some(royal) = self.royal(us) else {
            return refused(CastlingFault::Moved);
        };
        let rooks = self.castling & Bitboard::rank(home(us));
        match rooks.into_iter().find(|&rook| CastlingSide::of(royal, rook) == side) {
            Some(rook) => self.legal(royal, rook, None),
            None => refused(CastlingFault::Moved),
        }
    }
}
