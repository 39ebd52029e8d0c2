//! Any bytes are a game in the XML form or are refused; what is read and written is read again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_notation::{RuleFile, read_xml, write_xml};
use tabiya_rules::{Position, RULE_SETS};

fuzz_target!(|data: &[u8]| {
    for set in &RULE_SETS {
        match read_xml(data, &RuleFile::from(set)) {
            Ok(game) => {
                let start = Position::starting(game.rules.rules.intern()).expect("a game was read from it");
                if let Ok(written) = write_xml(&start, &game.moves) {
                    let again =
                        read_xml(written.text.as_bytes(), &game.rules).expect("what is written is read");
                    assert_eq!(again.moves, game.moves);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
