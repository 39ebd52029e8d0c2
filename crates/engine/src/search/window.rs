use std::ops::Neg;

use super::transposition_table::Bound;
use super::value::{INFINITE, Value, lost};

/// The values that still matter at a node, for the side to move: up to `alpha` it has something as good elsewhere, and
/// from `beta` on the opponent goes another way. Seen from the other side it is turned round, which is what `-` does.
///
/// CITE: <https://www.chessprogramming.org/Window>
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// Every value matters.
    pub(super) const OPEN: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// So far to either side of a value.
    pub(super) const fn around(value: Value, width: Value) -> Window {
        Window { alpha: value - width, beta: value + width }
    }

    /// The question whether a value reaches a bound: nothing lies between.
    #[inline(always)]
    pub(super) const fn reaching(bound: Value) -> Window {
        Window { alpha: bound - 1, beta: bound }
    }

    /// The question whether a value is better than what there is already.
    #[inline(always)]
    pub(super) const fn above_alpha(self) -> Window {
        Window::reaching(self.alpha + 1)
    }

    #[inline(always)]
    pub(super) const fn alpha(self) -> Value {
        self.alpha
    }

    #[inline(always)]
    pub(super) const fn beta(self) -> Value {
        self.beta
    }

    /// Whether nothing is left between the bounds.
    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether a value is better than what there is already.
    #[inline(always)]
    pub(super) const fn is_raised_by(self, value: Value) -> bool {
        value > self.alpha
    }

    /// Whether a value is so good that the opponent does not allow it.
    #[inline(always)]
    pub(super) const fn is_beaten_by(self, value: Value) -> bool {
        value >= self.beta
    }

    /// There is something as good as this.
    #[inline(always)]
    pub(super) fn raise(&mut self, value: Value) {
        self.alpha = self.alpha.max(value);
    }

    /// Without the mates that no line from here can beat: nothing is worse than to be mated now, and nothing better than
    /// to mate with the next move.
    #[inline(always)]
    pub(super) fn within_mates(self, ply: usize) -> Window {
        Window { alpha: self.alpha.max(lost(ply)), beta: self.beta.min(-lost(ply + 1)) }
    }

    /// What a value that was found within this window says of the true one.
    #[inline(always)]
    pub(super) const fn bound_of(self, value: Value) -> Bound {
        match () {
            () if self.is_beaten_by(value) => Bound::Lower,
            () if self.is_raised_by(value) => Bound::Exact,
            () => Bound::Upper,
        }
    }

    /// Whether the true value is on one side of the window for sure, or known, when it is bounded like this.
    #[inline(always)]
    pub(super) const fn is_settled_by(self, value: Value, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => self.is_beaten_by(value),
            Bound::Upper => !self.is_raised_by(value),
        }
    }

    /// The next window after one that a value fell below: further down, and not as far up.
    pub(super) fn widened_down(self, value: Value, width: Option<Value>) -> Window {
        let alpha = width.map_or(-INFINITE, |width| (value - width).max(-INFINITE));
        Window { alpha, beta: (self.alpha + self.beta) / 2 }
    }

    /// The next window after one that a value beat: further up.
    pub(super) fn widened_up(self, value: Value, width: Option<Value>) -> Window {
        Window { beta: width.map_or(INFINITE, |width| (value + width).min(INFINITE)), ..self }
    }
}

/// The window as the other side sees it.
impl Neg for Window {
    type Output = Window;

    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::MATE;

    #[test]
    fn the_other_side_asks_the_same_question() {
        let window = Window::around(30, 12);
        assert_eq!(-window, Window::around(-30, 12));
        for value in -100..100 {
            let (here, there) = (window.bound_of(value), (-window).bound_of(-value));
            let turned = match here {
                Bound::Lower => Bound::Upper,
                Bound::Upper => Bound::Lower,
                Bound::Exact => Bound::Exact,
            };
            assert_eq!(there, turned, "{value}");
        }
    }

    #[test]
    fn a_question_has_nothing_between_its_bounds() {
        let question = Window::around(30, 12).above_alpha();
        assert_eq!(question, Window::reaching(19));
        assert!((-200..200).all(|value| question.bound_of(value) != Bound::Exact));
        assert!(!question.is_empty());
    }

    #[test]
    fn a_bound_settles_a_window_that_lies_beyond_it() {
        let window = Window::around(0, 10);
        for (value, bound, is_settled) in [
            (0, Bound::Exact, true),
            (10, Bound::Lower, true),
            (9, Bound::Lower, false),
            (-10, Bound::Upper, true),
            (-9, Bound::Upper, false),
        ] {
            assert_eq!(window.is_settled_by(value, bound), is_settled, "{value} {bound:?}");
        }
    }

    #[test]
    fn raising_never_lowers() {
        let mut window = Window::OPEN;
        window.raise(5);
        window.raise(-5);
        assert_eq!(window.alpha(), 5);
        assert!(!window.is_empty());
    }

    #[test]
    fn a_mate_that_was_found_leaves_nothing_to_look_for_below_it() {
        let found = Window { alpha: MATE - 3, beta: INFINITE };
        assert!(!found.within_mates(1).is_empty());
        assert!(found.within_mates(3).is_empty());
    }
}
