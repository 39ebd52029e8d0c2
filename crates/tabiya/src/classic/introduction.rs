use std::fmt::Write;

use tabiya_classics::Classic;

/// The commands of the classics, each with the name of its value.
const COMMANDS: [(&str, &str); 5] = [
    ("hong", "hong"),
    ("hong --as-written", "hong-written"),
    ("cuhk", "cuhk"),
    ("waterloo", "waterloo"),
    ("imperial", "imperial"),
];

/// The fifth one is no session of text: its window is the browser's board.
const BYU_HINT: &str = "The browser opens with a game for two. Click or drag the pieces; the menu has undo, and \
                        saves and opens files in XML. Ctrl-C here stops the server.";

/// How wide lines become.
const WIDTH: usize = 78;

/// All of them, one line each, and how to play.
pub fn five() -> String {
    let mut text =
        String::from("Five small chess programs from teaching, as their documents describe them.\n\n");
    for (command, classic) in known() {
        let _ = writeln!(text, "  tabiya classic {command:<19}{}", classic.summary);
    }
    let _ = writeln!(text, "  tabiya classic {:<19}a window: two people at the browser's board", "byu");
    text.push_str("\nHow to play:\n");
    for (command, classic) in known() {
        let _ = writeln!(text, "  {command:<19}{}", wrapped(classic.hint, 21));
    }
    let _ = writeln!(text, "  {:<19}{}", "byu", wrapped(BYU_HINT, 21));
    text.push_str("\nAll about one of them: tabiya classic NAME --help");
    text
}

/// What a person is told who sits down before one.
pub fn greeting(classic: &Classic) -> String {
    // Both ways of the same game share their help.
    let name = classic.name.split('-').next().unwrap_or_default();
    let words = format!("{}. {} More: tabiya classic {name} --help", classic.title, classic.hint);
    wrapped(&words, 0)
}

/// Words in lines of a bearable width, all but the first indented.
fn wrapped(words: &str, indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for word in words.split(' ') {
        if column > indent && column + 1 + word.len() > WIDTH {
            let _ = write!(text, "\n{:indent$}", "");
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

fn known() -> impl Iterator<Item = (&'static str, &'static Classic)> {
    COMMANDS.into_iter().filter_map(|(command, name)| Some((command, Classic::find(name)?)))
}
