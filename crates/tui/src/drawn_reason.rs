use tabiya_notation::SanError;
use tabiya_rules::attacks::between;
use tabiya_rules::{Bitboard, CastlingFault, Color, Illegal, Position, Rules, Square};
use tabiya_table::TableRefusal;

/// Why a move was refused, as it can be drawn on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawnReason {
    /// The men or squares that are to blame.
    pub culprits: Bitboard,
    /// The line on which they act.
    pub line: Bitboard,
}

impl DrawnReason {
    /// What can be drawn of a refusal.
    pub fn of(refusal: &TableRefusal, position: &Position<&'static Rules>) -> Option<DrawnReason> {
        let TableRefusal::Unplayable(why) = refusal else { return None };
        match *why {
            SanError::Illegal(why) => DrawnReason::of_illegal(why, position),
            SanError::Ambiguous { from, .. } => Some(DrawnReason { culprits: from, line: Bitboard::EMPTY }),
            SanError::NotThere { at, .. } | SanError::NothingToTake { to: at } => Some(DrawnReason::at(at)),
            SanError::NoneCan { .. } | SanError::RoleNotInRules { .. } | SanError::Null => None,
        }
    }

    fn of_illegal(why: Illegal, position: &Position<&'static Rules>) -> Option<DrawnReason> {
        let to_royal = |at: Square, color: Color| {
            let line = position.royal(color).map_or(Bitboard::EMPTY, |royal| between(at, royal));
            DrawnReason { culprits: Bitboard::of(at), line }
        };
        Some(match why {
            Illegal::NotYours { at, .. }
            | Illegal::Blocked { at, .. }
            | Illegal::OwnPiece { at, .. }
            | Illegal::NothingToTake { at }
            | Illegal::PawnAtEnd { at }
            | Illegal::EnPassantGone { pawn: at }
            | Illegal::EnPassantNotInRules { pawn: at, .. } => DrawnReason::at(at),
            Illegal::LeavesInCheck { at, .. } => to_royal(at, position.turn()),
            Illegal::Pinned { at, line, .. } => DrawnReason { culprits: Bitboard::of(at), line },
            Illegal::Castling { color, why, .. } => match why {
                CastlingFault::InCheck { at, .. } => to_royal(at, color),
                CastlingFault::Blocked { at, .. } | CastlingFault::Uncovered { at, .. } => {
                    DrawnReason::at(at)
                }
                CastlingFault::ThroughCheck { crossing, at, .. } => DrawnReason {
                    culprits: Bitboard::of(at),
                    line: between(at, crossing) | Bitboard::of(crossing),
                },
                CastlingFault::NotInRules { .. }
                | CastlingFault::OtherRoyal { .. }
                | CastlingFault::Moved => return None,
            },
            Illegal::GameOver(_)
            | Illegal::NoPiece { .. }
            | Illegal::Pattern { .. }
            | Illegal::DoubleStepNotInRules { .. }
            | Illegal::PromotionMissing { .. }
            | Illegal::PromotionNotAllowed { .. }
            | Illegal::PromotionNotInRules { .. }
            | Illegal::NoPromotion { .. }
            | Illegal::OtherPosition => return None,
        })
    }

    fn at(square: Square) -> DrawnReason {
        DrawnReason { culprits: Bitboard::of(square), line: Bitboard::EMPTY }
    }
}
