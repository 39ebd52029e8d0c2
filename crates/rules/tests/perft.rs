//! The perft files, each position to the deepest count within a limit of nodes.
//!
//! The limit is small; the environment variable `PERFT_LIMIT` sets another, and `cargo xtask proof perft` sets none.

use std::env;
use std::time::Instant;

use tabiya_rules::{Fide, Position, RuleSource, perft};

use crate::model::ModelRules;
use crate::support::perft_file::read;
use crate::support::{fen, sets};

const USUAL_LIMIT: u64 = 1_000_000;

#[test]
fn specialized_moves_are_counted_right() {
    for set in ["fide", "chess960", "waterloo"] {
        count(set, "specialized", |fen| fen::position(fen, Fide));
    }
}

#[test]
fn moves_by_values_are_counted_right() {
    for name in ModelRules::NAMES {
        let set = sets::named(name);
        count(name, "by values", |fen| set.position(fen));
    }
}

/// Counts a whole file and says how long it took.
fn count<R: RuleSource>(set: &str, way: &str, read_fen: impl Fn(&str) -> Position<R>) {
    let limit = limit();
    let start = Instant::now();
    let (mut entries, mut nodes) = (0, 0);
    for entry in read(set) {
        if let Some((depth, expected)) = entry.deepest_within(limit) {
            let counted = perft(&read_fen(&entry.epd), depth);
            assert_eq!(counted, expected, "{set}, {way}: {} ({}) at depth {depth}", entry.id, entry.epd);
            entries += 1;
            nodes += counted;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{set}, {way}: {entries} positions, {nodes} nodes in {seconds:.1} s");
}

fn limit() -> u64 {
    match env::var("PERFT_LIMIT") {
        Ok(text) => text.parse().expect("PERFT_LIMIT is a number of nodes"),
        Err(_) => USUAL_LIMIT,
    }
}
