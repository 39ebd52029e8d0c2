//! The words that the plain board knows.

use tabiya_rules::Color;

use super::picture::Style;
use super::request::{Request, Threats, Walk};

/// A command.
pub struct Word {
    pub name: &'static str,
    /// What else it is called, here or in GNU Chess.
    pub also: &'static [&'static str],
    /// What follows the name.
    pub usage: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What is asked with what follows the name; `None` where that makes no sense.
    pub read: fn(&str) -> Option<Request>,
}

impl Word {
    /// The command of a name, in capitals or small letters.
    pub fn find(name: &str) -> Option<&'static Word> {
        let is_called = |word: &&Word| word.names().any(|known| known.eq_ignore_ascii_case(name));
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
pub const WORDS: &[Word] = &[
    Word {
        name: "board",
        also: &[],
        usage: "[words|letters|unicode|always|never]",
        help: "show the board; told in words or drawn; after every move or never by itself",
        read: board,
    },
    Word {
        name: "moves",
        also: &[],
        usage: "[SQUARE]",
        help: "the legal moves, all of them or those of one piece",
        read: |rest| optional(rest, |text| text.parse().ok(), Request::Moves),
    },
    Word {
        name: "why",
        also: &[],
        usage: "MOVE",
        help: "what a move would do, or why it is not legal",
        read: |rest| needed(rest).map(Request::Why),
    },
    Word {
        name: "threats",
        also: &["attacks"],
        usage: "[white|black|SQUARE]",
        help: "what attacks what: all captures in sight, one side's map, or one square",
        read: threats,
    },
    Word {
        name: "undo",
        also: &["takeback", "back"],
        usage: "[NUMBER]",
        help: "take back your last move, with the computer's answer",
        read: |rest| count(rest).map(Request::Undo),
    },
    Word {
        name: "redo",
        also: &[],
        usage: "[NUMBER]",
        help: "make moves again that were taken back",
        read: |rest| count(rest).map(Request::Redo),
    },
    Word {
        name: "remove",
        also: &[],
        usage: "",
        help: "take back the last two single moves",
        read: |rest| nothing(rest, Request::Remove),
    },
    Word {
        name: "first",
        also: &[],
        usage: "",
        help: "go back to the start of the game; the computer waits",
        read: |rest| nothing(rest, Request::Walk(Walk::First)),
    },
    Word {
        name: "previous",
        also: &[],
        usage: "",
        help: "go one single move back; the computer waits",
        read: |rest| nothing(rest, Request::Walk(Walk::Previous)),
    },
    Word {
        name: "next",
        also: &[],
        usage: "",
        help: "go one single move on again",
        read: |rest| nothing(rest, Request::Walk(Walk::Next)),
    },
    Word {
        name: "last",
        also: &[],
        usage: "",
        help: "go to the end of the line that was played",
        read: |rest| nothing(rest, Request::Walk(Walk::Last)),
    },
    Word {
        name: "save",
        also: &["pgnsave", "epdsave"],
        usage: "[over] FILE",
        help: "save the game: .pgn, .xml, .fen or .epd by the ending; over replaces a file",
        read: save,
    },
    Word {
        name: "open",
        also: &["pgnload", "epdload", "load"],
        usage: "FILE [#NUMBER]",
        help: "go on from a game or position in a file",
        read: open,
    },
    Word {
        name: "new",
        also: &[],
        usage: "[white|black]",
        help: "begin another game: after a finished one with colours exchanged, or as you say",
        read: |rest| optional(rest, color, Request::New),
    },
    Word {
        name: "setup",
        also: &["setboard"],
        usage: "[FEN]",
        help: "begin from a position: as FEN, or put up piece by piece",
        read: |rest| Some(Request::Setup(needed(rest))),
    },
    Word {
        name: "rules",
        also: &["variant"],
        usage: "[NAME|FILE]",
        help: "which rules these are, or a new game under others",
        read: |rest| Some(Request::Rules(needed(rest))),
    },
    Word {
        name: "flip",
        also: &[],
        usage: "",
        help: "turn the board around",
        read: |rest| nothing(rest, Request::Flip),
    },
    Word {
        name: "resign",
        also: &[],
        usage: "[white|black]",
        help: "give up the game",
        read: |rest| optional(rest, color, Request::Resign),
    },
    Word {
        name: "draw",
        also: &[],
        usage: "",
        help: "claim a draw where the rules allow it, else offer one",
        read: |rest| nothing(rest, Request::Draw),
    },
    Word {
        name: "accept",
        also: &["yes"],
        usage: "",
        help: "accept the draw that is offered",
        read: |rest| nothing(rest, Request::Accept),
    },
    Word {
        name: "decline",
        also: &["no"],
        usage: "",
        help: "decline it",
        read: |rest| nothing(rest, Request::Decline),
    },
    Word {
        name: "pass",
        also: &[],
        usage: "",
        help: "give up your turn, where the rules make a side that cannot move pass",
        read: |rest| nothing(rest, Request::Pass),
    },
    Word {
        name: "stop",
        also: &[],
        usage: "",
        help: "end the game now and count the pieces",
        read: |rest| nothing(rest, Request::Stop),
    },
    Word {
        name: "score",
        also: &["result"],
        usage: "",
        help: "the score of the match, and what the pieces on the board are worth",
        read: |rest| nothing(rest, Request::Score),
    },
    Word {
        name: "clock",
        also: &["time"],
        usage: "",
        help: "how much time there is",
        read: |rest| nothing(rest, Request::Clock),
    },
    Word {
        name: "hint",
        also: &[],
        usage: "",
        help: "a move that the computer would make",
        read: |rest| nothing(rest, Request::Hint),
    },
    Word {
        name: "list",
        also: &["history", "game"],
        usage: "",
        help: "the moves of the game",
        read: |rest| nothing(rest, Request::List),
    },
    Word {
        name: "fen",
        also: &["position"],
        usage: "",
        help: "the position as FEN",
        read: |rest| nothing(rest, Request::Fen),
    },
    Word {
        name: "pgn",
        also: &[],
        usage: "",
        help: "the game as PGN",
        read: |rest| nothing(rest, Request::Pgn),
    },
    Word {
        name: "level",
        also: &[],
        usage: "[1-9]",
        help: "how well the computer plays",
        read: |rest| optional(rest, |text| text.parse().ok(), Request::Level),
    },
    Word {
        name: "go",
        also: &[],
        usage: "",
        help: "let the computer play the side to move",
        read: |rest| nothing(rest, Request::Go),
    },
    Word {
        name: "white",
        also: &[],
        usage: "",
        help: "let the computer play White, and you Black",
        read: |rest| nothing(rest, Request::Computer(Color::White)),
    },
    Word {
        name: "black",
        also: &[],
        usage: "",
        help: "let the computer play Black, and you White",
        read: |rest| nothing(rest, Request::Computer(Color::Black)),
    },
    Word {
        name: "force",
        also: &["manual"],
        usage: "",
        help: "let the computer play nobody",
        read: |rest| nothing(rest, Request::Force),
    },
    Word {
        name: "name",
        also: &[],
        usage: "[white|black] NAME",
        help: "what a player is called in the score and in files",
        read: name,
    },
    Word {
        name: "continue",
        also: &["resume"],
        usage: "[NUMBER]",
        help: "go on with a game that was left: the last one, or one before it",
        read: |rest| count(rest).map(|number| Request::Continue(number as usize)),
    },
    Word {
        name: "help",
        also: &["?"],
        usage: "[COMMAND]",
        help: "this list, or one command",
        read: |rest| Some(Request::Help(needed(rest))),
    },
    Word {
        name: "quit",
        also: &["exit", "bye"],
        usage: "",
        help: "leave; a game that has not ended is kept",
        read: |rest| nothing(rest, Request::Quit),
    },
];

fn nothing(rest: &str, request: Request) -> Option<Request> {
    rest.is_empty().then_some(request)
}

fn needed(rest: &str) -> Option<String> {
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn optional<T>(
    rest: &str,
    parse: impl Fn(&str) -> Option<T>,
    make: impl Fn(Option<T>) -> Request,
) -> Option<Request> {
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

fn board(rest: &str) -> Option<Request> {
    Some(match rest.to_ascii_lowercase().as_str() {
        "" => Request::Board,
        "words" => Request::BoardStyle(Style::Words),
        "letters" => Request::BoardStyle(Style::Letters),
        "unicode" => Request::BoardStyle(Style::Unicode),
        "always" => Request::BoardAlways(true),
        "never" => Request::BoardAlways(false),
        _ => return None,
    })
}

fn threats(rest: &str) -> Option<Request> {
    if rest.is_empty() {
        return Some(Request::Threats(Threats::Both));
    }
    let side = color(rest).map(Threats::Of);
    side.or_else(|| rest.parse().ok().map(Threats::To)).map(Request::Threats)
}

fn save(rest: &str) -> Option<Request> {
    match rest.split_once(char::is_whitespace) {
        Some(("over", file)) => Some(Request::Save { file: file.trim().to_owned(), replace: true }),
        _ => needed(rest).map(|file| Request::Save { file, replace: false }),
    }
}

/// A file, and behind ` #` which of the games in it.
fn open(rest: &str) -> Option<Request> {
    let whole = || needed(rest).map(|file| Request::Open { file, number: 1 });
    let Some((file, number)) = rest.rsplit_once(" #") else { return whole() };
    match count(number).filter(|_| !number.is_empty()) {
        Some(number) => Some(Request::Open { file: file.trim().to_owned(), number: number as usize }),
        None => whole(),
    }
}

fn name(rest: &str) -> Option<Request> {
    let sided = rest.split_once(char::is_whitespace).and_then(|(side, name)| Some((color(side)?, name)));
    match sided {
        Some((color, name)) => Some(Request::Name { color: Some(color), name: name.trim().to_owned() }),
        None => needed(rest).map(|name| Request::Name { color: None, name }),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_notation::MoveText;

    use super::*;

    #[test]
    fn no_word_means_two_things() {
        let names: Vec<&str> = WORDS.iter().flat_map(Word::names).collect();
        for (number, name) in names.iter().enumerate() {
            assert!(!names[..number].contains(name), "{name}");
            assert!(name.parse::<MoveText>().is_err(), "{name} is a move");
        }
    }
}
