use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tabiya_rules::{ByColor, Color};

use super::contest::{Contest, Played, Seat};
use super::plan::Plan;
use super::record::{Headings, Record};
use super::schedule::Fixture;
use crate::engine_process::{Engine, Setting, Trouble};

/// Plays games, several at a time, and hands those that are finished to `watch` on this thread. It ends when all are played, when
/// the setting's flag is set, or when `watch` returns.
pub fn run<T>(
    plan: &Plan,
    setting: &Setting,
    numbers: Vec<usize>,
    concurrency: usize,
    watch: impl FnOnce(Receiver<Record>) -> T,
) -> T {
    let numbers = Mutex::new(numbers.into_iter());
    thread::scope(|scope| {
        let (records, received) = mpsc::channel();
        for _ in 0..concurrency {
            let mut worker = Worker { plan, setting, engines: HashMap::new(), records: records.clone() };
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
struct Worker<'a> {
    plan: &'a Plan,
    setting: &'a Setting,
    engines: HashMap<usize, Engine>,
    records: Sender<Record>,
}

impl Worker<'_> {
    /// Plays a game; says whether to go on.
    fn play(&mut self, fixture: Fixture) -> bool {
        let Some(played) = self.played(&fixture) else {
            return false;
        };
        let name = |color| self.plan.engines[*fixture.players.get(color)].name.as_str();
        let headings = Headings {
            event: "Tabiya match",
            white: name(Color::White),
            black: name(Color::Black),
            time_control: &self.time_control(&fixture),
            rules_name: self.plan.rules_name.as_deref(),
        };
        let record = Record::new(&fixture, played, &headings);
        self.records.send(record).is_ok()
    }

    fn time_control(&self, fixture: &Fixture) -> String {
        let pace = |color| self.plan.paces[*fixture.players.get(color)].to_string();
        let (white, black) = (pace(Color::White), pace(Color::Black));
        if white == black { white } else { format!("{white}, {black}") }
    }

    /// The game with the engines that play it; `None` if everything is to stop.
    fn played(&mut self, fixture: &Fixture) -> Option<Played> {
        let paces = fixture.players.map(|engine| self.plan.paces[engine]);
        let contest = Contest::new(&self.plan.conduct, self.plan.opening(fixture.pair), paces);
        let white = match self.engine(fixture.players.white) {
            Ok(engine) => Seat { engine, pace: paces.white },
            Err(trouble) => return abandoned(contest, Color::White, trouble),
        };
        let black = match self.engine(fixture.players.black) {
            Ok(engine) => Seat { engine, pace: paces.black },
            Err(trouble) => return abandoned(contest, Color::Black, trouble),
        };
        let mut seats = ByColor { white, black };
        let played = contest.run(&mut seats, self.plan.seed.rotate_left(32) ^ fixture.number as u64)?;
        let failed = played.finish.fault().map(|(color, _)| color);
        self.keep(fixture.players.white, seats.white.engine, failed == Some(Color::White));
        self.keep(fixture.players.black, seats.black.engine, failed == Some(Color::Black));
        Some(played)
    }

    fn engine(&mut self, index: usize) -> Result<Engine, Trouble> {
        match self.engines.remove(&index) {
            Some(engine) => Ok(engine),
            None => Engine::start(&self.plan.engines[index], self.setting),
        }
    }

    /// Keeps an engine for the next game, unless it failed or must be started anew.
    fn keep(&mut self, index: usize, engine: Engine, has_failed: bool) {
        if !has_failed && engine.can_be_reused() && !self.plan.engines[index].restarts {
            self.engines.insert(index, engine);
        }
    }
}

fn abandoned(contest: Contest, loser: Color, trouble: Trouble) -> Option<Played> {
    (trouble != Trouble::Interrupted).then(|| contest.abandon(loser, trouble))
}
