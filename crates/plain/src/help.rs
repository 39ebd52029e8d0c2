//! What the words of the board mean.

use tabiya_notation::Excerpt;

use crate::answers::AnswerResult;
use crate::command_word::{CommandWord, WORDS};

/// One command, or all of them.
pub fn help(command: Option<&str>) -> AnswerResult {
    let Some(name) = command else {
        return Ok(list());
    };
    let Some(word) = CommandWord::find(name) else {
        return Err(format!("there is no command {}: help lists them", Excerpt::new(name)));
    };
    let also = if word.also.is_empty() { String::new() } else { format!(" Also: {}.", word.also.join(", ")) };
    Ok(format!("{}: {}.{also}", word.form(), word.help))
}

fn list() -> String {
    let head = "A move in any notation: e2e4, Nf3, exd5, e8=Q, O-O. Or a command:";
    let lines = WORDS.iter().map(|word| format!("  {}: {}", word.form(), word.help));
    std::iter::once(head.to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}
