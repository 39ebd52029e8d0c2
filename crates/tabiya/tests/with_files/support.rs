//! What the tests of the binary share.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// The binary, run among the test's files.
pub fn tabiya() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).env_remove("COLUMNS");
    command.env("LC_ALL", "C.UTF-8");
    command
}

/// A folder of a test's own, gone at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tabiya-test-{}-{number}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    /// A file in it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// How many files are in it.
    pub fn count(&self) -> usize {
        std::fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a command said on standard error.
pub fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A PGN file of many games.
pub fn many_games(count: usize) -> String {
    let game =
        |number| format!("[Event \"{number}\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n");
    (1..=count).map(game).collect()
}
