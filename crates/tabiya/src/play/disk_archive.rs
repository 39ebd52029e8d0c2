use std::fs::{self, DirBuilder};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use tabiya_game::Moment;
use tabiya_notation::pgn::PgnGame;
use tabiya_system::{Draft, shown};
use tabiya_table::{Archive, FoundRecord, Record};

use super::disk_record::DiskRecord;
use super::interrupt::Interrupt;
use super::stamp::stamp;

const ENDING: &str = "jsonl";

/// The most files of one second.
const MAX_FILES: u32 = 1000;

/// The archive in a data folder: records of sessions in `play`, finished games as PGN in `games`.
pub struct DiskArchive {
    folder: PathBuf,
    interrupt: Interrupt,
}

impl DiskArchive {
    pub fn new(folder: PathBuf, interrupt: &Interrupt) -> DiskArchive {
        DiskArchive { folder, interrupt: interrupt.clone() }
    }

    fn records_folder(&self) -> PathBuf {
        self.folder.join("play")
    }

    /// The paths of all records, the one changed last first.
    fn record_paths(&self) -> Vec<PathBuf> {
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
}

impl Archive for DiskArchive {
    fn create_record(&mut self, at: Moment) -> anyhow::Result<Box<dyn Record>> {
        let folder = self.records_folder();
        make_folder(&folder)?;
        let path = free_name(&folder, at, ENDING)?;
        Ok(Box::new(DiskRecord::create(path, &self.interrupt)?))
    }

    fn records(&mut self) -> Vec<FoundRecord> {
        let paths = self.record_paths().into_iter();
        paths.map(|path| DiskRecord::open(path, &self.interrupt)).collect()
    }

    fn keep_game(&mut self, game: &PgnGame, at: Moment) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join("games");
        make_folder(&folder)?;
        let path = free_name(&folder, at, "pgn")?;
        let _busy = self.interrupt.hold();
        let mut draft = Draft::new(&path)?;
        write!(draft, "{game}")?;
        draft.commit()?;
        Ok(path)
    }
}

/// Makes a folder that is nobody else's business.
fn make_folder(folder: &Path) -> anyhow::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(|| shown(folder))
}

/// A name that no file has. The process's number in it keeps others from taking it meanwhile.
fn free_name(folder: &Path, at: Moment, ending: &str) -> anyhow::Result<PathBuf> {
    let name = format!("{}-{}", stamp(at), std::process::id());
    for number in 1..=MAX_FILES {
        let path = folder.join(format!("{name}-{number}.{ending}"));
        if !path.try_exists().with_context(|| shown(&path))? {
            return Ok(path);
        }
    }
    bail!("{}: too many files", shown(folder))
}
