use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabiya_engine::Level;
use tabiya_game::{BySeat, Seat};

/// Who sits at a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Player {
    Human,
    Level(Level),
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
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Level(level) => level.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        if text.eq_ignore_ascii_case("human") {
            return Ok(Player::Human);
        }
        text.parse().map(Player::Level).map_err(|_| "expected human or a level from 1 to 9".to_owned())
    }
}

impl TryFrom<String> for Player {
    type Error = String;

    fn try_from(text: String) -> Result<Player, String> {
        text.parse()
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
        (Player::Human, _) if !players[!seat].is_human() => "Human".to_owned(),
        (Player::Human, Seat::First) => "First player".to_owned(),
        (Player::Human, Seat::Second) => "Second player".to_owned(),
    }
}
