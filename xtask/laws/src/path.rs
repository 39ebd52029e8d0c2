//! Any text is a way through a game or none; one that is, is written and read again as the same, and leads to a move by which
//! it is called.

use tabiya_notation::pgn::{PgnPath, PgnReader};

/// A game in which every kind of step occurs: variations in variations, the same one several times, a pass, castling,
/// promotions.
const GAME: &str = "[FEN \"r3k2r/P7/8/8/8/8/p7/R3K2R w KQkq - 0 1\"]\n\n1. O-O (1. O-O-O) (1. a8=Q+ Ke7 (1... Kd7 2. Qxh8)) \
                    (1. a8=N) (1. -- O-O) (1. O-O Ke7) 1... axb1=Q (1... a1=Q) *";

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let path: PgnPath = match text.parse() {
        Ok(path) => path,
        Err(why) => return assert!(!why.to_string().is_empty()),
    };
    assert_eq!(path.to_string().parse(), Ok(path.clone()), "{text}");
    let read =
        PgnReader::new(GAME.as_bytes()).games().next().expect("there is one").expect("memory can be read");
    if let Some(node) = read.0.find(&path) {
        assert_eq!(read.0.path(node), path, "{text}");
    }
}
