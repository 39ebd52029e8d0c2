//! A game on somebody's server, as a board at a terminal shows and plays it: by the server's public API alone, over http and https.
//!
//! - [`ServerLink`] is what somebody types or was sent: a server, a game, an invitation.
//! - [`ServerClient`] asks a server for something and waits for the answer: who one is, which seats are open, a new game.
//! - [`GameLink`] keeps the connection to one game, in a thread of its own. It comes back when the connection is lost, asks for
//!   what is missing, and sends again under the same id what was not answered, so that nothing is done twice.
//! - [`RemoteGame`] is the game as far as it was told: no thread, no network, no clock. The server decides; a move is shown as
//!   made and as on its way until it is answered. [`RemoteGame::lay_out`] puts it onto a [`Table`](tabiya_table::Table), so that
//!   every board shows it as its own games.
//! - [`LobbyLink`] looks at the lobby again and again, and does what is chosen there: a [`LobbyRow`], or a game of one's own.
//! - [`LobbyWish`] and [`RemoteWord`] are what can be typed there beside what every board knows.
//! - [`IdentityFile`] remembers who one is on which server.
//!
//! Whatever a server says is read into types of this crate's own (`api`), without recursion and within bounds; what it says
//! to people is shown in its words, in the language that was asked for.

#![forbid(unsafe_code)]

mod api;
mod command_ids;
mod connection;
mod delivery;
mod game_link;
mod identity_file;
mod lobby_link;
mod lobby_row;
mod lobby_wish;
mod mirror;
mod remote_error;
mod remote_game;
mod remote_word;
mod requests;
mod server_client;
mod server_link;
mod words;

pub use api::{
    ClaimsOnServer, ClocksOnServer, ComputerOnServer, EndingOnServer, EntryOnServer, FailureOnServer,
    GameInList, GameOnServer, HappeningOnServer, HostNotice, KindOfPlayer, LineOnServer, MarkKind,
    MarkedSquare, MoveOnServer, OpponentChoice, PlayerAction, PlayerOnServer, RefusalCode, RoleInGame,
    RulesOnServer, ScoreOnServer, SentCommand, ServerMessage, ServerReason, ServerSide, ServerWelcome,
    StageOnServer, StateOnServer, TakebackOnServer, YouInGame,
};
pub use game_link::{GameLink, LinkEvent, LinkOrder};
pub use identity_file::{IdentityFile, ServerIdentity};
pub use lobby_link::{LobbyEvent, LobbyLink, LobbyOrder};
pub use lobby_row::LobbyRow;
pub use lobby_wish::{LobbyWish, NotAWish, SeatWish};
pub use remote_error::{CertificateFault, RemoteError};
pub use remote_game::{RemoteGame, RemoteNews, RemoteQuestion};
pub use remote_word::RemoteWord;
pub use requests::{NotOnServer, ServerDeed};
pub use server_client::{ServerClient, ServerInvitation};
pub use server_link::{LinkGoal, NotALink, ServerAddress, ServerLink};
pub use tabiya_trust::TlsTrust;
