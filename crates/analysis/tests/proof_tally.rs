//! What a proof has found of games, and keeps, so that it goes on where it was stopped.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::Path;

/// What was said and how marks agree, over some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProofTally {
    pub games: usize,
    pub sentences: BTreeMap<String, usize>,
    pub wrong: Vec<String>,
    /// Ours, then Stockfish's: none, `?!`, `?`, `??`.
    pub marks: [[usize; 4]; 4],
}

impl ProofTally {
    pub fn add(&mut self, other: ProofTally) {
        self.games += other.games;
        self.wrong.extend(other.wrong);
        for (kind, count) in other.sentences {
            *self.sentences.entry(kind).or_default() += count;
        }
        for (row, more) in self.marks.iter_mut().zip(other.marks) {
            row.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }

    pub fn table(&self) -> String {
        const NAMES: [&str; 4] = ["-", "?!", "?", "??"];
        let mut table = String::from("ours \\ Stockfish's       -      ?!       ?      ??\n");
        for (name, row) in NAMES.iter().zip(self.marks) {
            let counts: String = row.iter().map(|count| format!("{count:8}")).collect();
            let _ = writeln!(table, "{name:17}{counts}");
        }
        table
    }

    pub fn agreement(&self) -> f64 {
        let all: usize = self.marks.iter().flatten().sum();
        let same: usize = (0..4).map(|mark| self.marks[mark][mark]).sum();
        100.0 * same as f64 / all.max(1) as f64
    }
}

/// Of one game in which nothing is wrong.
impl fmt::Display for ProofTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks: Vec<String> = self.marks.iter().flatten().map(usize::to_string).collect();
        let said: Vec<String> =
            self.sentences.iter().map(|(kind, count)| format!("{kind}={count}")).collect();
        write!(f, "{}|{}", marks.join(" "), said.join(" "))
    }
}

impl ProofTally {
    fn of_text(text: &str) -> Option<ProofTally> {
        let (marks, said) = text.split_once('|')?;
        let marks: Vec<usize> = marks.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        let mut tally = ProofTally { games: 1, ..ProofTally::default() };
        if marks.len() != 16 {
            return None;
        }
        marks.iter().enumerate().for_each(|(i, &count)| tally.marks[i / 4][i % 4] = count);
        for word in said.split_whitespace() {
            let (kind, count) = word.split_once('=')?;
            tally.sentences.insert(kind.to_owned(), count.parse().ok()?);
        }
        Some(tally)
    }
}

/// What was found, by what it hangs on.
pub struct KeptTallies {
    known: BTreeMap<u64, ProofTally>,
    file: File,
    /// The program that finds it: another one may say something else.
    program: u64,
}

impl KeptTallies {
    pub fn open(path: &Path) -> KeptTallies {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        KeptTallies::of_program(path, &program)
    }

    fn of_program(path: &Path, program: &[u8]) -> KeptTallies {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // A line that was cut off is not known, and the next one begins anew.
        let known = text.lines().filter_map(|line| {
            let (key, tally) = line.strip_suffix('.')?.split_once('|')?;
            Some((key.parse().ok()?, ProofTally::of_text(tally)?))
        });
        let known = known.collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file).unwrap();
        }
        KeptTallies { known, file, program: hash(&program) }
    }

    pub fn get(&self, question: &impl Hash) -> Option<&ProofTally> {
        self.known.get(&self.key(question))
    }

    /// Keeps what was found of a game. Where something is wrong it is looked at again each time.
    pub fn put(&mut self, question: &impl Hash, tally: &ProofTally) {
        if tally.wrong.is_empty() {
            writeln!(self.file, "{}|{tally}.", self.key(question)).unwrap();
        }
    }

    fn key(&self, question: &impl Hash) -> u64 {
        hash(&(self.program, question))
    }
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn what_was_found_is_known_to_the_same_program_only() {
    let path = std::env::temp_dir().join(format!("tabiya-proof-tallies-{}", std::process::id()));
    let mut tally = ProofTally { games: 1, ..ProofTally::default() };
    tally.marks[1][2] = 7;
    tally.sentences.insert("wins".to_owned(), 3);
    let wrong = ProofTally { wrong: vec!["no".to_owned()], ..tally.clone() };
    let mut kept = KeptTallies::of_program(&path, b"one");
    kept.put(&("a game", 14), &tally);
    kept.put(&("a wrong one", 14), &wrong);
    // Stopped in the middle of a line.
    write!(kept.file, "77|1 2 3").unwrap();
    let mut again = KeptTallies::of_program(&path, b"one");
    assert_eq!(again.get(&("a game", 14)), Some(&tally));
    assert_eq!((again.get(&("a game", 15)), again.get(&("a wrong one", 14))), (None, None));
    again.put(&("another", 14), &tally);
    assert_eq!(KeptTallies::of_program(&path, b"one").get(&("another", 14)), Some(&tally));
    assert_eq!(KeptTallies::of_program(&path, b"other").get(&("a game", 14)), None);
    std::fs::remove_file(path).unwrap();
}
