//! Texts that would take all memory, all stack or all day. One test in a process of its own, for it looks at the
//! process's peak.

use std::io::{self, Read};
use std::process::Command;

use tabiya_notation::pgn::{GameEnd, PgnGame, PgnReader};

/// A text, then another one so often, then a last one; made while it is read.
struct Endless {
    parts: [(Vec<u8>, usize); 3],
}

impl Endless {
    fn new(head: &str, middle: &str, length: usize, tail: &str) -> Endless {
        // Repeated beforehand, so that the copying is in larger pieces.
        let some = middle.repeat((4096 / middle.len()).max(1).min(length / middle.len()));
        let times = length / some.len();
        Endless { parts: [(head.into(), 1), (some.into(), times), (tail.into(), 1)] }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        for (text, times) in &mut self.parts {
            while *times > 0 && buffer.len() - filled >= text.len() {
                buffer[filled..filled + text.len()].copy_from_slice(text);
                filled += text.len();
                *times -= 1;
            }
            if *times > 0 && filled > 0 {
                return Ok(filled);
            }
            if *times > 0 {
                filled = buffer.len();
                buffer.copy_from_slice(&text[..filled]);
                text.drain(..filled);
                return Ok(filled);
            }
        }
        Ok(filled)
    }
}

fn read(text: Endless) -> Vec<(PgnGame, GameEnd)> {
    PgnReader::new(text).games().map(Result::unwrap).collect()
}

const MB: usize = 1 << 20;

/// The most memory that this process ever had, where the system tells.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

/// Set in the process that has no other test in it.
const ALONE: &str = "TABIYA_TEST_ALONE";

#[test]
fn nothing_takes_all_memory_or_spoils_the_next_game() {
    if std::env::var_os(ALONE).is_some() {
        return read_all_and_look_at_the_peak();
    }
    let name = "pgn_bounds::nothing_takes_all_memory_or_spoils_the_next_game";
    let alone =
        Command::new(std::env::current_exe().unwrap()).args([name, "--exact"]).env(ALONE, "").output();
    let alone = alone.unwrap();
    let told = String::from_utf8_lossy(&alone.stdout);
    assert!(alone.status.success() && told.contains("1 passed"), "{told}");
}

fn read_all_and_look_at_the_peak() {
    let next = "\n\n[Event \"next\"]\n\n1. d4 d5 *\n";
    let table = [
        ("1. e4 {", "never closed\n", 100 * MB, "the game ends inside a comment"),
        ("1. e4 {", "x", 10 * MB, "the game ends inside a comment"),
        ("1. e4 {", "x ", MB, "the game ends inside a comment"),
        ("1. e4 ;", "to the end of the line ", MB, "a comment of more than 65536 bytes"),
        ("1. e4 ", "(", 100_000, "a variation before any move"),
        ("1. e4 ", "(e4 ", 400_000, "variations nested more than 256 deep"),
        ("1. e4 e5 ", ")", 100_000, "a parenthesis is closed that was not open"),
        ("1. e4 ", "{}", 10 * MB, "more than 8388608 bytes of tags and comments"),
        ("1. e4 ", "{some words}", 30 * MB, "more than 8388608 bytes of tags and comments"),
        ("1. e4 ", "$1 $2 $3 ! ", 10 * MB, ""),
        ("1. e4 ", "rubbish ", 10 * MB, "expected a move such as Nf3, exd5 or O-O, found \"rubbish\""),
        ("1. e4 ", "rubbish", 10 * MB, "expected a move such as"),
        ("1. e4 ", "1", 10 * MB, ""),
        ("1. e4 ", " ", 10 * MB, ""),
        ("1. e4 ", "\n", 10 * MB, ""),
        ("", "Nf3 Nf6 Ng1 Ng8 ", 10 * MB, "more than 200000 moves"),
        ("1. e4 ", "(d4) ", 10 * MB, "more than 200000 moves"),
        ("[White \"", "x", MB, "a tag of more than 8192 bytes"),
        ("[White \"", "\\\"", MB, "a tag of more than 8192 bytes"),
        ("[White ", "x", MB, "expected a tag such as"),
        ("", "[White \"Morphy\"]\n", 30 * MB, ""),
        ("% ", "x", 10 * MB, ""),
        ("\u{feff}", "\u{feff}", MB, ""),
    ];
    for (head, middle, length, expected) in table {
        let games = read(Endless::new(head, middle, length, next));
        let name = format!("{head}{middle}...");
        let (game, end) = games.last().unwrap();
        assert_eq!(game.tags.get("Event"), Some("next"), "{name}");
        assert_eq!(game.moves().count(), 2, "{name}");
        // Where only a tag is wrong, it is the next game's.
        assert!(end.damage.is_none() || end.number == 1 && head.starts_with('['), "{name}");
        let found = games[0].1.damage.as_ref().map(ToString::to_string).unwrap_or_default();
        let is_expected = if expected.is_empty() { found.is_empty() } else { found.contains(expected) };
        assert!(is_expected, "{name}: {found}");
        assert!(games.len() <= 2, "{name}: {} games", games.len());
    }
    many_tags(next);
    many_games();
    if let Some(peak) = peak() {
        assert!(peak < 64 * MB, "{} MB", peak / MB);
    }
}

/// All with names of their own, which must not be compared each with each.
fn many_tags(next: &str) {
    let tags: String = (0..100_000).map(|i| format!("[T{i} \"\"]\n")).collect();
    let games = read(Endless::new(&tags, "\n", 1, next));
    assert_eq!(games[0].0.tags.len(), 1000);
    assert_eq!(games[0].1.damage.as_ref().unwrap().to_string(), "game 1, line 1001: more than 1000 tags");
}

fn many_games() {
    let mut games = PgnReader::new(Endless::new("", "1. e4 *\n", 819_200, "")).games();
    assert!(games.by_ref().all(|read| read.unwrap().1.damage.is_none()));
    let mut reader = PgnReader::new(Endless::new("", "1. e4 *\n", 819_200, ""));
    let mut last = None;
    while let Some(end) = reader.skip_game().unwrap() {
        last = Some((end.number, end.line));
    }
    assert_eq!(last, Some((102_400, 102_400)));
}
