//! What a typed line means.

use std::fmt;

use tabiya_game::is_stop_code;
use tabiya_notation::{Excerpt, MoveText, SanError, nearest};
use tabiya_rules::{Illegal, Language, Words};

use super::command_word::{CommandWord, WORDS};
use super::instruction::Instruction;
use super::typed_moves::TypedMoves;
use crate::refusal::TableRefusal;
use crate::request::Request;
use crate::table::Table;

/// A line that nobody understands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the sentence names")]
pub enum NotUnderstood {
    /// The command is known, but not what follows it.
    Usage { name: &'static str, form: String },
    /// Neither a move nor a command.
    Unknown { found: Excerpt, nearest: Option<&'static str> },
    /// A command behind moves.
    Behind { name: &'static str },
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotUnderstood::Usage { name, form } if name == form => {
                write!(f, "nothing follows {name}")
            }
            NotUnderstood::Usage { form, .. } => write!(f, "that is written {form}"),
            NotUnderstood::Unknown { found, nearest: Some(nearest) } => {
                write!(f, "{found} is neither a move nor a command: did you mean {nearest}?")
            }
            NotUnderstood::Unknown { found, nearest: None } => {
                write!(f, "{found} is neither a move nor a command: help lists what there is")
            }
            NotUnderstood::Behind { name } => write!(f, "{name} is a command, and has a line of its own"),
        }
    }
}

impl Words for NotUnderstood {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotUnderstood::Usage { name, form } if name == form => {
                write!(f, "hinter {name} kommt nichts")
            }
            NotUnderstood::Usage { form, .. } => write!(f, "das wird so geschrieben: {form}"),
            NotUnderstood::Unknown { found, nearest: Some(nearest) } => {
                write!(f, "{found} ist weder ein Zug noch ein Befehl: meinst du {nearest}?")
            }
            NotUnderstood::Unknown { found, nearest: None } => {
                write!(f, "{found} ist weder ein Zug noch ein Befehl: help zeigt, was es gibt")
            }
            NotUnderstood::Behind { name } => {
                write!(f, "{name} ist ein Befehl und steht allein in seiner Zeile")
            }
        }
    }
}

/// What a line asks for, by somebody who speaks a language. It is not empty.
pub fn read(language: Language, line: &str) -> Result<Instruction, NotUnderstood> {
    // The table tells whether the rules count the pieces.
    if is_stop_code(line) {
        return Ok(Instruction::Ask(Request::Stop));
    }
    let (first, rest) = split(line);
    // GNU Chess shows what it knows: `show moves`.
    let (first, rest) = match split(rest) {
        _ if !first.eq_ignore_ascii_case("show") => (first, rest),
        ("", _) => ("board", ""),
        shown => shown,
    };
    let Some(word) = CommandWord::find(first) else {
        return read_move(language, line, first);
    };
    (word.read)(rest).ok_or_else(|| NotUnderstood::Usage { name: word.name, form: word.form() })
}

/// The move that a line completes by saying what a pawn becomes (`=Q`), where the one before left that open.
pub fn completed_promotion(
    language: Language,
    table: &Table,
    before: &str,
    line: &str,
) -> Option<Instruction> {
    let role = line.strip_prefix('=').unwrap_or(line).trim();
    let is_letter = role.chars().count() == 1 && (line.starts_with('=') || read(language, line).is_err());
    let open = MoveText::read(language, without_number(before)).ok().filter(|_| is_letter)?;
    let is_open = matches!(
        table.read_move(open),
        Err(TableRefusal::Unplayable(SanError::Illegal(Illegal::PromotionMissing { .. })))
    );
    let whole = format!("{}={role}", without_number(before));
    let m = MoveText::read(language, &whole).ok().filter(|_| is_open)?;
    Some(Instruction::Ask(Request::Move(m)))
}

fn split(line: &str) -> (&str, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

fn read_move(language: Language, line: &str, first: &str) -> Result<Instruction, NotUnderstood> {
    let text = without_number(line);
    let as_one = MoveText::read(language, text).ok();
    let words: Vec<&str> =
        line.split_whitespace().map(without_number).filter(|word| !word.is_empty()).collect();
    let read = |word: &&str| MoveText::read(language, word).ok().map(|m| ((*word).to_owned(), m));
    let moves: Vec<(String, MoveText)> = words.iter().map_while(read).collect();
    match (as_one, words.get(moves.len())) {
        (as_one, None) if moves.len() > 1 => {
            return Ok(Instruction::Line(TypedMoves { as_one, moves, rest: None }));
        }
        (Some(m), _) => return Ok(Instruction::Ask(Request::Move(m))),
        (None, Some(wrong)) if !moves.is_empty() => {
            let rest = Some(behind_moves(language, wrong));
            return Ok(Instruction::Line(TypedMoves { as_one, moves, rest }));
        }
        (None, _) => {}
    }
    Err(unknown(language, first))
}

/// What a word behind moves is that is none.
fn behind_moves(language: Language, word: &str) -> NotUnderstood {
    match CommandWord::find(word) {
        Some(command) => NotUnderstood::Behind { name: command.name },
        None => unknown(language, word),
    }
}

fn unknown(language: Language, found: &str) -> NotUnderstood {
    // A single letter is as near to everything as to nothing.
    let names = WORDS.iter().flat_map(|word| word.names(language));
    let known: Vec<&str> = names.filter(|name| found.len() > 1 && name.len() > 1).collect();
    let begun = known.iter().find(|name| name.starts_with(&found.to_lowercase())).copied();
    let meant = begun.or_else(|| nearest(found, known.into_iter()));
    NotUnderstood::Unknown { found: Excerpt::new(found), nearest: meant }
}

/// A move without its number, as in `12. Nf3` and `12...Nf6`.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.len() && rest.starts_with('.') {
        rest.trim_start_matches('.').trim_start()
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::request::{OnLoss, Replace, Sides};

    #[test]
    fn lines_mean_what_they_say() {
        let ask = |request| Ok(Instruction::Ask(request));
        let m = |text: &str| ask(Request::Move(text.parse().unwrap()));
        let moves = |as_one: Option<&str>, words: &[&str]| {
            let moves = words.iter().map(|word| ((*word).to_owned(), word.parse().unwrap())).collect();
            let as_one = as_one.map(|text| text.parse().unwrap());
            Ok(Instruction::Line(TypedMoves { as_one, moves, rest: None }))
        };
        let save =
            |file: &str, replace, on_loss| ask(Request::Save { path: PathBuf::from(file), replace, on_loss });
        let open =
            |file: &str, number| ask(Request::Open { path: PathBuf::from(file), number, sides: Sides::File });
        for (line, expected) in [
            ("e2e4", m("e2e4")),
            ("12. Nf3", m("Nf3")),
            ("12...nf6", m("nf6")),
            ("0-0", m("0-0")),
            ("e2 - e4", m("e2 - e4")),
            ("e2 e4", moves(Some("e2 e4"), &["e2", "e4"])),
            ("Nf3 Nc6", moves(None, &["Nf3", "Nc6"])),
            ("1. e4 e5 2.Nf3 Nc6", moves(None, &["e4", "e5", "Nf3", "Nc6"])),
            ("BOARD", Ok(Instruction::Board)),
            ("show board", Ok(Instruction::Board)),
            ("show", Ok(Instruction::Board)),
            ("show moves e2", Ok(Instruction::Moves("e2".parse().ok()))),
            ("undo", ask(Request::Undo(1))),
            ("undo 12", ask(Request::Undo(12))),
            ("pgnsave a b.pgn", save("a b.pgn", Replace::Own, OnLoss::Refuse)),
            ("save over a.pgn", save("a.pgn", Replace::Any, OnLoss::Refuse)),
            ("save over", ask(Request::SaveAgain { replace: Replace::Any, on_loss: OnLoss::Refuse })),
            ("save ./over", save("./over", Replace::Own, OnLoss::Refuse)),
            ("save anyway a b.xml", save("a b.xml", Replace::Own, OnLoss::LeaveOut)),
            ("save over anyway a.xml", save("a.xml", Replace::Any, OnLoss::LeaveOut)),
            ("save anyway over over", save("over", Replace::Any, OnLoss::LeaveOut)),
            ("save anyway", ask(Request::SaveAgain { replace: Replace::Own, on_loss: OnLoss::LeaveOut })),
            ("save", ask(Request::SaveAgain { replace: Replace::Own, on_loss: OnLoss::Refuse })),
            ("save as a b.pgn", save("a b.pgn", Replace::Own, OnLoss::Refuse)),
            ("save over as a.pgn", save("a.pgn", Replace::Any, OnLoss::Refuse)),
            ("save as over", save("over", Replace::Own, OnLoss::Refuse)),
            ("Z0 Z0", ask(Request::Stop)),
            ("Z0Z0", ask(Request::Stop)),
            ("open a #3", open("a", Some(3))),
            ("open a #x.pgn", open("a #x.pgn", None)),
            ("open #1.pgn", open("#1.pgn", None)),
            ("exit", Ok(Instruction::Quit)),
        ] {
            assert_eq!(read(Language::English, line), expected, "{line}");
        }
    }

    #[test]
    fn german_relatives_of_commands_are_taken() {
        for (line, command) in [
            ("hilfe", "help"),
            ("Zurück 2", "undo 2"),
            ("zurueck", "undo"),
            ("ÖFFNEN a #3", "open a #3"),
            ("aufgeben schwarz", "resign black"),
            ("Remis", "draw"),
            ("angriffe Weiß", "threats white"),
        ] {
            assert_eq!(read(Language::German, line), read(Language::English, command), "{line}");
        }
        let told = |language, line| language_words(language, &read(language, line).unwrap_err());
        assert_eq!(
            told(Language::German, "hilf"),
            "\"hilf\" ist weder ein Zug noch ein Befehl: meinst du hilfe?"
        );
        assert_eq!(
            told(Language::English, "halp"),
            "\"halp\" is neither a move nor a command: did you mean help?"
        );
    }

    #[test]
    fn german_letters_of_men_are_taken_in_german() {
        for (line, usual) in [("Sf3", "Nf3"), ("1. sf3", "Nf3"), ("e8D", "e8=Q"), ("T1e1", "R1e1")] {
            assert_eq!(read(Language::German, line), read(Language::English, usual), "{line}");
            assert!(read(Language::English, line).is_err(), "{line}");
        }
        let Ok(Instruction::Line(typed)) = read(Language::German, "e4 e5 Sf3 Sc6") else { panic!() };
        assert_eq!((typed.moves.len(), typed.rest), (4, None));
    }

    fn language_words(language: Language, why: &NotUnderstood) -> String {
        language.words(why).to_string()
    }

    #[test]
    fn moves_before_what_is_none_are_moves() {
        for (line, count, told) in [
            ("Nf3 Nx9", 1, "\"Nx9\" is neither a move nor a command: help lists what there is"),
            ("Nf3 bord", 1, "\"bord\" is neither a move nor a command: did you mean board?"),
            ("e4 e5 2. Nf3 undo", 3, "undo is a command, and has a line of its own"),
            ("e4 board e5", 1, "board is a command, and has a line of its own"),
        ] {
            let Ok(Instruction::Line(typed)) = read(Language::English, line) else { panic!("{line}") };
            assert_eq!(typed.moves.len(), count, "{line}");
            assert_eq!(language_words(Language::English, &typed.rest.unwrap()), told, "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for (line, told) in [
            ("bord", "\"bord\" is neither a move nor a command: did you mean board?"),
            ("Bo", "\"Bo\" is neither a move nor a command: did you mean board?"),
            ("e2e4e5", "\"e2e4e5\" is neither a move nor a command: help lists what there is"),
            ("b", "\"b\" is neither a move nor a command: help lists what there is"),
            ("12.", "\"12.\" is neither a move nor a command: help lists what there is"),
            ("undo 0", "that is written undo [NUMBER]"),
            ("undo -1", "that is written undo [NUMBER]"),
            ("undo 99999999999999999999", "that is written undo [NUMBER]"),
            ("open a #x", "that is written open FILE [#NUMBER]"),
            ("open a #0", "that is written open FILE [#NUMBER]"),
            ("moves x9", "that is written moves [SQUARE]"),
            ("quit now", "nothing follows quit"),
        ] {
            assert_eq!(read(Language::English, line).unwrap_err().to_string(), told, "{line}");
        }
    }
}
