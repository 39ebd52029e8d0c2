use std::fmt::Write;

use tabiya_classics::{CLASSICS, Classic, DocumentReading};

/// The fifth one is no session of text: its window is the browser's board.
const BYU_HINT: &str = "The browser opens with a game for two. Click or drag the pieces; the menu has undo, and \
                        saves and opens files in XML. Ctrl-C here stops the server.";

/// How wide lines become.
const WIDTH: usize = 78;

/// All of them, one line each, and how to play.
pub fn five() -> String {
    let mut text =
        String::from("Five small chess programs from teaching, as their documents describe them.\n\n");
    for classic in &CLASSICS {
        let _ = writeln!(text, "  tabiya classic {:<19}{}", command(classic), classic.summary);
    }
    let _ = writeln!(text, "  tabiya classic {:<19}a window: two people at the browser's board", "byu");
    text.push_str("\nHow to play:\n");
    for classic in &CLASSICS {
        let _ = writeln!(text, "  {:<19}{}", command(classic), wrapped(classic.hint, 21));
    }
    let _ = writeln!(text, "  {:<19}{}", "byu", wrapped(BYU_HINT, 21));
    text.push_str("\nAll about one of them: tabiya classic NAME --help");
    text
}

/// What a person is told who sits down before one.
pub fn greeting(classic: &Classic) -> String {
    // Both ways of the same game share their help.
    let Classic { title, hint, document, .. } = classic;
    let words = format!("{title}. {hint} More: tabiya classic {document} --help");
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

/// What is typed behind `tabiya classic`.
fn command(classic: &Classic) -> String {
    let option = match classic.reading {
        DocumentReading::Verified => "",
        DocumentReading::Written => " --as-written",
    };
    format!("{}{option}", classic.document)
}
