//! Any line is an EPD or is refused; what is read is written and read again as the same, and its moves are legal or
//! refused.

use tabiya_notation::{Epd, Strictness};
use tabiya_rules::{Fide, Position, Role};

fn check(epd: &Epd) {
    assert_eq!(epd.to_string().parse().as_ref(), Ok(epd));
    if let Ok(position) = Position::new(epd.fen.setup, Fide) {
        for operation in &epd.operations {
            match operation.moves(&position) {
                Ok(moves) => assert!(moves.iter().all(|m| position.legal_moves().contains(m))),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        match Epd::read(text, Role::King, strictness) {
            Ok(read) => check(&read.epd),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
