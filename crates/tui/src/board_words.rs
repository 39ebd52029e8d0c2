//! What the command line knows beside the words of every board.

use std::path::PathBuf;

use tabiya_table::talk::{Completer, Completion, WORDS, path};

use crate::board_action::{ACTIONS, BoardAction};
use crate::screen_host::{FolderEntry, ScreenHost};

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
            // As fingers have it that know other lines behind a colon.
            ("q" | "q!", "") => BoardWord::Action(BoardAction::Quit),
            ("w", "") => BoardWord::Action(BoardAction::Save),
            ("saveas" | "w", file) if !file.is_empty() => BoardWord::SaveAs(path(file)?),
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

/// What goes on from what was typed, with the names of files among its words.
pub(crate) fn completion(completer: &Completer, host: &dyn ScreenHost, typed: &str) -> Completion {
    let own = OWN.iter().find(|(name, _)| typed.split_once(' ').is_some_and(|(first, _)| first == *name));
    let Completion { start, mut words, takes_file } = match (own, typed.split_once(' ')) {
        (Some((name, values)), Some((_, rest))) => {
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            Completion::new(name.len() + 1, values, rest)
        }
        (None, Some(("saveas" | "w", rest))) => {
            Completion { start: typed.len() - rest.len(), words: Vec::new(), takes_file: true }
        }
        (_, Some(_)) => completer.complete(typed),
        (_, None) => {
            let shared = completer.complete(typed);
            let own = OWN.iter().map(|(name, _)| format!("{name} "));
            let actions = ACTIONS.iter().map(|entry| entry.command).filter(|name| !name.is_empty());
            let is_listed = |name: &str| {
                let is_own = OWN.iter().any(|(own, _)| *own == name);
                // Behind it goes a file.
                is_own || name == "saveas" || shared.words.iter().any(|word| word.trim_end() == name)
            };
            let actions = actions.filter(|name| !is_listed(name)).map(str::to_owned);
            let own: Vec<String> = own.chain(actions).chain(["saveas ".to_owned()]).collect();
            let words = shared.words.iter().cloned().chain(own).collect();
            Completion::new(shared.start, words, &typed[shared.start..])
        }
    };
    if takes_file {
        words.extend(file_names(host, &typed[start..]));
    }
    Completion { start, words, takes_file }
}

/// The names of files and folders that go on from what was typed.
fn file_names(host: &dyn ScreenHost, typed: &str) -> Vec<String> {
    let (folder, begun) = typed.rsplit_once('/').map_or(("", typed), |(folder, begun)| (folder, begun));
    let before = &typed[..typed.len() - begun.len()];
    let folder = if before == "/" { PathBuf::from("/") } else { PathBuf::from(folder) };
    let folder = tabiya_system::with_home(folder.clone()).unwrap_or(folder);
    let folder = if before.is_empty() { host.current_folder() } else { host.current_folder().join(folder) };
    let Ok(entries) = host.list_folder(&folder) else { return Vec::new() };
    // Hidden ones are for whoever begins with the point.
    let is_meant = |entry: &FolderEntry| {
        entry.name.starts_with(begun) && (begun.starts_with('.') || !entry.name.starts_with('.'))
    };
    let name =
        |entry: FolderEntry| format!("{before}{}{}", entry.name, if entry.is_folder { "/" } else { "" });
    let mut names: Vec<String> = entries.into_iter().filter(is_meant).map(name).collect();
    names.sort();
    names
}
