use std::fmt::{self, Write};

use tabiya_rules::{
    Bitboard, CastlingSide, Color, File, Move, Outcome, Position, Rank, Role, RuleSource, Square, Victory,
};

use super::San;

impl San {
    /// How a legal move of `position` is written: with as much of its origin as is needed to tell it from others.
    pub fn from_move<R: RuleSource>(m: Move, position: &Position<R>) -> San {
        let (from, to) = (m.from(), m.to());
        let Some(role) = m.role() else { return San::Castling(CastlingSide::of(from, to)) };
        let capture = is_capture(m, position);
        let (file, rank) = match role {
            Role::Pawn => (capture.then_some(from.file()), None),
            _ => distinction(position.origins(role, to, Bitboard::ALL), from),
        };
        San::Normal { role, file, rank, capture, to, promotion: m.promotion() }
    }
}

pub(super) fn is_capture<R: RuleSource>(m: Move, position: &Position<R>) -> bool {
    m.is_en_passant() || position.piece_at(m.to()).is_some()
}

/// What of `from` tells it from the other origins: the file if that is enough, else the rank, else both.
fn distinction(origins: Bitboard, from: Square) -> (Option<File>, Option<Rank>) {
    let others = origins.without(Bitboard::of(from));
    if others.is_empty() {
        (None, None)
    } else if (others & Bitboard::file(from.file())).is_empty() {
        (Some(from.file()), None)
    } else if (others & Bitboard::rank(from.rank())).is_empty() {
        (None, Some(from.rank()))
    } else {
        (Some(from.file()), Some(from.rank()))
    }
}

/// The letter of a role in moves.
fn letter(role: Role) -> char {
    role.letter().to_ascii_uppercase()
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, letter)
    }
}

impl San {
    fn write(&self, f: &mut fmt::Formatter<'_>, symbol: impl Fn(Role) -> char) -> fmt::Result {
        let (role, file, rank, capture, to, promotion) = match *self {
            San::Null => return f.write_str("--"),
            San::Castling(CastlingSide::Short) => return f.write_str("O-O"),
            San::Castling(CastlingSide::Long) => return f.write_str("O-O-O"),
            San::Normal { role, file, rank, capture, to, promotion } => {
                (role, file, rank, capture, to, promotion)
            }
        };
        if role != Role::Pawn {
            f.write_char(symbol(role))?;
        }
        if let Some(file) = file {
            f.write_char(file.letter())?;
        }
        if let Some(rank) = rank {
            f.write_char(rank.digit())?;
        }
        if capture {
            f.write_char('x')?;
        }
        write!(f, "{to}")?;
        promotion.map_or(Ok(()), |role| write!(f, "={}", symbol(role)))
    }
}

/// What a move does to the other side's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Suffix {
    None,
    Check,
    Mate,
}

impl Suffix {
    /// Of the move that led to `position`.
    fn after<R: RuleSource>(position: &Position<R>) -> Suffix {
        if !position.is_check() {
            return Suffix::None;
        }
        match position.outcome() {
            Some(Outcome::Won { by: Victory::Checkmate, .. }) => Suffix::Mate,
            _ => Suffix::Check,
        }
    }
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Suffix::None => "",
            Suffix::Check => "+",
            Suffix::Mate => "#",
        })
    }
}

/// A move with the sign of check or mate, as the standard writes it.
///
/// ```
/// use tabiya_notation::{San, SanPlus};
/// use tabiya_rules::Position;
///
/// let mut position = Position::start();
/// for text in ["f3", "e5", "g4"] {
///     position = position.play_unchecked(text.parse::<San>().unwrap().to_move(&position).unwrap());
/// }
/// let mate = "Qh4".parse::<San>().unwrap().to_move(&position).unwrap();
/// assert_eq!(SanPlus::from_move(mate, &position).to_string(), "Qh4#");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SanPlus {
    san: San,
    suffix: Suffix,
}

impl SanPlus {
    /// How a legal move of `position` is written.
    pub fn from_move<R: RuleSource>(m: Move, position: &Position<R>) -> SanPlus {
        let suffix = Suffix::after(&position.play_unchecked(m));
        SanPlus { san: San::from_move(m, position), suffix }
    }
}

impl fmt::Display for SanPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.san, self.suffix)
    }
}

/// A move in the long form: `Ng1-f3`, `e5xd6`, `e7-e8=Q`.
///
/// ```
/// use tabiya_notation::{Lan, San};
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let m = "Ng1-f3".parse::<San>().unwrap().to_move(&start).unwrap();
/// assert_eq!(Lan::from_move(m, &start).to_string(), "Ng1-f3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lan {
    m: Move,
    capture: bool,
    suffix: Suffix,
}

impl Lan {
    /// How a legal move of `position` is written.
    pub fn from_move<R: RuleSource>(m: Move, position: &Position<R>) -> Lan {
        Lan { m, capture: is_capture(m, position), suffix: Suffix::after(&position.play_unchecked(m)) }
    }
}

impl fmt::Display for Lan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.m.from(), self.m.to());
        let Some(role) = self.m.role() else {
            return write!(f, "{}{}", San::Castling(CastlingSide::of(from, to)), self.suffix);
        };
        if role != Role::Pawn {
            f.write_char(letter(role))?;
        }
        write!(f, "{from}{}{to}", if self.capture { 'x' } else { '-' })?;
        if let Some(role) = self.m.promotion() {
            write!(f, "={}", letter(role))?;
        }
        write!(f, "{}", self.suffix)
    }
}

/// A move with pictures of the pieces instead of letters: `♘f3`.
///
/// ```
/// use tabiya_notation::{Figurine, San};
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let m = "Nf3".parse::<San>().unwrap().to_move(&start).unwrap();
/// assert_eq!(Figurine::from_move(m, &start).to_string(), "♘f3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figurine {
    san: SanPlus,
    color: Color,
}

impl Figurine {
    /// How a legal move of `position` is written.
    pub fn from_move<R: RuleSource>(m: Move, position: &Position<R>) -> Figurine {
        Figurine { san: SanPlus::from_move(m, position), color: position.turn() }
    }
}

impl fmt::Display for Figurine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.san.san.write(f, |role| figure(self.color, role))?;
        write!(f, "{}", self.san.suffix)
    }
}

fn figure(color: Color, role: Role) -> char {
    let (white, black) = match role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    if color == Color::White { white } else { black }
}
