use std::fmt::Write;

use tabiya_classics::Classic;

/// Where the fifth one is.
pub const BYU: &str = "\
BYU's game was a window: a board with clicks and drags, undo, and files in XML. All of it is here.

  tabiya                              the board in a browser, with its menu and its keys
  tabiya play --rules byu             its rules at the terminal
  tabiya convert game.xml game.pgn    its files, to and from other forms
  tabiya rules byu                    its rules in full";

/// The commands of the classics, each with the name of its value.
const COMMANDS: [(&str, &str); 5] = [
    ("hong", "hong"),
    ("hong --as-written", "hong-written"),
    ("cuhk", "cuhk"),
    ("waterloo", "waterloo"),
    ("imperial", "imperial"),
];

/// All of them, one line each, and how to play.
pub fn five() -> String {
    let mut text = String::from("Five small chess programs from teaching, to the byte as they were.\n\n");
    for (command, classic) in known() {
        let _ = writeln!(text, "  tabiya classic {command:<19}{}", classic.summary);
    }
    let _ =
        writeln!(text, "  tabiya classic {:<19}a window: now the browser's board, and files in XML", "byu");
    text.push_str("\nHow to play:\n");
    for (command, classic) in known() {
        let _ = writeln!(text, "  {command:<19}{}", classic.hint);
    }
    text.push_str("\nAll about one of them: tabiya classic NAME --help");
    text
}

fn known() -> impl Iterator<Item = (&'static str, &'static Classic)> {
    COMMANDS.into_iter().filter_map(|(command, name)| Some((command, Classic::find(name)?)))
}
