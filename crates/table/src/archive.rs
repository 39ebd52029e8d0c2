use std::path::PathBuf;

use tabiya_game::Moment;
use tabiya_notation::pgn::PgnGame;
use tabiya_system::{FileError, FileFault};

/// Where sessions are recorded and finished games are kept.
pub trait Archive {
    /// A new record, which nobody else writes.
    fn create_record(&mut self, at: Moment) -> Result<Box<dyn Record>, FileError>;

    /// All records there are, the one changed last first; an error where nobody can tell which there are.
    fn records(&mut self) -> Result<Vec<FoundRecord>, FileError>;

    /// Keeps a game for good, and says where.
    fn keep_game(&mut self, game: &PgnGame, at: Moment) -> Result<PathBuf, FileError>;
}

/// A record that was found.
pub enum FoundRecord {
    /// Another board is writing it.
    InUse,
    /// It can be read and gone on with.
    Open(Box<dyn Record>),
    /// It cannot even be opened.
    Closed {
        /// Where it is.
        path: PathBuf,
        /// Why not.
        why: FileFault,
    },
}

/// The record of a session: lines, to which one only ever adds. It is this board's alone as long as it lives.
pub trait Record {
    /// Where it is.
    fn path(&self) -> PathBuf;

    /// Everything in it but a last line without an end, which was never acknowledged. What is appended next takes the
    /// place of that.
    fn read(&mut self) -> Result<Vec<u8>, FileFault>;

    /// Adds lines, for good: when this returns, they are on disk. If it fails, they are not in the record.
    fn append(&mut self, lines: &[u8]) -> Result<(), FileError>;

    /// Notes a line behind all others, of which the next one takes the place. It outlives this program, though perhaps not the
    /// machine.
    fn note(&mut self, line: &[u8]) -> Result<(), FileError>;

    /// Makes it the one that was changed last.
    fn touch(&mut self) -> Result<(), FileError>;

    /// Takes the record away.
    fn remove(self: Box<Self>) -> Result<(), FileError>;

    /// Puts a record aside that is damaged, and says where. It stays as it is.
    fn put_aside(self: Box<Self>) -> Result<PathBuf, FileError>;
}
