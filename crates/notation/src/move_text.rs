use std::fmt;
use std::str::FromStr;

use tabiya_rules::{CastlingSide, File, Move, Position, Rank, Role, RuleSource, Square};

use crate::san::{MAX_LENGTH, without_marks};
use crate::{Excerpt, San, SanError};

/// A move in whatever notation somebody types it, read without a board.
///
/// All that [`San`] reads is read alike, and besides:
///
/// - two squares in either case with nothing, blanks, a comma, a dash or a sign of capture between them, and what a
///   pawn becomes behind them: `e2e4`, `E2,E4`, `e2 - e4`, `e7 e8 q`;
/// - algebraic notation in either case: `nf3`, `NF3`, `E4`, `e8q`. A small `b` is a pawn's file if that pawn can make
///   the move, else a bishop; a capital one is a bishop, but for the squares `B1` to `B8`;
/// - pictures of pieces, typographic dashes, `×`, blanks around it all and before marks; `00` and `000` for castling, `0000` for no move.
///
/// ```
/// use tabiya_notation::MoveText;
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// for text in ["g1f3", "G1,F3", "g1 f3", "Ng1-f3", "Nf3", "nf3", "♘f3!?"] {
///     let m = text.parse::<MoveText>().unwrap().to_move(&start).unwrap();
///     assert_eq!(m.to_string(), "g1f3");
/// }
/// let why = "Qh5".parse::<MoveText>().unwrap().to_move(&start).unwrap_err();
/// assert_eq!(why.to_string(), "the queen's way to h5 is blocked by the pawn on e2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveText(San);

impl MoveText {
    /// Reads a move from bytes, which may be no text at all.
    pub fn from_bytes(bytes: &[u8]) -> Result<MoveText, NotAMove> {
        let text = if bytes.len() > MAX_LENGTH { None } else { std::str::from_utf8(bytes).ok() };
        let san = text.and_then(parse).ok_or_else(|| NotAMove { found: Excerpt::of_bytes(bytes) })?;
        Ok(MoveText(san))
    }

    /// The legal move of `position` that is meant, or why there is none; see [`San::to_move`].
    pub fn to_move<R: RuleSource>(self, position: &Position<R>) -> Result<Move, SanError> {
        self.0.to_move(position)
    }

    /// The move as algebraic notation has it. Two squares are a pawn's move with all of its origin told.
    pub fn san(self) -> San {
        self.0
    }
}

impl From<MoveText> for San {
    fn from(text: MoveText) -> San {
        text.0
    }
}

impl FromStr for MoveText {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<MoveText, NotAMove> {
        MoveText::from_bytes(text.as_bytes())
    }
}

/// As [`San`] is written.
impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn parse(text: &str) -> Option<San> {
    let text = text.trim_ascii();
    if let Ok(san) = text.parse() {
        return Some(san);
    }
    match text {
        "00" => return Some(San::Castling(CastlingSide::Short)),
        "000" => return Some(San::Castling(CastlingSide::Long)),
        "0000" => return Some(San::Null),
        _ => {}
    }
    let plain = plain(text)?;
    let bare = bare(plain.as_bytes());
    San::from_ascii(bare).ok().or_else(|| squares(bare)).or_else(|| algebraic(bare))
}

/// Algebraic notation in either case. A small `b` that is no pawn's file, as in `bbd2`, is a bishop.
fn algebraic(text: &[u8]) -> Option<San> {
    let mut usual = in_usual_case(text);
    San::from_ascii(&usual).ok().or_else(|| {
        usual.first_mut().filter(|first| **first == b'b')?.make_ascii_uppercase();
        San::from_ascii(&usual).ok()
    })
}

/// The text with letters for pictures and the signs of a keyboard for those of a printer, if that makes it ASCII.
fn plain(text: &str) -> Option<String> {
    text.chars().map(plain_char).collect()
}

fn plain_char(c: char) -> Option<char> {
    Some(match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '\u{2010}'..='\u{2014}' | '\u{2212}' => '-',
        '×' => 'x',
        c if c.is_ascii() => c,
        _ => return None,
    })
}

/// The text without marks and the blanks before them.
fn bare(mut text: &[u8]) -> &[u8] {
    loop {
        let shorter = without_marks(text).trim_ascii_end();
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// Two squares and what a pawn becomes.
fn squares(text: &[u8]) -> Option<San> {
    let (from, rest) = square(text)?;
    let rest = rest.trim_ascii_start();
    let (capture, rest) = match rest.split_first()? {
        (b'x' | b'X' | b':', rest) => (true, rest),
        (b'-' | b',', rest) => (false, rest),
        _ => (false, rest),
    };
    let (to, rest) = square(rest.trim_ascii_start())?;
    let promotion = match *rest.trim_ascii_start() {
        [] => None,
        [letter] | [b'=' | b'/', letter] | [b'(', letter, b')'] => Some(Role::from_letter(letter.into())?),
        _ => return None,
    };
    let (file, rank) = (Some(from.file()), Some(from.rank()));
    Some(San::Normal { role: Role::Pawn, file, rank, capture, to, promotion })
}

/// The square at the beginning and what follows it.
fn square(text: &[u8]) -> Option<(Square, &[u8])> {
    let ([file, rank], rest) = text.split_first_chunk()?;
    let file = File::from_letter((*file).into())?;
    let rank = Rank::from_digit((*rank).into())?;
    Some((Square::new(file, rank), rest))
}

/// Capitals for pieces, small letters for files.
fn in_usual_case(text: &[u8]) -> Vec<u8> {
    let is_bishop = matches!(text, [b'B', second, ..] if !second.is_ascii_digit());
    let mut usual = text.to_ascii_lowercase();
    match usual.first_mut() {
        Some(first @ (b'p' | b'n' | b'r' | b'q' | b'k')) => first.make_ascii_uppercase(),
        Some(first) if is_bishop => first.make_ascii_uppercase(),
        _ => {}
    }
    if let [.., b'1'..=b'8', promotion] | [.., b'(', promotion, b')'] = usual.as_mut_slice() {
        promotion.make_ascii_uppercase();
    }
    usual
}

/// The text is no move in any notation.
///
/// ```
/// use tabiya_notation::MoveText;
///
/// let error = "hello".parse::<MoveText>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a move such as e2e4, Nf3 or O-O, found \"hello\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotAMove {
    /// What was found instead.
    pub found: Excerpt,
}

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a move such as e2e4, Nf3 or O-O, found {}", self.found)
    }
}

impl std::error::Error for NotAMove {}
