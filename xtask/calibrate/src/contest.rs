use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tabiya_arena::tournament::MatchTally;

use crate::field::Entrant;

/// Plays matches of two by `tabiya match`.
pub struct Contests<'a> {
    pub program: &'a Path,
    /// Where games are kept that somebody will look at.
    pub folder: PathBuf,
    pub concurrency: u32,
    pub rules: &'a str,
}

impl Contests<'_> {
    /// Some games of two. Another seed makes them other games, from other openings.
    pub fn play(&self, one: &Entrant, other: &Entrant, games: u64, seed: u64) -> Result<MatchTally> {
        let mut command = self.command(one, other, games);
        command.args(["--seed", &seed.to_string()]);
        tally(&answer(&mut command)?["pairings"][0]).context("the answer of tabiya match is not understood")
    }

    /// The file of some games of two, played to be looked at. The same are not played twice.
    pub fn games(&self, one: &Entrant, other: &Entrant, games: u64) -> Result<PathBuf> {
        std::fs::create_dir_all(&self.folder).context("the folder for the games")?;
        let pgn = self.folder.join(format!("{}-{}.pgn", file_word(one.name()), file_word(other.name())));
        answer(self.command(one, other, games).arg("--pgn").arg(&pgn))?;
        Ok(pgn)
    }

    fn command(&self, one: &Entrant, other: &Entrant, games: u64) -> Command {
        let mut command = Command::new(self.program);
        command.args(["match", "--json", "--rules", self.rules]);
        command.args(["--engine", &one.engine, "--engine", &other.engine]);
        command.args(["--games", &games.to_string(), "--concurrency", &self.concurrency.to_string()]);
        command.args(["--max-moves", "200", "--patience", "120"]);
        command
    }
}

fn answer(command: &mut Command) -> Result<Value> {
    let output = command.stderr(Stdio::inherit()).output().context("tabiya match could not be started")?;
    ensure!(output.status.success(), "tabiya match failed: {command:?}");
    serde_json::from_slice(&output.stdout).context("tabiya match did not answer in JSON")
}

fn tally(pairing: &Value) -> Option<MatchTally> {
    let count = |name: &str| pairing[name].as_u64();
    let pairs: Vec<u64> = pairing["pairs"].as_array()?.iter().filter_map(Value::as_u64).collect();
    let (wins, losses, draws) = (count("wins")?, count("losses")?, count("draws")?);
    Some(MatchTally { wins, losses, draws, pairs: pairs.try_into().ok()? })
}

/// A name, as part of a file's.
fn file_word(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
