//! What a program wrote beside what it should have written.
//!
//! What is expected comes in parts: one for every thing that was fed. Some of them the document leaves open; where
//! the program has something else there, any text may stand in its place, and the rest must agree again. All places
//! where that may be are followed at once, and the way with the fewest liberties is taken.

use std::ops::Range;

/// The most that a program may write where the document leaves open what.
const FREEDOM: usize = 4096;

/// The same in lines.
const LINES: usize = 64;

/// A part of what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedPart {
    pub text: Vec<u8>,
    pub wording: Wording,
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

/// The program agrees, but for what the document leaves open.
#[derive(Debug, PartialEq, Eq)]
pub struct Agreement {
    pub notes: Vec<Mismatch>,
}

/// Where the program has something else than a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The number of the part; the number of parts, where there is too much at the end.
    pub part: usize,
    /// How much of the part agrees.
    pub agreeing: usize,
    /// What the program has there: for a note all of it, for a difference from the beginning of the part to the end.
    pub found: Range<usize>,
}

/// One way through the output, up to the end of some part.
#[derive(Clone, Copy)]
struct Trail {
    at: usize,
    notes: usize,
    /// How unlikely it is that the program's own texts are divided like this.
    strain: usize,
    /// The trail that this one goes on, among those of the part before.
    from: usize,
    is_free: bool,
}

/// Compares an output with what is expected, or says where they differ first.
pub fn compare(parts: &[ExpectedPart], rest: Rest, output: &[u8]) -> Result<Agreement, Mismatch> {
    let mut steps = vec![vec![Trail { at: 0, notes: 0, strain: 0, from: 0, is_free: false }]];
    for (number, part) in parts.iter().enumerate() {
        let trails = &steps[number];
        let next = follow(trails, part, output);
        if next.is_empty() {
            return Err(first_difference(trails, number, &part.text, output));
        }
        steps.push(next);
    }
    let last = &steps[parts.len()];
    let ends = |trail: &&Trail| rest == Rest::Anything || trail.at == output.len();
    match last
        .iter()
        .enumerate()
        .filter(|(_, trail)| ends(trail))
        .min_by_key(|(_, trail)| (trail.notes, trail.strain))
    {
        Some((best, _)) => Ok(Agreement { notes: notes(parts, &steps, best, output) }),
        None => Err(first_difference(last, parts.len(), b"", output)),
    }
}

/// All ways on over a part.
fn follow(trails: &[Trail], part: &ExpectedPart, output: &[u8]) -> Vec<Trail> {
    let mut next: Vec<Trail> = Vec::new();
    for (from, trail) in trails.iter().enumerate() {
        if output[trail.at..].starts_with(&part.text) {
            next.push(Trail { at: trail.at + part.text.len(), from, is_free: false, ..*trail });
        }
        if part.wording == Wording::Open {
            let (notes, lines) = (trail.notes + 1, newlines(&part.text));
            next.extend(lines_from(output, trail.at).enumerate().map(|(passed, at)| {
                let strain = trail.strain + lines.abs_diff(passed);
                Trail { at, notes, strain, from, is_free: true }
            }));
        }
    }
    // Of several ways to the same place the best is enough.
    next.sort_by_key(|trail| (trail.at, trail.notes, trail.strain));
    next.dedup_by_key(|trail| trail.at);
    next
}

/// A place and the beginnings of the next lines, as far as freedom goes.
fn lines_from(output: &[u8], at: usize) -> impl Iterator<Item = usize> {
    let reach = &output[at..output.len().min(at + FREEDOM)];
    let ends = reach.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let lines = ends.map(move |(index, _)| at + index + 1).take(LINES);
    // The last line need not be ended.
    let rest =
        (reach.len() < FREEDOM && !reach.is_empty() && !reach.ends_with(b"\n")).then_some(output.len());
    std::iter::once(at).chain(lines).chain(rest)
}

fn newlines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// Where the way that gets farthest ends.
fn first_difference(trails: &[Trail], part: usize, expected: &[u8], output: &[u8]) -> Mismatch {
    let agreeing = |trail: &Trail| common(expected, &output[trail.at..]);
    let best = trails
        .iter()
        .max_by_key(|trail| (agreeing(trail), std::cmp::Reverse(trail.notes), std::cmp::Reverse(trail.at)));
    let at = best.map_or(0, |trail| trail.at);
    Mismatch { part, agreeing: best.map_or(0, agreeing), found: at..output.len() }
}

fn common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// The liberties taken on the way that ends here, the first one first.
fn notes(parts: &[ExpectedPart], steps: &[Vec<Trail>], best: usize, output: &[u8]) -> Vec<Mismatch> {
    let mut notes = Vec::new();
    let mut here = best;
    for (part, text) in parts.iter().enumerate().rev() {
        let trail = steps[part + 1][here];
        let found = steps[part][trail.from].at..trail.at;
        if trail.is_free {
            let agreeing = common(&text.text, &output[found.clone()]);
            notes.push(Mismatch { part, agreeing, found });
        }
        here = trail.from;
    }
    notes.reverse();
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(texts: &[(&str, Wording)]) -> Vec<ExpectedPart> {
        texts
            .iter()
            .map(|(text, wording)| ExpectedPart { text: text.as_bytes().to_vec(), wording: *wording })
            .collect()
    }

    fn game() -> Vec<ExpectedPart> {
        use Wording::{Fixed, Open};
        parts(&[("start\n", Fixed), ("no!\n", Open), ("", Open), ("e4\n", Fixed), ("over\n", Open)])
    }

    fn note_texts<'a>(output: &'a str, agreement: &Agreement) -> Vec<(usize, &'a str)> {
        agreement.notes.iter().map(|note| (note.part, &output[note.found.clone()])).collect()
    }

    #[test]
    fn the_same_agrees_without_a_note() {
        let agreement = compare(&game(), Rest::Nothing, b"start\nno!\ne4\nover\n").unwrap();
        assert_eq!(agreement.notes, []);
    }

    #[test]
    fn open_parts_may_be_worded_otherwise_or_left_out() {
        let output = "start\nnever\ne4\n";
        let agreement = compare(&game(), Rest::Nothing, output.as_bytes()).unwrap();
        assert_eq!(note_texts(output, &agreement), [(1, "never\n"), (4, "")]);
        let output = "start\nno!\nwhat?\ne4\nover\n";
        let agreement = compare(&game(), Rest::Nothing, output.as_bytes()).unwrap();
        assert_eq!(note_texts(output, &agreement), [(2, "what?\n")]);
    }

    #[test]
    fn several_open_parts_share_what_is_found_line_by_line() {
        let all = parts(&[("over\n", Wording::Open), ("over\n", Wording::Open), ("new\n", Wording::Fixed)]);
        let output = "the end\nthe end\nnew\n";
        let agreement = compare(&all, Rest::Nothing, output.as_bytes()).unwrap();
        assert_eq!(note_texts(output, &agreement), [(0, "the end\n"), (1, "the end\n")]);
    }

    #[test]
    fn fixed_parts_must_agree_to_the_byte() {
        let place = compare(&game(), Rest::Nothing, b"start \nno!\ne4\nover\n").unwrap_err();
        assert_eq!((place.part, place.agreeing, place.found), (0, 5, 0..19));
        let place = compare(&game(), Rest::Nothing, b"start\nnever\ne5\nover\n").unwrap_err();
        assert_eq!(
            (place.part, place.agreeing, place.found.start),
            (3, 1, 12),
            "the place where most agrees"
        );
    }

    #[test]
    fn too_little_and_too_much_are_differences() {
        let all = parts(&[("a\n", Wording::Fixed), ("b\n", Wording::Fixed)]);
        assert_eq!(compare(&all, Rest::Nothing, b"a\n").unwrap_err().part, 1);
        assert_eq!(compare(&all, Rest::Anything, b"a\nb").unwrap_err().agreeing, 1);
        let place = compare(&all, Rest::Nothing, b"a\nb\nc\n").unwrap_err();
        assert_eq!((place.part, place.found), (2, 4..6));
        assert!(compare(&all, Rest::Anything, b"a\nb\nc\n").is_ok());
    }

    #[test]
    fn freedom_has_a_bound() {
        let flood = [b"start\n".as_slice(), &[b'x'; 3 * FREEDOM], b"e4\n"].concat();
        assert_eq!(compare(&game(), Rest::Anything, &flood).unwrap_err().part, 3);
    }
}
