//! Reads a file of generated games, every move checked for legality.

mod games;
pub mod memory;
mod ours;
mod python;
mod shakmaty;

use std::fs;

use crate::race;

/// What a reader found, by which all are held to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub games: u64,
    pub moves: u64,
}

struct Contestant {
    name: &'static str,
    read: fn(&[u8]) -> Found,
}

const FIELD: [Contestant; 3] = [
    Contestant { name: "tabiya", read: ours::replay },
    Contestant { name: "tabiya, keeping all", read: ours::keep },
    Contestant { name: "pgn-reader + shakmaty", read: shakmaty::replay },
];

const GAMES: usize = 20_000;

/// Python takes minutes for them all; its speed does not depend on how many there are.
const GAMES_FOR_PYTHON: usize = 400;

/// How often the file is read in one go to see what memory that takes.
const REPEATS: usize = 40;

pub fn run(rounds: usize, python: &str) {
    let (text, expected) = games::generate(GAMES);
    println!("{GAMES} games, {} moves, {} bytes", expected.moves, text.len());
    let times = race::run(FIELD.len(), &[text.as_bytes()], rounds, |i, text| {
        assert_eq!((FIELD[i].read)(text), expected, "{} reads something else", FIELD[i].name);
    });
    let speed = |i: usize| GAMES as f64 / times[0][i].best().as_secs_f64();
    println!("every move checked; best of {rounds} interleaved rounds");
    println!("{:<24}{:>12}{:>10}", "", "games/s", "ratio");
    for (i, contestant) in FIELD.iter().enumerate() {
        println!("{:<24}{:>12.0}{:>10.2}", contestant.name, speed(i), speed(0) / speed(i));
    }
    let file = std::env::temp_dir().join(format!("tabiya-bench-{}.pgn", std::process::id()));
    fs::write(&file, games::generate(GAMES_FOR_PYTHON).0)
        .expect("the folder for temporary files is writable");
    let slow = python::games_per_second(python, &file, GAMES_FOR_PYTHON);
    println!("{:<24}{slow:>12.0}{:>10.2}", "python-chess", speed(0) / slow);
    println!("noise: the median run took {:.0} % longer than the best", race::noise(&times) * 100.0);
    fs::write(&file, &text).expect("the folder for temporary files is writable");
    memory::measure(&file, REPEATS);
    fs::remove_file(&file).expect("our own file can be removed");
}
