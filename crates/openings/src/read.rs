//! The file of the lines.

use std::fmt;

use tabiya_notation::San;
use tabiya_rules::{Fide, Move, Position};

use crate::OpeningLine;

/// A move on the way of a line.
#[derive(Clone, Copy)]
pub(crate) struct Ply {
    /// Where it is made.
    pub before: Position<Fide>,
    pub m: Move,
    /// Whether a computer may make it by the book.
    pub is_sound: bool,
}

/// Why a file of lines cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineFault {
    /// The number of the line, from 1.
    pub number: usize,
    pub why: &'static str,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.number, self.why)
    }
}

/// Reads every line, and gives it to `take` with its moves.
pub(crate) fn read_lines(text: &str, mut take: impl FnMut(OpeningLine, &[Ply])) -> Result<(), LineFault> {
    let mut name = String::new();
    let mut plies: Vec<Ply> = Vec::new();
    for (row, number) in text.lines().zip(1..).filter(|(row, _)| !row.starts_with('#')) {
        let fault = |why| LineFault { number, why };
        let [eco, told, moves] = row.split('\t').collect::<Vec<_>>()[..] else {
            return Err(fault("it has not three parts"));
        };
        name = whole_name(told, &name).ok_or_else(|| fault("the name before has not so many parts"))?;
        extend(&mut plies, moves).map_err(fault)?;
        let eco = eco.parse().map_err(|_| fault("the code is none"))?;
        let moves = plies.iter().map(|ply| ply.m).collect();
        take(OpeningLine { eco, name: name.clone(), moves }, &plies);
    }
    Ok(())
}

/// A name of which `~` stands for each part that is as in the name before.
fn whole_name(told: &str, before: &str) -> Option<String> {
    let rest = told.trim_start_matches('~');
    let kept = told.len() - rest.len();
    let Some(last) = kept.checked_sub(1) else { return Some(told.to_owned()) };
    // The part at which the rest begins, and whether what parts it from the one before is kept, too.
    let end = ends_of_parts(before).nth(last)?;
    let is_apart = rest.is_empty() || rest.starts_with([':', ',']);
    let mark = if is_apart { "" } else { before.get(end..end + 2)? };
    Some(format!("{}{mark}{rest}", &before[..end]))
}

/// Where the parts of a name end, which has `: ` or `, ` between them.
fn ends_of_parts(name: &str) -> impl Iterator<Item = usize> {
    let marks = name.match_indices([':', ',']).map(|(at, _)| at);
    marks.filter(|&at| name[at + 1..].starts_with(' ')).chain(std::iter::once(name.len()))
}

/// Keeps as many moves as the text says, and adds the others.
fn extend(plies: &mut Vec<Ply>, text: &str) -> Result<(), &'static str> {
    let mut words = text.split(' ');
    let kept: usize =
        words.next().and_then(|kept| kept.parse().ok()).ok_or("it does not say what is kept")?;
    if kept > plies.len() {
        return Err("there are not so many moves to keep");
    }
    plies.truncate(kept);
    for word in words {
        let before = plies.last().map_or_else(Position::start, |last| last.before.play_unchecked(last.m));
        let san: San = word.parse().map_err(|_| "a move is none")?;
        let m = san.to_move(&before).map_err(|_| "a move is not legal")?;
        plies.push(Ply { before, m, is_sound: !word.ends_with('?') });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, LineFault> {
        let mut lines = Vec::new();
        read_lines(text, |line, plies| {
            let unsound = plies.iter().filter(|ply| !ply.is_sound).count();
            lines.push(format!("{line}: {} / {unsound}", line.numbered_moves()));
        })?;
        Ok(lines)
    }

    #[test]
    fn only_what_differs_is_written() {
        let text = "# a head\nA00\tA: B, C\t0 e4 e5 f4?\nB01\t~\t1 d5\nC02\t~: B, D\t0 d4\nC03\t~~E\t1\nC04\t~~\t0 c4";
        let lines = [
            "A: B, C (A00): 1. e4 e5 2. f4 / 1",
            "A (B01): 1. e4 d5 / 0",
            "A: B, D (C02): 1. d4 / 0",
            "A: B, E (C03): 1. d4 / 0",
            "A: B (C04): 1. c4 / 0",
        ];
        assert_eq!(read(text), Ok(lines.map(str::to_owned).to_vec()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (row, why) in [
            ("A00\tA", "it has not three parts"),
            ("A00\t~~B\t0 e4", "the name before has not so many parts"),
            ("X00\tA\t0 e4", "the code is none"),
            ("A00\tA\te4", "it does not say what is kept"),
            ("A00\tA\t1 e4", "there are not so many moves to keep"),
            ("A00\tA\t0 hello", "a move is none"),
            ("A00\tA\t0 e5", "a move is not legal"),
        ] {
            let found = read(&format!("# head\n{row}"));
            assert_eq!(found, Err(LineFault { number: 2, why }), "{row}");
        }
    }
}
