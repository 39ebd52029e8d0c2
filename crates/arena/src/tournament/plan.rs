use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value, json};
use tabiya_notation::RuleFile;

use super::engine_game::MatchSettings;
use super::schedule::{MatchFormat, Schedule};
use super::sprt::Sprt;
use crate::engine_process::{EngineSpec, Line, Pace, Variant};

/// Everything that settles which games are played, and how.
pub struct Plan {
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// How fast each engine plays.
    pub paces: Vec<Pace>,
    /// Under which rules.
    pub variant: Variant,
    /// The same rules with the name by which games are kept.
    pub rules: RuleFile,
    /// The openings, in the order in which they are played.
    pub openings: Vec<Line>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Which engines meet.
    pub format: MatchFormat,
    /// What holds for all games alike.
    pub settings: MatchSettings,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Settles what engines leave to chance.
    pub seed: u64,
}

impl Plan {
    /// The opening of a pair of games.
    pub fn opening(&self, pair: usize) -> &Line {
        &self.openings[pair % self.openings.len()]
    }

    /// What must not change while a match goes on, in words.
    pub fn summary(&self) -> Map<String, Value> {
        let mut summary = Map::new();
        for (i, (engine, pace)) in self.engines.iter().zip(&self.paces).enumerate() {
            summary.insert(format!("engine {}", i + 1), json!(describe(engine, *pace)));
        }
        let MatchSettings { adjudication, margin, patience } = &self.settings;
        let rest = [
            (
                "rules",
                json!(format!(
                    "{} {:016x}",
                    self.variant.name,
                    digest(format!("{:?}", self.variant.rules).bytes())
                )),
            ),
            ("openings", json!(format!("{} {:016x}", self.openings.len(), self.openings_digest()))),
            ("games", json!(self.schedule.games_per_pairing())),
            ("round robin", json!(self.format == MatchFormat::RoundRobin)),
            ("draw", json!(adjudication.draw.map(|rule| rule.to_string()))),
            ("win", json!(adjudication.win.map(|rule| rule.to_string()))),
            ("seed", json!(self.seed)),
            ("max moves", json!(adjudication.max_moves)),
            ("margin", json!(margin.as_millis() as u64)),
            ("patience", json!(patience.as_millis() as u64)),
            ("sprt", json!(self.sprt.map(|sprt| sprt.to_string()))),
        ];
        summary.extend(rest.map(|(name, value)| (name.to_owned(), value)));
        summary
    }

    fn openings_digest(&self) -> u64 {
        let text = |line: &Line| format!("{} {}\n", line.fen(), line.texts().join(" "));
        digest(self.openings.iter().flat_map(|line| text(line).into_bytes()))
    }
}

/// An engine with everything that makes it play otherwise, the content of its program among it.
fn describe(engine: &EngineSpec, pace: Pace) -> String {
    let EngineSpec { name, command, level, protocol, folder, options, restarts, .. } = engine;
    let program = match level {
        Some(_) => std::env::current_exe().unwrap_or_default(),
        None => engine.program(),
    };
    let mut text = format!("{name}: {pace}, {protocol:?}, {}", command.join(" "));
    for (name, value) in options {
        let _ = write!(text, ", {name}={value}");
    }
    if let Some(folder) = folder {
        let _ = write!(text, ", in {}", folder.display());
    }
    if *restarts {
        text.push_str(", started for each game");
    }
    let _ = write!(text, ", content {}", file_digest(&program));
    text
}

fn file_digest(path: &Path) -> String {
    let bytes = File::open(path).and_then(|mut file| {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map(|_| bytes)
    });
    bytes.map_or_else(|_| "unknown".to_owned(), |bytes| format!("{:016x}", digest(bytes)))
}

/// A number that changes when the content does.
/// CITE: FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>
fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(digest(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(digest(*b"foobar"), 0x8594_4171_f739_67e8);
    }
}
