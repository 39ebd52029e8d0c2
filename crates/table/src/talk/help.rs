//! What the words of the board mean.

use tabiya_notation::Excerpt;
use tabiya_rules::{ByLanguage, Language};

use super::answers::AnswerResult;
use super::command_word::{CommandWord, WORDS};

/// One command, or all of them.
pub fn help(language: Language, command: Option<&str>) -> AnswerResult {
    let Some(name) = command else {
        return Ok(list(language));
    };
    let Some(word) = CommandWord::find(name) else {
        let name = Excerpt::new(name);
        return Err(match language {
            Language::English => format!("there is no command {name}: help lists them"),
            Language::German => format!("es gibt keinen Befehl {name}: help zeigt alle"),
        });
    };
    let others = word.others(language).join(", ");
    let also = match language {
        _ if others.is_empty() => String::new(),
        Language::English => format!(" Also: {others}."),
        Language::German => format!(" Auch: {others}."),
    };
    Ok(format!("{}: {}.{also}", word.form(), language.choose(word.help)))
}

fn list(language: Language) -> String {
    let head = language.choose(ByLanguage {
        english: "A move in any notation: e2e4, Nf3, exd5, e8=Q, O-O. Or a command:",
        german: "Ein Zug in jeder Schreibweise: e2e4, Nf3, exd5, e8=Q, O-O. Oder ein Befehl:",
    });
    let lines = WORDS.iter().map(|word| format!("  {}: {}", word.form(), language.choose(word.help)));
    std::iter::once(head.to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}
