//! Any text is a rule file or is refused with reasons; what is read is written, in every form, and read again as the
//! same, and a game can begin under it.

use crate::position;
use tabiya_notation::RuleFile;
use tabiya_rules::{FIDE, Position, RULE_SETS, Rules, Square};

fn check_text(file: &RuleFile) {
    assert_eq!(file.to_string().parse().as_ref(), Ok(file));
    for parent in [file.nearest_parent(), &RULE_SETS[0]] {
        assert_eq!(file.differences(parent).parse().as_ref(), Ok(file));
        assert_eq!(RuleFile::from_line(&file.to_line(parent)).as_ref(), Ok(file));
    }
}

fn check_start(rules: &Rules) {
    // Only the rules of moving are kept for ever, of which there are not too many for a long run.
    let kept = Rules { moves: rules.moves, ..FIDE }.intern();
    let position = Position::new(rules.start.setup(), kept).expect("a rule set without a start is refused");
    position::check(&position, Square::from_index(12));
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<RuleFile>() {
        Ok(file) => {
            check_text(&file);
            check_start(&file.rules);
        }
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
    if let Err(errors) = RuleFile::from_line(text) {
        assert!(!errors.to_string().is_empty());
    }
}
