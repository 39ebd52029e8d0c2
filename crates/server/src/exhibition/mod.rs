//! Two computers play each other before whoever watches. Whoever made the game has no seat in it and steers it: pauses it,
//! lets it go on, lets it make one move, sets its speed, ends it.
//!
//! Steering is told by entries of the game's log, beside its events: [`ExhibitionFact`] is what happened, [`Exhibition`]
//! where that has led. So it outlasts a restart, and a command that is sent again is known. Moves of the computers are
//! entries like all others.
//!
//! A game that runs has a permit (`permits.rs`), and waits for somebody to watch: where nobody does, it pauses by itself.
//! So it does after a number of moves, for not all rules know an end. What paused goes on when its maker wants it to.

mod permits;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_rules::{ByLanguage, Language};

use crate::store::Entry;

pub(crate) use permits::{ExhibitionPermit, ExhibitionPermits};

/// How quickly two computers play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum MoveSpeed {
    /// Time to think along.
    Slow,
    /// As two people would who know what they want.
    #[default]
    Normal,
    /// As quickly as one can follow.
    Fast,
}

impl MoveSpeed {
    /// What passes at least from one move to the next.
    pub fn least(self) -> Duration {
        Duration::from_millis(match self {
            MoveSpeed::Slow => 5000,
            MoveSpeed::Normal => 2000,
            MoveSpeed::Fast => 500,
        })
    }

    /// How the computers play at this speed.
    fn words(self) -> ByLanguage<&'static str> {
        match self {
            MoveSpeed::Slow => ByLanguage { english: "slowly", german: "langsam" },
            MoveSpeed::Normal => ByLanguage { english: "at normal speed", german: "normal schnell" },
            MoveSpeed::Fast => ByLanguage { english: "fast", german: "schnell" },
        }
    }
}

/// Why two computers wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseCause {
    /// The maker of the game wanted it.
    Maker,
    /// Nobody was watching.
    Unwatched,
    /// So many moves have been made.
    Long(u32),
    /// Too many such games run.
    Crowded,
}

impl PauseCause {
    /// The cause in one word that never changes.
    pub fn word(self) -> &'static str {
        match self {
            PauseCause::Maker => "maker",
            PauseCause::Unwatched => "unwatched",
            PauseCause::Long(_) => "long",
            PauseCause::Crowded => "crowded",
        }
    }

    /// The cause in a sentence.
    pub fn says(self, language: Language, maker: Option<&str>) -> String {
        match language {
            Language::English => self.english(maker),
            Language::German => self.german(maker),
        }
    }

    fn german(self, maker: Option<&str>) -> String {
        match (self, maker) {
            (PauseCause::Maker, Some(maker)) => format!("Angehalten von {maker}."),
            (PauseCause::Maker, None) => "Angehalten.".to_owned(),
            (PauseCause::Unwatched, _) => "Angehalten: niemand hat zugeschaut.".to_owned(),
            (PauseCause::Long(1), _) => "Nach 1 Zug angehalten.".to_owned(),
            (PauseCause::Long(moves), _) => format!("Nach {moves} Zügen angehalten."),
            (PauseCause::Crowded, _) => "Angehalten: es laufen zu viele Partien zweier Computer.".to_owned(),
        }
    }

    fn english(self, maker: Option<&str>) -> String {
        match (self, maker) {
            (PauseCause::Maker, Some(maker)) => format!("Paused by {maker}."),
            (PauseCause::Maker, None) => "Paused.".to_owned(),
            (PauseCause::Unwatched, _) => "Paused: nobody was watching.".to_owned(),
            (PauseCause::Long(1), _) => "Paused after 1 move.".to_owned(),
            (PauseCause::Long(moves), _) => format!("Paused after {moves} moves."),
            (PauseCause::Crowded, _) => "Paused: too many games of two computers are running.".to_owned(),
        }
    }
}

/// What happened in a game of two computers beside moves, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExhibitionFact {
    /// It began at a speed.
    Began(MoveSpeed),
    /// It got another speed.
    SpeedSet(MoveSpeed),
    /// It paused.
    Paused(PauseCause),
    /// It went on.
    WentOn,
    /// One move was wanted, after which it waits again.
    OneMove,
}

impl ExhibitionFact {
    /// What happened in one word; nothing where the game's own events tell it.
    pub fn word(self) -> Option<&'static str> {
        match self {
            ExhibitionFact::Began(_) => None,
            ExhibitionFact::SpeedSet(_) => Some("speed_set"),
            ExhibitionFact::Paused(_) => Some("paused"),
            ExhibitionFact::WentOn => Some("went_on"),
            ExhibitionFact::OneMove => Some("one_move"),
        }
    }

    /// What happened in a sentence.
    pub fn says(self, language: Language, maker: Option<&str>) -> Option<String> {
        let says = match self {
            ExhibitionFact::Began(_) => return None,
            ExhibitionFact::Paused(cause) => return Some(cause.says(language, maker)),
            ExhibitionFact::SpeedSet(speed) => {
                let ByLanguage { english, german } = speed.words();
                ByLanguage {
                    english: format!("The computers play {english} now."),
                    german: format!("Die Computer spielen jetzt {german}."),
                }
            }
            ExhibitionFact::WentOn => ByLanguage {
                english: "The computers go on.".to_owned(),
                german: "Die Computer spielen weiter.".to_owned(),
            },
            ExhibitionFact::OneMove => {
                ByLanguage { english: "One move.".to_owned(), german: "Ein Zug.".to_owned() }
            }
        };
        Some(language.choose(says))
    }
}

/// Where a game of two computers stands beside its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exhibition {
    /// How quickly they play.
    pub speed: MoveSpeed,
    /// Whether they do.
    pub play: PlayState,
}

/// Whether two computers play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayState {
    /// One move after the other.
    #[default]
    Running,
    /// They wait.
    Paused(PauseCause),
    /// They wait but for one move, which is to come.
    OneMove(PauseCause),
}

impl PlayState {
    /// Why they wait, also where one move is to come.
    pub fn pause(self) -> Option<PauseCause> {
        match self {
            PlayState::Running => None,
            PlayState::Paused(cause) | PlayState::OneMove(cause) => Some(cause),
        }
    }
}

impl Exhibition {
    /// Where an entry leads; nothing in games of other kinds.
    pub fn after(before: Option<Exhibition>, entry: &Entry) -> Option<Exhibition> {
        if before.is_none() && entry.exhibition.is_none() {
            return None;
        }
        let mut now = before.unwrap_or_default();
        if !entry.events.is_empty() {
            now = now.moved();
        }
        Some(entry.exhibition.map_or(now, |fact| now.with(fact)))
    }

    /// The one move that was wanted has been made.
    fn moved(self) -> Exhibition {
        let play = match self.play {
            PlayState::OneMove(cause) => PlayState::Paused(cause),
            other => other,
        };
        Exhibition { play, ..self }
    }

    fn with(self, fact: ExhibitionFact) -> Exhibition {
        match fact {
            ExhibitionFact::Began(speed) => Exhibition { speed, play: PlayState::Running },
            ExhibitionFact::SpeedSet(speed) => Exhibition { speed, ..self },
            ExhibitionFact::Paused(cause) => Exhibition { play: PlayState::Paused(cause), ..self },
            ExhibitionFact::WentOn => Exhibition { play: PlayState::Running, ..self },
            ExhibitionFact::OneMove => {
                let cause = self.play.pause().unwrap_or(PauseCause::Maker);
                Exhibition { play: PlayState::OneMove(cause), ..self }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Event, Fact, Moment, Schema};

    use super::*;

    fn entry(events: Vec<Event>, exhibition: Option<ExhibitionFact>) -> Entry {
        Entry {
            version: 2,
            command_id: "x".parse().unwrap(),
            command_hash: [0; 32],
            events,
            exhibition,
            edit: None,
        }
    }

    fn moved() -> Vec<Event> {
        let fact = Fact::Moved("e2e4".parse().unwrap());
        vec![Event { schema: Schema::NOW, at: Moment(0), left: None, fact }]
    }

    #[test]
    fn entries_lead_from_running_to_paused_and_back() {
        use ExhibitionFact::{Began, OneMove, Paused, SpeedSet, WentOn};
        let told = [
            (vec![], Some(Began(MoveSpeed::Slow)), MoveSpeed::Slow, PlayState::Running),
            (moved(), None, MoveSpeed::Slow, PlayState::Running),
            (vec![], Some(SpeedSet(MoveSpeed::Fast)), MoveSpeed::Fast, PlayState::Running),
            (
                vec![],
                Some(Paused(PauseCause::Unwatched)),
                MoveSpeed::Fast,
                PlayState::Paused(PauseCause::Unwatched),
            ),
            (vec![], Some(OneMove), MoveSpeed::Fast, PlayState::OneMove(PauseCause::Unwatched)),
            (moved(), None, MoveSpeed::Fast, PlayState::Paused(PauseCause::Unwatched)),
            (vec![], Some(WentOn), MoveSpeed::Fast, PlayState::Running),
            (
                moved(),
                Some(Paused(PauseCause::Long(300))),
                MoveSpeed::Fast,
                PlayState::Paused(PauseCause::Long(300)),
            ),
        ];
        let mut now = None;
        for (events, fact, speed, play) in told {
            now = Exhibition::after(now, &entry(events, fact));
            assert_eq!(now, Some(Exhibition { speed, play }), "{fact:?}");
        }
        assert_eq!(Exhibition::after(None, &entry(moved(), None)), None);
    }

    #[test]
    fn facts_are_read_back_as_they_were_written() {
        let written = [
            (ExhibitionFact::Began(MoveSpeed::Normal), r#"{"began":"normal"}"#),
            (ExhibitionFact::Paused(PauseCause::Maker), r#"{"paused":"maker"}"#),
            (ExhibitionFact::Paused(PauseCause::Long(300)), r#"{"paused":{"long":300}}"#),
            (ExhibitionFact::OneMove, r#""one_move""#),
        ];
        for (fact, text) in written {
            assert_eq!(serde_json::to_string(&fact).unwrap(), text);
            assert_eq!(serde_json::from_str::<ExhibitionFact>(text).unwrap(), fact);
        }
    }
}
