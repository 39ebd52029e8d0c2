//! A table of damaged and odd texts, and the law that the pieces in which a text comes do not matter.

use std::io::{self, Read};

use tabiya_notation::San;
use tabiya_notation::pgn::{GameEnd, Interest, Nag, PgnEnding, PgnFault, PgnGame, PgnReader, Visitor};

use crate::random::Random;

struct Case {
    name: &'static str,
    text: Vec<u8>,
    expected: Vec<&'static str>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in include_str!("pgn/odd.txt").lines() {
        if let Some(name) = line.strip_prefix("== ") {
            cases.push(Case { name, text: Vec::new(), expected: Vec::new() });
        } else if let Some(text) = line.strip_prefix('>') {
            push_bytes(&mut cases.last_mut().unwrap().text, text.strip_prefix(' ').unwrap_or(text));
        } else if let Some(expected) = line.strip_prefix("< ") {
            cases.last_mut().unwrap().expected.push(expected);
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "{line}");
        }
    }
    cases
}

fn push_bytes(text: &mut Vec<u8>, line: &str) {
    let (line, end) = line.strip_suffix('␃').map_or((line, "\n"), |line| (line, ""));
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '␍' => text.push(b'\r'),
            '␀' => text.push(0),
            '␚' => text.push(0x1a),
            '⟨' => {
                let (digits, after) = rest.split_once('⟩').unwrap();
                text.push(u8::from_str_radix(digits, 16).unwrap());
                rest = after;
            }
            _ => text.extend(c.to_string().as_bytes()),
        }
    }
    text.extend(end.as_bytes());
}

/// A game in one line: its tags, and its moves as they are written.
fn shown(game: &PgnGame) -> String {
    let text = game.to_string();
    let (head, moves) = text.split_once("\n\n").unwrap();
    let is_known = |line: &&str| !line.ends_with("\"?\"]") && !line.ends_with("\"????.??.??\"]");
    let tags = head.lines().filter(is_known).filter(|line| !line.starts_with("[Result \"*"));
    let words = tags.chain(moves.lines()).collect::<Vec<_>>().join(" ");
    words.chars().map(|c| if c.is_control() { '·' } else { c }).collect()
}

fn lines(text: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    for read in PgnReader::new(text).games() {
        let (game, end) = read.unwrap();
        lines.push(format!("{}: {}", end.number, shown(&game)));
        lines.extend(end.damage.map(|damage| damage.to_string()));
    }
    lines
}

#[test]
fn odd_texts_are_read_as_the_table_says() {
    let wrong: Vec<String> = cases()
        .into_iter()
        .filter(|case| lines(&case.text) != case.expected)
        .map(|case| format!("== {}\n< {}", case.name, lines(&case.text).join("\n< ")))
        .collect();
    assert!(wrong.is_empty(), "what is read now:\n{}", wrong.join("\n"));
}

#[test]
fn what_was_kept_of_odd_texts_comes_back() {
    for case in cases() {
        for read in PgnReader::new(&case.text[..]).games() {
            let (game, _) = read.unwrap();
            let text = game.to_string();
            let again = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
            assert!(again.0 == game, "{}: {text}", case.name);
        }
    }
}

/// Writes down all that it is told.
#[derive(Default)]
struct Log {
    events: Vec<String>,
    random: Option<Random>,
}

impl Log {
    fn interest(&mut self) -> Interest {
        let is_bored = self.random.as_mut().is_some_and(|random| random.below(3) == 0);
        if is_bored { Interest::Skip } else { Interest::Read }
    }

    fn note(&mut self, event: String) -> Result<(), PgnFault> {
        self.events.push(event);
        let is_annoyed = self.random.as_mut().is_some_and(|random| random.below(20) == 0);
        if is_annoyed { Err(PgnFault::TooManyMoves) } else { Ok(()) }
    }
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.events.push("game".to_owned());
    }
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), PgnFault> {
        self.events.push(format!("tag {name:?} {value:?}"));
        Ok(())
    }
    fn end_tags(&mut self) -> Result<Interest, PgnFault> {
        self.events.push("end of tags".to_owned());
        Ok(self.interest())
    }
    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        self.note(san.to_string())
    }
    fn nag(&mut self, nag: Nag) {
        self.events.push(nag.to_string());
    }
    fn comment(&mut self, text: &[u8]) -> Result<(), PgnFault> {
        self.note(format!("{:?}", String::from_utf8_lossy(text)))
    }
    fn begin_variation(&mut self) -> Result<Interest, PgnFault> {
        self.events.push("(".to_owned());
        Ok(self.interest())
    }
    fn end_variation(&mut self) {
        self.events.push(")".to_owned());
    }
    fn ending(&mut self, ending: PgnEnding) -> Result<(), PgnFault> {
        self.events.push(ending.to_string());
        Ok(())
    }
}

/// Gives a text in pieces of a size, or of random sizes.
struct Pieces<'a> {
    text: &'a [u8],
    size: usize,
    random: Random,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.random.below(50) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = if self.size == 0 { 1 + self.random.below(300) } else { self.size };
        let count = size.min(buffer.len()).min(self.text.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.text = &self.text[count..];
        Ok(count)
    }
}

fn events(text: &[u8], size: usize, is_choosy: bool) -> (Vec<String>, Vec<GameEnd>) {
    let mut reader = PgnReader::new(Pieces { text, size, random: Random(9) });
    let mut log = Log { random: is_choosy.then_some(Random(5)), ..Log::default() };
    let mut ends = Vec::new();
    while let Some(end) = reader.read_game(&mut log).unwrap() {
        ends.push(end);
    }
    (log.events, ends)
}

fn assert_pieces_do_not_matter(text: &[u8]) {
    for is_choosy in [false, true] {
        let whole = events(text, usize::MAX, is_choosy);
        for size in [1, 2, 7, 255, 0] {
            let pieces = events(text, size, is_choosy);
            assert!(pieces == whole, "in pieces of {size}: {:?}", String::from_utf8_lossy(text));
        }
    }
}

#[test]
fn the_pieces_of_a_text_do_not_matter() {
    let mut all = Vec::new();
    for case in cases() {
        assert_pieces_do_not_matter(&case.text);
        all.extend(case.text);
    }
    assert_pieces_do_not_matter(&all);
}

#[test]
fn the_pieces_of_mangled_texts_do_not_matter() {
    let mut random = Random(6);
    let cases = cases();
    let fillers: [&[u8]; 8] = [b" ", b"\n", b"x", b"1", b"(", b"\r", b"1. e4 ", b"\n\n1. e4 "];
    for _ in 0..2000 {
        let mut text = Vec::new();
        for _ in 0..1 + random.below(5) {
            let case = &cases[random.below(cases.len())].text;
            let from = random.below(case.len() + 1);
            let to = from + random.below(case.len() - from + 1);
            text.extend(&case[from..to]);
            if random.below(3) == 0 {
                let filler = fillers[random.below(fillers.len())];
                text.extend(filler.repeat(random.below(300)));
            }
        }
        assert_pieces_do_not_matter(&text);
        for read in PgnReader::new(&text[..]).games() {
            let (game, _) = read.unwrap();
            let written = game.to_string();
            let again = PgnReader::new(written.as_bytes()).games().next().unwrap().unwrap();
            assert!(again.0 == game, "{written}");
        }
    }
}
