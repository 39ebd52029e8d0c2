use super::facts::Facts;
use super::node::NodeKind;
use super::parameters::{
    NOISY_HISTORY_PER_MOVE, QUIET_HISTORY_PER_MOVE, REDUCED_CUT, REDUCED_NOISY_TABLE_MOVE, REDUCTION_BASE,
    REDUCTION_LOGARITHMS, SPARED_CHECK, SPARED_NOISY, SPARED_PV, SPARED_REFUTATION, SPARED_WAS_PV,
};
use super::picker::Hints;
use super::pruning::Candidate;

/// Logarithms to base two in 1/1024, by whole numbers alone, so that they are the same on every machine.
static LOG2: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = log2(n as u64);
        n += 1;
    }
    table
};

const fn log2(n: u64) -> i32 {
    let whole = n.ilog2();
    // The fraction, bit by bit: squaring doubles the logarithm.
    let mut x = (n << 32) >> whole;
    let mut result = whole as i32;
    let mut bit = 0;
    while bit < 10 {
        x = ((x as u128 * x as u128) >> 32) as u64;
        result <<= 1;
        if x >= 2 << 32 {
            x >>= 1;
            result |= 1;
        }
        bit += 1;
    }
    result
}

/// By how much the search of the `count`th move is cut short, in 1/1024 of a move.
#[inline(always)]
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    let depth = LOG2[(depth as usize).min(63)];
    let count = LOG2[count.min(63)];
    REDUCTION_BASE + depth * count / 1024 * REDUCTION_LOGARITHMS / 1024
}

impl Candidate {
    /// By how much the search of a late move is cut short at first, in 1/1024 of a move.
    #[inline(always)]
    pub(super) fn reduced<N: NodeKind>(
        &self,
        facts: &Facts,
        hints: &Hints,
        table_is_noisy: bool,
        gives_check: bool,
    ) -> i32 {
        let mut reduced = self.reduction;
        if self.is_quiet {
            reduced += i32::from(table_is_noisy) * REDUCED_NOISY_TABLE_MOVE;
            reduced -= self.history * 1024 / QUIET_HISTORY_PER_MOVE;
            reduced -= i32::from(hints.is_refutation(self.m)) * SPARED_REFUTATION;
        } else {
            reduced -= SPARED_NOISY + self.history * 1024 / NOISY_HISTORY_PER_MOVE;
        }
        reduced += i32::from(facts.is_cut) * REDUCED_CUT;
        reduced -= i32::from(facts.was_pv) * SPARED_WAS_PV;
        reduced -= i32::from(N::PV) * SPARED_PV;
        reduced - i32::from(gives_check) * SPARED_CHECK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (n, &log) in LOG2.iter().enumerate().skip(1) {
            let exact = (n as f64).log2() * 1024.0;
            assert!((f64::from(log) - exact).abs() < 1.5, "{n}");
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        assert!(reduction(10, 20) > reduction(10, 4));
        assert!(reduction(20, 10) > reduction(5, 10));
    }
}
