use serde::{Deserialize, Serialize};
use tabiya_game::{BySeat, Event, Fact, Game, MatchScore, Moment, NodeId, Seat};
use tabiya_rules::Color;

use super::player::{Player, only_human, usual_name};

/// Some games of the same two players, one after the other; the last one is being played.
pub struct Sitting {
    pub seated: Seated,
    /// The score of the games before.
    pub earlier: MatchScore,
    pub game: Game,
    /// When the last game began.
    pub began: Moment,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    pub players: BySeat<Player>,
    /// What they wish to be called.
    pub names: BySeat<Option<String>>,
}

/// A line in the record of a sitting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The players sat down, or changed.
    Seated(Seated),
    /// What one command caused. A game begins with its start, and ends where the next one begins.
    Happened(Vec<Event>),
}

impl Seated {
    /// What the player on a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.names[seat].clone().unwrap_or_else(|| usual_name(&self.players, seat))
    }
}

impl Sitting {
    /// The sitting that a record tells, or what is wrong with the record.
    pub fn replay(entries: Vec<Entry>) -> Result<Sitting, String> {
        let mut seated = None;
        let mut earlier = MatchScore::default();
        let mut events: Vec<Event> = Vec::new();
        for entry in entries {
            match entry {
                Entry::Seated(players) => seated = Some(players),
                Entry::Happened(new) => {
                    let begins = new.first().is_some_and(|event| matches!(event.fact, Fact::Started(_)));
                    if begins && !events.is_empty() {
                        play(&events)?.record(&mut earlier);
                        events.clear();
                    }
                    events.extend(new);
                }
            }
        }
        let seated = seated.ok_or("it does not say who plays")?;
        let began = events.first().map(|event| event.at).unwrap_or_default();
        Ok(Sitting { seated, earlier, game: play(&events)?, began })
    }

    /// Who plays a side.
    pub fn player(&self, color: Color) -> &Player {
        &self.seated.players[*self.game.seats().get(color)]
    }

    /// The side of the one person, where the other side is a computer's.
    pub fn human_color(&self) -> Option<Color> {
        only_human(&self.seated.players).map(|seat| self.game.color(seat))
    }

    /// What the player of a side is called.
    pub fn name(&self, color: Color) -> String {
        self.seated.name(*self.game.seats().get(color))
    }

    /// The score with the last game, if it has ended.
    pub fn score(&self) -> MatchScore {
        let mut score = self.earlier;
        self.game.record(&mut score);
        score
    }

    /// Whether somebody may want to go on with the last game.
    pub fn is_unfinished(&self) -> bool {
        self.game.ending().is_none() && !self.game.history().is_empty()
    }

    /// Who plays against whom, in the middle of a sentence.
    pub fn matching(&self) -> String {
        match (self.human_color(), self.player(Color::White), self.player(Color::Black)) {
            (Some(color), _, _) => format!("you have {color} against {}", self.player(!color).title()),
            (None, Player::Human, Player::Human) => "two people play on this board".to_owned(),
            (None, white, black) => format!("{} has White, {} has Black", white.title(), black.title()),
        }
    }

    /// How far the last game is, in the middle of a sentence.
    pub fn progress(&self) -> String {
        let history = self.game.history();
        let moves = match history.current().ply {
            0 if history.here() == NodeId::ROOT => "no move".to_owned(),
            1 => "1 single move".to_owned(),
            plies => format!("{plies} single moves"),
        };
        format!("{moves} played, {} to move", self.game.turn())
    }
}

fn play(events: &[Event]) -> Result<Game, String> {
    Game::replay(events).map_err(|damage| damage.to_string())
}
