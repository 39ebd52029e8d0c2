use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use tabiya_notation::RuleFile;

use super::Variant;

/// A rule file that an engine reads, gone when it has.
///
/// It is written anew for each start: at the board rules need not come from a file, and one that is there may have been
/// changed since it was read, or have a name by which engines do not know what it is.
pub struct RuleFileCopy {
    path: PathBuf,
}

impl RuleFileCopy {
    pub fn write(variant: &Variant) -> io::Result<RuleFileCopy> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let text = RuleFile::from(*variant.rules).to_string();
        let mut tries = 0;
        loop {
            tries += 1;
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("tabiya-rules-{}-{number}.toml", std::process::id());
            let path = std::env::temp_dir().join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    let copy = RuleFileCopy { path };
                    return file.write_all(text.as_bytes()).map(|()| copy);
                }
                // What another process of this number has left behind.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < 1000 => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for RuleFileCopy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
