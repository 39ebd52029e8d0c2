//! `tabiya match`: engines against each other.

mod args;
mod live;
mod openings;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use tabiya_arena::engine_process::{EngineLog, EngineSetup};
use tabiya_arena::tournament::{self, GameRecord, MatchFiles, MatchPlan, SprtVerdict, Standings, report};
use tabiya_system::{json_line, shown};

use crate::output::{Status, check_plain_name, print_lines, tell};
use crate::signals::status_of;

pub use args::Args;
use live::LiveTable;

pub fn run(args: &Args) -> anyhow::Result<Status> {
    args.pgn.as_deref().map_or(Ok(()), check_plain_name)?;
    let plan = args.plan()?;
    args.tell_hints();
    let setting = setting(args, &plan)?;
    let (mut files, records) = MatchFiles::open(args.state.as_deref(), args.pgn.as_deref(), &plan)?;
    let mut standings = Standings::new(plan.schedule.clone());
    standings.add_all(&records)?;
    let left = plan.games_left(&standings);
    if !left.is_empty() {
        plan.check_engines(&setting)?;
        if let (Some(path), false) = (files.state_path(), records.is_empty()) {
            tell(format_args!("going on after {} games, as {} has them", records.len(), shown(path)));
        }
        let mut live = LiveTable::new(&plan, args.json);
        live.show(&standings, None);
        let watch = |records: Receiver<GameRecord>| {
            for record in records {
                files.append(&record)?;
                standings.add(&record);
                live.game(&record, &standings)?;
                if plan.is_decided(&standings) {
                    break;
                }
            }
            live.hide();
            Ok::<(), anyhow::Error>(())
        };
        tournament::run(&plan, &setting, left, args.concurrency(), watch)?;
    }
    print(args, &plan, &standings)?;
    if plan.is_complete(&standings) {
        return Ok(match (&plan.sprt, plan.verdict(&standings)) {
            (None, _) | (Some(_), Some(SprtVerdict::Accepted)) => Status::Done,
            (Some(_), Some(SprtVerdict::Rejected)) => Status::No,
            (Some(_), None) => Status::Undecided,
        });
    }
    let advice = match files.state_path() {
        Some(_) => "the same command goes on from here",
        None => "give --pgn or --state next time, and the same command would go on from here",
    };
    tell(format_args!("stopped: {advice}"));
    Ok(Status::Refused)
}

fn print(args: &Args, plan: &MatchPlan, standings: &Standings) -> anyhow::Result<()> {
    if args.json {
        return print_lines([json_line(&report::json(plan, standings))]);
    }
    print_lines(report::final_lines(plan, standings))
}

/// What engines are started into. The first Ctrl-C stops everything, the second does not wait for it.
fn setting(args: &Args, plan: &MatchPlan) -> anyhow::Result<EngineSetup> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, status_of(signal), Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    let log = match &args.log {
        Some(path) => EngineLog::append(path).with_context(|| shown(path))?,
        None => EngineLog::default(),
    };
    Ok(EngineSetup { variant: plan.variant.clone(), patience: args.patience(), stop, log, leash: None })
}
