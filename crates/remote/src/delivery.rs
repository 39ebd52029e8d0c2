//! What is told of a game, once and in order; and what is to be sent again.

use crate::api::{SentCommand, ServerMessage};

/// How far a game is known here, and which commands were not answered yet.
#[derive(Debug, Default)]
pub(crate) struct Delivery {
    /// The version that is known; none before the whole game was told.
    pub version: Option<u32>,
    pub unanswered: Vec<SentCommand>,
}

/// What becomes of messages.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Delivered {
    /// These are news.
    pub news: Vec<ServerMessage>,
    /// Something came before that was not told: ask for it.
    pub has_gap: bool,
}

impl Delivery {
    /// Takes in a message: what was told before is dropped, and what comes after a gap is asked for again.
    pub fn take(&mut self, message: ServerMessage) -> Delivered {
        let mut delivered = Delivered::default();
        self.take_into(message, &mut delivered);
        delivered
    }

    fn take_into(&mut self, message: ServerMessage, delivered: &mut Delivered) {
        match &message {
            ServerMessage::Game(game) => self.version = Some(game.version),
            ServerMessage::Entry(entry) => match self.version {
                Some(version) if entry.version <= version => return,
                Some(version) if version.checked_add(1) == Some(entry.version) => {
                    self.version = Some(entry.version)
                }
                _ => {
                    delivered.has_gap = true;
                    return;
                }
            },
            ServerMessage::Accepted { id, .. } => self.answered(id),
            ServerMessage::Failed { id, failure } => {
                if let Some(id) = id {
                    self.answered(id);
                }
                // What the sender has not seen comes first, so that the refusal is understood.
                let missing = failure.missing.iter().filter(|told| matches!(told, ServerMessage::Entry(_)));
                for told in missing.cloned().collect::<Vec<_>>() {
                    self.take_into(told, delivered);
                }
                delivered.has_gap |= failure.version.is_some_and(|version| Some(version) > self.version);
            }
            ServerMessage::Presence { .. }
            | ServerMessage::Seats { .. }
            | ServerMessage::Rematch { .. }
            | ServerMessage::Host(_)
            | ServerMessage::Busy { .. }
            | ServerMessage::Trouble { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Unknown => {}
        }
        delivered.news.push(message);
    }

    fn answered(&mut self, id: &str) {
        self.unanswered.retain(|command| command.id != id);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::PlayerAction;

    fn message(value: Value) -> ServerMessage {
        serde_json::from_value(value).unwrap()
    }

    fn entry(version: u32) -> Value {
        json!({"type": "entry", "version": version, "now": 0, "id": "x", "says": "", "happened": [],
               "line": {"keep": 0, "add": []}, "state": {"turn": "white", "fen": "", "a_newer_field": 1}})
    }

    #[test]
    fn entries_are_told_once_and_in_order() {
        let mut delivery = Delivery { version: Some(3), unanswered: Vec::new() };
        for (told, is_news, has_gap, version) in [
            (3, false, false, 3),
            (4, true, false, 4),
            (4, false, false, 4),
            (6, false, true, 4),
            (5, true, false, 5),
        ] {
            let delivered = delivery.take(message(entry(told)));
            let found = (!delivered.news.is_empty(), delivered.has_gap, delivery.version);
            assert_eq!(found, (is_news, has_gap, Some(version)), "{told}");
        }
        // The last number that there is comes as any other.
        let mut delivery = Delivery { version: Some(u32::MAX - 1), unanswered: Vec::new() };
        assert_eq!(delivery.take(message(entry(u32::MAX))).news.len(), 1);
        assert_eq!(delivery.take(message(entry(u32::MAX))), Delivered::default());
        // Before the whole game nothing can be understood.
        assert!(Delivery::default().take(message(entry(1))).has_gap);
    }

    #[test]
    fn a_command_is_answered_once() {
        let command = |id: &str| SentCommand {
            id: id.to_owned(),
            version: 3,
            action: PlayerAction::Resign,
            thought: None,
        };
        let mut delivery = Delivery { version: Some(3), unanswered: vec![command("a"), command("b")] };
        delivery.take(message(json!({"type": "accepted", "id": "a", "version": 4})));
        assert_eq!(delivery.unanswered, [command("b")]);
        // One that came too late brings what it did not know.
        let failure = json!({"error": {"code": "stale", "says": "late"}, "version": 6, "missing": [entry(4), entry(5)]});
        let delivered = delivery.take(message(json!({"type": "failed", "id": "b", "failure": failure})));
        assert_eq!((delivered.news.len(), delivered.has_gap, delivery.version), (3, true, Some(5)));
        assert!(delivery.unanswered.is_empty());
    }

    #[test]
    fn what_only_a_newer_server_says_is_passed_over() {
        assert_eq!(message(json!({"type": "fanfare", "volume": 11})), ServerMessage::Unknown);
    }
}
