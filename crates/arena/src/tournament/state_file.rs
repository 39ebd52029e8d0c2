//! The file that knows every finished game of a match, so that a match that was stopped in any way goes on.

use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use serde_json::{Map, Value, json};
use tabiya_system::{shown, sync_folder};

use super::game_record::GameRecord;
use super::match_plan::MatchPlan;

/// The form of the file.
const VERSION: u64 = 1;

/// A match's file: a line that says what is played, then a line for every finished game.
pub struct StateFile {
    file: File,
}

/// More than the longest game takes.
const MAX_LINE: u64 = 16 * 1024 * 1024;

impl StateFile {
    /// Opens or begins the file of a match; gives the games that are finished.
    pub fn open(path: &Path, plan: &MatchPlan) -> anyhow::Result<(StateFile, Vec<GameRecord>)> {
        open(path, plan).with_context(|| shown(path))
    }

    /// Keeps a game for good.
    pub fn append(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        write_line(&mut self.file, &record.to_json())
    }
}

fn open(path: &Path, plan: &MatchPlan) -> anyhow::Result<(StateFile, Vec<GameRecord>)> {
    let mut file = File::options().create(true).truncate(false).read(true).write(true).open(path)?;
    ensure!(file.metadata()?.is_file(), "it is no file");
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("the match is being played by another process"),
        // Some file systems know no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    let lines = whole_lines(&mut file)?;
    let Some((head, games)) = lines.split_first() else {
        write_line(&mut file, &json!({ "tabiya-match": VERSION, "plan": plan.summary()? }))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // The file's name has to last as well.
        sync_folder(folder.unwrap_or(Path::new(".")))?;
        return Ok((StateFile { file }, Vec::new()));
    };
    compare(head, plan)?;
    let mut records = Vec::new();
    for (i, line) in games.iter().enumerate() {
        let record = GameRecord::from_json(line).with_context(|| format!("line {}", i + 2))?;
        records.push(record);
    }
    Ok((StateFile { file }, records))
}

/// Every line that was written to its end. What a crash left half-written is cut off.
fn whole_lines(file: &mut File) -> anyhow::Result<Vec<Value>> {
    let mut reader = BufReader::new(&*file);
    let (mut lines, mut end) = (Vec::new(), 0);
    loop {
        let mut line = Vec::new();
        let size = std::io::Read::take(&mut reader, MAX_LINE).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            ensure!((size as u64) < MAX_LINE, "line {} is too long", lines.len() + 1);
            break;
        }
        let value = serde_json::from_slice(&line)
            .map_err(|error| anyhow!("line {}: this is no line of a match: {error}", lines.len() + 1))?;
        lines.push(value);
        end += size as u64;
    }
    // A file of something else, without any line end, is not ours to cut.
    ensure!(end > 0 || file.metadata()?.len() == 0 || is_half_a_head(file)?, "it is no file of a match");
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(lines)
}

fn is_half_a_head(file: &mut File) -> anyhow::Result<bool> {
    const BEGIN: &[u8] = b"{\"plan\":";
    file.seek(SeekFrom::Start(0))?;
    let mut begin = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(&*file, BEGIN.len() as u64), &mut begin)?;
    Ok(BEGIN.starts_with(&begin))
}

fn write_line(file: &mut File, value: &Value) -> anyhow::Result<()> {
    file.write_all(format!("{value}\n").as_bytes())?;
    Ok(file.sync_data()?)
}

/// Refuses to go on with another match than the one that was begun; more games of the same are the same match.
fn compare(head: &Value, plan: &MatchPlan) -> anyhow::Result<()> {
    ensure!(head["tabiya-match"].is_u64(), "it is no file of a match");
    ensure!(head["tabiya-match"] == VERSION, "it is of another version of this program");
    let begun = head["plan"].as_object().context("it does not say what is played")?;
    let plan: Map<String, Value> = plan.summary_for(begun)?;
    let keys = begun.keys().chain(plan.keys().filter(|key| !begun.contains_key(*key)));
    let word = |value: Option<&Value>| match value {
        None | Some(Value::Null) => "not given".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let changes: Vec<String> = keys
        .filter(|key| begun.get(*key).filter(|v| !v.is_null()) != plan.get(*key).filter(|v| !v.is_null()))
        .map(|key| format!("{key}: was {}, is {}", word(begun.get(key)), word(plan.get(key))))
        .collect();
    if changes.is_empty() {
        return Ok(());
    }
    Err(anyhow!(
        "this match was begun with another command, and goes on only with the same one\n  {}\n\
         Give the same command, also with more --games, or another --state file, or remove this one to begin anew.",
        changes.join("\n  ")
    ))
}
