//! A chess program of the University of Waterloo's course CS 246: commands, setup, levels, undo, threats, a score.

use tabiya_rules::{self as rules, Color};

use crate::Part::{Board, Points, Text, Threats, Turn, Winner};
use crate::cases::WATERLOO_CASES;
use crate::{
    Afterwards, Classic, Ended, Frame, Grammar, Machines, Men, Opening, Pair, Parts, Reasons, Refused, Rows,
    SessionConduct, Verb, Voice,
};

/// The command game.
pub(crate) const WATERLOO: Classic = Classic {
    name: "waterloo",
    title: "Waterloo's command game",
    summary: "full chess by commands, nine levels, a match score",
    example: "`move e2 e4`",
    hint: "`game human computer1` starts a game, `move e2 e4` moves, `move` alone lets the computer move, \
           `resign` gives up; Ctrl-D ends the match and tells the score.",
    rules: &rules::WATERLOO,
    conduct: SessionConduct {
        opening: Opening::OnCommand,
        machines: Machines::OnCommand,
        afterwards: Afterwards::Clear,
        reasons: Reasons::Always,
    },
    grammar: Grammar::Words {
        verbs: &[
            ("game", Verb::Game),
            ("move", Verb::Move),
            ("resign", Verb::Resign),
            ("undo", Verb::Undo),
            ("play", Verb::Play),
            ("threats-white", Verb::Threats(Color::White)),
            ("threats-black", Verb::Threats(Color::Black)),
            ("setup", Verb::SetUp),
            ("+", Verb::Place),
            ("-", Verb::Remove),
            ("=", Verb::Turn),
            ("done", Verb::Done),
        ],
        pair: Pair::Nothing,
    },
    voice: Voice {
        frame: FRAME,
        started: BOARD,
        moved: BOARD,
        took: BOARD,
        machine_moved: BOARD,
        refused: Refused::always(BOARD),
        undone: BOARD,
        placed: BOARD,
        threats: &[Threats],
        check: &[Turn, Text(" is in check.\n")],
        ended: Ended {
            checkmate: &[Text("Checkmate! "), Winner, Text(" wins!\n")],
            stalemate: &[Text("Stalemate!\n")],
            won: &[Winner, Text(" wins!\n")],
            drawn: &[],
        },
        goodbye: &[
            Text("Final Score:\nWhite: "),
            Points(Color::White),
            Text("\nBlack: "),
            Points(Color::Black),
            Text("\n"),
        ],
        promotion: "Promote to (Q, R, B, N): ",
        ..Voice::SILENT
    },
    cases: WATERLOO_CASES,
};

const BOARD: Parts = &[Board];

const FRAME: Frame = Frame {
    rows: Rows::FromWhite,
    top: "",
    before: " ",
    between: "",
    after: "\n",
    bottom: "\n  abcdefgh\n",
    men: Men::WhiteCapital,
    light: " ",
    dark: "_",
};
