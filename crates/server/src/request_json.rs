//! What clients send, read as JSON.

use serde::de::{DeserializeOwned, Error as _};

/// Reads a request. Nothing that is asked has lists in it, while serde takes one for an object whose fields come in
/// order: so a list is refused, wherever it is, and requests have the one form that is described.
pub(crate) fn read_request<T: DeserializeOwned>(text: &[u8]) -> serde_json::Result<T> {
    if has_list(text) {
        return Err(serde_json::Error::custom("there is a list in it, and nothing here is asked by one"));
    }
    serde_json::from_slice(text)
}

/// Whether there is a bracket outside all strings.
fn has_list(text: &[u8]) -> bool {
    let (mut in_string, mut is_escaped) = (false, false);
    for &byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'[' if !in_string => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{NewGame, Submit};

    #[test]
    fn a_list_is_no_object() {
        assert!(read_request::<Submit>(br#"["x", 1, {"do": "resign"}]"#).is_err());
        assert!(read_request::<Submit>(br#"{"id": "x", "version": 1, "action": ["move", "e4"]}"#).is_err());
        assert!(read_request::<NewGame>(br#"{"opponent": {"computers": [1, 1]}}"#).is_err());
        assert!(read_request::<Submit>(b"[").is_err() && read_request::<Submit>(b"\"[\\").is_err());
    }

    #[test]
    fn brackets_in_texts_are_texts() {
        let game = br#"{"opponent": "here", "open": {"pgn": "[Event \"a [b] \\\"]\n\n*"}}"#;
        assert!(read_request::<NewGame>(game).is_ok());
    }
}
