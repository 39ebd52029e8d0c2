//! What the command line knows beside the words of every board.

use std::path::PathBuf;

use tabiya_rules::Language;
use tabiya_table::talk::{WORDS, path};

use crate::board_action::{ACTIONS, BoardAction};

/// What a command line asks of the screen itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BoardWord {
    Action(BoardAction),
    Theme(String),
    Pieces(String),
    Colors(String),
    Background(String),
    Language(String),
    Hjkl(bool),
    SaveAs(PathBuf),
}

/// The commands that only this board has, each with what may follow it.
const OWN: [(&str, &[&str]); 6] = [
    ("theme", &["wood", "green", "blue", "contrast"]),
    ("pieces", &["unicode", "letters"]),
    ("colours", &["auto", "none", "16", "256", "true"]),
    ("background", &["auto", "light", "dark"]),
    ("language", &["en", "de"]),
    ("hjkl", &["on", "off"]),
];

impl BoardWord {
    /// What a line asks for, where it is for this board alone.
    pub fn read(line: &str) -> Option<BoardWord> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = (name.to_lowercase(), rest.trim());
        Some(match (name.as_str(), rest) {
            ("theme", name) if !name.is_empty() => BoardWord::Theme(name.to_owned()),
            ("pieces", style) => BoardWord::Pieces(style.to_owned()),
            ("colours" | "colors", depth) => BoardWord::Colors(depth.to_owned()),
            ("background", ground) => BoardWord::Background(ground.to_owned()),
            ("language", code) => BoardWord::Language(code.to_owned()),
            ("hjkl", "on" | "") => BoardWord::Hjkl(true),
            ("hjkl", "off") => BoardWord::Hjkl(false),
            ("saveas", file) if !file.is_empty() => BoardWord::SaveAs(path(file)?),
            (name, "") => BoardWord::Action(BoardAction::of_command(name).filter(|_| is_ours(name))?),
            _ => return None,
        })
    }
}

/// The commands of every board that this one answers otherwise.
const SHOWN_OTHERWISE: [&str; 12] =
    ["hint", "resign", "quit", "draw", "first", "previous", "next", "last", "flip", "go", "title", "attacks"];

/// Whether a command is this board's own matter.
fn is_ours(name: &str) -> bool {
    let is_shared = || WORDS.iter().any(|word| word.name == name || word.also.contains(&name));
    SHOWN_OTHERWISE.contains(&name) || !is_shared()
}

/// Every word that goes on from what was typed.
pub(crate) fn completions(language: Language, typed: &str) -> Vec<String> {
    if let Some((name, rest)) = typed.split_once(' ') {
        let values = OWN.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, values)| values);
        return values
            .iter()
            .filter(|value| value.starts_with(rest))
            .map(|value| format!("{name} {value}"))
            .collect();
    }
    let shared = WORDS.iter().flat_map(|word| word.names(language)).map(str::to_owned);
    let own = OWN.iter().map(|(name, _)| (*name).to_owned());
    let actions =
        ACTIONS.iter().filter(|entry| !entry.command.is_empty()).map(|entry| entry.command.to_owned());
    let mut all: Vec<String> =
        shared.chain(own).chain(actions).filter(|name| name.starts_with(typed)).collect();
    all.sort();
    all.dedup();
    all
}
