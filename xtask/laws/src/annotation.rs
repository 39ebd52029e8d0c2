//! Any comment is taken apart, and each annotation in it is written and read again as the same.

use tabiya_notation::pgn::annotations;

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for annotation in annotations(text).0 {
        assert_eq!(annotations(&annotation.to_string()), (vec![annotation], String::new()), "{text}");
    }
}
