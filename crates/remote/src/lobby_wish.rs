use std::fmt;

use tabiya_game::TimeControl;
use tabiya_notation::{Excerpt, find_rules};
use tabiya_rules::{ByLanguage, Color, Language, Words};

use crate::api::OpponentChoice;

/// What somebody in the lobby wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyWish {
    /// The line of that number in what was listed last.
    Take(usize),
    /// A game of one's own.
    Make(SeatWish),
    /// The list again.
    List,
    /// Games to watch.
    Watch,
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// A game that somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatWish {
    /// Against whom.
    pub opponent: OpponentChoice,
    /// By which rules; ordinary chess where none are named.
    pub rules: Option<String>,
    /// With which clock; none where none is named.
    pub clock: Option<String>,
    /// With which side; White where none is named.
    pub color: Option<Color>,
}

/// A line says nothing that can be done in a lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the sentence names")]
pub enum NotAWish {
    /// The first word is not known.
    Unknown { found: Excerpt },
    /// A word behind it is not known.
    Detail { found: Excerpt },
    /// The computer's level is missing.
    NoLevel,
}

impl fmt::Display for NotAWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAWish::Unknown { found } => {
                write!(f, "{found} is nothing for the lobby: help lists what there is")
            }
            NotAWish::Detail { found } => {
                write!(f, "{found} is neither a clock such as 5+3, nor a rule set, nor white or black")
            }
            NotAWish::NoLevel => f.write_str("that is written computer 5, with the level behind it"),
        }
    }
}

impl Words for NotAWish {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAWish::Unknown { found } => {
                write!(f, "{found} ist nichts für die Lobby: help zeigt, was es gibt")
            }
            NotAWish::Detail { found } => {
                write!(f, "{found} ist weder eine Uhr wie 5+3 noch ein Regelwerk noch Weiß oder Schwarz")
            }
            NotAWish::NoLevel => f.write_str("das wird so geschrieben: computer 5, mit der Stufe dahinter"),
        }
    }
}

impl std::error::Error for NotAWish {}

impl LobbyWish {
    /// What a line wants. It is not empty.
    ///
    /// ```
    /// use tabiya_remote::LobbyWish;
    ///
    /// assert_eq!(LobbyWish::read("2"), Ok(LobbyWish::Take(2)));
    /// assert!(matches!(LobbyWish::read("new 5+3 black"), Ok(LobbyWish::Make(_))));
    /// ```
    pub fn read(line: &str) -> Result<LobbyWish, NotAWish> {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let unknown = || NotAWish::Unknown { found: Excerpt::new(first) };
        if let Ok(number) = first.parse() {
            return if words.next().is_none() { Ok(LobbyWish::Take(number)) } else { Err(unknown()) };
        }
        let name = first.to_lowercase();
        let opponent = match name.as_str() {
            "new" | "neu" => OpponentChoice::Lobby,
            "invite" | "einladen" => OpponentChoice::Link,
            "computer" => {
                let level = words.next().and_then(|level| level.parse().ok());
                OpponentChoice::Computer(level.ok_or(NotAWish::NoLevel)?)
            }
            _ if words.next().is_some() => return Err(unknown()),
            "lobby" | "list" | "liste" => return Ok(LobbyWish::List),
            "watch" | "zusehen" => return Ok(LobbyWish::Watch),
            "help" | "hilfe" | "?" => return Ok(LobbyWish::Help),
            "quit" | "exit" | "ende" | "beenden" => return Ok(LobbyWish::Quit),
            _ => return Err(unknown()),
        };
        let mut wish = SeatWish { opponent, rules: None, clock: None, color: None };
        for word in words {
            wish.add(word)?;
        }
        Ok(LobbyWish::Make(wish))
    }

    /// What can be typed.
    pub fn help(language: Language) -> &'static str {
        language.choose(ByLanguage {
            english: "\
  NUMBER                          take that seat, or go on with that game
  new [CLOCK] [RULES] [COLOUR]    a game for whoever comes: new 5+3 black
  invite [CLOCK] [RULES] [COLOUR] a game for whoever is sent the link
  computer LEVEL [CLOCK] ...      a game against the server's computer
  watch                           games that can be watched
  list                            the open seats again
  quit                            leave",
            german: "\
  NUMMER                          diesen Platz nehmen, oder mit dieser Partie weitermachen
  new [UHR] [REGELN] [FARBE]      eine Partie für alle, die kommen: new 5+3 schwarz
  invite [UHR] [REGELN] [FARBE]   eine Partie für alle, die den Link bekommen
  computer STUFE [UHR] ...        eine Partie gegen den Computer des Servers
  watch                           Partien, bei denen man zusehen kann
  list                            die offenen Plätze noch einmal
  quit                            beenden",
        })
    }
}

impl SeatWish {
    fn add(&mut self, word: &str) -> Result<(), NotAWish> {
        match word.to_lowercase().as_str() {
            "white" | "weiß" | "weiss" => self.color = Some(Color::White),
            "black" | "schwarz" => self.color = Some(Color::Black),
            name if find_rules(name).is_ok() => self.rules = Some(name.to_owned()),
            clock if clock.parse::<TimeControl>().is_ok() => self.clock = Some(clock.to_owned()),
            _ => return Err(NotAWish::Detail { found: Excerpt::new(word) }),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_lobby_mean_what_they_say() {
        let make = |opponent, clock: Option<&str>, rules: Option<&str>, color| {
            let (clock, rules) = (clock.map(str::to_owned), rules.map(str::to_owned));
            Ok(LobbyWish::Make(SeatWish { opponent, rules, clock, color }))
        };
        for (line, expected) in [
            ("3", Ok(LobbyWish::Take(3))),
            ("new", make(OpponentChoice::Lobby, None, None, None)),
            ("neu 5+3 schwarz", make(OpponentChoice::Lobby, Some("5+3"), None, Some(Color::Black))),
            ("invite hong", make(OpponentChoice::Link, None, Some("hong"), None)),
            ("computer 5 white", make(OpponentChoice::Computer(5), None, None, Some(Color::White))),
            ("LIST", Ok(LobbyWish::List)),
            ("computer", Err(NotAWish::NoLevel)),
            ("computer hong", Err(NotAWish::NoLevel)),
            ("new soon", Err(NotAWish::Detail { found: Excerpt::new("soon") })),
            ("quit now", Err(NotAWish::Unknown { found: Excerpt::new("quit") })),
            ("e4", Err(NotAWish::Unknown { found: Excerpt::new("e4") })),
        ] {
            assert_eq!(LobbyWish::read(line), expected, "{line}");
        }
    }
}
