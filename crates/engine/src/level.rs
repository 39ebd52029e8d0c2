//! Levels 1 to 3 look one move ahead at most and need no search: chance, what can be taken by the rule set's values, and what
//! can then be taken back (`exchange.rs`). Levels 4 to 9 search, each some four times the positions of the one below, and the
//! lower ones misjudge what they see (`strength.rs`); these, who look ahead, also know openings, where they are given a book. Random numbers come from a seed that the caller gives; there is no
//! global state, so a game can be played again.

use std::fmt;
use std::str::FromStr;

use tabiya_openings::OpeningBook;
use tabiya_rules::{Key, Move, Position, Rules};

use crate::{Control, Engine, GamePosition, Handicap, Rng, SearchLimits, casual, random_move};

/// How well the engine should play: 1 moves at random, 9 as well as it can.
///
/// ```
/// use tabiya_engine::Level;
///
/// let level: Level = "3".parse().unwrap();
/// assert_eq!(level.number(), 3);
/// assert_eq!("12".parse::<Level>().unwrap_err().to_string(), "a level is a number from 1 to 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);
    /// The strongest.
    pub const MAX: Level = Level(9);

    /// The level of a number from 1 to 9.
    pub const fn new(number: u8) -> Result<Level, NotALevel> {
        match number {
            1..=9 => Ok(Level(number)),
            _ => Err(NotALevel),
        }
    }

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every level, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (Level::MIN.0..Level::MAX.0 + 1).map(Level)
    }

    /// Whether the computer knows openings at this level: who does not look ahead has read no book either.
    pub const fn knows_openings(self) -> bool {
        self.0 >= 4
    }

    /// How much work a move is at this level: about as many positions as the computer looks at.
    pub fn effort(self) -> u64 {
        match self.0 {
            // Every legal move, and what may be taken back.
            ..=3 => 100,
            _ => Handicap::of_level(self).nodes(),
        }
    }

    /// What the computer is called at this level where players have names.
    ///
    /// ```
    /// use tabiya_engine::Level;
    ///
    /// assert_eq!(Level::MIN.player_name(), "Tabiya level 1");
    /// assert_eq!(Level::of_player_name("Tabiya level 1"), Some(Level::MIN));
    /// ```
    pub fn player_name(self) -> String {
        format!("{}{self}", PLAYER_NAMES[0])
    }

    /// The level of a computer by its name, in any of the ways in which it has been called.
    pub fn of_player_name(name: &str) -> Option<Level> {
        PLAYER_NAMES.iter().find_map(|beginning| name.strip_prefix(beginning)?.parse().ok())
    }
}

/// What comes before the level in the computer's name; the first is how it is called now.
const PLAYER_NAMES: [&str; 2] = ["Tabiya level ", "Computer, level "];

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Level, NotALevel> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Level(digit - b'0')),
            _ => Err(NotALevel),
        }
    }
}

/// The text or number is no level.
///
/// ```
/// use tabiya_engine::{Level, NotALevel};
///
/// assert_eq!(Level::new(0), Err(NotALevel));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is a number from 1 to 9")
    }
}

impl std::error::Error for NotALevel {}

/// A legal move for the side to move, chosen as well as the level says; `None` where there is no legal move.
///
/// `history` holds the keys of the earlier positions of the game, so that the better levels know what would repeat.
/// The same seed gives the same move. Levels 1 to 3 answer at once; 4 to 9 search, 9 for up to a second.
///
/// ```
/// use tabiya_engine::{Level, Rng, choose};
/// use tabiya_rules::{FIDE, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// let m = choose(Level::MIN, &start, &[], &mut Rng::from_seed(5)).unwrap();
/// assert_eq!(choose(Level::MIN, &start, &[], &mut Rng::from_seed(5)), Some(m));
/// ```
pub fn choose(
    level: Level,
    position: &Position<&'static Rules>,
    history: &[Key],
    rng: &mut Rng,
) -> Option<Move> {
    match level.number() {
        1 => random_move(position, rng),
        2 => casual::greedy_move(position, rng),
        3 => casual::careful_move(position, rng),
        _ => {
            let game = GamePosition { position: *position, history: history.to_vec() };
            let mut engine = Engine::new(4, 1);
            let (handicap, limits) = (Handicap::of_level(level), SearchLimits::default());
            handicap.choose(&mut engine, &game, &limits, &Control::default(), rng, &mut |_| {})
        }
    }
}

/// The same for a computer that may have a book: where its level knows openings, and the book has moves for the position,
/// one of those, by chance; the same seed gives the same.
///
/// ```
/// use tabiya_engine::{Level, Rng, choose_by_book};
/// use tabiya_openings::OpeningBook;
/// use tabiya_rules::{FIDE, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// let m = choose_by_book(Level::MAX, Some(&OpeningBook::BuiltIn), &start, &[], &mut Rng::from_seed(1)).unwrap();
/// assert!(OpeningBook::BuiltIn.moves(&start).moves.iter().any(|choice| choice.m == m));
/// ```
pub fn choose_by_book(
    level: Level,
    book: Option<&OpeningBook>,
    position: &Position<&'static Rules>,
    history: &[Key],
    rng: &mut Rng,
) -> Option<Move> {
    let found = book.filter(|_| level.knows_openings()).map(|book| book.moves(position)).unwrap_or_default();
    let by_book = (!found.moves.is_empty()).then(|| found.pick(rng.next_u64())).flatten();
    by_book.or_else(|| choose(level, position, history, rng))
}
