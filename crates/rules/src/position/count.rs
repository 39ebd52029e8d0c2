use std::ops::ControlFlow;

use super::Position;
use super::generate::{PawnMoves, Sink, end_for_promotion};
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use crate::MoveRules;
use crate::{Bitboard, Color, Move, Role, Roles, RuleSource, Square};

impl<R: RuleSource> Position<R> {
    /// How many legal moves there are, without making any of them.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert_eq!(Position::start().count_moves(), 20);
    /// ```
    pub fn count_moves(&self) -> usize {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        if self.is_countable_by_sets() {
            return match self.turn {
                Color::White => self.count_by_sets::<true>(),
                Color::Black => self.count_by_sets::<false>(),
            };
        }
        self.count_by_piece()
    }

    /// Whether sets of squares hold all that these rules allow: they take the royal piece for a king.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    fn is_countable_by_sets(&self) -> bool {
        let MoveRules { royal, royalty: _, castling: _, double_step: _, en_passant: _, promotes_to: _ } =
            self.rules.moves();
        royal == Role::King
    }

    /// The count, piece by piece.
    pub(super) fn count_by_piece(&self) -> usize {
        let mut count = DestinationCount(0);
        let _ = self.generate(Bitboard::ALL, &mut count);
        count.0
    }
}

/// Counts sets of destinations without looking at single moves.
struct DestinationCount(usize);

impl Sink for DestinationCount {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) -> ControlFlow<()> {
        self.0 += to.len();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, us: Color, moves: PawnMoves, promotes_to: Roles) -> ControlFlow<()> {
        let end = end_for_promotion(us, promotes_to);
        self.0 += moves.double_step.len();
        for (targets, _) in moves.single_steps(us) {
            self.0 += targets.len() + (targets & end).len() * promotes_to.len().saturating_sub(1);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn single(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}
