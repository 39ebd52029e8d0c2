use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tabiya_game::{BySeat, GameStart};
use tabiya_rules::{ByColor, Color};

use super::engine_game::EngineGame;
use super::finish::SEATS;
use super::finished_game::FinishedGame;
use super::game_record::{GameRecord, Headings};
use super::match_plan::MatchPlan;
use super::schedule::Fixture;
use crate::engine_process::{EngineError, EnginePlayer, EngineSetup};

/// Plays games, several at a time, and hands those that are finished to `watch` on this thread. It ends when all are played, when
/// the setting's flag is set, or when `watch` returns.
pub fn run<T>(
    plan: &MatchPlan,
    setting: &EngineSetup,
    numbers: Vec<usize>,
    concurrency: usize,
    watch: impl FnOnce(Receiver<GameRecord>) -> T,
) -> T {
    let numbers = Mutex::new(numbers.into_iter());
    thread::scope(|scope| {
        let (records, received) = mpsc::channel();
        for _ in 0..concurrency {
            let mut worker = GameWorker { plan, setting, engines: HashMap::new(), records: records.clone() };
            let numbers = &numbers;
            scope.spawn(move || {
                let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
                while !setting.stop.load(Ordering::Relaxed)
                    && let Some(number) = next()
                    && worker.play(plan.schedule.fixture(number))
                {}
            });
        }
        drop(records);
        let result = watch(received);
        setting.stop.store(true, Ordering::Relaxed);
        result
    })
}

/// Plays one game after the other, with engines of its own that it keeps running.
struct GameWorker<'a> {
    plan: &'a MatchPlan,
    setting: &'a EngineSetup,
    engines: HashMap<usize, EnginePlayer>,
    records: Sender<GameRecord>,
}

impl GameWorker<'_> {
    /// Plays a game; says whether to go on.
    fn play(&mut self, fixture: Fixture) -> bool {
        let Some(played) = self.played(&fixture) else {
            return false;
        };
        let headings = Headings { event: "Tabiya match", time_control: &self.time_control(&fixture) };
        let record = GameRecord::new(&fixture, &played, &headings);
        self.records.send(record).is_ok()
    }

    fn time_control(&self, fixture: &Fixture) -> String {
        let pace = |color| self.plan.paces[*fixture.players.get(color)].to_string();
        let (white, black) = (pace(Color::White), pace(Color::Black));
        if white == black { white } else { format!("{white}, {black}") }
    }

    /// How a game begins.
    fn start(&self, fixture: &Fixture) -> GameStart {
        let name = |engine: usize| self.plan.engines[engine].name.clone();
        let names = BySeat([name(fixture.players.white), name(fixture.players.black)]);
        GameStart { names, seats: SEATS, ..GameStart::usual(self.plan.rules.clone()) }
    }

    /// The game with the engines that play it; `None` if everything is to stop.
    fn played(&mut self, fixture: &Fixture) -> Option<FinishedGame> {
        let paces = fixture.players.map(|engine| self.plan.paces[engine]);
        let opening = self.plan.opening(fixture.pair);
        let game = EngineGame::new(&self.plan.settings, self.start(fixture), opening, paces);
        let white = match self.engine(fixture.players.white) {
            Ok(engine) => engine,
            Err(error) => return abandoned(game, Color::White, error),
        };
        let black = match self.engine(fixture.players.black) {
            Ok(engine) => engine,
            Err(error) => return abandoned(game, Color::Black, error),
        };
        let mut engines = ByColor { white, black };
        let played = game.run(&mut engines, self.plan.seed.rotate_left(32) ^ fixture.number as u64)?;
        let failed = played.finish.fault().map(|(color, _)| color);
        self.keep(fixture.players.white, engines.white, failed == Some(Color::White));
        self.keep(fixture.players.black, engines.black, failed == Some(Color::Black));
        Some(played)
    }

    fn engine(&mut self, index: usize) -> Result<EnginePlayer, EngineError> {
        match self.engines.remove(&index) {
            Some(engine) => Ok(engine),
            None => EnginePlayer::start(&self.plan.engines[index], self.setting),
        }
    }

    /// Keeps an engine for the next game, unless it failed or must be started anew.
    fn keep(&mut self, index: usize, engine: EnginePlayer, has_failed: bool) {
        if !has_failed && engine.can_be_reused() && !self.plan.engines[index].restarts {
            self.engines.insert(index, engine);
        }
    }
}

fn abandoned(game: EngineGame, loser: Color, error: EngineError) -> Option<FinishedGame> {
    (error != EngineError::Interrupted).then(|| game.abandon(loser, error))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use tabiya_game::{By, Command, Ending, Game, Moment};
    use tabiya_notation::pgn::PgnReader;
    use tabiya_notation::{RuleFile, UciMove};
    use tabiya_rules::{NamedRules, Outcome, RULE_SETS};

    use super::super::{Adjudication, MatchFormat, MatchSettings, Openings, Schedule};
    use super::*;
    use crate::engine_process::{EngineLog, Pace, Variant};

    /// A match of two of our levels under a rule set.
    fn records(set: &'static NamedRules, games: usize) -> Vec<GameRecord> {
        let variant = Variant { rules: set.rules, name: set.name.to_owned(), path: None };
        let adjudication = Adjudication { draw: None, win: None, max_moves: 120 };
        let patience = Duration::from_secs(60);
        let plan = MatchPlan {
            engines: ["level:2", "level:1"].map(|text| text.parse().unwrap()).to_vec(),
            paces: vec![Pace::Free; 2],
            openings: Openings { seed: 7, count: games / 2 }.built_in(&variant).unwrap(),
            rules: RuleFile::from(set),
            schedule: Schedule::new(2, games, MatchFormat::Gauntlet),
            format: MatchFormat::Gauntlet,
            anchors: Vec::new(),
            settings: MatchSettings { adjudication, margin: Duration::ZERO, patience },
            sprt: None,
            seed: 7,
            variant: variant.clone(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let setting = EngineSetup { variant, patience, stop, log: EngineLog::default(), leash: None };
        run(&plan, &setting, (0..games).collect(), 1, |records| records.into_iter().collect())
    }

    #[test]
    fn games_end_as_the_rules_say_of_the_moves_that_are_kept() {
        for set in &RULE_SETS {
            let records = records(set, 6);
            assert_eq!(records.len(), 6, "{}", set.name);
            for record in records {
                let (pgn, end) = PgnReader::new(record.pgn.as_bytes()).games().next().unwrap().unwrap();
                assert_eq!((end.damage, pgn.main_line().count()), (None, record.plies));
                assert_eq!((pgn.ending, record.fault), (record.ending(), None));
                let start = GameStart::usual(RuleFile::from(set)).from(pgn.start().setup());
                let (mut game, _) = Game::start(start, Moment(0)).unwrap();
                for node in pgn.main_line() {
                    assert_eq!(game.ending(), None, "{}: {}", set.name, record.pgn);
                    let step = pgn[node]
                        .m
                        .map_or(Command::Pass, |m| Command::Move(UciMove::from_move(m, game.position())));
                    game.apply(By::Board, step, Moment(0)).unwrap();
                }
                match game.ending() {
                    Some(Ending::ByRules(outcome)) => {
                        assert_eq!((outcome.to_string(), outcome.winner()), (record.reason, record.winner));
                    }
                    other => {
                        assert_eq!(other, None);
                        let is_drawn = record.winner.is_none();
                        let was_stuck = record.reason.starts_with("neither side can move");
                        assert!(is_drawn || was_stuck, "{}: {}", set.name, record.reason);
                        let counted: Outcome = game.position().outcome_by_score();
                        assert!(!was_stuck || record.winner == counted.winner());
                    }
                }
            }
        }
    }
}
