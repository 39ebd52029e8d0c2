//! The record of a sitting on disk: a line for everything that happens, there before anybody is told of it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tabiya_system::shown;

use super::gate::Gate;
use super::sitting::Entry;

/// More than any sitting writes.
const MAX_LENGTH: u64 = 256 * 1024 * 1024;

/// A record that nobody else has open. It is locked as long as this lives.
pub struct Record {
    path: PathBuf,
    file: File,
    /// How many bytes of it are whole lines.
    length: u64,
    gate: Gate,
}

/// A record that was found.
pub enum Found {
    /// Another board is writing it.
    InUse,
    Open(Record),
}

impl Record {
    /// A new record.
    pub fn create(path: PathBuf, gate: &Gate) -> anyhow::Result<Record> {
        let _busy = gate.busy();
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path);
        let file = file.with_context(|| shown(&path))?;
        file.lock().with_context(|| shown(&path))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).with_context(|| shown(folder))?;
        Ok(Record { path, file, length: 0, gate: gate.clone() })
    }

    /// A record from before.
    pub fn open(path: &Path, gate: &Gate) -> anyhow::Result<Found> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Found::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        Ok(Found::Open(Record { path: path.to_owned(), file, length: 0, gate: gate.clone() }))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Everything in it. A last line without an end was never acknowledged and is passed over.
    pub fn read(&mut self) -> anyhow::Result<Vec<Entry>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        (&self.file).take(MAX_LENGTH + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_LENGTH {
            bail!("it is too long");
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate();
        let entries = lines.map(|(number, line)| {
            serde_json::from_slice(line).with_context(|| format!("line {}", number + 1))
        });
        let entries = entries.collect::<anyhow::Result<Vec<Entry>>>()?;
        self.length = whole as u64;
        Ok(entries)
    }

    /// Adds lines, for good: when this returns, they are on disk. If it fails, they are not in the record.
    pub fn append(&mut self, entries: &[Entry]) -> anyhow::Result<()> {
        let mut lines = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut lines, entry)?;
            lines.push(b'\n');
        }
        let _busy = self.gate.busy();
        // Whatever is behind the whole lines was written in vain.
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(&lines)?;
        self.file.sync_data()?;
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Takes the record away.
    pub fn remove(self) -> anyhow::Result<()> {
        let _busy = self.gate.busy();
        fs::remove_file(&self.path).with_context(|| shown(&self.path))
    }

    /// Puts a record aside that cannot be read, and says where. It stays as it is.
    pub fn put_aside(self) -> anyhow::Result<PathBuf> {
        let _busy = self.gate.busy();
        let mut number = 0;
        loop {
            let ending = if number == 0 { "damaged".to_owned() } else { format!("damaged-{number}") };
            let aside = self.path.with_extension(ending);
            // A link refuses to take the place of another file, which renaming would not.
            match fs::hard_link(&self.path, &aside) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && number < 1000 => {
                    number += 1;
                }
                Err(error) => return Err(error).with_context(|| shown(&aside)),
                Ok(()) => {
                    fs::remove_file(&self.path).with_context(|| shown(&self.path))?;
                    return Ok(aside);
                }
            }
        }
    }
}
