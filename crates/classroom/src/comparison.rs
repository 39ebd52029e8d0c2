//! What a program wrote beside what it should have written.
//!
//! What is expected comes in parts: one for every thing that was fed. Some of them the document leaves open; where
//! the program has something else there, any text may stand in its place, and the rest must agree again; only where we
//! say something, something must be said. All places where that may be are followed at once, and the way with the fewest
//! silences and liberties is taken.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::ops::Range;

use crate::layout::is_heading;

/// The most that a program may write where the document leaves open what.
const FREEDOM: usize = 4096;

/// The same in lines.
const LINES: usize = 64;

/// How many ways are followed at once, and how many of them because nothing ends earlier.
const TRAILS: usize = 4096;
const EARLIEST: usize = 1024;

/// A part of what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedPart {
    pub text: Vec<u8>,
    /// What may stand there as well as the text.
    pub others: Vec<Vec<u8>>,
    pub wording: Wording,
    /// How many lines it has, whether or not they are in the text.
    pub lines: usize,
    /// What must be said at least, in whatever words.
    pub needs: Utterance,
}

/// What is said, as far as it can be told without knowing the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Utterance {
    Silence,
    /// A board, or rows of one.
    Board,
    Words,
}

impl Utterance {
    /// Of a line, with its layout or without.
    pub fn of_line(line: &[u8]) -> Utterance {
        match line.trim_ascii().first() {
            None => Utterance::Silence,
            // The letters of the files by themselves show nothing.
            Some(_) if is_heading(line) => Utterance::Silence,
            Some(first) if first.is_ascii_digit() => Utterance::Board,
            Some(_) => Utterance::Words,
        }
    }
}

/// Who settled what a part says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// The document.
    Fixed,
    /// We did, because the document does not say.
    Open,
}

/// What may come after the last part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Nothing,
    Anything,
}

/// What comes of comparing.
#[derive(Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Where the program has something else than we have, and the document leaves that open.
    pub notes: Vec<Mismatch>,
    /// Where it differs first.
    pub difference: Option<Mismatch>,
    /// Which of its texts each part has, up to the one that differs.
    pub choices: Vec<usize>,
    /// How often a text of the program's own would end in the middle of a board.
    pub tears: usize,
}

impl Comparison {
    /// Whether all is said, as far as it can be told, and nothing divided against all sense.
    pub fn is_clean(&self) -> bool {
        self.difference.is_none() && self.tears == 0 && !self.notes.iter().any(|note| note.is_silent)
    }
}

/// How far a program has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It has written all that is expected, and perhaps more.
    Reached,
    /// It has to write more.
    Short,
    /// A text that is open may go on.
    Unclear,
    /// It has written something else.
    Apart,
}

/// How far a program has come, part by part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputProgress {
    /// How many parts it has written.
    pub parts: usize,
    /// How it stands with the next one.
    pub reach: Reach,
    /// Whether of the next one only a line is missing that is not ended, or all of it where it is open.
    pub lacks_prompt: bool,
}

/// What a program wrote, and where its lines end.
pub struct OutputText<'a> {
    bytes: &'a [u8],
    line_ends: Vec<usize>,
    /// What its lines say: most texts are what is expected, to the byte, and nobody asks.
    said: OnceCell<SaidLines>,
}

/// What the lines of a text say.
struct SaidLines {
    /// Of each line, and behind them of what is in no line yet.
    utterances: Vec<Utterance>,
    /// For each of the same, whether a board goes on behind it.
    is_within_board: Vec<bool>,
}

impl OutputText<'_> {
    pub fn of(bytes: &[u8]) -> OutputText<'_> {
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        OutputText::new(bytes, ends.map(|(at, _)| at + 1).collect())
    }

    /// A text that has lost the signs for the ends of its lines.
    pub fn new(bytes: &[u8], line_ends: Vec<usize>) -> OutputText<'_> {
        OutputText { bytes, line_ends, said: OnceCell::new() }
    }

    fn said(&self) -> &SaidLines {
        self.said.get_or_init(|| {
            let starts = [0].into_iter().chain(self.line_ends.iter().copied());
            let ends = self.line_ends.iter().copied().chain([self.bytes.len()]);
            let lines: Vec<&[u8]> = starts.zip(ends).map(|(start, end)| &self.bytes[start..end]).collect();
            let utterances = lines.iter().map(|line| Utterance::of_line(line)).collect();
            SaidLines { utterances, is_within_board: within_boards(&lines) }
        })
    }
}

impl ExpectedPart {
    pub fn fixed(text: &[u8]) -> ExpectedPart {
        ExpectedPart::new(text, Wording::Fixed)
    }

    pub fn new(text: &[u8], wording: Wording) -> ExpectedPart {
        let lines = text.split(|&byte| byte == b'\n');
        let needs = lines.map(Utterance::of_line).max().unwrap_or(Utterance::Silence);
        ExpectedPart { text: text.to_vec(), others: Vec::new(), wording, lines: newlines(text), needs }
    }

    /// The same with each of its texts made into another one.
    pub fn map(&self, change: impl Fn(&[u8]) -> Vec<u8>) -> ExpectedPart {
        let others = self.others.iter().map(|other| change(other)).collect();
        ExpectedPart { text: change(&self.text), others, ..*self }
    }

    /// All that may stand there, by number: the text is the first.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        [&self.text].into_iter().chain(&self.others).map(Vec::as_slice)
    }

    /// The longest of its texts that begins here, and its number.
    fn begun<'a>(&'a self, output: &[u8]) -> Option<(usize, &'a [u8])> {
        let begun = self.texts().enumerate().filter(|(_, text)| output.starts_with(text));
        begun.max_by_key(|(number, text)| (text.len(), Reverse(*number)))
    }

    /// What is missing of those of its texts of which this is the beginning.
    fn missing<'a>(&'a self, output: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        self.texts().filter_map(move |text| text.strip_prefix(output))
    }
}

/// For each line, whether the rows of a board above it, or the last of them in it, go on below.
fn within_boards(lines: &[&[u8]]) -> Vec<bool> {
    // Empty lines belong to what is before them.
    let mut above: Option<&[u8]> = None;
    let rows = lines.iter().map(|line| {
        above = if line.trim_ascii().is_empty() { above } else { Some(line) };
        above.and_then(row_number)
    });
    let mut found: Vec<bool> = Vec::with_capacity(lines.len());
    let mut below: Option<u8> = None;
    for (line, above) in lines.iter().zip(rows.collect::<Vec<_>>()).rev() {
        found.push(above.zip(below).is_some_and(|(above, below)| above.abs_diff(below) == 1));
        below = if line.trim_ascii().is_empty() { below } else { row_number(line) };
    }
    found.reverse();
    found
}

/// The number of a row of a board.
fn row_number(line: &[u8]) -> Option<u8> {
    line.trim_ascii().first().copied().filter(u8::is_ascii_digit)
}

/// Where the program has something else than a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The number of the part; the number of parts, where there is too much at the end.
    pub part: usize,
    /// How much of the part agrees.
    pub agreeing: usize,
    /// Where in the output they part.
    pub at: usize,
    /// What the program has there: for a note all of it, for a difference from the beginning of the part to the end.
    pub found: Range<usize>,
    /// Whether something should be said there, in whatever words, and is not.
    pub is_silent: bool,
}

/// One way through the output, up to the end of some part.
#[derive(Clone, Copy)]
struct Trail {
    at: usize,
    /// How often something should have been said.
    silences: usize,
    /// How often a text of the program's own would end in the middle of a board.
    tears: usize,
    notes: usize,
    /// How unlikely it is that the program's own texts are divided like this.
    strain: usize,
    /// The trail that this one goes on, among those of the part before.
    from: usize,
    is_free: bool,
    is_silent: bool,
    /// Which of its texts the last part has.
    choice: usize,
}

impl Trail {
    /// What speaks against it: the less, the better.
    const fn cost(&self) -> (usize, usize, usize, usize) {
        (self.silences, self.tears, self.notes, self.strain)
    }
}

const START: Trail = Trail {
    at: 0,
    silences: 0,
    tears: 0,
    notes: 0,
    strain: 0,
    from: 0,
    is_free: false,
    is_silent: false,
    choice: 0,
};

/// Compares an output with what is expected.
pub fn compare(parts: &[ExpectedPart], rest: Rest, output: &OutputText<'_>) -> Comparison {
    let same = same(parts, output.bytes);
    if same.parts == parts.len() && (rest == Rest::Anything || same.bytes == output.bytes.len()) {
        return Comparison { notes: Vec::new(), difference: None, choices: same.choices, tears: 0 };
    }
    let mut steps = vec![vec![START]];
    for (number, part) in parts.iter().enumerate() {
        let trails = &steps[number];
        let next = follow(trails, part, output);
        if next.is_empty() {
            let texts: Vec<&[u8]> = part.texts().collect();
            let (difference, best, choice) = first_difference(trails, number, &texts, output.bytes);
            let way = ReadingWay::to(&parts[..number], &steps, best, output.bytes);
            let choices = way.choices.into_iter().chain([choice]).collect();
            let tears = trails.get(best).map_or(0, |trail| trail.tears);
            return Comparison { notes: way.notes, difference: Some(difference), choices, tears };
        }
        steps.push(next);
    }
    let last = &steps[parts.len()];
    let ends = |trail: &&Trail| rest == Rest::Anything || trail.at == output.bytes.len();
    let best = last
        .iter()
        .enumerate()
        .filter(|(_, trail)| ends(trail))
        .min_by_key(|(_, trail)| trail.cost())
        .map(|(best, _)| best);
    let (difference, best) = match best {
        Some(best) => (None, best),
        None => {
            let (difference, best, _) = first_difference(last, parts.len(), &[b""], output.bytes);
            (Some(difference), best)
        }
    };
    let ReadingWay { notes, choices } = ReadingWay::to(parts, &steps, best, output.bytes);
    let tears = last.get(best).map_or(0, |trail| trail.tears);
    Comparison { notes, difference, choices, tears }
}

/// How far an output has come that may still grow.
pub fn progress(parts: &[ExpectedPart], output: &OutputText<'_>) -> OutputProgress {
    let same = same(parts, output.bytes);
    if same.parts == parts.len() {
        return OutputProgress { parts: parts.len(), reach: Reach::Reached, lacks_prompt: false };
    }
    let next = &parts[same.parts];
    let missing: Vec<&[u8]> = next.missing(&output.bytes[same.bytes..]).collect();
    if !missing.is_empty() {
        let is_unsaid = next.wording == Wording::Open && same.bytes == output.bytes.len();
        let lacks_prompt = is_unsaid || missing.iter().any(|missing| !missing.contains(&b'\n'));
        return OutputProgress { parts: same.parts, reach: Reach::Short, lacks_prompt };
    }
    let mut trails = vec![START];
    let end = output.bytes.len();
    for (number, part) in parts.iter().enumerate() {
        let mut next = follow(&trails, part, output);
        // As long as nothing follows, what is not said may still come.
        next.retain(|trail| !trail.is_silent || trail.at < end);
        if next.is_empty() {
            let missing = |trail: &Trail| part.missing(&output.bytes[trail.at..]);
            let is_unsaid = part.wording == Wording::Open && trails.iter().any(|trail| trail.at == end);
            let lacks_prompt =
                is_unsaid || trails.iter().flat_map(missing).any(|missing| !missing.contains(&b'\n'));
            // Behind a text that is open, nothing yet may be anything.
            let has_begun = |trail: &Trail| trail.notes == 0 || trail.at < end;
            let reach = if trails.iter().any(|trail| has_begun(trail) && missing(trail).next().is_some()) {
                Reach::Short
            } else if trails.iter().any(|trail| trail.notes > 0) {
                Reach::Unclear
            } else {
                Reach::Apart
            };
            return OutputProgress { parts: number, reach, lacks_prompt };
        }
        trails = next;
    }
    let is_said = trails.iter().any(|trail| trail.silences == 0);
    let reach = if is_said { Reach::Reached } else { Reach::Unclear };
    OutputProgress { parts: parts.len(), reach, lacks_prompt: false }
}

/// How much of an output is what is expected, to the byte.
struct Same {
    parts: usize,
    bytes: usize,
    /// Which of its texts each of the parts has.
    choices: Vec<usize>,
}

/// Whether an output begins with some parts, to the byte.
pub fn begins_with(parts: &[ExpectedPart], output: &[u8]) -> bool {
    same(parts, output).parts == parts.len()
}

fn same(parts: &[ExpectedPart], output: &[u8]) -> Same {
    let mut same = Same { parts: 0, bytes: 0, choices: Vec::new() };
    for part in parts {
        let Some((choice, text)) = part.begun(&output[same.bytes..]) else { break };
        same.parts += 1;
        same.bytes += text.len();
        same.choices.push(choice);
    }
    same
}

/// All ways on over a part.
fn follow(trails: &[Trail], part: &ExpectedPart, output: &OutputText<'_>) -> Vec<Trail> {
    let mut next: Vec<Trail> = Vec::new();
    let mut best = BestByLine::default();
    for (from, trail) in trails.iter().enumerate() {
        let rest = &output.bytes[trail.at..];
        let begun = part.texts().enumerate().filter(|(_, text)| rest.starts_with(text));
        next.extend(begun.map(|(choice, text)| {
            let at = trail.at + text.len();
            Trail { at, from, is_free: false, is_silent: false, choice, ..*trail }
        }));
        if part.wording == Wording::Open {
            next.push(freely(trail, from, part, PassedLines { at: trail.at, ..PassedLines::NONE }));
            for passed in lines_from(output, trail.at) {
                best.note(passed.last, freely(trail, from, part, passed));
            }
        }
    }
    next.extend(best.trails.into_iter().flatten());
    // Of several ways to the same place the best is enough.
    next.sort_unstable_by_key(|trail| (trail.at, trail.cost(), trail.from, trail.choice));
    next.dedup_by_key(|trail| trail.at);
    if next.len() > TRAILS {
        // A program of few words strains more with each of them, and is behind all others.
        next.sort_unstable_by_key(|trail| (trail.silences, trail.tears, trail.at));
        next[EARLIEST..].sort_unstable_by_key(|trail| (trail.cost(), trail.at));
        next.truncate(TRAILS);
    }
    // They are kept for as long as the game is compared.
    next.shrink_to_fit();
    next
}

/// The best way to the end of each line. Thousands of ways lead over a few lines each, so that they are not gathered first.
#[derive(Default)]
struct BestByLine {
    trails: Vec<Option<Trail>>,
}

impl BestByLine {
    fn note(&mut self, line: usize, trail: Trail) {
        if self.trails.len() <= line {
            self.trails.resize(line + 1, None);
        }
        let best = &mut self.trails[line];
        if best.is_none_or(|best| trail.cost() < best.cost()) {
            *best = Some(trail);
        }
    }
}

/// Lines of an output that are passed over.
#[derive(Clone, Copy)]
struct PassedLines {
    /// The number of the last of them in the output.
    last: usize,
    count: usize,
    /// Where they end.
    at: usize,
    /// The most that they say.
    said: Utterance,
    /// Whether they end in the middle of a board.
    is_torn: bool,
}

impl PassedLines {
    const NONE: PassedLines =
        PassedLines { last: 0, count: 0, at: 0, said: Utterance::Silence, is_torn: false };
}

/// The way on over a part that may be worded otherwise, where it is these lines.
fn freely(trail: &Trail, from: usize, part: &ExpectedPart, passed: PassedLines) -> Trail {
    let PassedLines { last: _, count, at, said, is_torn } = passed;
    let is_silent = said < part.needs;
    Trail {
        at,
        silences: trail.silences + usize::from(is_silent),
        tears: trail.tears + usize::from(is_torn),
        notes: trail.notes + 1,
        strain: trail.strain + part.lines.abs_diff(count),
        from,
        is_free: true,
        is_silent,
        choice: 0,
    }
}

/// The next lines behind a place, as far as freedom goes.
fn lines_from<'a>(output: &'a OutputText<'_>, at: usize) -> impl Iterator<Item = PassedLines> + use<'a> {
    let first = output.line_ends.partition_point(|&end| end <= at);
    let end = output.bytes.len();
    let ends = &output.line_ends[first..];
    let near = ends.iter().copied().take_while(move |&line| line - at <= FREEDOM).take(LINES);
    // The last line need not be ended.
    let is_ended = output.line_ends.last() == Some(&end);
    let is_near = end - at < FREEDOM && end > at && ends.len() < LINES;
    let rest = (is_near && !is_ended).then_some(end);
    let lines = output.said();
    let mut said = Utterance::Silence;
    near.chain(rest).enumerate().map(move |(number, at)| {
        let last = first + number;
        said = said.max(lines.utterances[last]);
        PassedLines { last, count: number + 1, at, said, is_torn: lines.is_within_board[last] }
    })
}

fn newlines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// Where the way that gets farthest ends, which that is, and with which of the texts that are expected there. What a program
/// may have written otherwise must not be divided against all sense to get there: then something would be blamed that was right.
fn first_difference(
    trails: &[Trail],
    part: usize,
    expected: &[&[u8]],
    output: &[u8],
) -> (Mismatch, usize, usize) {
    let agreeing = |trail: &Trail| {
        let texts = expected.iter().enumerate();
        let agreeing = texts.map(|(choice, text)| (common(text, &output[trail.at..]), Reverse(choice)));
        agreeing.max().unwrap_or((0, Reverse(0)))
    };
    let best = trails.iter().enumerate().max_by_key(|(_, trail)| {
        let Trail { silences, tears, notes, strain, at, .. } = **trail;
        (Reverse((silences, tears)), agreeing(trail).0, Reverse((notes, strain)), Reverse(at))
    });
    let (best, trail) = best.unwrap_or((0, &START));
    let (agreeing, Reverse(choice)) = agreeing(trail);
    let place =
        Mismatch { part, agreeing, at: trail.at + agreeing, found: trail.at..output.len(), is_silent: false };
    (place, best, choice)
}

fn common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// How an output was read.
struct ReadingWay {
    /// The liberties taken, the first one first.
    notes: Vec<Mismatch>,
    /// Which of its texts each part has.
    choices: Vec<usize>,
}

impl ReadingWay {
    /// The way that ends here.
    fn to(parts: &[ExpectedPart], steps: &[Vec<Trail>], best: usize, output: &[u8]) -> ReadingWay {
        let mut way = ReadingWay { notes: Vec::new(), choices: Vec::new() };
        let mut here = best;
        for (part, text) in parts.iter().enumerate().rev() {
            let trail = steps[part + 1][here];
            let found = steps[part][trail.from].at..trail.at;
            if trail.is_free {
                let agreeing = common(&text.text, &output[found.clone()]);
                let (at, is_silent) = (found.start + agreeing, trail.is_silent);
                way.notes.push(Mismatch { part, agreeing, at, found, is_silent });
            }
            way.choices.push(trail.choice);
            here = trail.from;
        }
        way.notes.reverse();
        way.choices.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(texts: &[(&str, Wording)]) -> Vec<ExpectedPart> {
        texts.iter().map(|(text, wording)| ExpectedPart::new(text.as_bytes(), *wording)).collect()
    }

    fn game() -> Vec<ExpectedPart> {
        use Wording::{Fixed, Open};
        parts(&[("start\n", Fixed), ("no!\n", Open), ("", Open), ("e4\n", Fixed), ("over\n", Open)])
    }

    fn checked(parts: &[ExpectedPart], rest: Rest, output: &str) -> Comparison {
        compare(parts, rest, &OutputText::of(output.as_bytes()))
    }

    fn note_texts<'a>(output: &'a str, comparison: &Comparison) -> Vec<(usize, &'a str)> {
        assert_eq!(comparison.difference, None);
        comparison.notes.iter().map(|note| (note.part, &output[note.found.clone()])).collect()
    }

    fn difference(parts: &[ExpectedPart], rest: Rest, output: &str) -> Mismatch {
        checked(parts, rest, output).difference.unwrap()
    }

    #[test]
    fn the_same_agrees_without_a_note() {
        let output = "start\nno!\ne4\nover\n";
        assert_eq!(note_texts(output, &checked(&game(), Rest::Nothing, output)), []);
    }

    #[test]
    fn open_parts_may_be_worded_otherwise_and_nothing_may_be_said_of_nothing() {
        let output = "start\nnever\ne4\nthe end\n";
        let notes = note_texts(output, &checked(&game(), Rest::Nothing, output));
        assert_eq!(notes, [(1, "never\n"), (4, "the end\n")]);
        let output = "start\nno!\nwhat?\ne4\nover\n";
        assert_eq!(note_texts(output, &checked(&game(), Rest::Nothing, output)), [(2, "what?\n")]);
    }

    #[test]
    fn where_something_is_said_something_must_be_said() {
        let silent = |parts: &[ExpectedPart], output: &str| -> Vec<usize> {
            let comparison = checked(parts, Rest::Nothing, output);
            assert_eq!(comparison.difference, None, "{output:?}");
            comparison.notes.iter().filter(|note| note.is_silent).map(|note| note.part).collect()
        };
        assert_eq!(silent(&game(), "start\ne4\nthe end\n"), [1]);
        assert_eq!(silent(&game(), "start\nnever\ne4\n"), [4]);
        let board = parts(&[("8 rnb\n\n  abcdefgh\n", Wording::Open), ("end\n", Wording::Fixed)]);
        assert_eq!(silent(&board, "end\n"), [0]);
        assert!(silent(&board, "no\nend\n").is_empty(), "words will do for a board");
        let told = parts(&[("check!\n8 rnb\n", Wording::Open), ("end\n", Wording::Fixed)]);
        assert_eq!(silent(&told, "8 rnb\n  abcdefgh\nend\n"), [0], "a board will not do for words");
    }

    #[test]
    fn a_part_may_have_several_texts() {
        let mut all =
            parts(&[("no!\n", Wording::Fixed), ("e4\n", Wording::Fixed), ("no!\n", Wording::Fixed)]);
        for part in [0, 2] {
            all[part].others = vec![b"no\n".to_vec(), b"never!\n".to_vec()];
        }
        let choices = |output: &str| {
            let found = checked(&all, Rest::Nothing, output);
            (found.difference.map(|place| (place.part, place.agreeing)), found.choices)
        };
        assert_eq!(choices("no!\ne4\nnever!\n"), (None, vec![0, 0, 2]));
        assert_eq!(choices("no\ne4\nno!\n"), (None, vec![1, 0, 0]));
        assert_eq!(choices("no\ne4\nnevermore\n"), (Some((2, 5)), vec![1, 0, 2]));
        let reach = |output: &str| progress(&all, &OutputText::of(output.as_bytes())).reach;
        assert_eq!(reach("no\ne4\nne"), Reach::Short);
        assert_eq!(reach("no\ne4\nnever!\n"), Reach::Reached);
        assert_eq!(reach("no\ne4\nx"), Reach::Apart);
    }

    #[test]
    fn several_open_parts_share_what_is_found_line_by_line() {
        let all = parts(&[("over\n", Wording::Open), ("over\n", Wording::Open), ("new\n", Wording::Fixed)]);
        let output = "the end\nthe end\nnew\n";
        let notes = note_texts(output, &checked(&all, Rest::Nothing, output));
        assert_eq!(notes, [(0, "the end\n"), (1, "the end\n")]);
    }

    #[test]
    fn fixed_parts_must_agree_to_the_byte() {
        let place = difference(&game(), Rest::Nothing, "start \nno!\ne4\nover\n");
        assert_eq!((place.part, place.agreeing, place.found), (0, 5, 0..19));
        let found = checked(&game(), Rest::Nothing, "start\nnever\ne5\nover\n");
        let place = found.difference.unwrap();
        assert_eq!(
            (place.part, place.agreeing, place.found.start),
            (3, 1, 12),
            "the place where most agrees"
        );
        assert_eq!(found.notes[0].part, 1, "what was noted on the way is told, too");
    }

    #[test]
    fn too_little_and_too_much_are_differences() {
        let all = parts(&[("a\n", Wording::Fixed), ("b\n", Wording::Fixed)]);
        assert_eq!(difference(&all, Rest::Nothing, "a\n").part, 1);
        assert_eq!(difference(&all, Rest::Anything, "a\nb").agreeing, 1);
        let place = difference(&all, Rest::Nothing, "a\nb\nc\n");
        assert_eq!((place.part, place.found), (2, 4..6));
        assert_eq!(checked(&all, Rest::Anything, "a\nb\nc\n").difference, None);
    }

    #[test]
    fn freedom_has_a_bound() {
        let flood = format!("start\n{}e4\n", "x".repeat(3 * FREEDOM));
        assert_eq!(difference(&game(), Rest::Anything, &flood).part, 3);
    }

    #[test]
    fn a_long_game_of_refusals_takes_little_memory() {
        let refused = parts(&[("8 rnbqkbnr\n\n  abcdefgh\n", Wording::Open); 80]);
        let output = "That is not possible.\n".repeat(5000);
        let output = OutputText::of(output.as_bytes());
        let mut trails = vec![START];
        let mut kept = 0;
        for part in &refused {
            trails = follow(&trails, part, &output);
            assert!(trails.capacity() <= TRAILS);
            kept += trails.capacity() * size_of::<Trail>();
        }
        assert!(kept < 25_000_000, "{kept} bytes");
    }

    #[test]
    fn a_long_run_of_short_refusals_is_followed_to_its_end() {
        let board = "8 rnbqkbnr\n".repeat(30);
        let refused = vec![(board.as_str(), Wording::Open); 100];
        let all = parts(&[refused, vec![("e4\n", Wording::Fixed)]].concat());
        let output = format!("{}e4\n{}", "No.\n".repeat(100), "Check!\n".repeat(5000));
        let notes = note_texts(&output, &checked(&all, Rest::Anything, &output));
        assert_eq!(notes, (0..100).map(|part| (part, "No.\n")).collect::<Vec<_>>());
    }

    #[test]
    fn a_board_is_not_divided_among_answers_to_get_farther() {
        let board = |row: &str| format!("8 rnbqkbnr\n7 pppppppp\n{row}\n1 RNBQKBNR\n\n  abcdefgh\n");
        let (before, wrong, after) = (board("2 PPPP PPP"), board("2 PP PPPPP"), board("2 PPPP P P"));
        let refused = (before.as_str(), Wording::Open);
        let all = parts(&[refused, refused, refused, (after.as_str(), Wording::Fixed)]);
        // The third move is made and the next one refused; the second board is more like the expected one than the last is.
        let output = [before.as_str(), &before, &wrong, &wrong].concat();
        let found = checked(&all, Rest::Nothing, &output);
        assert_eq!(found.difference.map(|place| place.part), Some(3));
        let notes: Vec<_> = found.notes.iter().map(|note| (note.part, &output[note.found.clone()])).collect();
        assert_eq!(notes, [(2, wrong.as_str())]);
    }

    #[test]
    fn the_rows_of_a_board_belong_together() {
        let lines: Vec<&[u8]> =
            "x\n8 r\n\n7 p\n  ab\n8 r\n7 p\n\n".split_inclusive('\n').map(str::as_bytes).collect();
        assert_eq!(within_boards(&lines), [false, true, true, false, false, true, false, false]);
    }

    #[test]
    fn an_output_that_grows_is_short_until_it_is_there_or_apart() {
        let far =
            |parts: usize, output: &str| progress(&game()[..parts], &OutputText::of(output.as_bytes())).reach;
        for (output, reach) in [
            ("", Reach::Short),
            ("sta", Reach::Short),
            ("start\n", Reach::Reached),
            ("start\nmore", Reach::Reached),
            ("stop", Reach::Apart),
        ] {
            assert_eq!(far(1, output), reach, "{output:?}");
        }
        assert_eq!(far(4, "start\nnever\ne"), Reach::Short);
        assert_eq!(far(4, "start\nnever\nx"), Reach::Unclear, "an open text may go on");
        assert_eq!(far(4, "start\nnever\ne4\n"), Reach::Reached);
        assert_eq!(far(5, "start\nnever\ne4\n"), Reach::Unclear, "what must be said may still come");
        let ends = parts(&[("mate\n", Wording::Open), ("over\n", Wording::Open)]);
        assert_eq!(progress(&ends, &OutputText::of(b"the end\n")).reach, Reach::Unclear);
        assert_eq!(progress(&ends, &OutputText::of(b"the end\nno\n")).reach, Reach::Reached);
    }

    #[test]
    fn a_question_that_is_not_shown_yet_is_told_from_other_text() {
        let all = parts(&[("board\nmove: ", Wording::Fixed)]);
        let lacks = |output: &str| progress(&all, &OutputText::of(output.as_bytes())).lacks_prompt;
        assert!(lacks("board\n") && lacks("board\nmo"));
        assert!(!lacks("boa") && !lacks("board\nmove: ") && !lacks("x"));
    }
}
