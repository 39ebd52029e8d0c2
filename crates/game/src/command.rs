use serde::{Deserialize, Serialize};
use tabiya_notation::UciMove;
use tabiya_rules::Setup;

use crate::{Moment, NodeId, Seat, text_form};

/// Who gives a command.
///
/// ```
/// use tabiya_game::{By, Seat};
///
/// assert_ne!(By::Board, By::Seat(Seat::First));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The player on a seat, for that seat alone.
    Seat(Seat),
    /// Whoever sits at the one board at which both sides are played: acts for the side to move.
    Board,
    /// The one who runs the game: keeps the time, settles what players cannot.
    Arbiter,
}

/// What somebody wants done.
///
/// ```
/// use tabiya_game::Command;
///
/// let m = Command::Move("e2e4".parse().unwrap());
/// assert_ne!(m, Command::Resign);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Make a move.
    Move(#[serde(with = "text_form")] UciMove),
    /// Give up one's turn, where the rules make a side that cannot move pass.
    Pass,
    /// Take back so many single moves.
    Undo(u32),
    /// Make so many moves again that were taken back.
    Redo(u32),
    /// Go to any move of the tree.
    GoTo(NodeId),
    /// Ask the other player to let one take back so many single moves.
    AskTakeback(u32),
    /// Answer that.
    AnswerTakeback(Answer),
    /// Offer a draw, or accept the one that is offered.
    OfferDraw,
    /// Answer an offer.
    AnswerDraw(Answer),
    /// Claim the draw that the rules allow to claim.
    ClaimDraw,
    /// Give up the game.
    Resign,
    /// Claim that the opponent's time is used up.
    Flag,
    /// Put up another position before the first move.
    SetUp(#[serde(with = "crate::setup_form")] Setup),
    /// End the game now and count the living pieces.
    Stop,
    /// End the game without a result: one of two players before both have moved, whoever has both sides and the arbiter at
    /// any time.
    Abort,
    /// Give the game to the other side: a player left and did not come back.
    Abandon(Seat),
    /// Nobody could play from that moment until now: time does not count for anybody.
    Interrupt(Moment),
}

/// Whether a text is what CUHK's document has people write instead of a move to stop the game, `Z0 Z0`: it does so under
/// all rules that count the pieces.
///
/// ```
/// use tabiya_game::is_stop_code;
///
/// assert!(is_stop_code(" Z0 Z0") && is_stop_code("Z0Z0"));
/// assert!(!is_stop_code("z0 z0") && !is_stop_code("Z0"));
/// ```
pub fn is_stop_code(text: &str) -> bool {
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    "Z0Z0".chars().all(|sign| signs.next() == Some(sign)) && signs.next().is_none()
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Yes.
    Accept,
    /// No.
    Decline,
}
