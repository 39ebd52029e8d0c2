use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;

use anyhow::{Context, anyhow};
use serde_json::{Map, Value, json};
use tabiya_notation::RuleFile;
use tabiya_system::{shown, visible};

use super::engine_game::MatchSettings;
use super::ratings::Anchor;
use super::schedule::{MatchFormat, Schedule};
use super::sprt::{Sprt, SprtVerdict};
use super::standings::Standings;
use crate::engine_process::{EngineError, EnginePlayer, EngineSetup, EngineSpec, GameLine, Pace, Variant};

/// Everything that settles which games are played, and how.
pub struct MatchPlan {
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// How fast each engine plays.
    pub paces: Vec<Pace>,
    /// Under which rules.
    pub variant: Variant,
    /// The same rules with the name by which games are kept.
    pub rules: RuleFile,
    /// The openings, in the order in which they are played.
    pub openings: Vec<GameLine>,
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
    /// Whose ratings are known, for those of the others.
    pub anchors: Vec<Anchor>,
}

impl MatchPlan {
    /// The opening of a pair of games.
    pub fn opening(&self, pair: usize) -> &GameLine {
        &self.openings[pair % self.openings.len()]
    }

    /// The answer of the test, where there is a test and it has one.
    pub fn verdict(&self, standings: &Standings) -> Option<SprtVerdict> {
        self.sprt.as_ref().and_then(|sprt| sprt.verdict(standings.first()))
    }

    /// Whether the test has an answer.
    pub fn is_decided(&self, standings: &Standings) -> bool {
        self.verdict(standings).is_some()
    }

    /// Whether there is nothing left to play.
    pub fn is_complete(&self, standings: &Standings) -> bool {
        self.games_left(standings).is_empty()
    }

    /// The numbers of the games that are still to be played.
    pub fn games_left(&self, standings: &Standings) -> Vec<usize> {
        if self.is_decided(standings) {
            return Vec::new();
        }
        (0..self.schedule.games()).filter(|&number| !standings.is_finished(number)).collect()
    }

    /// Starts every engine once, so that what is wrong with the command is told at once and costs no game.
    pub fn check_engines(&self, setting: &EngineSetup) -> anyhow::Result<()> {
        for (engine, pace) in self.engines.iter().zip(&self.paces) {
            let started = EnginePlayer::start(engine, setting)
                .and_then(|mut started| started.new_game(self.opening(0), *pace, 0));
            match started {
                Err(EngineError::Interrupted) => return Err(anyhow!("stopped")),
                other => other.with_context(|| format!("the engine {}", visible(&engine.name)))?,
            }
        }
        Ok(())
    }

    /// What must not change while a match goes on, in words.
    pub fn summary(&self) -> anyhow::Result<Map<String, Value>> {
        self.summary_of(self.schedule.games_per_pairing())
    }

    /// The same of a match that was begun, which may have had fewer games: this one lengthens it then.
    pub fn summary_for(&self, begun: &Map<String, Value>) -> anyhow::Result<Map<String, Value>> {
        let games = begun.get("games").and_then(Value::as_u64).and_then(|games| usize::try_from(games).ok());
        let own = self.schedule.games_per_pairing();
        self.summary_of(games.map_or(own, |games| games.min(own)))
    }

    /// As if so many games were played of each pairing. They have the first of the openings, in the same order.
    fn summary_of(&self, games: usize) -> anyhow::Result<Map<String, Value>> {
        let openings = &self.openings[..self.openings.len().min(games / 2)];
        let mut summary = Map::new();
        for (i, (engine, pace)) in self.engines.iter().zip(&self.paces).enumerate() {
            summary.insert(format!("engine {}", i + 1), json!(describe(engine, *pace)?));
        }
        let MatchSettings { adjudication, margin, patience } = &self.settings;
        let rest = [
            ("rules", json!(self.rules_summary())),
            ("openings", json!(format!("{} {:016x}", openings.len(), openings_digest(openings)))),
            ("games", json!(games)),
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
        // Matches that were begun before there were neighbours know nothing of them.
        if let MatchFormat::Neighbours(reach) = self.format {
            summary.insert("neighbours".to_owned(), json!(reach));
        }
        Ok(summary)
    }

    /// The rules by their name, or by the path of their file, and by their content.
    fn rules_summary(&self) -> String {
        let Variant { rules, name, path } = &self.variant;
        let place = path.as_ref().map_or_else(|| name.clone(), |path| path.to_string_lossy().into_owned());
        format!("{place} {:016x}", digest(format!("{rules:?}").bytes()))
    }
}

fn openings_digest(openings: &[GameLine]) -> u64 {
    let text = |line: &GameLine| format!("{} {}\n", line.fen(), line.texts().join(" "));
    digest(openings.iter().flat_map(|line| text(line).into_bytes()))
}

/// An engine with everything that makes it play otherwise, the content of its program among it.
fn describe(engine: &EngineSpec, pace: Pace) -> anyhow::Result<String> {
    let EngineSpec { name, command, protocol, folder, options, restarts, .. } = engine;
    let content = program_digest(engine).with_context(|| format!("the engine {}", visible(name)))?;
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
    let _ = write!(text, ", content {content:016x}");
    Ok(text)
}

/// The content of the program that plays: of this one, for our own levels.
fn program_digest(engine: &EngineSpec) -> anyhow::Result<u64> {
    let program = match engine.own {
        Some(_) => std::env::current_exe()?,
        None => engine.program(),
    };
    match fs::read(&program) {
        Ok(bytes) => Ok(digest(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(EngineError::NotStarted(error.to_string()).into())
        }
        Err(error) => Err(anyhow!(
            "{} cannot be read, so nobody could tell later whether the match goes on with the same program: {error}",
            shown(&program)
        )),
    }
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

    #[test]
    fn a_program_that_cannot_be_read_is_no_program_like_others() {
        // A folder can be opened, but has no content.
        let engine: EngineSpec = "/dev/ name=closed".parse().unwrap();
        let told = format!("{:#}", describe(&engine, Pace::Depth(1)).unwrap_err());
        assert!(told.starts_with("the engine closed: /dev/ cannot be read, so nobody could tell"), "{told}");
        let engine: EngineSpec = "/no/such/program name=gone".parse().unwrap();
        let told = format!("{:#}", describe(&engine, Pace::Depth(1)).unwrap_err());
        assert!(told.starts_with("the engine gone: it could not be started: No such file"), "{told}");
        let level: EngineSpec = "level:1".parse().unwrap();
        assert!(describe(&level, Pace::Free).is_ok());
    }
}
