//! Moves as text: one table of what is taken and what is refused, and laws that bind the readers together.

use tabiya_notation::pgn::{PgnFault, PgnReader, Visitor};
use tabiya_notation::{MoveText, San, SanError, Strictness, UciMove, find_rules, read_position};
use tabiya_rules::{Move, Position, Rules};

const TABLES: [&str; 4] = [
    include_str!("moves/spellings.txt"),
    include_str!("moves/pieces.txt"),
    include_str!("moves/castling.txt"),
    include_str!("moves/rule_sets.txt"),
];

/// The bytes of a text with `\s`, `\t`, `\n`, `\r`, `\u{...}` and `\x{...}` for what they stand for.
fn unescaped(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        let (kind, mut rest) = part.split_at(1);
        let mut number = || {
            let (code, after) = rest.strip_prefix('{').unwrap().split_once('}').unwrap();
            rest = after;
            u32::from_str_radix(code, 16).unwrap()
        };
        match kind {
            "u" => out.extend(char::from_u32(number()).unwrap().to_string().bytes()),
            "x" => out.push(number() as u8),
            "s" => out.push(b' '),
            "t" => out.push(b'\t'),
            "n" => out.push(b'\n'),
            "r" => out.push(b'\r'),
            _ => panic!("unknown escape in {text}"),
        }
        out.extend(rest.bytes());
    }
    out
}

fn position(line: &str) -> Position<&'static Rules> {
    let (name, fen) = line.split_once(' ').unwrap();
    let rules = find_rules(name).unwrap().rules;
    read_position(fen, rules, Strictness::Strict).unwrap_or_else(|error| panic!("{line}: {error}")).position
}

/// The answer as the table has it.
fn shown(position: &Position<&'static Rules>, answer: Result<Move, SanError>) -> String {
    match answer {
        Ok(m) => UciMove::from_move(m, position).to_string(),
        Err(why) => format!("! {why}"),
    }
}

fn typed(position: &Position<&'static Rules>, text: &[u8]) -> String {
    match MoveText::from_bytes(text) {
        Ok(read) => shown(position, read.to_move(position)),
        Err(error) => format!("! {error}"),
    }
}

/// The moves that the reader of games finds in a text.
#[derive(Default)]
struct Found(Vec<San>);

impl Visitor for Found {
    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        self.0.push(san);
        Ok(())
    }
}

fn in_a_game(text: &[u8]) -> Vec<San> {
    let mut found = Found::default();
    PgnReader::new([b"1. ", text, b" *"].concat().as_slice()).read_game(&mut found).unwrap();
    found.0
}

#[test]
fn every_row_of_the_tables_is_answered_as_it_says() {
    let mut wrong = Vec::new();
    for table in TABLES {
        let mut here = None;
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let Some(row) = line.strip_prefix("  ") else {
                here = Some((line, position(line)));
                continue;
            };
            let (place, position) = here.as_ref().expect("a position before the row");
            let everywhere = row.rsplit_once(" -> ");
            let (text, expected) = everywhere.or(row.rsplit_once(" ~> ")).expect("an arrow");
            let bytes = unescaped(text);
            let found = typed(position, &bytes);
            if found != expected {
                wrong.push(format!("{place}\n  {row}\n  found: {found}"));
            }
            if let (Some(_), Ok(san)) = (everywhere, San::from_ascii(&bytes)) {
                let in_a_game = in_a_game(&bytes);
                if in_a_game != [san] {
                    wrong.push(format!("{place}\n  {row}\n  in a game: {in_a_game:?}"));
                }
            }
            let in_files = San::from_ascii(&bytes).map(|san| shown(position, san.to_move(position)));
            let is_typed = MoveText::from_bytes(&bytes).is_ok();
            if in_files.is_ok() != (everywhere.is_some() && is_typed) {
                wrong.push(format!("{place}\n  {row}\n  in files: {in_files:?}"));
            } else if in_files.is_ok_and(|in_files| in_files != found) {
                wrong.push(format!("{place}\n  {row}\n  differs in files"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
