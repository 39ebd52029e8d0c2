//! Any text is a FEN or is refused; what is read is written and read again as the same, and where it is a position
//! under some rule set, all laws hold in it.

use crate::position;
use tabiya_notation::fen::CastlingLetters;
use tabiya_notation::{Fen, Strictness, read_position, read_setup};
use tabiya_rules::{RULE_SETS, Role, Rules, Square};

fn check_setup(fen: Fen, text: &str) {
    assert_eq!(fen.to_string().parse(), Ok(fen), "{text}");
    assert_eq!(fen.with_letters(CastlingLetters::Files).to_string().parse(), Ok(fen), "{text}");
    let lenient =
        read_setup(text, Role::King, Strictness::Lenient).expect("leniency takes what strictness takes");
    assert_eq!((lenient.setup, lenient.notes.len()), (fen.setup, 0), "{text}");
}

fn check_position(text: &str, rules: &'static Rules) {
    if let Ok(read) = read_position(text, rules, Strictness::Strict) {
        // Some square that the text decides, so that all have their turn.
        position::check(
            &read.position,
            Square::from_index(text.bytes().map(usize::from).sum::<usize>() & 63),
        );
    }
    match read_position(text, rules, Strictness::Lenient) {
        Ok(read) => assert_eq!(read.position.count_moves(), read.position.legal_moves().len(), "{text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Fen>() {
        Ok(fen) => check_setup(fen, text),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    RULE_SETS.iter().for_each(|set| check_position(text, set.rules));
}
