//! Why a file cannot be opened, saved or played by.

use std::fmt;
use std::path::{Path, PathBuf};

use tabiya_files::{GameDamage, OpenError, ReadError, ReplaceError, WriteError};
use tabiya_notation::XmlWriteError;
use tabiya_openings::BookFault;
use tabiya_system::FileError;

/// Why a file is not understood.
#[derive(Debug)]
pub enum OpenTrouble {
    /// It cannot be read.
    File(FileError),
    /// What is in it, and where it is.
    Content(PathBuf, OpenFault),
    /// What is in a text that is in no file.
    Text(OpenFault),
}

/// What is wrong with the content of a file.
#[derive(Debug)]
pub enum OpenFault {
    /// The game that was asked for cannot be opened.
    Game(OpenError),
    /// It cannot be read to its end.
    Rest(ReadError),
    /// Its game is damaged, and how.
    Damaged(GameDamage),
    /// It is no book.
    Book(BookFault),
}

/// Why a file cannot be saved.
#[derive(Debug)]
pub enum SaveTrouble {
    /// It cannot be read or written.
    File(FileError),
    /// What is to be in it cannot be written, and where it was to be.
    Content(PathBuf, SaveFault),
}

/// Why a game cannot be written into a file.
#[derive(Debug)]
pub enum SaveFault {
    /// Its form cannot hold the game at all.
    Form(XmlWriteError),
    /// It cannot be written.
    Write(WriteError),
    /// It cannot take its place among others.
    Replace(ReplaceError),
}

impl OpenTrouble {
    /// Something that is wrong with the content of a file.
    pub(crate) fn in_file<E: Into<OpenFault>>(path: &Path) -> impl Fn(E) -> OpenTrouble {
        move |why| OpenTrouble::Content(path.to_owned(), why.into())
    }
}

impl SaveTrouble {
    /// Something that keeps a game out of a file.
    pub(crate) fn in_file<E: Into<SaveFault>>(path: &Path) -> impl Fn(E) -> SaveTrouble {
        move |why| SaveTrouble::Content(path.to_owned(), why.into())
    }
}

impl fmt::Display for OpenTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenTrouble::File(error) => error.fmt(f),
            OpenTrouble::Content(path, why) => write!(f, "{}: {why}", path.display()),
            OpenTrouble::Text(why) => write!(f, "this text: {why}"),
        }
    }
}

impl fmt::Display for OpenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenFault::Game(error) => error.fmt(f),
            OpenFault::Rest(error) => error.fmt(f),
            OpenFault::Damaged(damage) => damage.fmt(f),
            OpenFault::Book(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for SaveTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveTrouble::File(error) => error.fmt(f),
            SaveTrouble::Content(path, why) => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl fmt::Display for SaveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveFault::Form(error) => error.fmt(f),
            SaveFault::Write(error) => error.fmt(f),
            SaveFault::Replace(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenTrouble {}

impl std::error::Error for SaveTrouble {}

impl From<FileError> for OpenTrouble {
    fn from(error: FileError) -> OpenTrouble {
        OpenTrouble::File(error)
    }
}

impl From<FileError> for SaveTrouble {
    fn from(error: FileError) -> SaveTrouble {
        SaveTrouble::File(error)
    }
}

impl From<OpenError> for OpenFault {
    fn from(error: OpenError) -> OpenFault {
        OpenFault::Game(error)
    }
}

impl From<ReadError> for OpenFault {
    fn from(error: ReadError) -> OpenFault {
        OpenFault::Rest(error)
    }
}

impl From<BookFault> for OpenFault {
    fn from(fault: BookFault) -> OpenFault {
        OpenFault::Book(fault)
    }
}

impl From<XmlWriteError> for SaveFault {
    fn from(error: XmlWriteError) -> SaveFault {
        SaveFault::Form(error)
    }
}

impl From<WriteError> for SaveFault {
    fn from(error: WriteError) -> SaveFault {
        SaveFault::Write(error)
    }
}

impl From<ReplaceError> for SaveFault {
    fn from(error: ReplaceError) -> SaveFault {
        SaveFault::Replace(error)
    }
}
