//! What is wrong with JSON, for people: the reader speaks of variants, structs and the types of this program.

use serde_json::Error;
use serde_json::error::Category;

/// Why a message cannot be read.
pub(crate) fn json_words(error: &Error) -> String {
    let told = error.to_string();
    match error.classify() {
        Category::Syntax | Category::Eof | Category::Io => format!("this is no JSON: {told}"),
        Category::Data => in_words(without_place(&told)),
    }
}

/// A message is one line: what is wrong with it says more than where.
fn without_place(told: &str) -> &str {
    told.rfind(" at line ").map_or(told, |at| &told[..at])
}

fn in_words(told: &str) -> String {
    // What was sent may have such words in it: the reader's own are the last.
    let (fault, expected) = match told.rsplit_once(", expected ") {
        Some((fault, expected)) => (fault, Some(expected_words(expected))),
        None => (told, None),
    };
    let fault = match fault.split_once(' ') {
        Some(("missing", rest)) => format!("{} is missing", rest.trim_start_matches("field ")),
        Some(("duplicate", rest)) => format!("{} is there twice", rest.trim_start_matches("field ")),
        Some(("unknown", rest)) => {
            let name = rest.trim_start_matches("variant ").trim_start_matches("field ");
            format!("{name} is not known here")
        }
        Some(("invalid", rest)) => {
            let found = rest.split_once(": ").map_or(rest, |(_, found)| found);
            format!("{found} does not fit here")
        }
        _ => fault.to_owned(),
    };
    match expected {
        Some(expected) => format!("{fault}: expected {expected}"),
        None => fault,
    }
}

/// What belongs there; a type of ours is written as an object.
fn expected_words(expected: &str) -> String {
    let is_ours = ["struct ", "enum ", "variant ", "internally tagged enum ", "adjacently tagged enum "];
    let words = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        _ if is_ours.iter().any(|start| expected.starts_with(start)) => "an object with names and values",
        _ => expected,
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{FromClient, NewGame, ToClassic};

    fn classic(text: &str) -> String {
        json_words(&serde_json::from_str::<ToClassic>(text).unwrap_err())
    }

    #[test]
    fn faults_are_told_without_the_names_of_types() {
        for (text, words) in [
            ("{", "this is no JSON: EOF while parsing an object at line 1 column 1"),
            ("7", "integer `7` does not fit here: expected an object with names and values"),
            ("{}", "`type` is missing"),
            (r#"{"type":"dance"}"#, "`dance` is not known here: expected one of `input`, `move`, `end`"),
            (
                r#"{"type":"a, expected b"}"#,
                "`a, expected b` is not known here: expected one of `input`, `move`, `end`",
            ),
            (r#"{"type":"input"}"#, "`text` is missing"),
            (r#"{"type":"input","text":7}"#, "integer `7` does not fit here: expected a string"),
        ] {
            assert_eq!(classic(text), words, "{text}");
        }
        for version in ["-1", "1.5", r#""1""#] {
            let ping = format!(r#"{{"type":"ping","version":{version}}}"#);
            let told = json_words(&serde_json::from_str::<FromClient>(&ping).unwrap_err());
            assert!(told.ends_with(" does not fit here: expected a whole number"), "{told}");
        }
        let command = r#"{"type":"command","id":"a","version":1,"action":{"do":"fly"}}"#;
        let told = json_words(&serde_json::from_str::<FromClient>(command).unwrap_err());
        assert!(told.starts_with("`fly` is not known here: expected one of `move`, "), "{told}");
        for text in ["[]", "7", r#"{"opponent":7}"#, r#"{"opponent":"here","rules":7}"#, r#"{"x":1}"#] {
            let told = json_words(&serde_json::from_str::<NewGame>(text).unwrap_err());
            assert!(!["struct", "enum", "variant", "Wish"].iter().any(|word| told.contains(word)), "{told}");
        }
    }
}
