//! The place where a program goes wrong, told so that it can be found and understood.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthStr;

use crate::check_report::LayoutFault;
use crate::invisible::{in_words, legend, padded, shown};
use crate::report::counted;
use crate::topic::Topic;

/// How many lines before the difference are shown, and how many from there on.
const BEFORE: usize = 2;
const AFTER: usize = 5;

/// How many lines of an input are shown.
const INPUT: usize = 12;

/// How much of a line is shown, in bytes; of a longer one, what is around the difference.
const WINDOW: usize = 100;

/// How much of a long line is shown before the difference.
const LEAD: usize = 30;

/// What is shown where an output ends.
const END: &str = "(end of the output)";

/// Where a program differs from ours, and what was going on.
#[derive(Serialize, Deserialize)]
pub struct Difference {
    /// What is wrong, in a few words.
    pub what: String,
    /// The line of its output, from 1; 0 for what is in no single place.
    pub line: usize,
    /// What was fed last.
    pub fed: Option<String>,
    /// The moves of the game until then.
    pub moves: String,
    /// The board as a picture.
    pub board: Option<String>,
    /// The position in FEN, where a game is on the table.
    pub fen: Option<String>,
    /// All that the program was fed in the case.
    pub input: Vec<u8>,
    /// How much of that was fed when they parted.
    pub(crate) fed_until: usize,
    /// Whether the game was made as short as it could be. That is not tried with what uses up its time, and with games of
    /// machines.
    #[serde(default)]
    pub is_made_short: bool,
    /// The key of the rule concerned, as in the coverage.
    pub key: String,
    /// That rule.
    pub topic: Topic,
    /// Faults of the layout before the place.
    pub layout: Vec<LayoutFault>,
    /// The lines around the place.
    pub sides: Excerpts,
    /// Whether the program used up its time or memory.
    pub is_exhaustion: bool,
    /// Whether machines have moved until there, so that the next game may go otherwise.
    pub is_by_machine: bool,
    /// Which rule is concerned.
    pub rule: String,
    /// The last that the program wrote to standard error, where it may explain something.
    pub complaints: Option<String>,
}

/// Lines of two outputs beside each other, invisible characters shown.
#[derive(Serialize, Deserialize)]
pub struct Excerpts {
    /// What our program wrote.
    pub expected: Vec<String>,
    /// What the other program wrote.
    pub found: Vec<String>,
}

impl Excerpts {
    /// The lines of both texts around the bytes where they part. Those may be the end of a line on one side and the beginning of
    /// the next on the other: whichever side begins later is shown from as far above.
    pub(crate) fn new(expected: (&[u8], usize), found: (&[u8], usize), ending: OutputEnding) -> Excerpts {
        let of = |ours: usize, theirs: usize| Excerpts {
            expected: excerpt(expected, BEFORE + ours, OutputEnding::Whole),
            found: excerpt(found, BEFORE + theirs, ending),
        };
        let sides = of(0, 0);
        match same_lines(&sides.expected, &sides.found).first() {
            Some(&(ours, theirs)) if ours.max(theirs) <= BEFORE => {
                of(theirs.saturating_sub(ours), ours.saturating_sub(theirs))
            }
            _ => sides,
        }
    }

    /// The lines beside each other: those that are the same, and between them what stands in the same place. Where one side
    /// has more, the other has no line; where that may go on below what is shown of it, and something has been told already,
    /// nobody can say that.
    pub(crate) fn rows(&self) -> Vec<(&str, &str)> {
        let mut rows = Vec::new();
        let (mut ours, mut theirs) = (0, 0);
        for (expected, found) in same_lines(&self.expected, &self.found) {
            rows.extend(beside(&self.expected[ours..expected], &self.found[theirs..found]));
            rows.push((&*self.expected[expected], &*self.found[found]));
            (ours, theirs) = (expected + 1, found + 1);
        }
        let (expected, found) = (&self.expected[ours..], &self.found[theirs..]);
        let is_told = rows.iter().any(|(expected, found)| expected != found);
        let goes_on = |side: &[String]| is_told && side.last().is_none_or(|line| line != END);
        let known = |side: &[String], other: &[String]| if goes_on(side) { other.len() } else { usize::MAX };
        let most = known(&self.found, found).min(known(&self.expected, expected));
        rows.extend(beside(expected, found).take(most));
        rows
    }

    /// The lines beside each other, or one below the other where they are too wide for that.
    fn lines(&self, width: usize) -> Vec<String> {
        let rows = self.rows();
        let widest = |side: fn(&(&str, &str)) -> usize| rows.iter().map(side).max().unwrap_or_default();
        let column = widest(|(expected, _)| expected.width()).max("Expected".len());
        let other = widest(|(_, found)| found.width());
        let pairs = rows.into_iter();
        let mark = |same: bool| if same { ' ' } else { '≠' };
        if column + other + 7 > width {
            let rows = pairs.flat_map(|(expected, found)| {
                let is_same = expected == found;
                let first = format!("    {} expected  {expected}", mark(is_same));
                [Some(first), (!is_same).then(|| format!("    ≠ found     {found}"))]
            });
            return rows.flatten().collect();
        }
        let head = format!("    {}   Found", padded("Expected", column));
        let rows = pairs.map(|(expected, found)| {
            format!("    {} {} {found}", padded(expected, column), mark(expected == found))
                .trim_end()
                .to_owned()
        });
        [head].into_iter().chain(rows).collect()
    }
}

impl Difference {
    /// How many lines were fed until the place.
    pub(crate) fn length(&self) -> usize {
        let fed = &self.input[..self.fed_until.min(self.input.len())];
        fed.iter().filter(|&&byte| byte == b'\n').count()
    }

    /// How plainly it shows what is wrong: by the length of the game, but what everybody can repeat before what machines
    /// have chosen, and last what is in no single place.
    pub(crate) fn plainness(&self) -> (bool, bool, usize) {
        (self.is_by_machine, self.line == 0, self.length())
    }

    /// How long the game is that leads there: moves first, then whatever else was fed.
    pub(crate) fn game_length(&self) -> (usize, usize) {
        (self.moves.split_whitespace().count(), self.length())
    }

    /// Where it is: the case, and the line where there is one.
    pub(crate) fn place(&self, case: &str) -> String {
        if self.line == 0 { case.to_owned() } else { format!("{case}, line {}", self.line) }
    }

    /// The shortest input that is known to show it, where no shorter game was looked for; what is in no single place has none.
    fn shortest_input(&self) -> Vec<String> {
        const HEAD: &str = "  The shortest input known to show it:";
        if self.is_made_short || self.line == 0 {
            return Vec::new();
        }
        let fed = whole_lines(&self.input, self.fed_until);
        if fed.is_empty() {
            return vec![format!("{HEAD} none. It shows before anything is read."), String::new()];
        }
        let fed: Vec<&[u8]> = fed.split_inclusive(|&byte| byte == b'\n').collect();
        let (first, last) = fed.split_at(fed.len().saturating_sub(INPUT));
        let left_out =
            (!first.is_empty()).then(|| format!("    ... {} before", counted(first.len(), "line")));
        let last = last.iter().map(|line| format!("    {}", shown(line)));
        [HEAD.to_owned()].into_iter().chain(left_out).chain(last).chain([String::new()]).collect()
    }

    /// The whole story, line by line.
    pub fn lines(&self, case: &str, width: usize) -> Vec<String> {
        let mut lines = vec![
            format!("First difference: {}: {}.", self.place(case), self.what),
            format!("  Rule: {}.", self.topic.label()),
            String::new(),
        ];
        if !self.moves.is_empty() {
            lines.push("  The game so far:".to_owned());
            lines.extend(
                wrapped(&self.moves, width.saturating_sub(4)).into_iter().map(|line| format!("    {line}")),
            );
        }
        lines.extend(self.fed.iter().map(|fed| format!("  Fed last: {fed}")));
        if self.fed.is_some() || !self.moves.is_empty() {
            lines.push(String::new());
        }
        lines.extend(self.shortest_input());
        if let Some(board) = &self.board {
            lines.extend(board.lines().map(|line| format!("    {line}").trim_end().to_owned()));
            lines.push(String::new());
        }
        let sides = self.sides.lines(width);
        let legend = legend(&sides.join(""));
        lines.extend(sides);
        lines.extend(legend.map(|legend| format!("    ({legend})")));
        lines.push(String::new());
        lines
            .extend(wrapped(&self.rule, width.saturating_sub(2)).into_iter().map(|line| format!("  {line}")));
        if let Some(complaints) = &self.complaints {
            lines.extend([String::new(), "  On standard error it wrote:".to_owned()]);
            lines.extend(complaints.lines().map(|line| format!("    {line}")));
        }
        lines
    }
}

/// Lines that stand beside each other without being the same.
fn beside<'a>(expected: &'a [String], found: &'a [String]) -> impl Iterator<Item = (&'a str, &'a str)> {
    let at =
        |lines: &'a [String], row: usize| in_words(lines.get(row).map(String::as_str).unwrap_or_default());
    (0..expected.len().max(found.len())).map(move |row| (at(expected, row), at(found, row)))
}

/// The places of as many lines as possible that are the same on both sides, in their order.
fn same_lines(expected: &[String], found: &[String]) -> Vec<(usize, usize)> {
    // How many there are from two places on.
    let mut most = vec![vec![0_usize; found.len() + 1]; expected.len() + 1];
    for (ours, line) in expected.iter().enumerate().rev() {
        for (theirs, other) in found.iter().enumerate().rev() {
            let apart = most[ours + 1][theirs].max(most[ours][theirs + 1]);
            most[ours][theirs] = if line == other { most[ours + 1][theirs + 1] + 1 } else { apart };
        }
    }
    let (mut ours, mut theirs) = (0, 0);
    let mut same = Vec::new();
    while ours < expected.len() && theirs < found.len() {
        if expected[ours] == found[theirs] {
            same.push((ours, theirs));
            (ours, theirs) = (ours + 1, theirs + 1);
        } else if most[ours + 1][theirs] >= most[ours][theirs + 1] {
            ours += 1;
        } else {
            theirs += 1;
        }
    }
    same
}

/// Whether a text is all that a program wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OutputEnding {
    Whole,
    /// Nobody has read on.
    Unread,
}

/// Some lines of a text around a byte, so many of them before it, and a sign where the text ends.
fn excerpt((text, at): (&[u8], usize), before: usize, ending: OutputEnding) -> Vec<String> {
    let at = at.min(text.len());
    let here = line_start(text, at);
    let mut first = here;
    for _ in 0..before {
        first = line_start(text, first.saturating_sub(1));
    }
    let mut lines = Vec::new();
    let mut start = first;
    while start < text.len() && (start <= here || lines.len() < before + AFTER) {
        let end = line_end(text, start);
        let is_place = (start..end).contains(&at);
        lines.push(cut(&text[start..end], if is_place { at - start } else { 0 }));
        start = end;
    }
    if start == text.len() && lines.len() <= before + AFTER {
        match ending {
            OutputEnding::Whole => lines.push(END.to_owned()),
            // The program may go on in this line.
            OutputEnding::Unread => {
                let last = lines.last_mut().filter(|_| !text.ends_with(b"\n"));
                last.into_iter().for_each(|line| line.push('…'));
            }
        }
    }
    lines
}

/// An input up to a place, and on to the end of that line.
pub(crate) fn whole_lines(input: &[u8], upto: usize) -> &[u8] {
    let upto = upto.min(input.len());
    let is_ended = upto == 0 || input[upto - 1] == b'\n';
    let rest = if is_ended { None } else { input[upto..].iter().position(|&byte| byte == b'\n') };
    &input[..rest.map_or(upto, |newline| upto + newline + 1)]
}

fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &[u8], start: usize) -> usize {
    text[start..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |newline| start + newline + 1)
}

/// A line, or of a long one what is around a byte.
fn cut(line: &[u8], at: usize) -> String {
    let Range { start, end } = window(line.len(), at);
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < line.len() { "…" } else { "" });
    format!("{before}{}{after}", shown(&line[start..end]))
}

fn window(length: usize, at: usize) -> Range<usize> {
    if length <= WINDOW {
        return 0..length;
    }
    let start = at.saturating_sub(LEAD).min(length - WINDOW);
    start..start + WINDOW
}

/// Text in lines that are not wider than this, where its words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_around_the_place_are_shown() {
        let text = b"a\nb\nc\nd \ne\nf\ng\nh\ni\nj\n";
        let shown = |text: &[u8], at| excerpt((text, at), BEFORE, OutputEnding::Whole);
        assert_eq!(shown(text, 7), ["b⏎", "c⏎", "d·⏎", "e⏎", "f⏎", "g⏎", "h⏎"]);
        assert_eq!(shown(b"a\nb", 3), ["a⏎", "b", "(end of the output)"]);
        assert_eq!(shown(b"", 0), ["(end of the output)"]);
    }

    #[test]
    fn what_nobody_has_read_has_no_end() {
        assert_eq!(excerpt((b"a\nb", 2), BEFORE, OutputEnding::Unread), ["a⏎", "b…"]);
        assert_eq!(excerpt((b"a\n", 0), BEFORE, OutputEnding::Unread), ["a⏎"]);
    }

    #[test]
    fn after_a_block_that_is_missing_the_rows_stand_beside_each_other_again() {
        let expected = b"1\n2\nextra\nblock\n3\n4\n";
        let sides = Excerpts::new((expected, 4), (b"1\n2\n3\n5\n", 4), OutputEnding::Whole);
        let none = "(no line)";
        let rows =
            [("1⏎", "1⏎"), ("2⏎", "2⏎"), ("extra⏎", none), ("block⏎", none), ("3⏎", "3⏎"), ("4⏎", "5⏎")];
        assert_eq!(sides.rows()[..6], rows);
    }

    #[test]
    fn what_is_below_the_shown_lines_is_not_missing() {
        // Both go on in the same way, one of them a line later.
        let expected = b"a\nb\nextra\nc\nd\ne\n\nf\ng\n";
        let found = b"a\nb\nc\nd\ne\n\nf\ng\n";
        let sides = Excerpts::new((expected, 4), (found, 4), OutputEnding::Whole);
        let rows = sides.rows();
        assert_eq!(rows.last(), Some(&("⏎", "⏎")), "{rows:?}");
        assert_eq!(rows.iter().filter(|(one, other)| one != other).count(), 1, "{rows:?}");
        // Where one of them ends, the rest of the other is too much.
        let sides = Excerpts::new((b"a\nb\n", 0), (b"x\nb\nc\n", 0), OutputEnding::Whole);
        assert_eq!(sides.rows()[2], ("(no line)", "c⏎"));
    }

    #[test]
    fn the_lines_above_the_place_stand_beside_each_other() {
        let both = |text: &'static str| (text, text);
        // One side ends with its line, the other is at the end of that line.
        let (expected, found) = (b"1\n2\n3\n4\n\n5\n", b"1\n2\n3\n4\n");
        let sides = Excerpts::new((expected, 7), (found, 8), OutputEnding::Whole);
        assert_eq!(sides.rows()[..3], [both("2⏎"), both("3⏎"), both("4⏎")], "{:?}", sides.rows());
        // What is only drawn, as the frame of a board, stands between a line and the place.
        let (expected, found) = (b"1\n\nhead\nend\n", b"1\n\nhead\n---\n8\n");
        let sides = Excerpts::new((expected, 8), (found, 12), OutputEnding::Whole);
        assert_eq!(sides.rows()[..3], [both("⏎"), both("head⏎"), ("end⏎", "---⏎")], "{:?}", sides.rows());
        // Nothing is above the first line.
        let sides = Excerpts::new((b"1\n", 0), (b"more\n1\n", 0), OutputEnding::Whole);
        assert_eq!(sides.rows()[0], ("(no line)", "more⏎"));
    }

    #[test]
    fn an_empty_line_beside_nothing_is_told_in_words() {
        let sides = Excerpts::new((b"1\n\n2\n", 2), (b"1\n2\n", 2), OutputEnding::Whole);
        assert_eq!(sides.rows()[..3], [("1⏎", "1⏎"), ("(an empty line)", "(no line)"), ("2⏎", "2⏎")]);
        let lines = sides.lines(80);
        assert!(
            lines[2].trim().starts_with("(an empty line)") && lines[2].ends_with("≠ (no line)"),
            "{lines:#?}"
        );
    }

    #[test]
    fn a_game_ends_with_its_line() {
        assert_eq!(whole_lines(b"ab\ncd\n", 4), b"ab\ncd\n");
        assert_eq!(whole_lines(b"ab\ncd\n", 3), b"ab\n");
        assert_eq!(whole_lines(b"ab\ncd", 4), b"ab\nc");
        assert_eq!(whole_lines(b"", 9), b"");
    }

    #[test]
    fn of_a_long_line_the_place_is_shown() {
        let mut line = vec![b'x'; 5000];
        line[3000] = b'!';
        let lines = excerpt((&line, 3000), BEFORE, OutputEnding::Whole);
        assert!(lines[0].starts_with('…') && lines[0].contains('!') && lines[0].ends_with('…'));
        assert!(lines[0].width() < 120);
    }

    #[test]
    fn wide_lines_stand_below_each_other() {
        let sides = Excerpts::new((b"one\n", 0), (b"two\n", 0), OutputEnding::Whole);
        assert_eq!(
            sides.lines(80),
            [
                "    Expected              Found",
                "    one⏎                ≠ two⏎",
                "    (end of the output)   (end of the output)"
            ]
        );
        assert_eq!(sides.lines(20)[..2], ["    ≠ expected  one⏎", "    ≠ found     two⏎"]);
    }
}
