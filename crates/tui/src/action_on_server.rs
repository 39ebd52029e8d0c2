use tabiya_remote::NotOnServer;
use tabiya_table::Request;

use crate::board_action::BoardAction;

/// What becomes of an action where the game is on a server.
pub(crate) enum ActionOnServer {
    /// It does what it does everywhere.
    Same,
    /// The same, for those who play.
    OfPlayers,
    /// The computer thinks, where it may help.
    Help,
    /// It leads to the lobby.
    Lobby,
    /// Those who play ask the server for it.
    Asked(Request),
    /// It is never done there.
    Never(NotOnServer),
}

impl ActionOnServer {
    pub fn of(action: BoardAction) -> ActionOnServer {
        match action {
            BoardAction::New => ActionOnServer::Lobby,
            BoardAction::Rematch => ActionOnServer::Asked(Request::New(None)),
            BoardAction::Go => ActionOnServer::Asked(Request::Go),
            BoardAction::Hint
            | BoardAction::Analysis
            | BoardAction::Bar
            | BoardAction::Review
            | BoardAction::NextMistake
            | BoardAction::MistakeBefore
            | BoardAction::Exercise => ActionOnServer::Help,
            BoardAction::PlayOn => ActionOnServer::Never(NotOnServer::Looking),
            BoardAction::Open | BoardAction::SetUp | BoardAction::Waiting | BoardAction::Title => {
                ActionOnServer::Never(NotOnServer::OwnBoard)
            }
            BoardAction::Undo | BoardAction::Redo | BoardAction::Draw | BoardAction::Resign => {
                ActionOnServer::OfPlayers
            }
            BoardAction::Save
            | BoardAction::SaveAs
            | BoardAction::Quit
            | BoardAction::Keys
            | BoardAction::Menu
            | BoardAction::CommandLine
            | BoardAction::Flip
            | BoardAction::Threats
            | BoardAction::Settings
            | BoardAction::Theme
            | BoardAction::Messages
            | BoardAction::First
            | BoardAction::Previous
            | BoardAction::Next
            | BoardAction::Last
            | BoardAction::VariationBefore
            | BoardAction::VariationAfter => ActionOnServer::Same,
        }
    }
}
