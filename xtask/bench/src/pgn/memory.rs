//! What memory reading takes, in a process that does nothing else.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;

use tabiya_notation::pgn::{GameBuilder, PgnReader};

/// Reads the file so many times over, as one text, in a process of its own, and tells the most memory it had.
pub fn measure(file: &Path, times: usize) {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).arg("pgn-memory").arg(file).arg(times.to_string()).output();
    let output = output.expect("this program can be started again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    print!("{}", String::from_utf8_lossy(&output.stdout));
}

/// The other process: reads, keeps each game until the next, and tells.
pub fn read(file: &str, times: usize) {
    let mut input: Box<dyn Read> = Box::new(std::io::empty());
    for _ in 0..times {
        input = Box::new(input.chain(File::open(file).expect("the file is there")));
    }
    let mut reader = PgnReader::new(input);
    let mut builder = GameBuilder::new();
    let mut games = 0;
    while reader.read_game(&mut builder).expect("the file can be read").is_some() {
        games += 1;
    }
    let size = fs::metadata(file).map_or(0, |file| file.len()) * times as u64;
    println!("memory: {games} games, {} MB of text, at most {} kB used", size / 1_000_000, peak_kilobytes());
}

/// The high-water mark that Linux keeps for each process.
fn peak_kilobytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").trim().parse().unwrap_or_default()
}
