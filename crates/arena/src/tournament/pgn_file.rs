use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use tabiya_system::{Draft, shown};

use super::game_record::GameRecord;

/// The file that gets every finished game.
pub struct PgnFile {
    file: File,
}

impl PgnFile {
    /// Writes the games that a match has so far, and stays ready for more.
    pub fn open(path: &Path, records: &[GameRecord]) -> anyhow::Result<PgnFile> {
        let mut draft = Draft::new(path)?;
        for record in records {
            draft.write_all(text(record).as_bytes())?;
        }
        draft.commit()?;
        let file = File::options().append(true).open(path).with_context(|| shown(path))?;
        Ok(PgnFile { file })
    }

    /// Writes a game behind the others.
    pub fn append(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        Ok(self.file.write_all(text(record).as_bytes())?)
    }
}

/// A game, and the blank line that parts it from the next.
fn text(record: &GameRecord) -> String {
    format!("{}\n", record.pgn)
}
