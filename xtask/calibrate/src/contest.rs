use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use tabiya_arena::engine_process::{EngineLog, EngineSetup, EngineSpec, Pace, Variant};
use tabiya_arena::tournament::{
    self, Adjudication, GameRecord, MatchFormat, MatchPlan, MatchSettings, MatchTally, Openings, Schedule,
    Standings,
};
use tabiya_notation::{RuleFile, find_rules};

use crate::field::Entrant;

/// Plays matches of two, as `tabiya match` does.
pub struct Contests {
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
        Ok(self.run(&self.plan([one, other], games, seed)?)?.0)
    }

    /// Some games of two, to be looked at.
    pub fn games(&self, one: &Entrant, other: &Entrant, games: u64) -> Result<Vec<GameRecord>> {
        Ok(self.run(&self.plan([one, other], games, 1)?)?.1)
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

    /// Plays all games, which are given in their order.
    fn run(&self, plan: &MatchPlan) -> Result<(MatchTally, Vec<GameRecord>)> {
        let mut standings = Standings::new(plan.schedule.clone());
        let setup = EngineSetup {
            variant: plan.variant.clone(),
            patience: PATIENCE,
            stop: Arc::new(AtomicBool::new(false)),
            log: EngineLog::default(),
            leash: None,
        };
        let left = plan.games_left(&standings);
        let mut records: Vec<GameRecord> =
            tournament::run(plan, &setup, left, self.concurrency as usize, |records| {
                records.into_iter().collect()
            });
        records.sort_by_key(|record| record.number);
        standings.add_all(&records)?;
        // A game that was not played is no result.
        if let Some((engine, fault, _)) = standings.faults().next() {
            return Err(anyhow!("{} failed: {fault:?}", plan.engines[engine].name));
        }
        ensure!(plan.is_complete(&standings), "not all games were played");
        Ok((*standings.first(), records))
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

    fn contests(rules_name: &str) -> Contests {
        Contests { concurrency: 2, rules: rules(rules_name).unwrap() }
    }

    #[test]
    fn games_are_the_same_for_a_seed_and_others_for_another() {
        let contests = contests("hong");
        let (one, other) = (entrant("level:2 name=x"), entrant("level:2 name=y"));
        let tally = |seed| contests.play(&one, &other, 20, seed).unwrap();
        assert_eq!(tally(1), tally(1));
        assert_eq!(tally(1).games(), 20);
        assert!((2..6).any(|seed| tally(seed) != tally(1)));
    }

    #[test]
    fn more_games_begin_with_the_same() {
        let contests = contests("fide");
        let (one, other) = (entrant("level:1 name=one"), entrant("handicap:5/900 name=other"));
        let ends = |count| -> Vec<_> {
            let games = contests.games(&one, &other, count).unwrap();
            games.iter().map(|game| (game.number, game.winner, game.plies)).collect()
        };
        assert_eq!(ends(2), ends(4)[..2]);
        assert_ne!(ends(2)[0].2, ends(2)[1].2);
    }

    #[test]
    fn whoever_would_play_by_the_clock_does_not_play() {
        let told = contests("fide").play(&entrant("level:1"), &entrant("somebody"), 2, 1).unwrap_err();
        assert_eq!(told.to_string(), "somebody is not held back");
        assert!(rules("no such rules").is_err());
    }
}
