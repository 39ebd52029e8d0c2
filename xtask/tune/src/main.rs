//! Finds the evaluation's weights: `play` lets the engine play itself and keeps quiet positions with their results,
//! `fit` moves the weights until they foretell the results best.

mod fit;
mod play;
mod sample;

use anyhow::{Context, Result, bail};

const USAGE: &str = "play FILE GAMES NODES SEED: add the positions of games to a file
fit FILE...: find the weights and write them to crates/engine/src/eval/weights.rs";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", file, games, nodes, seed] => {
            let number = |text: &str| text.parse::<u64>().with_context(|| format!("{text} is no number"));
            play::run(file.as_ref(), number(games)?, number(nodes)?, number(seed)?)
        }
        ["fit", ref files @ ..] if !files.is_empty() => fit::run(files),
        _ => bail!("{USAGE}"),
    }
}
