//! The commands that every board knows.

use std::path::PathBuf;

use tabiya_game::Answer;
use tabiya_rules::{ByLanguage, Color, Language};

use super::instruction::{AnalysisWish, Instruction, ThreatsQuery};
use super::move_telling::MoveTelling;
use super::picture::Style;
use crate::book::BookWish;
use crate::request::{OnLoss, Replace, Request, Sides, Walk};
use crate::waiting_choice::WaitingChoice;

/// A command.
pub struct CommandWord {
    /// What it is called.
    pub name: &'static str,
    /// What else it is called, here or in GNU Chess.
    pub also: &'static [&'static str],
    /// What else it is called by whoever speaks German, with and without umlauts.
    pub in_german: &'static [&'static str],
    /// What follows the name.
    pub usage: &'static str,
    /// What it does, in a line.
    pub help: ByLanguage<&'static str>,
    /// What is asked with what follows the name; `None` where that makes no sense.
    pub read: fn(&str) -> Option<Instruction>,
}

impl CommandWord {
    /// The command of a name, in capitals or small letters, whatever language its reader speaks.
    pub fn find(name: &str) -> Option<&'static CommandWord> {
        let name = name.to_lowercase();
        WORDS.iter().find(|word| {
            Language::ALL.iter().any(|language| word.names(*language).any(|known| known == name))
        })
    }

    /// What it is called by whoever speaks a language.
    pub fn names(&self, language: Language) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.others(language))
    }

    /// What else it is called.
    pub fn others(&self, language: Language) -> Vec<&'static str> {
        match language {
            Language::English => self.also.to_vec(),
            Language::German => [self.in_german, self.also].concat(),
        }
    }

    /// The command as it is written: `undo [NUMBER]`.
    pub fn form(&self) -> String {
        format!("{} {}", self.name, self.usage).trim_end().to_owned()
    }
}

/// Every command, in the order in which help lists them.
pub const WORDS: &[CommandWord] = &[
    CommandWord {
        name: "board",
        also: &[],
        in_german: &["brett"],
        usage: "[words|letters|unicode|always|never]",
        help: ByLanguage {
            english: "show the board; told in words or drawn; after every change or never by itself",
            german: "das Brett zeigen; in Worten oder gezeichnet; nach jeder Änderung oder nie von selbst",
        },
        read: board,
    },
    CommandWord {
        name: "tell",
        also: &[],
        in_german: &["erzähle", "erzaehle"],
        usage: "[sentences|san|both]",
        help: ByLanguage {
            english: "how moves are told: in sentences, as in books (1. Nf3), or both",
            german: "wie Züge erzählt werden: in Sätzen (sentences), wie in Büchern (san: 1. Nf3), oder beides (both)",
        },
        read: |rest| optional(rest, |text| text.parse::<MoveTelling>().ok(), Instruction::Tell),
    },
    CommandWord {
        name: "moves",
        also: &[],
        in_german: &["züge", "zuege"],
        usage: "[SQUARE]",
        help: ByLanguage {
            english: "the legal moves, all of them or those of one piece",
            german: "die erlaubten Züge, alle oder die einer Figur",
        },
        read: |rest| optional(rest, |text| text.parse().ok(), Instruction::Moves),
    },
    CommandWord {
        name: "why",
        also: &[],
        in_german: &["warum"],
        usage: "MOVE",
        help: ByLanguage {
            english: "what a move would do, or why it is not legal",
            german: "was ein Zug täte, oder warum er nicht erlaubt ist",
        },
        read: |rest| needed(rest).map(Instruction::Why),
    },
    CommandWord {
        name: "threats",
        also: &["attacks"],
        in_german: &["angriffe"],
        usage: "[white|black|SQUARE]",
        help: ByLanguage {
            english: "what attacks what: all captures in sight, one side's map, or one square",
            german: "was was angreift: alles, was zu schlagen ist, eine Seite als Karte, oder ein Feld",
        },
        read: threats,
    },
    CommandWord {
        name: "undo",
        also: &["takeback", "back"],
        in_german: &["zurück", "zurueck"],
        usage: "[NUMBER]",
        help: ByLanguage {
            english: "take back your last move, with the computer's answer",
            german: "deinen letzten Zug zurücknehmen, mit der Antwort des Computers",
        },
        read: |rest| count(rest).map(|moves| Instruction::Ask(Request::Undo(moves))),
    },
    CommandWord {
        name: "redo",
        also: &[],
        in_german: &["vor"],
        usage: "[NUMBER]",
        help: ByLanguage {
            english: "make moves again that were taken back",
            german: "zurückgenommene Züge wieder machen",
        },
        read: |rest| count(rest).map(|moves| Instruction::Ask(Request::Redo(moves))),
    },
    CommandWord {
        name: "remove",
        also: &[],
        in_german: &[],
        usage: "",
        help: ByLanguage {
            english: "take back the last two single moves",
            german: "die letzten zwei einzelnen Züge zurücknehmen",
        },
        read: |rest| ask(rest, Request::Remove),
    },
    CommandWord {
        name: "first",
        also: &[],
        in_german: &["anfang"],
        usage: "",
        help: ByLanguage {
            english: "go back to the start of the game; the computer waits",
            german: "zum Anfang der Partie gehen; der Computer wartet",
        },
        read: |rest| ask(rest, Request::Walk(Walk::First)),
    },
    CommandWord {
        name: "previous",
        also: &[],
        in_german: &[],
        usage: "",
        help: ByLanguage {
            english: "go one single move back; the computer waits",
            german: "einen einzelnen Zug zurückgehen; der Computer wartet",
        },
        read: |rest| ask(rest, Request::Walk(Walk::Previous)),
    },
    CommandWord {
        name: "next",
        also: &[],
        in_german: &[],
        usage: "",
        help: ByLanguage {
            english: "go one single move on again",
            german: "einen einzelnen Zug wieder vorgehen",
        },
        read: |rest| ask(rest, Request::Walk(Walk::Next)),
    },
    CommandWord {
        name: "last",
        also: &[],
        in_german: &[],
        usage: "",
        help: ByLanguage {
            english: "go to the end of the line that was played",
            german: "zum Ende der gespielten Züge gehen",
        },
        read: |rest| ask(rest, Request::Walk(Walk::Last)),
    },
    CommandWord {
        name: "save",
        also: &["pgnsave", "epdsave"],
        in_german: &["speichern"],
        usage: "[over] [anyway] [FILE]",
        help: ByLanguage {
            english: "save the game: .pgn, .xml, .fen or .epd by the ending; over replaces a file, anyway leaves out what \
               the form cannot hold; without a name again where it was opened or saved",
            german: "die Partie speichern: .pgn, .xml, .fen oder .epd nach der Endung; over ersetzt eine Datei, anyway \
                     lässt weg, was die Form nicht hält; ohne Namen wieder dort, wo sie geöffnet oder gespeichert wurde",
        },
        read: save,
    },
    CommandWord {
        name: "open",
        also: &["pgnload", "epdload", "load"],
        in_german: &["öffnen", "oeffnen"],
        usage: "FILE [#NUMBER]",
        help: ByLanguage {
            english: "go on from a game or position in a file",
            german: "von einer Partie oder Stellung in einer Datei weiterspielen",
        },
        read: open,
    },
    CommandWord {
        name: "new",
        also: &[],
        in_german: &["neu"],
        usage: "[white|black]",
        help: ByLanguage {
            english: "begin another game: after a finished one with colours exchanged, or as you say",
            german: "eine andere Partie beginnen: nach einer beendeten mit getauschten Farben, oder wie du sagst",
        },
        read: |rest| optional(rest, color, |color| Instruction::Ask(Request::New(color))),
    },
    CommandWord {
        name: "setup",
        also: &["setboard"],
        in_german: &["aufbauen"],
        usage: "[FEN]",
        help: ByLanguage {
            english: "begin from a position: as FEN, or put up piece by piece",
            german: "mit einer Stellung beginnen: als FEN, oder Figur für Figur aufgebaut",
        },
        read: |rest| Some(Instruction::Setup(needed(rest))),
    },
    CommandWord {
        name: "rules",
        also: &["variant"],
        in_german: &["regeln"],
        usage: "[NAME|FILE]",
        help: ByLanguage {
            english: "which rules these are, or a new game under others",
            german: "welche Regeln gelten, oder eine neue Partie nach anderen",
        },
        read: |rest| Some(Instruction::Rules(needed(rest))),
    },
    CommandWord {
        name: "flip",
        also: &[],
        in_german: &["drehen"],
        usage: "",
        help: ByLanguage { english: "turn the board around", german: "das Brett umdrehen" },
        read: |rest| nothing(rest, Instruction::Flip),
    },
    CommandWord {
        name: "resign",
        also: &[],
        in_german: &["aufgeben"],
        usage: "[white|black]",
        help: ByLanguage { english: "give up the game", german: "die Partie aufgeben" },
        read: |rest| optional(rest, color, |color| Instruction::Ask(Request::Resign(color))),
    },
    CommandWord {
        name: "draw",
        also: &[],
        in_german: &["remis"],
        usage: "",
        help: ByLanguage {
            english: "claim a draw where the rules allow it, else offer one",
            german: "Remis verlangen, wo die Regeln es erlauben, sonst anbieten",
        },
        read: |rest| ask(rest, Request::Draw),
    },
    CommandWord {
        name: "accept",
        also: &["yes"],
        in_german: &["annehmen", "ja"],
        usage: "",
        help: ByLanguage {
            english: "accept the draw that is offered",
            german: "das angebotene Remis annehmen",
        },
        read: |rest| ask(rest, Request::AnswerDraw(Answer::Accept)),
    },
    CommandWord {
        name: "decline",
        also: &["no"],
        in_german: &["ablehnen", "nein"],
        usage: "",
        help: ByLanguage { english: "decline it", german: "es ablehnen" },
        read: |rest| ask(rest, Request::AnswerDraw(Answer::Decline)),
    },
    CommandWord {
        name: "pass",
        also: &[],
        in_german: &["aussetzen"],
        usage: "",
        help: ByLanguage {
            english: "give up your turn, where the rules make a side that cannot move pass",
            german: "aussetzen, wo nach den Regeln aussetzt, wer nicht ziehen kann",
        },
        read: |rest| ask(rest, Request::Pass),
    },
    CommandWord {
        name: "stop",
        also: &[],
        in_german: &[],
        usage: "",
        help: ByLanguage {
            english: "end the game now and count the pieces, where the rules do; Z0 Z0 does the same",
            german: "die Partie jetzt beenden und die Figuren zählen, wo die Regeln es tun; Z0 Z0 tut dasselbe",
        },
        read: |rest| ask(rest, Request::Stop),
    },
    CommandWord {
        name: "score",
        also: &["result"],
        in_german: &["stand"],
        usage: "",
        help: ByLanguage {
            english: "the score of the match, and what the pieces on the board are worth",
            german: "der Stand des Wettkampfs, und was die Figuren auf dem Brett zählen",
        },
        read: |rest| nothing(rest, Instruction::Score),
    },
    CommandWord {
        name: "clock",
        also: &["time"],
        in_german: &["uhr", "zeit"],
        usage: "",
        help: ByLanguage { english: "how much time there is", german: "wie viel Zeit noch ist" },
        read: |rest| nothing(rest, Instruction::Clock),
    },
    CommandWord {
        name: "hint",
        also: &[],
        in_german: &["tipp"],
        usage: "",
        help: ByLanguage {
            english: "the best move, whatever the opponent's level, and why it is good",
            german: "der beste Zug, wie stark der Gegner auch spielt, und warum er gut ist",
        },
        read: |rest| nothing(rest, Instruction::Hint),
    },
    CommandWord {
        name: "analyse",
        also: &["analyze", "analysis"],
        in_german: &["analysiere", "analysieren"],
        usage: "[off]",
        help: ByLanguage {
            english: "find the mistakes of the whole game, with better moves; stop ends it; saved with the game as PGN, \
                      unless off forgets it",
            german: "die Fehler der ganzen Partie finden, mit besseren Zügen; stop beendet das; wird mit der Partie als \
                     PGN gespeichert, außer off vergisst es",
        },
        read: analyse,
    },
    CommandWord {
        name: "list",
        also: &["history", "game"],
        in_german: &["liste"],
        usage: "",
        help: ByLanguage { english: "the moves of the game", german: "die Züge der Partie" },
        read: |rest| nothing(rest, Instruction::List),
    },
    CommandWord {
        name: "fen",
        also: &["position"],
        in_german: &[],
        usage: "",
        help: ByLanguage { english: "the position as FEN", german: "die Stellung als FEN" },
        read: |rest| nothing(rest, Instruction::Fen),
    },
    CommandWord {
        name: "pgn",
        also: &[],
        in_german: &[],
        usage: "",
        help: ByLanguage { english: "the game as PGN", german: "die Partie als PGN" },
        read: |rest| nothing(rest, Instruction::Pgn),
    },
    CommandWord {
        name: "level",
        also: &[],
        in_german: &["stufe"],
        usage: "[1-9|RATING]",
        help: ByLanguage { english: "how well the computer plays", german: "wie gut der Computer spielt" },
        read: level,
    },
    CommandWord {
        name: "book",
        also: &[],
        in_german: &["buch"],
        usage: "[on|off|standard|FILE]",
        help: ByLanguage {
            english: "whether the computer plays openings by a book: the standard one, or a Polyglot file",
            german: "ob der Computer Eröffnungen nach einem Buch spielt: dem eingebauten, oder einer Polyglot-Datei",
        },
        read: book,
    },
    CommandWord {
        name: "opening",
        also: &[],
        in_german: &["eröffnung", "eroeffnung"],
        usage: "[NAME|CODE]",
        help: ByLanguage {
            english: "which opening this is, or a new game that begins with one: opening Ruy Lopez",
            german: "welche Eröffnung das ist, oder eine neue Partie, die mit einer beginnt: opening Ruy Lopez",
        },
        read: |rest| Some(Instruction::Opening(needed(rest))),
    },
    CommandWord {
        name: "go",
        also: &[],
        in_german: &[],
        usage: "",
        help: ByLanguage {
            english: "let the computer play the side to move",
            german: "den Computer die Seite spielen lassen, die am Zug ist",
        },
        read: |rest| ask(rest, Request::Go),
    },
    CommandWord {
        name: "white",
        also: &[],
        in_german: &["weiß", "weiss"],
        usage: "",
        help: ByLanguage {
            english: "let the computer play White, and you Black",
            german: "den Computer Weiß spielen lassen, und dich Schwarz",
        },
        read: |rest| ask(rest, Request::Computer(Color::White)),
    },
    CommandWord {
        name: "black",
        also: &[],
        in_german: &["schwarz"],
        usage: "",
        help: ByLanguage {
            english: "let the computer play Black, and you White",
            german: "den Computer Schwarz spielen lassen, und dich Weiß",
        },
        read: |rest| ask(rest, Request::Computer(Color::Black)),
    },
    CommandWord {
        name: "force",
        also: &["manual"],
        in_german: &[],
        usage: "",
        help: ByLanguage {
            english: "let the computer play nobody",
            german: "den Computer niemanden spielen lassen",
        },
        read: |rest| ask(rest, Request::Force),
    },
    CommandWord {
        name: "name",
        also: &[],
        in_german: &[],
        usage: "[white|black] NAME",
        help: ByLanguage {
            english: "what a player is called in the score and in files",
            german: "wie ein Spieler im Stand und in Dateien heißt",
        },
        read: name,
    },
    CommandWord {
        name: "title",
        also: &[],
        in_german: &["titel"],
        usage: "[NAME]",
        help: ByLanguage {
            english: "what this game is called among those that wait; without a name nothing any more",
            german: "wie diese Partie unter denen heißt, die warten; ohne Namen gar nicht mehr",
        },
        read: |rest| Some(Instruction::Ask(Request::Title { record: None, title: rest.to_owned() })),
    },
    CommandWord {
        name: "continue",
        also: &["resume"],
        in_german: &["fortsetzen"],
        usage: "[NUMBER|NAME]",
        help: ByLanguage {
            english: "go on with a game that was left: the last one, or one by its word, name or number in tabiya play --list; this game is number 1",
            german: "eine verlassene Partie fortsetzen: die letzte, oder eine nach Wort, Namen oder Nummer in tabiya play --list; diese Partie hat die 1",
        },
        read: waiting_choice,
    },
    CommandWord {
        name: "help",
        also: &["?"],
        in_german: &["hilfe"],
        usage: "[COMMAND]",
        help: ByLanguage { english: "this list, or one command", german: "diese Liste, oder ein Befehl" },
        read: |rest| Some(Instruction::Help(needed(rest))),
    },
    CommandWord {
        name: "quit",
        also: &["exit", "bye"],
        in_german: &["ende"],
        usage: "",
        help: ByLanguage {
            english: "leave; a game that has not ended is kept",
            german: "das Brett verlassen; eine Partie, die nicht zu Ende ist, bleibt erhalten",
        },
        read: |rest| nothing(rest, Instruction::Quit),
    },
];

fn waiting_choice(rest: &str) -> Option<Instruction> {
    let choice = if rest.is_empty() { Some(WaitingChoice::Last) } else { rest.parse().ok() };
    choice
        .filter(|choice| *choice != WaitingChoice::Number(0))
        .map(|choice| Instruction::Ask(Request::Continue(choice)))
}

fn nothing(rest: &str, instruction: Instruction) -> Option<Instruction> {
    rest.is_empty().then_some(instruction)
}

fn ask(rest: &str, request: Request) -> Option<Instruction> {
    nothing(rest, Instruction::Ask(request))
}

fn needed(rest: &str) -> Option<String> {
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn optional<T>(
    rest: &str,
    parse: impl Fn(&str) -> Option<T>,
    make: impl Fn(Option<T>) -> Instruction,
) -> Option<Instruction> {
    if rest.is_empty() { Some(make(None)) } else { parse(rest).map(|value| make(Some(value))) }
}

/// A number from 1, which is meant where there is none.
fn count(rest: &str) -> Option<u32> {
    if rest.is_empty() {
        return Some(1);
    }
    let is_number = rest.len() <= 6 && rest.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { rest.parse().ok().filter(|&count| count > 0) } else { None }
}

/// A side, in either language.
pub fn color(text: &str) -> Option<Color> {
    match text.to_lowercase().as_str() {
        "white" | "weiß" | "weiss" => Some(Color::White),
        "black" | "schwarz" => Some(Color::Black),
        _ => None,
    }
}

fn board(rest: &str) -> Option<Instruction> {
    Some(match rest.to_ascii_lowercase().as_str() {
        "" => Instruction::Board,
        "words" => Instruction::BoardStyle(Style::Words),
        "letters" => Instruction::BoardStyle(Style::Letters),
        "unicode" => Instruction::BoardStyle(Style::Unicode),
        "always" => Instruction::BoardAlways(true),
        "never" => Instruction::BoardAlways(false),
        _ => return None,
    })
}

fn threats(rest: &str) -> Option<Instruction> {
    if rest.is_empty() {
        return Some(Instruction::Threats(ThreatsQuery::Both));
    }
    let side = color(rest).map(ThreatsQuery::Of);
    side.or_else(|| rest.parse().ok().map(ThreatsQuery::To)).map(Instruction::Threats)
}

fn level(rest: &str) -> Option<Instruction> {
    if rest.is_empty() {
        return Some(Instruction::Level);
    }
    rest.parse().ok().map(|level| Instruction::Ask(Request::Level(level)))
}

fn book(rest: &str) -> Option<Instruction> {
    let wish = match rest.to_ascii_lowercase().as_str() {
        "" => return Some(Instruction::Book),
        "on" => BookWish::On,
        "off" => BookWish::Off,
        "standard" => BookWish::BuiltIn,
        _ => BookWish::File(path(rest)?),
    };
    Some(Instruction::Ask(Request::Book(wish)))
}

fn analyse(rest: &str) -> Option<Instruction> {
    match rest {
        "" => Some(Instruction::Analyse(AnalysisWish::Begin)),
        "off" => Some(Instruction::Analyse(AnalysisWish::Forget)),
        _ => None,
    }
}

fn save(rest: &str) -> Option<Instruction> {
    let (mut file, mut replace, mut on_loss) = (rest, Replace::Own, OnLoss::Refuse);
    let mut is_named = false;
    while !is_named {
        let (word, rest) = file.split_once(char::is_whitespace).unwrap_or((file, ""));
        match word {
            "over" if replace == Replace::Own => replace = Replace::Any,
            "anyway" if on_loss == OnLoss::Refuse => on_loss = OnLoss::LeaveOut,
            // Behind it stands a name, whatever it is.
            "as" => is_named = true,
            _ => break,
        }
        file = rest.trim();
    }
    if file.is_empty() && !is_named {
        return Some(Instruction::Ask(Request::SaveAgain { replace, on_loss }));
    }
    let path = path(file)?;
    Some(Instruction::Ask(Request::Save { path, replace, on_loss }))
}

/// A file, and behind ` #` which of the games in it.
fn open(rest: &str) -> Option<Instruction> {
    let (file, number) = match rest.rsplit_once(" #") {
        // A name with an ending, such as `club #1.pgn`.
        Some((_, number)) if number.contains('.') => (rest, None),
        Some((file, number)) => (file.trim(), Some(count(number).filter(|_| !number.is_empty())? as usize)),
        None => (rest, None),
    };
    Some(Instruction::Ask(Request::Open { path: path(file)?, number, sides: Sides::File }))
}

/// A path, with the user's folder for a tilde.
pub fn path(text: &str) -> Option<PathBuf> {
    let path = PathBuf::from(text);
    (!text.is_empty()).then(|| tabiya_system::with_home(path.clone()).unwrap_or(path))
}

fn name(rest: &str) -> Option<Instruction> {
    let sided = rest.split_once(char::is_whitespace).and_then(|(side, name)| Some((color(side)?, name)));
    let (color, name) = match sided {
        Some((color, name)) => (Some(color), name.trim().to_owned()),
        None => (None, needed(rest)?),
    };
    Some(Instruction::Ask(Request::Name { color, name }))
}

#[cfg(test)]
mod tests {
    use tabiya_notation::MoveText;

    use super::*;

    #[test]
    fn no_word_means_two_things() {
        let names: Vec<&str> = WORDS.iter().flat_map(|word| word.names(Language::German)).collect();
        for (number, name) in names.iter().enumerate() {
            assert!(!names[..number].contains(name), "{name}");
            assert!(name.parse::<MoveText>().is_err(), "{name} is a move");
        }
    }
}
