//! Any lines are UCI commands or are refused; whatever is said, the game that is set stays valid.

use tabiya_engine::uci::{UciAction, UciSession};

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let mut session = UciSession::default();
    for line in data.split(|&byte| byte == b'\n') {
        let before = session.game().position;
        let actions = session.hear(&String::from_utf8_lossy(line));
        let is_refused = actions
            .iter()
            .any(|action| matches!(action, UciAction::Say(text) if text.starts_with("info string")));
        if is_refused && line.starts_with(b"position") {
            assert_eq!(session.game().position, before);
        }
        for action in actions {
            match action {
                UciAction::Say(text) => assert!(!text.is_empty()),
                UciAction::Search(job) => {
                    let position = job.game.position;
                    assert!(job.limits.moves.iter().all(|&m| position.is_legal(m)));
                }
                _ => {}
            }
        }
    }
}
