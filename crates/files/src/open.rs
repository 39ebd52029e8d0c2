use std::fmt;
use std::io::Read;

use tabiya_notation::epd::Operation;
use tabiya_notation::pgn::PgnGame;

use crate::{FileGame, GameDamage, GameReader, ReadError, ReadingNote};

/// A game that was opened, as far as it can be read.
#[derive(Clone, Debug)]
pub struct OpenedGame {
    /// The game; [`PgnGame::rule_file`] has its rules with their name.
    pub game: PgnGame,
    /// What an EPD says of the position.
    pub operations: Vec<Operation>,
    /// What is wrong with it, and where: what follows is missing.
    pub damage: Option<GameDamage>,
    /// What had to be taken otherwise than it is written.
    pub notes: Vec<ReadingNote>,
}

/// Why a game cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// Nothing can be read.
    Read(ReadError),
    /// There is no game of that number.
    NoSuchGame {
        /// The number that was asked for.
        number: u64,
        /// How many games there are.
        games: u64,
    },
    /// Nothing of the game can be read, and why.
    Unreadable(Option<GameDamage>),
}

/// Opens the game of a number, counted from 1: the games before it are only passed over. What follows it is not
/// read yet; [`GameReader::count_rest`] tells how much there is.
///
/// ```
/// use tabiya_files::{Form, GameReader, OpenError, Pardon, open_game};
///
/// let text = "1. e4 *\n\n1. d4 d5 *\n\n1. c4 *\n";
/// let mut games = GameReader::new(Form::Pgn, text.as_bytes(), None, Pardon::Nothing);
/// assert_eq!(open_game(&mut games, 2).unwrap().game.moves().count(), 2);
/// assert_eq!(games.count_rest().unwrap(), 1);
///
/// let mut games = GameReader::new(Form::Pgn, text.as_bytes(), None, Pardon::Nothing);
/// let error = open_game(&mut games, 4).unwrap_err();
/// assert_eq!(error.to_string(), "there are 3 games in it, and none with the number 4");
/// ```
pub fn open_game<R: Read>(games: &mut GameReader<R>, number: u64) -> Result<OpenedGame, OpenError> {
    let none = |games| OpenError::NoSuchGame { number, games };
    let Some(before) = number.checked_sub(1) else {
        return Err(none(games.count_rest().map_err(OpenError::Read)?));
    };
    for passed in 0..before {
        games.skip_game().map_err(OpenError::Read)?.ok_or_else(|| none(passed))?;
    }
    let FileGame { game, operations, damage, notes } =
        games.next().ok_or_else(|| none(before))?.map_err(OpenError::Read)?;
    match game.filter(|game| damage.is_none() || !is_bare(game)) {
        Some(game) => Ok(OpenedGame { game, operations, damage, notes }),
        None => Err(OpenError::Unreadable(damage)),
    }
}

/// Whether nothing of a game was found: what is damaged then was no game at all.
fn is_bare(game: &PgnGame) -> bool {
    game.is_empty() && game.tags.is_empty()
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Read(error) => error.fmt(f),
            OpenError::NoSuchGame { games: 0, .. } => f.write_str("there is no game in it"),
            OpenError::NoSuchGame { number, games: 1 } => {
                write!(f, "there is one game in it, and none with the number {number}")
            }
            OpenError::NoSuchGame { number, games } => {
                write!(f, "there are {games} games in it, and none with the number {number}")
            }
            OpenError::Unreadable(Some(damage)) => damage.fmt(f),
            OpenError::Unreadable(None) => f.write_str("it cannot be read"),
        }
    }
}

impl std::error::Error for OpenError {}
