//! Our own count, through the API that everybody uses: the rules known when compiling, and as a value at run time.

use std::hint::black_box;

use tabiya_notation::{Strictness, read_position};
use tabiya_rules::{FIDE, Fide, RuleSource, Rules, perft};

pub fn specialized(fen: &str, depth: u32) -> u64 {
    count(fen, Fide, depth)
}

pub fn run_time(fen: &str, depth: u32) -> u64 {
    // Hidden from the optimiser, which would else fold this value too.
    let rules: &'static Rules = black_box(&FIDE);
    count(fen, rules, depth)
}

fn count<R: RuleSource>(fen: &str, rules: R, depth: u32) -> u64 {
    let read = read_position(fen, rules, Strictness::Strict).expect("a suite position is valid");
    perft(&read.position, depth)
}
