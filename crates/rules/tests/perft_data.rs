//! The perft files say what the model counts.
//!
//! An entry is `id NAME`, `epd FEN` and lines `perft DEPTH NODES`; an empty line parts entries. The counts of `fide`,
//! `chess960` and `waterloo` were also found by shakmaty and by cozy-chess, at every depth.

mod model;

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use model::{ModelPosition, ModelRules};

/// What the model may count in an everyday run.
const FEW_NODES: u64 = 5_000;
/// What it may count when the files are written anew; deeper counts of an entry stay as they are.
const MANY_NODES: u64 = 2_000_000;

struct Entry {
    id: String,
    epd: String,
    counts: Vec<u64>,
}

#[test]
fn small_counts_are_the_models() {
    for set in ModelRules::NAMES {
        for entry in read(set) {
            let position = entry.position(set);
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
        let entries: Vec<String> = read(set).iter().map(|entry| entry.recounted(set).to_text()).collect();
        fs::write(path(set), entries.join("\n")).expect("the file can be written");
    }
}

impl Entry {
    fn parse(text: &str) -> Entry {
        let mut entry = Entry { id: String::new(), epd: String::new(), counts: vec![] };
        for line in text.lines() {
            match line.split_once(' ').expect("a word and its value") {
                ("id", id) => entry.id = id.to_string(),
                ("epd", epd) => entry.epd = epd.to_string(),
                ("perft", count) => entry.push_count(count),
                _ => panic!("unknown line: {line}"),
            }
        }
        entry
    }

    fn push_count(&mut self, count: &str) {
        let (depth, nodes) = count.split_once(' ').expect("a depth and its nodes");
        assert_eq!(depth.parse(), Ok(self.counts.len() + 1), "{}: depths follow each other", self.id);
        self.counts.push(nodes.parse().expect("a number of nodes"));
    }

    fn position(&self, set: &str) -> ModelPosition {
        ModelPosition::from_fen(&ModelRules::named(set), &self.epd)
    }

    /// The same entry by the model's counts: the depths it has, or as many as are quickly counted if it has none.
    fn recounted(&self, set: &str) -> Entry {
        let position = self.position(set);
        let counts = match self.counts.as_slice() {
            [] => quick_counts(&position),
            old => {
                (1..).zip(old).map(|(d, &n)| if n <= MANY_NODES { position.perft(d) } else { n }).collect()
            }
        };
        Entry { id: self.id.clone(), epd: self.epd.clone(), counts }
    }

    fn to_text(&self) -> String {
        let mut text = format!("id {}\nepd {}\n", self.id, self.epd);
        for (depth, nodes) in (1..).zip(&self.counts) {
            writeln!(text, "perft {depth} {nodes}").expect("a string takes all");
        }
        text
    }
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

fn read(set: &str) -> Vec<Entry> {
    let text = fs::read_to_string(path(set)).expect("each set has its file");
    text.split("\n\n").map(Entry::parse).collect()
}

fn path(set: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "perft", &format!("{set}.perft")].iter().collect()
}
