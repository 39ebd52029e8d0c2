//! `cargo xtask proof strength`: how strong and how fast the engine is, one command for each figure of `docs/strength.md`.

mod contest;
pub mod figure;
pub mod page;
pub mod program;
mod speed;
mod threads;

use anyhow::{Context, Result};

use figure::{FIGURES, Figure, Kind};
use page::PageRow;

#[derive(clap::Args)]
pub struct Args {
    /// The figures to measure; without any, they are listed
    #[arg(value_name = "FIGURE", value_parser = FIGURES.map(|figure| figure.name))]
    figures: Vec<String>,

    /// Games of each match, where the figure does not say so itself
    #[arg(long, value_name = "N", default_value_t = GAMES)]
    games: u32,

    /// Games played at the same time. More than half the processors make clocks unreliable
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: u32,

    /// Begin matches anew that were stopped or finished before
    #[arg(long)]
    fresh: bool,
}

/// The games that a result takes.
const GAMES: u32 = 100;

/// Whether a match was made so short that it only tries the command.
fn is_trial(figure: &Figure, args: &Args) -> bool {
    matches!(&figure.kind, Kind::Match(contest) if contest.games.unwrap_or(args.games) < GAMES)
}

/// Measures each figure and writes it into the page.
pub fn run(args: &Args) -> Result<()> {
    if args.figures.is_empty() {
        for figure in FIGURES {
            println!("{:<16} {} (wanted: {})", figure.name, figure.about, figure.goal);
        }
        println!(
            "\ncargo xtask proof strength FIGURE measures one of them and writes it into docs/strength.md"
        );
        return Ok(());
    }
    for name in &args.figures {
        let figure = FIGURES.iter().find(|figure| figure.name == name).context("there is no such figure")?;
        println!("\n==> {}: {}", figure.name, figure.about);
        // Before the measurement: what is committed meanwhile was not measured.
        let stamp = page::stamp()?;
        let result = measure(figure, args).with_context(|| format!("the figure '{}'", figure.name))?;
        println!("==> {}: {result} (wanted: {})", figure.name, figure.goal);
        if is_trial(figure, args) {
            println!("less than {GAMES} games: not written into docs/strength.md");
        } else {
            let command = format!("cargo xtask proof strength {}", figure.name);
            let row = PageRow { about: figure.about, goal: figure.goal, command: &command };
            page::set(&row, &result, &stamp)?;
        }
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
