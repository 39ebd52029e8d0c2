use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_notation::{MoveText, UciMove};
use tabiya_rules::{Move, Position, Rules};
use tabiya_sandbox::Leash;

use super::engine_spec::Protocol;
use super::own_engine::OwnEngine;
use super::process::Process;
use super::uci::Uci;
use super::xboard::Xboard;
use super::{Budget, EngineError, EngineLog, EngineScore, EngineSpec, GameLine, Pace, Variant};

/// A running engine that can be asked for moves.
pub struct EnginePlayer {
    client: Client,
}

enum Client {
    Uci(Uci),
    Xboard(Xboard),
    Own(OwnEngine),
}

/// What an engine is started into.
#[derive(Clone)]
pub struct EngineSetup {
    /// The rules of the games.
    pub variant: Variant,
    /// How long it may take to get ready.
    pub patience: Duration,
    /// Set when everything is to stop.
    pub stop: Arc<AtomicBool>,
    /// Where what is said is written down.
    pub log: EngineLog,
    /// What ends it with this program, however that ends; `None` where whoever started it sees to that.
    pub leash: Option<Arc<Leash>>,
}

/// What an engine answers, and what it says about it.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move, or that it gives up.
    pub answer: EngineChoice,
    /// How long it took, by our clock.
    pub time: Duration,
    /// What it thinks of the position.
    pub score: Option<EngineScore>,
    /// How deep it looked.
    pub depth: Option<u32>,
}

/// What an engine does when it is asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// It makes this move, which is legal.
    Move(Move),
    /// It gives up.
    Resigns,
}

impl EnginePlayer {
    /// Runs an engine until it is ready to play under the rules of the setting.
    pub fn start(spec: &EngineSpec, setting: &EngineSetup) -> Result<EnginePlayer, EngineError> {
        if let Some(strength) = spec.own {
            return Ok(EnginePlayer { client: Client::Own(OwnEngine::new(strength)) });
        }
        let (stop, log) = (Arc::clone(&setting.stop), setting.log.clone());
        let process = Process::start(&mut spec.command(), &spec.name, stop, log, setting.leash.clone());
        let process = process.map_err(|error| EngineError::NotStarted(error.to_string()))?;
        let client = match spec.protocol {
            Protocol::Uci => Client::Uci(Uci::start(process, spec, setting)?),
            Protocol::Xboard => Client::Xboard(Xboard::start(process, spec, setting)?),
        };
        Ok(EnginePlayer { client })
    }

    /// Tells the engine that a game begins. Where it leaves something to chance, the seed settles it.
    pub fn new_game(&mut self, line: &GameLine, pace: Pace, seed: u64) -> Result<(), EngineError> {
        match &mut self.client {
            Client::Uci(uci) => uci.new_game(),
            Client::Xboard(xboard) => xboard.new_game(line, pace),
            Client::Own(own) => {
                own.new_game(seed);
                Ok(())
            }
        }
    }

    /// Asks for a move. After `patience` the engine is given up.
    pub fn think(
        &mut self,
        line: &GameLine,
        budget: &Budget,
        patience: Duration,
    ) -> Result<Thought, EngineError> {
        match &mut self.client {
            Client::Uci(uci) => uci.think(line, budget, patience),
            Client::Xboard(xboard) => xboard.think(line, budget, patience),
            Client::Own(own) => own.think(line),
        }
    }

    /// Whether the same process may play another game.
    pub fn can_be_reused(&self) -> bool {
        match &self.client {
            Client::Uci(_) | Client::Own(_) => true,
            Client::Xboard(xboard) => xboard.can_be_reused(),
        }
    }
}

/// The legal move that an engine means: in UCI's form, or as people write it.
pub fn read_move(text: &str, position: &Position<&'static Rules>) -> Result<Move, EngineError> {
    let refused = |why: String| EngineError::Illegal { text: text.to_owned(), why };
    if let Ok(m) = text.parse::<UciMove>() {
        return m.to_move(position).map_err(|why| refused(why.to_string()));
    }
    let read: MoveText = text.parse().map_err(|_| refused("that is no move".to_owned()))?;
    read.to_move(position).map_err(|why| refused(why.to_string()))
}
