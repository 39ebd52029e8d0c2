use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Done,
    Refused,
}

/// Writes lines to standard output.
pub fn print_lines(lines: impl IntoIterator<Item = impl Display>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Writes a line to standard error. Where nobody listens there, nothing can be done about it.
pub fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Tells why a command failed. That the reader of our output has left (`tabiya moves | head -1`) is no failure.
pub fn failed(error: &anyhow::Error) -> Status {
    let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed_pipe) {
        return Status::Done;
    }
    tell(format_args!("error: {error:#}"));
    Status::Refused
}

/// A reason as a sentence: a capital letter before and a full stop behind.
pub fn sentence(reason: impl Display) -> String {
    let reason = reason.to_string();
    let mut chars = reason.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    let stop = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    first.into_iter().chain(chars).chain(stop.chars()).collect()
}

/// A path fit for a terminal: control characters made visible.
pub fn shown(path: &Path) -> String {
    let mut shown = String::new();
    for c in path.to_string_lossy().chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_and_ends_like_one() {
        assert_eq!(sentence("there is no piece on e4"), "There is no piece on e4.");
        assert_eq!(sentence("what?"), "What?");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn a_path_cannot_write_to_the_terminal() {
        assert_eq!(shown(Path::new("a\u{1b}[31mé")), "a\\u{1b}[31mé");
    }
}
