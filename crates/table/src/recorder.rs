use std::path::PathBuf;

use tabiya_game::Moment;
use tabiya_notation::pgn::PgnGame;

use crate::archive::{Archive, Record};
use crate::session::SessionEntry;

/// Sees to it that what happens at the board is on disk before it is told.
pub(crate) struct Recorder {
    /// `None` where nothing can be kept.
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

    /// Goes on with a record.
    pub fn resume(&mut self, record: Box<dyn Record>) {
        self.record = Some(record);
        self.opening.clear();
    }

    /// Leaves the record to whoever goes on with it, and is ready for another session.
    pub fn leave(&mut self) {
        self.record = None;
        self.opening.clear();
    }

    /// Records what need not be kept unless something follows: that players sat down and a game began.
    pub fn begin(&mut self, entries: Vec<SessionEntry>) -> anyhow::Result<()> {
        match &mut self.record {
            Some(record) => record.append(&SessionEntry::to_lines(&entries)?),
            None => {
                self.opening.extend(entries);
                Ok(())
            }
        }
    }

    /// Records what happened. Where no record can be made at all, the reason is told once, and the game goes on.
    pub fn record(&mut self, entry: SessionEntry, at: Moment) -> anyhow::Result<Option<anyhow::Error>> {
        if let Some(record) = &mut self.record {
            record.append(&SessionEntry::to_lines(&[entry])?)?;
            return Ok(None);
        }
        let Some(archive) = &mut self.archive else { return Ok(None) };
        self.opening.push(entry);
        let lines = SessionEntry::to_lines(&self.opening)?;
        let made = archive.create_record(at).and_then(|mut record| match record.append(&lines) {
            Ok(()) => Ok(record),
            Err(error) => {
                let _ = record.remove();
                Err(error)
            }
        });
        match made {
            Ok(record) => {
                self.resume(record);
                Ok(None)
            }
            Err(error) => {
                self.archive = None;
                Ok(Some(error))
            }
        }
    }

    /// Keeps a game that is over, or left, as PGN.
    pub fn keep_game(&mut self, game: &PgnGame, at: Moment) -> anyhow::Result<Option<PathBuf>> {
        match &mut self.archive {
            Some(archive) if !game.is_empty() => archive.keep_game(game, at).map(Some),
            _ => Ok(None),
        }
    }

    /// Takes the record away: nobody will go on with it.
    pub fn close(&mut self) -> anyhow::Result<()> {
        self.opening.clear();
        self.record.take().map_or(Ok(()), Record::remove)
    }
}
