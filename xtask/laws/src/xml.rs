//! Any bytes are a game in the XML form or are refused; what is read and written is read again as the same.

use tabiya_notation::{RuleFile, read_xml, write_xml};
use tabiya_rules::RULE_SETS;

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    for set in &RULE_SETS {
        match read_xml(data, &RuleFile::from(set)) {
            Ok(game) => {
                if let Ok(written) = write_xml(&game.start, &game.moves) {
                    let again =
                        read_xml(written.text.as_bytes(), &game.rules).expect("what is written is read");
                    assert_eq!((again.start, again.moves), (game.start, game.moves));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
