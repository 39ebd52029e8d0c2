use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::shown;

/// Why a file cannot be read or written, and which.
///
/// ```
/// use std::path::Path;
/// use tabiya_system::{Draft, FileFault};
///
/// let error = Draft::new(Path::new("/")).err().unwrap();
/// assert!(matches!(error.why, FileFault::Folder));
/// assert_eq!(error.to_string(), "/: it is a folder");
/// ```
#[derive(Debug)]
pub struct FileError {
    /// The file or folder; `None` where it has no name, or the reader knows it.
    pub path: Option<PathBuf>,
    /// What is wrong.
    pub why: FileFault,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum FileFault {
    /// The system refuses something.
    System(io::Error),
    /// No temporary file can be made in a folder.
    Temporary(PathBuf, io::Error),
    /// It is a folder.
    Folder,
    /// It is none that could be read or replaced.
    NoFile,
    /// It is something else that has a name, and what.
    Special(&'static str),
    /// It is a link that leads nowhere.
    DeadLink,
    /// There is more in it than anybody writes.
    TooLong,
    /// There are too many files in the folder.
    TooMany,
}

impl FileFault {
    /// The same, of a certain file.
    pub fn at(self, path: &Path) -> FileError {
        FileError { path: Some(path.to_owned()), why: self }
    }
}

impl FileError {
    /// The system's own error, where that is it.
    pub fn of_system(&self) -> Option<&io::Error> {
        match &self.why {
            FileFault::System(error) | FileFault::Temporary(_, error) => Some(error),
            FileFault::Folder
            | FileFault::NoFile
            | FileFault::Special(_)
            | FileFault::DeadLink
            | FileFault::TooLong
            | FileFault::TooMany => None,
        }
    }

    /// What the system refuses to do with a file.
    pub fn system(path: &Path) -> impl Fn(io::Error) -> FileError {
        move |error| FileFault::System(error).at(path)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", shown(path))?;
        }
        self.why.fmt(f)
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileFault::System(error) => error.fmt(f),
            FileFault::Temporary(folder, error) => write!(f, "a temporary file: {}: {error}", shown(folder)),
            FileFault::Folder => f.write_str("it is a folder"),
            FileFault::NoFile => f.write_str("it is no file"),
            FileFault::Special(what) => {
                write!(f, "it is {what}, not a file; - is standard output, which can be sent anywhere")
            }
            FileFault::DeadLink => f.write_str("it is a link that leads nowhere"),
            FileFault::TooLong => f.write_str("it is too long"),
            FileFault::TooMany => f.write_str("too many files"),
        }
    }
}

impl std::error::Error for FileError {}

impl std::error::Error for FileFault {}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> FileFault {
        FileFault::System(error)
    }
}

impl From<FileFault> for FileError {
    fn from(why: FileFault) -> FileError {
        FileError { path: None, why }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileFault::System(error).into()
    }
}
