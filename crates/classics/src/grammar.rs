use std::io;

use tabiya_notation::Excerpt;
use tabiya_rules::{Role, Square};

use crate::input::{ClassicInput, Number};
use crate::input_fault::InputFault;
use crate::intent::{Intent, MoveInput, Spot};
use crate::verb::Verb;
use crate::{Classic, Rows};

/// How bytes are read into what somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// A move is the first five characters of a line: square, comma, square, in either case.
    Columns,
    /// A move is two cells, wherever the lines end: a character and a whole number each.
    Cells {
        /// The cell that stops the game when it stands on both places.
        stop: Cell,
    },
    /// A line is a command: words between blanks.
    Words {
        /// The commands.
        verbs: &'static [(&'static str, Verb)],
        /// What two words are that begin with no such command.
        pair: Pair,
        /// What parentheses and a comma are.
        punctuation: Punctuation,
    },
}

/// A character and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The character, as it was written.
    pub letter: u8,
    /// The number.
    pub number: i64,
}

/// What two words alone mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// Nothing.
    Nothing,
    /// A move from a square to another, whatever the words are.
    Move,
}

/// What parentheses and a comma are in a line of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Punctuation {
    /// Characters of words like any other.
    Kept,
    /// The dress of a tuple, `(E2, E4)`: one pair of parentheses around the line is dropped, and one comma is a blank.
    Tuple,
}

/// What was read; `None` at the end of the input.
type ReadResult = io::Result<Option<Result<Intent, InputFault>>>;

impl Grammar {
    pub(crate) fn read(&self, source: &mut ClassicInput<'_>, classic: &Classic) -> ReadResult {
        let (rows, wrong) = (classic.voice.frame.rows, InputFault::NotAMove { example: classic.example });
        match *self {
            Grammar::Columns => Ok(source.line()?.map(|line| read_columns(&line.columns, rows).ok_or(wrong))),
            Grammar::Cells { stop } => read_cells(source, stop, rows, wrong),
            Grammar::Words { verbs, pair, punctuation } => Ok(source.line()?.map(|line| {
                if line.is_too_long {
                    return Err(InputFault::TooLong);
                }
                let words = punctuation.words(&line.words);
                read_words(&words, verbs, pair, rows, wrong)
            })),
        }
    }

    /// The word of a command, where there is one.
    pub(crate) fn word(&self, verb: Verb) -> Option<&'static str> {
        match *self {
            Grammar::Columns | Grammar::Cells { .. } => None,
            Grammar::Words { verbs, .. } => {
                verbs.iter().find(|&&(_, known)| known == verb).map(|&(word, _)| word)
            }
        }
    }

    /// A move as it is usually written, so that reading it gives the move again. What cannot be said is left out.
    pub(crate) fn write_move(
        &self,
        rows: Rows,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<String> {
        let [from_name, to_name] = [from, to].map(|square| rows.turn_square(square).to_string());
        match *self {
            Grammar::Columns => Some(format!("{from_name},{to_name}").to_ascii_uppercase()),
            Grammar::Cells { .. } => Some(format!("{from_name} {to_name}")),
            Grammar::Words { pair: Pair::Move, .. } => {
                Some(format!("{from_name} {to_name}").to_ascii_uppercase())
            }
            Grammar::Words { pair: Pair::Nothing, .. } => {
                // Behind a verb, rows are always White's.
                let role = promotion.map(|role| format!(" {}", role.letter().to_ascii_uppercase()));
                Some(format!("{} {from} {to}{}", self.word(Verb::Move)?, role.unwrap_or_default()))
            }
        }
    }
}

fn read_columns(columns: &[u8], rows: Rows) -> Option<Intent> {
    let &[a, b, b',', c, d, ..] = columns else { return None };
    let written =
        MoveInput { from: Spot::written(&[a, b], rows), to: Spot::written(&[c, d], rows), promotion: None };
    let are_squares = written.from.square.is_some() && written.to.square.is_some();
    are_squares.then_some(Intent::Move(written))
}

fn read_cells(source: &mut ClassicInput<'_>, stop: Cell, rows: Rows, wrong: InputFault) -> ReadResult {
    let mut cells = [stop; 2];
    for cell in &mut cells {
        let Some(letter) = source.visible_byte()? else { return Ok(None) };
        match source.number()? {
            Number::Given(number) => *cell = Cell { letter, number },
            Number::Missing => return Ok(Some(Err(wrong))),
            Number::End => return Ok(None),
        }
    }
    if cells == [stop; 2] {
        return Ok(Some(Ok(Intent::Stop)));
    }
    let [from, to] = cells.map(|cell| cell.spot(rows));
    Ok(Some(Ok(Intent::Move(MoveInput { from, to, promotion: None }))))
}

impl Cell {
    fn spot(self, rows: Rows) -> Spot {
        let number = self.number.to_string();
        Spot::written(&[&[self.letter], number.as_bytes()].concat(), rows)
    }
}

impl Punctuation {
    /// The words of a line as they count.
    fn words(self, written: &[Vec<u8>]) -> Vec<&[u8]> {
        let words = written.iter().map(Vec::as_slice).collect();
        match self {
            Punctuation::Kept => words,
            Punctuation::Tuple => without_comma(without_parentheses(words)),
        }
    }
}

fn without_parentheses(mut words: Vec<&[u8]>) -> Vec<&[u8]> {
    let is_enclosed = match words.as_slice() {
        [] => false,
        [word] => word.len() > 1 && word.starts_with(b"(") && word.ends_with(b")"),
        [first, .., last] => first.starts_with(b"(") && last.ends_with(b")"),
    };
    if is_enclosed {
        words[0] = &words[0][1..];
        let last = words.len() - 1;
        words[last] = &words[last][..words[last].len() - 1];
    }
    words
}

fn without_comma(words: Vec<&[u8]>) -> Vec<&[u8]> {
    let mut commas = 1;
    let halves = words.into_iter().flat_map(|word| {
        let pieces: Vec<&[u8]> = word.splitn(1 + commas, |&byte| byte == b',').collect();
        commas -= pieces.len() - 1;
        pieces
    });
    halves.filter(|word| !word.is_empty()).collect()
}

fn read_words(
    words: &[&[u8]],
    verbs: &'static [(&'static str, Verb)],
    pair: Pair,
    rows: Rows,
    no_move: InputFault,
) -> Result<Intent, InputFault> {
    match (words, pair) {
        ([], _) => Ok(Intent::Nothing),
        (&[from, to], Pair::Move) => {
            let (from, to) = (Spot::written(from, rows), Spot::written(to, rows));
            Ok(Intent::Move(MoveInput { from, to, promotion: None }))
        }
        (&[first, ref others @ ..], _) => match verbs.iter().find(|(word, _)| word.as_bytes() == first) {
            Some((_, verb)) => verb.read(others),
            None if pair == Pair::Move => Err(no_move),
            None => {
                let verbs = verbs.iter().map(|&(word, _)| word).collect();
                Err(InputFault::Unknown { word: Excerpt::of_bytes(first), verbs })
            }
        },
    }
}
