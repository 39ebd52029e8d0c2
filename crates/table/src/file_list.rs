//! The games of a file, as a list shows them.

use std::path::Path;

use tabiya_files::{Form, UnpackingReader};
use tabiya_notation::pgn::{Interest, PgnEnding, PgnFault, PgnReader, Visitor, decode};
use tabiya_rules::ByColor;

use crate::file_trouble::OpenTrouble;
use crate::refusal::TableRefusal;
use crate::table::Table;

/// The most games that are listed.
const MOST: usize = 10_000;

/// The longest text of a tag that a list shows.
const LONGEST: usize = 60;

/// A game of a file, by its tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedGame {
    /// Its place in the file, from 1.
    pub number: usize,
    /// Who played; empty where that is not known.
    pub names: ByColor<String>,
    /// How it ended.
    pub result: PgnEnding,
    /// When; empty where that is not known.
    pub date: String,
    /// On which occasion; empty where that is not known.
    pub event: String,
}

/// The games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileGames {
    /// The first of them, in their order.
    pub games: Vec<ListedGame>,
    /// Whether there are more.
    pub has_more: bool,
}

impl Table {
    /// The games of a PGN; none where a file of another form has one game or position after the other, nor where nothing is said of
    /// any game, by which one could be chosen.
    pub fn games_in(&self, path: &Path) -> Result<FileGames, TableRefusal> {
        if Form::of_input(path).is_some_and(|form| form != Form::Pgn) {
            return Ok(FileGames::default());
        }
        let input =
            self.files.read(path).map_err(|error| TableRefusal::NotOpened(OpenTrouble::File(error)))?;
        let mut reader = PgnReader::new(UnpackingReader::new(input));
        let mut found = FileGames::default();
        let mut listed = ListedGame::default();
        // What is wrong with the rest is told to whoever opens a game of it.
        while let Ok(Some(end)) = reader.read_game(&mut listed) {
            if found.games.len() == MOST {
                found.has_more = true;
                break;
            }
            let game = std::mem::take(&mut listed);
            found.games.push(ListedGame { number: end.number as usize, ..game });
        }
        let is_told_of = found.games.iter().any(ListedGame::is_told_of);
        Ok(if is_told_of { found } else { FileGames::default() })
    }
}

impl ListedGame {
    /// Whether its tags say anything.
    fn is_told_of(&self) -> bool {
        let ListedGame { number: _, names, result, date, event } = self;
        let has_text = [&names.white, &names.black, date, event].into_iter().any(|text| !text.is_empty());
        has_text || *result != PgnEnding::Unknown
    }
}

impl Visitor for ListedGame {
    fn begin_game(&mut self) {
        *self = ListedGame::default();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), PgnFault> {
        let text = || {
            let text: String = decode(value).trim().chars().take(LONGEST).collect();
            // As PGN says that something is not known.
            if text.chars().all(|c| matches!(c, '?' | '.' | '-')) { String::new() } else { text }
        };
        match name {
            b"White" => self.names.white = text(),
            b"Black" => self.names.black = text(),
            b"Date" => self.date = text(),
            b"Event" => self.event = text(),
            b"Result" => self.result = PgnEnding::from_text(value.trim_ascii()).unwrap_or_default(),
            _ => {}
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Interest, PgnFault> {
        Ok(Interest::Skip)
    }
}
