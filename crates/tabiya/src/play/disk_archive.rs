use std::fs::{self, DirBuilder};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tabiya_game::Moment;
use tabiya_notation::pgn::PgnGame;
use tabiya_system::{Draft, FileError, FileFault};
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
    fn record_paths(&self) -> Result<Vec<PathBuf>, FileError> {
        let folder = self.records_folder();
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(FileError::system(&folder))?,
        };
        let mut records: Vec<(SystemTime, PathBuf)> = Vec::new();
        for entry in entries {
            let path = entry.map_err(FileError::system(&folder))?.path();
            if path.extension().is_none_or(|ending| ending != ENDING) {
                continue;
            }
            match fs::metadata(&path) {
                // Another board has just put it away.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                found => {
                    let found = found.map_err(FileError::system(&path))?;
                    if found.is_file() {
                        records.push((found.modified().map_err(FileError::system(&path))?, path));
                    }
                }
            }
        }
        records.sort();
        Ok(records.into_iter().rev().map(|(_, path)| path).collect())
    }
}

impl Archive for DiskArchive {
    fn create_record(&mut self, at: Moment) -> Result<Box<dyn Record>, FileError> {
        let folder = self.records_folder();
        make_folder(&folder)?;
        let path = free_name(&folder, at, ENDING)?;
        Ok(Box::new(DiskRecord::create(path, &self.interrupt)?))
    }

    fn records(&mut self) -> Result<Vec<FoundRecord>, FileError> {
        let paths = self.record_paths()?.into_iter();
        Ok(paths.map(|path| DiskRecord::open(path, &self.interrupt)).collect())
    }

    fn keep_game(&mut self, game: &PgnGame, at: Moment) -> Result<PathBuf, FileError> {
        let folder = self.folder.join("games");
        make_folder(&folder)?;
        let path = free_name(&folder, at, "pgn")?;
        let _busy = self.interrupt.hold();
        let mut draft = Draft::new(&path)?;
        write!(draft, "{game}").map_err(FileError::system(&path))?;
        draft.commit()?;
        Ok(path)
    }
}

/// Makes a folder that is nobody else's business.
pub(super) fn make_folder(folder: &Path) -> Result<(), FileError> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(FileError::system(folder))
}

/// A name that no file has. The process's number in it keeps others from taking it meanwhile.
fn free_name(folder: &Path, at: Moment, ending: &str) -> Result<PathBuf, FileError> {
    let name = format!("{}-{}", stamp(at), std::process::id());
    for number in 1..=MAX_FILES {
        let path = folder.join(format!("{name}-{number}.{ending}"));
        if !path.try_exists().map_err(FileError::system(&path))? {
            return Ok(path);
        }
    }
    Err(FileFault::TooMany.at(folder))
}
