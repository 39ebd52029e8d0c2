//! A disk and an engine that are only values.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use tabiya_game::{Game, Moment};
use tabiya_notation::MoveText;
use tabiya_notation::pgn::PgnGame;
use tabiya_system::{FileError, FileFault};
use tabiya_table::{
    Archive, EngineAnswer, EngineTrouble, Engines, FileLock, Files, FoundRecord, Record, SaveTrouble,
};

/// Files, records and kept games in memory.
#[derive(Clone, Default)]
pub struct Disk(Rc<RefCell<Content>>);

#[derive(Default)]
struct Content {
    files: BTreeMap<PathBuf, Vec<u8>>,
    records: Vec<Option<Vec<u8>>>,
    in_use: Vec<usize>,
    locked: Vec<PathBuf>,
    aside: Vec<u8>,
    kept: usize,
    fails: bool,
}

impl Disk {
    pub fn fail(&self, fails: bool) {
        self.0.borrow_mut().fails = fails;
    }

    pub fn record(&self, number: usize) -> String {
        String::from_utf8(self.0.borrow().records[number].clone().unwrap()).unwrap()
    }

    pub fn set_record(&self, number: usize, text: &str) {
        self.0.borrow_mut().records[number] = Some(text.as_bytes().to_vec());
    }

    pub fn aside(&self) -> String {
        String::from_utf8(self.0.borrow().aside.clone()).unwrap()
    }

    pub fn file(&self, name: &str) -> String {
        String::from_utf8(self.0.borrow().files[Path::new(name)].clone()).unwrap()
    }

    pub fn has_file(&self, name: &str) -> bool {
        self.0.borrow().files.contains_key(Path::new(name))
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        self.0.borrow().files[Path::new(name)].clone()
    }

    pub fn write_file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        self.0.borrow_mut().files.insert(name.into(), bytes.as_ref().to_vec());
    }

    /// Lets nobody read a file any more.
    pub fn lock(&self, name: &str) {
        self.0.borrow_mut().locked.push(name.into());
    }
}

impl Archive for Disk {
    fn create_record(&mut self, _: Moment) -> Result<Box<dyn Record>, FileError> {
        let mut content = self.0.borrow_mut();
        content.records.push(Some(Vec::new()));
        let number = content.records.len() - 1;
        content.in_use.push(number);
        Ok(Box::new(MemoryRecord { disk: self.clone(), number, noted: 0 }))
    }

    fn records(&mut self) -> Result<Vec<FoundRecord>, FileError> {
        if self.0.borrow().fails {
            return Err(io::Error::from(ErrorKind::PermissionDenied).into());
        }
        let there: Vec<usize> = {
            let content = self.0.borrow();
            (0..content.records.len()).filter(|&number| content.records[number].is_some()).collect()
        };
        let found = there.into_iter().map(|number| {
            let mut content = self.0.borrow_mut();
            if content.in_use.contains(&number) {
                return FoundRecord::InUse;
            }
            content.in_use.push(number);
            FoundRecord::Open(Box::new(MemoryRecord { disk: self.clone(), number, noted: 0 }))
        });
        Ok(found.collect())
    }

    fn keep_game(&mut self, _: &PgnGame, _: Moment) -> Result<PathBuf, FileError> {
        let mut content = self.0.borrow_mut();
        content.kept += 1;
        Ok(PathBuf::from(format!("kept-{}.pgn", content.kept)))
    }
}

struct MemoryRecord {
    disk: Disk,
    number: usize,
    /// How long the line is that is only noted.
    noted: usize,
}

impl Drop for MemoryRecord {
    fn drop(&mut self) {
        let number = self.number;
        self.disk.0.borrow_mut().in_use.retain(|&used| used != number);
    }
}

impl Record for MemoryRecord {
    fn path(&self) -> PathBuf {
        PathBuf::from(format!("record-{}", self.number))
    }

    fn read(&mut self) -> Result<Vec<u8>, FileFault> {
        Ok(self.disk.0.borrow().records[self.number].clone().unwrap_or_default())
    }

    fn append(&mut self, lines: &[u8]) -> Result<(), FileError> {
        let mut content = self.disk.0.borrow_mut();
        if content.fails {
            return Err(io::Error::from(ErrorKind::StorageFull).into());
        }
        let length = std::mem::take(&mut self.noted);
        let record = content.records[self.number].get_or_insert_default();
        record.truncate(record.len() - length);
        record.extend_from_slice(lines);
        Ok(())
    }

    fn note(&mut self, line: &[u8]) -> Result<(), FileError> {
        self.append(line)?;
        self.noted = line.len();
        Ok(())
    }

    fn touch(&mut self) -> Result<(), FileError> {
        Ok(())
    }

    fn remove(self: Box<Self>) -> Result<(), FileError> {
        self.disk.0.borrow_mut().records[self.number] = None;
        Ok(())
    }

    fn put_aside(self: Box<Self>) -> Result<PathBuf, FileError> {
        let mut content = self.disk.0.borrow_mut();
        content.aside = content.records[self.number].take().unwrap_or_default();
        Ok(PathBuf::from("aside"))
    }
}

impl Files for Disk {
    fn find(&self, path: &Path) -> Option<PathBuf> {
        self.0.borrow().files.contains_key(path).then(|| path.to_owned())
    }

    fn read(&self, path: &Path) -> Result<Box<dyn Read>, FileError> {
        let content = self.0.borrow();
        if content.locked.iter().any(|locked| locked == path) {
            return Err(FileError::system(path)(ErrorKind::PermissionDenied.into()));
        }
        let file = content.files.get(path).cloned();
        let file = file.ok_or_else(|| FileError::system(path)(ErrorKind::NotFound.into()))?;
        Ok(Box::new(Cursor::new(file)))
    }

    fn lock(&mut self, _: &Path) -> Result<Box<dyn FileLock>, FileError> {
        Ok(Box::new(OnlyOne))
    }

    fn write(
        &mut self,
        path: &Path,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), SaveTrouble>,
    ) -> Result<(), SaveTrouble> {
        let mut file = Vec::new();
        write(&mut file)?;
        self.0.borrow_mut().files.insert(path.to_owned(), file);
        Ok(())
    }
}

/// Nobody else has this memory.
struct OnlyOne;

impl FileLock for OnlyOne {}

/// An engine that says what it was told to say.
pub struct Scripted(std::vec::IntoIter<String>);

impl Scripted {
    pub fn new(answers: &[&str]) -> Scripted {
        Scripted(answers.iter().map(|answer| (*answer).to_owned()).collect::<Vec<_>>().into_iter())
    }
}

impl Engines for Scripted {
    fn ask(&mut self, command: &str, game: &Game, _: Moment) -> Result<EngineAnswer, EngineTrouble> {
        let trouble = |why: &str| EngineTrouble { name: Some(command.to_owned()), why: why.to_owned() };
        let answer = self.0.next().ok_or_else(|| trouble("it has no more answers"))?;
        if answer == "resign" {
            return Ok(EngineAnswer::Resigns);
        }
        let text: MoveText = answer.parse().map_err(|_| trouble("it says no move"))?;
        text.to_move(game.position()).map(EngineAnswer::Move).map_err(|_| trouble("it cheats"))
    }

    fn end(&mut self) {}
}
