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
    300 + depth * count / 1024 * 225 / 1024
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
