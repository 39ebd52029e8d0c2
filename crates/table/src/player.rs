use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabiya_arena::engine_process::EngineSpec;
use tabiya_engine::{Level, LevelTitle};
use tabiya_game::{BySeat, Seat};
use tabiya_rules::Language;

/// Who sits at a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Player {
    /// A person.
    Human,
    /// The computer.
    Level(Level),
    /// Somebody's program, with its arguments and options.
    Engine(String),
}

impl Player {
    /// How well the computer plays where nobody says it.
    pub const USUAL_LEVEL: Level = match Level::new(800) {
        Ok(level) => level,
        Err(_) => panic!("800 is a rating"),
    };

    /// Against whom one plays who does not say.
    pub const USUAL: Player = Player::Level(Player::USUAL_LEVEL);

    /// Whether it is a person.
    pub fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// What a player is called in the middle of a sentence.
    pub fn title(&self, language: Language) -> String {
        match (self, language) {
            (Player::Human, Language::English) => "a human".to_owned(),
            (Player::Human, Language::German) => "ein Mensch".to_owned(),
            (Player::Level(level), _) => language.words(&LevelTitle(*level)).to_string(),
            (Player::Engine(command), _) => Player::engine_name(command),
        }
    }

    /// What a program is called.
    pub(crate) fn engine_name(command: &str) -> String {
        command.parse::<EngineSpec>().map_or_else(|_| command.to_owned(), |spec| spec.name)
    }

    /// What a computer is called in games; a person has a name of their own.
    pub(crate) fn computer_name(&self) -> Option<String> {
        match self {
            Player::Human => None,
            Player::Level(level) => Some(level.player_name()),
            Player::Engine(command) => Some(Player::engine_name(command)),
        }
    }
}

/// As players are named in commands and records.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Level(level) => level.fmt(f),
            Player::Engine(text) => f.write_str(text),
        }
    }
}

/// As commands and records name a player. Whether a program is there turns out when it has to move; but a number is a
/// level, and what is no command is nobody.
impl FromStr for Player {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Player, NotAPlayer> {
        if text.eq_ignore_ascii_case("human") {
            return Ok(Player::Human);
        }
        if let Ok(level) = text.parse() {
            return Ok(Player::Level(level));
        }
        let is_number = text.chars().all(|c| c.is_ascii_digit() || " +-.".contains(c));
        match text.parse::<EngineSpec>() {
            Ok(spec) if !is_number && spec.own.is_none() => Ok(Player::Engine(text.to_owned())),
            Ok(_) => Err(NotAPlayer { why: None }),
            Err(why) => Err(NotAPlayer { why: Some(why) }),
        }
    }
}

impl TryFrom<String> for Player {
    type Error = NotAPlayer;

    fn try_from(text: String) -> Result<Player, NotAPlayer> {
        let kept = text.parse().ok().and_then(|number| Level::kept(number).ok());
        kept.map_or_else(|| text.parse(), |level| Ok(Player::Level(level)))
    }
}

/// A text names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPlayer {
    /// What is wrong with it as an engine's command, where that is what it looks like.
    pub why: Option<String>,
}

impl fmt::Display for NotAPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most, lowest) = (Level::MIN, Level::MAX, Level::LOWEST_RATING);
        write!(
            f,
            "expected human, a level from {least} to {most}, a rating from {lowest} on, or the path of a UCI engine"
        )?;
        self.why.as_ref().map_or(Ok(()), |why| write!(f, ": {why}"))
    }
}

impl std::error::Error for NotAPlayer {}

impl From<Player> for String {
    fn from(player: Player) -> String {
        player.to_string()
    }
}

/// The seat of the one person, where the other seat is a computer's.
pub(crate) fn only_human(players: &BySeat<Player>) -> Option<Seat> {
    match Seat::ALL.map(|seat| players[seat].is_human()) {
        [true, false] => Some(Seat::First),
        [false, true] => Some(Seat::Second),
        _ => None,
    }
}

/// What the player on a seat is called who has not said it.
pub(crate) fn usual_name(players: &BySeat<Player>, seat: Seat) -> String {
    let person = || match seat {
        _ if !players[!seat].is_human() => "Human".to_owned(),
        Seat::First => "First player".to_owned(),
        Seat::Second => "Second player".to_owned(),
    };
    players[seat].computer_name().unwrap_or_else(person)
}
