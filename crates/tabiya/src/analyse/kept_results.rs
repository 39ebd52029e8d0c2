//! What is known so far, beside the output, so that an analysis that was stopped in any way goes on.
//!
//! A line says by whom and how positions were searched, then there is a line for every position. Each is written at once and
//! whole; what a crash left half-written is cut off.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tabiya_analysis::GameAnalysis;
use tabiya_rules::Position;
use tabiya_system::shown;

use super::analysis_args::AnalysisLimits;

/// The results of an analysis that is under way; nowhere, where nothing is written.
pub struct KeptResults {
    file: Option<(PathBuf, File)>,
    /// By game, by what its positions are, and by the number of moves.
    known: HashMap<(u64, u64, usize), String>,
}

/// How the first line begins.
const HEAD: &str = "tabiya analyse";

impl KeptResults {
    /// Opens or begins the file; tells how many positions are known.
    pub fn open(
        path: Option<&Path>,
        limits: &AnalysisLimits,
        begins_anew: bool,
    ) -> anyhow::Result<(KeptResults, usize)> {
        let Some(path) = path else {
            return Ok((KeptResults { file: None, known: HashMap::new() }, 0));
        };
        let (file, known) = open(path, limits, begins_anew).with_context(|| shown(path))?;
        let count = known.len();
        Ok((KeptResults { file: Some((path.to_owned(), file)), known }, count))
    }

    /// Gives an analysis what is known of its game. What belongs to another game, for the file has changed, is not taken.
    pub fn put_into(&self, number: u64, analysis: &mut GameAnalysis) {
        let key = game_key(analysis);
        for ply in 0..=analysis.plies() {
            if let Some(text) = self.known.get(&(number, key, ply)) {
                // What does not fit is searched again.
                let _ = analysis.put_text(ply, text);
            }
        }
    }

    /// Keeps what was found out about a position.
    pub fn append(&mut self, number: u64, analysis: &GameAnalysis, ply: usize) -> anyhow::Result<()> {
        let (Some((path, file)), Some(text)) = (&mut self.file, analysis.search_text(ply)) else {
            return Ok(());
        };
        let line = format!("{number} {:016x} {ply} {text}\n", game_key(analysis));
        file.write_all(line.as_bytes()).with_context(|| shown(path))
    }

    /// Everything is done.
    pub fn remove(self) -> anyhow::Result<()> {
        let Some((path, _)) = self.file else { return Ok(()) };
        fs::remove_file(&path).with_context(|| shown(&path))
    }
}

/// What the positions of a game are and by which rules it is played, as a number.
fn game_key(analysis: &GameAnalysis) -> u64 {
    let rules = format!("{:?}", analysis.position(0).map(Position::rules));
    let keys =
        (0..=analysis.plies()).filter_map(|ply| analysis.position(ply)).map(|position| position.key().0);
    rules
        .bytes()
        .map(u64::from)
        .chain(keys)
        .fold(0, |sum: u64, key| sum.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key)
}

type KnownLines = HashMap<(u64, u64, usize), String>;

fn open(path: &Path, limits: &AnalysisLimits, begins_anew: bool) -> anyhow::Result<(File, KnownLines)> {
    let mut file = File::options().create(true).truncate(false).read(true).write(true).open(path)?;
    ensure!(file.metadata()?.is_file(), "it is no file");
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("another command is at this analysis"),
        // Some file systems know no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
    let head = format!("{HEAD} {} {limits}", engine_name());
    let mut known = HashMap::new();
    let mut lines = text.lines();
    let keeps = match lines.next() {
        // Nothing, or the beginning of a first line.
        None if HEAD.as_bytes().starts_with(&bytes[..bytes.len().min(HEAD.len())]) => false,
        Some(first) if first == head => true,
        Some(first) if first.starts_with(HEAD) && begins_anew => false,
        Some(first) if first.starts_with(HEAD) => {
            let begun = first.trim_start_matches(HEAD).trim();
            bail!(
                "this analysis was begun by tabiya {begun}, and this is {} {limits}\n\
                 hint: the same command goes on with it, and --force begins anew",
                engine_name()
            );
        }
        _ => bail!("it is no file of an analysis: choose another name for the output"),
    };
    if keeps {
        known.extend(lines.filter_map(entry));
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::Start(whole as u64))?;
    } else {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(format!("{head}\n").as_bytes())?;
    }
    Ok((file, known))
}

/// Which engine searches: builds of one version may differ, and what they find is not mixed.
fn engine_name() -> String {
    format!("{} (engine {})", env!("CARGO_PKG_VERSION"), tabiya_engine::SIGNATURE.trim())
}

fn entry(line: &str) -> Option<((u64, u64, usize), String)> {
    let mut words = line.splitn(4, ' ');
    let number = words.next()?.parse().ok()?;
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let ply = words.next()?.parse().ok()?;
    Some(((number, key, ply), words.next()?.to_owned()))
}
