//! Laws that must hold for any bytes. Each is a fuzz target of the same name, and has its corpus in `fuzz/corpus`.

pub mod annotation;
pub mod book;
mod bytes;
pub mod classic;
pub mod edit;
pub mod epd;
pub mod fen;
pub mod log;
pub mod path;
pub mod pgn;
pub mod play;
mod position;
pub mod rule_file;
pub mod san;
pub mod uci;
pub mod xml;

/// A law by its name: it panics where it is broken.
pub type Law = (&'static str, fn(&[u8]));

/// All of them.
pub const LAWS: [Law; 14] = [
    ("annotation", annotation::hold),
    ("book", book::hold),
    ("classic", classic::hold),
    ("edit", edit::hold),
    ("epd", epd::hold),
    ("fen", fen::hold),
    ("log", log::hold),
    ("path", path::hold),
    ("pgn", pgn::hold),
    ("play", play::hold),
    ("rule_file", rule_file::hold),
    ("san", san::hold),
    ("uci", uci::hold),
    ("xml", xml::hold),
];
