//! Whole games, played by a script against every level and under every rule set.

use tabiya_engine::{Rng, random_move};
use tabiya_notation::{Strictness, UciMove, read_position};
use tabiya_rules::{RULE_SETS, Rules};

use crate::board::{Board, Folder};

/// The position that the board says it has.
fn position(board: &mut Board, rules: &'static Rules) -> tabiya_rules::Position<&'static Rules> {
    board.say("fen");
    loop {
        let line = board.hear();
        assert!(!line.is_empty(), "the board has left");
        if let Ok(read) = read_position(&line, rules, Strictness::Strict) {
            return read.position;
        }
    }
}

/// Plays by chance until the game is over, and says how many lines that took.
fn play_out(board: &mut Board, rules: &'static Rules, rng: &mut Rng, limit: usize) -> bool {
    for _ in 0..limit {
        let position = position(board, rules);
        if position.outcome().is_some() {
            return true;
        }
        match random_move(&position, rng) {
            Some(m) => board.say(&UciMove::from_move(m, &position).to_string()),
            None => board.say("pass"),
        }
    }
    false
}

#[test]
fn games_against_every_level_go_to_their_end() {
    for level in ["1", "2", "3"] {
        let folder = Folder::new();
        let mut board = Board::new(&folder, &format!("--black {level} --seed 7"));
        let ended = play_out(&mut board, &tabiya_rules::FIDE, &mut Rng::from_seed(3), 400);
        assert!(ended, "level {level} does not finish");
        board.say("quit");
        board.end();
        let games = folder.files("games", "pgn");
        assert_eq!(games.len(), 1);
        let text = std::fs::read_to_string(&games[0]).unwrap();
        assert!(!text.trim_end().ends_with('*'), "{text}");
        assert!(folder.files("play", "jsonl").is_empty());
    }
}

#[test]
fn every_rule_set_is_played_and_resumed() {
    for set in RULE_SETS {
        let folder = Folder::new();
        let mut board = Board::new(&folder, &format!("--rules {} --white 2 --seed 11", set.name));
        play_out(&mut board, set.rules, &mut Rng::from_seed(9), 15);
        let before = position(&mut board, set.rules);
        board.kill();
        let ended = before.outcome().is_some();
        if !ended {
            let mut board = Board::new(&folder, "--resume");
            assert_eq!(position(&mut board, set.rules), before, "{}", set.name);
        }
    }
}

#[test]
fn undoing_everything_comes_back_to_the_start_under_every_rule_set() {
    for set in RULE_SETS {
        let folder = Folder::new();
        let mut board =
            Board::new(&folder, &format!("--rules {} --white human --black human --seed 1", set.name));
        let start = position(&mut board, set.rules);
        play_out(&mut board, set.rules, &mut Rng::from_seed(4), 60);
        let end = position(&mut board, set.rules);
        board.say("first");
        assert_eq!(position(&mut board, set.rules), start, "{}", set.name);
        board.say("last");
        assert_eq!(position(&mut board, set.rules), end, "{}", set.name);
    }
}

#[test]
fn two_computers_play_a_game_to_its_end() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, "--white 3 --black 2 --seed 2");
    let mut last = String::new();
    while let line = board.hear()
        && !line.is_empty()
    {
        last = line;
        if last.starts_with("The game is over") || last.starts_with("The computers rest") {
            break;
        }
    }
    assert!(last.starts_with("The game is over: "), "{last}");
    assert_eq!(board.end(), "");
}
