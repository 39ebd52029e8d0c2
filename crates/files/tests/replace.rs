//! A game is replaced in its place, and every other byte of the file stays.

use std::io::{self, Read};

use tabiya_files::{Form, GameReader, Pardon, ReplaceError, open_game, replace_game};
use tabiya_notation::find_rules;
use tabiya_notation::pgn::{PgnEnding, PgnGame, PgnReader};
use tabiya_rules::Color;

/// Games as they are found in the wild, with blanks and line ends of all kinds, and what lies between them.
const PARTS: [(&str, &str); 6] = [
    ("[Event \"One\"]\n[White \"Müller\"]\n\n1. e4   e5 {kept  as it is} 1-0", "\n\n\n"),
    ("[Event \"Two\"]\r\n\r\n1. d4 (1. c4) d5\r\n2. c4 1/2-1/2 {on its line}", "\r\n\r\n% escaped\r\n"),
    ("1. Nf3 *", " \n\n"),
    // Without its last word, and with a mark before the next.
    ("[Event \"Four\"]\n\n1. b3", "\n \n\u{feff}"),
    ("[Event \"Five\"]\r[Site \"old\"]\r\r1. g3 g6 0-1", "\r\r"),
    ("[Event \"Six\"]\n\n1. f4 {the last}\n*", ""),
];

fn file() -> String {
    PARTS.iter().flat_map(|(game, between)| [*game, *between]).collect()
}

/// Gives a few bytes at a time.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (1 + self.0.len() % 5).min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

fn opened(file: &[u8], number: u64) -> PgnGame {
    open_game(&mut GameReader::new(Form::Pgn, file, None, Pardon::Nothing), number).unwrap().game
}

/// The same game with something new in it.
fn changed(old: &PgnGame) -> PgnGame {
    let mut new = old.clone();
    new.tags.set("Annotator", "Žižka");
    new.ending = PgnEnding::Won(Color::Black);
    new
}

fn replaced(file: &[u8], number: u64) -> Result<Vec<u8>, ReplaceError> {
    let old = opened(file, number);
    let mut output = Vec::new();
    replace_game(Trickle(file), &mut output, number, &old, &changed(&old)).map(|()| output)
}

#[test]
fn every_other_byte_stays() {
    let file = file();
    for number in 1..=PARTS.len() {
        let output = String::from_utf8(replaced(file.as_bytes(), number as u64).unwrap()).unwrap();
        let before: usize =
            PARTS[..number - 1].iter().map(|(game, between)| game.len() + between.len()).sum();
        let old = PARTS[number - 1].0;
        assert!(output.starts_with(&file[..before]), "{number}: {output}");
        assert!(output.ends_with(&file[before + old.len()..]), "{number}: {output}");
        let new = &output[before..output.len() - (file.len() - before - old.len())];
        let expected = changed(&opened(file.as_bytes(), number as u64)).to_string();
        let line_ends = [(2, "\r\n"), (5, "\r")].into_iter().find(|(of, _)| *of == number);
        let line_ends = line_ends.map_or("\n", |(_, ends)| ends);
        assert_eq!(new, expected.trim_end().replace('\n', line_ends), "{number}");
        assert_eq!(
            opened(output.as_bytes(), number as u64),
            changed(&opened(file.as_bytes(), number as u64))
        );
        let games: Vec<_> = PgnReader::new(output.as_bytes()).games().map(|read| read.unwrap().0).collect();
        assert_eq!(games.len(), PARTS.len());
    }
}

#[test]
fn a_game_is_saved_again_and_again() {
    let file = file();
    let old = opened(file.as_bytes(), 3);
    let once = replaced(file.as_bytes(), 3).unwrap();
    let mut again = Vec::new();
    replace_game(once.as_slice(), &mut again, 3, &changed(&old), &changed(&old)).unwrap();
    assert_eq!(again, once);
    let error = replace_game(once.as_slice(), Vec::new(), 3, &old, &changed(&old)).unwrap_err();
    assert!(matches!(error, ReplaceError::Changed { number: 3 }), "{error}");
}

#[test]
fn files_larger_than_what_is_held_are_replaced_to_the_byte() {
    let game = |number: usize| {
        format!("[Event \"{number}\"]\n\n1. e4 {{{}}} *\n\n", "word ".repeat(number * 50 % 5000))
    };
    let games: Vec<String> = (1..=200).map(game).collect();
    let file = games.concat();
    assert!(file.len() > 2_000_000);
    for number in [1, 2, 99, 200] {
        let output = replaced(file.as_bytes(), number as u64).unwrap();
        let (before, after) = (games[..number - 1].concat(), games[number..].concat());
        assert!(output.starts_with(before.as_bytes()), "{number}");
        assert!(output.ends_with(format!("0-1\n\n{after}").as_bytes()), "{number}");
    }
}

#[test]
fn a_game_in_the_middle_of_a_line_gets_a_line_of_its_own() {
    let file = b"1. e4 * 1. d4 * 1. c4 *\n";
    let output = String::from_utf8(replaced(file, 2).unwrap()).unwrap();
    assert!(output.starts_with("1. e4 * \n[Event \"?\"]\n"), "{output}");
    assert!(output.ends_with("1. d4 0-1 1. c4 *\n"), "{output}");
}

#[test]
fn what_is_not_there_or_not_readable_is_refused() {
    let file = file();
    let old = opened(file.as_bytes(), 1);
    for number in [0, 7] {
        let error = replace_game(file.as_bytes(), Vec::new(), number, &old, &old).unwrap_err();
        assert!(matches!(error, ReplaceError::NoSuchGame { .. }), "{error}");
    }
    let damaged = "1. e4 *\n\n1. e4 e5 2. Ke3 Nc6 *\n";
    let error = replaced(damaged.as_bytes(), 2).unwrap_err().to_string();
    assert_eq!(
        error,
        "what cannot be read of the game would be lost: game 2, line 3, ply 3: a king does not move from e1 to e3"
    );
}

#[test]
fn a_game_that_names_no_rules_is_known_by_those_it_was_opened_with() {
    let rules = find_rules("imperial").unwrap().into();
    let file = "1. e4 *\n\n1. d4 *\n";
    let mut games = GameReader::new(Form::Pgn, file.as_bytes(), Some(&rules), Pardon::Nothing);
    let old = open_game(&mut games, 2).unwrap().game;
    let mut output = Vec::new();
    replace_game(file.as_bytes(), &mut output, 2, &old, &changed(&old)).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.starts_with("1. e4 *\n\n[") && output.contains("[Variant \"imperial\"]"), "{output}");
}
