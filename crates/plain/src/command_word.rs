//! The words that the plain board knows.

use std::path::PathBuf;

use tabiya_game::Answer;
use tabiya_rules::Color;
use tabiya_table::{BookWish, OnLoss, Replace, Request, Sides, Walk};

use crate::instruction::{Instruction, ThreatsQuery};
use crate::picture::Style;

/// A command.
pub struct CommandWord {
    pub name: &'static str,
    /// What else it is called, here or in GNU Chess.
    pub also: &'static [&'static str],
    /// What follows the name.
    pub usage: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What is asked with what follows the name; `None` where that makes no sense.
    pub read: fn(&str) -> Option<Instruction>,
}

impl CommandWord {
    /// The command of a name, in capitals or small letters.
    pub fn find(name: &str) -> Option<&'static CommandWord> {
        let is_called = |word: &&CommandWord| word.names().any(|known| known.eq_ignore_ascii_case(name));
        WORDS.iter().find(is_called)
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().copied())
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
        usage: "[words|letters|unicode|always|never]",
        help: "show the board; told in words or drawn; after every move or never by itself",
        read: board,
    },
    CommandWord {
        name: "moves",
        also: &[],
        usage: "[SQUARE]",
        help: "the legal moves, all of them or those of one piece",
        read: |rest| optional(rest, |text| text.parse().ok(), Instruction::Moves),
    },
    CommandWord {
        name: "why",
        also: &[],
        usage: "MOVE",
        help: "what a move would do, or why it is not legal",
        read: |rest| needed(rest).map(Instruction::Why),
    },
    CommandWord {
        name: "threats",
        also: &["attacks"],
        usage: "[white|black|SQUARE]",
        help: "what attacks what: all captures in sight, one side's map, or one square",
        read: threats,
    },
    CommandWord {
        name: "undo",
        also: &["takeback", "back"],
        usage: "[NUMBER]",
        help: "take back your last move, with the computer's answer",
        read: |rest| count(rest).map(|moves| Instruction::Ask(Request::Undo(moves))),
    },
    CommandWord {
        name: "redo",
        also: &[],
        usage: "[NUMBER]",
        help: "make moves again that were taken back",
        read: |rest| count(rest).map(|moves| Instruction::Ask(Request::Redo(moves))),
    },
    CommandWord {
        name: "remove",
        also: &[],
        usage: "",
        help: "take back the last two single moves",
        read: |rest| ask(rest, Request::Remove),
    },
    CommandWord {
        name: "first",
        also: &[],
        usage: "",
        help: "go back to the start of the game; the computer waits",
        read: |rest| ask(rest, Request::Walk(Walk::First)),
    },
    CommandWord {
        name: "previous",
        also: &[],
        usage: "",
        help: "go one single move back; the computer waits",
        read: |rest| ask(rest, Request::Walk(Walk::Previous)),
    },
    CommandWord {
        name: "next",
        also: &[],
        usage: "",
        help: "go one single move on again",
        read: |rest| ask(rest, Request::Walk(Walk::Next)),
    },
    CommandWord {
        name: "last",
        also: &[],
        usage: "",
        help: "go to the end of the line that was played",
        read: |rest| ask(rest, Request::Walk(Walk::Last)),
    },
    CommandWord {
        name: "save",
        also: &["pgnsave", "epdsave"],
        usage: "[[over] [anyway] FILE]",
        help: "save the game: .pgn, .xml, .fen or .epd by the ending; over replaces a file, anyway leaves out what \
               the form cannot hold; without a name again where it was opened or saved",
        read: save,
    },
    CommandWord {
        name: "open",
        also: &["pgnload", "epdload", "load"],
        usage: "FILE [#NUMBER]",
        help: "go on from a game or position in a file",
        read: open,
    },
    CommandWord {
        name: "new",
        also: &[],
        usage: "[white|black]",
        help: "begin another game: after a finished one with colours exchanged, or as you say",
        read: |rest| optional(rest, color, |color| Instruction::Ask(Request::New(color))),
    },
    CommandWord {
        name: "setup",
        also: &["setboard"],
        usage: "[FEN]",
        help: "begin from a position: as FEN, or put up piece by piece",
        read: |rest| Some(Instruction::Setup(needed(rest))),
    },
    CommandWord {
        name: "rules",
        also: &["variant"],
        usage: "[NAME|FILE]",
        help: "which rules these are, or a new game under others",
        read: |rest| Some(Instruction::Rules(needed(rest))),
    },
    CommandWord {
        name: "flip",
        also: &[],
        usage: "",
        help: "turn the board around",
        read: |rest| nothing(rest, Instruction::Flip),
    },
    CommandWord {
        name: "resign",
        also: &[],
        usage: "[white|black]",
        help: "give up the game",
        read: |rest| optional(rest, color, |color| Instruction::Ask(Request::Resign(color))),
    },
    CommandWord {
        name: "draw",
        also: &[],
        usage: "",
        help: "claim a draw where the rules allow it, else offer one",
        read: |rest| ask(rest, Request::Draw),
    },
    CommandWord {
        name: "accept",
        also: &["yes"],
        usage: "",
        help: "accept the draw that is offered",
        read: |rest| ask(rest, Request::AnswerDraw(Answer::Accept)),
    },
    CommandWord {
        name: "decline",
        also: &["no"],
        usage: "",
        help: "decline it",
        read: |rest| ask(rest, Request::AnswerDraw(Answer::Decline)),
    },
    CommandWord {
        name: "pass",
        also: &[],
        usage: "",
        help: "give up your turn, where the rules make a side that cannot move pass",
        read: |rest| ask(rest, Request::Pass),
    },
    CommandWord {
        name: "stop",
        also: &[],
        usage: "",
        help: "end the game now and count the pieces",
        read: |rest| ask(rest, Request::Stop),
    },
    CommandWord {
        name: "score",
        also: &["result"],
        usage: "",
        help: "the score of the match, and what the pieces on the board are worth",
        read: |rest| nothing(rest, Instruction::Score),
    },
    CommandWord {
        name: "clock",
        also: &["time"],
        usage: "",
        help: "how much time there is",
        read: |rest| nothing(rest, Instruction::Clock),
    },
    CommandWord {
        name: "hint",
        also: &[],
        usage: "",
        help: "a move that the computer would make",
        read: |rest| nothing(rest, Instruction::Hint),
    },
    CommandWord {
        name: "list",
        also: &["history", "game"],
        usage: "",
        help: "the moves of the game",
        read: |rest| nothing(rest, Instruction::List),
    },
    CommandWord {
        name: "fen",
        also: &["position"],
        usage: "",
        help: "the position as FEN",
        read: |rest| nothing(rest, Instruction::Fen),
    },
    CommandWord {
        name: "pgn",
        also: &[],
        usage: "",
        help: "the game as PGN",
        read: |rest| nothing(rest, Instruction::Pgn),
    },
    CommandWord {
        name: "level",
        also: &[],
        usage: "[1-9]",
        help: "how well the computer plays",
        read: level,
    },
    CommandWord {
        name: "book",
        also: &[],
        usage: "[on|off|standard|FILE]",
        help: "whether the computer plays openings by a book: the standard one, or a Polyglot file",
        read: book,
    },
    CommandWord {
        name: "opening",
        also: &[],
        usage: "[NAME|CODE]",
        help: "which opening this is, or a new game that begins with one: opening Ruy Lopez",
        read: |rest| Some(Instruction::Opening(needed(rest))),
    },
    CommandWord {
        name: "go",
        also: &[],
        usage: "",
        help: "let the computer play the side to move",
        read: |rest| ask(rest, Request::Go),
    },
    CommandWord {
        name: "white",
        also: &[],
        usage: "",
        help: "let the computer play White, and you Black",
        read: |rest| ask(rest, Request::Computer(Color::White)),
    },
    CommandWord {
        name: "black",
        also: &[],
        usage: "",
        help: "let the computer play Black, and you White",
        read: |rest| ask(rest, Request::Computer(Color::Black)),
    },
    CommandWord {
        name: "force",
        also: &["manual"],
        usage: "",
        help: "let the computer play nobody",
        read: |rest| ask(rest, Request::Force),
    },
    CommandWord {
        name: "name",
        also: &[],
        usage: "[white|black] NAME",
        help: "what a player is called in the score and in files",
        read: name,
    },
    CommandWord {
        name: "continue",
        also: &["resume"],
        usage: "[NUMBER]",
        help: "go on with a game that was left: the last one, or one before it",
        read: |rest| count(rest).map(|number| Instruction::Ask(Request::Continue(number as usize))),
    },
    CommandWord {
        name: "help",
        also: &["?"],
        usage: "[COMMAND]",
        help: "this list, or one command",
        read: |rest| Some(Instruction::Help(needed(rest))),
    },
    CommandWord {
        name: "quit",
        also: &["exit", "bye"],
        usage: "",
        help: "leave; a game that has not ended is kept",
        read: |rest| nothing(rest, Instruction::Quit),
    },
];

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

fn color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.to_string().eq_ignore_ascii_case(text))
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

fn save(rest: &str) -> Option<Instruction> {
    if rest.is_empty() {
        return Some(Instruction::Ask(Request::SaveAgain));
    }
    let (mut file, mut replace, mut on_loss) = (rest, Replace::Own, OnLoss::Refuse);
    while let Some((word, rest)) = file.split_once(char::is_whitespace) {
        match word {
            "over" if replace == Replace::Own => replace = Replace::Any,
            "anyway" if on_loss == OnLoss::Refuse => on_loss = OnLoss::LeaveOut,
            _ => break,
        }
        file = rest.trim();
    }
    let path = path(file)?;
    Some(Instruction::Ask(Request::Save { path, replace, on_loss }))
}

/// A file, and behind ` #` which of the games in it.
fn open(rest: &str) -> Option<Instruction> {
    let (file, number) = match rest.rsplit_once(" #") {
        // A name with an ending, such as `club #1.pgn`.
        Some((_, number)) if number.contains('.') => (rest, 1),
        Some((file, number)) => (file.trim(), count(number).filter(|_| !number.is_empty())? as usize),
        None => (rest, 1),
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
        let names: Vec<&str> = WORDS.iter().flat_map(CommandWord::names).collect();
        for (number, name) in names.iter().enumerate() {
            assert!(!names[..number].contains(name), "{name}");
            assert!(name.parse::<MoveText>().is_err(), "{name} is a move");
        }
    }
}
