use tabiya_rules::{Observer, Piece, Position, RuleSource, Square};

use super::misjudgment::Misjudgment;
use super::{PawnCache, evaluate};

/// Who judges the positions of a search, in a seat beside it: told of every man that a move lifts or sets down, it may
/// follow along, as a network does with its first layer, or look at each position afresh.
///
/// CITE: efficiently updatable networks, <https://www.chessprogramming.org/NNUE>
pub(crate) trait Evaluator: Observer {
    /// A search begins here.
    fn begin<R: RuleSource>(&mut self, root: &Position<R>);
    /// A move or a pass comes: what is told from now on belongs to it.
    fn advance(&mut self);
    /// The last move or pass is taken back.
    fn retreat(&mut self);
    /// The worth of the position that the moves led to, for the side to move, in hundredths of a pawn.
    fn value<R: RuleSource>(&mut self, position: &Position<R>) -> i32;
}

/// The classical evaluation, which looks afresh, and errs where it is told to.
pub(crate) struct Classical {
    pawns: PawnCache,
    /// How it errs; nobody who plays as well as they can does.
    pub(crate) misjudgment: Option<Misjudgment>,
}

impl Classical {
    pub(crate) fn new() -> Classical {
        Classical { pawns: PawnCache::new(), misjudgment: None }
    }
}

impl Observer for Classical {
    #[inline(always)]
    fn removed(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn placed(&mut self, _: Piece, _: Square) {}
}

impl Evaluator for Classical {
    #[inline(always)]
    fn begin<R: RuleSource>(&mut self, _: &Position<R>) {}
    #[inline(always)]
    fn advance(&mut self) {}
    #[inline(always)]
    fn retreat(&mut self) {}

    #[inline(always)]
    fn value<R: RuleSource>(&mut self, position: &Position<R>) -> i32 {
        let value = evaluate(position, &mut self.pawns);
        self.misjudgment.map_or(value, |misjudgment| value + misjudgment.error(position))
    }
}
