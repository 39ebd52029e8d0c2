use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in one number: for the middlegame and for the endgame, so that both are added at once.
///
/// CITE: packed scores, <https://www.chessprogramming.org/Tapered_Eval>
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TaperedScore(i32);

impl TaperedScore {
    pub(crate) const fn new(middlegame: i32, endgame: i32) -> TaperedScore {
        TaperedScore((middlegame << 16) + endgame)
    }

    #[inline(always)]
    pub(crate) const fn middlegame(self) -> i32 {
        // The endgame half borrows from this one where it is negative.
        (self.0 + 0x8000) >> 16
    }

    #[inline(always)]
    pub(crate) const fn endgame(self) -> i32 {
        self.0 as i16 as i32
    }
}

impl Add for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_add(other.0))
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_sub(other.0))
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn neg(self) -> TaperedScore {
        TaperedScore(self.0.wrapping_neg())
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn mul(self, count: i32) -> TaperedScore {
        TaperedScore(self.0.wrapping_mul(count))
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: TaperedScore) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: TaperedScore) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_keep_their_values() {
        for middlegame in [-3000, -1, 0, 1, 2999] {
            for endgame in [-3000, -1, 0, 1, 2999] {
                let score = TaperedScore::new(middlegame, endgame);
                assert_eq!((score.middlegame(), score.endgame()), (middlegame, endgame));
                let less = TaperedScore::new(-5, 7) * 3 - score;
                assert_eq!((less.middlegame(), less.endgame()), (-15 - middlegame, 21 - endgame));
            }
        }
    }
}
