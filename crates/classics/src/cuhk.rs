//! "Project: Chess" of the Chinese University of Hong Kong: three modes, scores and a stop code.

use tabiya_rules::{self as rules, ByColor, Square};

use crate::MachineSeats::{Both, One};
use crate::Part::{Board, From, Round, Text, To, Turn, Winner};
use crate::cases::CUHK_CASES;
use crate::{
    Afterwards, AtEnd, BoardFrame, Cell, Classic, ClassicPlayer, Dialect, DocumentReading, EndParts,
    FirstGame, Grammar, MachineGame, MachinePlay, MachineScript, MachineSeats, Machines, OpenTexts, Parts,
    PersonPlay, PieceStyle, Reasons, RefusalParts, Rows, SessionConduct, Skill, Voice,
};

/// The three-mode game.
pub(crate) const CUHK: Classic = Classic {
    name: "cuhk",
    document: "cuhk",
    reading: DocumentReading::Verified,
    title: "CUHK's three-mode game",
    summary: "three modes: two people, one, or none; the pieces are counted",
    example: "d7 d5",
    hint: "White is below, in small letters, and rows are numbered from the top: d7 d5 moves White's \
           queen's pawn. Z0 Z0 stops the game and counts the pieces; Ctrl-D ends it.",
    rules: &rules::CUHK,
    conduct: SessionConduct {
        opening: FirstGame::Mode { question: "Choose game mode (1, 2, 3): ", modes: &MODES },
        machines: Machines::Unasked,
        afterwards: Afterwards::Leave,
        reasons: Reasons::ForPeople,
    },
    grammar: Grammar::Cells { stop: Cell { letter: b'Z', number: 0 } },
    voice: Voice {
        frame: FRAME,
        turn: &[Text("Round "), Round, Text(":\n"), Board],
        prompt: &[Turn, Text("'s turn: ")],
        machine_moved: &[From, Text(" "), To, Text("\n")],
        passed: &[Text("\n")],
        refused: RefusalParts::always(INVALID),
        unclear: INVALID,
        ended: EndParts {
            won: &[Winner, Text(" wins!\n")],
            drawn: &[Text("Draw game!\n")],
            ..EndParts::always(&[])
        },
        ..Voice::SILENT
    },
    cases: CUHK_CASES,
    dialect: DIALECT,
    departures: &[],
};

const MACHINE: ClassicPlayer = ClassicPlayer::Machine(Skill::PieceByChance);

const MODES: [ByColor<ClassicPlayer>; 3] = [
    ByColor { white: ClassicPlayer::Person, black: ClassicPlayer::Person },
    ByColor { white: ClassicPlayer::Person, black: MACHINE },
    ByColor { white: MACHINE, black: MACHINE },
];

const INVALID: Parts = &[Text("invalid input!\n")];

const FRAME: BoardFrame = BoardFrame {
    rows: Rows::FromBlack,
    top: "    A   B   C   D   E   F   G   H  \n  ---------------------------------\n",
    before: " | ",
    between: " | ",
    after: " | \n  ---------------------------------\n",
    bottom: "",
    men: PieceStyle::BlackCapital,
    light: " ",
    dark: " ",
};

const MACHINES: &[MachineScript] = &[
    machines(One, "mode-2", "2\ne2 e4\n", "a7 a5\nh7 h6\nb7 b6\nc7 c5\ng7 g6\nd7 d6\n", 1, "Z0 Z0\n"),
    machines(One, "mode-2-stopped", "2\n", "", 0, "z0 z0\nZ0 Z0\n"),
    against_person("mode-2-king-taken", PersonPlay::TakesKing),
    against_person("mode-2-king-lost", PersonPlay::OffersKing),
    against_person("mode-2-long", PersonPlay::PlaysLong),
    machines(Both, "mode-3", "3\n", "", 0, ""),
    // One game in thirty takes more than three hundred moves.
    MachineScript {
        game: MachineGame { games: 60, ..MachineGame::once(Both, MachinePlay::PieceByChance) },
        ..machines(Both, "mode-3-again", "3\n", "", 0, "")
    },
    machines(Both, "mode-other", "7\n", "", 0, ""),
    machines(Both, "mode-asked-again", "x\n-\n", "", 0, "0\n"),
    // Black's king is walled in by pawns that cannot go on: no game from the start leads there by chance.
    MachineScript {
        fen: Some("8/8/8/8/8/8/P5pp/K5pk w - - 0 1"),
        ..machines(One, "mode-2-no-move", "2\n", "a7 a6\na1 a6\na6 a5\n", 1, "Z0 Z0\n")
    },
];

const fn machines(
    seats: MachineSeats,
    name: &'static str,
    opening: &'static str,
    turn: &'static str,
    turns: usize,
    closing: &'static str,
) -> MachineScript {
    let game = MachineGame::once(seats, MachinePlay::PieceByChance);
    MachineScript { name, fen: None, opening, turn, turns, closing, game }
}

/// A game against a person who answers the machine's moves.
const fn against_person(name: &'static str, person: PersonPlay) -> MachineScript {
    let game = MachineGame { person, ..MachineGame::once(One, MachinePlay::PieceByChance) };
    MachineScript { game, ..machines(One, name, "2\n", "", 0, "") }
}

const DIALECT: Dialect = Dialect {
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
        // Two at White's turn, then two at Black's, where `g1 h3` is a move.
        "hello", "e2 xx", "g10 h3", "a9 a8", "h10 h5", "i7 i6", "z0 z0", "Z1 Z1", "Z0 A1", "e0 e1", "7e 5e",
        "a-1 a2",
    ],
    questions: &[],
    new_game: None,
    giving_up: Some("Z0 Z0"),
    setups: &[],
    machines: MACHINES,
    undo_sessions: &[],
    sample: None,
    after_refusal: "What is refused prints `invalid input!` and the prompt again.",
    after_end: "Then the program tells the result, without a board, and exits.",
    open: OpenTexts::NONE,
    at_end: AtEnd::Anything,
    misprints: &[],
};
