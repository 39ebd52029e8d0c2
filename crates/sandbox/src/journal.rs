use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Something that happened in a sandbox and that nobody would see from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Incident {
    /// It used more memory than it may, and was ended.
    Memory,
    /// It had as many processes as it may, and was ended.
    Processes,
    /// It filled all the space that it may.
    Disk,
    /// The sandbox itself could not be made, and why. The program was not started.
    Failure(String),
    /// The program died of a signal. The number is that of the outer process, which dies of the same.
    #[doc(hidden)]
    Died { outer: i32, signal: i32 },
}

/// What happened in the sandboxes of a program, one line each, in a file that the program cannot see.
pub struct Journal(File);

/// How much of a journal is read.
const MOST: u64 = 1 << 20;

impl Journal {
    /// Opens a journal, or begins one.
    pub fn open(path: &Path) -> io::Result<Journal> {
        OpenOptions::new().append(true).create(true).open(path).map(Journal)
    }

    /// Adds a line. One write does it, so that several can write at once.
    pub fn note(&mut self, incident: &Incident) -> io::Result<()> {
        let mut line = serde_json::to_vec(incident)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }

    /// All that is in a journal; nothing where none was begun. Each incident is told once.
    pub fn read(path: &Path) -> io::Result<Vec<Incident>> {
        let mut text = String::new();
        match File::open(path) {
            Ok(file) => file.take(MOST).read_to_string(&mut text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut incidents = Vec::new();
        for incident in text.lines().filter_map(|line| serde_json::from_str(line).ok()) {
            if !incidents.contains(&incident) {
                incidents.push(incident);
            }
        }
        Ok(incidents)
    }
}
