//! A chess program of the University of Waterloo's course CS 246: commands, setup, levels, undo, threats, a score.

use tabiya_rules::{self as rules, Color};

use crate::Part::{Board, Points, Text, Threats, Turn, Winner};
use crate::cases::WATERLOO_CASES;
use crate::{
    Afterwards, AtEnd, BoardFrame, Classic, Dialect, DocumentReading, EndParts, FirstGame, Grammar,
    MachineGame, MachinePlay, MachineScript, MachineSeats, Machines, OpenTexts, Pair, Parts, PieceStyle,
    Punctuation, Reasons, RefusalParts, Rows, SessionConduct, Verb, Voice,
};

/// The command game.
pub(crate) const WATERLOO: Classic = Classic {
    name: "waterloo",
    document: "waterloo",
    reading: DocumentReading::Verified,
    title: "Waterloo's command game",
    summary: "full chess by commands, nine levels, a match score",
    example: "`move e2 e4`",
    hint: "`game human computer1` starts a game, `move e2 e4` moves, `move` alone lets the computer move, \
           `resign` gives up; Ctrl-D ends the match and tells the score.",
    rules: &rules::WATERLOO,
    conduct: SessionConduct {
        opening: FirstGame::OnCommand,
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
        punctuation: Punctuation::Kept,
    },
    voice: Voice {
        frame: FRAME,
        started: BOARD,
        moved: BOARD,
        took: BOARD,
        machine_moved: BOARD,
        // That the king would be in check is the one reason that the document promises to tell.
        refused: RefusalParts {
            into_check: &[Turn, Text(" would be in check.\n"), Board],
            ..RefusalParts::always(BOARD)
        },
        undone: BOARD,
        placed: BOARD,
        threats: &[Threats],
        check: &[Turn, Text(" is in check.\n")],
        ended: EndParts {
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
    dialect: DIALECT,
    departures: &[],
};

const BOARD: Parts = &[Board];

const FRAME: BoardFrame = BoardFrame {
    rows: Rows::FromWhite,
    top: "",
    before: " ",
    between: "",
    after: "\n",
    bottom: "\n  abcdefgh\n",
    men: PieceStyle::WhiteCapital,
    light: " ",
    dark: "_",
};

const MACHINES: &[MachineScript] = &[
    MachineScript {
        name: "computer-1",
        fen: None,
        opening: "game computer1 computer1\n",
        turn: "move\n",
        turns: 60,
        closing: "resign\n",
        game: MachineGame::once(MachineSeats::Both, MachinePlay::ByChance),
    },
    MachineScript {
        name: "computer-1-first-moves",
        fen: None,
        opening: "",
        turn: "game computer1 human\nmove\nresign\n",
        turns: 40,
        closing: "",
        game: MachineGame::once(MachineSeats::One, MachinePlay::ByChance),
    },
    planned(
        MachineSeats::One,
        "computer-2",
        "game computer2 human\nmove\nmove e7 e5\nmove\nresign\ngame human computer2\nmove e2 e4\n",
    ),
    planned(MachineSeats::Both, "computer-3", "game computer3 computer3\nmove\nmove\nmove\nmove\n"),
    planned(MachineSeats::Both, "computer-4", "game computer4 computer4\nmove\nmove\nmove\n"),
    planned(
        MachineSeats::Both,
        "computer-5-to-9",
        "game computer5 computer6\nmove\nmove\nresign\ngame computer7 computer8\nmove\nmove\n",
    ),
];

const fn planned(seats: MachineSeats, name: &'static str, opening: &'static str) -> MachineScript {
    MachineScript {
        name,
        fen: None,
        opening,
        turn: "move\n",
        turns: 1,
        closing: "resign\n",
        game: MachineGame::once(seats, MachinePlay::ByPlan),
    }
}

const UNDO_SESSIONS: &[&str] = &[
    // What comes too early or too late changes nothing.
    "undo\nplay\ngame human human\nundo\nmove e2 e4\nresign\nplay\nundo\nplay\nmove e2 e5\nmove e2 e4\nmove e7 e5\n\
     play\nmove e7 e5\nundo\nundo\nundo\nplay\nmove d2 d4\nplay\nresign\nundo\nplay\ngame human human\nplay\nmove a2 a3\n",
    // Castling, taking in passing, promotion and a capture are taken back whole.
    "setup\n+ K e1\n+ R a1\n+ R h1\n+ k e8\n+ r a8\n+ p d7\n+ P g7\n+ P c5\ndone\ngame human human\n\
     play\nmove e1 g1\nundo\nplay\nmove e1 c1\nundo\nplay\nmove g7 g8 Q\nundo\nplay\nmove g7 g8 N\nundo\n\
     play\nmove a1 a8\nundo\nplay\nmove h1 h2\nplay\nmove d7 d5\nplay\nmove c5 d6\nundo\nundo\nundo\n\
     play\nmove e1 g1\nplay\nresign\n",
    // After mate nothing is taken back, and another game starts.
    "game human human\nplay\nmove f2 f3\nplay\nmove e7 e5\nplay\nmove g2 g4\nundo\nplay\nmove g2 g4\n\
     play\nmove d8 h4\nundo\nplay\ngame human human\nundo\nplay\nmove e2 e4\nplay\nresign\n",
    // The right to castle comes back, and so does the right to take in passing.
    "game human human\nplay\nmove e2 e4\nplay\nmove a7 a6\nplay\nmove e4 e5\nplay\nmove d7 d5\nplay\nmove g1 f3\n\
     undo\nplay\nmove e5 d6\nundo\nplay\nmove g1 f3\nplay\nmove a6 a5\nplay\nmove f1 e2\nplay\nmove a5 a4\n\
     play\nmove e1 f1\nundo\nplay\nmove e1 g1\nplay\nresign\n",
];

const DIALECT: Dialect = Dialect {
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
        // Each bishop can take a rook that could castle.
        "r3k2r/p6p/8/8/3bB3/8/P6P/R3K2R w KQkq - 0 1",
        "r3k2r/p6p/8/8/3Bb3/8/P6P/R3K2R w KQkq - 0 1",
        "4k3/P2P1P1P/8/8/8/8/p2p1p1p/5K2 w - - 0 1",
        "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ],
    machines: MACHINES,
    undo_sessions: UNDO_SESSIONS,
    sample: None,
    after_refusal: "A refused move prints the board again; other commands that are refused print nothing.",
    after_end: "The result is told after the board, and another game may begin.",
    open: OpenTexts { refusals: true, answers: true, ..OpenTexts::NONE },
    at_end: AtEnd::LastWords,
    misprints: &[],
};
