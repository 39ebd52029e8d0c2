//! What a game was opened from.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tabiya_files::Provenance;
use tabiya_game::{BySeat, Game, NodeId};
use tabiya_notation::pgn::{GameBuilder, PgnReader};

/// What the game at the table was opened from.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// The file, where it has a name that can be written down.
    pub file: Option<PathBuf>,
    /// What the file says of the game, and where in it that is.
    pub provenance: Provenance,
    /// How many moves the game had then: those of the file.
    pub moves: usize,
    /// What the players wished to be called then, which was in other games.
    pub names: BySeat<Option<String>>,
}

/// The same in the record of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceEntry {
    /// The file.
    pub file: Option<String>,
    /// Which game of the file it is, from 1.
    pub number: u64,
    /// How many games the file has.
    pub games: u64,
    /// The game as the file has it.
    pub pgn: String,
}

impl SourceEntry {
    /// What was opened, for the game that it became; `None` where it is no game.
    pub(crate) fn read(&self, opened: &Game, names: BySeat<Option<String>>) -> Option<GameSource> {
        let mut builder = GameBuilder::with_rules(opened.rules());
        let read = PgnReader::new(self.pgn.as_bytes()).read_game(&mut builder).ok().flatten()?;
        read.damage.is_none().then(|| GameSource {
            file: self.file.as_ref().map(PathBuf::from),
            provenance: Provenance::new(builder.take(), self.number, self.games),
            moves: opened.history().len(),
            names,
        })
    }
}

impl GameSource {
    pub(crate) fn to_entry(&self) -> SourceEntry {
        let file = self.file.as_ref().and_then(|file| file.to_str()).map(str::to_owned);
        let Provenance { number, games, pgn, .. } = &self.provenance;
        SourceEntry { file, number: *number, games: *games, pgn: pgn.to_string() }
    }

    /// Whether a move came from the file.
    pub(crate) fn has(&self, node: NodeId) -> bool {
        node.number() as usize <= self.moves
    }
}
