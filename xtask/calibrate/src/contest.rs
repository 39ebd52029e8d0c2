use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tabiya_arena::tournament::MatchTally;

/// Plays matches of two by `tabiya match`, which goes on where it was stopped.
pub struct Contests<'a> {
    pub program: &'a Path,
    /// Where games are kept.
    pub folder: PathBuf,
    pub concurrency: u32,
    pub rules: &'a str,
}

impl Contests<'_> {
    /// The games of two, as many as are wanted at least.
    pub fn play(&self, one: &str, other: &str, games: u32) -> Result<MatchTally> {
        std::fs::create_dir_all(&self.folder).context("the folder for the games")?;
        let mut command = Command::new(self.program);
        command.args(["match", "--engine", one, "--engine", other, "--json", "--rules", self.rules]);
        command.args(["--games", &games.to_string(), "--concurrency", &self.concurrency.to_string()]);
        command.args(["--max-moves", "200", "--patience", "120"]);
        command.arg("--pgn").arg(self.pgn(one, other));
        let output =
            command.stderr(Stdio::inherit()).output().context("tabiya match could not be started")?;
        ensure!(output.status.success(), "tabiya match failed: {one} against {other}");
        let answer: Value =
            serde_json::from_slice(&output.stdout).context("tabiya match did not answer in JSON")?;
        tally(&answer["pairings"][0]).context("the answer of tabiya match is not understood")
    }

    /// The file of the games of two.
    pub fn pgn(&self, one: &str, other: &str) -> PathBuf {
        self.folder.join(format!("{}-{}.pgn", file_word(one), file_word(other)))
    }
}

fn tally(pairing: &Value) -> Option<MatchTally> {
    let count = |name: &str| pairing[name].as_u64();
    let pairs: Vec<u64> = pairing["pairs"].as_array()?.iter().filter_map(Value::as_u64).collect();
    let (wins, losses, draws) = (count("wins")?, count("losses")?, count("draws")?);
    Some(MatchTally { wins, losses, draws, pairs: pairs.try_into().ok()? })
}

/// The name of an engine, as part of a file's.
fn file_word(engine: &str) -> String {
    let name = engine.split(' ').find_map(|word| word.strip_prefix("name=")).unwrap_or(engine);
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
