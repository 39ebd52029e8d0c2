use std::fmt;

use tabiya_rules::{Bitboard, GameTitle, Illegal, Role, Square};

use crate::Excerpt;

/// The text is no move in algebraic notation.
///
/// ```
/// use tabiya_notation::San;
///
/// let error = "Nx".parse::<San>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a move such as Nf3, exd5 or O-O, found \"Nx\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotASan {
    /// What was found instead.
    pub found: Excerpt,
}

impl NotASan {
    #[cold]
    pub(crate) fn new(text: &[u8]) -> NotASan {
        NotASan { found: Excerpt::of_bytes(text) }
    }
}

impl fmt::Display for NotASan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a move such as Nf3, exd5 or O-O, found {}", self.found)
    }
}

impl std::error::Error for NotASan {}

/// Why a move in algebraic notation cannot be played in a position.
///
/// ```
/// use tabiya_notation::San;
/// use tabiya_rules::Position;
///
/// let why = |text: &str| text.parse::<San>().unwrap().to_move(&Position::start()).unwrap_err().to_string();
/// assert_eq!(why("Qh5"), "the queen's way to h5 is blocked by the pawn on e2");
/// assert_eq!(why("Ne5"), "no knight can move to e5");
/// assert_eq!(why("Nxf3"), "there is nothing to take on f3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SanError {
    /// Several pieces can make the move.
    Ambiguous {
        /// What moves.
        role: Role,
        /// Where it would go.
        to: Square,
        /// Where the pieces stand.
        from: Bitboard,
    },
    /// None of several pieces can make the move, or there is none.
    NoneCan {
        /// What would move.
        role: Role,
        /// Where it would go.
        to: Square,
    },
    /// There is no such piece, and the rules do not play with any.
    RoleNotInRules {
        /// What would move.
        role: Role,
        /// What to call the rules.
        game: GameTitle,
    },
    /// The square that it is said to come from holds no such piece.
    NotThere {
        /// What would move.
        role: Role,
        /// Where it is said to stand.
        at: Square,
    },
    /// It is written as a capture and takes nothing.
    NothingToTake {
        /// Where it would go.
        to: Square,
    },
    /// The rules forbid it, for a reason of their own.
    Illegal(Illegal),
    /// It moves nothing. Where the rules let a side pass, [`tabiya_rules::Position::pass`] does.
    Null,
}

impl SanError {
    /// The same in a game that carries its own name ([`Illegal::in_game`]).
    pub fn in_game(self, title: GameTitle) -> SanError {
        match self {
            SanError::Illegal(why) => SanError::Illegal(why.in_game(title)),
            SanError::RoleNotInRules { role, game: _ } => SanError::RoleNotInRules { role, game: title },
            SanError::Ambiguous { .. }
            | SanError::NoneCan { .. }
            | SanError::NotThere { .. }
            | SanError::NothingToTake { .. }
            | SanError::Null => self,
        }
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Ambiguous { role, to, from } => {
                write!(f, "several {role}s can move to {to}: from")?;
                for (i, sq) in from.into_iter().enumerate() {
                    write!(f, "{} {sq}", if i == 0 { "" } else { " or" })?;
                }
                Ok(())
            }
            SanError::NoneCan { role, to } => write!(f, "no {role} can move to {to}"),
            SanError::RoleNotInRules { role, game } => write!(f, "{game} there are no {role}s"),
            SanError::NotThere { role, at } => write!(f, "no {role} of yours stands on {at}"),
            SanError::NothingToTake { to } => write!(f, "there is nothing to take on {to}"),
            SanError::Illegal(why) => why.fmt(f),
            SanError::Null => f.write_str("a null move moves nothing: a side must move"),
        }
    }
}

impl std::error::Error for SanError {}

impl From<Illegal> for SanError {
    fn from(why: Illegal) -> SanError {
        SanError::Illegal(why)
    }
}
