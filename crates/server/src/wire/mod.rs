//! What goes over the wire. `schemas.json`, by which the API is described, is made from these types, and so are the
//! client's TypeScript types.
//!
//! An entry is written once for each of two audiences: whoever is to move is told where to, others are not. What is so in
//! most positions, nothing and no and none, is left out.

mod action;
mod analysis;
mod answer;
mod classic;
mod entry;
mod exhibition;
mod game;
mod hint;
mod host;
mod language_code;
mod line;
mod message;
mod query;
mod reach;
mod reason;
mod recovery;
mod request;
mod square_name;
mod square_set;
mod state;
mod tree;

#[cfg(test)]
mod schema;
#[cfg(test)]
mod typescript;

pub use action::{Action, Submit};
pub(crate) use analysis::rounded;
pub use analysis::{
    AnalysisPart, FromAnalysis, JudgedView, LineMove, LineView, LinesView, LookedPlace, ReviewView,
    ReviewedMove, ReviewedSide, ScoredPosition, TablesView, ToAnalysis, TriedMove,
};
pub use answer::{
    CommandAnswer, ComputerOpponent, Failure, GameSummary, GamesPage, Invitation, RematchAnswer, SessionInfo,
    Welcome,
};
pub use classic::{ClassicTable, ClassicView, FromClassic, ShownSession, ToClassic};
pub(crate) use entry::PossibleMoves;
pub use entry::{AudienceTexts, EntryTexts, EntryView};
pub use exhibition::{ExhibitionView, PauseView};
pub use game::{
    GameView, HeadingView, OpenedView, PartView, PlayerKind, PlayerView, RulesView, ScoreView, You,
};
pub use hint::HintView;
pub use host::{
    BackupView, HostChange, HostGame, HostToken, HostView, LoadView, NodeView, PersonView, RemovalView,
    RemovePlayer, ReserveName, ReservedNameView, TroubleView,
};
pub use language_code::LanguageCode;
pub use line::{LineChange, MoveView, OpeningChoice, OpeningView};
pub use message::{FromClient, FromLobby, FromServer};
pub use query::{
    AttacksQuery, ClassicQuery, EntriesQuery, ExportQuery, GamesQuery, HintQuery, LanguageQuery, MoveQuery,
    OpeningQuery, PlaceQuery, SocketQuery,
};
pub use reach::ReachView;
pub use reason::{Mark, Reason, SquareMark};
pub use recovery::{GuestGames, RecoverPlayer, RecoveryLink};
pub use request::{
    CheckPosition, CheckedPosition, ColorWish, ComputersWish, JoinGame, NewGame, NewSession, OpenFile,
    OpponentWish, RulesText, RulesWish,
};
pub use square_name::SquareName;
pub use square_set::SquareSet;
pub use state::{Audience, ClaimsView, ClocksView, EndingView, Side, StateView, TakebackView, ThreatsView};
pub use tree::{PlaceView, SignView, TreeMoveView, TreeView};

pub(crate) use state::state_of;
