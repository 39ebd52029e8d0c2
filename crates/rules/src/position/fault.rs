use std::fmt;

use crate::{Bitboard, Color, MoveRulesFault, Piece, Role, Square};

/// One thing that is wrong with a setup.
///
/// ```
/// use tabiya_rules::{Color, Fault, Role};
///
/// let fault = Fault::RoyalMissing { color: Color::White, royal: Role::King };
/// assert_eq!(fault.to_string(), "White has no king");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum Fault {
    /// The rules themselves cannot be played.
    Rules(MoveRulesFault),
    /// A side lacks the piece that the game is about.
    RoyalMissing { color: Color, royal: Role },
    /// A side has more than one of it.
    TooManyRoyals { color: Color, royal: Role, count: usize },
    /// A pawn stands where it would have promoted, or where it cannot have come from.
    PawnOnEndRank { color: Color, at: Square },
    /// The side that has just moved left its royal piece to be taken.
    OpponentInCheck { color: Color, royal: Role, by: Piece, at: Square },
    /// No single move can give these checks together.
    ImpossibleChecks { checkers: Bitboard },
    /// A right to castle, but no rook of that side on its home rank.
    CastlingWithoutRook { at: Square },
    /// A right to castle, but the royal piece is not on its home rank.
    CastlingWithoutRoyal { color: Color, royal: Role, at: Square },
    /// Two rooks with the right on the same side of the royal piece.
    CastlingTwice { at: Square },
    /// A right to castle, under rules that know no castling. Only a lenient reading tells of it.
    CastlingNotInRules { rights: Bitboard },
    /// An en passant square, under rules that know no such capture. Only a lenient reading tells of it.
    EnPassantNotInRules { at: Square },
    /// The square to take in passing is not on the rank that a pawn has just stepped over.
    EnPassantRank { at: Square, expected: crate::Rank },
    /// No pawn stands behind the square to take in passing.
    EnPassantWithoutPawn { at: Square, pawn: Square },
    /// The way of the pawn's double step is not free.
    EnPassantBlocked { at: Square, by: Square },
    /// Before the double step the royal piece of the side now to move was in attack, when it was not its turn.
    EnPassantAfterCheck { at: Square, royal: Role, by: Piece, from: Square },
}

impl Fault {
    /// Whether a position can be had all the same, as the lenient reading does: without the right that is wrong, or
    /// with checks that no move can have given.
    pub fn can_be_forgiven(&self) -> bool {
        match self {
            Fault::Rules(_)
            | Fault::RoyalMissing { .. }
            | Fault::TooManyRoyals { .. }
            | Fault::PawnOnEndRank { .. }
            | Fault::OpponentInCheck { .. } => false,
            Fault::ImpossibleChecks { .. }
            | Fault::CastlingWithoutRook { .. }
            | Fault::CastlingWithoutRoyal { .. }
            | Fault::CastlingTwice { .. }
            | Fault::CastlingNotInRules { .. }
            | Fault::EnPassantNotInRules { .. }
            | Fault::EnPassantRank { .. }
            | Fault::EnPassantWithoutPawn { .. }
            | Fault::EnPassantBlocked { .. }
            | Fault::EnPassantAfterCheck { .. } => true,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Rules(fault) => write!(f, "these rules cannot be played: {fault}"),
            Fault::RoyalMissing { color, royal } => write!(f, "{color} has no {royal}"),
            Fault::TooManyRoyals { color, royal, count } => {
                write!(f, "{color} has {count} {royal}s, where there must be one")
            }
            Fault::PawnOnEndRank { color, at } => write!(f, "{color}'s pawn cannot stand on {at}"),
            Fault::OpponentInCheck { color, royal, by, at } => {
                write!(f, "{color} is not to move, but its {royal} could be taken by the {} on {at}", by.role)
            }
            Fault::ImpossibleChecks { checkers } => {
                write!(f, "no move can give check from {} at once", List(*checkers))
            }
            Fault::CastlingWithoutRook { at } => write!(f, "there is no rook to castle with on {at}"),
            Fault::CastlingWithoutRoyal { color, royal, at } => {
                write!(f, "{color} cannot castle with the rook on {at}: its {royal} is not on the home rank")
            }
            Fault::CastlingTwice { at } => {
                write!(f, "the rook on {at} cannot castle: another one on that side can")
            }
            Fault::CastlingNotInRules { rights } => {
                write!(f, "there is no castling under these rules, as with the rook on {}", List(*rights))
            }
            Fault::EnPassantNotInRules { at } => {
                write!(f, "there is no taking in passing under these rules, as on {at}")
            }
            Fault::EnPassantRank { at, expected } => {
                write!(f, "en passant on {at} is impossible: it would be on rank {}", expected.digit())
            }
            Fault::EnPassantWithoutPawn { at, pawn } => {
                write!(f, "en passant on {at} is impossible: no pawn to take on {pawn}")
            }
            Fault::EnPassantBlocked { at, by } => {
                write!(f, "en passant on {at} is impossible: {by} is occupied")
            }
            Fault::EnPassantAfterCheck { at, royal, by, from } => write!(
                f,
                "en passant on {at} is impossible: the {royal} was in check from the {} on {from} before",
                by.role
            ),
        }
    }
}

/// `a1, b2 and c3`.
struct List(Bitboard);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, sq) in self.0.into_iter().enumerate() {
            let joint = match i {
                0 => "",
                _ if i + 1 == self.0.len() => " and ",
                _ => ", ",
            };
            write!(f, "{joint}{sq}")?;
        }
        Ok(())
    }
}

/// Everything that is wrong with a setup.
///
/// ```
/// use tabiya_rules::{Board, Fide, Position, Setup};
///
/// let faults = Position::new(Setup::start(Board::EMPTY), Fide).unwrap_err();
/// assert_eq!(faults.iter().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub(super) Vec<Fault>);

impl Faults {
    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The faults, the gravest first.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

/// All faults in one line.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
