//! The words of a program, found by what ours says and what it wrote.
//!
//! Each text of ours stands for one and the same text of the program, wherever it is said. All ways to divide what the program
//! wrote are tried until one is right in all sessions; boards must be the same, so there are few.

use crate::failed_readings::{FailedReadings, SlotSet};
use crate::layout::{is_heading, said_bytes};
use crate::phrase::Phrase;
use crate::voice_slots::{SpokenEvent, TextSlot, literal};

/// How many lines a text has at most, and how long it is where it does not end its line.
const LINES: usize = 6;
const LENGTH: usize = 160;

/// How many lines a program may write where the document leaves open what.
const OPEN_LINES: usize = 12;

/// How far the lines of a text are looked for.
const NEAR: usize = LINES * LENGTH;

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

/// In how many words a refusal may be told beside ours.
const VARIANTS: usize = 5;

const APOSTROPHES: [char; 2] = ['\'', '’'];

/// What our program says to an input, and what the other wrote.
pub struct VoiceLesson {
    pub events: Vec<SpokenEvent>,
    pub output: Vec<u8>,
    /// Whether anything may follow.
    pub has_open_end: bool,
}

impl VoiceLesson {
    pub fn whole(&self) -> LessonPart<'_> {
        self.until(self.events.len())
    }

    /// Its beginning, up to so many events.
    pub fn until(&self, length: usize) -> LessonPart<'_> {
        let has_open_end = self.has_open_end || length < self.events.len();
        LessonPart { events: &self.events[..length], output: &self.output, has_open_end }
    }
}

/// A lesson, as far as it is read.
#[derive(Clone, Copy)]
pub struct LessonPart<'a> {
    events: &'a [SpokenEvent],
    output: &'a [u8],
    has_open_end: bool,
}

/// The phrases for each text; none where nothing else than ours was heard. Ours may always be said in place of others.
pub type KnownWords = Vec<Vec<Phrase>>;

/// What came of reading some lessons.
pub struct VoiceReading {
    /// The words for each text that is said in them; none where there is no way to read them, or no time.
    pub phrases: Option<KnownWords>,
    /// How many events of the last lesson could be read in some way.
    pub reached: usize,
    /// How many things were compared: texts, and lines of boards.
    pub steps: usize,
}

/// Reads some lessons by what is known already, in so many steps at most.
pub fn read(
    slots: &[TextSlot],
    known: &[Vec<Phrase>],
    lessons: &[LessonPart<'_>],
    steps: usize,
    is_over: &dyn Fn() -> bool,
) -> VoiceReading {
    let ours: Vec<OwnText> = slots.iter().map(OwnText::of).collect();
    let mut reading = VoiceReading { phrases: None, reached: 0, steps: 0 };
    // Whoever says more at the end of the input is harder to read: it is tried only then.
    let may_go_on = lessons.iter().any(|lesson| lesson.has_open_end).then_some(true);
    for may_go_on in [false].into_iter().chain(may_go_on) {
        let mut found = known.to_vec();
        let mut reader = VoiceReader {
            slots,
            ours: &ours,
            lessons,
            may_go_on,
            is_over,
            most: steps,
            steps: reading.steps,
            reached: reading.reached,
            failed: FailedReadings::default(),
        };
        let is_read = reader.read(ReadingPlace::default(), &mut found).is_ok();
        (reading.steps, reading.reached) = (reader.steps, reader.reached);
        if is_read {
            return VoiceReading { phrases: Some(found), ..reading };
        }
    }
    reading
}

/// A text in our words, with what it tells.
struct OwnText {
    phrase: Phrase,
    has_words: bool,
    meaning: Meaning,
}

impl OwnText {
    fn of(slot: &TextSlot) -> OwnText {
        let phrase = Phrase::ours(slot);
        let (has_words, meaning) = (has_words(&phrase), Meaning::of(&phrase));
        OwnText { phrase, has_words, meaning }
    }
}

struct VoiceReader<'a> {
    slots: &'a [TextSlot],
    ours: &'a [OwnText],
    lessons: &'a [LessonPart<'a>],
    may_go_on: bool,
    /// Whether we were asked to stop, or the time is up.
    is_over: &'a dyn Fn() -> bool,
    /// How many steps there may be.
    most: usize,
    steps: usize,
    reached: usize,
    failed: FailedReadings,
}

/// A place in some lessons.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadingPlace {
    lesson: usize,
    event: usize,
    /// Where in what was written.
    at: usize,
}

/// What comes of reading on: if it cannot be done, the texts by whose words that is so.
type ReadOn = Result<(), SlotSet>;

impl ReadingPlace {
    fn after(self, at: usize) -> ReadingPlace {
        ReadingPlace { event: self.event + 1, at, ..self }
    }
}

impl VoiceReader<'_> {
    /// Reads all from a place on, if that is possible. It is called anew only for a text that is not known yet, or open. What
    /// failed once by the same words is not tried again: there are many ways to the same place.
    fn read(&mut self, place: ReadingPlace, found: &mut KnownWords) -> ReadOn {
        if let Some(reasons) = self.failed.reasons(place, found) {
            return Err(reasons);
        }
        let read = self.read_anew(place, found);
        if let Err(reasons) = read {
            self.failed.note(place, reasons, found);
        }
        read
    }

    fn read_anew(&mut self, mut place: ReadingPlace, found: &mut KnownWords) -> ReadOn {
        let lessons = self.lessons;
        let mut reasons = SlotSet::default();
        if (self.is_over)() {
            return Err(reasons);
        }
        loop {
            self.steps += 1;
            if place.lesson + 1 >= lessons.len() {
                self.reached = self.reached.max(place.event);
            }
            let Some(lesson) = lessons.get(place.lesson) else { return Ok(()) };
            if self.steps > self.most {
                return Err(reasons);
            }
            let rest = &lesson.output[place.at..];
            let Some(event) = lesson.events.get(place.event) else {
                if !(rest.is_empty() || self.may_go_on && lesson.has_open_end) {
                    return Err(reasons);
                }
                place = ReadingPlace { lesson: place.lesson + 1, ..ReadingPlace::default() };
                continue;
            };
            match event {
                SpokenEvent::Board(board) => match board_end(board, rest, &mut self.steps) {
                    Some(length) => place = place.after(place.at + length),
                    None => return Err(reasons),
                },
                SpokenEvent::Open => {
                    let ends = [0].into_iter().chain(line_ends(rest).take(OPEN_LINES));
                    let mut ends: Vec<usize> = ends.collect();
                    // What is open is not taken for part of a text that follows it in words that are known.
                    ends.sort_by_key(|end| !self.is_known_at(place.after(place.at + end), found));
                    for end in ends {
                        match self.read(place.after(place.at + end), found) {
                            Ok(()) => return Ok(()),
                            Err(more) => reasons.extend(more),
                        }
                    }
                    return Err(reasons);
                }
                SpokenEvent::Said { slot, values } => {
                    reasons.add(*slot);
                    match self.said(*slot, values, rest, found) {
                        Some(length) => place = place.after(place.at + length),
                        None if self.may_learn(*slot, found) => {
                            return self.read_unknown(place, (*slot, values), found, reasons);
                        }
                        None => return Err(reasons),
                    }
                }
            }
        }
    }

    /// How long a text is here in words that are known. What is said in every turn may be ours by chance, before it is known.
    fn said(&self, slot: usize, values: &[Vec<u8>], rest: &[u8], found: &[Vec<Phrase>]) -> Option<usize> {
        let own = (!self.slots[slot].is_frame || !found[slot].is_empty()).then_some(&self.ours[slot].phrase);
        let said = own.into_iter().chain(&found[slot]).map(|phrase| phrase.with(values));
        said.filter(|said| rest.starts_with(said)).map(|said| said.len()).max()
    }

    /// Whether a text may have words that are not known yet.
    fn may_learn(&self, slot: usize, found: &[Vec<Phrase>]) -> bool {
        found[slot].len() < if self.slots[slot].is_refusal { VARIANTS } else { 1 }
    }

    /// Tries what a text that is not known yet could be.
    fn read_unknown(
        &mut self,
        place: ReadingPlace,
        (slot, values): (usize, &[Vec<u8>]),
        found: &mut KnownWords,
        mut reasons: SlotSet,
    ) -> ReadOn {
        let rest = &self.lessons[place.lesson].output[place.at..];
        let ours = self.ours[slot].phrase.clone();
        let own = rest.starts_with(&ours.with(values)).then_some(ours);
        let mut ends = ends(&self.slots[slot], rest).into_iter();
        let mut phrases: Vec<Phrase> = own.into_iter().collect();
        loop {
            for phrase in phrases {
                let next = place.after(place.at + phrase.with(values).len());
                found[slot].push(phrase);
                match self.read(next, found) {
                    Ok(()) => return Ok(()),
                    Err(more) => reasons.extend(more),
                }
                found[slot].pop();
            }
            let Some(end) = ends.next() else { return Err(reasons) };
            self.steps += 1;
            phrases = match self.may_follow(place.after(place.at + end), found, &mut reasons) {
                true => self.phrases(slot, values, &rest[..end], found, &mut reasons),
                false => Vec::new(),
            };
        }
    }

    /// Whether what comes next may begin at a place, by its first letters alone.
    fn may_follow(&self, place: ReadingPlace, found: &[Vec<Phrase>], reasons: &mut SlotSet) -> bool {
        let LessonPart { events, output, .. } = self.lessons[place.lesson];
        let rest = &output[place.at..];
        match events.get(place.event) {
            Some(SpokenEvent::Board(board)) => begins_alike(board, rest),
            Some(SpokenEvent::Said { slot, values }) => {
                reasons.add(*slot);
                self.may_learn(*slot, found) || self.said(*slot, values, rest, found).is_some()
            }
            Some(SpokenEvent::Open) | None => true,
        }
    }

    /// Whether a text comes next that is there in our words, or in others that are known.
    fn is_known_at(&self, place: ReadingPlace, found: &[Vec<Phrase>]) -> bool {
        let LessonPart { events, output, .. } = self.lessons[place.lesson];
        let rest = &output[place.at..];
        let own = |slot: usize, values: &[Vec<u8>]| self.ours[slot].phrase.with(values);
        let is_silence = |event: &&SpokenEvent| match event {
            SpokenEvent::Said { slot, values } => own(*slot, values).is_empty(),
            SpokenEvent::Board(_) | SpokenEvent::Open => false,
        };
        match events[place.event..].iter().find(|event| !is_silence(event)) {
            Some(SpokenEvent::Said { slot, values }) => {
                rest.starts_with(&own(*slot, values)) || self.said(*slot, values, rest, found).is_some()
            }
            Some(SpokenEvent::Board(_) | SpokenEvent::Open) | None => false,
        }
    }

    /// A text as phrases that can mean the same as ours.
    fn phrases(
        &self,
        slot: usize,
        values: &[Vec<u8>],
        written: &[u8],
        found: &[Vec<Phrase>],
        reasons: &mut SlotSet,
    ) -> Vec<Phrase> {
        // The letters of the files are of a board, which is no words.
        let is_board = written.split_inclusive(|&byte| byte == b'\n').any(is_heading);
        if is_board || self.is_said_of_else(slot, written, found, reasons) {
            return Vec::new();
        }
        let mut phrases = Phrase::readings(&self.slots[slot], values, written);
        phrases.retain(|phrase| Meaning::of(phrase).is_within(&self.ours[slot].meaning));
        phrases
    }

    /// Whether we, or the program, say that on another occasion: then it means that.
    fn is_said_of_else(
        &self,
        slot: usize,
        written: &[u8],
        found: &[Vec<Phrase>],
        reasons: &mut SlotSet,
    ) -> bool {
        let others = || (0..self.slots.len()).filter(|other| *other != slot);
        let says = |phrase: &Phrase| phrase.fits(written) && has_words(phrase);
        if others().any(|other| self.ours[other].has_words && self.ours[other].phrase.fits(written)) {
            return true;
        }
        let theirs = others().find(|&other| found[other].iter().any(says));
        theirs.into_iter().for_each(|other| reasons.add(other));
        theirs.is_some()
    }
}

fn has_words(phrase: &Phrase) -> bool {
    phrase.literal().contains(char::is_alphabetic)
}

/// What words tell of a game, as far as that can be told without knowing them.
struct Meaning {
    /// For each row of telling words whether one of it is there.
    rows: [bool; TELLING.len()],
    has_number: bool,
}

impl Meaning {
    fn of(phrase: &Phrase) -> Meaning {
        let text = phrase.literal();
        let mut rows = [false; TELLING.len()];
        // "Won't" is a word of its own; "White's" is White's.
        for word in text.split(|c: char| !c.is_alphabetic() && !APOSTROPHES.contains(&c)) {
            let word = word.trim_matches(APOSTROPHES);
            let word = word.strip_suffix('s').and_then(|word| word.strip_suffix(APOSTROPHES)).unwrap_or(word);
            let is_said = TELLING.iter().map(|row| row.contains(&word));
            rows.iter_mut().zip(is_said).for_each(|(row, is_said)| *row |= is_said);
        }
        Meaning { rows, has_number: text.contains(|c: char| c.is_ascii_digit()) }
    }

    /// Whether this does not speak of something else.
    fn is_within(&self, ours: &Meaning) -> bool {
        let is_new = |(theirs, ours): (&bool, &bool)| *theirs && !ours;
        !self.rows.iter().zip(&ours.rows).any(is_new) && (ours.has_number || !self.has_number)
    }
}

/// Where a text that is not known yet may end, the likeliest first.
fn ends(slot: &TextSlot, rest: &[u8]) -> Vec<usize> {
    let silent = slot.is_frame.then_some(0);
    // As many lines as ours are likelier than others.
    let lines = literal(&slot.parts).matches('\n').count();
    let most = line_ends(rest).take(LINES).last().unwrap_or(0).max(rest.len().min(LENGTH)).min(LENGTH);
    let mut newlines = 0;
    let mut ends: Vec<(u8, usize, usize)> = Vec::new();
    for end in 1..=if slot.is_ended { NEAR.min(rest.len()) } else { most.min(rest.len()) } {
        let is_line = rest[end - 1] == b'\n';
        newlines += usize::from(is_line);
        if is_line || !slot.is_ended {
            ends.push((likeliness(&rest[..end]), newlines.abs_diff(lines), end));
        }
        if slot.is_ended && newlines == LINES {
            break;
        }
    }
    ends.sort_unstable();
    ends.into_iter().map(|(.., end)| end).chain(silent).collect()
}

/// How likely a text ends like this, the likeliest first: with a sign or a line, with a blank, within a word.
fn likeliness(text: &[u8]) -> u8 {
    match text.trim_ascii_end().last() {
        _ if text.ends_with(b"\n") => 0,
        Some(last) if text.trim_ascii_end().len() < text.len() => u8::from(!last.is_ascii_punctuation()),
        _ => 2,
    }
}

/// The ends of the next lines.
fn line_ends(text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    text.iter().take(NEAR).enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1)
}

/// Whether a text may begin with a board, by the first line of both that is more than layout.
fn begins_alike(board: &[u8], text: &[u8]) -> bool {
    let first = |text| {
        let mut lines = <[u8]>::split_inclusive(text, |&byte: &u8| byte == b'\n').take(LINES);
        lines.find(|line| said_bytes(line).next().is_some()).unwrap_or_default()
    };
    said_bytes(first(board)).zip(said_bytes(first(text))).all(|((_, one), (_, other))| one == other)
}

/// How much of a text is a board, its layout aside. Lines that are read count as steps, long ones as several; of empty ones
/// there may be as many as the board has lines.
fn board_end(board: &[u8], text: &[u8], steps: &mut usize) -> Option<usize> {
    if text.starts_with(board) {
        return Some(board.len());
    }
    let lines_of = |text| <[u8]>::split_inclusive(text, |&byte: &u8| byte == b'\n');
    let mut wanted = lines_of(board).flat_map(said_bytes).map(|(_, byte)| byte).peekable();
    let mut lines = lines_of(text).peekable();
    let mut at = 0;
    let mut empty = lines_of(board);
    while wanted.peek().is_some() {
        let line = lines.next()?;
        *steps += 1 + line.len() / LENGTH;
        if line.trim_ascii().is_empty() {
            empty.next()?;
        }
        if said_bytes(line).any(|(_, byte)| wanted.next() != Some(byte)) {
            return None;
        }
        at += line.len();
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
    is_heading(line) || !line.trim_ascii().is_empty() && said_bytes(line).next().is_none()
}

#[cfg(test)]
mod tests {
    use tabiya_classics::Part;

    use super::*;

    fn text(text: &'static str) -> Phrase {
        Phrase::ours(&TextSlot {
            parts: vec![Part::Text(text)],
            is_ended: true,
            is_frame: false,
            is_refusal: false,
        })
    }

    fn keeps_meaning(ours: &'static str, theirs: &'static str) -> bool {
        Meaning::of(&text(theirs)).is_within(&Meaning::of(&text(ours)))
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
            assert!(keeps_meaning("invalid input!\n", said), "{said}");
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
            assert!(!keeps_meaning("invalid input!\n", said), "{said}");
        }
        assert!(keeps_meaning("Checkmate!\n", "Check and mate.\n"));
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
        let slots = [TextSlot {
            parts: vec![Part::Text("Go: ")],
            is_ended: false,
            is_frame: true,
            is_refusal: false,
        }];
        let events =
            vec![SpokenEvent::Said { slot: 0, values: Vec::new() }, SpokenEvent::Board(BOARD.to_vec())];
        let output = [b"Your move: ", BOARD].concat();
        let lesson = VoiceLesson { events, output, has_open_end: false };
        let is_read = |steps: usize, is_over: bool| {
            read(&slots, &[Vec::new()], &[lesson.whole()], steps, &|| is_over).phrases.is_some()
        };
        assert!(is_read(1000, false));
        assert!(!is_read(1000, true) && !is_read(2, false));
    }
}
