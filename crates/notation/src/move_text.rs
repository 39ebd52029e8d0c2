use std::fmt;
use std::str::FromStr;

use tabiya_rules::{CastlingSide, File, Language, Move, Position, Rank, Role, RuleSource, Square};

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
pub struct MoveText {
    san: San,
    /// What it may mean as well, where it is no legal move as it stands: with the letters that men have in another language.
    otherwise: Option<San>,
}

impl MoveText {
    /// Reads a move of somebody who speaks a language: with the letters that men have in notation everywhere, or with those
    /// that they have in the language. What is a legal move with the former is that one.
    ///
    /// ```
    /// use tabiya_notation::MoveText;
    /// use tabiya_rules::{Language, Position};
    ///
    /// let start = Position::start();
    /// for text in ["Sf3", "sf3", "Nf3"] {
    ///     let m = MoveText::read(Language::German, text).unwrap().to_move(&start).unwrap();
    ///     assert_eq!(m.to_string(), "g1f3");
    /// }
    /// assert!(MoveText::read(Language::English, "Sf3").is_err());
    /// ```
    pub fn read(language: Language, text: &str) -> Result<MoveText, NotAMove> {
        let usual = text.parse::<MoveText>();
        let other = with_usual_letters(language, text).and_then(|text| text.parse::<MoveText>().ok());
        match (usual, other) {
            (Ok(usual), Some(other)) => Ok(MoveText { otherwise: Some(other.san), ..usual }),
            (Err(_), Some(other)) => Ok(other),
            (usual, None) => usual,
        }
    }

    /// Reads a move from bytes, which may be no text at all.
    pub fn from_bytes(bytes: &[u8]) -> Result<MoveText, NotAMove> {
        let text = if bytes.len() > MAX_LENGTH { None } else { std::str::from_utf8(bytes).ok() };
        let san = text.and_then(parse).ok_or_else(|| NotAMove { found: Excerpt::of_bytes(bytes) })?;
        Ok(MoveText { san, otherwise: None })
    }

    /// The legal move of `position` that is meant, or why there is none; see [`San::to_move`].
    pub fn to_move<R: RuleSource>(self, position: &Position<R>) -> Result<Move, SanError> {
        match (self.san.to_move(position), self.otherwise) {
            (Err(_), Some(other)) => other.to_move(position),
            (read, _) => read,
        }
    }

    /// The move as algebraic notation has it. Two squares are a pawn's move with all of its origin told. What can be read in
    /// two ways is read with the letters of the language.
    pub fn san(self) -> San {
        self.otherwise.unwrap_or(self.san)
    }
}

impl From<MoveText> for San {
    fn from(text: MoveText) -> San {
        text.san()
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
        self.san().fmt(f)
    }
}

/// The text with the letters that men have in notation everywhere, for those that they have in a language; nothing where it
/// has none of those. A man's letter comes first, or behind the square where a pawn becomes one.
pub fn with_usual_letters(language: Language, text: &str) -> Option<String> {
    let usual = match language {
        Language::English => return None,
        Language::German => |letter: char| match letter.to_ascii_uppercase() {
            'S' => Some('N'),
            'L' => Some('B'),
            'T' => Some('R'),
            'D' => Some('Q'),
            _ => None,
        },
    };
    let text = text.trim_ascii();
    let mut read = String::with_capacity(text.len());
    let mut before = None;
    for (at, c) in text.char_indices() {
        let is_square = text[at + c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        let is_mans = match before {
            // A small d is a file, as a small b is.
            None => c != 'd' && !(c == 'D' && is_square),
            Some('1'..='8' | '=' | '/' | '(') => !is_square,
            Some(_) => false,
        };
        read.push(usual(c).filter(|_| is_mans).unwrap_or(c));
        before = Some(c).filter(|c| !c.is_ascii_whitespace()).or(before);
    }
    (read != text).then_some(read)
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

#[cfg(test)]
mod tests {
    use tabiya_rules::FIDE;

    use super::*;
    use crate::{Strictness, read_position};

    #[test]
    fn german_letters_are_read_where_german_is_spoken() {
        let fen = "r3k3/1P6/8/3p4/2B5/5N2/8/Q3K2R w K - 0 1";
        let position = read_position(fen, FIDE.intern(), Strictness::Strict).unwrap().position;
        let read = |text: &str, language| {
            let m = MoveText::read(language, text).ok()?.to_move(&position).ok()?;
            Some(m.to_string())
        };
        let cases = [
            ("Sd4", "f3d4"),
            ("sd4", "f3d4"),
            ("SD4", "f3d4"),
            ("S3d4", "f3d4"),
            ("Lxd5", "c4d5"),
            ("lxd5", "c4d5"),
            ("Th8+", "h1h8"),
            ("T1h8", "h1h8"),
            ("Dxa8", "a1a8"),
            ("Dd4", "a1d4"),
            ("DD4", "a1d4"),
            ("bxa8=D", "b7a8q"),
            ("bxa8d!", "b7a8q"),
            ("b7 b8 s", "b7b8n"),
            ("b8(T)", "b7b8r"),
            ("b8S", "b7b8n"),
            ("Kd2", "e1d2"),
            // The usual letters are read as well.
            ("Nd4", "f3d4"),
            ("Qd4", "a1d4"),
            ("A1,D4", "a1d4"),
        ];
        for (text, m) in cases {
            assert_eq!(read(text, Language::German).as_deref(), Some(m), "{text}");
        }
        for text in ["Sd4", "Lxd5", "bxa8=D", "Dxa8", "b8S"] {
            assert_eq!(read(text, Language::English), None, "{text}");
        }
        for text in ["Xd4", "Sd8", "S", "D4"] {
            assert_eq!(read(text, Language::German), None, "{text}");
        }
    }

    #[test]
    fn what_is_a_move_with_the_usual_letters_is_that_move() {
        let read = |text: &str, fen: &str| {
            let position = read_position(fen, FIDE.intern(), Strictness::Strict).unwrap().position;
            MoveText::read(Language::German, text).unwrap().to_move(&position)
        };
        let m = read("DXE4", "4k3/8/8/8/4p3/3P4/8/Q3K3 w - - 0 1").unwrap();
        assert_eq!(m.to_string(), "d3e4");
        // Where neither is, the queen's reason counts, whose letter it is.
        let why = read("Dxe4", "4k3/8/8/8/4p3/8/8/Q3K3 w - - 0 1").unwrap_err();
        assert!(why.to_string().contains("queen"), "{why}");
        let why = read("d2d4", "4k3/8/8/8/3p4/8/3P4/Q3K3 w - - 0 1").unwrap_err();
        assert!(why.to_string().contains("pawn"), "{why}");
    }
}
