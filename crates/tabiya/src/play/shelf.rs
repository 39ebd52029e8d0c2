//! Where games are kept: records of sittings that may go on, and finished games as PGN.

use std::fs::{self, DirBuilder};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use tabiya_notation::pgn::PgnGame;
use tabiya_system::{Draft, shown};

use super::gate::Gate;
use super::moment::{now, stamp};
use super::record::{Found, Record};
use super::sitting::Sitting;

const ENDING: &str = "jsonl";

/// The most files of one second.
const MAX_FILES: u32 = 1000;

pub struct Shelf {
    folder: PathBuf,
    gate: Gate,
}

/// A sitting that was left.
pub struct Left {
    pub record: Record,
    pub sitting: Sitting,
}

/// What was found on the shelf.
#[derive(Default)]
pub struct Waiting {
    /// The sittings with an unfinished game, the last one first.
    pub left: Vec<Left>,
    /// Sittings whose game had ended when they were broken off.
    pub ended: Vec<Left>,
    /// How many records are being written.
    pub in_use: usize,
    /// What is wrong with other records.
    pub notes: Vec<String>,
}

impl Shelf {
    /// The shelf in a folder, or where the user's data are.
    pub fn new(folder: Option<&Path>, gate: &Gate) -> anyhow::Result<Shelf> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => data_folder().context("neither XDG_DATA_HOME nor HOME says where data are kept")?,
        };
        Ok(Shelf { folder, gate: gate.clone() })
    }

    /// Everything that was left by sittings that are over.
    pub fn waiting(&self) -> Waiting {
        let mut waiting = Waiting::default();
        for path in self.records() {
            let name = shown(&path);
            match Record::open(&path, &self.gate) {
                Ok(Found::InUse) => waiting.in_use += 1,
                Ok(Found::Open(record)) => self.sort(record, &mut waiting),
                Err(error) => waiting.notes.push(format!("{name} cannot be read: {error:#}")),
            }
        }
        waiting
    }

    fn sort(&self, mut record: Record, waiting: &mut Waiting) {
        let read = record.read().map_err(|error| format!("{error:#}"));
        // A board that was left before anything was written.
        if read.as_ref().is_ok_and(Vec::is_empty) {
            let _ = record.remove();
            return;
        }
        match read.and_then(Sitting::replay) {
            Ok(sitting) if sitting.is_unfinished() => waiting.left.push(Left { record, sitting }),
            Ok(sitting) => waiting.ended.push(Left { record, sitting }),
            Err(why) => {
                let name = shown(record.path());
                let fate = match record.put_aside() {
                    Ok(aside) => format!("it is kept as {}", shown(&aside)),
                    Err(error) => format!("it stays there ({error:#})"),
                };
                waiting.notes.push(format!("{name} is damaged: {why}; {fate}"));
            }
        }
    }

    /// The paths of all records, the one changed last first.
    fn records(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.records_folder()).into_iter().flatten().flatten();
        let mut records: Vec<(SystemTime, PathBuf)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == ENDING))
            .filter_map(|entry| {
                let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((found.modified().unwrap_or(SystemTime::UNIX_EPOCH), entry.path()))
            })
            .collect();
        records.sort();
        records.into_iter().rev().map(|(_, path)| path).collect()
    }

    fn records_folder(&self) -> PathBuf {
        self.folder.join("play")
    }

    /// A record for a new sitting.
    pub fn new_record(&self) -> anyhow::Result<Record> {
        let folder = self.records_folder();
        make_folder(&folder)?;
        let name = format!("{}-{}", stamp(now()), std::process::id());
        let path = free_name(&folder, &name, ENDING)?;
        Record::create(path, &self.gate)
    }

    /// Keeps a game for good.
    pub fn archive(&self, game: &PgnGame) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join("games");
        make_folder(&folder)?;
        let name = format!("{}-{}", stamp(now()), std::process::id());
        let path = free_name(&folder, &name, "pgn")?;
        let _busy = self.gate.busy();
        let mut draft = Draft::new(&path)?;
        write!(draft, "{game}")?;
        draft.commit()?;
        Ok(path)
    }
}

fn data_folder() -> Option<PathBuf> {
    let told = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = told("XDG_DATA_HOME").or_else(|| told("HOME").map(|home| home.join(".local/share")))?;
    Some(data.join("tabiya"))
}

/// Makes a folder that is nobody else's business.
fn make_folder(folder: &Path) -> anyhow::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(|| shown(folder))
}

/// A name that no file has. The process's number in it keeps others from taking it meanwhile.
fn free_name(folder: &Path, name: &str, ending: &str) -> anyhow::Result<PathBuf> {
    for number in 1..=MAX_FILES {
        let path = folder.join(format!("{name}-{number}.{ending}"));
        if !path.try_exists().with_context(|| shown(&path))? {
            return Ok(path);
        }
    }
    bail!("{}: too many files", shown(folder))
}
