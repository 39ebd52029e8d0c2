use super::play::home;
use super::{CastlingFault, Illegal, Position};
use crate::mv::Kind;
use crate::{Bitboard, CastlingSide, Color, Move, Piece, Rank, Role, RuleSource, Square, attacks};

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
        let us = self.turn;
        let men = self.board.by_piece(Piece { color: us, role }) & among;
        if self.is_royal_missing() || self.board.by_color(us).contains(to) {
            return Bitboard::EMPTY;
        }
        let movers = match role {
            Role::Pawn => self.pawn_origins(us, to, men),
            _ => attacks::of(role, us, to, self.board.occupied()) & men,
        };
        match self.royal(us) {
            Some(royal) if self.is_royal_checked() && movers.is_any() => self.safe_origins(movers, to, royal),
            _ => movers,
        }
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
            Kind::Plain(role)
        } else if from.index().abs_diff(to.index()) == 16 {
            Kind::DoubleStep
        } else if self.en_passant == Some(to) && from.file() != to.file() {
            Kind::EnPassant
        } else {
            Kind::Plain(Role::Pawn)
        };
        Ok(Move::new(self.check_promotion(kind, to, promotion)?, from, to))
    }

    /// The pawns that can step or take onto `to`, which no piece of their own stands on.
    fn pawn_origins(&self, us: Color, to: Square, pawns: Bitboard) -> Bitboard {
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

    /// Those of the movers that leave their royal piece out of attack by going to `to`.
    fn safe_origins(&self, movers: Bitboard, to: Square, royal: Square) -> Bitboard {
        let us = self.turn;
        if movers.contains(royal) {
            let lifted = self.board.occupied().without(Bitboard::of(royal));
            let is_safe = self.board.attackers(to, !us, lifted).is_empty();
            return if is_safe { movers } else { Bitboard::EMPTY };
        }
        let checkers = self.board.attackers(royal, !us, self.board.occupied());
        let is_passing = self.en_passant == Some(to);
        let mut safe = Bitboard::EMPTY;
        for from in movers {
            let is_safe = if is_passing && self.board.pawns().contains(from) && from.file() != to.file() {
                self.is_safe_in_passing(from, to)
            } else {
                self.answers(checkers, royal, to) && !self.is_pinned_away(from, to, royal)
            };
            if is_safe {
                safe |= Bitboard::of(from);
            }
        }
        safe
    }

    /// Whether a piece that arrives on `to` takes the only checker or steps before it, if there is one.
    fn answers(&self, checkers: Bitboard, royal: Square, to: Square) -> bool {
        match checkers.first() {
            None => true,
            Some(checker) => {
                !checkers.is_many() && (to == checker || attacks::between(royal, checker).contains(to))
            }
        }
    }

    /// Whether the piece on `from` shields the royal piece along a line that it would leave.
    fn is_pinned_away(&self, from: Square, to: Square, royal: Square) -> bool {
        let line = attacks::line(royal, from);
        line.is_any() && !line.contains(to) && self.pinned(self.turn, royal).contains(from)
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
            return refused(CastlingFault::NotInRules);
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
