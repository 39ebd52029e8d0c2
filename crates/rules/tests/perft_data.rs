//! The perft files say what the model counts.
//!
//! The counts of `fide`, `chess960` and `waterloo` were also found by shakmaty and by cozy-chess, at every depth.

use std::fs;

use crate::model::{ModelPosition, ModelRules};
use crate::support::perft_file::{self, Entry, read};

/// What the model may count in an everyday run.
const FEW_NODES: u64 = 5_000;
/// What it may count when the files are written anew; deeper counts of an entry stay as they are.
const MANY_NODES: u64 = 2_000_000;

#[test]
fn small_counts_are_the_models() {
    for set in ModelRules::NAMES {
        for entry in read(set) {
            let position = position(&entry, set);
            for (depth, &nodes) in (1..).zip(&entry.counts).take_while(|(_, nodes)| **nodes <= FEW_NODES) {
                assert_eq!(position.perft(depth), nodes, "{set}: {} at depth {depth}", entry.id);
            }
        }
    }
}

#[test]
fn names_and_positions_are_unique_in_each_file() {
    for set in ModelRules::NAMES {
        let entries = read(set);
        for (n, entry) in entries.iter().enumerate() {
            let twin = entries[..n].iter().find(|other| other.id == entry.id || other.epd == entry.epd);
            assert!(twin.is_none(), "{set}: {} is there twice", entry.id);
        }
    }
}

/// Counts all files anew: run it with `--ignored` after adding an `id` and an `epd` line, and look at the difference.
#[test]
#[ignore = "writes into the source tree and takes minutes"]
fn write_the_files_anew() {
    for set in ModelRules::NAMES {
        let entries: Vec<String> = read(set).iter().map(|entry| recounted(entry, set).to_text()).collect();
        fs::write(perft_file::path(set), entries.join("\n")).expect("the file can be written");
    }
}

fn position(entry: &Entry, set: &str) -> ModelPosition {
    ModelPosition::from_fen(&ModelRules::named(set), &entry.epd)
}

/// The same entry by the model's counts: the depths it has, or as many as are quickly counted if it has none.
fn recounted(entry: &Entry, set: &str) -> Entry {
    let position = position(entry, set);
    let counts = match entry.counts.as_slice() {
        [] => quick_counts(&position),
        old => (1..).zip(old).map(|(d, &n)| if n <= MANY_NODES { position.perft(d) } else { n }).collect(),
    };
    Entry { id: entry.id.clone(), epd: entry.epd.clone(), counts }
}

/// Depth by depth, until the next would probably exceed a million.
fn quick_counts(position: &ModelPosition) -> Vec<u64> {
    let mut counts = vec![position.perft(1)];
    let mut growth = counts[0];
    while growth > 0 && counts.len() < 8 && counts[counts.len() - 1] * growth < 1_000_000 {
        let last = counts[counts.len() - 1];
        counts.push(position.perft(counts.len() as u32 + 1));
        growth = counts[counts.len() - 1] / last;
    }
    counts
}
