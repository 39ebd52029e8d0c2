use tabiya_rules::Move;

/// The most moves of a kind whose failure is remembered.
const MOST_QUIETS: usize = 64;
const MOST_CAPTURES: usize = 32;

/// The moves of a node that were tried and did not beat its window.
pub(super) struct TriedMoves {
    quiets: [Option<Move>; MOST_QUIETS],
    quiet_count: usize,
    captures: [Option<Move>; MOST_CAPTURES],
    capture_count: usize,
}

impl TriedMoves {
    #[inline(always)]
    pub(super) fn new() -> TriedMoves {
        TriedMoves {
            quiets: [None; MOST_QUIETS],
            quiet_count: 0,
            captures: [None; MOST_CAPTURES],
            capture_count: 0,
        }
    }

    #[inline(always)]
    pub(super) fn add_quiet(&mut self, m: Move) {
        if self.quiet_count < MOST_QUIETS {
            self.quiets[self.quiet_count] = Some(m);
            self.quiet_count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn add_capture(&mut self, m: Move) {
        if self.capture_count < MOST_CAPTURES {
            self.captures[self.capture_count] = Some(m);
            self.capture_count += 1;
        }
    }

    /// The quiet ones, in the order in which they were tried.
    #[inline(always)]
    pub(super) fn quiets(&self) -> &[Option<Move>] {
        &self.quiets[..self.quiet_count]
    }

    /// The captures and promotions, in the order in which they were tried.
    #[inline(always)]
    pub(super) fn captures(&self) -> &[Option<Move>] {
        &self.captures[..self.capture_count]
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Position;

    use super::*;

    #[test]
    fn what_does_not_fit_is_forgotten() {
        let m = Position::start().legal_moves()[0];
        let mut tried = TriedMoves::new();
        for _ in 0..2 * MOST_QUIETS {
            tried.add_quiet(m);
            tried.add_capture(m);
        }
        assert_eq!((tried.quiets().len(), tried.captures().len()), (MOST_QUIETS, MOST_CAPTURES));
        assert!(tried.quiets().iter().all(|&tried| tried == Some(m)));
    }
}
