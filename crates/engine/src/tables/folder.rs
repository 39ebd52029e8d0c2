use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use shakmaty::Chess;
use shakmaty_syzygy::{Syzygy, SyzygyError, Tablebase};

use super::files::TableFiles;

/// Syzygy tables in folders, shared by all threads. Files are opened when they are first needed; if one of them turns
/// out to be broken, none is asked any more.
///
/// ```
/// use tabiya_engine::Tables;
///
/// let tables = Tables::open("tests/tables").unwrap();
/// assert_eq!(tables.men(), 3);
/// assert_eq!(tables.to_string(), "5 tables with results, 5 with distances, up to 3 men");
/// assert!(Tables::open("src").is_err());
/// ```
pub struct Tables {
    base: Tablebase<Chess>,
    men: usize,
    results: usize,
    distances: usize,
    left_out: Vec<String>,
    is_broken: AtomicBool,
    fault: Mutex<Option<String>>,
}

impl Tables {
    /// The tables in some folders, named as the system names several: with `:` between them, on Windows `;`.
    pub fn open(folders: &str) -> Result<Tables, NoTables> {
        let mut files = BTreeMap::new();
        for folder in std::env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
            let unreadable = |error| NoTables::Folder(folder.clone(), error);
            for entry in fs::read_dir(&folder).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                // Of two tables with the same name the first folder's counts.
                files.entry(entry.file_name()).or_insert_with(|| entry.path());
            }
        }
        let mut tables = Tables {
            base: Tablebase::with_filesystem(Arc::new(TableFiles::new())),
            men: 0,
            results: 0,
            distances: 0,
            left_out: Vec::new(),
            is_broken: AtomicBool::new(false),
            fault: Mutex::new(None),
        };
        tables.results = tables.add(&files, Chess::TBW.ext, Chess::TBW.magic);
        // A distance says nothing without its result.
        tables.men = tables.base.max_pieces();
        tables.distances = tables.add(&files, Chess::TBZ.ext, Chess::TBZ.magic);
        if tables.results == 0 { Err(NoTables::None(tables.left_out)) } else { Ok(tables) }
    }

    /// Adds the files of a kind and says how many.
    fn add(&mut self, files: &BTreeMap<OsString, PathBuf>, kind: &str, magic: [u8; 4]) -> usize {
        let mut count = 0;
        for path in files.values().filter(|path| path.extension().is_some_and(|found| found == kind)) {
            match check_magic(path, magic).and_then(|()| self.base.add_file(path)) {
                Ok(()) => count += 1,
                Err(error) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    self.left_out.push(format!("{name}: {error}"));
                }
            }
        }
        count
    }

    /// The most men on the board for which there is a table, kings included.
    pub fn men(&self) -> usize {
        self.men
    }

    /// The files that look like tables and are none, each with the reason.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// What was found wrong with a table while it was asked, told once. From then on no table is asked.
    pub fn take_fault(&self) -> Option<String> {
        self.fault.lock().ok()?.take()
    }

    /// Whether one of them was found to be broken.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken.load(Relaxed)
    }

    /// Asks the tables. A missing one answers nothing; so do all, once one is broken.
    pub(super) fn ask<T>(&self, question: impl Fn(&Tablebase<Chess>) -> Result<T, SyzygyError>) -> Option<T> {
        if self.is_broken() {
            return None;
        }
        // The reader checks much of a file, but not everything: what it trusts wrongly ends in a panic.
        match catch_unwind(AssertUnwindSafe(|| question(&self.base))) {
            Ok(Ok(answer)) => return Some(answer),
            // The error's own words may hold a backtrace.
            Ok(Err(SyzygyError::ProbeFailed { metric, material, .. })) => {
                self.give_up(format!("the {metric} table {material} cannot be read"));
            }
            Ok(Err(_)) => {}
            Err(_) => self.give_up("a table holds what no table can hold".to_string()),
        }
        None
    }

    #[cold]
    fn give_up(&self, why: String) {
        // The first to find a fault tells it.
        if !self.is_broken.swap(true, Relaxed)
            && let Ok(mut fault) = self.fault.lock()
        {
            *fault = Some(why);
        }
    }
}

fn check_magic(path: &Path, magic: [u8; 4]) -> io::Result<()> {
    let mut found = [0; 4];
    File::open(path)?.read_exact(&mut found)?;
    if found == magic { Ok(()) } else { Err(io::Error::new(ErrorKind::InvalidData, "not a Syzygy table")) }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.results == 1 { "" } else { "s" };
        let Tables { results, distances, men, .. } = self;
        write!(f, "{results} table{plural} with results, {distances} with distances, up to {men} men")
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({self})")
    }
}

/// Why there are no tables.
///
/// ```
/// use tabiya_engine::Tables;
///
/// assert_eq!(Tables::open("src").unwrap_err().to_string(), "no tables there");
/// assert!(Tables::open("/nowhere").unwrap_err().to_string().starts_with("/nowhere: "));
/// ```
#[derive(Debug)]
pub enum NoTables {
    /// A folder cannot be read.
    Folder(PathBuf, io::Error),
    /// There is no table with results; these files look like tables and are none.
    None(Vec<String>),
}

impl fmt::Display for NoTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTables::Folder(path, error) => write!(f, "{}: {error}", path.display()),
            NoTables::None(left_out) => match left_out.first() {
                None => f.write_str("no tables there"),
                Some(first) => write!(f, "no tables there ({first})"),
            },
        }
    }
}

impl std::error::Error for NoTables {}
