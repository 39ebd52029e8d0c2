//! Other people's engines at the board.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::anyhow;
use tabiya_game::{Bonus, Game, NodeId, Step};
use tabiya_rules::ByColor;
use tabiya_system::visible;

use super::moment::now;
use tabiya_arena::engine_process::{
    Answer, Budget, Clocks, Engine, EngineSpec, Line, Log, Pace, Setting, Variant,
};

/// How long an engine thinks where there is no clock.
const USUAL: Duration = Duration::from_secs(1);

/// How much longer than it may think an engine is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// The engines that run, by how they were called.
#[derive(Default)]
pub struct Visitors {
    running: HashMap<String, Engine>,
}

impl Visitors {
    /// The engine's move, or that it resigns. One that makes trouble is sent away, and started anew when it is asked
    /// the next time.
    pub fn ask(&mut self, text: &str, game: &Game) -> anyhow::Result<Answer> {
        let (spec, mut engine) = match self.running.remove(text) {
            Some(engine) => (spec(text)?, engine),
            None => start(text, game)?,
        };
        let trouble =
            |trouble| anyhow!("the engine {} cannot play: {trouble}; go asks it again", visible(&spec.name));
        let thought = engine.think(&line(game), &budget(game), patience(game)).map_err(trouble)?;
        self.running.insert(text.to_owned(), engine);
        Ok(thought.answer)
    }

    /// Sends all away: another game begins, perhaps under other rules.
    pub fn leave(&mut self) {
        self.running.clear();
    }
}

fn spec(text: &str) -> anyhow::Result<EngineSpec> {
    text.parse().map_err(|why| anyhow!("the engine cannot be played with: {why}"))
}

fn start(text: &str, game: &Game) -> anyhow::Result<(EngineSpec, Engine)> {
    let spec = spec(text)?;
    let rules = game.rules();
    let name = rules.name.as_ref().map_or_else(|| "custom".to_owned(), ToString::to_string);
    let variant = Variant { rules: game.position().rules(), name };
    let setting =
        Setting { variant, patience: PATIENCE, stop: Arc::new(AtomicBool::new(false)), log: Log::default() };
    let trouble =
        |trouble| anyhow!("the engine {} cannot play: {trouble}; go asks it again", visible(&spec.name));
    let mut engine = Engine::start(&spec, &setting).map_err(trouble)?;
    engine.new_game(&line(game), Pace::MoveTime(USUAL), 0).map_err(trouble)?;
    Ok((spec, engine))
}

/// The game as engines are told of it. They know no passing: it begins for them after the last pass.
fn line(game: &Game) -> Line {
    let history = game.history();
    let node = |id| history.get(id);
    let nodes: Vec<NodeId> = history.line().collect();
    let is_pass = |id: &NodeId| node(*id).is_some_and(|node| node.step == Some(Step::Pass));
    let begin = nodes.iter().rposition(is_pass);
    let start = begin.and_then(|at| node(nodes[at])).map_or(*history.start(), |node| node.position);
    let mut line = Line::new(start);
    for id in &nodes[begin.map_or(0, |at| at + 1)..] {
        if let Some(Step::Move(m)) = node(*id).and_then(|node| node.step) {
            line.push(m);
        }
    }
    line
}

fn budget(game: &Game) -> Budget {
    let Some(clock) = game.clock() else { return Budget::MoveTime(USUAL) };
    let increment = match clock.control().stages()[0].bonus {
        Bonus::Increment(span) | Bonus::Delay(span) | Bonus::Bronstein(span) => span,
        Bonus::None => Duration::ZERO,
    };
    let left = ByColor::from_fn(|color| clock.left(*game.seats().get(color), now()));
    Budget::Clock(Clocks {
        left,
        increment: ByColor { white: increment, black: increment },
        moves_to_go: None,
    })
}

fn patience(game: &Game) -> Duration {
    let left = game.clock().map(|clock| clock.left(game.seat_to_move(), now()));
    left.unwrap_or(USUAL).saturating_add(PATIENCE)
}
