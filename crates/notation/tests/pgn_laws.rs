//! Writing a game and reading it gives the same game, whatever is in it.

use std::io::{self, Read};

use tabiya_notation::RuleFile;
use tabiya_notation::pgn::{GameBuilder, PgnGame, PgnReader};
use tabiya_rules::{Position, RULE_SETS, Rules};

use crate::random::Random;
use crate::random_game::{WILD, any_rules, game, start};

fn read(text: &str) -> Vec<PgnGame> {
    let games = PgnReader::new(text.as_bytes()).games();
    games
        .map(|read| read.unwrap())
        .map(|(game, end)| {
            assert_eq!(end.damage, None, "{text}");
            game
        })
        .collect()
}

fn assert_comes_back(game: &PgnGame) {
    let text = game.to_string();
    let read = read(&text);
    assert_eq!(read.len(), 1, "{text}");
    if &read[0] != game {
        assert_eq!(read[0].to_string(), text);
        assert_eq!(format!("{:#?}", read[0]), format!("{game:#?}"), "{text}");
        panic!("the games differ: {text}");
    }
    assert_lines_are_short(&text);
}

/// A line is longer only where it could not be broken.
fn assert_lines_are_short(text: &str) {
    let (_, moves) = text.split_once("\n\n").unwrap();
    for line in moves.lines().filter(|line| line.chars().count() > 80) {
        let is_line_comment = line.trim_start_matches('(').starts_with(';');
        let words: Vec<&str> = line.split(' ').collect();
        let is_glued = |pair: &[&str]| {
            let (one, other) = (pair[0], pair[1]);
            let is_sign = other.starts_with('%') || other.starts_with('[') && !other.starts_with("[%");
            one.is_empty() || other.is_empty() || one.contains("[%") || is_sign
        };
        assert!(is_line_comment || words.windows(2).all(is_glued), "{line}");
    }
}

#[test]
fn games_of_every_rule_set_come_back() {
    let mut random = Random(1);
    for set in &RULE_SETS {
        for _ in 0..150 {
            let start = start(&mut random, set.rules);
            assert_comes_back(&game(&mut random, start, WILD));
        }
    }
}

#[test]
fn games_under_rules_of_their_own_come_back() {
    let lines = [
        ("no castling", "parent = 'fide', castling = false"),
        ("it's \"quoted\" \\ and Größe", "parent = 'hong', en-passant = true"),
        ("", "parent = 'chess960', stalemate = 'loses'"),
        ("short", "parent = 'fide', start = '4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1'"),
        // The same as a built-in set, under another name.
        ("mine", "parent = 'fide'"),
    ];
    let mut random = Random(2);
    for (name, line) in lines {
        let rules: &'static Rules = RuleFile::from_line(line).unwrap().rules.intern();
        for _ in 0..60 {
            let start = start(&mut random, rules);
            let mut game = game(&mut random, start, WILD);
            game.rules_name = (!name.is_empty()).then(|| name.to_owned());
            assert_comes_back(&game);
        }
    }
}

#[test]
fn a_file_of_games_is_the_games_one_after_the_other() {
    let mut random = Random(3);
    for blank in ["\n", "", "\n\n\n", "% nothing\n", "\r\n", "\u{feff}"] {
        let mut games = Vec::new();
        for set in &RULE_SETS {
            let start = start(&mut random, set.rules);
            games.push(game(&mut random, start, WILD));
        }
        let text: String = games.iter().map(|game| game.to_string() + blank).collect();
        assert!(read(&text) == games, "{text}");
        let mut reader = PgnReader::new(Trickle(text.as_bytes()));
        for game in &games {
            let begin = reader.next_start().unwrap().unwrap();
            let bytes = reader.skip_game().unwrap().unwrap().bytes;
            assert_eq!(bytes.start, begin);
            assert_eq!(&text[bytes.start as usize..bytes.end as usize], game.to_string().trim_end());
        }
        assert_eq!(reader.next_start().unwrap(), None);
    }
}

/// Gives a few bytes at a time.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (1 + self.0.len() % 7).min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn the_bytes_of_a_game_have_no_blanks_around_them() {
    for (text, expected) in [
        // Games without their last word end before the blanks, too.
        ("1. e4\n\n\n[Event \"x\"]\n\n1. d4 * {last} \n", ["1. e4", "[Event \"x\"]\n\n1. d4 * {last}"]),
        (
            "\u{feff}[Event \"x\"]\r\n\r\n1. e4\r\n\u{feff}\r\n[Event \"y\"]\r\n \t",
            ["[Event \"x\"]\r\n\r\n1. e4", "[Event \"y\"]"],
        ),
        ("% no game\n  1. e4 (1. d4) \n;rest\n\n1. c4", ["1. e4 (1. d4) \n;rest", "1. c4"]),
    ] {
        let ends = PgnReader::new(text.as_bytes()).games().map(|read| read.unwrap().1.bytes);
        let games: Vec<&str> = ends.map(|bytes| &text[bytes.start as usize..bytes.end as usize]).collect();
        assert_eq!(games, expected, "{text:?}");
    }
}

#[test]
fn games_come_back_from_files_of_other_systems() {
    let mut random = Random(4);
    for _ in 0..300 {
        let rules = any_rules(&mut random);
        let start = start(&mut random, rules);
        let game = game(&mut random, start, WILD);
        for end in ["\r\n", "\r"] {
            let text = format!("\u{feff}{}", game.to_string().replace('\n', end));
            assert!(read(&text) == [game.clone()], "{text:?}");
        }
    }
}

#[test]
fn what_a_game_cannot_hold_is_replaced_once_and_for_all() {
    let mut game = PgnGame::default();
    game.tags.set("", "a\nb\r\nc");
    game.tags.set("Two words", " blanks kept  ");
    game.tags.set("[Event \"", "\"]\n\n1. e4");
    game.tags.set("FEN", "8/8/8/8/8/8/8/8 w - - 0 1");
    game.tags.set("Result", "1-0");
    let m = Position::start().legal_moves()[0];
    let node = game.add(PgnGame::ROOT, Some(m));
    game[node].after.push(" two\nlines\r\nand } a brace\n".to_owned());
    game[node].after.push("\n\n[Event \"x\"]\n".to_owned());
    game[node].before.push("before".to_owned());
    let once = &read(&game.to_string())[0];
    assert_eq!(once.tags.get("_"), Some("a b  c"));
    assert_eq!(once.tags.get("Two_words"), Some(" blanks kept  "));
    assert_eq!(once.tags.get("_Event__"), Some("\"]  1. e4"));
    assert_eq!(once.tags.get("FEN"), None);
    assert_eq!(once.moves().collect::<Vec<_>>(), [m]);
    assert_eq!(once[PgnGame::ROOT].after, ["before"]);
    let last = once.main_line().last().unwrap();
    assert_eq!(once[last].after, ["two lines  and } a brace", "[Event \"x\"]"]);
    assert_comes_back(once);
}

#[test]
fn a_game_is_equal_to_itself_however_it_was_put_together() {
    let start = Position::start();
    let moves = start.legal_moves();
    let (mut deep, mut broad) = (PgnGame::default(), PgnGame::default());
    let first = deep.add(PgnGame::ROOT, Some(moves[0]));
    let reply = start.play_unchecked(moves[0]).legal_moves()[0];
    deep.add(first, Some(reply));
    deep.add(PgnGame::ROOT, Some(moves[1]));
    let first = broad.add(PgnGame::ROOT, Some(moves[0]));
    broad.add(PgnGame::ROOT, Some(moves[1]));
    assert_ne!(deep, broad);
    broad.add(first, Some(reply));
    assert_eq!(deep, broad);
}

#[test]
fn a_game_is_taken_once() {
    let mut builder = GameBuilder::new();
    let mut reader = PgnReader::new("1. e4 e5 (1... c5 {open".as_bytes());
    reader.read_game(&mut builder).unwrap();
    assert_eq!(builder.take().len(), 3);
    assert_eq!(builder.position().fullmoves(), 2);
    assert_eq!(builder.take(), PgnGame::default());
}
