//! `cargo xtask strength`: how strong and how fast the engine is, one command for each figure of `docs/strength.md`.

mod contest;
mod figure;
mod page;
mod program;
mod speed;
mod threads;

use anyhow::{Context, Result};

use figure::{FIGURES, Figure, Kind};

#[derive(clap::Args)]
pub struct Args {
    /// The figures to measure; without any, they are listed
    #[arg(value_name = "FIGURE", value_parser = FIGURES.map(|figure| figure.name))]
    figures: Vec<String>,

    /// Games of each match, where the figure does not say so itself
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,

    /// Games played at the same time. More than half the processors make clocks unreliable
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: u32,

    /// Begin matches anew that were stopped or finished before
    #[arg(long)]
    fresh: bool,
}

/// Measures each figure and writes it into the page.
pub fn run(args: &Args) -> Result<()> {
    if args.figures.is_empty() {
        for figure in FIGURES {
            println!("{:<16} {} (wanted: {})", figure.name, figure.about, figure.goal);
        }
        println!("\ncargo xtask strength FIGURE measures one of them and writes it into docs/strength.md");
        return Ok(());
    }
    for name in &args.figures {
        let figure = FIGURES.iter().find(|figure| figure.name == name).context("there is no such figure")?;
        println!("\n==> {}: {}", figure.name, figure.about);
        let result = measure(figure, args).with_context(|| format!("the figure '{}'", figure.name))?;
        println!("==> {}: {result} (wanted: {})", figure.name, figure.goal);
        page::set(figure, &result)?;
    }
    Ok(())
}

fn measure(figure: &Figure, args: &Args) -> Result<String> {
    match &figure.kind {
        Kind::Match(contest) => contest::measure(figure.name, contest, args),
        Kind::Speed => speed::measure(),
        Kind::Threads => threads::measure(),
    }
}
