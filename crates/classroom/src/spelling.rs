//! Moves as a classic's people usually write them.

use tabiya_classics::Classic;
use tabiya_engine::Rng;
use tabiya_rules::{Role, Square};

/// How often chance may spell a move until that is the usual way.
const TRIES: usize = 64;

/// A move as it is usually written.
pub fn usual(classic: &Classic, from: Square, to: Square, promotion: Option<Role>) -> String {
    let mut rng = Rng::from_seed(0);
    let mut spellings = std::iter::repeat_with(|| (classic.dialect.spell)(from, to, promotion, &mut rng));
    let usual = spellings.by_ref().take(TRIES).find(|text| is_plain(text.as_bytes(), classic));
    usual.unwrap_or_else(|| (classic.dialect.spell)(from, to, promotion, &mut Rng::from_seed(0)))
}

/// Whether something is written as in the example of a classic.
pub fn is_plain(fed: &[u8], classic: &Classic) -> bool {
    let (written, usual) = (String::from_utf8_lossy(fed), shape(classic.example.trim_matches('`')));
    // Where lines mean nothing, the end of one is read with the next thing.
    let written = shape(written.trim_matches('\n'));
    written == usual || written.strip_suffix(" A") == Some(&usual)
}

/// A text with all letters and digits alike.
pub fn shape(text: &str) -> String {
    let sign = |c: char| match c {
        'A'..='Z' => 'A',
        'a'..='z' => 'a',
        '0'..='9' => '1',
        other => other,
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use tabiya_classics::CLASSICS;

    use super::*;

    #[test]
    fn other_spellings_are_told_from_the_usual_one() {
        let (hong, waterloo) = (Classic::find("hong").unwrap(), Classic::find("waterloo").unwrap());
        assert!(is_plain(b"A1,C3\n", hong) && is_plain(b"move e7 e8 Q\n", waterloo));
        for other in ["a1,c3\n", "A1,C3!\n", " A1,C3\n", "A1,C3\r\n"] {
            assert!(!is_plain(other.as_bytes(), hong), "{other:?}");
        }
    }

    #[test]
    fn every_move_has_a_usual_spelling() {
        for classic in &CLASSICS {
            let text = usual(classic, "e2".parse().unwrap(), "e4".parse().unwrap(), None);
            assert!(is_plain(text.as_bytes(), classic), "{}: {text}", classic.name);
        }
    }
}
