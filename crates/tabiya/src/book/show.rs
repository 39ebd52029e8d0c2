//! A book is read from one end to the other: only that tells whether it is in order, and a search saves nothing
//! afterwards. A map of the file would need unsafe code and turn a file that shrinks meanwhile into a crash.

use std::io::{self, BufReader, Read};
use std::path::PathBuf;

use anyhow::{Context, bail};
use serde_json::json;
use tabiya_notation::polyglot::{BookEntry, BookError, BookMoves};
use tabiya_notation::{Book, BookKey, SanPlus, UciMove};
use tabiya_rules::{Position, Rules};
use tabiya_system::{Input, input_name};

use crate::output::{Status, print_lines, tell};
use crate::position::PositionArgs;

/// Show the moves that a book has for a position
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The book; - is standard input
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    #[command(flatten)]
    position: PositionArgs,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A move a line, the heaviest first: as people write it, as programs do, its
weight, and its part of all weights. Entries whose moves are not legal are
ignored, and told. A book that is cut off or out of order is refused.

Examples:
  tabiya book show book.bin
  tabiya book show book.bin \\
      --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let position = args.position.position()?;
    let name = input_name(&args.book);
    let entries =
        entries_of(Input::open(&args.book)?, BookKey::of(&position)).with_context(|| name.clone())?;
    let found = Book::new(entries)?.moves(&position);
    if found.ignored > 0 {
        let (are, moves) =
            if found.ignored == 1 { ("entry is", "its move is") } else { ("entries are", "their moves are") };
        tell(format_args!("note: {name}: {} {are} ignored: {moves} not legal here", found.ignored));
    }
    if args.json {
        print_lines([to_json(&position, &found)])?;
        return Ok(Status::Done);
    }
    if found.moves.is_empty() {
        tell(format_args!("note: {name} has no move for this position"));
    }
    print_lines(lines(&position, &found))?;
    Ok(Status::Done)
}

/// The most entries that a book may have for a position: more than there are moves, even written in several ways.
const MOST_ENTRIES: usize = 4096;

/// The entries of a position, as bytes. The book is read from one end to the other, for only that shows whether it is
/// in order; a search would then save nothing. It may have any size, and may even change meanwhile.
fn entries_of(book: Input, key: BookKey) -> anyhow::Result<Vec<u8>> {
    let mut book = BufReader::with_capacity(1 << 16, book);
    let mut found = Vec::new();
    let mut before = BookKey(0);
    let mut number = 0;
    while let Some(entry) = next_entry(&mut book, number)? {
        number += 1;
        if entry.key < before {
            return Err(BookError::Unsorted { number, before, key: entry.key }.into());
        }
        before = entry.key;
        if entry.key == key {
            found.extend(entry.to_bytes());
            if found.len() > MOST_ENTRIES * BookEntry::LENGTH {
                bail!("more than {MOST_ENTRIES} entries are for one position: this is no book");
            }
        }
    }
    Ok(found)
}

/// The entry after so many others; `None` at the end of the book.
fn next_entry(book: &mut impl Read, number: usize) -> anyhow::Result<Option<BookEntry>> {
    let mut bytes = [0; BookEntry::LENGTH];
    let mut length = 0;
    while length < bytes.len() {
        match book.read(&mut bytes[length..]) {
            Ok(0) if length == 0 => return Ok(None),
            Ok(0) => return Err(BookError::Length { length: number * BookEntry::LENGTH + length }.into()),
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Some(BookEntry::from_bytes(bytes)))
}

/// Each move with its part of all weights, in percent.
fn parts(found: &BookMoves) -> impl Iterator<Item = f64> {
    let total: f64 = found.moves.iter().map(|choice| f64::from(choice.weight)).sum();
    found.moves.iter().map(move |choice| 100.0 * f64::from(choice.weight) / total.max(1.0))
}

fn lines(position: &Position<&'static Rules>, found: &BookMoves) -> Vec<String> {
    let line = |(choice, part): (&tabiya_notation::polyglot::BookChoice, f64)| {
        let san = SanPlus::from_move(choice.m, position).to_string();
        let uci = UciMove::from_move(choice.m, position).to_string();
        format!("{san:7} {uci:5} {:5} {part:5.1} %", choice.weight)
    };
    found.moves.iter().zip(parts(found)).map(line).collect()
}

fn to_json(position: &Position<&'static Rules>, found: &BookMoves) -> serde_json::Value {
    let moves: Vec<_> = (found.moves.iter().zip(parts(found)))
        .map(|(choice, part)| {
            json!({
                "san": SanPlus::from_move(choice.m, position).to_string(),
                "uci": UciMove::from_move(choice.m, position).to_string(),
                "weight": choice.weight,
                "percent": (part * 10.0).round() / 10.0,
            })
        })
        .collect();
    json!({ "moves": moves, "ignored": found.ignored })
}
