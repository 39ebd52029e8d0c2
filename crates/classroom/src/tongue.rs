//! How the dialects are spoken to. A tongue knows words, not rules of what follows.

use tabiya_engine::Rng;
use tabiya_rules::{CUHK, HONG, HONG_WRITTEN, IMPERIAL, Role, Rules, Square, WATERLOO};

/// How moves and commands are given to a program.
pub struct Tongue {
    pub rules: &'static Rules,
    /// What comes first in all.
    pub greeting: &'static [&'static str],
    /// A move, on one line or more.
    pub spell: fn(Square, Square, Option<Role>, &mut Rng) -> String,
    /// What is no move, though some of it looks like one.
    pub nonsense: &'static [&'static str],
    /// What may be asked at any time of a game.
    pub questions: &'static [&'static str],
    /// What begins another game, where one program plays several.
    pub new_game: Option<&'static str>,
    /// What ends a game that has not ended by itself.
    pub giving_up: Option<&'static str>,
    /// Positions to set up with commands before a game.
    pub setups: &'static [&'static str],
    /// What follows a refusal, in a sentence.
    pub after_refusal: &'static str,
    /// What follows the end of a game, in a sentence.
    pub after_end: &'static str,
    /// What the document leaves open.
    pub open: Open,
    /// What becomes of the program at the end of its input.
    pub at_end: AtEnd,
}

/// What a document leaves open, so that every program may word it as it likes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// All refusals.
    pub refusals: bool,
    /// What is said of lines that name no two squares.
    pub nonsense: bool,
    /// What is said of moves after the end of a game.
    pub after_end: bool,
    /// The line that tells a stalemate, after the move.
    pub stalemate: bool,
    /// The answers to questions.
    pub answers: bool,
}

/// What becomes of a program at the end of its input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AtEnd {
    /// The document does not say.
    Anything,
    /// It says its last words and ends.
    LastWords,
}

const NOTHING_OPEN: Open =
    Open { refusals: false, nonsense: false, after_end: false, stalemate: false, answers: false };

/// How a classic is spoken to; `None` for one that has learned to speak since.
pub fn tongue(classic: &str) -> Option<&'static Tongue> {
    match classic {
        "hong" => Some(&HONGS),
        "hong-written" => Some(&HONGS_WRITTEN),
        "cuhk" => Some(&CUHKS),
        "waterloo" => Some(&WATERLOOS),
        "imperial" => Some(&IMPERIALS),
        _ => None,
    }
}

const HONGS: Tongue = Tongue {
    rules: &HONG,
    greeting: &[],
    spell: |from, to, _, rng| {
        let text = format!("{from},{to}");
        let tail = if rng.below(6) == 0 { "!" } else { "" };
        if rng.below(4) == 0 { text + tail } else { text.to_ascii_uppercase() + tail }
    },
    nonsense: &[
        "", "E2", "E2E4", "E2 E3", "E2-E3", " E2,E3", "I2,I3", "E0,E1", "E9,E8", "E2,E9", "E2,", ",E2,E3",
        "quit",
    ],
    questions: &[],
    new_game: None,
    giving_up: None,
    setups: &[],
    after_refusal: "After an invalid line the output block is printed again, unchanged.",
    after_end: "Then the program prints the result block and exits.",
    open: NOTHING_OPEN,
    at_end: AtEnd::Anything,
};

const HONGS_WRITTEN: Tongue = Tongue {
    rules: &HONG_WRITTEN,
    after_refusal: "After an invalid line no output block is printed: the next input block follows at once.",
    ..HONGS
};

const CUHKS: Tongue = Tongue {
    rules: &CUHK,
    greeting: &["1"],
    spell: |from, to, _, rng| {
        // Rows are counted from the top.
        let cell = |square: Square, blank: &str| {
            let row = 8 - square.rank() as usize;
            format!("{}{blank}{row}", square.file().letter())
        };
        let text = match rng.below(6) {
            0 => format!("{}{}", cell(from, ""), cell(to, "")),
            1 => format!("{}\n{}", cell(from, ""), cell(to, "")),
            2 => format!("  {}\t{}", cell(from, " "), cell(to, "")),
            _ => format!("{} {}", cell(from, ""), cell(to, "")),
        };
        if rng.below(3) == 0 { text.to_ascii_uppercase() } else { text }
    },
    nonsense: &[
        "hello", "e2 xx", "a9 a8", "h10 h5", "i7 i6", "z0 z0", "Z1 Z1", "Z0 A1", "e0 e1", "7e 5e", "a-1 a2",
    ],
    questions: &[],
    new_game: None,
    giving_up: Some("Z0 Z0"),
    setups: &[],
    after_refusal: "A refused move prints `invalid input!` and the prompt again.",
    after_end: "Then the program tells the result, without a board, and exits.",
    open: NOTHING_OPEN,
    at_end: AtEnd::Anything,
};

const WATERLOOS: Tongue = Tongue {
    rules: &WATERLOO,
    greeting: &[],
    spell: |from, to, promotion, rng| {
        let letter = promotion.map(|role| {
            let letter = role.letter();
            if rng.below(3) == 0 { letter } else { letter.to_ascii_uppercase() }
        });
        match letter {
            None => format!("move {from} {to}"),
            Some(letter) if rng.below(3) == 0 => format!("move {from} {to}\n{letter}"),
            Some(letter) => format!("move {from} {to} {letter}"),
        }
    },
    nonsense: &[
        "",
        "mvoe e2 e4",
        "move e2",
        "move e2 e9",
        "move E2 E4",
        "move e2 e4 Q",
        "setup",
        "game human human",
        "done",
        "+ K e1",
        "- e1",
        "= white",
        "undo now",
        "move",
        "e2 e4",
        "move e2e4",
        "game human",
        "threats",
    ],
    questions: &["threats-white", "threats-black"],
    new_game: Some("game human human"),
    giving_up: Some("resign"),
    setups: &[
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/pp4pp/8/8/8/8/PP4PP/R3K2R b KQkq - 0 1",
        "4k3/P2P1P1P/8/8/8/8/p2p1p1p/5K2 w - - 0 1",
        "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ],
    after_refusal: "A refused move prints the board again; other commands that are refused print nothing.",
    after_end: "The result is told after the board, and another game may begin.",
    open: Open { refusals: true, answers: true, ..NOTHING_OPEN },
    at_end: AtEnd::LastWords,
};

const IMPERIALS: Tongue = Tongue {
    rules: &IMPERIAL,
    greeting: &[],
    spell: |from, to, _, rng| {
        let text = format!("{from} {to}");
        if rng.below(4) == 0 { text } else { text.to_ascii_uppercase() }
    },
    nonsense: &["", "Z1 E4", "E2 E9", "I1 A1", "E2", "E2 E3 E4", "hello", "E2E4", "22 33"],
    questions: &[],
    new_game: Some("reset"),
    giving_up: None,
    setups: &[],
    after_refusal: "What is refused is told in one line: first whether the game is over, then the piece, the turn, the move.",
    after_end: "Only that line follows the move, and no move is taken until `reset`.",
    open: Open { nonsense: true, after_end: true, stalemate: true, ..NOTHING_OPEN },
    at_end: AtEnd::Anything,
};
