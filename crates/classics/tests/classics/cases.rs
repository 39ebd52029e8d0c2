//! Every case, byte for byte.

use std::collections::BTreeSet;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use crate::support::{classic, same, session};
use tabiya_classics::{CLASSICS, ClassicOptions, run};

#[test]
fn every_case_comes_out_byte_for_byte() {
    for classic in &CLASSICS {
        for case in classic.cases() {
            let options =
                ClassicOptions { fen: case.fen.map(|fen| fen.parse().unwrap()), ..ClassicOptions::default() };
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
            let options =
                ClassicOptions { fen: case.fen.map(|fen| fen.parse().unwrap()), ..ClassicOptions::default() };
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

#[test]
fn it_does_not_matter_in_which_pieces_the_input_comes() {
    for classic in &CLASSICS {
        for case in classic.cases().iter().take(8) {
            let options =
                ClassicOptions { fen: case.fen.map(|fen| fen.parse().unwrap()), ..ClassicOptions::default() };
            let mut output = Vec::new();
            let mut byte_by_byte = BufReader::with_capacity(1, case.input);
            run(classic, &options, &mut byte_by_byte, &mut output, &mut io::sink()).unwrap();
            same(&output, case.output, &format!("{} {}", classic.name, case.name));
        }
    }
}

/// An input that is interrupted before every piece, and ends once: whoever asks again after the end has not listened.
struct Awkward<'a> {
    rest: &'a [u8],
    is_interrupted: bool,
    has_ended: bool,
}

impl Read for Awkward<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        assert!(!self.has_ended, "asked again after the end");
        let count = self.rest.read(buffer)?;
        self.has_ended = count == 0;
        Ok(count)
    }
}

#[test]
fn the_end_of_the_input_is_asked_for_once() {
    for (name, input) in [
        ("hong", "E2,E3"),
        ("cuhk", "1 d7"),
        ("cuhk", "x"),
        ("imperial", "E2 E4\n"),
        ("waterloo", "setup\n+ K a1\n+ k h8\n+ P b7\ndone\ngame human human\nmove b7 b8"),
    ] {
        let awkward = Awkward { rest: input.as_bytes(), is_interrupted: false, has_ended: false };
        let mut output = Vec::new();
        let mut input = BufReader::with_capacity(3, awkward);
        run(classic(name), &ClassicOptions::default(), &mut input, &mut output, &mut io::sink()).unwrap();
    }
}

/// Whatever cannot be written ends the session with that error, and nothing else does.
#[test]
fn a_closed_output_ends_the_session() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for classic in &CLASSICS {
        let error = run(classic, &ClassicOptions::default(), &mut &b"1\n"[..], &mut Closed, &mut io::sink())
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BrokenPipe, "{}", classic.name);
        let deaf =
            run(classic, &ClassicOptions::default(), &mut &b"1\nx\n"[..], &mut Vec::new(), &mut Closed);
        assert!(deaf.is_ok(), "nobody need listen to the asides");
    }
}

#[test]
fn a_start_that_the_rules_do_not_allow_is_told_before_anything_is_printed() {
    let fen = "4k3/8/8/8/8/8/8/8 w - - 0 1";
    let options = ClassicOptions { fen: Some(fen.parse().unwrap()), ..ClassicOptions::default() };
    for name in ["hong-written", "waterloo", "imperial"] {
        let mut output = Vec::new();
        let error = run(classic(name), &options, &mut &b""[..], &mut output, &mut io::sink()).unwrap_err();
        assert_eq!((error.to_string().as_str(), output.len()), ("White has no king", 0), "{name}");
    }
}
