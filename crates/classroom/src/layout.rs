//! What is only layout: blanks, rules of dashes, the letters below or above a board.

use crate::check_report::LayoutFault;
use crate::invisible::{in_words, shown};

/// A text without its layout, and where each byte of it stood.
#[derive(Default)]
pub struct Skeleton {
    pub bytes: Vec<u8>,
    /// For each byte its place in the text, and behind them the length of the text.
    places: Vec<usize>,
    /// Where lines end, in `bytes`.
    pub line_ends: Vec<usize>,
    /// How long the lines that are ended are in the text.
    ended: usize,
}

impl Skeleton {
    pub fn of(text: &[u8]) -> Skeleton {
        let mut skeleton = Skeleton::default();
        skeleton.grow(text);
        skeleton
    }

    /// Takes in a text that goes on where the last one stopped: lines that were ended are not looked at again.
    pub fn grow(&mut self, text: &[u8]) {
        let kept = self.line_ends.last().copied().unwrap_or(0);
        self.bytes.truncate(kept);
        self.places.truncate(kept);
        for line in text[self.ended.min(text.len())..].split_inclusive(|&byte| byte == b'\n') {
            for (at, byte) in said_bytes(line) {
                self.bytes.push(byte);
                self.places.push(self.ended + at);
            }
            if line.ends_with(b"\n") {
                self.line_ends.push(self.bytes.len());
                self.ended += line.len();
            }
        }
        self.places.push(text.len());
    }

    /// Where a byte stood in the text.
    pub fn place(&self, at: usize) -> usize {
        self.places[at.min(self.places.len() - 1)]
    }
}

/// What a line says, its layout aside, and where in it.
pub fn said_bytes(line: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    let said = if is_heading(line) { &[] } else { line };
    said.iter().copied().enumerate().filter(|(_, byte)| !is_layout(*byte))
}

fn is_layout(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'-' | b'=')
}

/// Whether a line is the letters of the files, or the beginning of that in a line that is not ended yet.
pub fn is_heading(line: &[u8]) -> bool {
    let mut letters = line.iter().filter(|byte| !is_layout(**byte)).map(u8::to_ascii_lowercase);
    let mut files = b"abcdefgh".iter();
    let is_beginning = letters.all(|letter| files.next() == Some(&letter));
    let found = 8 - files.len();
    is_beginning && if line.ends_with(b"\n") { found == 8 } else { found > 1 }
}

/// How much there is of a text that is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OutputExtent {
    /// All of it.
    Whole,
    /// Its first lines: nothing is missing behind them.
    Beginning,
}

/// Where the last line ends that says something, in a text behind which something else follows in the same line or the next.
pub fn agreeing_lines(text: &[u8]) -> usize {
    let (mut end, mut said) = (0, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        end += line.len();
        said = if IdleLine::of(line).is_some() { said } else { end };
    }
    said
}

/// What is wrong with the layout, each kind once, as far as both texts can be followed line by line.
pub fn faults(case: &str, expected: &[u8], found: &[u8], extent: OutputExtent) -> Vec<LayoutFault> {
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let (ours, theirs) = (lines(expected), lines(found));
    let mut faults: Vec<LayoutFault> = Vec::new();
    let (mut our, mut their) = (0, 0);
    let none: &[u8] = b"";
    while their < theirs.len() || extent == OutputExtent::Whole && our < ours.len() {
        let line = ours.get(our).map_or(none, Vec::as_slice);
        let other = theirs.get(their).map_or(none, Vec::as_slice);
        let what = if line == other {
            None
        } else if comes_later(other, &ours[our.min(ours.len())..]) {
            note(&mut faults, missing(line), (case, their + 1), line, none);
            our += 1;
            continue;
        } else if comes_later(line, &theirs[their.min(theirs.len())..]) {
            note(&mut faults, "a line too much", (case, their + 1), none, other);
            their += 1;
            continue;
        } else if Skeleton::of(line).bytes == Skeleton::of(other).bytes
            && our < ours.len()
            && their < theirs.len()
        {
            Some(kind(line, other))
        } else if our < ours.len() && Skeleton::of(line).bytes.is_empty() {
            note(&mut faults, missing(line), (case, their + 1), line, none);
            our += 1;
            continue;
        } else if their < theirs.len() && Skeleton::of(other).bytes.is_empty() {
            note(&mut faults, "a line too much", (case, their + 1), none, other);
            their += 1;
            continue;
        } else {
            // Here they part, or a text is worded otherwise.
            break;
        };
        if let Some(what) = what {
            note(&mut faults, what, (case, their + 1), line, other);
        }
        our += 1;
        their += 1;
    }
    faults
}

/// What a line is that says nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IdleLine {
    Empty,
    Heading,
    Ruled,
}

impl IdleLine {
    fn of(line: &[u8]) -> Option<IdleLine> {
        match line {
            line if !Skeleton::of(line).bytes.is_empty() => None,
            line if line.trim_ascii().is_empty() => Some(IdleLine::Empty),
            line if is_heading(line) => Some(IdleLine::Heading),
            _ => Some(IdleLine::Ruled),
        }
    }
}

/// Whether the other text has such a line as well, but another that says nothing before it.
fn comes_later(line: &[u8], others: &[Vec<u8>]) -> bool {
    let (Some(idle), false) = (IdleLine::of(line), line.is_empty()) else { return false };
    let before = others.iter().map_while(|other| IdleLine::of(other)).take_while(|other| *other != idle);
    let before = before.count();
    before > 0 && others.get(before).is_some_and(|other| IdleLine::of(other) == Some(idle))
}

fn note(faults: &mut Vec<LayoutFault>, what: &str, place: (&str, usize), expected: &[u8], found: &[u8]) {
    match faults.iter_mut().find(|fault| fault.what == what) {
        Some(fault) => fault.lines = fault.lines.map(|lines| lines + 1),
        None => faults.push(LayoutFault {
            what: what.to_owned(),
            lines: Some(1),
            place: (place.0.to_owned(), place.1),
            expected: in_words(&shown(expected)).to_owned(),
            found: in_words(&shown(found)).to_owned(),
        }),
    }
}

fn missing(line: &[u8]) -> &'static str {
    match IdleLine::of(line) {
        Some(IdleLine::Empty) => "an empty line is missing",
        Some(IdleLine::Heading) => "the line with the letters of the files is missing",
        Some(IdleLine::Ruled) | None => "a ruled line is missing",
    }
}

/// How two lines differ that say the same.
fn kind(expected: &[u8], found: &[u8]) -> &'static str {
    let start = |line: &[u8]| line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if found.ends_with(b"\r\n") && !expected.ends_with(b"\r\n") {
        "lines end in CR LF instead of LF"
    } else if expected.ends_with(b"\n") != found.ends_with(b"\n") {
        "the end of a line is missing or too much"
    } else if expected.trim_ascii() == found.trim_ascii() && start(expected) == start(found) {
        if expected.len() > found.len() {
            "blanks at the end of a line are missing"
        } else {
            "blanks at the end of a line are too much"
        }
    } else if is_heading(expected) {
        "the line with the letters of the files is another"
    } else if expected.trim_ascii() == found.trim_ascii() {
        "the blanks at the beginning of a line are others"
    } else if count(expected, b"-=") != count(found, b"-=") {
        "a ruled line is longer or shorter"
    } else {
        "the blanks within a line are others"
    }
}

fn count(line: &[u8], bytes: &[u8]) -> usize {
    line.iter().filter(|byte| bytes.contains(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_left_out_and_found_again() {
        let text = b"  A B C D E F G H\n --\n1 | R |   |\n";
        let skeleton = Skeleton::of(text);
        assert_eq!(skeleton.bytes, b"1|R||");
        assert_eq!(text[skeleton.place(2)], b'R');
        assert_eq!(skeleton.place(5), text.len());
        assert_eq!(skeleton.line_ends, [0, 0, 5]);
    }

    #[test]
    fn a_text_that_grows_has_the_skeleton_of_the_whole() {
        let text = b"  A B C D E F G H\n --\n1 | R |   |\n\nA move: E2\nabcdefgh\nab";
        let mut growing = Skeleton::default();
        for end in 0..=text.len() {
            growing.grow(&text[..end]);
            let whole = Skeleton::of(&text[..end]);
            assert_eq!(
                (&growing.bytes, &growing.places, &growing.line_ends),
                (&whole.bytes, &whole.places, &whole.line_ends),
                "{end}"
            );
        }
    }

    #[test]
    fn the_letters_of_the_files_are_a_heading_also_before_their_line_ends() {
        for heading in
            ["  A B C D E F G H\n", "abcdefgh\n", "-a-b-c-d-e-f-g-h\r\n", "ab", " A B C", "abcdefgh"]
        {
            assert!(is_heading(heading.as_bytes()), "{heading:?}");
        }
        for other in ["\n", "", "a", "abc\n", "abcdefghi\n", "abcdefghi", "b", "1 abcdefgh\n", "abd"] {
            assert!(!is_heading(other.as_bytes()), "{other:?}");
        }
    }

    #[test]
    fn each_kind_of_fault_is_told_once() {
        let expected = b"  abcdefgh\n--\n1 a \n2 b \n\nend\n";
        let found = b"abcdefgh\n--\n1 a\n2 b\nend\n";
        let faults = faults("case", expected, found, OutputExtent::Whole);
        let told: Vec<(&str, usize)> =
            faults.iter().filter_map(|fault| Some((fault.what.as_str(), fault.lines?))).collect();
        assert_eq!(
            told,
            [
                ("the line with the letters of the files is another", 1),
                ("blanks at the end of a line are missing", 2),
                ("an empty line is missing", 1)
            ]
        );
        assert_eq!(faults[1].place, ("case".to_owned(), 3));
    }

    #[test]
    fn where_texts_part_nothing_more_is_told() {
        assert_eq!(faults("case", b"a\nb \n", b"c\nb\n", OutputExtent::Whole), []);
        // The rule below the first line is the beginning of a board where a result should be.
        let found = b"a\n --\n1|R";
        let lines = agreeing_lines(&found[..7]);
        assert_eq!(lines, 2);
        assert_eq!(faults("case", b"a\n\nWinner\n", &found[..lines], OutputExtent::Beginning), []);
        // Nothing is said between two blocks, and the second begins like the one that should be there.
        assert_eq!(agreeing_lines(b"a\n\n\nb: "), 2);
    }

    #[test]
    fn a_line_that_comes_later_is_not_missing() {
        let told = |expected: &[u8], found: &[u8]| {
            let faults = faults("case", expected, found, OutputExtent::Whole);
            faults.into_iter().map(|fault| fault.what).collect::<Vec<_>>()
        };
        let (with, without) = (b"1 a\n\n  abcdefgh\n8\n", b"1 a\n  abcdefgh\n8\n");
        assert_eq!(told(with, without), ["an empty line is missing"]);
        assert_eq!(told(without, with), ["a line too much"]);
        assert_eq!(told(b"1\n--\n abcdefgh\n", b"1\n abcdefgh\n"), ["a ruled line is missing"]);
        assert_eq!(told(b"1\n--\n", b"1\n\n"), ["a ruled line is longer or shorter"]);
    }
}
