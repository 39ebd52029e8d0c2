use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabiya_engine::Level;
use tabiya_game::{BySeat, Seat};
use tabiya_system::visible;

use tabiya_arena::engine_process::EngineSpec;

/// Who sits at a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Player {
    Human,
    Level(Level),
    /// Somebody's program, with its arguments and options.
    Engine(String),
}

/// Against whom one plays who does not say.
pub const USUAL: Player = Player::Level(match Level::new(3) {
    Ok(level) => level,
    Err(_) => Level::MIN,
});

impl Player {
    pub fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// What a computer is called in the middle of a sentence.
    pub fn title(&self) -> String {
        match self {
            Player::Human => "a human".to_owned(),
            Player::Level(level) => format!("level {level}"),
            Player::Engine(text) => engine_name(text),
        }
    }
}

fn engine_name(text: &str) -> String {
    text.parse::<EngineSpec>().map_or_else(|_| visible(text), |spec| visible(&spec.name))
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Level(level) => level.fmt(f),
            Player::Engine(text) => f.write_str(text),
        }
    }
}

/// As somebody names a player. A program must be there.
impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let player = Player::from(text.to_owned());
        if let Player::Engine(text) = &player {
            let unknown = || "expected human, a level from 1 to 9, or the path of a UCI engine".to_owned();
            let spec: EngineSpec = text.parse().map_err(|why| format!("{}: {why}", unknown()))?;
            if spec.level.is_some() || !spec.program().is_file() {
                return Err(unknown());
            }
        }
        Ok(player)
    }
}

/// As a record names a player. Whether a program is still there turns out when it has to move.
impl From<String> for Player {
    fn from(text: String) -> Player {
        if text.eq_ignore_ascii_case("human") {
            return Player::Human;
        }
        text.parse().map_or(Player::Engine(text), Player::Level)
    }
}

impl From<Player> for String {
    fn from(player: Player) -> String {
        player.to_string()
    }
}

/// The seat of the one person, where the other seat is a computer's.
pub fn only_human(players: &BySeat<Player>) -> Option<Seat> {
    match Seat::ALL.map(|seat| players[seat].is_human()) {
        [true, false] => Some(Seat::First),
        [false, true] => Some(Seat::Second),
        _ => None,
    }
}

/// What the player on a seat is called who has not said it.
pub fn usual_name(players: &BySeat<Player>, seat: Seat) -> String {
    match (&players[seat], seat) {
        (Player::Level(level), _) => format!("Tabiya level {level}"),
        (Player::Engine(text), _) => engine_name(text),
        (Player::Human, _) if !players[!seat].is_human() => "Human".to_owned(),
        (Player::Human, Seat::First) => "First player".to_owned(),
        (Player::Human, Seat::Second) => "Second player".to_owned(),
    }
}
