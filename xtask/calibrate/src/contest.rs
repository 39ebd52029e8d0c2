use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use tabiya_arena::engine_process::{EngineLog, EngineSetup, EngineSpec, Pace, Variant};
use tabiya_arena::tournament::{
    self, Adjudication, GameRecord, MatchFiles, MatchFormat, MatchPlan, MatchSettings, MatchTally, Openings,
    Schedule, Standings,
};
use tabiya_notation::{RuleFile, find_rules};

use crate::field::Entrant;

/// Plays matches of two, as `tabiya match` does.
pub struct Contests {
    /// Where games are kept that somebody will look at.
    pub folder: PathBuf,
    pub concurrency: u32,
    pub rules: RuleFile,
}

/// Both sides move so often at most; then the game is drawn.
const MAX_MOVES: u32 = 200;

/// How long an engine may be busy with anything, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);

impl Contests {
    /// Some games of two. Another seed makes them other games, from other openings.
    pub fn play(&self, one: &Entrant, other: &Entrant, games: u64, seed: u64) -> Result<MatchTally> {
        self.run(&self.plan([one, other], games, seed)?, None)
    }

    /// The file of some games of two, played to be looked at. The same are not played twice.
    pub fn games(&self, one: &Entrant, other: &Entrant, games: u64) -> Result<PathBuf> {
        std::fs::create_dir_all(&self.folder).context("the folder for the games")?;
        let pgn = self.folder.join(format!("{}-{}.pgn", file_word(one.name()), file_word(other.name())));
        self.run(&self.plan([one, other], games, 1)?, Some(&pgn))?;
        Ok(pgn)
    }

    fn plan(&self, players: [&Entrant; 2], games: u64, seed: u64) -> Result<MatchPlan> {
        let engines: Vec<EngineSpec> = players
            .iter()
            .map(|player| player.engine.parse().map_err(|why| anyhow!("{}: {why}", player.engine)))
            .collect::<Result<_>>()?;
        let variant = Variant::of(&self.rules, None);
        let format = MatchFormat::Gauntlet;
        Ok(MatchPlan {
            paces: engines.iter().map(pace).collect::<Result<_>>()?,
            openings: Openings { seed, count: games as usize / 2 }.built_in(&variant)?,
            variant,
            rules: self.rules.clone(),
            schedule: Schedule::new(engines.len(), games as usize, format),
            engines,
            format,
            settings: MatchSettings {
                adjudication: Adjudication { draw: None, win: None, max_moves: MAX_MOVES },
                margin: PATIENCE,
                patience: PATIENCE,
            },
            sprt: None,
            seed,
            anchors: Vec::new(),
        })
    }

    /// Plays what is missing in a file, or everything without one.
    fn run(&self, plan: &MatchPlan, pgn: Option<&Path>) -> Result<MatchTally> {
        let (mut files, records) = MatchFiles::open(None, pgn, plan)?;
        let mut standings = Standings::new(plan.schedule.clone());
        standings.add_all(&records)?;
        let setup = EngineSetup {
            variant: plan.variant.clone(),
            patience: PATIENCE,
            stop: Arc::new(AtomicBool::new(false)),
            log: EngineLog::default(),
            leash: None,
        };
        let left = plan.games_left(&standings);
        let watch = |records: Receiver<GameRecord>| {
            records.into_iter().try_for_each(|record| {
                standings.add(&record);
                files.append(&record)
            })
        };
        tournament::run(plan, &setup, left, self.concurrency as usize, watch)?;
        // A game that was not played is no result.
        if let Some((engine, fault, _)) = standings.faults().next() {
            return Err(anyhow!("{} failed: {fault:?}", plan.engines[engine].name));
        }
        ensure!(plan.is_complete(&standings), "not all games were played");
        Ok(*standings.first())
    }
}

/// How an engine is held back: a clock would make the machine's load count.
fn pace(engine: &EngineSpec) -> Result<Pace> {
    let own = engine.own.map(|_| Pace::Free);
    own.or(engine.pace).with_context(|| format!("{} is not held back", engine.name))
}

/// The rule set of a name, or else that in a file.
pub fn rules(name_or_path: &str) -> Result<RuleFile> {
    if let Ok(set) = find_rules(name_or_path) {
        return Ok(RuleFile::from(set));
    }
    let text = std::fs::read_to_string(name_or_path)
        .with_context(|| format!("there are no rules of this name, and no such file: {name_or_path}"))?;
    text.parse().map_err(|errors| anyhow!("{name_or_path}: {errors}"))
}

/// A name, as part of a file's.
fn file_word(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Kind;

    fn entrant(engine: &str) -> Entrant {
        Entrant {
            engine: engine.to_owned(),
            title: String::new(),
            about: 0.0,
            known: None,
            kind: Kind::Guest,
        }
    }

    fn contests(name: &str, rules_name: &str) -> Contests {
        let folder = std::env::temp_dir().join(format!("tabiya-contest-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Contests { folder, concurrency: 2, rules: rules(rules_name).unwrap() }
    }

    #[test]
    fn games_are_the_same_for_a_seed_and_others_for_another() {
        let contests = contests("seed", "hong");
        let (one, other) = (entrant("level:2 name=x"), entrant("level:2 name=y"));
        let tally = |seed| contests.play(&one, &other, 20, seed).unwrap();
        assert_eq!(tally(1), tally(1));
        assert_eq!(tally(1).games(), 20);
        assert!((2..6).any(|seed| tally(seed) != tally(1)));
    }

    #[test]
    fn games_to_be_looked_at_are_kept_and_more_are_added() {
        let contests = contests("kept", "fide");
        let (one, other) = (entrant("level:1 name=one"), entrant("handicap:5/900 name=other"));
        let games = |count| std::fs::read_to_string(contests.games(&one, &other, count).unwrap()).unwrap();
        let (first, more) = (games(2), games(4));
        assert_eq!((first.matches("[White ").count(), more.matches("[White ").count()), (2, 4));
        assert!(first.contains("\"one\"") && more.contains(first.split("\n\n").next().unwrap()));
    }

    #[test]
    fn whoever_would_play_by_the_clock_does_not_play() {
        let contests = contests("clock", "fide");
        let told = contests.play(&entrant("level:1"), &entrant("somebody"), 2, 1).unwrap_err();
        assert_eq!(told.to_string(), "somebody is not held back");
        assert!(rules("no such rules").is_err());
    }
}
