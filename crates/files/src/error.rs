use std::{fmt, io};

use tabiya_notation::pgn::PgnDamage;
use tabiya_notation::{XmlError, XmlWriteError};

/// Why no more can be read. What is wrong with one game or line of many is no such error.
#[derive(Debug)]
pub enum ReadError {
    /// The input itself failed.
    Input(io::Error),
    /// The document is not in the XML form, or its game is impossible.
    Xml(XmlError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Input(error) => error.fmt(f),
            ReadError::Xml(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Input(error)
    }
}

/// Why a game cannot be written.
#[derive(Debug)]
pub enum WriteError {
    /// The output failed.
    Output(io::Error),
    /// The XML form cannot hold the game.
    Xml(XmlWriteError),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Output(error) => error.fmt(f),
            WriteError::Xml(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Output(error)
    }
}

/// Why a game cannot take another's place in a file.
#[derive(Debug)]
pub enum ReplaceError {
    /// The input or the output failed.
    Stream(io::Error),
    /// There are fewer games.
    NoSuchGame {
        /// The number that was asked for.
        number: u64,
        /// How many games there are.
        games: u64,
    },
    /// What cannot be read of the game would be lost.
    Damaged(PgnDamage),
    /// Another game stands there than the one that was opened.
    Changed {
        /// Its number.
        number: u64,
    },
}

impl fmt::Display for ReplaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplaceError::Stream(error) => error.fmt(f),
            ReplaceError::NoSuchGame { number, games: 1 } => {
                write!(f, "there is one game in it, and no game {number} that could be replaced")
            }
            ReplaceError::NoSuchGame { number, games } => {
                write!(f, "there are {games} games in it, and no game {number} that could be replaced")
            }
            ReplaceError::Damaged(damage) => {
                write!(f, "what cannot be read of the game would be lost: {damage}")
            }
            ReplaceError::Changed { number } => {
                write!(
                    f,
                    "game {number} in it is not the one that was opened: the file was changed meanwhile"
                )
            }
        }
    }
}

impl std::error::Error for ReplaceError {}

impl From<io::Error> for ReplaceError {
    fn from(error: io::Error) -> ReplaceError {
        ReplaceError::Stream(error)
    }
}
