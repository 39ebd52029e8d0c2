use tabiya_rules::{Bitboard, Board, Color, File, Piece, Position, Rank, Role, RuleSource, Setup, Square};

use super::castling::{Wing, named_square};
use super::{FenError, FenField, MAX_LENGTH, Note, PositionError};
use crate::Excerpt;

/// How a reader takes what is not quite right.
///
/// ```
/// use tabiya_notation::{Strictness, read_setup};
/// use tabiya_rules::Role;
///
/// let short = "4k3/8/8/8/8/8/8/4K3 w - -";
/// assert!(read_setup(short, Role::King, Strictness::Strict).is_err());
/// assert_eq!(read_setup(short, Role::King, Strictness::Lenient).unwrap().notes.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// It is refused.
    #[default]
    Strict,
    /// It is mended where the meaning is plain, and noted: missing last fields, blanks, upper case, digits side by
    /// side, rights named twice, a move number of 0; rights that the position cannot have.
    Lenient,
}

/// A setup read from text.
///
/// ```
/// use tabiya_notation::{Strictness, read_setup};
/// use tabiya_rules::{Board, Role, Setup};
///
/// let read = read_setup("8/8/8/8/8/8/8/8 w - - 0 1", Role::King, Strictness::Strict).unwrap();
/// assert_eq!(read.setup, Setup::start(Board::EMPTY));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSetup {
    /// What the text says.
    pub setup: Setup,
    /// What was let pass; nothing where the reading was strict.
    pub notes: Vec<Note>,
}

/// A position read from text.
///
/// ```
/// use tabiya_notation::{Strictness, read_position};
/// use tabiya_rules::Fide;
///
/// let read = read_position("4k3/8/8/8/8/8/8/4K3", Fide, Strictness::Lenient).unwrap();
/// assert_eq!(read.position.count_moves(), 5);
/// assert_eq!(read.notes.len(), 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPosition<R> {
    /// The position.
    pub position: Position<R>,
    /// What was let pass; nothing where the reading was strict.
    pub notes: Vec<Note>,
}

/// Reads a FEN and validates it under `rules`.
///
/// ```
/// use tabiya_notation::{Strictness, read_position};
/// use tabiya_rules::HONG;
///
/// let text = "r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w - - 0 1";
/// let position = read_position(text, &HONG, Strictness::Strict).unwrap().position;
/// assert_eq!(position.count_moves(), 11);
/// ```
pub fn read_position<R: RuleSource>(
    text: &str,
    rules: R,
    strictness: Strictness,
) -> Result<ReadPosition<R>, PositionError> {
    let ReadSetup { setup, mut notes } = read_setup(text, rules.moves().royal, strictness)?;
    let position = match strictness {
        Strictness::Strict => Position::new(setup, rules)?,
        Strictness::Lenient => {
            let lenient = Position::lenient(setup, rules)?;
            notes.extend(lenient.forgiven.iter().copied().map(Note::Setup));
            lenient.position
        }
    };
    Ok(ReadPosition { position, notes })
}

/// Reads a FEN. `royal` is the role that castles, beside which `K` and `Q` look for their rooks.
///
/// ```
/// use tabiya_notation::{Strictness, read_setup};
/// use tabiya_rules::{Role, Setup};
///
/// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
/// assert_eq!(read_setup(text, Role::King, Strictness::Strict).unwrap().setup, Setup::USUAL);
/// ```
pub fn read_setup(text: &str, royal: Role, strictness: Strictness) -> Result<ReadSetup, FenError> {
    if text.len() > MAX_LENGTH {
        return Err(FenError::TooLong { length: text.len() });
    }
    let mut reader = FenReader { strictness, notes: Vec::new() };
    let setup = reader.setup(text, royal)?;
    Ok(ReadSetup { setup, notes: reader.notes })
}

/// A run of characters without blanks and where it begins.
#[derive(Clone, Copy)]
struct FenWord<'a> {
    text: &'a str,
    column: usize,
}

impl FenWord<'_> {
    fn excerpt(&self) -> Excerpt {
        Excerpt::new(self.text)
    }

    /// The characters with their columns.
    fn chars(&self) -> impl Iterator<Item = (usize, char)> {
        (self.column..).zip(self.text.chars())
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = FenWord<'_>> {
    let mut next_column = 1;
    let parts = text.split(|c: char| c.is_ascii_whitespace()).map(move |text| {
        let column = next_column;
        next_column += text.chars().count() + 1;
        FenWord { text, column }
    });
    parts.filter(|word| !word.text.is_empty())
}

/// The first blank that does more than part two words.
fn extra_blank(text: &str) -> Option<usize> {
    let is_blank = |c: char| c.is_ascii_whitespace();
    let before = std::iter::once(' ').chain(text.chars());
    let is_extra = |&(_, (before, c)): &(usize, (char, char))| is_blank(c) && (c != ' ' || is_blank(before));
    let inside = (1..).zip(before.zip(text.chars())).find(is_extra).map(|(column, _)| column);
    inside.or_else(|| text.ends_with(is_blank).then(|| text.chars().count()))
}

struct FenReader {
    strictness: Strictness,
    notes: Vec<Note>,
}

impl FenReader {
    fn setup(&mut self, text: &str, royal: Role) -> Result<Setup, FenError> {
        if let Some(column) = extra_blank(text) {
            self.mend(FenError::ExtraBlank { column })?;
        }
        let mut words = words(text);
        let mut next = |reader: &mut FenReader, field| reader.field(words.next(), field);
        let board = next(self, FenField::Board)?;
        let board = self.board(board)?;
        let turn = next(self, FenField::Turn)?;
        let turn = self.turn(turn)?;
        let castling = next(self, FenField::Castling)?;
        let castling = self.castling(castling, &board, royal)?;
        let en_passant = next(self, FenField::EnPassant)?;
        let en_passant = self.en_passant(en_passant)?;
        let halfmoves = next(self, FenField::Halfmoves)?;
        let halfmoves = self.counter(halfmoves, FenField::Halfmoves)?;
        let fullmoves = next(self, FenField::Fullmoves)?;
        let fullmoves = self.counter(fullmoves, FenField::Fullmoves)?;
        match words.next() {
            Some(word) => Err(FenError::ExtraField { column: word.column, found: word.excerpt() }),
            None => Ok(Setup { board, turn, castling, en_passant, halfmoves, fullmoves }),
        }
    }

    /// Refuses what a lenient reader only notes.
    fn mend(&mut self, error: FenError) -> Result<(), FenError> {
        match self.strictness {
            Strictness::Strict => Err(error),
            Strictness::Lenient => {
                self.notes.push(Note::Text(error));
                Ok(())
            }
        }
    }

    /// The word of a field, or what stands for it where it is missing.
    fn field<'a>(&mut self, word: Option<FenWord<'a>>, field: FenField) -> Result<FenWord<'a>, FenError> {
        if let Some(word) = word {
            return Ok(word);
        }
        let missing = FenError::MissingField { field };
        let Some(text) = field.default_text() else {
            return Err(missing);
        };
        self.mend(missing)?;
        Ok(FenWord { text, column: 1 })
    }

    fn board(&mut self, word: FenWord) -> Result<Board, FenError> {
        let mut board = Board::EMPTY;
        let mut column = word.column;
        let ranks = word.text.split('/').count();
        if ranks != 8 {
            return Err(FenError::RankCount { found: ranks });
        }
        for (text, &rank) in word.text.split('/').zip(Rank::ALL.iter().rev()) {
            self.rank(&mut board, rank, FenWord { text, column })?;
            column += text.chars().count() + 1;
        }
        Ok(board)
    }

    fn rank(&mut self, board: &mut Board, rank: Rank, word: FenWord) -> Result<(), FenError> {
        let mut file = 0;
        let mut after_digit = false;
        for (column, c) in word.chars() {
            let digit = c.to_digit(10).filter(|digit| (1..=8).contains(digit));
            let piece = Piece::from_letter(c);
            if digit.is_none() && piece.is_none() {
                return Err(FenError::NotAPiece { rank, column, found: c });
            }
            if after_digit && digit.is_some() {
                self.mend(FenError::AdjacentDigits { rank, column })?;
            }
            after_digit = digit.is_some();
            if let Some(&file) = File::ALL.get(file).filter(|_| piece.is_some()) {
                board.set(Square::new(file, rank), piece);
            }
            file += digit.map_or(1, |digit| digit as usize);
        }
        if file == 8 { Ok(()) } else { Err(FenError::RankLength { rank, found: file }) }
    }

    fn turn(&mut self, word: FenWord) -> Result<Color, FenError> {
        let wrong = FenError::Turn { column: word.column, found: word.excerpt() };
        match word.text {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            "W" => self.mend(wrong).map(|()| Color::White),
            "B" => self.mend(wrong).map(|()| Color::Black),
            _ => Err(wrong),
        }
    }

    fn castling(&mut self, word: FenWord, board: &Board, royal: Role) -> Result<Bitboard, FenError> {
        let mut rights = Bitboard::EMPTY;
        if word.text == "-" {
            return Ok(rights);
        }
        for (column, c) in word.chars() {
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let wing = Wing::from_letter(c).map(|wing| named_square(board, royal, color, wing));
            let file = || File::from_letter(c).map(|file| Square::new(file, Rank::First.seen_by(color)));
            let Some(square) = wing.or_else(file) else {
                return Err(FenError::Castling { column, found: c });
            };
            if rights.contains(square) {
                self.mend(FenError::CastlingTwice { column, found: c })?;
            }
            rights |= Bitboard::of(square);
        }
        Ok(rights)
    }

    fn en_passant(&mut self, word: FenWord) -> Result<Option<Square>, FenError> {
        if word.text == "-" {
            return Ok(None);
        }
        let wrong = FenError::EnPassant { column: word.column, found: word.excerpt() };
        let Ok(square) = word.text.parse::<Square>() else {
            return Err(wrong);
        };
        if word.text.starts_with(|c: char| c.is_ascii_uppercase()) {
            self.mend(wrong)?;
        }
        Ok(Some(square))
    }

    fn counter(&mut self, word: FenWord, field: FenField) -> Result<u16, FenError> {
        let wrong = FenError::Counter { field, column: word.column, found: word.excerpt() };
        // Rust's own parsing would take a leading plus.
        if !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong);
        }
        match word.text.parse() {
            Ok(0) if field == FenField::Fullmoves => self.mend(wrong).map(|()| 1),
            Ok(count) => Ok(count),
            Err(_) => Err(wrong),
        }
    }
}
