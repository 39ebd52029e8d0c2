/// A session to the byte: what goes in and what comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The case's name.
    pub name: &'static str,
    /// The start position, where it is not the usual one.
    pub fen: Option<&'static str>,
    /// Standard input.
    pub input: &'static [u8],
    /// Standard output.
    pub output: &'static [u8],
    /// Whether and why it is worth watching line by line.
    pub showing: Option<CaseShowing>,
}

/// That a session is worth watching line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseShowing {
    /// Why.
    pub reason: ShowingReason,
    /// What is seen in it, in a few words that begin small.
    pub title: &'static str,
}

/// Why a session is worth watching; the best reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShowingReason {
    /// The document itself has it, or we have nothing nearer to it.
    Document,
    /// A game is played to its end in it.
    WholeGame,
}

impl Case {
    /// What is typed, line by line.
    pub fn lines(&self) -> impl Iterator<Item = &'static [u8]> + use<> {
        let lines = self.input.split_inclusive(|&byte| byte == b'\n');
        lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line))
    }

    const fn of_document(self, title: &'static str) -> Case {
        Case { showing: Some(CaseShowing { reason: ShowingReason::Document, title }), ..self }
    }

    const fn whole_game(self, title: &'static str) -> Case {
        Case { showing: Some(CaseShowing { reason: ShowingReason::WholeGame, title }), ..self }
    }
}

macro_rules! case {
    ($classic:literal, $name:literal) => {
        Case { fen: None, ..case!(@files $classic, $name) }
    };
    ($classic:literal, $name:literal, fen) => {
        Case {
            fen: Some(include_str!(concat!("../cases/", $classic, "/", $name, ".fen")).trim_ascii()),
            ..case!(@files $classic, $name)
        }
    };
    (@files $classic:literal, $name:literal) => {
        Case {
            name: $name,
            fen: None,
            input: include_bytes!(concat!("../cases/", $classic, "/", $name, ".in")),
            output: include_bytes!(concat!("../cases/", $classic, "/", $name, ".out")),
            showing: None,
        }
    };
}

pub(crate) const HONG_CASES: &[Case] = &[
    case!("hong", "game-01").whole_game("White takes the king in four moves"),
    case!("hong", "game-02").whole_game("Black takes the king in three moves"),
    case!("hong", "game-05").whole_game("a game with many refused moves"),
    case!("hong", "game-06").whole_game("small letters and signs too many"),
    case!("hong", "game-08").whole_game("a long game, won by Black"),
    case!("hong", "game-10").whole_game("a game of 64 moves, won by Black"),
    case!("hong", "game-11").whole_game("a game of 61 moves, won by White"),
    case!("hong", "verification-01", fen).of_document("board 1 of the document's verification"),
    case!("hong", "verification-02", fen).of_document("board 2 of the document's verification"),
    case!("hong", "verification-03", fen).of_document("board 3 of the document's verification"),
    case!("hong", "verification-04", fen).of_document("board 4 of the document's verification"),
    case!("hong", "verification-05", fen).of_document("board 5 of the document's verification"),
    case!("hong", "verification-06", fen).of_document("board 6 of the document's verification"),
    case!("hong", "verification-07", fen).of_document("board 7 of the document's verification"),
    case!("hong", "verification-08", fen).of_document("board 8 of the document's verification"),
    case!("hong", "verification-09", fen).of_document("board 9 of the document's verification"),
    case!("hong", "verification-10", fen).of_document("board 10 of the document's verification"),
    case!("hong", "verification-11", fen).of_document("board 11 of the document's verification"),
    case!("hong", "verification-12", fen).of_document("board 12 of the document's verification"),
    case!("hong", "verification-13", fen).of_document("board 13 of the document's verification"),
    case!("hong", "verification-14", fen).of_document("board 14 of the document's verification"),
    case!("hong", "verification-15", fen).of_document("board 15 of the document's verification"),
    case!("hong", "verification-16", fen).of_document("board 16 of the document's verification"),
    case!("hong", "verification-17", fen).of_document("board 17 of the document's verification"),
    case!("hong", "verification-18", fen).of_document("board 18 of the document's verification"),
    case!("hong", "verification-19", fen).of_document("board 19 of the document's verification"),
    case!("hong", "verification-20", fen).of_document("board 20 of the document's verification"),
    case!("hong", "verification-21", fen).of_document("board 21 of the document's verification"),
    case!("hong", "verification-22", fen).of_document("board 22 of the document's verification"),
];

pub(crate) const HONG_WRITTEN_CASES: &[Case] = &[
    case!("hong-written", "game-01"),
    case!("hong-written", "game-02").whole_game("a long game, won by Black"),
    case!("hong-written", "game-03").whole_game("the longest game, won by White"),
    case!("hong-written", "game-04"),
    case!("hong-written", "game-05"),
    case!("hong-written", "game-06").of_document("moves that are refused, in every form"),
];

pub(crate) const CUHK_CASES: &[Case] = &[
    case!("cuhk", "mode1-01").of_document("the document's sample run"),
    case!("cuhk", "mode1-02").whole_game("stopped at once: a draw by score"),
    case!("cuhk", "mode1-03").whole_game("stopped with a pawn ahead"),
    case!("cuhk", "mode1-04").whole_game("squares that there are not"),
    case!("cuhk", "mode1-05").whole_game("words that are no moves"),
    case!("cuhk", "mode1-08").whole_game("a longer game, won by taking the king"),
];

pub(crate) const WATERLOO_CASES: &[Case] = &[
    case!("waterloo", "castling-enpassant").of_document("castling and taking in passing"),
    case!("waterloo", "fools-mate").of_document("the shortest mate, and the match score"),
    case!("waterloo", "into-check").whole_game("a king that may not go into check"),
    case!("waterloo", "king-onto-rook").whole_game("a king that is moved onto its rook"),
    case!("waterloo", "refusals").whole_game("refused commands, and a mate"),
    case!("waterloo", "setup-stalemate").of_document("a position is set up, and ends in stalemate"),
];

pub(crate) const IMPERIAL_CASES: &[Case] = &[
    case!("imperial", "after-mate").whole_game("moves after a mate, and a new game"),
    case!("imperial", "alekhine-vasic").of_document("Alekhine against Vasic, the sample output"),
    case!("imperial", "forms"),
    case!("imperial", "into-check"),
    case!("imperial", "refusals"),
    case!("imperial", "stalemate").whole_game("the shortest way to a stalemate"),
];
