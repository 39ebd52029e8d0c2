use tabiya_notation::{MoveText, NotAMove, SanError};
use tabiya_rules::Language;

use crate::Error;
use crate::grounds::Grounds;

/// The move that a text means, with the letters that men have in notation everywhere where that is a move, else with those of the
/// language of whoever typed it: `Sf3` is `Nf3` in German. `find` looks for it where it is to be made.
pub(crate) fn typed_move<M>(
    text: &str,
    language: Language,
    find: impl Fn(MoveText) -> Result<M, SanError>,
) -> Result<M, Error> {
    let usual = text.parse().map(&find);
    if let Ok(Ok(m)) = usual {
        return Ok(m);
    }
    let found = match in_language(text, language) {
        Some(read) => Ok(find(read)),
        None => usual,
    };
    found
        .map_err(|error: NotAMove| Error::bad("not_a_move", error))?
        .map_err(|why| Error::Refused(Grounds::from(&why)))
}

/// The same text with the usual letters; nothing where a language has no others, or the text has none of them.
fn in_language(text: &str, language: Language) -> Option<MoveText> {
    let usual = match language {
        Language::English => return None,
        Language::German => |letter| match letter {
            'S' => 'N',
            'L' => 'B',
            'T' => 'R',
            'D' => 'Q',
            other => other,
        },
    };
    let read: String = text.chars().map(usual).collect();
    if read == text { None } else { read.parse().ok() }
}

#[cfg(test)]
mod tests {
    use tabiya_notation::{Strictness, read_position};
    use tabiya_rules::FIDE;

    use super::*;

    #[test]
    fn german_letters_are_read_where_german_is_asked_for() {
        let fen = "r3k3/1P6/8/3p4/2B5/5N2/8/Q3K2R w K - 0 1";
        let position = read_position(fen, FIDE.intern(), Strictness::Strict).unwrap().position;
        let read = |text: &str, language| {
            let found = typed_move(text, language, |read| read.to_move(&position));
            found.map(|m| m.to_string()).map_err(|error| error.code().to_owned())
        };
        let cases = [
            ("Sd4", "f3d4"),
            ("Lxd5", "c4d5"),
            ("Th8+", "h1h8"),
            ("Dxa8", "a1a8"),
            ("bxa8=D", "b7a8q"),
            ("b8S", "b7b8n"),
            ("Kd2", "e1d2"),
            // The usual letters are read as well.
            ("Nd4", "f3d4"),
            ("Qd4", "a1d4"),
        ];
        for (text, m) in cases {
            assert_eq!(read(text, Language::German).as_deref(), Ok(m), "{text}");
        }
        for text in ["Sd4", "Lxd5", "bxa8=D"] {
            assert!(read(text, Language::English).is_err(), "{text}");
        }
        assert!(read("Xd4", Language::German).is_err());
        assert!(read("Sd8", Language::German).is_err());
    }

    #[test]
    fn what_is_a_move_with_the_usual_letters_is_that_move() {
        let fen = "4k3/8/8/8/4p3/3P4/8/Q3K3 w - - 0 1";
        let position = read_position(fen, FIDE.intern(), Strictness::Strict).unwrap().position;
        let m = typed_move("DXE4", Language::German, |read| read.to_move(&position)).unwrap();
        assert_eq!(m.to_string(), "d3e4");
    }
}
