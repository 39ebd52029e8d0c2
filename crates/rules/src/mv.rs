use std::fmt;
use std::num::NonZeroU16;

use crate::{Role, Square};

/// A move in 16 bits: from, to, and a kind that says which piece moves and in which way.
///
/// A move belongs to a position; [`Position::legal`](crate::Position::legal) makes one from two squares.
/// Castling is held as the king's square and the rook's, which is unambiguous in Chess960 too.
///
/// ```
/// use tabiya_rules::{Position, Role, Square};
///
/// let start = Position::start();
/// let from: Square = "g1".parse().unwrap();
/// let to: Square = "f3".parse().unwrap();
/// let m = start.legal(from, to, None).unwrap();
/// assert_eq!((m.from(), m.to(), m.role()), (from, to, Some(Role::Knight)));
/// assert_eq!(m.promotion(), None);
/// assert!(!m.is_castling());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// What a move does beside taking a piece from one square to another. The plain kinds are the codes of
/// [`Role`]; no kind is 0, which keeps a move from being 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Plain(Role),
    DoubleStep,
    EnPassant,
    Castling,
    Promotion(Role),
}

const DOUBLE_STEP: u16 = 8;
const EN_PASSANT: u16 = 9;
const CASTLING: u16 = 10;
const PROMOTION: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
const FIRST_PROMOTION: u16 = 11;

impl MoveKind {
    /// What moves, where that does not depend on the rules.
    #[inline(always)]
    pub(crate) const fn role(self) -> Option<Role> {
        match self {
            MoveKind::Plain(role) => Some(role),
            MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion(_) => Some(Role::Pawn),
            MoveKind::Castling => None,
        }
    }

    #[inline(always)]
    const fn bits(self) -> u16 {
        match self {
            MoveKind::Plain(role) => role as u16,
            MoveKind::DoubleStep => DOUBLE_STEP,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Castling => CASTLING,
            // A pawn never promotes to a pawn: a rule file that says so is refused.
            MoveKind::Promotion(Role::Pawn | Role::Knight) => FIRST_PROMOTION,
            MoveKind::Promotion(Role::Bishop) => FIRST_PROMOTION + 1,
            MoveKind::Promotion(Role::Rook) => FIRST_PROMOTION + 2,
            MoveKind::Promotion(Role::Queen) => FIRST_PROMOTION + 3,
            MoveKind::Promotion(Role::King) => FIRST_PROMOTION + 4,
        }
    }
}

impl Move {
    /// What unused places of a list hold.
    pub(crate) const FILLER: Move = Move(NonZeroU16::MIN);

    #[inline(always)]
    pub(crate) const fn new(kind: MoveKind, from: Square, to: Square) -> Move {
        let bits = kind.bits() << 12 | (to.index() as u16) << 6 | from.index() as u16;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => Move::FILLER,
        }
    }

    /// The code of the moving role, if the move is a plain one.
    #[inline(always)]
    pub(crate) const fn plain_code(self) -> Option<u8> {
        let bits = self.0.get() >> 12;
        if bits < DOUBLE_STEP { Some(bits as u8) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 {
            DOUBLE_STEP => MoveKind::DoubleStep,
            EN_PASSANT => MoveKind::EnPassant,
            CASTLING => MoveKind::Castling,
            kind @ FIRST_PROMOTION.. => MoveKind::Promotion(PROMOTION[(kind - FIRST_PROMOTION) as usize]),
            code => match Role::from_code(code as u8) {
                Some(role) => MoveKind::Plain(role),
                None => MoveKind::Plain(Role::Pawn),
            },
        }
    }

    /// The move as a number, to be kept in a table.
    ///
    /// ```
    /// use tabiya_rules::{Move, Position};
    ///
    /// let m = Position::start().legal_moves()[0];
    /// assert_eq!(Move::from_bits(m.to_bits()), Some(m));
    /// ```
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move of a number, which may be any: ask [`Position::is_legal`](crate::Position::is_legal) before it is
    /// played. `None` for 0.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// Where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.0.get() as usize & 63)
    }

    /// Where the piece goes; the rook's square when castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> 6) as usize & 63)
    }

    /// What moves. `None` when castling: then it is the royal piece, and which that is the rules say
    /// ([`Position::role_of`](crate::Position::role_of)).
    pub const fn role(self) -> Option<Role> {
        self.kind().role()
    }

    /// What the pawn becomes.
    pub const fn promotion(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Whether the move is castling.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 12 == CASTLING
    }

    /// Whether a pawn takes another in passing.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() >> 12 == EN_PASSANT
    }

    /// Whether a pawn makes its double step.
    #[inline(always)]
    pub const fn is_double_step(self) -> bool {
        self.0.get() >> 12 == DOUBLE_STEP
    }
}

/// The two squares and the promotion; castling as the king taking its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
