//! What engines said of games, which takes long to find out: a proof that was stopped goes on with it, and holds all of it anew
//! against what is said now.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;

/// Between what is kept of two positions, and at the end of a line.
const TAB: &str = "\t";
const END: &str = ".";

/// What was found of the positions of games, by who was asked how.
pub struct KeptSearches {
    known: BTreeMap<u64, Vec<String>>,
    file: File,
}

impl KeptSearches {
    pub fn open(path: &Path) -> KeptSearches {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // A line that was cut off is not known.
        let known = text.lines().filter_map(|line| {
            let (key, found) = line.strip_suffix(END)?.split_once(TAB)?;
            Some((key.parse().ok()?, found.split(TAB).map(str::to_owned).collect()))
        });
        let known = known.collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file).unwrap();
        }
        KeptSearches { known, file }
    }

    pub fn get(&self, question: &impl Hash) -> Option<Vec<String>> {
        self.known.get(&key(question)).cloned()
    }

    pub fn put(&mut self, question: &impl Hash, found: &[String]) {
        writeln!(self.file, "{}{TAB}{}{END}", key(question), found.join(TAB)).unwrap();
    }
}

fn key(question: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    question.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn what_was_found_is_known_to_whoever_asks_the_same() {
    let path = std::env::temp_dir().join(format!("tabiya-kept-searches-{}", std::process::id()));
    let found = ["0.35,14 e2e4 e7e5; 0.20 d2d4".to_owned(), String::new()];
    let mut kept = KeptSearches::open(&path);
    kept.put(&("a game", 14), &found);
    // Stopped in the middle of a line.
    write!(kept.file, "77{TAB}0.35").unwrap();
    let mut again = KeptSearches::open(&path);
    assert_eq!((again.get(&("a game", 14)), again.get(&("a game", 15))), (Some(found.to_vec()), None));
    again.put(&("another", 14), &found);
    assert!(KeptSearches::open(&path).get(&("another", 14)).is_some());
    std::fs::remove_file(path).unwrap();
}
