//! The texts of a classic's voice, one by one: what stands between its boards.
//!
//! Our own program tells where it says which of them, and with what in it: run with signs in their place, it writes the signs.

use tabiya_classics::{Classic, FirstGame, Part, Parts, Voice};

use crate::comparison::{ExpectedPart, Wording};

const BEGIN: char = '\u{1}';
const BESIDE: char = '\u{2}';
const END: char = '\u{3}';

/// A text of a voice: what stands between two boards, wherever it is said.
#[derive(Clone, Debug)]
pub struct TextSlot {
    /// No board is among them.
    pub parts: Vec<Part>,
    /// Whether it ends its line.
    pub is_ended: bool,
    /// Whether it is said whatever happens on the board, so that it tells nothing of it.
    pub is_frame: bool,
    /// Whether it is said only when something is refused. A program may have several reasons where ours has one.
    pub is_refusal: bool,
}

/// Something that our program says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpokenEvent {
    /// A text, and what is in it.
    Said { slot: usize, values: Vec<Vec<u8>> },
    /// A board.
    Board(Vec<u8>),
    /// What the document leaves open.
    Open,
}

impl SpokenEvent {
    /// What is in a text, where this is that text.
    pub fn values_of(&self, number: usize) -> Option<&[Vec<u8>]> {
        match self {
            SpokenEvent::Said { slot, values } if *slot == number => Some(values),
            _ => None,
        }
    }
}

impl TextSlot {
    /// The parts of it that are not always the same.
    pub fn holes(&self) -> impl Iterator<Item = Part> + '_ {
        self.parts.iter().copied().filter(|part| !matches!(part, Part::Text(_)))
    }

    /// Whether two are one and the same, wherever they are said.
    fn is_same(&self, other: &TextSlot) -> bool {
        (&self.parts, self.is_ended) == (&other.parts, other.is_ended)
    }

    fn new(parts: &[Part], occasion: Occasion) -> TextSlot {
        let is_ended = match parts.last() {
            Some(Part::Text(text)) => text.ends_with('\n'),
            Some(_) => false,
            None => occasion == Occasion::Start,
        };
        // Whose turn it is, and how many there were, everybody can count.
        let is_counted = |part: &Part| matches!(part, Part::Text(_) | Part::Round | Part::Turn);
        let is_refusal = occasion == Occasion::Refusal;
        let is_frame = occasion != Occasion::Event && !is_refusal && parts.iter().all(is_counted);
        TextSlot { parts: parts.to_vec(), is_ended, is_frame, is_refusal }
    }
}

/// When a text is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Occasion {
    /// A game begins: nothing has happened.
    Start,
    /// In every turn.
    Turn,
    /// Before something is read.
    Prompt,
    /// When something has happened.
    Event,
    /// When something is refused.
    Refusal,
}

impl Occasion {
    /// Whether a program may say something here where ours is silent.
    fn may_be_silent(self) -> bool {
        matches!(self, Occasion::Start | Occasion::Prompt)
    }
}

/// All that a voice says, by occasions.
fn occasions(voice: &mut Voice) -> [(Occasion, &mut Parts); 22] {
    use Occasion::{Event, Prompt, Refusal, Start, Turn};
    let Voice { refused, ended, .. } = voice;
    [
        (Start, &mut voice.started),
        (Turn, &mut voice.turn),
        (Prompt, &mut voice.prompt),
        (Turn, &mut voice.heard),
        (Event, &mut voice.moved),
        (Event, &mut voice.took),
        (Event, &mut voice.machine_moved),
        (Event, &mut voice.passed),
        (Event, &mut voice.check),
        (Refusal, &mut refused.over),
        (Refusal, &mut refused.empty),
        (Refusal, &mut refused.turn),
        (Refusal, &mut refused.cannot),
        (Refusal, &mut refused.into_check),
        (Refusal, &mut voice.unclear),
        (Event, &mut ended.checkmate),
        (Event, &mut ended.stalemate),
        (Event, &mut ended.won),
        (Event, &mut ended.drawn),
        (Event, &mut voice.undone),
        (Event, &mut voice.placed),
        (Event, &mut voice.goodbye),
    ]
}

fn is_board(part: &Part) -> bool {
    matches!(part, Part::Board | Part::Threats)
}

/// What is said on an occasion, divided at the boards. Where nothing is said before a game or a move, that is a text as well:
/// others say something there.
fn runs(parts: Parts, occasion: Occasion) -> Vec<&'static [Part]> {
    match parts.is_empty() && occasion.may_be_silent() {
        true => vec![&[]],
        false => parts.chunk_by(|one, next| is_board(one) == is_board(next)).collect(),
    }
}

/// The texts of a classic, each once.
pub fn slots(classic: &Classic) -> Vec<TextSlot> {
    let mut slots: Vec<TextSlot> = Vec::new();
    let mut add = |parts: &[Part], occasion| {
        let slot = TextSlot::new(parts, occasion);
        match slots.iter_mut().find(|known| known.is_same(&slot)) {
            Some(known) => {
                known.is_frame |= slot.is_frame;
                known.is_refusal &= slot.is_refusal;
            }
            None => slots.push(slot),
        }
    };
    if let FirstGame::Mode { question, .. } = classic.conduct.opening {
        add(&[Part::Text(question)], Occasion::Start);
    }
    let mut voice = classic.voice;
    for (occasion, parts) in occasions(&mut voice) {
        let texts = runs(parts, occasion).into_iter().filter(|run| !run.iter().any(is_board));
        texts.for_each(|run| add(run, occasion));
    }
    slots
}

/// The classic with something else for each of its texts.
///
/// What a classic says is kept for as long as we run, as the constants are that it usually comes from; it is little.
pub fn spoken(classic: &Classic, slots: &[TextSlot], text: &dyn Fn(usize) -> Vec<Part>) -> Classic {
    let said = |parts: &[Part], occasion: Occasion| {
        let slot = TextSlot::new(parts, occasion);
        let number = slots.iter().position(|known| known.is_same(&slot));
        number.map_or_else(|| parts.to_vec(), text)
    };
    let mut other = *classic;
    if let FirstGame::Mode { question, .. } = &mut other.conduct.opening {
        *question = String::leak(literal(&said(&[Part::Text(question)], Occasion::Start)));
    }
    for (occasion, parts) in occasions(&mut other.voice) {
        let all: Vec<Part> = runs(parts, occasion).into_iter().flat_map(|run| said(run, occasion)).collect();
        if all != *parts {
            *parts = Vec::leak(all);
        }
    }
    other
}

/// The classic that says signs in place of its texts.
pub fn marked(classic: &Classic, slots: &[TextSlot]) -> Classic {
    let sign = |text: String| Part::Text(String::leak(text));
    spoken(classic, slots, &|number| {
        let slot = &slots[number];
        let holes = slot.holes().flat_map(|hole| [hole, sign(BESIDE.to_string())]);
        let end = if slot.is_ended { format!("{END}\n") } else { END.to_string() };
        [sign(format!("{BEGIN}{number}{BESIDE}"))].into_iter().chain(holes).chain([sign(end)]).collect()
    })
}

/// What is said in an output of the marked classic.
pub fn events(parts: &[ExpectedPart], slots: &[TextSlot]) -> Vec<SpokenEvent> {
    let mut events = Vec::new();
    for part in parts {
        match part.wording {
            Wording::Open => events.push(SpokenEvent::Open),
            Wording::Fixed => events.extend(events_in(&part.text, slots)),
        }
    }
    events
}

fn events_in(text: &[u8], slots: &[TextSlot]) -> Vec<SpokenEvent> {
    let mut events = Vec::new();
    let (begin, beside, end) = (BEGIN as u8, BESIDE as u8, END as u8);
    let mut pieces = text.split(|&byte| byte == begin);
    let board = |text: &[u8]| (!text.is_empty()).then(|| SpokenEvent::Board(text.to_vec()));
    events.extend(pieces.next().and_then(board));
    for piece in pieces {
        let at = piece.iter().position(|&byte| byte == end).unwrap_or(piece.len());
        let (said, after) = (&piece[..at], piece.get(at + 1..).unwrap_or_default());
        let mut words = said.split(|&byte| byte == beside).map(<[u8]>::to_vec);
        let number = words.next().and_then(|number| String::from_utf8(number).ok()?.parse::<usize>().ok());
        let Some((number, slot)) = number.and_then(|number| Some((number, slots.get(number)?))) else {
            continue;
        };
        events.push(SpokenEvent::Said { slot: number, values: words.take(slot.holes().count()).collect() });
        let after = if slot.is_ended { after.strip_prefix(b"\n").unwrap_or(after) } else { after };
        events.extend(board(after));
    }
    events
}

/// What is always the same in a text.
pub fn literal(parts: &[Part]) -> String {
    let text = |part: &Part| if let Part::Text(text) = part { Some(*text) } else { None };
    parts.iter().filter_map(text).collect()
}

#[cfg(test)]
mod tests {
    use tabiya_classics::ClassicOptions;

    use super::*;
    use crate::reference::Reference;

    #[test]
    fn our_program_tells_where_it_says_which_text() {
        let cuhk = Classic::find("cuhk").unwrap();
        let slots = slots(cuhk);
        let marked = marked(cuhk, &slots);
        let reference = Reference::record(&marked, &ClassicOptions::default(), b"1\nA1 A1\n", None).unwrap();
        let told: Vec<String> = events(&reference.parts, &slots)
            .iter()
            .map(|event| match event {
                SpokenEvent::Said { slot, values } => {
                    let values = values.iter().map(|value| String::from_utf8_lossy(value));
                    format!("{}{:?}", literal(&slots[*slot].parts), values.collect::<Vec<_>>())
                }
                SpokenEvent::Board(board) => {
                    format!("{} lines", board.split(|&byte| byte == b'\n').count() - 1)
                }
                SpokenEvent::Open => "open".to_owned(),
            })
            .collect();
        assert_eq!(
            told,
            [
                "Choose game mode (1, 2, 3): []",
                "[]",
                "Round :\n[\"1\"]",
                "18 lines",
                "'s turn: [\"White\"]",
                "invalid input!\n[]",
                "'s turn: [\"White\"]",
            ]
        );
    }

    #[test]
    fn a_classic_in_its_own_words_is_as_it_was() {
        for classic in &tabiya_classics::CLASSICS {
            let slots = slots(classic);
            let same = spoken(classic, &slots, &|number| slots[number].parts.clone());
            assert_eq!(same.voice, classic.voice, "{}", classic.name);
            assert_eq!(same.conduct, classic.conduct, "{}", classic.name);
        }
    }
}
