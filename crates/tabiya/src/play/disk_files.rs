use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tabiya_system::{Draft, Input, shown};
use tabiya_table::Files;

use super::interrupt::Interrupt;

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
