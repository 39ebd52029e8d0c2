//! "MSc C++ Programming – Assessed Exercise No. 3" of Imperial College London: a game told in sentences.

use tabiya_rules as rules;

use crate::Part::{From, Loser, Man, Mover, Taken, Text, To, Turn};
use crate::cases::IMPERIAL_CASES;
use crate::{
    Afterwards, AtEnd, Classic, Dialect, DocumentReading, EndParts, FirstGame, Grammar, Machines, OpenTexts,
    Pair, Parts, Punctuation, Reasons, RefusalParts, SessionConduct, Verb, Voice,
};

/// The narrator.
pub(crate) const IMPERIAL: Classic = Classic {
    name: "imperial",
    document: "imperial",
    reading: DocumentReading::Verified,
    title: "Imperial's narrator",
    summary: "every move is told in a sentence",
    example: "E2 E4",
    hint: "Two people move in turn. A move is written E2 E4, `reset` starts again; Ctrl-D ends the game.",
    rules: &rules::IMPERIAL,
    conduct: SessionConduct {
        opening: FirstGame::AtOnce,
        machines: Machines::Unasked,
        afterwards: Afterwards::Keep,
        reasons: Reasons::ForPeople,
    },
    grammar: Grammar::Words {
        verbs: &[("reset", Verb::Reset)],
        pair: Pair::Move,
        punctuation: Punctuation::Tuple,
    },
    voice: Voice {
        started: &[Text("A new chess game is started!\n")],
        moved: MOVED,
        took: &[
            Mover,
            Text("'s "),
            Man,
            Text(" moves from "),
            From,
            Text(" to "),
            To,
            Text(" taking "),
            Loser,
            Text("'s "),
            Taken,
            Text("\n"),
        ],
        machine_moved: MOVED,
        check: &[Turn, Text(" is in check\n")],
        refused: RefusalParts {
            over: &[Text("The game is already over!\n")],
            empty: &[Text("There is no piece at position "), From, Text("!\n")],
            turn: &[Text("It is not "), Mover, Text("'s turn to move!\n")],
            cannot: CANNOT,
            into_check: CANNOT,
        },
        ended: EndParts {
            checkmate: &[Turn, Text(" is in checkmate\n")],
            stalemate: &[Turn, Text(" is in stalemate\n")],
            ..EndParts::always(&[])
        },
        ..Voice::SILENT
    },
    cases: IMPERIAL_CASES,
    dialect: DIALECT,
    departures: &[],
};

const MOVED: Parts = &[Mover, Text("'s "), Man, Text(" moves from "), From, Text(" to "), To, Text("\n")];

const CANNOT: Parts = &[Mover, Text("'s "), Man, Text(" cannot move to "), To, Text("!\n")];

const DIALECT: Dialect = Dialect {
    greeting: &[],
    spell: |from, to, _, rng| {
        let text = match rng.below(8) {
            0 => format!("({from}, {to})"),
            1 => format!("{from},{to}"),
            _ => format!("{from} {to}"),
        };
        if rng.below(4) == 0 { text } else { text.to_ascii_uppercase() }
    },
    nonsense: &[
        "",
        "Z1 E4",
        "E2 E9",
        "I1 A1",
        "E2",
        "E2 E3 E4",
        "hello",
        "E2E4",
        "22 33",
        "(E2, E3, E4)",
        "()",
    ],
    questions: &[],
    new_game: Some("reset"),
    giving_up: None,
    setups: &[],
    machines: &[],
    undo_sessions: &[],
    sample: Some(include_bytes!("../cases/imperial/sample.out")),
    after_refusal: "What is refused is told in one line: first whether the game is over, then the piece, the turn, the move.",
    after_end: "Only that line follows the move, and no move is taken until `reset`.",
    open: OpenTexts { nonsense: true, after_end: true, stalemate: true, ..OpenTexts::NONE },
    at_end: AtEnd::Anything,
    misprints: &[],
};
