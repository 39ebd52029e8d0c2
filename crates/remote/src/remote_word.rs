use tabiya_rules::{ByLanguage, Language};

use crate::api::PlayerAction;
use crate::requests::ServerDeed;

/// What can be typed in a game on a server, beside what every board knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteWord {
    /// Back to the lobby; the game goes on there.
    Lobby,
    /// Break the game off before both have moved, or take back an open seat.
    Abort,
    /// Claim the game, for the opponent has been away for long.
    Claim,
    /// Another game against the same player.
    Rematch,
}

/// Each with its names and what it does.
const WORDS: [(RemoteWord, &[&str], ByLanguage<&str>); 4] = [
    (
        RemoteWord::Lobby,
        &["lobby"],
        ByLanguage { english: "go to the lobby; the game stays", german: "zur Lobby; die Partie bleibt" },
    ),
    (
        RemoteWord::Abort,
        &["abort", "abbrechen"],
        ByLanguage {
            english: "break off the game before both have moved, or take the open seat back",
            german: "die Partie abbrechen, bevor beide gezogen haben, oder den offenen Platz zurücknehmen",
        },
    ),
    (
        RemoteWord::Claim,
        &["claim", "verlangen"],
        ByLanguage {
            english: "claim the game of an opponent who left",
            german: "die Partie verlangen, wenn der Gegner fort ist",
        },
    ),
    (
        RemoteWord::Rematch,
        &["rematch", "revanche"],
        ByLanguage {
            english: "ask for a rematch; accept and decline answer whatever is asked",
            german: "eine Revanche erbitten; accept und decline antworten auf alles, was gefragt ist",
        },
    ),
];

impl RemoteWord {
    /// What a line says, where it is one of these.
    ///
    /// ```
    /// use tabiya_remote::RemoteWord;
    ///
    /// assert_eq!(RemoteWord::read(" Revanche "), Some(RemoteWord::Rematch));
    /// assert_eq!(RemoteWord::read("e4"), None);
    /// ```
    pub fn read(line: &str) -> Option<RemoteWord> {
        let line = line.trim();
        let is_named =
            |(_, names, _): &&(_, &[&str], _)| names.iter().any(|name| name.eq_ignore_ascii_case(line));
        WORDS.iter().find(is_named).map(|(word, _, _)| *word)
    }

    /// What it comes to, where it is done in the game.
    pub fn deed(self) -> Option<ServerDeed> {
        match self {
            RemoteWord::Lobby => None,
            RemoteWord::Abort => Some(ServerDeed::Command(PlayerAction::Abort)),
            RemoteWord::Claim => Some(ServerDeed::Command(PlayerAction::ClaimLeft)),
            RemoteWord::Rematch => Some(ServerDeed::Rematch(true)),
        }
    }

    /// All of them, a line each.
    pub fn help(language: Language) -> String {
        let line = |(_, names, what): &(_, &[&str], ByLanguage<&str>)| {
            format!("  {:<20}{}", names.join(", "), language.choose(*what))
        };
        WORDS.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
