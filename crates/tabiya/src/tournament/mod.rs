//! `tabiya match`: engines against each other.

mod args;
mod live;
mod openings;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use anyhow::{Context, anyhow, ensure};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use tabiya_arena::engine_process::{Engine, EngineError, Log, Setting};
use tabiya_arena::tournament::{self, GameRecord, PgnFile, Plan, Standings, StateFile, report};
use tabiya_system::{json_line, shown, visible};

use crate::output::{Status, print_lines, tell};

pub use args::Args;
use live::LiveTable;

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let plan = args.plan()?;
    args.tell_hints();
    let setting = setting(args, &plan)?;
    let mut files = Files::open(args, &plan)?;
    let mut standings = Standings::new(plan.schedule.clone());
    for record in &files.records {
        ensure!(standings.add(record), "the state has game {} twice or too many games", record.number + 1);
    }
    let is_decided = |standings: &Standings| {
        plan.sprt.as_ref().is_some_and(|sprt| sprt.verdict(standings.first()).is_some())
    };
    let left: Vec<usize> = match is_decided(&standings) {
        true => Vec::new(),
        false => (0..plan.schedule.len()).filter(|&number| !standings.is_finished(number)).collect(),
    };
    if !left.is_empty() {
        check_engines(&plan, &setting)?;
        files.tell();
        let mut live = LiveTable::new(&plan, args.json);
        live.show(&standings, None);
        let watch = |records: Receiver<GameRecord>| {
            for record in records {
                files.keep(&record)?;
                standings.add(&record);
                live.game(&record, &standings)?;
                if is_decided(&standings) {
                    break;
                }
            }
            live.hide();
            Ok::<(), anyhow::Error>(())
        };
        tournament::run(&plan, &setting, left, args.concurrency(), watch)?;
    }
    print(args, &plan, &standings)?;
    let is_whole = standings.finished() == plan.schedule.len() || is_decided(&standings);
    if !is_whole {
        tell(format_args!("stopped: {}", files.advice()));
    }
    Ok(if is_whole { Status::Done } else { Status::Refused })
}

fn print(args: &Args, plan: &Plan, standings: &Standings) -> anyhow::Result<()> {
    if args.json {
        return print_lines([json_line(&report::json(plan, standings))]);
    }
    print_lines(report::final_lines(plan, standings))
}

/// What engines are started into. The first Ctrl-C stops everything, the second does not wait for it.
fn setting(args: &Args, plan: &Plan) -> anyhow::Result<Setting> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    let log = match &args.log {
        Some(path) => Log::append(path).with_context(|| shown(path))?,
        None => Log::default(),
    };
    Ok(Setting { variant: plan.variant.clone(), patience: args.patience(), stop, log })
}

/// Starts every engine once, so that what is wrong with the command is told at once and costs no game.
fn check_engines(plan: &Plan, setting: &Setting) -> anyhow::Result<()> {
    for (i, spec) in plan.engines.iter().enumerate() {
        let started = Engine::start(spec, setting).and_then(|mut engine| {
            let opening = plan.opening(0);
            engine.new_game(opening, plan.paces[i], 0)
        });
        match started {
            Err(EngineError::Interrupted) => return Err(anyhow!("stopped")),
            other => other.with_context(|| format!("the engine {}", visible(&spec.name)))?,
        }
    }
    Ok(())
}

/// Where a match is kept.
struct Files {
    state: Option<(PathBuf, StateFile)>,
    pgn: Option<PgnFile>,
    /// The games that were finished before.
    records: Vec<GameRecord>,
}

impl Files {
    fn open(args: &Args, plan: &Plan) -> anyhow::Result<Files> {
        let beside = |pgn: &PathBuf| {
            let mut name = pgn.clone().into_os_string();
            name.push(".state");
            PathBuf::from(name)
        };
        let path = args.state.clone().or_else(|| args.pgn.as_ref().map(beside));
        let is_new = path.as_ref().is_none_or(|path| !path.exists());
        if let Some(pgn) = args.pgn.as_ref().filter(|pgn| is_new && pgn.exists()) {
            // Told before a state file is made that would claim the other.
            return Err(anyhow!(
                "{} exists and is not this match's: remove it or choose another name",
                shown(pgn)
            ));
        }
        let (state, records) = match path {
            Some(path) => {
                let (state, records) = StateFile::open(&path, &plan.summary())?;
                (Some((path, state)), records)
            }
            None => (None, Vec::new()),
        };
        let pgn = args.pgn.as_deref().map(|path| PgnFile::open(path, &records)).transpose()?;
        Ok(Files { state, pgn, records })
    }

    /// Says what is gone on with, if anything.
    fn tell(&self) {
        if let (Some((path, _)), false) = (&self.state, self.records.is_empty()) {
            tell(format_args!("going on after {} games, as {} has them", self.records.len(), shown(path)));
        }
    }

    /// Keeps a game: for good first, then for reading.
    fn keep(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if let Some((path, state)) = &mut self.state {
            state.append(record).with_context(|| shown(path))?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.append(record)?;
        }
        Ok(())
    }

    fn advice(&self) -> &'static str {
        match self.state {
            Some(_) => "the same command goes on from here",
            None => "give --pgn or --state next time, and the same command would go on from here",
        }
    }
}
