//! Nodes per second beside other engines, each by its own benchmark.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::figure::Build;
use super::program;
use crate::{shell, tool};

/// Rounds in turn, of which each engine's best counts: whatever else the machine does slows all alike.
const ROUNDS: usize = 3;

pub fn measure() -> Result<String> {
    tool::STOCKFISH.ensure()?;
    tool::ETHEREAL.ensure()?;
    let ours = program::build(Build::Release)?;
    let engines: [(&str, &Path, &str); 3] = [
        ("Tabiya", &ours, " nps"),
        ("Stockfish", Path::new("/usr/games/stockfish"), "Nodes/second"),
        ("Ethereal", Path::new("/usr/games/ethereal-chess"), "NPS"),
    ];
    let mut best = [0; 3];
    for _ in 0..ROUNDS {
        for (best, (_, program, mark)) in best.iter_mut().zip(&engines) {
            *best = speed(program, mark)?.max(*best);
        }
    }
    let told = engines.iter().zip(best).map(|((name, ..), nps)| format!("{name} {nps}"));
    Ok(format!("{} nodes per second", told.collect::<Vec<_>>().join(", ")))
}

/// The number in the last line that has a mark: behind it after a colon, or before it.
fn speed(program: &Path, mark: &str) -> Result<u64> {
    let output = shell::both_outputs(Command::new(program).arg("bench"))?;
    let line = output.lines().rev().find(|line| line.contains(mark));
    let line = line.with_context(|| format!("{} tells no speed", program.display()))?;
    read(line, mark).with_context(|| format!("this tells no speed: {line}"))
}

fn read(line: &str, mark: &str) -> Option<u64> {
    let number = match line.split_once(':') {
        Some((_, number)) => number,
        None => line.split_once(mark)?.0.split_whitespace().last()?,
    };
    number.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_read_from_all_three() {
        assert_eq!(read("1234 nodes 567 nps", " nps"), Some(567));
        assert_eq!(read("Nodes/second    : 993803", "Nodes/second"), Some(993_803));
        assert_eq!(read("NPS   : 1247969", "NPS"), Some(1_247_969));
        assert_eq!(read("no nps", " nps"), None);
    }
}
