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
    /// Why it is worth watching line by line, where it is.
    pub showing: Option<CaseShowing>,
}

/// Why a session is worth watching line by line; the best reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseShowing {
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

    const fn of_document(self) -> Case {
        Case { showing: Some(CaseShowing::Document), ..self }
    }

    const fn whole_game(self) -> Case {
        Case { showing: Some(CaseShowing::WholeGame), ..self }
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
    case!("hong", "game-01").whole_game(),
    case!("hong", "game-02").whole_game(),
    case!("hong", "game-05").whole_game(),
    case!("hong", "game-06").whole_game(),
    case!("hong", "game-08").whole_game(),
    case!("hong", "game-10").whole_game(),
    case!("hong", "game-11").whole_game(),
    case!("hong", "verification-01", fen).of_document(),
    case!("hong", "verification-02", fen).of_document(),
    case!("hong", "verification-03", fen).of_document(),
    case!("hong", "verification-04", fen).of_document(),
    case!("hong", "verification-05", fen).of_document(),
    case!("hong", "verification-06", fen).of_document(),
    case!("hong", "verification-07", fen).of_document(),
    case!("hong", "verification-08", fen).of_document(),
    case!("hong", "verification-09", fen).of_document(),
    case!("hong", "verification-10", fen).of_document(),
    case!("hong", "verification-11", fen).of_document(),
    case!("hong", "verification-12", fen).of_document(),
    case!("hong", "verification-13", fen).of_document(),
    case!("hong", "verification-14", fen).of_document(),
    case!("hong", "verification-15", fen).of_document(),
    case!("hong", "verification-16", fen).of_document(),
    case!("hong", "verification-17", fen).of_document(),
    case!("hong", "verification-18", fen).of_document(),
    case!("hong", "verification-19", fen).of_document(),
    case!("hong", "verification-20", fen).of_document(),
    case!("hong", "verification-21", fen).of_document(),
    case!("hong", "verification-22", fen).of_document(),
];

pub(crate) const HONG_WRITTEN_CASES: &[Case] = &[
    case!("hong-written", "game-01"),
    case!("hong-written", "game-02").whole_game(),
    case!("hong-written", "game-03").whole_game(),
    case!("hong-written", "game-04"),
    case!("hong-written", "game-05"),
    case!("hong-written", "game-06").of_document(),
];

pub(crate) const CUHK_CASES: &[Case] = &[
    case!("cuhk", "mode1-01").of_document(),
    case!("cuhk", "mode1-02").whole_game(),
    case!("cuhk", "mode1-03").whole_game(),
    case!("cuhk", "mode1-04").whole_game(),
    case!("cuhk", "mode1-05").whole_game(),
    case!("cuhk", "mode1-08").whole_game(),
];

pub(crate) const WATERLOO_CASES: &[Case] = &[
    case!("waterloo", "castling-enpassant").of_document(),
    case!("waterloo", "fools-mate").of_document(),
    case!("waterloo", "into-check").whole_game(),
    case!("waterloo", "king-onto-rook").whole_game(),
    case!("waterloo", "refusals").whole_game(),
    case!("waterloo", "setup-stalemate").of_document(),
];

pub(crate) const IMPERIAL_CASES: &[Case] = &[
    case!("imperial", "after-mate").whole_game(),
    case!("imperial", "alekhine-vasic").of_document(),
    case!("imperial", "forms"),
    case!("imperial", "into-check"),
    case!("imperial", "refusals"),
    case!("imperial", "stalemate").whole_game(),
];
