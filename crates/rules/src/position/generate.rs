//! Generation of moves, written once, generic over side, rule source and sink. A sink takes a piece with its set of
//! destinations, or all pawns at once; sinks make lists, call a function for each move or piece, count, or stop at the
//! first move. Checks and pins are computed when asked. The royal piece may be any but a pawn; the king is then a piece
//! like any other.

use std::ops::ControlFlow;

use super::Position;
use super::groups::{GroupSink, PieceMoves};
use super::play::home;
use crate::castles::Castle;
use crate::mv::MoveKind;
use crate::{
    Bitboard, Color, Move, MoveList, MoveRules, Rank, Role, Roles, Royalty, RuleSource, Square, attacks,
};

/// What takes the moves as they are found. It may ask to stop.
pub(super) trait Sink {
    /// One piece's plain moves.
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> ControlFlow<()>;
    /// All pawns' moves but en passant.
    fn pawns(&mut self, us: Color, moves: PawnMoves, promotes_to: Roles) -> ControlFlow<()>;
    /// A single move: castling or en passant.
    fn single(&mut self, m: Move) -> ControlFlow<()>;
}

/// Where pawns can go, as sets of targets for each way of moving.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves {
    pub(super) step: Bitboard,
    pub(super) double_step: Bitboard,
    pub(super) west: Bitboard,
    pub(super) east: Bitboard,
}

impl PawnMoves {
    /// The moves of `pawns` to `allowed` squares on this board.
    #[inline(always)]
    fn of<R: RuleSource>(pos: &Position<R>, us: Color, pawns: Bitboard, allowed: Bitboard) -> PawnMoves {
        let empty = !pos.board.occupied();
        let enemies = pos.board.by_color(!us) & allowed;
        let ahead = pawns.forward(us);
        let step = ahead & empty;
        let double_step = if pos.rules.moves().double_step {
            (step & Bitboard::rank(Rank::Third.seen_by(us))).forward(us) & empty & allowed
        } else {
            Bitboard::EMPTY
        };
        PawnMoves {
            step: step & allowed,
            double_step,
            west: ahead.west() & enemies,
            east: ahead.east() & enemies,
        }
    }

    #[inline(always)]
    fn or(self, other: PawnMoves) -> PawnMoves {
        PawnMoves {
            step: self.step | other.step,
            double_step: self.double_step | other.double_step,
            west: self.west | other.west,
            east: self.east | other.east,
        }
    }

    /// The targets of steps and captures, each with how far its pawn came from, as a difference of indices.
    #[inline(always)]
    pub(super) fn single_steps(self, us: Color) -> [(Bitboard, i8); 3] {
        match us {
            Color::White => [(self.step, 8), (self.west, 7), (self.east, 9)],
            Color::Black => [(self.step, -8), (self.west, -9), (self.east, -7)],
        }
    }
}

/// What the safety of the royal piece asks of its side.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    pub(super) royal: Square,
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    /// The squares that the royal piece may not enter.
    pub(super) danger: Bitboard,
    /// The squares to which the others may move: anywhere, or onto or in front of the checker.
    pub(super) allowed: Bitboard,
    /// The squares that are asked for at all.
    pub(super) targets: Bitboard,
}

impl<R: RuleSource> Position<R> {
    /// The legal moves.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert_eq!(Position::start().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Adds the legal moves to a list that is already there, which saves copying it about.
    ///
    /// ```
    /// use tabiya_rules::{MoveList, Position};
    ///
    /// let mut list = MoveList::new();
    /// Position::start().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        self.for_each_move(|m| list.push(m));
    }

    /// Hands every legal move to `f`: the fast way to look at all of them.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let mut double_steps = 0;
    /// Position::start().for_each_move(|m| double_steps += usize::from(m.is_double_step()));
    /// assert_eq!(double_steps, 8);
    /// ```
    #[inline(always)]
    pub fn for_each_move(&self, f: impl FnMut(Move)) {
        let _ = self.generate(Bitboard::ALL, &mut Each(f));
    }

    /// Hands every legal move that ends on one of `targets` to `f`, castling by the rook's square: captures alone
    /// are made in a fraction of the time.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Position, Rank};
    ///
    /// let mut count = 0;
    /// Position::start().for_each_move_to(Bitboard::rank(Rank::Third), |_| count += 1);
    /// assert_eq!(count, 12);
    /// ```
    #[inline(always)]
    pub fn for_each_move_to(&self, targets: Bitboard, f: impl FnMut(Move)) {
        let _ = self.generate_to(Bitboard::ALL, targets, &mut Each(f));
    }

    /// Hands every piece's legal moves to `f` in bulk: which piece, and the set of its destinations.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Position};
    ///
    /// let mut reached = Bitboard::EMPTY;
    /// Position::start().for_each_piece(|moves| reached |= moves.to());
    /// assert_eq!(reached.len(), 16);
    /// ```
    #[inline(always)]
    pub fn for_each_piece(&self, f: impl FnMut(PieceMoves)) {
        let _ = self.generate(Bitboard::ALL, &mut GroupSink(f));
    }

    /// The squares to which the piece on `from` may move; for castling the rook's square.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Position};
    ///
    /// let targets = Position::start().destinations("g1".parse().unwrap());
    /// assert_eq!(targets, Bitboard::from_iter(["f3", "h3"].map(|sq| sq.parse().unwrap())));
    /// ```
    pub fn destinations(&self, from: Square) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        let _ = self.generate(Bitboard::of(from), &mut Each(|m: Move| targets |= Bitboard::of(m.to())));
        targets
    }

    /// Whether there is any legal move.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert!(Position::start().has_moves());
    /// ```
    pub fn has_moves(&self) -> bool {
        self.generate(Bitboard::ALL, &mut Any).is_break()
    }

    /// Whether the move is one of the legal moves.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let start = Position::start();
    /// let m = start.legal_moves()[0];
    /// assert!(start.is_legal(m));
    /// assert!(!start.play_unchecked(m).is_legal(m));
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        let mut found = false;
        let _ = self.generate(Bitboard::of(m.from()), &mut Each(|other| found |= other == m));
        found
    }

    /// The moves of the pieces on `movers`, to `sink`.
    #[inline(always)]
    pub(super) fn generate(&self, movers: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        self.generate_to(movers, Bitboard::ALL, sink)
    }

    /// The moves of the pieces on `movers` that end on `targets`, to `sink`.
    #[inline(always)]
    fn generate_to(&self, movers: Bitboard, targets: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        match self.turn {
            Color::White => self.generate_as::<true>(movers, targets, sink),
            Color::Black => self.generate_as::<false>(movers, targets, sink),
        }
    }

    #[inline(always)]
    fn generate_as<const WHITE: bool>(
        &self,
        movers: Bitboard,
        targets: Bitboard,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        let us = Color::from_white(WHITE);
        let MoveRules {
            royal,
            royalty,
            // Without castling or taking in passing a position has no rights to them.
            castling: _,
            en_passant: _,
            // Asked where pawns step.
            double_step: _,
            promotes_to: _,
        } = self.rules.moves();
        if self.is_royal_missing() {
            return ControlFlow::Continue(());
        }
        let guard = self.guard(us).to(targets);
        let mut movers = movers & self.board.by_color(us);
        if movers.contains(guard.royal) {
            if royalty == Royalty::Checked {
                self.royal_moves(us, royal, guard, sink)?;
            }
            self.castlings(us, guard, sink)?;
        }
        if royalty == Royalty::Checked {
            movers = movers.without(Bitboard::of(guard.royal));
        }
        if guard.checkers.is_many() {
            return ControlFlow::Continue(());
        }
        self.pawn_moves(us, movers, guard, sink)?;
        self.piece_moves(movers, guard, sink)
    }

    #[inline(always)]
    fn royal_moves(&self, us: Color, role: Role, guard: Guard, sink: &mut impl Sink) -> ControlFlow<()> {
        let attacks = attacks::of(role, us, guard.royal, self.board.occupied());
        sink.piece(role, guard.royal, attacks.without(self.board.by_color(us) | guard.danger) & guard.targets)
    }

    #[inline(always)]
    fn castlings(&self, us: Color, guard: Guard, sink: &mut impl Sink) -> ControlFlow<()> {
        for rook in self.castling & Bitboard::rank(home(us)) & guard.targets {
            if self.may_castle(guard, rook) {
                sink.single(Move::new(MoveKind::Castling, guard.royal, rook))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether castling with this rook, which still has its right, is legal now. A pinned rook shields its king
    /// from behind, and would leave it in attack.
    #[inline(always)]
    pub(super) fn may_castle(&self, guard: Guard, rook: Square) -> bool {
        let castle = Castle::new(guard.royal, rook);
        (castle.empty() & self.board.occupied()).is_empty()
            && (castle.path() & guard.danger).is_empty()
            && guard.checkers.is_empty()
            && !guard.pinned.contains(rook)
    }

    #[inline(always)]
    fn pawn_moves(&self, us: Color, movers: Bitboard, guard: Guard, sink: &mut impl Sink) -> ControlFlow<()> {
        let pawns = self.board.pawns() & movers;
        let mut moves = PawnMoves::of(self, us, pawns.without(guard.pinned), guard.allowed);
        for from in pawns & guard.pinned {
            let allowed = guard.allowed & attacks::line(guard.royal, from);
            moves = moves.or(PawnMoves::of(self, us, Bitboard::of(from), allowed));
        }
        sink.pawns(us, moves, self.rules.moves().promotes_to)?;
        if let Some(passed) = self.en_passant.filter(|&sq| guard.targets.contains(sq)) {
            for from in self.takers_in_passing(passed) & pawns {
                if self.is_safe_in_passing(from, passed) {
                    sink.single(Move::new(MoveKind::EnPassant, from, passed))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece_moves(&self, movers: Bitboard, guard: Guard, sink: &mut impl Sink) -> ControlFlow<()> {
        let occupied = self.board.occupied();
        // A pinned knight has no move: none of its squares lies on the line of the pin.
        for from in self.board.knights() & movers.without(guard.pinned) {
            sink.piece(Role::Knight, from, attacks::knight(from) & guard.allowed)?;
        }
        for from in self.board.bishops() & movers {
            sink.piece(Role::Bishop, from, guard.allow(from, attacks::bishop(from, occupied)))?;
        }
        for from in self.board.rooks() & movers {
            sink.piece(Role::Rook, from, guard.allow(from, attacks::rook(from, occupied)))?;
        }
        for from in self.board.queens() & movers {
            sink.piece(Role::Queen, from, guard.allow(from, attacks::queen(from, occupied)))?;
        }
        if self.has_common_kings() {
            for from in self.board.kings() & movers {
                sink.piece(Role::King, from, guard.allow(from, attacks::king(from)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether kings are pieces like any other.
    #[inline(always)]
    pub(super) fn has_common_kings(&self) -> bool {
        !self.is_royal_checked() || self.rules.moves().royal != Role::King
    }

    /// What the safety of the royal piece asks of `us`; nothing where it may be taken.
    #[inline(always)]
    pub(super) fn guard(&self, us: Color) -> Guard {
        let royal = self.royals(us).first_or_any();
        let own = self.board.by_color(us);
        if !self.is_royal_checked() {
            return Guard { allowed: !own, ..Guard::none(royal) };
        }
        let occupied = self.board.occupied();
        let checkers = self.board.attackers(royal, !us, occupied);
        let allowed = match checkers.first() {
            None => !own,
            Some(checker) => attacks::between(royal, checker) | checkers,
        };
        Guard {
            royal,
            checkers,
            pinned: self.pinned(us, royal),
            danger: self.attacked_by(!us, occupied ^ Bitboard::of(royal)),
            allowed,
            targets: Bitboard::ALL,
        }
    }

    /// The pieces of `us` that alone stand between their royal piece and an enemy slider.
    #[inline(always)]
    pub(super) fn pinned(&self, us: Color, royal: Square) -> Bitboard {
        let own = self.board.by_color(us);
        let enemies = self.board.by_color(!us);
        let snipers = attacks::bishop(royal, enemies) & self.board.diagonal_sliders()
            | attacks::rook(royal, enemies) & self.board.straight_sliders();
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & enemies {
            let shield = attacks::between(royal, sniper) & own;
            if !shield.is_many() {
                pinned |= shield;
            }
        }
        pinned
    }
}

impl Guard {
    /// Of a royal piece that nothing threatens.
    #[inline(always)]
    pub(super) fn none(royal: Square) -> Guard {
        let none = Bitboard::EMPTY;
        Guard { royal, checkers: none, pinned: none, danger: none, allowed: !none, targets: !none }
    }

    /// The same for moves to these squares only.
    #[inline(always)]
    fn to(self, targets: Bitboard) -> Guard {
        Guard { allowed: self.allowed & targets, targets, ..self }
    }

    /// What is left of a piece's attacks.
    #[inline(always)]
    fn allow(self, from: Square, attacks: Bitboard) -> Bitboard {
        let targets = attacks & self.allowed;
        if self.pinned.contains(from) { targets & attacks::line(self.royal, from) } else { targets }
    }
}

/// Calls a function for each move.
struct Each<F>(F);

impl<F: FnMut(Move)> Sink for Each<F> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            (self.0)(Move::new(MoveKind::Plain(role), from, to));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, us: Color, moves: PawnMoves, promotes_to: Roles) -> ControlFlow<()> {
        let end = end_for_promotion(us, promotes_to);
        for (targets, distance) in moves.single_steps(us) {
            for to in targets.without(end) {
                (self.0)(Move::new(MoveKind::Plain(Role::Pawn), came_from(to, distance), to));
            }
            for to in targets & end {
                for role in promotes_to.iter() {
                    (self.0)(Move::new(MoveKind::Promotion(role), came_from(to, distance), to));
                }
            }
        }
        let distance = if us.is_white() { 16 } else { -16 };
        for to in moves.double_step {
            (self.0)(Move::new(MoveKind::DoubleStep, came_from(to, distance), to));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn single(&mut self, m: Move) -> ControlFlow<()> {
        (self.0)(m);
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
struct Any;

impl Any {
    #[inline(always)]
    fn stop_if(found: bool) -> ControlFlow<()> {
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Any {
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) -> ControlFlow<()> {
        Any::stop_if(to.is_any())
    }

    fn pawns(&mut self, _: Color, moves: PawnMoves, _: Roles) -> ControlFlow<()> {
        Any::stop_if((moves.step | moves.double_step | moves.west | moves.east).is_any())
    }

    fn single(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The rank on which `us` promotes; none where pawns stay pawns.
#[inline(always)]
pub(super) fn end_for_promotion(us: Color, promotes_to: Roles) -> Bitboard {
    if promotes_to.is_empty() { Bitboard::EMPTY } else { Bitboard::rank(Rank::Eighth.seen_by(us)) }
}

/// The square that lies `distance` before `to`.
#[inline(always)]
pub(super) fn came_from(to: Square, distance: i8) -> Square {
    Square::from_index(to.index().wrapping_sub(distance as usize))
}
