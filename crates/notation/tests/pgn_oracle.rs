//! pgn-reader with shakmaty finds the same tags, moves, marks, comments and variations in what we write as we do.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Skip};
use shakmaty::fen::Fen as TheirFen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya_notation::pgn::{Interest, Nag, PgnEnding, PgnFault, PgnReader, Visitor};
use tabiya_notation::{Fen, San, Strictness, read_position};
use tabiya_rules::{CHESS960, FIDE, Position, Rules};

use crate::random::Random;
use crate::random_game::{TAME, game, start};

fn comment(text: &[u8]) -> String {
    format!("{{{}}}", String::from_utf8_lossy(text).replace('\n', " "))
}

fn tag(name: &[u8], value: &[u8]) -> String {
    format!("[{} {}]", String::from_utf8_lossy(name), String::from_utf8_lossy(value))
}

/// The board and the side to move: what two libraries cannot see differently.
fn board(fen: &str) -> &str {
    fen.match_indices(' ').nth(1).map_or(fen, |(at, _)| &fen[..at])
}

struct Ours {
    events: Vec<String>,
    rules: &'static Rules,
    /// The positions before and after the last move, of each line that is open.
    lines: Vec<[Position<&'static Rules>; 2]>,
}

impl Visitor for Ours {
    fn begin_game(&mut self) {
        self.lines = vec![[Position::starting(self.rules).unwrap(); 2]];
    }
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), PgnFault> {
        if name == b"FEN" {
            let fen = std::str::from_utf8(value).unwrap();
            let start = read_position(fen, self.rules, Strictness::Strict).unwrap().position;
            self.lines = vec![[start; 2]];
        }
        self.events.push(tag(name, value));
        Ok(())
    }
    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        let line = self.lines.last_mut().unwrap();
        let next = line[1].play_unchecked(san.to_move(&line[1])?);
        *line = [line[1], next];
        self.events.push(format!("{san} {}", board(&Fen::from(&next).to_string())));
        Ok(())
    }
    fn nag(&mut self, nag: Nag) {
        self.events.push(nag.to_string());
    }
    fn comment(&mut self, text: &[u8]) -> Result<(), PgnFault> {
        self.events.push(comment(text));
        Ok(())
    }
    fn begin_variation(&mut self) -> Result<Interest, PgnFault> {
        let before = self.lines.last().unwrap()[0];
        self.lines.push([before; 2]);
        self.events.push("(".to_owned());
        Ok(Interest::Read)
    }
    fn end_variation(&mut self) {
        self.lines.pop();
        self.events.push(")".to_owned());
    }
    fn ending(&mut self, ending: PgnEnding) -> Result<(), PgnFault> {
        self.events.push(ending.to_string());
        Ok(())
    }
}

#[derive(Default)]
struct Theirs {
    events: Vec<String>,
    /// The beginning of a comment that comes in several parts.
    part: Vec<u8>,
}

impl pgn_reader::Visitor for Theirs {
    type Tags = Chess;
    type Movetext = Vec<[Chess; 2]>;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }
    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = TheirFen::from_ascii(value.as_bytes()).unwrap();
            *start = fen.into_position(CastlingMode::Chess960).unwrap();
        }
        self.events.push(tag(name, &value.decode()));
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Self::Movetext> {
        ControlFlow::Continue(vec![[start.clone(), start]])
    }
    fn san(&mut self, lines: &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        let line = lines.last_mut().unwrap();
        let mut next = line[1].clone();
        next.play_unchecked(san.san.to_move(&next).unwrap());
        *line = [line[1].clone(), next.clone()];
        let fen = TheirFen::from_position(&next, EnPassantMode::Legal).to_string();
        self.events.push(format!("{} {}", san.san, board(&fen)));
        ControlFlow::Continue(())
    }
    fn nag(&mut self, _: &mut Self::Movetext, nag: pgn_reader::Nag) -> ControlFlow<()> {
        self.events.push(format!("${}", nag.0));
        ControlFlow::Continue(())
    }
    fn partial_comment(&mut self, _: &mut Self::Movetext, text: RawComment<'_>) -> ControlFlow<()> {
        self.part.extend(text.as_bytes());
        ControlFlow::Continue(())
    }
    fn comment(&mut self, _: &mut Self::Movetext, text: RawComment<'_>) -> ControlFlow<()> {
        self.part.extend(text.as_bytes());
        self.events.push(comment(&std::mem::take(&mut self.part)));
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, lines: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        let before = lines.last().unwrap()[0].clone();
        lines.push([before.clone(), before]);
        self.events.push("(".to_owned());
        ControlFlow::Continue(Skip(false))
    }
    fn end_variation(&mut self, lines: &mut Self::Movetext) -> ControlFlow<()> {
        lines.pop();
        self.events.push(")".to_owned());
        ControlFlow::Continue(())
    }
    fn outcome(&mut self, _: &mut Self::Movetext, outcome: Outcome) -> ControlFlow<()> {
        self.events.push(outcome.to_string());
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, _: Self::Movetext) {}
}

fn assert_agreement(text: &str, rules: &'static Rules) {
    let mut ours = Ours { events: Vec::new(), rules, lines: Vec::new() };
    let mut reader = PgnReader::new(text.as_bytes());
    while let Some(end) = reader.read_game(&mut ours).unwrap() {
        assert_eq!(end.damage, None, "{text}");
    }
    let mut theirs = Theirs::default();
    let mut reader = Reader::new(text.as_bytes());
    while reader.read_game(&mut theirs).unwrap().is_some() {}
    let pairs = ours.events.iter().zip(&theirs.events);
    for (i, (ours, theirs)) in pairs.enumerate() {
        assert_eq!(ours, theirs, "event {i}");
    }
    assert_eq!(ours.events.len(), theirs.events.len());
}

#[test]
fn pgn_reader_finds_the_same_in_our_games() {
    let mut random = Random(7);
    for rules in [&FIDE, &CHESS960] {
        for _ in 0..60 {
            let mut text = String::new();
            for _ in 0..5 {
                let start = start(&mut random, rules);
                text += &game(&mut random, start, TAME).to_string();
                text.push('\n');
            }
            assert_agreement(&text, rules);
        }
    }
}

#[test]
fn pgn_reader_finds_the_same_in_texts_by_hand() {
    let texts = [
        "1.e4 e5 2.Nf3!? Nc6?? 3.Bb5 $1 $14 a6 (3...Nf6 4.O-O (4.d3) 4...Nxe4) 4.Ba4 1-0",
        "[White \"a \\\"b\\\" \\\\\"]\r\n[Black \"B\"]\r\n\r\n1. e4 {c} e5 {d} (1... c5) ({x} 1... c6) 1/2-1/2\r\n\r\n1. d4 *",
        "% escaped\n[Event \"x\"]\n\n1. e4\n% escaped\ne5 *\n",
        "1. e4 d5 2. exd5 c5 3. dxc6 Nf6 4. cxb7 Bd7 5. bxa8=Q 0-1",
    ];
    for text in texts {
        assert_agreement(text, &FIDE);
    }
}
