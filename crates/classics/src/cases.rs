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
    /// Whether it is worth watching line by line: the games of the document itself, where it has any.
    pub is_shown: bool,
}

impl Case {
    /// What is typed, line by line.
    pub fn lines(&self) -> impl Iterator<Item = &'static [u8]> + use<> {
        let lines = self.input.split_inclusive(|&byte| byte == b'\n');
        lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line))
    }

    const fn shown(self) -> Case {
        Case { is_shown: true, ..self }
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
            is_shown: false,
        }
    };
}

pub(crate) const HONG_CASES: &[Case] = &[
    case!("hong", "game-01"),
    case!("hong", "game-02"),
    case!("hong", "game-05"),
    case!("hong", "game-06"),
    case!("hong", "game-08"),
    case!("hong", "game-10"),
    case!("hong", "game-11"),
    case!("hong", "verification-01", fen).shown(),
    case!("hong", "verification-02", fen).shown(),
    case!("hong", "verification-03", fen).shown(),
    case!("hong", "verification-04", fen).shown(),
    case!("hong", "verification-05", fen).shown(),
    case!("hong", "verification-06", fen).shown(),
    case!("hong", "verification-07", fen).shown(),
    case!("hong", "verification-08", fen).shown(),
    case!("hong", "verification-09", fen).shown(),
    case!("hong", "verification-10", fen).shown(),
    case!("hong", "verification-11", fen).shown(),
    case!("hong", "verification-12", fen).shown(),
    case!("hong", "verification-13", fen).shown(),
    case!("hong", "verification-14", fen).shown(),
    case!("hong", "verification-15", fen).shown(),
    case!("hong", "verification-16", fen).shown(),
    case!("hong", "verification-17", fen).shown(),
    case!("hong", "verification-18", fen).shown(),
    case!("hong", "verification-19", fen).shown(),
    case!("hong", "verification-20", fen).shown(),
    case!("hong", "verification-21", fen).shown(),
    case!("hong", "verification-22", fen).shown(),
];

pub(crate) const HONG_WRITTEN_CASES: &[Case] = &[
    case!("hong-written", "game-01"),
    case!("hong-written", "game-02"),
    case!("hong-written", "game-03"),
    case!("hong-written", "game-04"),
    case!("hong-written", "game-05"),
    case!("hong-written", "game-06").shown(),
];

pub(crate) const CUHK_CASES: &[Case] = &[
    case!("cuhk", "mode1-01").shown(),
    case!("cuhk", "mode1-02"),
    case!("cuhk", "mode1-03"),
    case!("cuhk", "mode1-04"),
    case!("cuhk", "mode1-05"),
    case!("cuhk", "mode1-08"),
];

pub(crate) const WATERLOO_CASES: &[Case] = &[
    case!("waterloo", "castling-enpassant").shown(),
    case!("waterloo", "fools-mate").shown(),
    case!("waterloo", "into-check"),
    case!("waterloo", "king-onto-rook"),
    case!("waterloo", "refusals"),
    case!("waterloo", "setup-stalemate").shown(),
];

pub(crate) const IMPERIAL_CASES: &[Case] = &[
    case!("imperial", "after-mate"),
    case!("imperial", "alekhine-vasic").shown(),
    case!("imperial", "forms"),
    case!("imperial", "into-check"),
    case!("imperial", "refusals"),
    case!("imperial", "stalemate"),
];
