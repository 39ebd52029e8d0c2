//! "MSc C++ Programming – Assessed Exercise No. 3" of Imperial College London: a game told in sentences.

use tabiya_rules as rules;

use crate::Part::{From, Loser, Man, Mover, Taken, Text, To, Turn};
use crate::cases::IMPERIAL_CASES;
use crate::{
    Afterwards, Classic, Ended, Grammar, Machines, Opening, Pair, Parts, Reasons, Refused, SessionConduct,
    Verb, Voice,
};

/// The narrator.
pub(crate) const IMPERIAL: Classic = Classic {
    name: "imperial",
    title: "Imperial's narrator",
    summary: "every move is told in a sentence",
    example: "E2 E4",
    hint: "Two people move in turn. A move is written E2 E4, `reset` starts again; Ctrl-D ends the game.",
    rules: &rules::IMPERIAL,
    conduct: SessionConduct {
        opening: Opening::AtOnce,
        machines: Machines::Unasked,
        afterwards: Afterwards::Keep,
        reasons: Reasons::ForPeople,
    },
    grammar: Grammar::Words { verbs: &[("reset", Verb::Reset)], pair: Pair::Move },
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
        refused: Refused {
            over: &[Text("The game is already over!\n")],
            empty: &[Text("There is no piece at position "), From, Text("!\n")],
            turn: &[Text("It is not "), Mover, Text("'s turn to move!\n")],
            cannot: &[Mover, Text("'s "), Man, Text(" cannot move to "), To, Text("!\n")],
        },
        ended: Ended {
            checkmate: &[Turn, Text(" is in checkmate\n")],
            stalemate: &[Turn, Text(" is in stalemate\n")],
            ..Ended::always(&[])
        },
        ..Voice::SILENT
    },
    cases: IMPERIAL_CASES,
};

const MOVED: Parts = &[Mover, Text("'s "), Man, Text(" moves from "), From, Text(" to "), To, Text("\n")];
