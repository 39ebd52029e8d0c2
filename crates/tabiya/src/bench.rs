use std::time::{Duration, Instant};

use tabiya_engine::BENCH_DEPTH;

use crate::output::{Status, print_lines};
use crate::twin;

/// Search fixed positions, to measure the engine's speed
#[derive(clap::Args)]
#[command(
    after_long_help = "The first line tells which code runs here. The number of nodes is the same on every machine, and \
                       another whenever the search changes."
)]
pub struct Args {
    /// How deep to search
    #[arg(long, value_name = "D", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(i32).range(1..=64))]
    depth: i32,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let started = Instant::now();
    let nodes = tabiya_engine::bench(args.depth);
    print_lines([twin::code(), summary(nodes, started.elapsed())])?;
    Ok(Status::Done)
}

/// `N nodes M nps`.
pub fn summary(nodes: u64, time: Duration) -> String {
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    format!("{nodes} nodes {per_second:.0} nps")
}
