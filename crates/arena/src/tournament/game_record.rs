use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tabiya_game::{Date, Moment};
use tabiya_notation::pgn::{PgnEnding, PgnGame};
use tabiya_rules::Color;

use super::finish::EngineFault;
use super::finished_game::FinishedGame;
use super::schedule::Fixture;

/// A finished game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Counted from 0.
    pub number: usize,
    /// The side that won; `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended, in words.
    pub reason: String,
    /// The side whose engine failed, and how.
    pub fault: Option<(Color, EngineFault)>,
    /// How many single moves it has, the opening's among them.
    pub plies: usize,
    /// The whole game.
    pub pgn: String,
}

/// What a game's tags say beside its moves.
pub struct Headings<'a> {
    pub event: &'a str,
    pub time_control: &'a str,
}

impl GameRecord {
    pub(super) fn new(fixture: &Fixture, played: &FinishedGame, headings: &Headings) -> GameRecord {
        let mut pgn = played.to_pgn();
        head(&mut pgn, fixture, headings);
        pgn.tags.set("Termination", played.finish.termination());
        pgn.tags.set("PlyCount", &played.plies().to_string());
        GameRecord {
            number: fixture.number,
            winner: played.winner(),
            reason: played.finish.to_string(),
            fault: played.finish.fault(),
            plies: played.plies(),
            pgn: pgn.to_string(),
        }
    }

    /// The result as PGN has it.
    pub fn ending(&self) -> PgnEnding {
        self.winner.map_or(PgnEnding::Drawn, PgnEnding::Won)
    }

    /// The line of the state file.
    pub fn to_json(&self) -> Value {
        let side = |color: Color| if color.is_white() { "white" } else { "black" };
        json!({
            "game": self.number + 1,
            "winner": self.winner.map(side),
            "reason": self.reason,
            "fault": self.fault.map(|(color, fault)| json!([side(color), fault.word()])),
            "plies": self.plies,
            "pgn": self.pgn,
        })
    }

    /// Reads what [`GameRecord::to_json`] gives.
    pub fn from_json(value: &Value) -> anyhow::Result<GameRecord> {
        let text = |name: &str| value[name].as_str().with_context(|| format!("'{name}' is missing"));
        let number = |name: &str| value[name].as_u64().with_context(|| format!("'{name}' is missing"));
        let game = number("game")?;
        ensure!(game > 0, "games are counted from 1");
        Ok(GameRecord {
            number: game as usize - 1,
            winner: side(&value["winner"])?,
            reason: text("reason")?.to_owned(),
            fault: match side(&value["fault"][0])? {
                Some(color) => Some((color, fault(&value["fault"][1])?)),
                None => None,
            },
            plies: number("plies")? as usize,
            pgn: text("pgn")?.to_owned(),
        })
    }
}

fn side(value: &Value) -> anyhow::Result<Option<Color>> {
    match value.as_str() {
        Some("white") => Ok(Some(Color::White)),
        Some("black") => Ok(Some(Color::Black)),
        Some(other) => anyhow::bail!("expected white or black, found '{other}'"),
        None => Ok(None),
    }
}

fn fault(value: &Value) -> anyhow::Result<EngineFault> {
    let found = EngineFault::ALL.into_iter().find(|fault| value.as_str() == Some(fault.word()));
    found.context("'fault' names no fault")
}

fn head(game: &mut PgnGame, fixture: &Fixture, headings: &Headings) {
    for (name, value) in [
        ("Event", headings.event),
        ("Date", &today()),
        ("Round", &(fixture.number + 1).to_string()),
        ("TimeControl", headings.time_control),
    ] {
        game.tags.set(name, value);
    }
}

/// The date in the form of PGN, in universal time.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Date::of(Moment(0).after(since)).to_pgn()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_from_their_file() {
        let record = GameRecord {
            number: 4,
            winner: Some(Color::Black),
            reason: "White loses on time".to_owned(),
            fault: Some((Color::White, EngineFault::Time)),
            plies: 31,
            pgn: "[Event \"x\"]\n\n*\n".to_owned(),
        };
        let drawn = GameRecord { winner: None, fault: None, ..record.clone() };
        for record in [record, drawn] {
            assert_eq!(GameRecord::from_json(&record.to_json()).unwrap(), record);
        }
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for text in
            ["{}", "[]", "3", r#"{"game":0,"reason":"","plies":1,"pgn":""}"#, r#"{"game":1,"winner":"x"}"#]
        {
            let value: Value = serde_json::from_str(text).unwrap();
            assert!(GameRecord::from_json(&value).is_err(), "{text}");
        }
    }
}
