use std::fmt;
use std::path::PathBuf;

use tabiya_files::{Form, Losses};
use tabiya_game::narration::ending_words;
use tabiya_game::{DamageKind, Ending, Refusal, Seat};
use tabiya_notation::SanError;
use tabiya_notation::pgn::{EditRefusal, PgnEnding};
use tabiya_openings::NoOpenings;
use tabiya_rules::{ByColor, Color, Language};
use tabiya_system::FileError;

use crate::engines::EngineTrouble;
use crate::file_trouble::{OpenTrouble, SaveTrouble};
use crate::reply::LeftOver;
use crate::request::{OnLoss, Replace};

/// Why a request was not obeyed, with the facts. Nothing has changed.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum TableRefusal {
    /// The game says no.
    Game(Refusal),
    /// The move is not legal.
    Unplayable(SanError),
    /// The game has ended.
    Over { ending: Ending, seats: ByColor<Seat>, can_undo: bool },
    /// There is no legal move.
    NoMove,
    /// There is no game yet that could be analysed.
    NothingPlayed,
    /// The file cannot hold all that an analysis says.
    NotAnnotated(EditRefusal),
    /// No computer is to move.
    NoComputer,
    /// Somebody speaks for the other side.
    NotYourSide { own: Color },
    /// Nobody sits here who could say that.
    TwoComputers,
    /// A draw is offered already, and the other person has not answered.
    AlreadyOffered,
    /// The rules do not count pieces.
    NotCounted,
    /// A name is too long.
    NameTooLong { longest: usize },
    /// It cannot be recorded, and is therefore not done.
    NotRecorded(FileError),
    /// The game before cannot be kept, and therefore stays on the table.
    NotKept(FileError),
    /// There is nowhere to keep games.
    NoArchive,
    /// Nobody can tell whether a game is waiting.
    NotLookedFor(FileError),
    /// No game is waiting; `is_elsewhere` where another board has one. `notes` tell what is wrong with records.
    NoneWaiting { is_elsewhere: bool, notes: Vec<LeftOver> },
    /// Not as many games are waiting.
    OnlyWaiting { count: usize, notes: Vec<LeftOver> },
    /// The first of those that wait would be the game on the table, once that is left; `next` is the word of the one behind it.
    OnTableAlready { next: String },
    /// No game that waits is called so.
    NoneSoCalled { name: String, notes: Vec<LeftOver> },
    /// Several games that wait are called so, and have these marks.
    SeveralSoCalled { name: String, marks: Vec<String> },
    /// An engine does not answer.
    Engine(EngineTrouble),
    /// A file is no book.
    NoBook(OpenTrouble),
    /// A game by these rules does not begin with an opening.
    NoOpenings(NoOpenings),
    /// A file cannot be opened.
    NotOpened(OpenTrouble),
    /// A file cannot be saved.
    NotSaved(SaveTrouble),
    /// The game has no file yet in which it could be saved again.
    NoFile,
    /// There is a file already that does not hold this game.
    FileThere { path: PathBuf },
    /// In the file the game has ended, and it would end otherwise or go on.
    Supersedes { path: PathBuf, ending: PgnEnding, on_loss: OnLoss },
    /// The file holds other games, which would be lost.
    OtherGames { path: PathBuf, form: Form },
    /// The form cannot hold something that the game has.
    Lossy { path: PathBuf, form: Form, lost: Losses, replace: Replace },
    /// What is in the file is not understood, and would be lost.
    NotUnderstood { why: OpenTrouble },
    /// The file is compressed, and plain text would take its place.
    Compressed { path: PathBuf },
    /// The name is one for compressed files.
    CompressedName { path: PathBuf },
    /// The game is played elsewhere, and only shown here.
    PlayedElsewhere,
    /// The game cannot take in what it decided itself.
    Impossible(DamageKind),
}

impl fmt::Display for TableRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableRefusal::Game(refusal) => refusal.fmt(f),
            TableRefusal::Unplayable(why) => why.fmt(f),
            TableRefusal::Over { ending, seats, .. } => {
                write!(f, "the game is over: {}", ending_words(Language::English, *ending, *seats))
            }
            TableRefusal::NoMove => f.write_str("there is no legal move"),
            TableRefusal::NothingPlayed => f.write_str("there are no moves yet to be analysed"),
            TableRefusal::NotAnnotated(why) => write!(f, "the analysis has no room in the game: {why}"),
            TableRefusal::NoComputer => f.write_str("no computer is to move"),
            TableRefusal::NotYourSide { own } => write!(f, "you play {own}, not {}", !*own),
            TableRefusal::TwoComputers => f.write_str("two computers play here"),
            TableRefusal::AlreadyOffered => f.write_str("a draw is offered already"),
            TableRefusal::NotCounted => Refusal::NotCounted.fmt(f),
            TableRefusal::NameTooLong { longest } => write!(f, "a name has at most {longest} characters"),
            TableRefusal::NotRecorded(error) => {
                write!(f, "this cannot be kept on disk and is not done: {error}")
            }
            TableRefusal::NotKept(error) => write!(f, "the game cannot be kept: {error}"),
            TableRefusal::NoArchive => f.write_str("no games are kept here"),
            TableRefusal::NotLookedFor(why) => write!(f, "games that wait cannot be looked for: {why}"),
            TableRefusal::NoneWaiting { is_elsewhere: true, .. } => {
                f.write_str("no game is waiting: one is open elsewhere")
            }
            TableRefusal::NoneWaiting { is_elsewhere: false, .. } => f.write_str("no game is waiting"),
            TableRefusal::OnlyWaiting { count: 1, .. } => f.write_str("only one game is waiting"),
            TableRefusal::OnlyWaiting { count, .. } => write!(f, "only {count} games are waiting"),
            TableRefusal::OnTableAlready { next } => {
                write!(f, "this game is number 1 already: the one left before it is 2, or {next}")
            }
            TableRefusal::NoneSoCalled { name, .. } => write!(f, "no game that waits is called {name}"),
            TableRefusal::SeveralSoCalled { name, marks } => {
                write!(f, "{} games that wait are called {name}: say {}", marks.len(), marks.join(" or "))
            }
            TableRefusal::Engine(trouble) => trouble.fmt(f),
            TableRefusal::NoBook(why) => write!(f, "this is no book to play by: {why}"),
            TableRefusal::NoOpenings(why) => why.fmt(f),
            TableRefusal::NotOpened(why) => write!(f, "cannot open {why}"),
            TableRefusal::NotSaved(why) => write!(f, "cannot save {why}"),
            TableRefusal::NoFile => f.write_str("this game was neither opened from a file nor saved"),
            TableRefusal::FileThere { path } => write!(f, "the file {} is there already", path.display()),
            TableRefusal::Supersedes { path, ending, .. } => {
                write!(
                    f,
                    "in {} this game ended {ending}, and another one would take its place",
                    path.display()
                )
            }
            TableRefusal::OtherGames { path, form } => {
                write!(f, "the file {} holds several {}, and they would be lost", path.display(), form.noun())
            }
            TableRefusal::Lossy { form, lost, .. } => {
                write!(f, "{form} cannot hold {}", lost.of(Language::English, 1))
            }
            TableRefusal::NotUnderstood { why } => {
                write!(f, "the file that is there is not understood and would be lost: {why}")
            }
            TableRefusal::Compressed { path } => {
                write!(f, "the file {} is compressed, and games are saved as plain text", path.display())
            }
            TableRefusal::CompressedName { path } => {
                write!(
                    f,
                    "{} is a name for a compressed file, and games are saved as plain text",
                    path.display()
                )
            }
            TableRefusal::PlayedElsewhere => {
                f.write_str("this game is played on a server, and only shown here")
            }
            TableRefusal::Impossible(why) => write!(f, "the game contradicts itself: {why}"),
        }
    }
}

impl std::error::Error for TableRefusal {}

impl From<Refusal> for TableRefusal {
    fn from(refusal: Refusal) -> TableRefusal {
        match refusal {
            Refusal::NotCounted => TableRefusal::NotCounted,
            refusal => TableRefusal::Game(refusal),
        }
    }
}
