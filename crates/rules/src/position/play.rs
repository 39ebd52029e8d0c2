use super::{Illegal, Observer, Position, key};
use crate::castles::Castle;
use crate::mv::Kind;
use crate::{Bitboard, Color, Move, Piece, Role, RuleSource, Square};

impl<R: RuleSource> Position<R> {
    /// The position after a legal move, or why the move is not legal.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let start = Position::start();
    /// let m = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
    /// let next = start.play(m).unwrap();
    /// assert_eq!(next.play(m).unwrap_err().to_string(), "there is no piece on e2");
    /// ```
    pub fn play(&self, m: Move) -> Result<Position<R>, Illegal> {
        self.check(m)?;
        Ok(self.play_unchecked(m))
    }

    /// The position after a move that is known to be legal, such as one just generated. After any other move
    /// the result is a position that the rules do not allow; nothing worse happens.
    #[inline(always)]
    pub fn play_unchecked(&self, m: Move) -> Position<R> {
        self.play_observed(m, &mut ())
    }

    /// The same, telling an observer of every piece that leaves or enters a square.
    #[inline(always)]
    pub fn play_observed(&self, m: Move, observer: &mut impl Observer) -> Position<R> {
        match self.turn {
            Color::White => self.play_as::<true>(m, observer),
            Color::Black => self.play_as::<false>(m, observer),
        }
    }

    /// The position after a null move, which only passes the turn; `None` where it would leave the royal piece
    /// in attack.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position};
    ///
    /// assert_eq!(Position::start().pass().unwrap().turn(), Color::Black);
    /// ```
    pub fn pass(&self) -> Option<Position<R>> {
        if self.is_royal_checked() && self.is_check() {
            return None;
        }
        let mut next = *self;
        next.en_passant = None;
        next.halfmoves = self.halfmoves.saturating_add(1);
        next.hand_over(self.turn);
        Some(next)
    }

    #[inline(always)]
    fn play_as<const WHITE: bool>(&self, m: Move, observer: &mut impl Observer) -> Position<R> {
        let us = Color::from_white(WHITE);
        let mut next = *self;
        next.en_passant = None;
        match m.kind() {
            Kind::Plain(role) => {
                next.step(self, us, (role, m.from()), (role, m.to()), observer);
                if role == self.rules.moves().royal {
                    next.drop_rights(Bitboard::rank(home(us)));
                }
            }
            Kind::Promotion(role) => {
                next.step(self, us, (Role::Pawn, m.from()), (role, m.to()), observer);
            }
            Kind::DoubleStep => {
                next.step(self, us, (Role::Pawn, m.from()), (Role::Pawn, m.to()), observer);
                next.open_passing(us, m.to());
            }
            Kind::EnPassant => {
                let taken = Bitboard::of(m.to()).forward(!us).first_or_any();
                next.remove(!us, Role::Pawn, taken, observer);
                next.step(self, us, (Role::Pawn, m.from()), (Role::Pawn, m.to()), observer);
            }
            Kind::Castling => next.castle(us, m.from(), m.to(), observer),
        }
        next.hand_over(us);
        next
    }

    /// Moves a piece, which may become another on arrival, and takes what stands there.
    #[inline(always)]
    fn step(
        &mut self,
        before: &Position<R>,
        us: Color,
        (left, from): (Role, Square),
        (arrived, to): (Role, Square),
        observer: &mut impl Observer,
    ) {
        let taken = before.board.code_at(to);
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.board = self.board.cleared(both).placed(arrived, us, Bitboard::of(to));
        self.key ^= key::piece(us, left as u8, from)
            ^ key::piece(us, arrived as u8, to)
            // Nothing taken has code 0, whose numbers are 0.
            ^ key::piece(!us, taken, to);
        self.drop_rights(both);
        if !self.is_royal_checked() && taken == self.rules.moves().royal as u8 {
            self.drop_rights(Bitboard::rank(home(!us)));
        }
        let is_irreversible = taken != 0 || left == Role::Pawn;
        self.halfmoves = if is_irreversible { 0 } else { self.halfmoves.saturating_add(1) };
        observer.removed(Piece { color: us, role: left }, from);
        if let Some(role) = Role::from_code(taken) {
            observer.removed(Piece { color: !us, role }, to);
        }
        observer.placed(Piece { color: us, role: arrived }, to);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, role: Role, from: Square, observer: &mut impl Observer) {
        self.board = self.board.cleared(Bitboard::of(from));
        self.key ^= key::piece(color, role as u8, from);
        observer.removed(Piece { color, role }, from);
    }

    #[inline(always)]
    fn place(&mut self, color: Color, role: Role, on: Square, observer: &mut impl Observer) {
        self.board = self.board.placed(role, color, Bitboard::of(on));
        self.key ^= key::piece(color, role as u8, on);
        observer.placed(Piece { color, role }, on);
    }

    /// Castles with the rook on `rook`. Both pieces leave before either arrives: they may cross or stay.
    fn castle(&mut self, us: Color, from: Square, rook: Square, observer: &mut impl Observer) {
        let castle = Castle::new(from, rook);
        let royal = self.rules.moves().royal;
        self.remove(us, royal, from, observer);
        self.remove(us, Role::Rook, rook, observer);
        self.place(us, royal, castle.royal_to(), observer);
        self.place(us, Role::Rook, castle.rook_to(), observer);
        self.drop_rights(Bitboard::rank(home(us)));
        self.halfmoves = self.halfmoves.saturating_add(1);
    }

    /// Ends the rights of the rooks on `squares`. A right ends when its rook moves or is taken; both show as its
    /// square being left or entered.
    #[inline(always)]
    fn drop_rights(&mut self, squares: Bitboard) {
        let lost = self.castling & squares;
        if lost.is_any() {
            self.castling ^= lost;
            for rook in lost {
                self.key ^= key::castling(rook);
            }
        }
    }

    /// After a double step to `to`: remembers the square stepped over where an enemy pawn could take there.
    #[inline(always)]
    fn open_passing(&mut self, us: Color, to: Square) {
        let beside = Bitboard::of(to).west() | Bitboard::of(to).east();
        let takers = beside & self.board.pawns() & self.board.by_color(!us);
        if self.rules.moves().en_passant && takers.is_any() {
            self.en_passant = Bitboard::of(to).forward(!us).first();
        }
    }

    #[inline(always)]
    fn hand_over(&mut self, us: Color) {
        self.turn = !us;
        self.key ^= key::turn_change();
        self.fullmoves = self.fullmoves.saturating_add(u16::from(!us.is_white()));
    }
}

/// The rank from which `color` castles.
#[inline(always)]
pub(super) fn home(color: Color) -> crate::Rank {
    crate::Rank::First.seen_by(color)
}
