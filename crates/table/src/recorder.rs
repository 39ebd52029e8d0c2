use std::path::PathBuf;

use tabiya_game::Moment;
use tabiya_notation::pgn::PgnGame;
use tabiya_system::FileError;

use crate::archive::{Archive, Record};
use crate::session::SessionEntry;

/// Sees to it that what happens at the board is on disk before it is told, and that nothing happens which is not.
pub(crate) struct Recorder {
    /// `None` where there is no place to keep anything, which is told when somebody sits down.
    archive: Option<Box<dyn Archive>>,
    record: Option<Box<dyn Record>>,
    /// What will begin the record. A board at which nothing happens leaves none.
    opening: Vec<SessionEntry>,
}

impl Recorder {
    pub fn new(archive: Option<Box<dyn Archive>>) -> Recorder {
        Recorder { archive, record: None, opening: Vec::new() }
    }

    pub fn archive(&mut self) -> Option<&mut (dyn Archive + 'static)> {
        self.archive.as_deref_mut()
    }

    /// Whether what happens now goes to disk.
    pub fn is_recording(&self) -> bool {
        self.record.is_some()
    }

    /// Goes on with a record, which is then the first that is offered, even if nobody moves.
    pub fn resume(&mut self, mut record: Box<dyn Record>) {
        // Where that fails, another game is offered before this one, and nothing is lost.
        let _ = record.touch();
        self.record = Some(record);
        self.opening.clear();
    }

    /// Leaves the record to whoever goes on with it, and is ready for another session.
    pub fn leave(&mut self) {
        self.record = None;
        self.opening.clear();
    }

    /// The record of another session with all that is known of it, which takes the place of this one once that is left.
    pub fn create(
        &mut self,
        entries: &[SessionEntry],
        at: Moment,
    ) -> Result<Option<Box<dyn Record>>, FileError> {
        let Some(archive) = &mut self.archive else { return Ok(None) };
        let lines = SessionEntry::to_lines(entries)?;
        let mut record = archive.create_record(at)?;
        if let Err(error) = record.append(&lines) {
            // A record without a line is nobody's, and is cleared away by the next board at the latest.
            let _ = record.remove();
            return Err(error);
        }
        Ok(Some(record))
    }

    /// Records what need not be kept unless something follows: that players sat down and a game began.
    pub fn begin(&mut self, entries: Vec<SessionEntry>) -> Result<(), FileError> {
        match &mut self.record {
            Some(record) => record.append(&SessionEntry::to_lines(&entries)?),
            None => {
                self.opening.extend(entries);
                Ok(())
            }
        }
    }

    /// Records what happened. If that fails, nothing has changed, and the next entries try again.
    pub fn record(&mut self, entries: Vec<SessionEntry>, at: Moment) -> Result<(), FileError> {
        if let Some(record) = &mut self.record {
            return record.append(&SessionEntry::to_lines(&entries)?);
        }
        let entries = [self.opening.clone(), entries].concat();
        if let Some(record) = self.create(&entries, at)? {
            self.resume(record);
        }
        Ok(())
    }

    /// Notes something that the next entry takes the place of, where there is a record.
    pub fn note(&mut self, entry: SessionEntry) -> Result<(), FileError> {
        match &mut self.record {
            Some(record) => record.note(&SessionEntry::to_lines(&[entry])?),
            None => Ok(()),
        }
    }

    /// Keeps a game that is over, or left, as PGN.
    pub fn keep_game(&mut self, game: &PgnGame, at: Moment) -> Result<Option<PathBuf>, FileError> {
        match &mut self.archive {
            Some(archive) if !game.is_empty() => archive.keep_game(game, at).map(Some),
            _ => Ok(None),
        }
    }

    /// Takes the record away: nobody will go on with it.
    pub fn close(&mut self) -> Result<(), FileError> {
        self.opening.clear();
        self.record.take().map_or(Ok(()), Record::remove)
    }
}
