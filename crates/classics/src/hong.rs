//! "The Text based Chess Game": kings, rooks, bishops and pawns, in blocks.

use tabiya_rules as rules;

use crate::Part::{Board, InCheck, Text, TurnLetter, WinnerLetter};
use crate::cases::{HONG_CASES, HONG_WRITTEN_CASES};
use crate::hong_listing::DEPARTURES;
use crate::{
    Afterwards, AtEnd, BoardFrame, Classic, Dialect, DocumentReading, EndParts, FirstGame, Grammar, Machines,
    OpenTexts, Parts, PieceStyle, Reasons, RefusalParts, Rows, SessionConduct, Voice,
};

/// As its sections on implementation and verification have it. The program in its appendix departs from them.
pub(crate) const VERIFIED: Classic = Classic {
    name: "hong",
    document: "hong",
    reading: DocumentReading::Verified,
    title: "Hong's text game",
    summary: "kings, rooks, bishops and pawns; who takes the king wins",
    example: "E2,E3",
    hint: "Two people move in turn. A move is written E2,E3; Ctrl-D ends the game.",
    rules: &rules::HONG,
    conduct: SessionConduct {
        opening: FirstGame::AtOnce,
        machines: Machines::Unasked,
        afterwards: Afterwards::Leave,
        reasons: Reasons::ForPeople,
    },
    grammar: Grammar::Columns,
    voice: Voice {
        frame: FRAME,
        turn: POSITION,
        prompt: &[Text("\n==== BEGIN GAME INPUT ====\n")],
        heard: &[Text("====  END GAME INPUT  ====\n\n")],
        refused: RefusalParts::always(POSITION),
        unclear: POSITION,
        ended: EndParts::always(RESULT),
        ..Voice::SILENT
    },
    cases: HONG_CASES,
    dialect: DIALECT,
    departures: &DEPARTURES,
};

/// As its section on requirements has it.
pub(crate) const WRITTEN: Classic = Classic {
    name: "hong-written",
    reading: DocumentReading::Written,
    title: "Hong's text game as written",
    summary: "the same men, with check and mate; who cannot move loses",
    hint: "Two people move in turn. A move is written E2,E4; Ctrl-D ends the game.",
    rules: &rules::HONG_WRITTEN,
    voice: Voice {
        turn: &[
            BEGIN,
            Board,
            Text("In check: "),
            InCheck,
            Text("\nMove: "),
            TurnLetter,
            Text("\n====  END GAME OUTPUT  ====\n"),
        ],
        refused: RefusalParts::always(&[]),
        unclear: &[],
        ..VERIFIED.voice
    },
    cases: HONG_WRITTEN_CASES,
    dialect: Dialect {
        after_refusal: "After an invalid line no output block is printed: the next input block follows at once. (Sections 3 and 4 of \
                        the document have one: without --as-written.)",
        ..DIALECT
    },
    ..VERIFIED
};

const BEGIN: crate::Part = Text("==== BEGIN GAME OUTPUT ====\n");

const POSITION: Parts = &[
    BEGIN,
    Board,
    Text("In check: "),
    InCheck,
    Text("\nNext move: "),
    TurnLetter,
    Text("\n====  END GAME OUTPUT  ====\n"),
];

const RESULT: Parts = &[BEGIN, Text("Winner: "), WinnerLetter, Text("\n====  END GAME OUTPUT  ====\n")];

const FRAME: BoardFrame = BoardFrame {
    rows: Rows::FromWhite,
    top: "  -----------------------\n",
    before: "|",
    between: " ",
    after: "|\n",
    bottom: "  -----------------------\n  A  B  C  D  E  F  G  H\n",
    men: PieceStyle::ColorAndRole,
    light: "..",
    dark: "..",
};

const DIALECT: Dialect = Dialect {
    greeting: &[],
    spell: |from, to, _, rng| {
        let text = format!("{from},{to}");
        let tail = if rng.below(6) == 0 { "!" } else { "" };
        if rng.below(4) == 0 { text + tail } else { text.to_ascii_uppercase() + tail }
    },
    nonsense: &[
        "", "E2E3", "E2", "E2 E3", "E2-E3", " E2,E3", "I2,I3", "E0,E1", "E9,E8", "E2,E9", "E2,", ",E2,E3",
        "quit",
    ],
    questions: &[],
    new_game: None,
    giving_up: None,
    setups: &[],
    machines: &[],
    undo_sessions: &[],
    sample: None,
    after_refusal: "After an invalid line the output block is printed again, unchanged. (Section 1 of the document has none: \
                    --as-written.)",
    after_end: "Then the program prints the result block and exits.",
    open: OpenTexts::NONE,
    at_end: AtEnd::Anything,
    // Its requirements print the word so.
    misprints: &[("Winnner:", "Winner:")],
};
