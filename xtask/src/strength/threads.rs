//! What a second thread is worth: nodes searched in the same time.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::figure::Build;
use super::program;

/// An opening, two middle games, an endgame.
const POSITIONS: [&str; 4] = [
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

const MILLISECONDS: u64 = 3000;

pub fn measure() -> Result<String> {
    let program = program::build(Build::Release)?;
    let (mut one, mut two) = (0, 0);
    // In turn, so that what else the machine does slows both alike.
    for position in POSITIONS {
        one += nodes(&program, 1, position)?;
        two += nodes(&program, 2, position)?;
    }
    Ok(format!("{:.2} times the nodes ({two} and {one})", two as f64 / one as f64))
}

fn nodes(program: &Path, threads: u32, position: &str) -> Result<u64> {
    let mut child = Command::new(program)
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the engine cannot be started")?;
    let mut input = child.stdin.take().context("the engine has no input")?;
    let output = BufReader::new(child.stdout.take().context("the engine has no output")?);
    write!(
        input,
        "setoption name Threads value {threads}\nsetoption name Hash value 64\nposition {position}\n\
         go movetime {MILLISECONDS}\n"
    )?;
    let mut nodes = None;
    for line in output.lines() {
        let line = line?;
        nodes = told_nodes(&line).or(nodes);
        if line.starts_with("bestmove") {
            break;
        }
    }
    // The end of its input lets it leave.
    drop(input);
    child.wait()?;
    nodes.context("the engine tells no nodes")
}

fn told_nodes(line: &str) -> Option<u64> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|word| *word == "nodes")?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_information() {
        assert_eq!(told_nodes("info depth 3 nodes 1234 nps 5"), Some(1234));
        assert_eq!(told_nodes("info string nodes"), None);
        assert_eq!(told_nodes("bestmove e2e4"), None);
    }
}
