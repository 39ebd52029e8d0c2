use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tabiya_system::{FileError, FileFault, sync_folder};
use tabiya_table::{FoundRecord, Record};

use super::interrupt::Interrupt;

/// More than any session writes.
const MAX_LENGTH: u64 = 256 * 1024 * 1024;

/// The record of a session in a file. It is locked as long as this lives, so that two boards never write the same one.
pub struct DiskRecord {
    path: PathBuf,
    file: File,
    /// How many bytes of it are whole lines.
    length: u64,
    interrupt: Interrupt,
}

impl DiskRecord {
    /// A new record.
    pub fn create(path: PathBuf, interrupt: &Interrupt) -> Result<DiskRecord, FileError> {
        let _busy = interrupt.hold();
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path);
        let file = file.map_err(FileError::system(&path))?;
        file.lock().map_err(FileError::system(&path))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        sync_folder(folder).map_err(FileError::system(folder))?;
        Ok(DiskRecord { path, file, length: 0, interrupt: interrupt.clone() })
    }

    /// A record from before.
    pub fn open(path: PathBuf, interrupt: &Interrupt) -> FoundRecord {
        let file = match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) => file,
            Err(error) => return FoundRecord::Closed { path, why: error.into() },
        };
        match file.try_lock() {
            Ok(()) => {
                let interrupt = interrupt.clone();
                FoundRecord::Open(Box::new(DiskRecord { path, file, length: 0, interrupt }))
            }
            Err(TryLockError::WouldBlock) => FoundRecord::InUse,
            Err(TryLockError::Error(error)) => FoundRecord::Closed { path, why: error.into() },
        }
    }
}

impl Record for DiskRecord {
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn read(&mut self) -> Result<Vec<u8>, FileFault> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        (&self.file).take(MAX_LENGTH + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_LENGTH {
            return Err(FileFault::TooLong);
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        bytes.truncate(whole);
        self.length = whole as u64;
        Ok(bytes)
    }

    fn append(&mut self, lines: &[u8]) -> Result<(), FileError> {
        let _busy = self.interrupt.hold();
        // Whatever is behind the whole lines was written in vain.
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(lines)?;
        self.file.sync_data()?;
        self.length += lines.len() as u64;
        Ok(())
    }

    fn note(&mut self, line: &[u8]) -> Result<(), FileError> {
        let _busy = self.interrupt.hold();
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        // It does not count as a line of the record, so that the next one takes its place.
        Ok(self.file.write_all(line)?)
    }

    fn touch(&mut self) -> Result<(), FileError> {
        Ok(self.file.set_modified(SystemTime::now())?)
    }

    fn remove(self: Box<Self>) -> Result<(), FileError> {
        let _busy = self.interrupt.hold();
        fs::remove_file(&self.path).map_err(FileError::system(&self.path))
    }

    fn put_aside(self: Box<Self>) -> Result<PathBuf, FileError> {
        let _busy = self.interrupt.hold();
        let mut number = 0;
        loop {
            let ending = if number == 0 { "damaged".to_owned() } else { format!("damaged-{number}") };
            let aside = self.path.with_extension(ending);
            // A link refuses to take the place of another file, which renaming would not.
            match fs::hard_link(&self.path, &aside) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 1000 => {
                    number += 1;
                }
                Err(error) => return Err(FileError::system(&aside)(error)),
                Ok(()) => {
                    fs::remove_file(&self.path).map_err(FileError::system(&self.path))?;
                    return Ok(aside);
                }
            }
        }
    }
}
