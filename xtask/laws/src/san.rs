//! Any text is a move in algebraic notation or is refused; one that is legal in a position is written and read again as the
//! same.

use crate::bytes::Bytes;
use tabiya_notation::{Lan, San, SanPlus};

/// Far enough to castle, take in passing and promote.
const PLIES: usize = 24;

fn check(data: &[u8]) -> Option<()> {
    let (text, rest) = data.split_at_checked(8)?;
    let text = text.split(|&byte| byte == 0).next()?;
    let mut bytes = Bytes(rest);
    let rules = bytes.rules()?;
    let mut position = bytes.position(rules)?;
    for _ in 0..PLIES {
        if let Ok(san) = San::from_ascii(text) {
            assert_eq!(san.to_string().parse(), Ok(san));
            match san.to_move(&position) {
                Ok(m) => assert!(position.legal_moves().contains(&m)),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        let m = bytes.choose(&position.legal_moves())?;
        for written in
            [SanPlus::from_move(m, &position).to_string(), Lan::from_move(m, &position).to_string()]
        {
            let san: San = written.parse().expect("what is written is read");
            assert_eq!(san.to_move(&position), Ok(m), "{written}");
        }
        position = position.play_unchecked(m);
    }
    Some(())
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    if let Err(error) = San::from_ascii(data) {
        assert!(!error.to_string().contains(char::is_control));
    }
    check(data);
}
