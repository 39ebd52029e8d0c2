use std::ops::ControlFlow;

use super::generate::{PawnMoves, Sink, came_from, end_for_promotion};
use crate::mv::MoveKind;
use crate::{Bitboard, Color, Move, Role, Roles, Square};

/// Moves of one piece, in bulk. A pawn may come in several groups: its steps, its double step, its promotions.
///
/// ```
/// use tabiya_rules::Position;
///
/// let mut knights = 0;
/// Position::start().for_each_piece(|moves| {
///     if moves.role() == Some(tabiya_rules::Role::Knight) {
///         knights += moves.len();
///         assert_eq!(moves.moves().count(), moves.len());
///     }
/// });
/// assert_eq!(knights, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    /// The kind of each move; of promotions, to whichever role.
    kind: MoveKind,
    from: Square,
    to: Bitboard,
    /// Not empty for promotions only.
    promotes_to: Roles,
}

impl PieceMoves {
    /// What moves; `None` for the royal piece when it castles, as with [`Move::role`].
    pub fn role(&self) -> Option<Role> {
        self.kind.role()
    }

    /// Where it comes from.
    pub fn from(&self) -> Square {
        self.from
    }

    /// Where it can go; for castling the rook's square.
    pub fn to(&self) -> Bitboard {
        self.to
    }

    /// What the pawn can become on each of the squares; nothing if these are no promotions.
    pub fn promotes_to(&self) -> Roles {
        self.promotes_to
    }

    /// How many moves these are.
    pub fn len(&self) -> usize {
        self.to.len() * self.promotes_to.len().max(1)
    }

    /// Never: groups without moves are not handed out.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// The moves one by one.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        self.to.into_iter().flat_map(move |to| self.kinds().map(move |kind| Move::new(kind, self.from, to)))
    }

    fn kinds(self) -> impl Iterator<Item = MoveKind> {
        let plain = self.promotes_to.is_empty().then_some(self.kind);
        self.promotes_to.iter().map(MoveKind::Promotion).chain(plain)
    }
}

/// Calls a function for each group.
pub(super) struct GroupSink<F>(pub(super) F);

impl<F: FnMut(PieceMoves)> GroupSink<F> {
    #[inline(always)]
    fn hand_out(&mut self, kind: MoveKind, from: Square, to: Bitboard, promotes_to: Roles) {
        if to.is_any() {
            (self.0)(PieceMoves { kind, from, to, promotes_to });
        }
    }
}

impl<F: FnMut(PieceMoves)> Sink for GroupSink<F> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) -> ControlFlow<()> {
        self.hand_out(MoveKind::Plain(role), from, to, Roles::NONE);
        ControlFlow::Continue(())
    }

    fn pawns(&mut self, us: Color, moves: PawnMoves, promotes_to: Roles) -> ControlFlow<()> {
        let steps = moves.single_steps(us);
        let end = end_for_promotion(us, promotes_to);
        let came = |(targets, d): (Bitboard, i8)| targets.into_iter().map(move |to| came_from(to, d));
        for from in steps.into_iter().flat_map(came).collect::<Bitboard>() {
            let reached = |(targets, d): (Bitboard, i8)| targets & Bitboard::of(came_from(from, -d));
            let to = steps.into_iter().map(reached).fold(Bitboard::EMPTY, |all, to| all | to);
            self.hand_out(MoveKind::Plain(Role::Pawn), from, to.without(end), Roles::NONE);
            self.hand_out(MoveKind::Promotion(Role::Queen), from, to & end, promotes_to);
        }
        let distance = if us.is_white() { 16 } else { -16 };
        for to in moves.double_step {
            self.hand_out(MoveKind::DoubleStep, came_from(to, distance), Bitboard::of(to), Roles::NONE);
        }
        ControlFlow::Continue(())
    }

    fn single(&mut self, m: Move) -> ControlFlow<()> {
        self.hand_out(m.kind(), m.from(), Bitboard::of(m.to()), Roles::NONE);
        ControlFlow::Continue(())
    }
}
