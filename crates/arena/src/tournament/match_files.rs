use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tabiya_system::shown;

use super::game_record::GameRecord;
use super::match_plan::MatchPlan;
use super::pgn_file::PgnFile;
use super::state_file::StateFile;

/// Where a match is kept: the state from which it goes on, and the games for people to read.
pub struct MatchFiles {
    state: Option<(PathBuf, StateFile)>,
    pgn: Option<PgnFile>,
}

impl MatchFiles {
    /// Opens or begins the files of a match; gives the games that are finished. Without a path for the state, it lies
    /// beside the PGN.
    pub fn open(
        state: Option<&Path>,
        pgn: Option<&Path>,
        plan: &MatchPlan,
    ) -> anyhow::Result<(MatchFiles, Vec<GameRecord>)> {
        let path = state.map(Path::to_owned).or_else(|| pgn.map(beside));
        let is_new = path.as_ref().is_none_or(|path| !path.exists());
        if let Some(pgn) = pgn.filter(|pgn| is_new && pgn.exists()) {
            // Told before a state file is made that would claim the other.
            return Err(anyhow!(
                "{} exists and is not this match's: remove it or choose another name",
                shown(pgn)
            ));
        }
        let (state, records) = match path {
            Some(path) => {
                let (state, records) = StateFile::open(&path, plan)?;
                (Some((path, state)), records)
            }
            None => (None, Vec::new()),
        };
        let pgn = pgn.map(|path| PgnFile::open(path, &records)).transpose()?;
        Ok((MatchFiles { state, pgn }, records))
    }

    /// Keeps a game: for good first, then for reading.
    pub fn append(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if let Some((path, state)) = &mut self.state {
            state.append(record).with_context(|| shown(path))?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.append(record)?;
        }
        Ok(())
    }

    /// The file from which the match goes on, if there is one.
    pub fn state_path(&self) -> Option<&Path> {
        self.state.as_ref().map(|(path, _)| path.as_path())
    }
}

fn beside(pgn: &Path) -> PathBuf {
    let mut name = pgn.as_os_str().to_owned();
    name.push(".state");
    PathBuf::from(name)
}
