use std::fmt;

use tabiya_rules::{Illegal, Move, Position, Role, RuleSource, Square};

use crate::UciMove;

/// A move in the 16 bits of a book: to, from, and what a pawn becomes. Castling is the king taking its rook.
///
/// ```
/// use tabiya_notation::{Strictness, polyglot::BookMove, read_position};
/// use tabiya_rules::FIDE;
///
/// let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// let position = read_position(fen, &FIDE, Strictness::Strict).unwrap().position;
/// let m = position.legal("e1".parse().unwrap(), "g1".parse().unwrap(), None).unwrap();
/// let book_move = BookMove::from_move(m).unwrap();
/// assert_eq!(book_move.to_string(), "e1h1");
/// assert_eq!(book_move.to_move(&position), Ok(m));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BookMove(pub u16);

/// The roles of the codes from 1.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl BookMove {
    /// How a book writes the move.
    pub fn from_move(m: Move) -> Result<BookMove, NotInBooks> {
        let code = match m.promotion() {
            None => 0,
            Some(role) => {
                let place = PROMOTIONS.iter().position(|&other| other == role);
                place.ok_or(NotInBooks { promotion: role })? + 1
            }
        };
        // Squares are below 64 and codes below 8, so 15 bits hold all.
        Ok(BookMove((code << 12 | m.from().index() << 6 | m.to().index()) as u16))
    }

    /// Where the piece comes from.
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as usize >> 6 & 63)
    }

    /// Where it goes; the rook's square when castling.
    pub const fn to(self) -> Square {
        Square::from_index(self.0 as usize & 63)
    }

    /// The legal move of `position` that is meant, or why there is none. Castling as the king's step to where it ends
    /// is taken too, for some books have it.
    pub fn to_move<R: RuleSource>(self, position: &Position<R>) -> Result<Move, NotPlayable> {
        let promotion = self.promotion()?;
        position.legal(self.from(), self.to(), promotion).map_err(NotPlayable::Illegal)
    }

    fn promotion(self) -> Result<Option<Role>, NotPlayable> {
        match self.0 >> 12 {
            0 => Ok(None),
            code => match PROMOTIONS.get(usize::from(code) - 1) {
                Some(&role) => Ok(Some(role)),
                None => Err(NotPlayable::Promotion { code: code as u8 }),
            },
        }
    }
}

impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promotion = self.promotion().unwrap_or(None);
        UciMove::Normal { from: self.from(), to: self.to(), promotion }.fmt(f)
    }
}

impl fmt::Debug for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The move has no form in books: a pawn becomes what Polyglot does not know.
///
/// ```
/// use tabiya_notation::polyglot::NotInBooks;
/// use tabiya_rules::Role;
///
/// let error = NotInBooks { promotion: Role::King };
/// assert_eq!(error.to_string(), "a book cannot hold a pawn that becomes a king");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotInBooks {
    /// What the pawn becomes.
    pub promotion: Role,
}

impl fmt::Display for NotInBooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a book cannot hold a pawn that becomes a {}", self.promotion)
    }
}

impl std::error::Error for NotInBooks {}

/// Why a book's move cannot be played in a position.
///
/// ```
/// use tabiya_notation::polyglot::{BookMove, NotPlayable};
/// use tabiya_rules::Position;
///
/// let error = BookMove(0x7000).to_move(&Position::start()).unwrap_err();
/// assert_eq!(error, NotPlayable::Promotion { code: 7 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotPlayable {
    /// The code of the promotion stands for nothing.
    Promotion {
        /// The code.
        code: u8,
    },
    /// The rules forbid it.
    Illegal(Illegal),
}

impl fmt::Display for NotPlayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPlayable::Promotion { code } => write!(f, "there is no promotion with the code {code}"),
            NotPlayable::Illegal(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NotPlayable {}
