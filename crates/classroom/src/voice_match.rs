//! The words of a program, found by what ours says and what it wrote.
//!
//! Each text of ours stands for one and the same text of the program, wherever it is said. All ways to divide what the program
//! wrote are tried until one is right in all sessions; boards must be the same, so there are few.

use crate::layout::{Skeleton, is_heading};
use crate::phrase::Phrase;
use crate::voice_slots::{SpokenEvent, TextSlot};

/// How many lines a text has at most, and how long it is where it does not end its line.
const LINES: usize = 6;
const LENGTH: usize = 160;

/// How many lines a program may write where the document leaves open what.
const OPEN_LINES: usize = 12;

/// How far the lines of a text are looked for.
const NEAR: usize = LINES * LENGTH;

/// How many things are compared at most: texts, and lines of boards.
const STEPS: usize = 50_000;

/// Words that tell something of a game, in their forms: each row the same. Whoever says one where we say none of its row tells
/// something else.
const TELLING: [&[&str]; 7] = [
    &["white", "whites"],
    &["black", "blacks"],
    &["check", "checks", "checked", "checkmate", "checkmates", "checkmated"],
    &["mate", "mates", "mated", "checkmate", "checkmates", "checkmated"],
    &["draw", "draws", "drawn", "drew", "stalemate", "stalemated", "remis", "nobody"],
    &["win", "wins", "winner", "winners", "winning", "won", "victory", "victories", "victorious"],
    &["lose", "loses", "loser", "losers", "losing", "lost", "loss"],
];

const APOSTROPHES: [char; 2] = ['\'', '’'];

/// What our program says to an input, and what the other wrote.
pub struct VoiceLesson {
    pub events: Vec<SpokenEvent>,
    pub output: Vec<u8>,
    /// Whether anything may follow.
    pub has_open_end: bool,
}

impl VoiceLesson {
    /// Its beginning, up to so many events.
    pub fn until(&self, length: usize) -> VoiceLesson {
        let has_open_end = self.has_open_end || length < self.events.len();
        VoiceLesson { events: self.events[..length].to_vec(), output: self.output.clone(), has_open_end }
    }
}

/// The phrase for each text that is said in some lessons; none where there is no way to read them, or no time.
pub fn phrases(
    slots: &[TextSlot],
    lessons: &[VoiceLesson],
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<Option<Phrase>>> {
    // Whoever says more at the end of the input is harder to read: it is tried only then.
    [false, true].into_iter().find_map(|may_go_on| {
        let mut found = vec![None; slots.len()];
        let ours = slots.iter().map(Phrase::ours).collect();
        let mut reader = VoiceReader { slots, ours, lessons, may_go_on, is_over, steps: 0 };
        reader.read(ReadingPlace::default(), &mut found).then_some(found)
    })
}

struct VoiceReader<'a> {
    slots: &'a [TextSlot],
    ours: Vec<Phrase>,
    lessons: &'a [VoiceLesson],
    may_go_on: bool,
    /// Whether we were asked to stop, or the time is up.
    is_over: &'a dyn Fn() -> bool,
    steps: usize,
}

#[derive(Clone, Copy, Default)]
struct ReadingPlace {
    lesson: usize,
    event: usize,
    /// Where in what was written.
    at: usize,
}

impl ReadingPlace {
    fn after(self, at: usize) -> ReadingPlace {
        ReadingPlace { event: self.event + 1, at, ..self }
    }
}

impl VoiceReader<'_> {
    /// Whether all can be read from a place on. It is called anew only for a text that is not known yet, or open.
    fn read(&mut self, mut place: ReadingPlace, found: &mut Vec<Option<Phrase>>) -> bool {
        let lessons = self.lessons;
        if (self.is_over)() {
            return false;
        }
        loop {
            self.steps += 1;
            let Some(lesson) = lessons.get(place.lesson) else { return true };
            if self.steps > STEPS {
                return false;
            }
            let rest = &lesson.output[place.at..];
            let Some(event) = lesson.events.get(place.event) else {
                if !(rest.is_empty() || self.may_go_on && lesson.has_open_end) {
                    return false;
                }
                place = ReadingPlace { lesson: place.lesson + 1, ..ReadingPlace::default() };
                continue;
            };
            match event {
                SpokenEvent::Board(board) => match board_end(board, rest, &mut self.steps) {
                    Some(length) => place = place.after(place.at + length),
                    None => return false,
                },
                SpokenEvent::Open => {
                    let ends = [0].into_iter().chain(line_ends(rest).take(OPEN_LINES));
                    return ends.into_iter().any(|end| self.read(place.after(place.at + end), found));
                }
                SpokenEvent::Said { slot, values } => match &found[*slot] {
                    Some(phrase) if rest.starts_with(&phrase.with(values)) => {
                        place = place.after(place.at + phrase.with(values).len());
                    }
                    Some(_) => return false,
                    None => return self.read_unknown(place, (*slot, values), found),
                },
            }
        }
    }

    /// Tries what a text that is not known yet could be.
    fn read_unknown(
        &mut self,
        place: ReadingPlace,
        (slot, values): (usize, &[Vec<u8>]),
        found: &mut Vec<Option<Phrase>>,
    ) -> bool {
        let rest = &self.lessons[place.lesson].output[place.at..];
        let ours = self.ours[slot].clone();
        let own = rest.starts_with(&ours.with(values)).then_some(ours);
        // Whoever says the same and then something more says the same.
        let is_same = own.is_some() && !self.slots[slot].is_frame;
        let others = if is_same { Vec::new() } else { ends(&self.slots[slot], rest) };
        self.steps += others.len();
        let others = others.into_iter().filter_map(|end| self.phrase(slot, values, &rest[..end], found));
        for phrase in own.into_iter().chain(others.collect::<Vec<_>>()) {
            let next = place.after(place.at + phrase.with(values).len());
            found[slot] = Some(phrase);
            if self.read(next, found) {
                return true;
            }
        }
        found[slot] = None;
        false
    }

    /// A text as a phrase, where it can mean the same as ours.
    fn phrase(
        &self,
        slot: usize,
        values: &[Vec<u8>],
        written: &[u8],
        found: &[Option<Phrase>],
    ) -> Option<Phrase> {
        let phrase = Phrase::found(&self.slots[slot], values, written)?;
        let is_fair = !self.is_said_of_else(slot, written, found) && keeps_meaning(&self.ours[slot], &phrase);
        is_fair.then_some(phrase)
    }

    /// Whether we, or the program, say that on another occasion: then it means that.
    fn is_said_of_else(&self, slot: usize, written: &[u8], found: &[Option<Phrase>]) -> bool {
        let has_words = |phrase: &Phrase| phrase.literal().contains(char::is_alphabetic);
        let known = found.iter().enumerate().filter_map(|(other, phrase)| Some((other, phrase.as_ref()?)));
        let others = self.ours.iter().enumerate().chain(known).filter(|(other, _)| *other != slot);
        others.into_iter().any(|(_, phrase)| has_words(phrase) && phrase.fits(written))
    }
}

/// Whether words do not speak of something else, as far as can be told without knowing them.
fn keeps_meaning(ours: &Phrase, theirs: &Phrase) -> bool {
    let (ours, theirs) = (ours.literal(), theirs.literal());
    let says = |text: &str, row: &[&str]| {
        // "Won't" is a word of its own; "White's" is White's.
        let mut words = text.split(|c: char| !c.is_alphabetic() && !APOSTROPHES.contains(&c));
        words.any(|word| {
            let word = word.trim_matches(APOSTROPHES);
            let word = word.strip_suffix('s').and_then(|word| word.strip_suffix(APOSTROPHES)).unwrap_or(word);
            row.contains(&word)
        })
    };
    let is_new = |row: &&[&str]| says(&theirs, row) && !says(&ours, row);
    let has_number = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    !TELLING.iter().any(is_new) && (has_number(&ours) || !has_number(&theirs))
}

/// Where a text that is not known yet may end, the likeliest first.
fn ends(slot: &TextSlot, rest: &[u8]) -> Vec<usize> {
    let silent = slot.is_frame.then_some(0);
    if slot.is_ended {
        return line_ends(rest).take(LINES).chain(silent).collect();
    }
    let most = line_ends(rest).take(LINES).last().unwrap_or(0).max(rest.len().min(LENGTH)).min(LENGTH);
    let is_gap = |&end: &usize| rest[end - 1].is_ascii_whitespace();
    let gaps = (1..=most.min(rest.len())).filter(is_gap);
    let others = (1..=most.min(rest.len())).filter(|end| !is_gap(end));
    gaps.chain(others).chain(silent).collect()
}

/// The ends of the next lines.
fn line_ends(text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    text.iter().take(NEAR).enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1)
}

/// How much of a text is a board, its layout aside. Lines that are read count as steps, long ones as several; of empty ones
/// there may be as many as the board has lines.
fn board_end(board: &[u8], text: &[u8], steps: &mut usize) -> Option<usize> {
    if text.starts_with(board) {
        return Some(board.len());
    }
    let wanted = Skeleton::of(board).bytes;
    let mut bare: Vec<u8> = Vec::new();
    let mut lines = text.split_inclusive(|&byte| byte == b'\n').peekable();
    let mut at = 0;
    let mut empty = board.split_inclusive(|&byte| byte == b'\n');
    while bare.len() < wanted.len() {
        let line = lines.next()?;
        *steps += 1 + line.len() / LENGTH;
        if line.trim_ascii().is_empty() {
            empty.next()?;
        }
        bare.extend(Skeleton::of(line).bytes);
        at += line.len();
        if !wanted.starts_with(&bare) {
            return None;
        }
    }
    // The rule and the letters below it, as far as ours has them.
    let last = board.split_inclusive(|&byte| byte == b'\n').rev().take_while(|line| is_ruling(line)).count();
    for _ in 0..last {
        at += lines.next_if(|line| is_ruling(line)).map_or(0, <[u8]>::len);
    }
    Some(at)
}

/// Whether a line is part of a board's frame alone.
fn is_ruling(line: &[u8]) -> bool {
    is_heading(line) || !line.trim_ascii().is_empty() && Skeleton::of(line).bytes.is_empty()
}

#[cfg(test)]
mod tests {
    use tabiya_classics::Part;

    use super::*;

    fn text(text: &'static str) -> Phrase {
        Phrase::ours(&TextSlot { parts: vec![Part::Text(text)], is_ended: true, is_frame: false })
    }

    #[test]
    fn words_tell_something_by_themselves_alone() {
        let innocent = [
            "That won't work.",
            "That won’t work.",
            "Checking your move",
            "Drawing the board",
            "Lack of material",
            "Blackboard",
            "Whitespace only",
            "Window closed",
            "Closest square",
            "Automated answer",
        ];
        for said in innocent {
            assert!(keeps_meaning(&text("invalid input!\n"), &text(said)), "{said}");
        }
        let telling = [
            "White's fault",
            "'Black' may not",
            "You are checked",
            "That mates",
            "Mated!",
            "The game is drawn",
            "Stalemate",
            "We have a winner",
            "You won",
            "You lose",
        ];
        for said in telling {
            assert!(!keeps_meaning(&text("invalid input!\n"), &text(said)), "{said}");
        }
        assert!(keeps_meaning(&text("Checkmate!\n"), &text("Check and mate.\n")));
    }

    const BOARD: &[u8] = b"R N B\n. . .\nr n b\n";

    #[test]
    fn a_board_is_not_looked_for_without_end() {
        let mut steps = 0;
        assert_eq!(board_end(BOARD, &[b'\n'; 65536], &mut steps), None);
        assert!(steps <= 4, "{steps}");
        // One endless line costs what many short ones do.
        assert_eq!(board_end(BOARD, &[b' '; 65536], &mut steps), None);
        assert!(steps > 65536 / LENGTH, "{steps}");
        let wide = b"\n R  N  B\n\n .  .  .\n r  n  b\n";
        assert_eq!(board_end(BOARD, wide, &mut steps), Some(wide.len()));
    }

    #[test]
    fn a_reading_ends_when_it_is_told_to() {
        let slots = [TextSlot { parts: vec![Part::Text("Go: ")], is_ended: false, is_frame: true }];
        let events =
            vec![SpokenEvent::Said { slot: 0, values: Vec::new() }, SpokenEvent::Board(BOARD.to_vec())];
        let output = [b"Your move: ", BOARD].concat();
        let lessons = [VoiceLesson { events, output, has_open_end: false }];
        assert!(phrases(&slots, &lessons, &|| false).is_some());
        assert!(phrases(&slots, &lessons, &|| true).is_none());
    }
}
