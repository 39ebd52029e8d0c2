use std::fmt;

use tabiya_rules::ByLanguage;

/// Why something could not be kept or found. Nothing that was not told to be kept is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// There is no room on the disk.
    Full,
    /// The file may not be written to.
    ReadOnly,
    /// The file is not where it was opened any more: what is written to it would be found by nobody.
    Moved,
    /// The disk does not obey.
    Disk(String),
    /// The file is no sound database, or an entry in it is not.
    Damaged(String),
    /// What is kept of a game beside its entries cannot be read.
    DamagedGame(String),
    /// An entry of a game cannot be read.
    DamagedEntry {
        /// Its number.
        entry: u32,
        /// What is wrong with it.
        what: String,
    },
    /// A newer Tabiya wrote it.
    Newer {
        /// The schema found.
        found: i64,
        /// The schema known here.
        known: i64,
    },
    /// There is no such game to add to.
    NoGame,
    /// The entry would be the first of its game, and does not begin with the start.
    NoStart,
    /// Something else.
    Other(String),
    /// The database cannot be reached. Nothing changed.
    Away(String),
    /// The connection to the database was lost before it answered: whether what was asked for is kept is not known.
    Lost(String),
    /// The server is shutting down.
    Closed,
}

impl StoreError {
    /// The same of what was only asked for: where no answer came, nothing has happened.
    pub(super) fn of_question(self) -> StoreError {
        match self {
            StoreError::Lost(what) => StoreError::Away(what),
            other => other,
        }
    }

    /// Whether it keeps everybody from everything, and not one from something.
    pub(crate) fn is_everybodys(&self) -> bool {
        match self {
            StoreError::Full
            | StoreError::ReadOnly
            | StoreError::Moved
            | StoreError::Disk(_)
            | StoreError::Away(_)
            | StoreError::Lost(_) => true,
            StoreError::Damaged(_)
            | StoreError::DamagedGame(_)
            | StoreError::DamagedEntry { .. }
            | StoreError::Newer { .. }
            | StoreError::NoGame
            | StoreError::NoStart
            | StoreError::Other(_)
            | StoreError::Closed => false,
        }
    }

    /// What people are told, with a word for it. What exactly is wrong is in the log, and nobody's business.
    pub(crate) fn told(&self) -> (&'static str, ByLanguage<&'static str>) {
        match self {
            StoreError::Full => (
                "disk_full",
                ByLanguage {
                    english: "the server's disk is full",
                    german: "die Festplatte des Servers ist voll",
                },
            ),
            StoreError::ReadOnly => (
                "read_only",
                ByLanguage {
                    english: "the server cannot write to its disk",
                    german: "der Server kann nicht auf seine Festplatte schreiben",
                },
            ),
            StoreError::Moved => (
                "database_moved",
                ByLanguage {
                    english: "the server's database was moved or removed",
                    german: "die Datenbank des Servers wurde verschoben oder entfernt",
                },
            ),
            StoreError::Away(_) => (
                "database_away",
                ByLanguage {
                    english: "the server cannot reach its database",
                    german: "der Server erreicht seine Datenbank nicht",
                },
            ),
            StoreError::Lost(_) => (
                "fate_unknown",
                ByLanguage {
                    english: "the server lost its database at that moment: whether it was kept is not known, so look or ask again",
                    german: "der Server hat in diesem Augenblick seine Datenbank verloren: ob es aufbewahrt wurde, ist nicht bekannt, \
                             also nachsehen oder noch einmal versuchen",
                },
            ),
            StoreError::Closed => (
                "closing",
                ByLanguage {
                    english: "the server is shutting down",
                    german: "der Server wird heruntergefahren",
                },
            ),
            StoreError::Disk(_)
            | StoreError::Damaged(_)
            | StoreError::DamagedGame(_)
            | StoreError::DamagedEntry { .. }
            | StoreError::Newer { .. }
            | StoreError::NoGame
            | StoreError::NoStart
            | StoreError::Other(_) => (
                "store_failed",
                ByLanguage {
                    english: "the server cannot read or write its games",
                    german: "der Server kann seine Partien nicht lesen oder schreiben",
                },
            ),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Full => f.write_str("the disk of the server is full"),
            StoreError::ReadOnly => f.write_str("the server may not write to its data folder"),
            StoreError::Moved => f.write_str("the database of the server was moved or removed"),
            StoreError::Disk(what) => write!(f, "the disk does not obey: {what}"),
            StoreError::Damaged(what) => write!(f, "the database is damaged: {what}"),
            StoreError::DamagedGame(what) => write!(f, "a game is damaged: {what}"),
            StoreError::DamagedEntry { entry, what } => write!(f, "entry {entry} is damaged: {what}"),
            StoreError::Newer { found, known } => {
                write!(f, "a newer Tabiya wrote this database (form {found}, here up to {known} are known)")
            }
            StoreError::NoGame => f.write_str("there is no such game"),
            StoreError::NoStart => f.write_str("a game begins with its start, and with nothing else"),
            StoreError::Other(what) => f.write_str(what),
            StoreError::Away(what) => write!(f, "the database cannot be reached: {what}"),
            StoreError::Lost(what) => {
                write!(f, "the connection to the database was lost before it answered: {what}")
            }
            StoreError::Closed => f.write_str("the server is shutting down"),
        }
    }
}

impl std::error::Error for StoreError {}
