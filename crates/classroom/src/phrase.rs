//! A text in a program's own words.

use tabiya_classics::Part;

use crate::voice_slots::TextSlot;

/// What is always the same in a text, and the places of what is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(Vec<PhrasePiece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PhrasePiece {
    Text(String),
    /// What stands there, by its number among the values of the text.
    Value(usize),
}

impl Phrase {
    /// The text in our words.
    pub fn ours(slot: &TextSlot) -> Phrase {
        let mut values = 0..;
        let piece = |part: &Part| match part {
            Part::Text(text) => Some(PhrasePiece::Text((*text).to_owned())),
            _ => values.next().map(PhrasePiece::Value),
        };
        Phrase(slot.parts.iter().filter_map(piece).collect())
    }

    /// What somebody wrote for a text with these values. A value must stand there as a word of its own; only what everybody
    /// can count may be left out of what is said in every turn. What is no Unicode cannot be said by a voice of ours.
    pub fn found(slot: &TextSlot, values: &[Vec<u8>], written: &[u8]) -> Option<Phrase> {
        let text = std::str::from_utf8(written).ok()?;
        let mut places: Vec<(usize, usize, usize)> = Vec::new();
        for (number, (value, part)) in values.iter().zip(slot.holes()).enumerate() {
            let is_free =
                |at: &usize| places.iter().all(|&(start, end, _)| at + value.len() <= start || *at >= end);
            let last = places.last().map_or(0, |&(_, end, _)| end);
            let free: Vec<usize> = word_places(written, value).filter(is_free).collect();
            match free.iter().find(|&&at| at >= last).or(free.first()) {
                Some(&at) => places.push((at, at + value.len(), number)),
                None if slot.is_frame && is_left_out(part, written) => {}
                None => return None,
            }
        }
        places.sort_unstable();
        let mut pieces = Vec::new();
        let mut at = 0;
        for (start, end, number) in places {
            pieces.extend([PhrasePiece::Text(text.get(at..start)?.to_owned()), PhrasePiece::Value(number)]);
            at = end;
        }
        pieces.push(PhrasePiece::Text(text.get(at..)?.to_owned()));
        pieces.retain(|piece| *piece != PhrasePiece::Text(String::new()));
        Some(Phrase(pieces))
    }

    /// The text with these values.
    pub fn with(&self, values: &[Vec<u8>]) -> Vec<u8> {
        let piece = |piece: &PhrasePiece| match piece {
            PhrasePiece::Text(text) => text.clone().into_bytes(),
            PhrasePiece::Value(number) => values.get(*number).cloned().unwrap_or_default(),
        };
        self.0.iter().flat_map(piece).collect()
    }

    /// What is always the same in it, in small letters.
    pub fn literal(&self) -> String {
        let text = |piece: &PhrasePiece| match piece {
            PhrasePiece::Text(text) => text.to_lowercase(),
            PhrasePiece::Value(_) => String::new(),
        };
        self.0.iter().map(text).collect()
    }

    /// The longest text that is always the same in it.
    pub fn longest(&self) -> &[u8] {
        let text = |piece: &'_ PhrasePiece| match piece {
            PhrasePiece::Text(text) => text.len(),
            PhrasePiece::Value(_) => 0,
        };
        match self.0.iter().max_by_key(|piece| text(piece)) {
            Some(PhrasePiece::Text(text)) => text.as_bytes(),
            _ => b"",
        }
    }

    /// Whether this may be what somebody wrote, with whatever values.
    pub fn fits(&self, written: &[u8]) -> bool {
        fits(&self.0, written)
    }

    /// The same as parts of a voice.
    pub fn parts(&self, slot: &TextSlot) -> Vec<Part> {
        let holes: Vec<Part> = slot.holes().collect();
        let part = |piece: &PhrasePiece| match piece {
            PhrasePiece::Text(text) => Some(Part::Text(String::leak(text.clone()))),
            PhrasePiece::Value(number) => holes.get(*number).copied(),
        };
        self.0.iter().filter_map(part).collect()
    }
}

/// The places where a value stands as a word of its own; a square may stand beside letters, as in `E4xD5`.
fn word_places<'a>(written: &'a [u8], value: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    let is_square = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
    let is_word = move |byte: Option<&u8>| match is_square {
        true => byte.is_some_and(u8::is_ascii_digit),
        false => byte.is_some_and(u8::is_ascii_alphanumeric),
    };
    let count = (written.len() + 1).saturating_sub(value.len());
    (0..count).filter(move |&at| {
        let before = at.checked_sub(1).and_then(|at| written.get(at));
        !value.is_empty()
            && written[at..].starts_with(value)
            && !is_word(before)
            && !is_word(written.get(at + value.len()))
    })
}

/// Whether nothing stands there in place of a value: a number that is always the same, or always the same side, is a fault.
fn is_left_out(part: Part, written: &[u8]) -> bool {
    let written = String::from_utf8_lossy(written).to_lowercase();
    match part {
        Part::Round => !written.contains(|c: char| c.is_ascii_digit()),
        Part::Turn => !["white", "black"].iter().any(|side| written.contains(side)),
        _ => false,
    }
}

fn fits(pieces: &[PhrasePiece], written: &[u8]) -> bool {
    match pieces.split_first() {
        None => written.is_empty(),
        Some((PhrasePiece::Text(text), rest)) => {
            written.strip_prefix(text.as_bytes()).is_some_and(|written| fits(rest, written))
        }
        Some((PhrasePiece::Value(_), rest)) => {
            let word = written.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            (1..=word).any(|length| fits(rest, &written[length..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_classics::Part::{From, Round, Text, To, Turn, TurnLetter};

    use super::*;

    fn slot(parts: &[Part], is_frame: bool) -> TextSlot {
        TextSlot { parts: parts.to_vec(), is_ended: true, is_frame }
    }

    fn values(values: &[&str]) -> Vec<Vec<u8>> {
        values.iter().map(|value| value.as_bytes().to_vec()).collect()
    }

    #[test]
    fn what_stands_for_a_value_is_found_again() {
        let round = slot(&[Text("Round "), Round, Text(":\n")], true);
        let phrase = Phrase::found(&round, &values(&["1"]), b"Turn 1 of the game\n").unwrap();
        assert_eq!(phrase.with(&values(&["12"])), b"Turn 12 of the game\n");
        assert!(phrase.fits(b"Turn 3 of the game\n") && !phrase.fits(b"Turn  of the game\n"));
        assert_eq!(Phrase::ours(&round).with(&values(&["2"])), b"Round 2:\n");
    }

    #[test]
    fn what_is_no_unicode_is_no_phrase() {
        let prompt = slot(&[Turn, Text("'s turn: ")], true);
        assert!(Phrase::found(&prompt, &values(&["White"]), "Zug für White: ".as_bytes()).is_some());
        assert!(Phrase::found(&prompt, &values(&["White"]), b"Zug f\xfcr White: ").is_none());
    }

    #[test]
    fn a_square_may_stand_beside_letters() {
        let took = slot(&[From, Text(" takes "), To], false);
        let phrase = Phrase::found(&took, &values(&["E4", "D5"]), b"Pawn E4xD5\n").unwrap();
        assert_eq!(phrase.with(&values(&["A1", "A8"])), b"Pawn A1xA8\n");
        assert!(phrase.fits(b"Pawn H2xG3\n") && !phrase.fits(b"Pawn H2-G3\n"));
    }

    #[test]
    fn a_value_may_be_left_out_only_where_everybody_can_count() {
        let prompt = slot(&[Turn, Text("'s turn: ")], true);
        assert!(Phrase::found(&prompt, &values(&["White"]), b"Your move: ").is_some());
        assert!(Phrase::found(&prompt, &values(&["White"]), b"Black: ").is_none());
        let round = slot(&[Text("Round "), Round], true);
        assert!(Phrase::found(&round, &values(&["2"]), b"Round 1\n").is_none());
        let side = slot(&[Text("Next move: "), TurnLetter], false);
        assert!(Phrase::found(&side, &values(&["W"]), b"Next move\n").is_none());
        assert!(Phrase::found(&side, &values(&["W"]), b"With W next\n").is_some());
    }
}
