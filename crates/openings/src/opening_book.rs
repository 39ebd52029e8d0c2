use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use tabiya_notation::polyglot::BookMoves;
use tabiya_notation::{Book, BookError};
use tabiya_rules::{Move, Position, RuleSource};

use crate::encyclopedia::{Encyclopedia, has_openings};

/// What a computer plays by as long as it lasts.
///
/// The built-in book holds the moves of the named lines, each weighing as many lines as it leads to, without those that an
/// engine found to be bad for whoever makes them. It speaks only where pieces move as in chess. Somebody's own book
/// does not say for which rules it was made, and gives whatever of it is legal.
///
/// ```
/// use tabiya_openings::OpeningBook;
/// use tabiya_rules::{FIDE, HONG, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// assert!(OpeningBook::BuiltIn.pick(&start, 0).is_some());
/// assert_eq!(OpeningBook::BuiltIn.pick(&Position::starting(&HONG).unwrap(), 0), None);
/// ```
#[derive(Clone, Debug)]
pub enum OpeningBook {
    /// The one that is built in.
    BuiltIn,
    /// Somebody's own, in Polyglot's form.
    Own(Arc<Book<Vec<u8>>>),
}

/// A book beyond this size is not read.
const MOST_BYTES: u64 = 1 << 30;

impl OpeningBook {
    /// Somebody's own book, in Polyglot's form.
    ///
    /// ```
    /// use tabiya_openings::OpeningBook;
    ///
    /// let why = OpeningBook::read(&[0, 1, 2][..]).unwrap_err().to_string();
    /// assert!(why.contains("the book is cut off, or is none"), "{why}");
    /// let why = OpeningBook::read(&b"1. e4 e5 *\n"[..]).unwrap_err().to_string();
    /// assert!(why.contains("tabiya book make"), "{why}");
    /// ```
    pub fn read(input: impl Read) -> Result<OpeningBook, BookFault> {
        let mut bytes = Vec::new();
        input.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(BookFault::Unreadable)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(BookFault::TooLarge);
        }
        if bytes.is_empty() {
            return Err(BookFault::Empty);
        }
        if is_text(&bytes) {
            return Err(BookFault::Text);
        }
        Book::new(bytes).map(|book| OpeningBook::Own(Arc::new(book))).map_err(BookFault::Form)
    }

    /// The legal moves that it has for a position, the heaviest first.
    pub fn moves<R: RuleSource>(&self, position: &Position<R>) -> BookMoves {
        match self {
            OpeningBook::BuiltIn if has_openings(position.rules()) => {
                Encyclopedia::built_in().book.moves(position)
            }
            OpeningBook::BuiltIn => BookMoves::default(),
            OpeningBook::Own(book) => book.moves(position),
        }
    }

    /// One of them by a random number, each as often as its weight says.
    pub fn pick<R: RuleSource>(&self, position: &Position<R>, random: u64) -> Option<Move> {
        self.moves(position).pick(random)
    }
}

/// Whether bytes are a text, as files of games are: moves in a book have zeros in them.
fn is_text(bytes: &[u8]) -> bool {
    const LOOKED_AT: usize = 4096;
    bytes.iter().take(LOOKED_AT).all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace())
}

/// Why something is no book to play by.
#[derive(Debug)]
pub enum BookFault {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It has no entry.
    Empty,
    /// It is far larger than books are.
    TooLarge,
    /// It is a text, as games are.
    Text,
    /// It is not in Polyglot's form.
    Form(BookError),
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFault::Unreadable(error) => error.fmt(f),
            BookFault::Empty => f.write_str("it is empty, and no book"),
            BookFault::TooLarge => f.write_str("too large for a book"),
            BookFault::Text => {
                f.write_str("it is text, and no book: tabiya book make GAMES.pgn BOOK.bin makes one of games")
            }
            BookFault::Form(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BookFault {}

#[cfg(test)]
mod tests {
    use tabiya_notation::{San, SanPlus};
    use tabiya_rules::{FIDE, Position, Rules};

    use super::*;

    fn choices(moves: &str) -> Vec<String> {
        let mut position: Position<&'static Rules> = Position::starting(&FIDE).unwrap();
        for word in moves.split_whitespace() {
            position.make_unchecked(word.parse::<San>().unwrap().to_move(&position).unwrap());
        }
        let found = OpeningBook::BuiltIn.moves(&position);
        assert_eq!(found.ignored, 0);
        found.moves.iter().map(|choice| SanPlus::from_move(choice.m, &position).to_string()).collect()
    }

    #[test]
    fn what_is_mostly_played_comes_first() {
        assert_eq!(choices("")[..2], ["e4", "d4"]);
        assert_eq!(choices("e4")[..2], ["e5", "c5"]);
        assert_eq!(choices("e4 e5")[0], "Nf3");
    }

    #[test]
    fn what_is_bad_for_whoever_plays_it_is_not_in_the_book() {
        for (moves, bad) in [
            ("", "g4"),
            ("", "f3"),
            ("e4", "g5"),
            ("e4 e5", "f4"),
            ("e4 e5", "Qh5"),
            ("e4 e5 Nf3", "f6"),
            ("e4 e5 Nf3", "f5"),
            ("e4 e5 Nf3", "d5"),
            ("d4 d5", "e4"),
            ("d4 Nf6 c4", "e5"),
        ] {
            assert!(!choices(moves).contains(&bad.to_owned()), "{moves} {bad}");
        }
    }

    #[test]
    fn it_leads_through_legal_moves_until_it_ends() {
        for seed in 0..200_u64 {
            let mut position: Position<&'static Rules> = Position::starting(&FIDE).unwrap();
            let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut plies = 0;
            while let Some(m) = OpeningBook::BuiltIn.pick(&position, random) {
                assert!(position.is_legal(m));
                position.make_unchecked(m);
                random = random.rotate_left(17).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(seed);
                plies += 1;
                assert!(plies < 100, "a book comes to an end");
            }
            assert!(plies > 1, "{seed}: {plies}");
        }
    }

    #[test]
    fn somebodys_own_book_is_asked_instead() {
        let start: Position<&'static Rules> = Position::starting(&FIDE).unwrap();
        let empty = OpeningBook::Own(Arc::new(Book::new(Vec::new()).unwrap()));
        assert_eq!(empty.pick(&start, 0), None);
    }
}
