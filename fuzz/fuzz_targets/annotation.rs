//! Any comment is taken apart, and each annotation in it is written and read again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_notation::pgn::annotations;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for annotation in annotations(text).0 {
        assert_eq!(annotations(&annotation.to_string()), (vec![annotation], String::new()), "{text}");
    }
});
