//! What the computers at the table play by, and games that begin with an opening.

use std::path::{Path, PathBuf};

use anyhow::Context;
use tabiya_game::{Event, Game, GameStart, Moment};
use tabiya_openings::{OpeningBook, OpeningLine, opening_of};

use crate::games::NextGame;
use crate::refusal::TableRefusal;
use crate::reply::{BegunGame, Reply};
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
        self.book = match wish {
            BookWish::On => BookSetting { is_open: true, ..self.book.clone() },
            BookWish::Off => BookSetting { is_open: false, ..self.book.clone() },
            BookWish::BuiltIn => BookSetting::default(),
            BookWish::File(path) => {
                let book = self.read_book(&path).map_err(TableRefusal::NoBook)?;
                BookSetting { book, path: Some(path), is_open: true }
            }
        };
        Ok(Reply::BookSet(self.book.clone()))
    }

    fn read_book(&self, path: &Path) -> anyhow::Result<OpeningBook> {
        OpeningBook::read(self.files.read(path)?).with_context(|| path.display().to_string())
    }

    /// The opening that the game is, as far as it is played.
    pub fn opening(&self) -> Option<&'static OpeningLine> {
        let history = self.game().history();
        let line = std::iter::once(history.start());
        let moves = history.line().filter_map(|node| history.get(node)).map(|node| &node.position);
        opening_of(line.chain(moves))
    }

    /// Begins a game whose first moves are made for both sides; who plays it goes on from there.
    pub(crate) fn begin_with(&mut self, line: &OpeningLine, at: Moment) -> Result<Reply, TableRefusal> {
        let rules = self.rules.clone();
        let seats = self.game().seats();
        let position = rules.rules.start.setup();
        let start = start(&rules, position, seats, &self.session.lineup, self.time.clone());
        let (game, events) = begun(start, Some(line), at)?;
        let lineup = self.session.lineup.clone();
        let kept = self.replace(NextGame { game, events, source: None, lineup }, at)?;
        self.is_waiting = false;
        Ok(Reply::Begun(BegunGame { kept, introduction: self.introduction() }))
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
