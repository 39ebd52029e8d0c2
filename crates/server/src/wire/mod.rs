//! What goes over the wire. The client's TypeScript types are made from these.

mod action;
mod answer;
mod asking;
mod game;
mod line;
mod message;
mod reason;
mod state;

#[cfg(test)]
mod typescript;

pub use action::{Action, Submit};
pub use answer::{Answer, Failure, Invitation, Listed, Session, Welcome};
pub use asking::{
    CheckPosition, CheckedPosition, ColorWish, JoinGame, NewGame, NewSession, OpenFile, OpponentWish,
    RulesWish,
};
pub use game::{GameView, Kind, OpenedView, PlayerView, Role, RulesView, Score, You};
pub use line::{LineChange, MoveView};
pub use message::{FromClient, FromLobby, FromServer};
pub use reason::{Mark, Marked, Reason};
pub use state::{ClaimsView, Clocks, EndingView, Side, State, TakebackView, ThreatsView};

pub(crate) use state::{result_text, state_of};
