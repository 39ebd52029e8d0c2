//! A text in a program's own words.

use tabiya_classics::{Part, ValueStyle};

use crate::voice_slots::TextSlot;

/// What is always the same in a text, and the places of what is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(Vec<PhrasePiece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PhrasePiece {
    Text(String),
    /// What stands there, by its number among the values of the text, and how it is written if not as ours.
    Value(usize, Option<ValueStyle>),
}

impl Phrase {
    /// The text in our words.
    pub fn ours(slot: &TextSlot) -> Phrase {
        let mut values = 0..;
        let piece = |part: &Part| match part {
            Part::Text(text) => Some(PhrasePiece::Text((*text).to_owned())),
            _ => values.next().map(|number| PhrasePiece::Value(number, None)),
        };
        Phrase(slot.parts.iter().filter_map(piece).collect())
    }

    /// What somebody may have meant who wrote this for a text with these values. A value must stand there as a word of its
    /// own, in our way or always in the same other one; only what everybody can count may be left out of what is said in every
    /// turn. What is no Unicode cannot be said by a voice of ours.
    pub fn readings(slot: &TextSlot, values: &[Vec<u8>], written: &[u8]) -> Vec<Phrase> {
        let mut readings: Vec<Phrase> = Vec::new();
        let has_count = slot.holes().any(is_count);
        // A number that is right now and then may be counted in any way.
        let counts =
            [None].into_iter().chain(ValueStyle::OF_COUNTS.map(Some).into_iter().filter(|_| has_count));
        let has_words = slot.holes().any(|part| !is_count(part));
        for count in counts {
            let found = |word: Option<ValueStyle>, gaps| {
                let style = |part: Part| if is_count(part) { count } else { word };
                Phrase::found(slot, values, written, &style, gaps)
            };
            let mut all: Vec<Phrase> = found(None, ValueGaps::Refused).into_iter().collect();
            if all.is_empty() {
                let words = ValueStyle::OF_WORDS.into_iter().filter(|_| has_words);
                all.extend(words.filter_map(|word| found(Some(word), ValueGaps::Refused)));
                all.extend(found(None, ValueGaps::Taken));
            }
            all.retain(|reading| !readings.contains(reading));
            readings.extend(all);
        }
        readings
    }

    /// The same where every value is written in a certain way.
    fn found(
        slot: &TextSlot,
        values: &[Vec<u8>],
        written: &[u8],
        style: &dyn Fn(Part) -> Option<ValueStyle>,
        gaps: ValueGaps,
    ) -> Option<Phrase> {
        let text = std::str::from_utf8(written).ok()?;
        let mut places: Vec<(usize, usize, PhrasePiece)> = Vec::new();
        for (number, (value, part)) in values.iter().zip(slot.holes()).enumerate() {
            let style = style(part);
            let value = styled(value, style);
            let is_free =
                |at: &usize| places.iter().all(|&(start, end, _)| at + value.len() <= start || *at >= end);
            let last = places.last().map_or(0, |&(_, end, _)| end);
            let free: Vec<usize> = word_places(written, &value).filter(is_free).collect();
            match free.iter().find(|&&at| at >= last).or(free.first()) {
                Some(&at) => places.push((at, at + value.len(), PhrasePiece::Value(number, style))),
                None if gaps == ValueGaps::Taken && slot.is_frame && is_left_out(part, written) => {}
                None => return None,
            }
        }
        places.sort_unstable_by_key(|&(start, ..)| start);
        let mut pieces = Vec::new();
        let mut at = 0;
        for (start, end, value) in places {
            pieces.extend([PhrasePiece::Text(text.get(at..start)?.to_owned()), value]);
            at = end;
        }
        pieces.push(PhrasePiece::Text(text.get(at..)?.to_owned()));
        pieces.retain(|piece| *piece != PhrasePiece::Text(String::new()));
        Some(Phrase(pieces))
    }

    /// A text without values.
    pub fn always(text: &str) -> Phrase {
        Phrase(vec![PhrasePiece::Text(text.to_owned())])
    }

    /// What is said, where there are no values in it.
    pub fn without_values(&self) -> Option<Vec<u8>> {
        let has_values = self.0.iter().any(|piece| matches!(piece, PhrasePiece::Value(..)));
        (!has_values).then(|| self.with(&[]))
    }

    /// The text with these values.
    pub fn with(&self, values: &[Vec<u8>]) -> Vec<u8> {
        let piece = |piece: &PhrasePiece| match piece {
            PhrasePiece::Text(text) => text.clone().into_bytes(),
            PhrasePiece::Value(number, style) => {
                values.get(*number).map(|value| styled(value, *style)).unwrap_or_default()
            }
        };
        self.0.iter().flat_map(piece).collect()
    }

    /// What is always the same in it, in small letters.
    pub fn literal(&self) -> String {
        let text = |piece: &PhrasePiece| match piece {
            PhrasePiece::Text(text) => text.to_lowercase(),
            PhrasePiece::Value(..) => String::new(),
        };
        self.0.iter().map(text).collect()
    }

    /// Whether this may be what somebody wrote, with whatever values.
    pub fn fits(&self, written: &[u8]) -> bool {
        ends(&self.0, written).any(|rest| rest == 0)
    }

    /// Whether somebody may have begun with it, with whatever values.
    pub fn begins(&self, written: &[u8]) -> bool {
        ends(&self.0, written).next().is_some()
    }

    /// The same as parts of a voice.
    pub fn parts(&self, slot: &TextSlot) -> Vec<Part> {
        let holes: Vec<Part> = slot.holes().collect();
        let part = |piece: &PhrasePiece| match piece {
            PhrasePiece::Text(text) => Some(Part::Text(String::leak(text.clone()))),
            PhrasePiece::Value(number, None) => holes.get(*number).copied(),
            PhrasePiece::Value(number, Some(style)) => {
                holes.get(*number).map(|part| Part::Restyled(Box::leak(Box::new(*part)), *style))
            }
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

/// Whether values may be missing that everybody can count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueGaps {
    Refused,
    Taken,
}

/// Whether it is a number that everybody can count.
fn is_count(part: Part) -> bool {
    part == Part::Round
}

fn styled(value: &[u8], style: Option<ValueStyle>) -> Vec<u8> {
    let write = |style: ValueStyle| style.write(&String::from_utf8_lossy(value)).into_bytes();
    style.map_or_else(|| value.to_vec(), write)
}

/// How much is left behind some pieces, for each way to read them at the beginning of a text.
fn ends<'a>(pieces: &'a [PhrasePiece], written: &'a [u8]) -> Box<dyn Iterator<Item = usize> + 'a> {
    match pieces.split_first() {
        None => Box::new([written.len()].into_iter()),
        Some((PhrasePiece::Text(text), rest)) => {
            let after = written.strip_prefix(text.as_bytes());
            Box::new(after.into_iter().flat_map(|after| ends(rest, after)))
        }
        Some((PhrasePiece::Value(..), rest)) => {
            let word = written.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            Box::new((1..=word).flat_map(|length| ends(rest, &written[length..])))
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_classics::Part::{From, Round, Text, To, Turn, TurnLetter};

    use super::*;

    fn slot(parts: &[Part], is_frame: bool) -> TextSlot {
        TextSlot { parts: parts.to_vec(), is_ended: true, is_frame, is_refusal: false }
    }

    fn values(values: &[&str]) -> Vec<Vec<u8>> {
        values.iter().map(|value| value.as_bytes().to_vec()).collect()
    }

    fn found(slot: &TextSlot, said: &[&str], written: &[u8]) -> Option<Phrase> {
        Phrase::readings(slot, &values(said), written).into_iter().next()
    }

    #[test]
    fn a_value_may_be_written_otherwise_but_always_in_the_same_way() {
        let prompt = slot(&[Turn, Text("'s turn: ")], true);
        let phrase = found(&prompt, &["White"], b"(w) ").unwrap();
        assert_eq!(phrase.with(&values(&["Black"])), b"(b) ");
        assert_eq!(phrase.parts(&prompt)[1], Part::Restyled(&Turn, ValueStyle::SmallInitial));
        let round = slot(&[Text("Round "), Round, Text(":\n")], true);
        let told = |said: &str, written: &[u8], next: &str| -> Vec<String> {
            let readings = Phrase::readings(&round, &values(&[said]), written);
            let next = readings.into_iter().map(|reading| reading.with(&values(&[next])));
            next.map(|text| String::from_utf8(text).unwrap()).collect()
        };
        // By the first round nobody knows how they are counted.
        assert_eq!(told("1", b"Round 1\n", "3"), ["Round 3\n", "Round 2\n"]);
        assert_eq!(told("4", b"Round 2\n", "5"), ["Round 3\n"]);
        assert_eq!(told("4", b"Round 3\n", "5"), ["Round 4\n"]);
        assert!(told("4", b"Round 5\n", "5").is_empty());
    }

    #[test]
    fn what_stands_for_a_value_is_found_again() {
        let round = slot(&[Text("Round "), Round, Text(":\n")], true);
        let phrase = found(&round, &["1"], b"Turn 1 of the game\n").unwrap();
        assert_eq!(phrase.with(&values(&["12"])), b"Turn 12 of the game\n");
        assert!(phrase.fits(b"Turn 3 of the game\n") && !phrase.fits(b"Turn  of the game\n"));
        assert_eq!(Phrase::ours(&round).with(&values(&["2"])), b"Round 2:\n");
    }

    #[test]
    fn what_is_no_unicode_is_no_phrase() {
        let prompt = slot(&[Turn, Text("'s turn: ")], true);
        assert!(found(&prompt, &["White"], "Zug für White: ".as_bytes()).is_some());
        assert!(found(&prompt, &["White"], b"Zug f\xfcr White: ").is_none());
    }

    #[test]
    fn a_square_may_stand_beside_letters() {
        let took = slot(&[From, Text(" takes "), To], false);
        let phrase = found(&took, &["E4", "D5"], b"Pawn E4xD5\n").unwrap();
        assert_eq!(phrase.with(&values(&["A1", "A8"])), b"Pawn A1xA8\n");
        assert!(phrase.fits(b"Pawn H2xG3\n") && !phrase.fits(b"Pawn H2-G3\n"));
    }

    #[test]
    fn a_value_may_be_left_out_only_where_everybody_can_count() {
        let prompt = slot(&[Turn, Text("'s turn: ")], true);
        assert!(found(&prompt, &["White"], b"Your move: ").is_some());
        assert!(found(&prompt, &["White"], b"Black: ").is_none());
        let round = slot(&[Text("Round "), Round], true);
        assert!(found(&round, &["7"], b"Round 1\n").is_none());
        let side = slot(&[Text("Next move: "), TurnLetter], false);
        assert!(found(&side, &["W"], b"Next move\n").is_none());
        assert!(found(&side, &["W"], b"With W next\n").is_some());
    }
}
