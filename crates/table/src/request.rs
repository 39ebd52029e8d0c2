use std::path::PathBuf;

use tabiya_engine::Level;
use tabiya_game::{Answer, NodeId};
use tabiya_notation::{MoveText, RuleFile};
use tabiya_openings::OpeningLine;
use tabiya_rules::{Color, Setup};

use crate::book::BookWish;
use crate::game_plan::GamePlan;
use crate::waiting_choice::WaitingChoice;

/// What somebody at the board asks to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Make a move.
    Move(MoveText),
    /// Take back so many of one's own moves, with the answers to them.
    Undo(u32),
    /// Make so many of them again.
    Redo(u32),
    /// Take back one's own move and the answer to it; where two people play, two single moves.
    Remove,
    /// Step through the game.
    Walk(Walk),
    /// Go to any move of the game's tree; the computer waits.
    GoTo(NodeId),
    /// Give up; the side that is named, else one's own.
    Resign(Option<Color>),
    /// Claim a draw, accept one, or offer it, whichever is possible first.
    Draw,
    /// Answer the offer that stands.
    AnswerDraw(Answer),
    /// Give up one's turn.
    Pass,
    /// End the game now and count the pieces.
    Stop,
    /// Begin another game, perhaps with a side of one's own choice.
    New(Option<Color>),
    /// Begin a game from a position, under the same rules.
    SetUp(Setup),
    /// Begin a game with the moves of an opening, under the same rules.
    Opening(&'static OpeningLine),
    /// Let the computers play by a book, or by none.
    Book(BookWish),
    /// Begin a game of whom one likes, as one likes. One that has not ended waits.
    Begin(Box<GamePlan>),
    /// Begin a game under other rules.
    Rules(Box<RuleFile>),
    /// Let the computer play at a level.
    Level(Level),
    /// Let nobody move but the people here.
    Force,
    /// Let the computer play the side to move.
    Go,
    /// Let the computer play a side.
    Computer(Color),
    /// Call a player something: the side that is named, else one's own.
    Name {
        /// The side.
        color: Option<Color>,
        /// The name.
        name: String,
    },
    /// Go on with a game that was left.
    Continue(WaitingChoice),
    /// Go on with the game of a record.
    GoOn(PathBuf),
    /// Throw the game of a record away.
    ThrowAway(PathBuf),
    /// Call the game something: the one at the table, or that of a record.
    Title {
        /// The record.
        record: Option<PathBuf>,
        /// What to call it; nothing takes the name away.
        title: String,
    },
    /// Save the game in a file.
    Save {
        /// The file, whose ending tells the form.
        path: PathBuf,
        /// What becomes of a file that is there.
        replace: Replace,
        /// What becomes of what the form cannot hold.
        on_loss: OnLoss,
    },
    /// Save it in the file from which it was opened, or where it was saved last.
    SaveAgain {
        /// What becomes of a result that the file tells.
        replace: Replace,
        /// What becomes of what the form cannot hold.
        on_loss: OnLoss,
    },
    /// Go on from a game in a file.
    Open {
        /// The file.
        path: PathBuf,
        /// Which of the games in it, from 1; the first where nobody says it.
        number: Option<usize>,
        /// Who plays it on.
        sides: Sides,
    },
    /// Go on from a game that is written down in a text, as PGN.
    Read {
        /// The text, of which the first game is meant.
        text: String,
        /// Who plays it on.
        sides: Sides,
    },
}

impl Request {
    /// Whether it leaves the game, and who plays it, as they are: a computer that thinks need not think anew.
    pub fn leaves_game(&self) -> bool {
        matches!(
            self,
            Request::Save { .. }
                | Request::SaveAgain { .. }
                | Request::Name { .. }
                | Request::Title { .. }
                | Request::ThrowAway(_)
        )
    }
}

/// Who plays a game that is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Those whom the file names, where it does, in the places of those who sit here.
    File,
    /// Whoever sits here.
    Table,
}

/// Whether a file that is there may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Only one that holds this very game already.
    Own,
    /// Any that holds no other games.
    Any,
}

/// What becomes of what a form cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnLoss {
    /// Nothing is written where anything would be lost that this file has not left out already.
    Refuse,
    /// It is left out.
    LeaveOut,
}

/// A step through the game, whoever's moves they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the steps are their own names")]
pub enum Walk {
    First,
    Previous,
    Next,
    Last,
}
