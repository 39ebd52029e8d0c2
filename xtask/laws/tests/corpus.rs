//! What the fuzzer found worth keeping, and its near relatives. The fuzzer itself looks for more: `cargo xtask proof fuzz`.

use std::fs;
use std::path::{Path, PathBuf};

use laws::LAWS;

/// How many damaged copies are made of each input.
const COPIES: u64 = 8;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(name)
}

/// The files of a folder, in an order that is the same everywhere.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Numbers that look like chance and are the same in every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 33) as usize % bound.max(1)
    }
}

/// A copy with some bytes changed, left out, said twice or taken from another input.
fn damaged(data: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut copy = data.to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(copy.len() + 1);
        let end = (at + 1 + numbers.below(8)).min(copy.len());
        match numbers.below(4) {
            0 if at < copy.len() => copy[at] = numbers.below(256) as u8,
            1 => drop(copy.drain(at..end)),
            2 => {
                let said = copy[at..end].to_vec();
                copy.splice(at..at, said);
            }
            _ => {
                let from = numbers.below(other.len() + 1);
                let to = (from + 1 + numbers.below(32)).min(other.len());
                copy.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    copy
}

#[test]
fn every_law_holds_over_its_corpus_and_damaged_copies_of_it() {
    std::thread::scope(|scope| {
        for (name, hold) in LAWS {
            scope.spawn(move || {
                let corpus: Vec<Vec<u8>> =
                    files(&folder("corpus").join(name)).iter().map(|path| fs::read(path).unwrap()).collect();
                assert!(!corpus.is_empty(), "{name} has no corpus");
                let mut numbers = Numbers(corpus.len() as u64);
                for (i, data) in corpus.iter().enumerate() {
                    let mut inputs = vec![data.clone()];
                    for _ in 0..COPIES {
                        let other = &corpus[numbers.below(corpus.len())];
                        inputs.push(damaged(data, other, &mut numbers));
                    }
                    for input in inputs {
                        let is_held = std::panic::catch_unwind(|| hold(&input)).is_ok();
                        assert!(is_held, "{name} is broken by input {i} or a copy: {}", input.escape_ascii());
                    }
                }
            });
        }
    });
}

/// So that no target can rot while nobody runs it: they are compiled for long runs only.
#[test]
fn every_law_is_a_fuzz_target_and_nothing_else_is_one() {
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let names = LAWS.map(|(name, _)| name.to_owned());
    for kind in ["fuzz_targets", "corpus"] {
        let found: Vec<String> = files(&folder(kind)).iter().map(stem).collect();
        assert_eq!(found, names, "{kind}");
    }
    let manifest = fs::read_to_string(folder("Cargo.toml")).unwrap();
    for name in names {
        let source = fs::read_to_string(folder("fuzz_targets").join(format!("{name}.rs"))).unwrap();
        let target = format!("libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::{name}::hold(data));\n");
        assert_eq!(source, format!("#![no_main]\n\n{target}"));
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}
