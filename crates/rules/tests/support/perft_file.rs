//! Perft files: `id NAME`, `epd FEN` and lines `perft DEPTH NODES`; an empty line parts entries.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

pub struct Entry {
    pub id: String,
    pub epd: String,
    /// The counts of depth 1, 2, 3 and so on.
    pub counts: Vec<u64>,
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

    pub fn to_text(&self) -> String {
        let mut text = format!("id {}\nepd {}\n", self.id, self.epd);
        for (depth, nodes) in (1..).zip(&self.counts) {
            writeln!(text, "perft {depth} {nodes}").expect("a string takes all");
        }
        text
    }

    /// The deepest depth that takes no more than this many nodes, with its count; `None` if even one move is more.
    pub fn deepest_within(&self, limit: u64) -> Option<(u32, u64)> {
        (1..).zip(self.counts.iter().copied()).take_while(|&(_, nodes)| nodes <= limit).last()
    }
}

/// The entries of a rule set's file.
pub fn read(set: &str) -> Vec<Entry> {
    let text = fs::read_to_string(path(set)).expect("each set has its file");
    text.split("\n\n").map(Entry::parse).collect()
}

pub fn path(set: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "perft", &format!("{set}.perft")].iter().collect()
}
