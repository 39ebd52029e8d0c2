//! What came of a request: the facts, for whoever words or draws them.

use std::path::PathBuf;

use tabiya_engine::Level;
use tabiya_files::{Form, GameDamage, Losses, ReadingNote};
use tabiya_game::{BySeat, Ending, Event, Game, MatchScore, NodeId, Seat, TimeControl};
use tabiya_notation::pgn::PgnEnding;
use tabiya_openings::OpeningLine;
use tabiya_reasons::MoveReasons;
use tabiya_rules::{ByColor, Color, Move, Position, Rules};
use tabiya_system::{FileError, FileFault};

use crate::book::BookSetting;
use crate::file_trouble::OpenTrouble;
use crate::pairing::{GameProgress, Pairing};
use crate::player::Player;
use crate::session::SessionDamage;

/// What came of a request.
#[derive(Debug)]
pub enum Reply {
    /// Something happened in the game: a move, a pass, an end.
    Happened(GameChange),
    /// A draw was offered to another person.
    Offered {
        /// The offer.
        offer: GameChange,
        /// Who may accept or decline it.
        to: Color,
    },
    /// A computer moved, and offers a draw.
    MovedAndOffered {
        /// The offer of a draw.
        offer: GameChange,
        /// The move.
        moved: GameChange,
    },
    /// A draw was offered to a computer, which has answered.
    Answered {
        /// The offer.
        offer: GameChange,
        /// The answer.
        answer: GameChange,
    },
    /// Moves were taken back.
    Undone {
        /// What happened.
        happened: GameChange,
        /// The moves, in the game before.
        moves: Vec<NodeId>,
        /// How many single moves that are.
        plies: u32,
        /// Whose turn it is now.
        turn: Turn,
    },
    /// Moves were made again.
    Redone {
        /// What happened.
        happened: GameChange,
        /// The moves, in the game before.
        moves: Vec<NodeId>,
        /// How many single moves that are.
        plies: u32,
        /// Whose turn it is now; nobody's where the game is over with them.
        turn: Option<Turn>,
    },
    /// Neither side can move, and the computer has stopped passing.
    Stuck,
    /// Another game began.
    Begun(BegunGame),
    /// A game was opened from a file.
    Opened(Box<OpenedFile>),
    /// The game was saved.
    Saved(SavedFile),
    /// A game that was left goes on.
    Continued {
        /// How far it is.
        progress: GameProgress,
        /// What is played.
        introduction: Introduction,
        /// What is wrong with its book, and with other records.
        notes: Vec<LeftOver>,
    },
    /// The game of a record was thrown away.
    ThrownAway,
    /// A game is called something now, or nothing any more.
    Titled(Option<String>),
    /// The computer plays at this level from now on.
    LevelSet {
        /// The level.
        level: Level,
        /// Whose turn it is, where a computer waits.
        waiting: Option<Turn>,
    },
    /// The computers play by this book from now on, or by none.
    BookSet(BookSetting),
    /// The computer plays nobody.
    Forced,
    /// The computer plays a side, and whoever asked the other.
    ComputerPlays {
        /// How well.
        level: Level,
        /// The side.
        color: Color,
    },
    /// The computer goes on that had waited.
    Going,
    /// A player has a name.
    Named {
        /// The side.
        color: Color,
        /// The name.
        name: String,
    },
}

/// What happened in the game.
#[derive(Debug)]
pub struct GameChange {
    /// The game before it.
    pub before: Box<Game>,
    /// The events.
    pub events: Vec<Event>,
    /// The end of the game, where it ended with this.
    pub over: Option<GameOver>,
}

/// A game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOver {
    /// How.
    pub result: PgnEnding,
    /// How the match stands, where it has several games.
    pub standings: Option<MatchStandings>,
}

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchStandings {
    /// What the players are called.
    pub names: BySeat<String>,
    /// What they have.
    pub score: MatchScore,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The side.
    pub color: Color,
    /// Whether a computer has this side and waits until it is told to go on.
    pub waits: bool,
}

/// What is played here, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introduction {
    /// What the rules are called.
    pub rules: String,
    /// Who plays.
    pub pairing: Pairing,
    /// Which opening it is, as far as it is played.
    pub opening: Option<&'static OpeningLine>,
    /// Where the game stands.
    pub state: GameState,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// It is over.
    Over {
        /// How it ended.
        ending: Ending,
        /// Who had which color.
        seats: ByColor<Seat>,
        /// Whether there are moves to take back.
        can_undo: bool,
    },
    /// Somebody is to move.
    Running {
        /// Who.
        turn: Turn,
        /// Whether that side is in check.
        is_check: bool,
    },
}

/// What becomes of a game when another one takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameBefore {
    /// It has ended, and is kept as PGN in this file.
    Kept(PathBuf),
    /// It has not ended, and waits to be gone on with.
    Waits,
}

/// Another game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunGame {
    /// What becomes of the game before, if there was something of it.
    pub before: Option<GameBefore>,
    /// What is played now.
    pub introduction: Introduction,
}

/// A game was opened from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedFile {
    /// What becomes of the game before, if there was something of it.
    pub before: Option<GameBefore>,
    /// What is worth knowing about the file.
    pub notes: Vec<OpeningNote>,
    /// What the players are called.
    pub names: ByColor<String>,
    /// The result that the file tells, where the board does not show it.
    pub result: Option<PgnEnding>,
    /// How far the game is.
    pub progress: GameProgress,
    /// What is played.
    pub introduction: Introduction,
}

/// Something worth knowing about a file that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningNote {
    /// Something had to be read otherwise than it is written.
    Read(ReadingNote),
    /// The game is damaged; as much as could be read is on the board.
    Damaged {
        /// The file, where it is in one.
        path: Option<PathBuf>,
        /// What is wrong, and where.
        damage: GameDamage,
    },
    /// The game names its own rules, which are not those that were asked for.
    OwnRules {
        /// What its rules are called.
        own: String,
        /// What those are called that were asked for.
        told: String,
    },
    /// There are more games in the file.
    More,
    /// There are more games in the text, which cannot be opened by their numbers.
    MoreInText,
    /// The clock that was asked for is put away: the game had none.
    NoClock,
    /// The game has the clock that it was begun with, and not the one that was asked for.
    OwnClock(TimeControl),
    /// The game had a clock, which stands: the file does not say which.
    ControlMissing,
    /// The game had a clock, which stands: the file does not say what was left.
    TimesMissing(TimeControl),
    /// The game had a clock, which stands: the game was over.
    ClockStopped(TimeControl),
    /// The game had a clock that is not known here, as its tag tells it.
    UnknownClock(String),
    /// A program played, which nobody here has named: this one plays in its place.
    Substitute {
        /// What the program is called.
        program: String,
        /// Its side.
        color: Color,
        /// Who plays now.
        by: Player,
    },
}

/// The game was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    /// Where.
    pub path: PathBuf,
    /// How it is written.
    pub form: Form,
    /// What the form cannot hold.
    pub lost: Losses,
    /// Its number in the file, where there are several.
    pub number: Option<u64>,
    /// The result that it had, where it has none any more because it went on.
    pub former: Option<PgnEnding>,
}

/// The best move that is found, whoever plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where.
    pub position: Position<&'static Rules>,
    /// The move.
    pub m: Move,
    /// Why it is good, where that can be said.
    pub reasons: MoveReasons,
}

/// What earlier sessions left, when somebody sits down.
#[derive(Debug)]
pub enum LeftOver {
    /// Nobody can tell what was left.
    NotLookedFor(FileError),
    /// A record cannot be opened.
    Closed {
        /// Where it is.
        path: PathBuf,
        /// Why not.
        why: FileFault,
    },
    /// A record cannot be read.
    Unreadable {
        /// Where it was.
        path: PathBuf,
        /// Why not.
        why: FileFault,
        /// Where it is now, or why it is still there.
        aside: Result<PathBuf, FileError>,
    },
    /// A record is damaged, and was put aside.
    Damaged {
        /// Where it was.
        path: PathBuf,
        /// What is wrong with it.
        damage: SessionDamage,
        /// Where it is now, or why it is still there.
        aside: Result<PathBuf, FileError>,
    },
    /// The book of a game that goes on cannot be read; the built-in one takes its place.
    NoBook(OpenTrouble),
    /// A newer Tabiya wrote a record, which stays as it is.
    Newer {
        /// Where it is.
        path: PathBuf,
    },
    /// A game had ended, and was kept.
    Ended(KeptRecord),
    /// Games wait to be gone on with.
    Waiting {
        /// How many.
        count: usize,
        /// Who plays the last one.
        pairing: Pairing,
        /// How far that is.
        progress: GameProgress,
    },
}

/// Where a game is kept, or why it is not.
#[derive(Debug)]
pub struct KeptRecord(pub Result<PathBuf, FileError>);
