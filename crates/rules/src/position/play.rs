use super::{Illegal, Observer, Position, key};
use crate::castles::Castle;
use crate::mv::MoveKind;
use crate::{Bitboard, Color, Move, MoveRules, Piece, Role, Royalty, RuleSource, Square};

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
        let mut next = *self;
        next.make_observed(m, observer);
        next
    }

    /// Makes a move that is known to be legal on this very position, without a copy: for following a game.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let mut position = Position::start();
    /// let m = position.legal_moves()[0];
    /// position.make_unchecked(m);
    /// assert_eq!(position, Position::start().play_unchecked(m));
    /// ```
    #[inline(always)]
    pub fn make_unchecked(&mut self, m: Move) {
        self.make_observed(m, &mut ());
    }

    #[inline(always)]
    fn make_observed(&mut self, m: Move, observer: &mut impl Observer) {
        match self.turn {
            Color::White => self.make_as::<true>(m, observer),
            Color::Black => self.make_as::<false>(m, observer),
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

    /// Plain moves of all roles go one way, without asking which role it is.
    #[inline(always)]
    fn make_as<const WHITE: bool>(&mut self, m: Move, observer: &mut impl Observer) {
        let us = Color::from_white(WHITE);
        self.en_passant = None;
        match m.plain_code() {
            Some(code) => self.step(us, (code, m.from()), (code, m.to()), observer),
            None => self.make_special(us, m, observer),
        }
        self.hand_over(us);
    }

    fn make_special(&mut self, us: Color, m: Move, observer: &mut impl Observer) {
        const PAWN: u8 = Role::Pawn as u8;
        match m.kind() {
            MoveKind::Promotion(role) => {
                self.step(us, (PAWN, m.from()), (role as u8, m.to()), observer);
            }
            MoveKind::EnPassant => {
                let taken = Bitboard::of(m.to()).forward(!us).first_or_any();
                self.remove(!us, Role::Pawn, taken, observer);
                self.step(us, (PAWN, m.from()), (PAWN, m.to()), observer);
            }
            MoveKind::Castling => self.move_king_and_rook(us, m.from(), m.to(), observer),
            MoveKind::DoubleStep | MoveKind::Plain(_) => {
                self.step(us, (PAWN, m.from()), (PAWN, m.to()), observer);
                self.open_passing(us, m.to());
            }
        }
    }

    /// Moves a piece, which may become another on arrival, and takes what stands there. Roles come as codes.
    #[inline(always)]
    fn step(
        &mut self,
        us: Color,
        (left, from): (u8, Square),
        (arrived, to): (u8, Square),
        observer: &mut impl Observer,
    ) {
        let MoveRules {
            royal,
            royalty,
            // They settle which moves there are, not what a step does.
            castling: _,
            double_step: _,
            en_passant: _,
            promotes_to: _,
        } = self.rules.moves();
        let taken = self.board.colored_code_at(to);
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.board = self.board.cleared(both).placed_code(arrived, us, Bitboard::of(to));
        self.key ^= key::piece(us, left, from)
            ^ key::piece(us, arrived, to)
            // Nothing taken has code 0, whose numbers are 0.
            ^ key::colored(taken, to);
        if self.castling.is_any() {
            let is_royal = left == royal as u8;
            let own = if is_royal { Bitboard::rank(home(us)) } else { Bitboard::EMPTY };
            self.drop_rights(both | own);
            if royalty == Royalty::Taken && taken & 7 == royal as u8 {
                self.drop_rights(Bitboard::rank(home(!us)));
            }
        }
        // Multiplied, not chosen: whether a move takes something is hard to predict.
        let is_quiet = taken == 0 && left != Role::Pawn as u8;
        self.halfmoves = self.halfmoves.saturating_add(1) * u16::from(is_quiet);
        let tell = |code, color| Role::from_code(code).map(|role| Piece { color, role });
        if let Some(piece) = tell(left, us) {
            observer.removed(piece, from);
        }
        if let Some(piece) = tell(taken & 7, !us) {
            observer.removed(piece, to);
        }
        if let Some(piece) = tell(arrived, us) {
            observer.placed(piece, to);
        }
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
    fn move_king_and_rook(&mut self, us: Color, from: Square, rook: Square, observer: &mut impl Observer) {
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
