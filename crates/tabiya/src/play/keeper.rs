use std::path::PathBuf;

use tabiya_notation::pgn::PgnGame;

use super::gate::Gate;
use super::record::Record;
use super::shelf::Shelf;
use super::sitting::Entry;

/// Sees to it that what happens at the board is on disk before it is told.
pub struct Keeper {
    /// `None` where nothing can be kept.
    shelf: Option<Shelf>,
    record: Option<Record>,
    /// What will begin the record. A board at which nothing happens leaves none.
    opening: Vec<Entry>,
    gate: Gate,
}

impl Keeper {
    pub fn new(shelf: Option<Shelf>, gate: &Gate) -> Keeper {
        Keeper { shelf, record: None, opening: Vec::new(), gate: gate.clone() }
    }

    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    pub fn shelf(&self) -> Option<&Shelf> {
        self.shelf.as_ref()
    }

    /// Whether what happens now goes to disk.
    pub fn is_keeping(&self) -> bool {
        self.record.is_some()
    }

    /// Goes on with a record.
    pub fn take_up(&mut self, record: Record) {
        self.record = Some(record);
        self.opening.clear();
        self.gate.set_game_kept(true);
    }

    /// Leaves the record to whoever goes on with it, and is ready for another sitting.
    pub fn leave(&mut self) {
        self.record = None;
        self.opening.clear();
        self.gate.set_game_kept(false);
    }

    /// Keeps what need not be kept unless something follows: that players sat down and a game began.
    pub fn begin(&mut self, entries: Vec<Entry>) -> anyhow::Result<()> {
        match &mut self.record {
            Some(record) => record.append(&entries),
            None => {
                self.opening.extend(entries);
                Ok(())
            }
        }
    }

    /// Keeps what happened. Where no record can be made at all, that is told once, and the game goes on.
    pub fn keep(&mut self, entry: Entry) -> anyhow::Result<Option<String>> {
        if let Some(record) = &mut self.record {
            record.append(&[entry])?;
            return Ok(None);
        }
        let Some(shelf) = &self.shelf else { return Ok(None) };
        self.opening.push(entry);
        let made = shelf.new_record().and_then(|mut record| match record.append(&self.opening) {
            Ok(()) => Ok(record),
            Err(error) => {
                let _ = record.remove();
                Err(error)
            }
        });
        match made {
            Ok(record) => {
                self.take_up(record);
                Ok(None)
            }
            Err(error) => {
                self.shelf = None;
                Ok(Some(format!("This game is not kept on disk: {error:#}.")))
            }
        }
    }

    /// Keeps a game that is over, or left, as PGN.
    pub fn archive(&self, game: &PgnGame) -> anyhow::Result<Option<PathBuf>> {
        match &self.shelf {
            Some(shelf) if !game.is_empty() => shelf.archive(game).map(Some),
            _ => Ok(None),
        }
    }

    /// Takes the record away: nobody will go on with it.
    pub fn close(&mut self) -> anyhow::Result<()> {
        self.opening.clear();
        self.gate.set_game_kept(false);
        self.record.take().map_or(Ok(()), Record::remove)
    }
}
