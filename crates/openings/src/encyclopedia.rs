//! All lines, found by the position at their end.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::LazyLock;

use tabiya_notation::Book;
use tabiya_notation::polyglot::{BookEntry, BookKey, BookMove};
use tabiya_rules::{FIDE, Key, Move, Position, RuleSource, Rules, Setup, Start};

use crate::OpeningLine;
use crate::read::{Ply, read_lines};

/// Where they come from, and how they are written, is told in their first lines.
const LINES: &str = include_str!("lines.tsv");

/// Everything that is known of openings.
pub(crate) struct Encyclopedia {
    lines: Vec<OpeningLine>,
    /// The number of the line that ends with a position.
    by_end: HashMap<Key, usize>,
    /// How many moves the longest line has.
    longest: usize,
    pub book: Book<Vec<u8>>,
}

static ENCYCLOPEDIA: LazyLock<Encyclopedia> = LazyLock::new(|| {
    Encyclopedia::read(LINES).expect("the lines are part of the program, and a test reads them")
});

impl Encyclopedia {
    /// The one that is built in, read when it is asked for first.
    pub fn built_in() -> &'static Encyclopedia {
        &ENCYCLOPEDIA
    }

    pub fn lines(&self) -> &[OpeningLine] {
        &self.lines
    }

    fn read(text: &str) -> Result<Encyclopedia, String> {
        let mut lines: Vec<OpeningLine> = Vec::new();
        let mut by_end = HashMap::new();
        let mut tally = BookTally::default();
        let mut twice = None;
        read_lines(text, |line, plies| {
            tally.count(plies);
            let end = plies.last().map_or_else(Position::start, |last| last.before.play_unchecked(last.m));
            match by_end.entry(end.key()) {
                Slot::Vacant(slot) => drop(slot.insert(lines.len())),
                Slot::Occupied(_) => twice = Some(line.to_string()),
            }
            lines.push(line);
        })
        .map_err(|fault| fault.to_string())?;
        if let Some(line) = twice {
            return Err(format!("two lines end with the position of {line}"));
        }
        let longest = lines.iter().map(|line| line.moves.len()).max().unwrap_or_default();
        let book = tally.into_book().map_err(|why| why.to_string())?;
        Ok(Encyclopedia { lines, by_end, longest, book })
    }

    fn at(&self, key: Key) -> Option<&OpeningLine> {
        self.by_end.get(&key).and_then(|&number| self.lines.get(number))
    }
}

/// How often each move is made in the lines.
#[derive(Default)]
struct BookTally {
    entries: HashMap<(BookKey, BookMove), u16>,
}

/// A move that has less than this part of the lines that the heaviest move of its position has is left out: whoever plays
/// by the book should mostly be seen to play what is mostly played.
const LEAST_PART: u16 = 20;

impl BookTally {
    /// Each line counts for each of its moves: what leads to many named lines is what many play.
    fn count(&mut self, plies: &[Ply]) {
        for ply in plies.iter().filter(|ply| ply.is_sound) {
            // Nothing but a pawn that becomes a king has no form in books.
            let Ok(book_move) = BookMove::from_move(ply.m) else { continue };
            let weight = self.entries.entry((BookKey::of(&ply.before), book_move)).or_default();
            *weight = weight.saturating_add(1);
        }
    }

    fn into_book(self) -> Result<Book<Vec<u8>>, tabiya_notation::BookError> {
        let mut heaviest: HashMap<BookKey, u16> = HashMap::new();
        for (&(key, _), &weight) in &self.entries {
            let most = heaviest.entry(key).or_default();
            *most = weight.max(*most);
        }
        let is_usual = |key: &BookKey, weight: u16| weight >= heaviest[key].div_ceil(LEAST_PART);
        let entries = self.entries.into_iter().filter(|((key, _), weight)| is_usual(key, *weight));
        let mut entries: Vec<BookEntry> = entries
            .map(|((key, book_move), weight)| BookEntry { key, book_move, weight, learn: 0 })
            .collect();
        entries.sort_by_key(|entry| (entry.key, entry.book_move));
        Book::new(entries.into_iter().flat_map(BookEntry::to_bytes).collect())
    }
}

/// Whether openings have names under some rules: wherever the pieces move as in chess. How games end changes no opening.
///
/// ```
/// use tabiya_openings::has_openings;
/// use tabiya_rules::{FIDE, HONG, WATERLOO};
///
/// assert!(has_openings(&FIDE) && has_openings(&WATERLOO) && !has_openings(&HONG));
/// ```
pub fn has_openings(rules: &Rules) -> bool {
    let Rules { start: _, moves, ends: _, values: _ } = rules;
    *moves == FIDE.moves
}

/// Whether games under some rules begin as openings do.
///
/// ```
/// use tabiya_openings::begins_with_openings;
/// use tabiya_rules::{CHESS960, FIDE};
///
/// assert!(begins_with_openings(&FIDE) && !begins_with_openings(&CHESS960));
/// ```
pub fn begins_with_openings(rules: &Rules) -> bool {
    has_openings(rules) && rules.start == Start::Fixed(Setup::USUAL)
}

/// Every line that has a name, in the order of their moves. Some names have several: other ways to the same opening.
///
/// ```
/// assert!(tabiya_openings::opening_lines().len() > 3000);
/// ```
pub fn opening_lines() -> &'static [OpeningLine] {
    Encyclopedia::built_in().lines()
}

/// The opening of which a position is the end, whichever moves led there.
///
/// ```
/// use tabiya_openings::opening_at;
/// use tabiya_rules::{FIDE, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// assert_eq!(opening_at(&start), None);
/// let m = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
/// assert_eq!(opening_at(&start.play_unchecked(m)).unwrap().name(), "King's Pawn Game");
/// ```
pub fn opening_at<R: RuleSource>(position: &Position<R>) -> Option<&'static OpeningLine> {
    let is_known = has_openings(position.rules());
    is_known.then(|| Encyclopedia::built_in().at(position.key())).flatten()
}

/// The opening of a game that went through these positions: the last of them that has a name. What comes later than any
/// named line is long is not looked at.
pub fn opening_of<'a, R: RuleSource + 'a>(
    positions: impl IntoIterator<Item = &'a Position<R>>,
) -> Option<&'static OpeningLine> {
    let first = positions.into_iter().take(Encyclopedia::built_in().longest + 1);
    first.filter_map(opening_at).last()
}

/// The opening of a game that went on from a position with these moves, which are legal.
///
/// ```
/// use tabiya_notation::pgn::PgnReader;
/// use tabiya_openings::opening_of_moves;
///
/// let (game, _) = PgnReader::new("1. Nf3 Nf6 2. c4 e6 3. d4 b6 *".as_bytes()).games().next().unwrap().unwrap();
/// assert_eq!(opening_of_moves(game.start(), game.moves()).unwrap().name(), "Queen's Indian Defense");
/// ```
pub fn opening_of_moves<R: RuleSource>(
    start: &Position<R>,
    moves: impl IntoIterator<Item = Move>,
) -> Option<&'static OpeningLine> {
    if !has_openings(start.rules()) {
        return None;
    }
    let mut position = *start;
    let mut last = opening_at(start);
    for m in moves.into_iter().take(Encyclopedia::built_in().longest) {
        position.make_unchecked(m);
        last = opening_at(&position).or(last);
    }
    last
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tabiya_notation::San;

    use super::*;
    use crate::find_opening;

    /// Where moves lead to, with all positions on the way.
    fn walk(moves: &str) -> Vec<Position<&'static Rules>> {
        let mut positions = vec![Position::starting(&FIDE).unwrap()];
        for word in moves.split_whitespace() {
            let here = *positions.last().unwrap();
            let m = word.parse::<San>().unwrap().to_move(&here).unwrap();
            positions.push(here.play_unchecked(m));
        }
        positions
    }

    #[test]
    fn the_lines_are_many_legal_and_different() {
        // Codes, and that moves are legal and ends different, are looked at when they are read.
        let lines = opening_lines();
        assert!(lines.len() > 3500, "{}", lines.len());
        let moves: HashSet<&[Move]> = lines.iter().map(OpeningLine::moves).collect();
        assert_eq!(moves.len(), lines.len());
        let codes: HashSet<_> = lines.iter().map(OpeningLine::eco).collect();
        assert_eq!(codes.len(), 500, "each code from A00 to E99 has a line");
        for line in lines {
            assert!(!line.name.trim().is_empty() && !line.name.contains(['~', '\t', '?']), "{line}");
            assert!(!line.moves.is_empty(), "{line}");
        }
    }

    #[test]
    fn two_lines_with_the_same_end_are_refused() {
        let why = Encyclopedia::read("A00\tA\t0 Nf3 Nf6 Nc3\nA01\tB\t0 Nc3 Nf6 Nf3").err().unwrap();
        assert!(why.contains("two lines"), "{why}");
    }

    #[test]
    fn every_line_is_found_by_its_end_and_by_its_name() {
        let start = Position::start();
        for line in opening_lines() {
            assert_eq!(opening_of_moves(&start, line.moves.iter().copied()), Some(line));
            let named = find_opening(&line.name).unwrap();
            assert_eq!(named.name, line.name);
            assert!(named.moves.len() <= line.moves.len());
        }
    }

    #[test]
    fn another_order_of_the_same_moves_has_the_same_name() {
        let usual = opening_of(&walk("d4 Nf6 c4 e6 Nf3 b6")).unwrap();
        assert_eq!(usual.name(), "Queen's Indian Defense");
        assert_eq!(opening_of(&walk("Nf3 b6 c4 e6 d4 Nf6")), Some(usual));
    }

    #[test]
    fn the_name_stays_when_the_game_leaves_the_lines() {
        let opening = opening_of(&walk("e4 e5 Nf3 Nc6 Bb5 h6 h3 a6")).unwrap();
        assert_eq!(opening.name(), "Ruy Lopez");
    }

    #[test]
    fn only_where_pieces_move_as_in_chess() {
        for (rules, is_known) in [
            (&FIDE, true),
            (&tabiya_rules::WATERLOO, true),
            (&tabiya_rules::CHESS960, true),
            (&tabiya_rules::BYU, false),
            (&tabiya_rules::CUHK, false),
        ] {
            let start = Position::starting(rules).unwrap();
            let m = "e4".parse::<San>().unwrap().to_move(&start).unwrap();
            assert_eq!(opening_of_moves(&start, [m]).is_some(), is_known);
        }
    }

    #[test]
    fn long_games_are_not_looked_at_to_their_end() {
        let knights = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(20).join(" ");
        let late = format!("{knights} e4 e5");
        assert_ne!(opening_of(&walk(&late)).map(OpeningLine::name), Some("King's Pawn Game"));
    }
}
