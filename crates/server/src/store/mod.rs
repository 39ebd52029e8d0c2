//! What is kept: games as entries that are only ever added, who the players are, when the server was alive.
//!
//! An entry is one accepted command with all its events. A game and a version are its key, and a command's id is used once
//! in a game. Submitting inserts if absent: inserted, the same command as before, the id of another one, or the version
//! taken. These four answers are all that the rooms build on, so several servers over one database are as safe as one.
//! The row of a game (who, result, stage) is written with the entry that changed it. What a game was opened from lies
//! beside it as PGN: headings and remarks have no place in the log, and are written again when the game is exported.
//!
//! The laws that every store has to keep are tests (`tests/store/laws.rs`); SQLite, PostgreSQL and a store in memory keep them,
//! and the whole suite of the API runs on each.

mod error;
mod game_row;
mod json_column;
mod kept_review;
pub mod postgres;
mod source_file;
pub mod sqlite;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use tabiya_game::{Event, Fact, Moment, Seat};

pub use error::StoreError;
pub use game_row::{BookUse, ComputerConduct, GameRow, GameStage, Holder, OpenSeat};
pub use kept_review::KeptReview;
pub use source_file::SourceFile;

use crate::exhibition::ExhibitionFact;
use crate::tree_edit::TreeEdit;
use crate::{CommandId, GameId, Now, PlayerId, SecretDigest};

/// An answer that comes when the store has it.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// For how long it is known of a game that it was withdrawn. Its link is forgotten by then.
const WITHDRAWN: Duration = Duration::from_secs(90 * 24 * 3600);

/// An accepted command with all events that it caused.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its number in the game, from 1. The game has the version of its last entry.
    pub version: u32,
    /// How its sender called it.
    pub command_id: CommandId,
    /// The digest of who wanted what; [`Entry::SERVER_COMMAND`] where the server itself wanted it.
    pub command_hash: [u8; 32],
    /// What happened; nothing where all there is to know is that the command was given.
    pub events: Vec<Event>,
    /// What happened beside that, where two computers play.
    pub exhibition: Option<ExhibitionFact>,
    /// What was changed in what is said of the moves.
    pub edit: Option<TreeEdit>,
}

impl Entry {
    /// Stands in the place of a digest where the server gave the command itself. There is nothing to digest: the id
    /// alone says what it is and upon which version, and no client can send such an id. So that two servers that give
    /// the same command at once count as one, it is always the same.
    pub const SERVER_COMMAND: [u8; 32] = [0; 32];

    /// Whether it can be kept under its number: the first entry of a game begins with the start, or the game could
    /// never be read again.
    pub fn is_in_place(&self) -> bool {
        let begins = matches!(self.events.first(), Some(Event { fact: Fact::Started(_), .. }));
        self.version > 1 || self.version == 1 && begins
    }
}

/// An entry to be kept, with the row of its game as it is afterwards. What is settled when a game is made stays as it
/// was, whatever the row says: when that was, who made it, the clock, who has White, who moves first, whether it is public,
/// what it is a rematch of, the score before it. So do the seats with every entry but the first;
/// they move by [`Store::move_seat`].
#[derive(Clone, Debug)]
pub struct Submission {
    /// The entry.
    pub entry: Entry,
    /// The game after it.
    pub row: GameRow,
}

/// What became of a submission. Whatever it is, it is on disk when this is told.
#[derive(Clone, Debug, PartialEq)]
pub enum SubmitOutcome {
    /// It is kept now.
    Inserted,
    /// The same command was kept before.
    Same(Entry),
    /// Another command has the same id. Nothing changed.
    OtherCommand,
    /// Another entry has that version, or the one before it is missing. Nothing changed.
    VersionTaken,
}

/// A game to be kept.
#[derive(Clone, Debug)]
pub struct NewGameRow {
    /// What is known of it.
    pub row: GameRow,
    /// Its first entry, where it has begun: version 1, which begins with the start.
    pub first: Option<Entry>,
    /// What it was opened from.
    pub source: Option<SourceFile>,
}

/// What became of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreateOutcome {
    /// It is kept now.
    Done,
    /// Another game has its name.
    IdTaken,
    /// The game before has been followed by another one already.
    FollowedBy(GameId),
}

/// Somebody who plays here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRecord {
    /// Who it is.
    pub id: PlayerId,
    /// What they wish to be called.
    pub name: String,
}

/// Which games are looked for. Everything that is told must fit.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// A part of a player's name.
    pub name: Option<String>,
    /// Somebody who has a seat, or made a game of two computers.
    pub player: Option<PlayerId>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The name of the rule set.
    pub rules: Option<String>,
    /// Games begun at this moment or later.
    pub from: Option<Moment>,
    /// Games begun before this moment.
    pub to: Option<Moment>,
    /// Open, running or finished.
    pub stage: Option<GameStage>,
    /// Only those that have not ended.
    pub unfinished: bool,
    /// Which of those in which nothing has happened yet.
    pub begun: BegunGames,
    /// Which of those that are not for everybody.
    pub private: PrivateGames,
    /// Only what comes after this game, when the latest come first.
    pub after: Option<(Moment, GameId)>,
    /// At most so many.
    pub limit: u32,
}

/// Which games are looked for among those that are not for everybody: those that have not begun, those that run and are
/// not public, and those that were played elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrivateGames {
    /// All of them.
    #[default]
    All,
    /// Those in which somebody has a seat, or which they made; none where it is nobody.
    Of(Option<PlayerId>),
}

/// Which games are looked for by whether they have begun: somebody has come to play, or something was done in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BegunGames {
    /// All of them.
    #[default]
    All,
    /// Those that have.
    Begun,
    /// Those that have not.
    NotBegun,
    /// Those that have, and of the others those that were made at this moment or later.
    BegunOrSince(Moment),
}

/// From when to when a server was alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// When it began.
    pub started: Moment,
    /// When it was alive for sure the last time.
    pub alive: Moment,
}

/// Where games are kept. What is answered with success is on disk.
///
/// Any number of servers may use the same one at the same time: what decides between them is that a version, a command
/// and a ticket can be had once. Nothing is asked for beside these methods, and no error but [`StoreError`] comes back.
pub trait Store: Send + Sync {
    /// Keeps an entry, unless its command or its version is kept already. It fails where the game is not there, or
    /// has not begun and does not begin with this entry.
    fn submit(&self, submission: Submission) -> StoreFuture<'_, SubmitOutcome>;

    /// The entries of a game after a version.
    fn entries(&self, game: GameId, after: u32) -> StoreFuture<'_, Vec<Entry>>;

    /// Keeps a new game.
    fn create(&self, game: NewGameRow) -> StoreFuture<'_, CreateOutcome>;

    /// A game.
    fn game(&self, id: GameId) -> StoreFuture<'_, Option<GameRow>>;

    /// What a game was opened from.
    fn source(&self, game: GameId) -> StoreFuture<'_, Option<SourceFile>>;

    /// How many bytes are kept of what games were opened from: those that a player made, or all.
    fn source_size(&self, maker: Option<PlayerId>) -> StoreFuture<'_, u64>;

    /// What the computer found out about the positions of a game.
    fn review(&self, game: GameId) -> StoreFuture<'_, Option<KeptReview>>;

    /// Keeps it, in place of what was kept before.
    fn keep_review(&self, game: GameId, review: KeptReview) -> StoreFuture<'_, ()>;

    /// Keeps who wants a rematch of a game, until there is one.
    fn wish_rematch(&self, game: GameId, by: Option<Seat>) -> StoreFuture<'_, ()>;

    /// Who wants a rematch of a game.
    fn rematch_wish(&self, game: GameId) -> StoreFuture<'_, Option<Seat>>;

    /// The game that followed as a rematch.
    fn next(&self, id: GameId) -> StoreFuture<'_, Option<GameId>>;

    /// Games, the latest first. Those of which what is kept cannot be read are left out.
    fn games(&self, filter: GameFilter) -> StoreFuture<'_, Vec<GameRow>>;

    /// How many games there are of each stage.
    fn stages(&self) -> StoreFuture<'_, Vec<(GameStage, u64)>>;

    /// Running games with a clock, but for those whose names cannot be read.
    fn timed_games(&self) -> StoreFuture<'_, Vec<GameId>>;

    /// Gives a seat from one player to another; `false` where it was not the first one's.
    fn move_seat(&self, game: GameId, seat: Seat, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool>;

    /// Writes how a game will begin that has not, and who is to play it then; `false` where it has begun or is not there.
    fn change_opening(&self, game: GameId, opening: OpenSeat) -> StoreFuture<'_, bool>;

    /// Takes a game that never began out of the list; `false` where it has begun or is not there.
    fn withdraw(&self, game: GameId) -> StoreFuture<'_, bool>;

    /// Whether a game was taken out of the list before it began. That is known for some months.
    fn is_withdrawn(&self, game: GameId) -> StoreFuture<'_, bool>;

    /// Keeps a player with a session.
    fn create_session(
        &self,
        player: PlayerRecord,
        token: SecretDigest,
        expires: Moment,
    ) -> StoreFuture<'_, ()>;

    /// Gives a player who is known one more session; `false` where nobody is known by that id.
    fn add_session(&self, player: PlayerId, token: SecretDigest, expires: Moment) -> StoreFuture<'_, bool>;

    /// Whose session it is, and until when.
    fn session(&self, token: SecretDigest) -> StoreFuture<'_, Option<(PlayerRecord, Moment)>>;

    /// Ends a session.
    fn end_session(&self, token: SecretDigest) -> StoreFuture<'_, ()>;

    /// Ends all sessions of a player but one; which they were.
    fn end_sessions(
        &self,
        player: PlayerId,
        except: Option<SecretDigest>,
    ) -> StoreFuture<'_, Vec<SecretDigest>>;

    /// A player.
    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>>;

    /// Keeps a player without a session.
    fn create_player(&self, player: PlayerRecord) -> StoreFuture<'_, ()>;

    /// Makes a code the one by which a player is known again. The one before is worthless then.
    fn set_recovery(&self, player: PlayerId, code: SecretDigest) -> StoreFuture<'_, ()>;

    /// Makes the code of a player worthless, if there is one.
    fn end_recovery(&self, player: PlayerId) -> StoreFuture<'_, ()>;

    /// Who is known again by a code. It stays.
    fn recover(&self, code: SecretDigest) -> StoreFuture<'_, Option<PlayerRecord>>;

    /// Gives everything that one player has in a game to another: seats, and a game of two computers. Whoever has a seat in
    /// it already gets nothing, and `false` is answered; so it is where the first one has nothing there.
    fn adopt(&self, game: GameId, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool>;

    /// Something that whoever runs the server has set, by its name.
    fn setting(&self, name: &'static str) -> StoreFuture<'_, Option<String>>;

    /// Keeps what was set.
    fn set_setting(&self, name: &'static str, value: String) -> StoreFuture<'_, ()>;

    /// Calls a player by another name.
    fn rename(&self, player: PlayerRecord) -> StoreFuture<'_, ()>;

    /// Keeps the right to take a seat.
    fn create_ticket(
        &self,
        ticket: SecretDigest,
        game: GameId,
        seat: Seat,
        expires: Moment,
    ) -> StoreFuture<'_, ()>;

    /// Ends all such rights to the seats that a player has.
    fn end_tickets(&self, player: PlayerId) -> StoreFuture<'_, ()>;

    /// What such a right is good for. It stays.
    fn ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>>;

    /// Takes such a right, which can be done once.
    fn take_ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>>;

    /// The clock that runs are measured by. It is never behind a moment that was kept.
    fn now(&self) -> Now;

    /// When servers were alive before this one, in order, as it was when the store was opened.
    fn earlier_runs(&self) -> Vec<Run>;

    /// Forgets when servers were alive before this one, once no clock can depend on it any more.
    fn forget_earlier_runs(&self) -> StoreFuture<'_, ()>;

    /// Keeps that the server is alive.
    fn stamp(&self) -> StoreFuture<'_, ()>;

    /// Tries whether there is room for a game. A sign of life needs hardly any: it may be kept where no game can be.
    fn try_room(&self) -> StoreFuture<'_, ()>;

    /// Looks through everything for damage, beside what else is going on; what was found and what can be done about
    /// it, for whoever runs the server.
    fn check(&self) -> StoreFuture<'_, Option<String>>;
}
