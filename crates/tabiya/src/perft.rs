use std::iter::once;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use serde_json::{Map, json};
use tabiya_notation::UciMove;
use tabiya_rules::{Move, Position, RuleSource, perft};
use tabiya_system::Progress;

use crate::output::{Status, print_lines};
use crate::position::PositionArgs;

/// Count sequences of legal moves, to test move generation
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// How many single moves deep
    ///
    /// At most 100: every move deeper needs its share of the stack, and where the number of positions grows at all,
    /// nobody lives to see the end of such a count. (For the same reason the count cannot exceed 64 bits: at a thousand
    /// million positions a second that takes five hundred years.)
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Before the sum, print the count of each first move
    #[arg(long)]
    divide: bool,

    /// Count with this many threads, 1 to 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The last line is 'nodes N'. Draws do not end a sequence.

Examples:
  tabiya perft 6
  tabiya perft 5 --divide --fen \\
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  tabiya perft 7 --threads 2 --rules hong";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let position = args.position.position()?;
    let counts = match position.specialized() {
        Some(fide) => divide(&fide, args.depth, args.threads),
        None => divide(&position, args.depth, args.threads),
    };
    let nodes = if args.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
    // The specialised position does not know how castling is written under its rules.
    let written = |(m, count)| (UciMove::from_move(m, &position).to_string(), count);
    let mut lines: Vec<(String, u64)> = counts.into_iter().map(written).collect();
    lines.sort();
    print(args, &lines, nodes)?;
    Ok(Status::Done)
}

fn print(args: &Args, counts: &[(String, u64)], nodes: u64) -> anyhow::Result<()> {
    let counts = if args.divide { counts } else { &[] };
    if !args.json {
        let lines = counts.iter().map(|(m, count)| format!("{m} {count}"));
        return print_lines(lines.chain(once(format!("nodes {nodes}"))));
    }
    let mut answer = json!({ "depth": args.depth, "nodes": nodes });
    if args.divide {
        let moves: Map<_, _> = counts.iter().map(|(m, count)| (m.clone(), json!(count))).collect();
        answer["moves"] = moves.into();
    }
    print_lines([answer])
}

/// A position to count from, and the first move that led to it.
struct PerftJob<R> {
    root: usize,
    position: Position<R>,
}

/// How many jobs there should be for each thread: so many that none has nothing to do while another finishes its last.
const JOBS_PER_THREAD: usize = 64;

/// The count after each legal move.
fn divide<R: RuleSource>(position: &Position<R>, depth: u32, threads: u16) -> Vec<(Move, u64)> {
    let Some(mut left) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let moves = position.legal_moves();
    let play = |(root, m)| PerftJob { root, position: position.play_unchecked(m) };
    let mut jobs: Vec<_> = moves.into_iter().enumerate().map(play).collect();
    // A job of less than three moves is counted faster than it is handed out.
    while jobs.len() < usize::from(threads) * JOBS_PER_THREAD && left > 3 && !jobs.is_empty() {
        jobs = jobs.iter().flat_map(PerftJob::split).collect();
        left -= 1;
    }
    let counts = count(&jobs, moves.len(), left, threads);
    moves.into_iter().zip(counts).collect()
}

impl<R: RuleSource> PerftJob<R> {
    /// One move deeper.
    fn split(&self) -> Vec<PerftJob<R>> {
        let moves = self.position.legal_moves();
        let play = |m| PerftJob { root: self.root, position: self.position.play_unchecked(m) };
        moves.into_iter().map(play).collect()
    }
}

/// The sum of the jobs' counts for each of the `roots` first moves.
fn count<R: RuleSource>(jobs: &[PerftJob<R>], roots: usize, depth: u32, threads: u16) -> Vec<u64> {
    let counts: Vec<AtomicU64> = (0..roots).map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = perft(&job.position, depth);
            counts[job.root].fetch_add(nodes, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        let (alive, ended) = mpsc::channel::<()>();
        for _ in 0..threads {
            let alive = alive.clone();
            scope.spawn(move || {
                work();
                // Only the end is told: the channel closes with the last worker.
                drop(alive);
            });
        }
        drop(alive);
        watch(&ended, jobs.len(), &next, &counts);
    });
    counts.into_iter().map(AtomicU64::into_inner).collect()
}

/// Shows how far the workers are until they have ended.
fn watch(ended: &Receiver<()>, jobs: usize, next: &AtomicUsize, counts: &[AtomicU64]) {
    let progress = Progress::new();
    while let Some(interval) = progress.interval()
        && ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout)
    {
        let percent = next.load(Ordering::Relaxed).min(jobs) * 100 / jobs.max(1);
        let nodes: u64 = counts.iter().map(|count| count.load(Ordering::Relaxed)).sum();
        progress.show(format_args!("{percent} %, {nodes} nodes so far"));
    }
}
