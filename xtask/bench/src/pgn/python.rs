//! python-chess, in its own process.

use std::path::Path;
use std::process::Command;

/// Prints how many games were read and the seconds that took, without the start of the interpreter.
const SCRIPT: &str = "
import sys, time, chess.pgn
start = time.perf_counter()
games = 0
with open(sys.argv[1]) as file:
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        games += 1
print(games, time.perf_counter() - start)
";

pub fn games_per_second(python: &str, file: &Path, expected: usize) -> f64 {
    let output = Command::new(python).args(["-c", SCRIPT]).arg(file).output().expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer = String::from_utf8_lossy(&output.stdout);
    let (games, seconds) = answer.trim().split_once(' ').expect("two numbers");
    assert_eq!(games.parse(), Ok(expected));
    expected as f64 / seconds.parse::<f64>().expect("a time")
}
