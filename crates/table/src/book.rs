//! What the computers at the table play by, and games that begin with an opening.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_game::{Event, Game, GameStart, Moment, NodeId};
use tabiya_openings::{OpeningBook, OpeningLine, opening_of};

use crate::file_trouble::OpenTrouble;
use crate::games::NextGame;
use crate::refusal::TableRefusal;
use crate::reply::{BegunGame, LeftOver, Reply};
use crate::session::Lineup;
use crate::table::{Table, start};

/// The book by which computers play, from the level on that knows openings.
#[derive(Clone, Debug)]
pub struct BookSetting {
    /// The book.
    pub book: OpeningBook,
    /// Where it was read; `None` for the one that is built in.
    pub path: Option<PathBuf>,
    /// Whether they look into it.
    pub is_open: bool,
}

impl Default for BookSetting {
    /// The built-in book, open.
    fn default() -> BookSetting {
        BookSetting { book: OpeningBook::BuiltIn, path: None, is_open: true }
    }
}

impl BookSetting {
    /// The book, where it is open.
    pub(crate) fn open_book(&self) -> Option<&OpeningBook> {
        self.is_open.then_some(&self.book)
    }
}

/// A book setting in the record of a session, so that a game goes on with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookRecord {
    /// The file, where it has a name that can be written down; else the built-in book.
    pub file: Option<String>,
    /// Whether computers look into it.
    pub is_open: bool,
}

/// What somebody wishes of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookWish {
    /// Play by it.
    On,
    /// Do not.
    Off,
    /// Play by the one that is built in.
    BuiltIn,
    /// Play by a Polyglot book.
    File(PathBuf),
}

impl Table {
    /// What the computers here play by.
    pub fn book(&self) -> &BookSetting {
        &self.book
    }

    pub(crate) fn set_book(&mut self, wish: BookWish) -> Result<Reply, TableRefusal> {
        let book = match wish {
            BookWish::On => BookSetting { is_open: true, ..self.book.clone() },
            BookWish::Off => BookSetting { is_open: false, ..self.book.clone() },
            BookWish::BuiltIn => BookSetting::default(),
            BookWish::File(path) => {
                let book = self.read_book(&path).map_err(TableRefusal::NoBook)?;
                BookSetting { book, path: Some(path), is_open: true }
            }
        };
        let entry = self.book_record(&book);
        if self.session.lineup.book.as_ref() != Some(&entry) {
            self.set_lineup(Lineup { book: Some(entry), ..self.session.lineup.clone() })?;
        }
        self.book = book;
        Ok(Reply::BookSet(self.book.clone()))
    }

    /// As it is recorded: with a name that means the same from every folder.
    pub(crate) fn book_record(&self, setting: &BookSetting) -> BookRecord {
        let file = setting.path.as_ref().map(|path| self.files.find(path).unwrap_or_else(|| path.clone()));
        BookRecord { file: file.and_then(|file| file.to_str().map(str::to_owned)), is_open: setting.is_open }
    }

    /// Takes up the book of a game that goes on; says so where it is not there any more. Then the computers play by the
    /// built-in one.
    pub(crate) fn take_up_book(&mut self) -> Option<LeftOver> {
        // Earlier versions did not record it: what was asked for here holds.
        let BookRecord { file, is_open } = self.session.lineup.book.clone()?;
        let path = file.map(PathBuf::from);
        let book = path.as_deref().map_or(Ok(OpeningBook::BuiltIn), |path| self.read_book(path));
        match book {
            Ok(book) => {
                self.book = BookSetting { book, path, is_open };
                None
            }
            Err(why) => {
                self.book = BookSetting { is_open, ..BookSetting::default() };
                Some(LeftOver::NoBook(why))
            }
        }
    }

    fn read_book(&self, path: &Path) -> Result<OpeningBook, OpenTrouble> {
        OpeningBook::read(self.files.read(path)?).map_err(OpenTrouble::in_file(path))
    }

    /// The opening that the game is, as far as it is played.
    pub fn opening(&self) -> Option<&'static OpeningLine> {
        self.opening_at(self.game().history().here())
    }

    /// The opening that the game was at one of its moves.
    pub fn opening_at(&self, node: NodeId) -> Option<&'static OpeningLine> {
        let history = self.game().history();
        let back = std::iter::successors(Some(node), |&node| history.parent(node));
        let mut line: Vec<NodeId> = back.collect();
        line.reverse();
        opening_of(line.into_iter().filter_map(|node| history.get(node)).map(|node| &node.position))
    }

    /// Begins a game whose first moves are made for both sides; who plays it goes on from there.
    pub(crate) fn begin_with(&mut self, line: &OpeningLine, at: Moment) -> Result<Reply, TableRefusal> {
        let rules = self.rules.clone();
        let seats = self.game().seats();
        let position = rules.rules.start.setup();
        let start =
            start(&rules, position, seats, &self.session.lineup, (self.time.clone(), self.first_moves));
        let (game, events) = begun(start, Some(line), at)?;
        let lineup = Lineup { title: None, ..self.session.lineup.clone() };
        let next = NextGame { game, events, source: None, lineup, is_set_up: false, is_own_match: false };
        let before = self.replace(next, at)?;
        self.hold_clock(Some(line));
        self.is_waiting = false;
        Ok(Reply::Begun(BegunGame { before, introduction: self.introduction() }))
    }
}

/// The game that a start becomes, with the moves of an opening where it begins with one.
pub(crate) fn begun(
    start: GameStart,
    line: Option<&OpeningLine>,
    at: Moment,
) -> Result<(Game, Vec<Event>), TableRefusal> {
    let Some(line) = line else { return Ok(Game::start(start, at)?) };
    let moves = line.to_game(start.rules.rules.intern()).map_err(TableRefusal::NoOpenings)?;
    Ok(Game::continue_pgn(&moves, start, at)?)
}
