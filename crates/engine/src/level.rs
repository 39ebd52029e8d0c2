//! How well the computer plays: by a rating, or by one of nine numbers.
//!
//! Ratings are one scale, from somebody who has just learnt the moves to as well as the engine can. Each is so many positions and
//! so large an error of judgement (`strength.rs`) as were measured to play like it (`rating_table.rs`).
//!
//! The numbers are older and mean what they always meant. 1 to 3 look one move ahead at most and need no search: chance, what can
//! be taken by the rule set's values, and what can then be taken back (`exchange.rs`). 4 to 9 search, each some four times the positions of
//! the one below, and the lower ones waver between good moves.
//!
//! Random numbers come from a seed that the caller gives; there is no global state, so a game can be played again.

use std::fmt;
use std::str::FromStr;

use tabiya_notation::polyglot::BookMoves;
use tabiya_openings::OpeningBook;
use tabiya_rules::{Key, Move, Position, Rules};

use crate::rating_table::{MEASURED, NUMBERED, RATED};
use crate::{Control, Engine, GamePosition, Handicap, Rng, SearchLimits, casual, random_move};

/// How well the engine should play: a rating, or a number, of which 1 moves at random and 9 as well as it can.
///
/// ```
/// use tabiya_engine::Level;
///
/// let level: Level = "3".parse().unwrap();
/// assert_eq!(level.number(), 3);
/// let rated: Level = "elo:1400".parse().unwrap();
/// assert_eq!((rated.rating(), rated), (1400, "1400".parse().unwrap()));
/// assert!(rated.rating() > level.rating());
/// let refused = "12".parse::<Level>().unwrap_err().to_string();
/// assert!(refused.starts_with("a level is a number from 1 to 9, or a rating from 400 to "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level(u16);

/// What stands before a rating where it could be taken for something else.
const ELO: &str = "elo:";

impl Level {
    /// The first of the numbers, which moves at random.
    pub const MIN: Level = Level(1);
    /// The last of the numbers, which plays as well as it can.
    pub const MAX: Level = Level(9);
    /// The lowest rating that can be asked for.
    pub const LOWEST_RATING: u16 = 400;
    /// The rating of whoever plays as well as the engine can.
    pub const HIGHEST_RATING: u16 = RATED[RATED.len() - 1].rating;

    /// Up to here ratings were measured; what is above is an estimate.
    pub const HIGHEST_MEASURED: u16 = MEASURED;

    /// The steps of the ladder.
    const STEP: u16 = 200;

    /// The level of a number from 1 to 9, or of a rating from 400 to the highest.
    pub const fn new(number: u16) -> Result<Level, NotALevel> {
        match number {
            1..=9 | Level::LOWEST_RATING..=Level::HIGHEST_RATING => Ok(Level(number)),
            _ => Err(NotALevel),
        }
    }

    /// The same of what was kept: a rating that was the highest when the engine was thought to be stronger is the highest now.
    pub const fn kept(number: u16) -> Result<Level, NotALevel> {
        if number > Level::HIGHEST_RATING { Ok(Level(Level::HIGHEST_RATING)) } else { Level::new(number) }
    }

    /// The number, or the rating.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The rating.
    pub const fn rating(self) -> u16 {
        match self.0 {
            number @ 1..=9 => NUMBERED[number as usize - 1],
            rating => rating,
        }
    }

    /// Whether it is a rating, and none of the numbers.
    pub const fn is_rated(self) -> bool {
        self.0 > Level::MAX.0
    }

    /// The nine numbers, the weakest first.
    pub fn numbered() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (Level::MIN.0..Level::MAX.0 + 1).map(Level)
    }

    /// What is offered where somebody chooses: ratings in steps, as far as they were measured, and the highest.
    ///
    /// ```
    /// use tabiya_engine::Level;
    ///
    /// let ratings: Vec<u16> = Level::ladder().map(Level::rating).collect();
    /// assert_eq!(ratings[..3], [400, 600, 800]);
    /// assert_eq!(ratings.last(), Some(&Level::HIGHEST_RATING));
    /// ```
    pub fn ladder() -> impl Iterator<Item = Level> {
        let half = Level::STEP / 2;
        // A last step that is hardly one is left out.
        let last = (Level::HIGHEST_MEASURED + half).min(Level::HIGHEST_RATING - half);
        let steps = (Level::LOWEST_RATING..=last).step_by(Level::STEP.into());
        steps.chain([Level::HIGHEST_RATING]).map(Level)
    }

    /// How many single moves the computer knows by heart: the better one plays, the longer one has looked into books. Of the
    /// numbers, who does not look ahead has read no book either.
    fn book_plies(self) -> usize {
        match self.0 {
            ..=3 => 0,
            4..=9 => usize::MAX,
            rating => usize::from(rating) / 100 - 2,
        }
    }

    /// Whether the computer knows openings at this level.
    pub fn knows_openings(self) -> bool {
        self.book_plies() > 0
    }

    /// How it plays, where it searches.
    pub(crate) fn handicap(self) -> Option<Handicap> {
        match self.0 {
            ..=3 => None,
            number @ 4..=9 => Some(Handicap::of_number(number)),
            rating => Some(Handicap::of_rating(rating)),
        }
    }

    /// How much work a move is at this level at most: about as many positions as the computer looks at.
    pub fn effort(self) -> u64 {
        // Else every legal move, and what may be taken back.
        self.handicap().map_or(100, Handicap::most_nodes)
    }

    /// How much work a move is at this level in a position: less than at most where neither side leads.
    ///
    /// ```
    /// use tabiya_engine::Level;
    /// use tabiya_rules::{FIDE, Position};
    ///
    /// let (level, start) = (Level::new(1800).unwrap(), Position::starting(&FIDE).unwrap());
    /// assert!(level.effort_at(&start) < level.effort());
    /// ```
    pub fn effort_at(self, position: &Position<&'static Rules>) -> u64 {
        self.handicap().map_or_else(|| self.effort(), |handicap| handicap.nodes_at(position))
    }

    /// What the computer is called at this level where players have names.
    ///
    /// ```
    /// use tabiya_engine::Level;
    ///
    /// assert_eq!(Level::MIN.player_name(), "Tabiya level 1");
    /// assert_eq!(Level::of_player_name("Tabiya level 1"), Some(Level::MIN));
    /// assert_eq!(Level::new(1400).unwrap().player_name(), "Tabiya 1400");
    /// assert_eq!(Level::of_player_name("Tabiya 1400"), Level::new(1400).ok());
    /// ```
    pub fn player_name(self) -> String {
        if self.is_rated() { format!("{RATED_NAME}{self}") } else { format!("{}{self}", NUMBERED_NAMES[0]) }
    }

    /// The level of a computer by its name, in any of the ways in which it has been called.
    pub fn of_player_name(name: &str) -> Option<Level> {
        let level = |rest: &str| rest.parse::<Level>().ok();
        let numbered = NUMBERED_NAMES.iter().find_map(|beginning| level(name.strip_prefix(beginning)?));
        numbered.or_else(|| level(name.strip_prefix(RATED_NAME)?).filter(|level| level.is_rated()))
    }
}

/// What comes before the number in the computer's name; the first is how it is called now.
const NUMBERED_NAMES: [&str; 2] = ["Tabiya level ", "Computer, level "];

/// What comes before the rating.
const RATED_NAME: &str = "Tabiya ";

/// By how well they play.
impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Level) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Level {
    fn cmp(&self, other: &Level) -> std::cmp::Ordering {
        (self.rating(), self.0).cmp(&(other.rating(), other.0))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Level, NotALevel> {
        let rating = text.get(..ELO.len()).filter(|start| start.eq_ignore_ascii_case(ELO));
        let digits = rating.map_or(text, |_| &text[ELO.len()..]);
        let is_number = matches!(digits.len(), 1..=4) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || digits.starts_with('0') {
            return Err(NotALevel);
        }
        let level = digits.parse().map_err(|_| NotALevel).and_then(Level::new)?;
        if rating.is_some() && !level.is_rated() { Err(NotALevel) } else { Ok(level) }
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
        let (least, most) = (Level::LOWEST_RATING, Level::HIGHEST_RATING);
        write!(f, "a level is a number from 1 to 9, or a rating from {least} to {most}")
    }
}

impl std::error::Error for NotALevel {}

/// What makes one game of the computer unlike another: what it misjudges in a game, it misjudges alike to the end of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameSeed(pub u64);

/// A legal move for the side to move, chosen as well as the level says; `None` where there is no legal move.
///
/// `history` holds the keys of the earlier positions of the game, so that the better levels know what would repeat.
/// The same seeds give the same move. Levels 1 to 3 answer at once; others search, the best for up to a second.
///
/// ```
/// use tabiya_engine::{GameSeed, Level, Rng, choose};
/// use tabiya_rules::{FIDE, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// let m = choose(Level::MIN, &start, &[], GameSeed(1), &mut Rng::from_seed(5)).unwrap();
/// assert_eq!(choose(Level::MIN, &start, &[], GameSeed(1), &mut Rng::from_seed(5)), Some(m));
/// ```
pub fn choose(
    level: Level,
    position: &Position<&'static Rules>,
    history: &[Key],
    seed: GameSeed,
    rng: &mut Rng,
) -> Option<Move> {
    choose_within(&SearchLimits::default(), level, position, history, seed, rng)
}

/// The same where a search must keep to more limits than its level has.
pub(crate) fn choose_within(
    limits: &SearchLimits,
    level: Level,
    position: &Position<&'static Rules>,
    history: &[Key],
    seed: GameSeed,
    rng: &mut Rng,
) -> Option<Move> {
    match (level.handicap(), level.number()) {
        (Some(handicap), _) => search_within(limits, handicap, position, history, seed, rng),
        (None, 3) => casual::careful_move(position, rng),
        (None, 2) => casual::greedy_move(position, rng),
        (None, _) => random_move(position, rng),
    }
}

/// The same with a handicap that no level has.
pub fn choose_with(
    handicap: Handicap,
    position: &Position<&'static Rules>,
    history: &[Key],
    seed: GameSeed,
    rng: &mut Rng,
) -> Option<Move> {
    search_within(&SearchLimits::default(), handicap, position, history, seed, rng)
}

fn search_within(
    limits: &SearchLimits,
    handicap: Handicap,
    position: &Position<&'static Rules>,
    history: &[Key],
    seed: GameSeed,
    rng: &mut Rng,
) -> Option<Move> {
    let game = GamePosition { position: *position, history: history.to_vec() };
    let (mut engine, control) = (Engine::new(4, 1), Control::default());
    handicap.choose(&mut engine, &game, limits, &control, (seed, rng), &mut |_| {})
}

/// The same for a computer that may have a book: as far as its level knows openings, and where the book has moves for the
/// position, one of those, by chance; the same seed gives the same.
///
/// ```
/// use tabiya_engine::{GameSeed, Level, Rng, choose_by_book};
/// use tabiya_openings::OpeningBook;
/// use tabiya_rules::{FIDE, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// let (book, seed) = (Some(&OpeningBook::BuiltIn), GameSeed(1));
/// let m = choose_by_book(Level::MAX, book, &start, &[], seed, &mut Rng::from_seed(1)).unwrap();
/// assert!(OpeningBook::BuiltIn.moves(&start).moves.iter().any(|choice| choice.m == m));
/// ```
pub fn choose_by_book(
    level: Level,
    book: Option<&OpeningBook>,
    position: &Position<&'static Rules>,
    history: &[Key],
    seed: GameSeed,
    rng: &mut Rng,
) -> Option<Move> {
    let known = known_moves(level, book, position, history);
    let by_book = known.and_then(|known| known.pick(rng.next_u64()));
    by_book.or_else(|| choose(level, position, history, seed, rng))
}

/// What the computer knows by heart here, where that is anything.
pub(crate) fn known_moves(
    level: Level,
    book: Option<&OpeningBook>,
    position: &Position<&'static Rules>,
    history: &[Key],
) -> Option<BookMoves> {
    let book = book.filter(|_| history.len() < level.book_plies())?;
    Some(book.moves(position)).filter(|known| !known.moves.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written_and_nothing_else_is() {
        for level in Level::numbered().chain(Level::ladder()) {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in [
            "",
            "0",
            "10",
            "399",
            "05",
            "0400",
            "9999",
            "elo:5",
            "elo:",
            "elo:elo:1400",
            "1400 ",
            "é:14",
            "-5",
        ] {
            assert_eq!(text.parse::<Level>(), Err(NotALevel), "{text}");
        }
        assert_eq!(Level::new(Level::HIGHEST_RATING + 1), Err(NotALevel));
        assert_eq!(Level::kept(Level::HIGHEST_RATING + 1).map(Level::rating), Ok(Level::HIGHEST_RATING));
        assert_eq!(Level::kept(7), Level::new(7));
    }

    #[test]
    fn the_numbers_and_the_ladder_rise() {
        let rises = |levels: Vec<Level>| levels.windows(2).all(|two| two[0] < two[1]);
        assert!(rises(Level::numbered().collect()));
        assert!(rises(Level::ladder().collect()));
    }

    #[test]
    fn a_name_is_that_of_one_level() {
        for level in Level::numbered().chain(Level::ladder()) {
            assert_eq!(Level::of_player_name(&level.player_name()), Some(level));
        }
        assert_eq!(Level::of_player_name("Tabiya 5"), None);
    }
}
