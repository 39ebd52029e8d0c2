//! Every case, byte for byte.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use support::{same, session};
use tabiya_classics::{CLASSICS, Options};

#[test]
fn every_case_comes_out_byte_for_byte() {
    for classic in &CLASSICS {
        for case in classic.cases() {
            let options = Options { fen: case.fen.map(|fen| fen.parse().unwrap()), ..Options::default() };
            let (output, _) = session(classic, &options, case.input);
            same(&output, case.output, &format!("{} {}", classic.name, case.name));
        }
    }
}

#[test]
fn every_file_is_a_case() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/cases"));
    for classic in &CLASSICS {
        let files = std::fs::read_dir(folder.join(classic.name)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let inputs: BTreeSet<String> =
            names.filter_map(|name| Some(name.strip_suffix(".in")?.to_owned())).collect();
        let cases: BTreeSet<String> = classic.cases().iter().map(|case| case.name.to_owned()).collect();
        assert_eq!(inputs, cases, "{}", classic.name);
    }
}

#[test]
fn only_waterloo_tells_reasons_through_a_pipe() {
    for classic in &CLASSICS {
        for case in classic.cases() {
            let options = Options { fen: case.fen.map(|fen| fen.parse().unwrap()), ..Options::default() };
            let (_, asides) = session(classic, &options, case.input);
            assert!(
                asides.is_empty() || classic.name == "waterloo",
                "{} {}: {asides}",
                classic.name,
                case.name
            );
        }
    }
}
