//! What the words of the board mean.

use tabiya_notation::Excerpt;
use tabiya_rules::{ByLanguage, Language};

use super::answers::AnswerResult;
use super::command_word::{CommandWord, WORDS};

/// The words that mean something else in GNU Chess, each with what they mean there.
const IN_GNU_CHESS: [(&str, ByLanguage<&str>); 9] = [
    (
        "undo",
        ByLanguage {
            english: "takes back one single move, whoever made it",
            german: "nimmt einen einzelnen Zug zurück, wer ihn auch gemacht hat",
        },
    ),
    (
        "level",
        ByLanguage {
            english: "sets the clock: moves, minutes, seconds for each move",
            german: "stellt die Uhr: Züge, Minuten, Sekunden für jeden Zug",
        },
    ),
    (
        "time",
        ByLanguage {
            english: "sets how much time the computer has left",
            german: "setzt, wie viel Zeit der Computer noch hat",
        },
    ),
    ("list", ByLanguage { english: "lists known players", german: "zeigt bekannte Spieler" }),
    (
        "result",
        ByLanguage {
            english: "is for chess servers, which tell a result",
            german: "ist für Schachserver, die ein Ergebnis melden",
        },
    ),
    (
        "name",
        ByLanguage {
            english: "writes the game and its log to files as well",
            german: "schreibt auch die Partie und ihr Protokoll in Dateien",
        },
    ),
    (
        "analyze",
        ByLanguage {
            english: "thinks about the position until exit",
            german: "denkt bis exit über die Stellung nach",
        },
    ),
    (
        "book",
        ByLanguage {
            english: "also takes add, best, worst, random and prefer",
            german: "kennt auch add, best, worst, random und prefer",
        },
    ),
    (
        "first",
        ByLanguage {
            english: "walks, as previous, next and last do, only through a game that pgnreplay has loaded",
            german: "geht, wie previous, next und last, nur durch eine Partie, die pgnreplay geladen hat",
        },
    ),
];

/// One command, or all of them; or those that mean something else in GNU Chess.
pub fn help(language: Language, command: Option<&str>) -> AnswerResult {
    let Some(name) = command else {
        return Ok(list(language));
    };
    if matches!(name.to_lowercase().as_str(), "gnuchess" | "gnu chess" | "gnu") {
        return Ok(differences(language));
    }
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
    let differs = IN_GNU_CHESS.iter().filter(|(known, _)| word.name == *known || word.also.contains(known));
    let differs: String =
        differs.map(|(name, what)| format!(" {}", elsewhere(language, name, *what))).collect();
    Ok(format!("{}: {}.{also}{differs}", word.form(), language.choose(word.help)))
}

/// What a word means in GNU Chess.
fn elsewhere(language: Language, name: &str, what: ByLanguage<&'static str>) -> String {
    let what = language.choose(what);
    match language {
        Language::English => format!("In GNU Chess {name} {what}."),
        Language::German => format!("In GNU Chess: {name} {what}."),
    }
}

fn differences(language: Language) -> String {
    let head = language.choose(ByLanguage {
        english: "Most words of GNU Chess are taken here, also show board and its like. These mean something else there:",
        german: "Die meisten Wörter von GNU Chess gelten auch hier, auch show board und Ähnliches. Diese bedeuten dort etwas anderes:",
    });
    let line = |(name, what): &(&str, ByLanguage<&'static str>)| {
        let ours = CommandWord::find(name).map(|word| language.choose(word.help)).unwrap_or_default();
        let (here, there) = match language {
            Language::English => ("here", "there it"),
            Language::German => ("hier", "dort:"),
        };
        format!("  {name}: {here} {ours}; {there} {}", language.choose(*what))
    };
    std::iter::once(head.to_owned()).chain(IN_GNU_CHESS.iter().map(line)).collect::<Vec<_>>().join("\n")
}

fn list(language: Language) -> String {
    let head = language.choose(ByLanguage {
        english: "A move in any notation: e2e4, Nf3, exd5, e8=Q, O-O. Or a command:",
        german: "Ein Zug in jeder Schreibweise: e2e4, Sf3 oder Nf3, exd5, e8D oder e8=Q, O-O. Oder ein Befehl:",
    });
    let lines = WORDS.iter().map(|word| format!("  {}: {}", word.form(), language.choose(word.help)));
    let last = language.choose(ByLanguage {
        english: "Several moves fit on a line: Nf3 Nc6. help gnuchess tells which words mean something else in GNU Chess.",
        german: "Mehrere Züge passen auf eine Zeile: Nf3 Nc6. help gnuchess sagt, welche Wörter in GNU Chess etwas anderes bedeuten.",
    });
    std::iter::once(head.to_owned()).chain(lines).chain([last.to_owned()]).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_elsewhere_are_commands_here() {
        for (name, _) in IN_GNU_CHESS {
            assert!(CommandWord::find(name).is_some(), "{name}");
        }
        let told = help(Language::English, Some("clock")).unwrap();
        assert_eq!(
            told,
            "clock: how much time there is. Also: time. In GNU Chess time sets how much time the computer has left."
        );
    }
}
