use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tabiya_system::{Draft, Input, shown};
use tabiya_table::Files;

use super::interrupt::Interrupt;

/// How compressed files begin: gzip's and Zstandard's.
const COMPRESSED: [&[u8]; 2] = [&[0x1f, 0x8b], &[0x28, 0xb5, 0x2f, 0xfd]];

/// How their names end.
const ENDINGS: [&str; 3] = ["gz", "zst", "zstd"];

/// The files of this machine.
pub struct DiskFiles {
    interrupt: Interrupt,
}

impl DiskFiles {
    pub fn new(interrupt: &Interrupt) -> DiskFiles {
        DiskFiles { interrupt: interrupt.clone() }
    }
}

impl Files for DiskFiles {
    fn find(&self, path: &Path) -> Option<PathBuf> {
        fs::symlink_metadata(path).ok()?;
        Some(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    fn read(&self, path: &Path) -> anyhow::Result<Box<dyn Read>> {
        let found = fs::metadata(path).with_context(|| shown(path))?;
        if !found.is_file() {
            bail!("{}: it is no file", shown(path));
        }
        Ok(Box::new(Input::open(path)?))
    }

    fn is_compressed(&self, path: &Path) -> bool {
        let is_called_so = || {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
        };
        let mut begin = Vec::new();
        let found = fs::metadata(path).is_ok_and(|found| found.is_file());
        let read = found.then(|| File::open(path).and_then(|file| file.take(4).read_to_end(&mut begin)));
        match read {
            Some(Ok(_)) => COMPRESSED.iter().any(|magic| begin.starts_with(magic)),
            Some(Err(_)) | None => is_called_so(),
        }
    }

    fn write(
        &mut self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let _busy = self.interrupt.hold();
        let mut draft = Draft::new(path)?;
        write(&mut draft)?;
        draft.commit()
    }
}
