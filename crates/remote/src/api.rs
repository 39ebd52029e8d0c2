//! What a server says, as its API describes it, as far as a board needs it. What a newer server adds is passed over.

use serde::{Deserialize, Serialize};
use tabiya_rules::Color;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the sides are their own names")]
pub enum ServerSide {
    White,
    Black,
}

impl From<ServerSide> for Color {
    fn from(side: ServerSide) -> Color {
        match side {
            ServerSide::White => Color::White,
            ServerSide::Black => Color::Black,
        }
    }
}

/// What runs there.
#[derive(Clone, Debug, Deserialize)]
pub struct ServerWelcome {
    /// Always `tabiya`.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The levels of its computer.
    pub levels: Vec<u16>,
    /// The computer at the ratings that are offered; earlier servers do not tell.
    #[serde(default)]
    pub opponents: Vec<ComputerOnServer>,
    /// What is wrong with its data, where something is.
    #[serde(default)]
    pub trouble: Option<String>,
}

/// The computer of a server as an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ComputerOnServer {
    /// What to ask for: a rating or a level.
    pub level: u16,
    /// What somebody who plays like this is called there, where it has a name.
    #[serde(default)]
    pub name: String,
}

impl ServerWelcome {
    /// The computer as it can be asked for: at the ratings that the server lists, else at its levels.
    pub fn computers(&self) -> Vec<ComputerOnServer> {
        let numbered = |&level: &u16| ComputerOnServer { level, name: String::new() };
        match self.opponents.as_slice() {
            [] => self.levels.iter().map(numbered).collect(),
            opponents => opponents.to_vec(),
        }
    }
}

/// Who one is.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SessionAnswer {
    pub name: String,
    #[serde(default)]
    pub token: Option<String>,
}

/// A link for somebody else.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct InvitationAnswer {
    pub url: String,
    #[serde(default)]
    pub hint: Option<String>,
}

/// Where a rematch is played.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RematchReply {
    #[serde(default)]
    pub next: Option<String>,
}

/// Some games.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GamesList {
    pub games: Vec<GameInList>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameInList {
    /// Its name.
    pub game: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The name of the rule set.
    pub rules: String,
    /// How many single moves.
    pub plies: u32,
    /// How far it is.
    pub stage: StageOnServer,
    /// The time control.
    #[serde(default)]
    pub clock: Option<String>,
    /// Which side nobody has yet.
    #[serde(default)]
    pub open: Option<ServerSide>,
    /// Whether one player has both sides.
    #[serde(default)]
    pub one_board: bool,
    /// What whoever asks is in it.
    #[serde(default)]
    pub you: Option<RoleInGame>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageOnServer {
    /// A seat is open.
    Open,
    /// It is being played.
    Live,
    /// It has ended.
    Over,
}

/// A part in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the parts are their own names")]
pub enum RoleInGame {
    White,
    Black,
    Both,
    Spectator,
}

impl RoleInGame {
    /// The side of whoever has one.
    pub fn color(self) -> Option<Color> {
        match self {
            RoleInGame::White => Some(Color::White),
            RoleInGame::Black => Some(Color::Black),
            RoleInGame::Both | RoleInGame::Spectator => None,
        }
    }
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct GameOnServer {
    /// Its name.
    pub game: String,
    /// How many commands were accepted in it.
    pub version: u32,
    /// The server's time in milliseconds.
    pub now: u64,
    /// How far it is.
    pub stage: StageOnServer,
    /// What one is in it.
    pub you: YouInGame,
    /// The rules.
    pub rules: RulesOnServer,
    /// The time control.
    #[serde(default)]
    pub clock: Option<String>,
    /// Whether moves may be taken back without asking.
    pub free_takeback: bool,
    /// Who has White.
    pub white: PlayerOnServer,
    /// Who has Black.
    pub black: PlayerOnServer,
    /// The position at the start.
    pub start: String,
    /// The moves that were played.
    pub line: Vec<MoveOnServer>,
    /// Where it stands.
    pub state: StateOnServer,
    /// Points before this game.
    pub score: ScoreOnServer,
    /// The rematch that followed.
    #[serde(default)]
    pub next: Option<String>,
    /// Who wants a rematch.
    #[serde(default)]
    pub rematch: Option<ServerSide>,
}

/// What somebody is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct YouInGame {
    /// The part.
    pub role: RoleInGame,
    /// Whether the open seat can be taken without a key.
    #[serde(default)]
    pub may_join: bool,
}

/// A rule set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RulesOnServer {
    /// Its name.
    pub name: String,
    /// What differs from ordinary chess, as lines of a rule file.
    pub differences: String,
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PlayerOnServer {
    /// The name.
    pub name: String,
    /// What plays.
    pub kind: KindOfPlayer,
    /// The computer's level.
    #[serde(default)]
    pub level: Option<u16>,
    /// Whether they are there.
    pub present: bool,
    /// In how many milliseconds the opponent may claim the game.
    #[serde(default)]
    pub claim_in: Option<u64>,
}

/// What has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the kinds are their own names")]
pub enum KindOfPlayer {
    Person,
    Computer,
    Open,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MoveOnServer {
    /// Such as `g1f3`; `0000` where a side passed.
    pub uci: String,
}

/// How the line of moves changed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LineOnServer {
    /// How many moves stay.
    pub keep: usize,
    /// What follows them.
    pub add: Vec<MoveOnServer>,
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StateOnServer {
    /// Who is to move.
    pub turn: ServerSide,
    /// The clocks, if there are any.
    #[serde(default)]
    pub clocks: Option<ClocksOnServer>,
    /// Who offers a draw.
    #[serde(default)]
    pub draw_offer: Option<ServerSide>,
    /// Who asks to take back.
    #[serde(default)]
    pub takeback: Option<TakebackOnServer>,
    /// Which draws may be claimed.
    #[serde(default)]
    pub claims: ClaimsOnServer,
    /// How it ended.
    #[serde(default)]
    pub ending: Option<EndingOnServer>,
}

/// What both have left, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct ClocksOnServer {
    /// White's time.
    pub white: u64,
    /// Black's time.
    pub black: u64,
    /// Whose time runs.
    #[serde(default)]
    pub running: Option<ServerSide>,
    /// How long the running clock still waits.
    #[serde(default)]
    pub waits: u64,
}

/// A wish to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct TakebackOnServer {
    /// Who has it.
    pub by: ServerSide,
    /// How many single moves.
    pub plies: u32,
}

/// Which draws the side to move may claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ClaimsOnServer {
    /// For repetition.
    pub repetition: bool,
    /// For quiet moves.
    pub quiet_moves: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EndingOnServer {
    /// Who won, if one did.
    #[serde(default)]
    pub winner: Option<ServerSide>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
    pub result: String,
    /// In words.
    pub says: String,
}

/// Points before a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ScoreOnServer {
    /// Of whoever has White now.
    pub white: String,
    /// Of whoever has Black now.
    pub black: String,
    /// In how many games.
    pub games: u32,
}

/// A command that was accepted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct EntryOnServer {
    /// The version after it.
    pub version: u32,
    /// The server's time.
    pub now: u64,
    /// How its sender called it.
    pub id: String,
    /// In words.
    pub says: String,
    /// In one word each.
    pub happened: Vec<HappeningOnServer>,
    /// How the moves changed.
    pub line: LineOnServer,
    /// Where the game stands.
    pub state: StateOnServer,
}

/// What happened, as far as a board must know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HappeningOnServer {
    /// A draw was offered.
    DrawOffered,
    /// Somebody asked to take back.
    TakebackAsked,
    /// Anything else, which is told in words.
    #[serde(other)]
    Other,
}

/// Why something was refused, as far as a board must know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The game has gone on meanwhile.
    Stale,
    /// The game cannot be read any more.
    DamagedGame,
    /// The API has no such path.
    NoSuchPath,
    /// Any other reason, which is told in words.
    #[serde(other)]
    Other,
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ServerReason {
    /// A word that never changes.
    pub code: RefusalCode,
    /// The reason in words.
    pub says: String,
    /// What to draw on the board.
    #[serde(default)]
    pub marks: Vec<MarkedSquare>,
}

/// A square, and what it has to do with a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MarkedSquare {
    /// The square.
    pub square: String,
    /// Its part.
    pub mark: MarkKind,
}

/// The part of a square in a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the parts are their own names")]
pub enum MarkKind {
    Attacker,
    Blocker,
    Line,
    Place,
    Crossing,
    /// One that only a newer server knows.
    #[serde(other)]
    Unknown,
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FailureOnServer {
    /// Why.
    pub error: ServerReason,
    /// The version of the game, where that was the reason.
    #[serde(default)]
    pub version: Option<u32>,
    /// What the sender has not seen, where that was the reason.
    #[serde(default)]
    pub missing: Vec<ServerMessage>,
}

/// What the host has switched on and off, as far as players should know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct HostNotice {
    /// What the host tells everybody.
    #[serde(default)]
    pub announcement: Option<String>,
    /// Whether nobody's time runs.
    #[serde(default)]
    pub clocks_paused: bool,
    /// Whether the computer rests.
    #[serde(default)]
    pub computer_off: bool,
}

/// What a server says over the WebSocket of a game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are those of the API")]
pub enum ServerMessage {
    /// The whole game.
    Game(Box<GameOnServer>),
    /// A command was accepted.
    Entry(Box<EntryOnServer>),
    /// Who is there.
    Presence { white: PlayerOnServer, black: PlayerOnServer },
    /// A seat was taken or moved.
    Seats { version: u32 },
    /// Somebody wants a rematch, or it has begun.
    Rematch {
        #[serde(default)]
        by: Option<ServerSide>,
        #[serde(default)]
        next: Option<String>,
    },
    /// What the host has switched.
    Host(HostNotice),
    /// The computer is busy.
    Busy { version: u32 },
    /// Nothing can be kept at the moment; or that is over.
    Trouble {
        #[serde(default)]
        says: Option<String>,
    },
    /// The answer to a ping.
    Pong { version: u32 },
    /// A command is on disk.
    Accepted { id: String, version: u32 },
    /// A command was not obeyed.
    Failed {
        #[serde(default)]
        id: Option<String>,
        failure: Box<FailureOnServer>,
    },
    /// Something that only a newer server says.
    #[serde(other)]
    Unknown,
}

/// What a player wants done in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the actions are those of the API")]
pub enum PlayerAction {
    Move {
        #[serde(rename = "move")]
        m: String,
    },
    Pass,
    Undo {
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    Redo {
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    AskTakeback {
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    AnswerTakeback {
        accept: bool,
    },
    OfferDraw,
    AnswerDraw {
        accept: bool,
    },
    ClaimDraw,
    Resign,
    Abort,
    ClaimLeft,
    Stop,
    GoOn,
}

/// A command as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SentCommand {
    /// A name that is new for each command, and kept when it is sent again.
    pub id: String,
    /// The version of the game that the sender has seen.
    pub version: u32,
    /// What to do.
    pub action: PlayerAction,
    /// How many milliseconds the player thought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<u64>,
}

/// Whom to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OpponentChoice {
    /// Whoever is sent the link.
    Link,
    /// Whoever comes to the lobby.
    Lobby,
    /// The server's computer at a level.
    Computer(u16),
}

/// A game to be made.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameWish {
    pub opponent: OpponentChoice,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<&'static str>,
}

/// Rules to be played by.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RulesChoice {
    Name(String),
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    /// What the API says of itself.
    const API: &str = include_str!("../../../docs/api.md");

    #[test]
    fn words_that_are_known_here_are_those_of_the_api() {
        for (word, code) in [
            ("stale", RefusalCode::Stale),
            ("damaged_game", RefusalCode::DamagedGame),
            ("no_such_path", RefusalCode::NoSuchPath),
        ] {
            assert_eq!(from_value::<RefusalCode>(json!(word)).unwrap(), code);
            assert!(API.contains(&format!("`{word}`")), "{word}");
        }
        for (word, happening) in [
            ("draw_offered", HappeningOnServer::DrawOffered),
            ("takeback_asked", HappeningOnServer::TakebackAsked),
        ] {
            assert_eq!(from_value::<HappeningOnServer>(json!(word)).unwrap(), happening);
            assert!(API.contains(&format!("`{word}`")), "{word}");
        }
        assert_eq!(from_value::<RefusalCode>(json!("a_newer_one")).unwrap(), RefusalCode::Other);
    }
}
