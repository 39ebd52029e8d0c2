use super::tapered_score::TaperedScore;
use super::terms::COUNT;
use super::weights::WEIGHTS;

/// What takes the counts of the evaluation's terms, White's positive and Black's negative.
pub trait Tally {
    /// Counts a term `count` times more.
    fn add(&mut self, term: usize, count: i32);
}

/// Adds up weights: the evaluation itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum(pub(crate) TaperedScore);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += WEIGHTS[term] * count;
    }
}

/// Keeps the counts, for the tuner.
#[derive(Clone, Debug)]
pub struct Counts(pub Vec<i16>);

impl Default for Counts {
    fn default() -> Counts {
        Counts(vec![0; COUNT])
    }
}

impl Tally for Counts {
    fn add(&mut self, term: usize, count: i32) {
        self.0[term] += count as i16;
    }
}
