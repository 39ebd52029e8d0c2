//! A game at one board, for every board there is: who plays, what is asked, what came of it, what is kept.
//!
//! - [`Table`] has the game and does what a [`Request`] asks. It answers with a [`Reply`], which holds the facts, or a
//!   [`TableRefusal`], and then nothing has changed. How that is heard, worded and shown is the board's.
//! - [`Player`] is who sits there: a person, the computer at a level, somebody's engine.
//! - [`ShownGame`] is a game that is played elsewhere, and that a table only shows and saves.
//! - [`Session`] is some games of the same players, and [`SessionEntry`] a line in its record.
//!
//! Nothing here reads a clock, touches a disk or starts a process. The time is an argument. Records and finished games
//! go to an [`Archive`], files come from [`Files`], engines of others are asked through [`Engines`]: all three are handed
//! in.
//!
//! **Records.** Everything that happens is in the record before it counts and before anybody is told of it; what cannot be
//! recorded is refused, and nothing has changed. Only a table without an archive records nothing. A record is a
//! line of JSON for each command that was obeyed. Nothing is recorded before the first move; a finished game becomes a PGN
//! file, and only then its record goes. Each game of a session begins with its start, so the match score follows from
//! replaying them. A record is replayed with every entry checked: one that is damaged is told with the number of
//! the entry and put aside, and never loaded in part.
//!
//! **Files.** A game that was opened from a file is saved with everything that the file said of it, and in its place among
//! the others ([`saving`](SavedFile)). Who played, and what the clocks showed, is written with it and taken up again.

#![forbid(unsafe_code)]

mod archive;
mod book;
mod elsewhere;
mod engines;
mod file_list;
mod file_trouble;
mod files;
mod finishing;
mod game_plan;
mod game_review;
mod game_source;
mod games;
mod german;
mod move_list;
mod moving;
mod opening;
mod pairing;
mod player;
mod question;
mod recorder;
mod refusal;
mod reply;
mod request;
mod saving;
mod session;
mod table;
mod tags;
pub mod talk;
mod waiting;
mod waiting_choice;

pub use archive::{Archive, FoundRecord, Record};
pub use book::{BookRecord, BookSetting, BookWish};
pub use elsewhere::ShownGame;
pub use engines::{EngineAnswer, EngineTrouble, Engines};
pub use file_list::{FileGames, ListedGame};
pub use file_trouble::{OpenFault, OpenTrouble, SaveFault, SaveTrouble};
pub use files::{FileLock, Files};
pub use game_plan::GamePlan;
pub use game_review::{GameReview, ReviewedTry, TryQuestion};
pub use game_source::{GameSource, SourceEntry};
pub use german::file_words;
pub use move_list::numbered;
pub use pairing::{GameProgress, Pairing};
pub use player::{NotAPlayer, Player};
pub use question::{ComputerQuestion, HintQuestion};
pub use refusal::TableRefusal;
pub use reply::{
    BegunGame, GameBefore, GameChange, GameOver, GameState, Hint, Introduction, KeptRecord, LeftOver,
    MatchStandings, OpenedFile, OpeningNote, Reply, SavedFile, Turn,
};
pub use request::{OnLoss, Replace, Request, Sides, Walk};
pub use saving::Extent;
pub use session::{Lineup, Session, SessionDamage, SessionDamageKind, SessionEntry};
pub use table::{ComputerChoice, NOTING, Table, TableSetup};
pub use waiting::{WaitingGame, WaitingGames};
pub use waiting_choice::WaitingChoice;
