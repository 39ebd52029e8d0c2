//! From two squares to a legal move, or the exact reason why there is none.
//!
//! Reasons are found independently of generation: [`Position::legal`] walks from the piece to the safety of what is royal and
//! gives the move or the first reason. A law in the tests holds both to each other.

use super::generate::Guard;
use super::play::home;
use super::{CastlingFault, Exposure, Illegal, Position};
use crate::castles::Castle;
use crate::mv::MoveKind;
use crate::{
    Bitboard, CastlingSide, Color, EndRules, File, Move, MoveRules, Piece, Rank, Role, RuleSource, Square,
    Stalemate, attacks,
};

impl<R: RuleSource> Position<R> {
    /// The legal move from one square to another, or why there is none.
    ///
    /// Castling is the royal piece's move to its rook or to the square where it ends.
    ///
    /// ```
    /// use tabiya_rules::{Illegal, Position};
    ///
    /// let start = Position::start();
    /// let (e2, e4, e5) = ("e2".parse().unwrap(), "e4".parse().unwrap(), "e5".parse().unwrap());
    /// assert!(start.legal(e2, e4, None).is_ok());
    /// assert_eq!(start.legal(e4, e5, None), Err(Illegal::NoPiece { at: e4 }));
    /// ```
    pub fn legal(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, Illegal> {
        let MoveRules {
            // Whether two squares mean castling, and what keeps the royal piece safe.
            royal: _,
            royalty: _,
            castling: _,
            // How pawns step, take and end.
            double_step: _,
            en_passant: _,
            promotes_to: _,
        } = self.rules.moves();
        self.check_game_running()?;
        let piece = self.own_piece(from)?;
        let guard = self.guard(self.turn);
        let kind = match self.rook_to_castle_with(piece.role, from, to)? {
            Some(rook) => {
                self.check_castling_now(guard, rook)?;
                refuse_promotion(promotion)?;
                return Ok(Move::new(MoveKind::Castling, from, rook));
            }
            None if piece.role == Role::Pawn => self.pawn_kind(from, to)?,
            None => self.piece_kind(piece.role, from, to)?,
        };
        self.check_royal_safety(guard, piece.role, from, to, kind)?;
        Ok(Move::new(self.check_promotion(kind, to, promotion)?, from, to))
    }

    /// Whether the move is legal here, or why not.
    pub fn check(&self, m: Move) -> Result<(), Illegal> {
        if self.legal(m.from(), m.to(), m.promotion())? == m { Ok(()) } else { Err(Illegal::OtherPosition) }
    }

    fn check_game_running(&self) -> Result<(), Illegal> {
        let EndRules {
            stalemate,
            // They end a game that has moves left, which is then the players' matter, or are in the outcome.
            stalemate_test: _,
            royal_taken: _,
            repetition: _,
            quiet_moves: _,
            dead_position: _,
        } = self.rules().ends;
        let goes_on = !self.is_royal_missing() && stalemate == Stalemate::Passes;
        if goes_on || self.has_moves() {
            return Ok(());
        }
        self.outcome().map_or(Ok(()), |outcome| Err(Illegal::GameOver(outcome)))
    }

    fn own_piece(&self, from: Square) -> Result<Piece, Illegal> {
        match self.piece_at(from) {
            None => Err(Illegal::NoPiece { at: from }),
            Some(piece) if piece.color != self.turn => Err(Illegal::NotYours { piece, at: from }),
            Some(piece) => Ok(piece),
        }
    }

    /// The plain move of a piece other than a pawn.
    fn piece_kind(&self, role: Role, from: Square, to: Square) -> Result<MoveKind, Illegal> {
        let reach = attacks::of(role, self.turn, from, Bitboard::EMPTY);
        if !reach.contains(to) {
            return Err(Illegal::Pattern { role, from, to });
        }
        self.check_way(role, to, attacks::between(from, to), from)?;
        match self.piece_at(to) {
            Some(own) if own.color == self.turn => Err(Illegal::OwnPiece { role: own.role, at: to }),
            _ => Ok(MoveKind::Plain(role)),
        }
    }

    /// Refuses a way that is not free, naming the first piece on it.
    fn check_way(&self, role: Role, to: Square, way: Bitboard, from: Square) -> Result<(), Illegal> {
        match self.nearest_piece(from, way & self.board.occupied()) {
            Some((at, by)) => Err(Illegal::Blocked { role, to, by, at }),
            None => Ok(()),
        }
    }

    fn pawn_kind(&self, from: Square, to: Square) -> Result<MoveKind, Illegal> {
        let us = self.turn;
        let step = Bitboard::of(from).forward(us);
        if step.is_empty() {
            return Err(Illegal::PawnAtEnd { at: from });
        }
        let is_first = from.rank() == Rank::Second.seen_by(us);
        let double = if is_first { step.forward(us) } else { Bitboard::EMPTY };
        if step.contains(to) {
            self.check_way(Role::Pawn, to, step, from)?;
            Ok(MoveKind::Plain(Role::Pawn))
        } else if double.contains(to) && !self.rules.moves().double_step {
            Err(Illegal::DoubleStepNotInRules { from, to, game: self.rules().title() })
        } else if double.contains(to) {
            self.check_way(Role::Pawn, to, step | double, from)?;
            Ok(MoveKind::DoubleStep)
        } else if attacks::pawn(us, from).contains(to) {
            self.pawn_capture(to)
        } else {
            Err(Illegal::Pattern { role: Role::Pawn, from, to })
        }
    }

    /// A pawn's diagonal step onto `to`.
    fn pawn_capture(&self, to: Square) -> Result<MoveKind, Illegal> {
        let us = self.turn;
        match self.piece_at(to) {
            Some(own) if own.color == us => return Err(Illegal::OwnPiece { role: own.role, at: to }),
            Some(_) => return Ok(MoveKind::Plain(Role::Pawn)),
            None if self.en_passant == Some(to) => return Ok(MoveKind::EnPassant),
            None => {}
        }
        let beside = Bitboard::of(to).forward(!us).first_or_any();
        let enemy_pawn = Some(Piece { color: !us, role: Role::Pawn });
        if to.rank() != Rank::Sixth.seen_by(us) || self.piece_at(beside) != enemy_pawn {
            return Err(Illegal::NothingToTake { at: to });
        }
        if self.rules.moves().en_passant {
            Err(Illegal::EnPassantGone { pawn: beside })
        } else {
            Err(Illegal::EnPassantNotInRules { pawn: beside, game: self.rules().title() })
        }
    }

    fn check_royal_safety(
        &self,
        guard: Guard,
        role: Role,
        from: Square,
        to: Square,
        kind: MoveKind,
    ) -> Result<(), Illegal> {
        if !self.is_royal_checked() {
            return Ok(());
        }
        let royal = self.rules.moves().royal;
        let in_check = |attackers: Bitboard, exposure| match self.first_piece(attackers) {
            Some((at, by)) => Err(Illegal::LeavesInCheck { royal, by, at, exposure }),
            None => Ok(()),
        };
        if from == guard.royal {
            let occupied = self.board.occupied().without(Bitboard::of(from));
            return in_check(self.board.attackers(to, !self.turn, occupied), Exposure::StepsInto);
        }
        if kind == MoveKind::EnPassant {
            let attackers = self.attackers_after_passing(from, to);
            in_check(attackers & guard.checkers, Exposure::Remains)?;
            return in_check(attackers, Exposure::Uncovered);
        }
        let line = attacks::line(guard.royal, from);
        if guard.pinned.contains(from) && !line.contains(to) {
            return Err(self.pinned_reason(guard, role, from));
        }
        if guard.checkers.is_many() || !guard.allowed.contains(to) {
            let untouched = guard.checkers.without(Bitboard::of(to));
            let open = |&at: &Square| !attacks::between(guard.royal, at).contains(to);
            return in_check(untouched.into_iter().filter(open).collect(), Exposure::Remains);
        }
        Ok(())
    }

    fn pinned_reason(&self, guard: Guard, role: Role, from: Square) -> Illegal {
        let line = attacks::line(guard.royal, from);
        let without = self.board.occupied().without(Bitboard::of(from));
        let attackers = self.board.attackers(guard.royal, !self.turn, without) & line;
        let royal = self.rules.moves().royal;
        match self.first_piece(attackers.without(guard.checkers)) {
            Some((at, by)) => {
                let line = attacks::between(guard.royal, at) | Bitboard::of(at);
                Illegal::Pinned { role, royal, by, at, line }
            }
            None => Illegal::OtherPosition,
        }
    }

    pub(super) fn check_promotion(
        &self,
        kind: MoveKind,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<MoveKind, Illegal> {
        let choices = self.rules.moves().promotes_to;
        let reaches_end = kind == MoveKind::Plain(Role::Pawn) && to.rank() == home(!self.turn);
        if !reaches_end {
            refuse_promotion(promotion)?;
            return Ok(kind);
        }
        match promotion {
            None if choices.is_empty() => Ok(kind),
            Some(_) if choices.is_empty() => Err(Illegal::PromotionNotInRules { game: self.rules().title() }),
            None => Err(Illegal::PromotionMissing { choices }),
            Some(role) if choices.contains(role) => Ok(MoveKind::Promotion(role)),
            Some(role) => Err(Illegal::PromotionNotAllowed { role, choices, game: self.rules().title() }),
        }
    }

    /// The rook meant, if the two squares mean castling: the royal piece goes to a rook that may castle, or along
    /// its home rank to where castling would bring it.
    fn rook_to_castle_with(&self, role: Role, from: Square, to: Square) -> Result<Option<Square>, Illegal> {
        let us = self.turn;
        let moves = self.rules.moves();
        if role == Role::King && moves.royal != Role::King && is_kings_castling(us, from, to) {
            let game = self.rules().title();
            let why = if moves.castling {
                CastlingFault::OtherRoyal { game }
            } else {
                CastlingFault::NotInRules { game }
            };
            return Err(self.castling_refused(why));
        }
        if role != moves.royal || from.rank() != home(us) || to.rank() != home(us) {
            return Ok(None);
        }
        if self.castling.contains(to) {
            return Ok(Some(to));
        }
        let is_plain = attacks::of(role, us, from, Bitboard::EMPTY).contains(to);
        let distance = from.index().abs_diff(to.index());
        let is_goal = distance >= 2 && matches!(to.file(), File::C | File::G);
        let is_rook = self.piece_at(to) == Some(Piece { color: us, role: Role::Rook });
        if is_plain || !(is_goal || is_rook) {
            return Ok(None);
        }
        let side = match (is_goal, to.file()) {
            (true, File::G) => CastlingSide::Short,
            (true, _) => CastlingSide::Long,
            (false, _) => CastlingSide::of(from, to),
        };
        let rights = self.castling & Bitboard::rank(home(us));
        match rights.into_iter().find(|&rook| CastlingSide::of(from, rook) == side) {
            Some(rook) => Ok(is_goal.then_some(rook)),
            None if is_goal && distance > 2 && !is_rook => Ok(None),
            None if moves.castling => Err(self.castling_refused(CastlingFault::Moved)),
            None => Err(self.castling_refused(CastlingFault::NotInRules { game: self.rules().title() })),
        }
    }

    fn check_castling_now(&self, guard: Guard, rook: Square) -> Result<(), Illegal> {
        match self.castling_refusal(guard, rook) {
            Some(why) => Err(self.castling_refused(why)),
            None => Ok(()),
        }
    }

    pub(super) fn castling_refused(&self, why: CastlingFault) -> Illegal {
        Illegal::Castling { color: self.turn, royal: self.rules.moves().royal, why }
    }

    fn castling_refusal(&self, guard: Guard, rook: Square) -> Option<CastlingFault> {
        let castle = Castle::new(guard.royal, rook);
        if let Some((at, by)) = self.first_piece(guard.checkers) {
            return Some(CastlingFault::InCheck { by, at });
        }
        let way = castle.empty() & self.board.occupied();
        if let Some((at, by)) = self.nearest_piece(guard.royal, way) {
            return Some(CastlingFault::Blocked { by, at });
        }
        let lifted = self.board.occupied().without(Bitboard::of(guard.royal));
        if let Some(crossing) = nearest(guard.royal, castle.path() & guard.danger) {
            let (at, by) = self.first_piece(self.board.attackers(crossing, !self.turn, lifted))?;
            return Some(CastlingFault::ThroughCheck { crossing, by, at });
        }
        if guard.pinned.contains(rook) {
            let open = lifted.without(Bitboard::of(rook));
            let (at, by) = self.first_piece(self.board.attackers(castle.royal_to(), !self.turn, open))?;
            return Some(CastlingFault::Uncovered { by, at });
        }
        None
    }

    fn nearest_piece(&self, to: Square, squares: Bitboard) -> Option<(Square, Piece)> {
        nearest(to, squares).and_then(|at| Some((at, self.piece_at(at)?)))
    }

    fn first_piece(&self, squares: Bitboard) -> Option<(Square, Piece)> {
        squares.first().and_then(|at| Some((at, self.piece_at(at)?)))
    }
}

/// The nearest of some squares that lie on one line with `to`.
fn nearest(to: Square, squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|sq| sq.index().abs_diff(to.index()))
}

/// Whether a king would castle like this in ordinary chess.
fn is_kings_castling(us: Color, from: Square, to: Square) -> bool {
    from == Square::new(File::E, home(us))
        && [File::C, File::G].map(|file| Square::new(file, home(us))).contains(&to)
}

fn refuse_promotion(promotion: Option<Role>) -> Result<(), Illegal> {
    promotion.map_or(Ok(()), |role| Err(Illegal::NoPromotion { role }))
}
