use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_arena::engine_process::{
    Budget, Clocks, EngineChoice, EngineLog, EnginePlayer, EngineSetup, EngineSpec, GameLine, Pace, Variant,
};
use tabiya_game::{Game, Moment, NodeId, Step};
use tabiya_sandbox::Leash;
use tabiya_table::{EngineAnswer, EngineTrouble, Engines};

use crate::classic::helper;

/// How long an engine thinks where there is no clock.
const USUAL: Duration = Duration::from_secs(1);

/// How much longer than it may think an engine is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Engines of others as processes of this machine, by their commands.
#[derive(Default)]
pub struct EngineProcesses {
    running: HashMap<String, EnginePlayer>,
    /// Set when nobody waits for an answer any more.
    stop: Arc<AtomicBool>,
    /// What ends them with this program, however that ends, once there are some.
    leash: Option<Arc<Leash>>,
}

impl EngineProcesses {
    /// Engines that give up when a flag says so. The one that was thinking is ended.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> EngineProcesses {
        EngineProcesses { running: HashMap::new(), stop, leash: None }
    }
}

impl EngineProcesses {
    fn leash(&mut self) -> Result<Arc<Leash>, EngineTrouble> {
        if let Some(leash) = &self.leash {
            return Ok(Arc::clone(leash));
        }
        let started = helper().and_then(|helper| Ok(Leash::start(&helper)?));
        let leash = started.map_err(|why| EngineTrouble { name: None, why: format!("{why:#}") })?;
        Ok(Arc::clone(self.leash.insert(Arc::new(leash))))
    }
}

impl Engines for EngineProcesses {
    /// An engine that makes trouble is ended, and started anew when it is asked the next time.
    fn ask(&mut self, command: &str, game: &Game, at: Moment) -> Result<EngineAnswer, EngineTrouble> {
        let spec = spec(command)?;
        let mut engine = match self.running.remove(command) {
            Some(engine) => engine,
            None => {
                let leash = self.leash()?;
                start(&spec, game, &self.stop, leash)?
            }
        };
        let thought = engine.think(&line(game), &budget(game, at), patience(game, at));
        let thought = thought.map_err(|why| trouble(&spec, &why))?;
        self.running.insert(command.to_owned(), engine);
        Ok(match thought.answer {
            EngineChoice::Move(m) => EngineAnswer::Move(m),
            EngineChoice::Resigns => EngineAnswer::Resigns,
        })
    }

    fn end(&mut self) {
        self.running.clear();
    }
}

fn spec(command: &str) -> Result<EngineSpec, EngineTrouble> {
    command.parse().map_err(|why: String| EngineTrouble { name: None, why })
}

fn trouble(spec: &EngineSpec, why: &impl std::fmt::Display) -> EngineTrouble {
    EngineTrouble { name: Some(spec.name.clone()), why: why.to_string() }
}

fn start(
    spec: &EngineSpec,
    game: &Game,
    stop: &Arc<AtomicBool>,
    leash: Arc<Leash>,
) -> Result<EnginePlayer, EngineTrouble> {
    let setting = EngineSetup {
        variant: Variant::of(game.rules(), None),
        patience: PATIENCE,
        stop: Arc::clone(stop),
        log: EngineLog::default(),
        leash: Some(leash),
    };
    let mut engine = EnginePlayer::start(spec, &setting).map_err(|why| trouble(spec, &why))?;
    engine.new_game(&line(game), Pace::MoveTime(USUAL), 0).map_err(|why| trouble(spec, &why))?;
    Ok(engine)
}

/// The game as engines are told of it. They know no passing: it begins for them after the last pass.
fn line(game: &Game) -> GameLine {
    let history = game.history();
    let node = |id| history.get(id);
    let nodes: Vec<NodeId> = history.line().collect();
    let is_pass = |id: &NodeId| node(*id).is_some_and(|node| node.step == Some(Step::Pass));
    let begin = nodes.iter().rposition(is_pass);
    let start = begin.and_then(|at| node(nodes[at])).map_or(*history.start(), |node| node.position);
    let mut line = GameLine::new(start);
    for id in &nodes[begin.map_or(0, |at| at + 1)..] {
        if let Some(Step::Move(m)) = node(*id).and_then(|node| node.step) {
            line.push(m);
        }
    }
    line
}

fn budget(game: &Game, at: Moment) -> Budget {
    Clocks::of(game, at).map_or(Budget::MoveTime(USUAL), Budget::Clock)
}

fn patience(game: &Game, at: Moment) -> Duration {
    let left = game.clock().map(|clock| clock.time_to_move(game.seat_to_move(), at));
    left.unwrap_or(USUAL).saturating_add(PATIENCE)
}
