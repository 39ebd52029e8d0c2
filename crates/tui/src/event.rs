use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use tabiya_engine::{GamePosition, Info};
use tabiya_remote::{LinkEvent, LinkOrder, LobbyEvent, LobbyOrder};
use tabiya_table::{
    ComputerChoice, ComputerQuestion, EngineTrouble, GameReview, Hint, HintQuestion, ReviewedTry, TryQuestion,
};

use crate::background::Background;

/// Something that happens to the screen.
#[derive(Debug)]
pub enum ScreenEvent {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The window has another size: columns and rows.
    Resize(u16, u16),
    /// Time has passed.
    Tick,
    /// A computer has thought: the number of the question, and its answer.
    Answer(u64, Result<ComputerChoice, EngineTrouble>),
    /// A hint was found, or there is none, or whoever looked for it broke down.
    HintFound(u64, Result<Option<Hint>, EngineTrouble>),
    /// An analysis has something to tell: the number of the analysis.
    Line(u64, Box<Info>),
    /// An analysis broke down.
    AnalysisBroken(u64, EngineTrouble),
    /// An analysis of the whole game has found something, or broke down: its number, and all that is known then.
    Reviewed(u64, Result<Box<GameReview>, EngineTrouble>),
    /// A move that somebody tried in place of a mistake is judged: the number of the try.
    Tried(u64, Result<Option<ReviewedTry>, EngineTrouble>),
    /// The terminal tells on which ground it writes.
    Background(Background),
    /// The board is to rest, and the terminal is somebody else's meanwhile.
    Suspend,
    /// It goes on after that.
    Continue,
    /// Something happened to the game on a server that is shown.
    Server(LinkEvent),
    /// Something happened in the lobby that is shown.
    Lobby(LobbyEvent),
    /// Somebody outside wants the board to be left.
    Leave,
}

/// What somebody else has to do for the screen.
#[derive(Debug)]
pub enum ScreenEffect {
    /// Ask a computer. Where two of them play, people want to see it.
    Ask {
        /// The number of the question.
        number: u64,
        /// What is asked.
        question: Box<ComputerQuestion>,
        /// Whether the answer should not come too soon.
        is_watched: bool,
    },
    /// Nobody waits for a computer's answer any more.
    StopThinking,
    /// The game is another one: engines of others start anew.
    EndEngines,
    /// Look for a hint.
    FindHint(u64, Box<HintQuestion>),
    /// Analyse a position instead of the one before: so many lines.
    Analyse(u64, Box<GamePosition>, usize),
    /// Stop analysing.
    StopAnalysis,
    /// Find out about everything in the game that is not known yet.
    Review(u64, Box<GameReview>),
    /// Stop that.
    StopReview,
    /// Judge a move that somebody tries.
    Try(u64, Box<TryQuestion>),
    /// Draw everything anew.
    Redraw,
    /// Let the mouse be heard, or leave it to the terminal.
    Mouse(bool),
    /// Leave the terminal as it was, until the board goes on.
    Suspend,
    /// Take the terminal again.
    TakeTerminal,
    /// Want something done by the server on which the game is.
    Order(LinkOrder),
    /// Want something done in the lobby.
    Lobby(LobbyOrder),
    /// Remember which game on the server is played.
    NoteGame(String),
    /// Leave.
    Quit,
}
