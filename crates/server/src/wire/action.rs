use serde::{Deserialize, Serialize};

use crate::exhibition::MoveSpeed;
use crate::tree_edit::TreeChange;

/// What a player wants done in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Action {
    /// Make a move, in any notation.
    Move {
        /// Such as `e2e4`, `Nf3` or `O-O`; `Z0 Z0` stops the game where the rules count the pieces.
        #[serde(rename = "move")]
        m: String,
    },
    /// Give up the turn, where the rules make a side that cannot move pass.
    Pass,
    /// Take back without asking: so many single moves; without a number, to where one can move again.
    Undo {
        /// How many.
        plies: Option<u32>,
    },
    /// Make moves again that were taken back.
    Redo {
        /// How many.
        plies: Option<u32>,
    },
    /// Go to a move of the tree by its number.
    GoTo {
        /// The number; 0 is the start.
        node: u32,
    },
    /// Ask the other player to let one take back.
    AskTakeback {
        /// How many single moves.
        plies: Option<u32>,
    },
    /// Answer that.
    AnswerTakeback {
        /// Yes or no.
        accept: bool,
    },
    /// Offer a draw, or accept the one that is offered.
    OfferDraw,
    /// Answer an offer.
    AnswerDraw {
        /// Yes or no.
        accept: bool,
    },
    /// Claim the draw that the rules allow to claim.
    ClaimDraw,
    /// Give up.
    Resign,
    /// Claim that the opponent's time is used up.
    Flag,
    /// Break off the game before both have moved.
    Abort,
    /// Claim the win because the opponent has been away for long.
    ClaimLeft,
    /// End the game now and count the living pieces: on one device only.
    Stop,
    /// Let the computer move on after moves were taken back, or two computers that were paused.
    GoOn,
    /// Let two computers wait.
    Pause,
    /// Let the one of two computers that wait make its move.
    Step,
    /// Let two computers play at another speed.
    SetSpeed {
        /// The speed.
        speed: MoveSpeed,
    },
    /// Change what is said of the moves, or add, promote and delete variations: once the game is over, or in a game opened
    /// from a file at one device.
    Annotate {
        /// The way to the move that is meant, such as `e2e4 e7e5`; the start of the game where it is empty.
        at: String,
        /// What is changed there.
        change: TreeChange,
    },
}

/// A command as it is sent: what, with a name of its own, and upon which version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Submit {
    /// A name that the sender makes up, new for each command and kept when it is sent again.
    #[cfg_attr(test, schemars(regex(pattern = "^[!-~]{1,64}$")))]
    pub id: String,
    /// The version of the game that the sender has seen.
    pub version: u32,
    /// What to do.
    pub action: Action,
    /// How many milliseconds the player thought, by the client's clock: what else passed was the network's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<u64>,
}
