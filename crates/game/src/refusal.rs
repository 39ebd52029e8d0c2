use std::fmt;
use std::time::Duration;

use tabiya_notation::{UciMove, Unplayable};
use tabiya_rules::{ByColor, Color, Faults, GameTitle, Language};

use crate::narration::{ending_words, span_words};
use crate::{Ending, NodeId, Seat};

/// Why a command was not obeyed, with the facts. Nothing has changed.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment, Refusal};
/// use tabiya_rules::FIDE;
///
/// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// let refusal = game.apply(By::Board, Command::Undo(1), Moment(1)).unwrap_err();
/// assert_eq!(refusal, Refusal::NothingToUndo { asked: 1, there: 0 });
/// assert_eq!(refusal.to_string(), "there is nothing to take back");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum Refusal {
    /// The game has ended.
    GameOver { ending: Ending, seats: ByColor<Seat> },
    /// It is the other side's turn.
    NotYourTurn { turn: Color },
    /// The rules forbid the move.
    Unplayable { m: UciMove, why: Unplayable },
    /// A side that can move must move.
    MustMove,
    /// The rules know no passing.
    NoPassing { game: GameTitle },
    /// There are fewer moves to take back than asked.
    NothingToUndo { asked: u32, there: u32 },
    /// There are fewer moves to make again than asked.
    NothingToRedo { asked: u32, there: u32 },
    /// The game knows no such move.
    NoSuchNode { node: NodeId },
    /// A side passes on the way there that had to move: such a line is looked at, not played.
    NotPlayable,
    /// One must ask the other player before taking back.
    AskFirst,
    /// In this game nothing is taken back.
    NoTakeback,
    /// In this game one need not ask.
    NoNeedToAsk,
    /// The same was asked before, and is not answered yet.
    AlreadyAsked,
    /// There is nothing to answer.
    NothingToAnswer,
    /// One's own offer is for the other to answer.
    OwnOffer,
    /// A draw was offered and the other side has not moved or answered since.
    AlreadyOffered,
    /// Nothing allows to claim a draw now.
    NothingToClaim,
    /// The rules know no draw by claim.
    NoClaims { game: GameTitle },
    /// The time is not used up.
    TimeLeft { color: Color, left: Duration },
    /// The game has no clock, or it stands.
    NoClockRuns,
    /// A position is put up before the first move only.
    UnderWay,
    /// The position is none under these rules.
    BadPosition(Faults),
    /// The rules do not count the pieces, and whoever leads would always win by stopping.
    NotCounted,
    /// Only the arbiter may do this.
    ArbiterOnly,
    /// A player may break off the game only before both have moved.
    TooLateToAbort,
    /// The moment lies after now, or before the last event.
    WrongMoment,
    /// There is no more room: a tree of that many moves is no game.
    TooLong,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver { ending, seats } => {
                write!(f, "the game is over: {}", ending_words(Language::English, *ending, *seats))
            }
            Refusal::NotYourTurn { turn } => write!(f, "it is {turn}'s turn"),
            Refusal::Unplayable { why, .. } => why.fmt(f),
            Refusal::MustMove => f.write_str("a side that can move must move"),
            Refusal::NoPassing { game } => write!(f, "{game} there is no passing"),
            Refusal::NothingToUndo { there: 0, .. } => f.write_str("there is nothing to take back"),
            Refusal::NothingToUndo { there: 1, .. } => f.write_str("there is only one move to take back"),
            Refusal::NothingToUndo { there, .. } => write!(f, "there are only {there} moves to take back"),
            Refusal::NothingToRedo { there: 0, .. } => f.write_str("there is nothing to make again"),
            Refusal::NothingToRedo { there: 1, .. } => f.write_str("there is only one move to make again"),
            Refusal::NothingToRedo { there, .. } => write!(f, "there are only {there} moves to make again"),
            Refusal::NoSuchNode { node } => write!(f, "this game has no move with the number {}", node.number()),
            Refusal::NotPlayable => {
                f.write_str("a side passes on the way there: such a variation can be looked at, but not played")
            }
            Refusal::AskFirst => f.write_str("ask your opponent before you take back"),
            Refusal::NoTakeback => f.write_str("no move is taken back in this game"),
            Refusal::NoNeedToAsk => f.write_str("you may take back without asking"),
            Refusal::AlreadyAsked => f.write_str("you have asked already: wait for the answer"),
            Refusal::NothingToAnswer => f.write_str("nobody has asked for anything"),
            Refusal::OwnOffer => f.write_str("this is for your opponent to answer"),
            Refusal::AlreadyOffered => f.write_str("you have offered a draw already"),
            Refusal::NothingToClaim => {
                f.write_str("there is no draw to claim: no position came back often enough, and there was a capture or a pawn move not long ago")
            }
            Refusal::NoClaims { game } => write!(f, "{game} no draw can be claimed"),
            Refusal::TimeLeft { color, left } => {
                write!(f, "{color} has {} left", span_words(Language::English, *left))
            }
            Refusal::NoClockRuns => f.write_str("no clock is running"),
            Refusal::UnderWay => f.write_str("the game is under way: a position is put up before the first move"),
            Refusal::BadPosition(faults) => faults.fmt(f),
            Refusal::NotCounted => f.write_str("these rules do not count the pieces"),
            Refusal::ArbiterOnly => f.write_str("players cannot do that"),
            Refusal::TooLateToAbort => f.write_str("both sides have moved: the game can only be resigned"),
            Refusal::WrongMoment => f.write_str("that moment is not between the last move and now"),
            Refusal::TooLong => f.write_str("the game is too long to go on"),
        }
    }
}

impl std::error::Error for Refusal {}
