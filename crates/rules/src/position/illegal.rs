use std::fmt;

use crate::{Bitboard, Color, FIDE, GameTitle, Outcome, Piece, Role, Roles, Square};

/// Why a move is not legal, with the facts. Worded once, here.
///
/// ```
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let why = start.legal("a1".parse().unwrap(), "a5".parse().unwrap(), None).unwrap_err();
/// assert_eq!(why.to_string(), "the rook's way to a5 is blocked by the pawn on a2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum Illegal {
    /// The side to move has no legal move at all, or a royal piece has been taken.
    GameOver(Outcome),
    /// Nothing stands on the square to move from.
    NoPiece { at: Square },
    /// The piece belongs to the side that is not to move.
    NotYours { piece: Piece, at: Square },
    /// The piece never moves like that.
    Pattern { role: Role, from: Square, to: Square },
    /// A pawn would step twice, under rules where it takes one step.
    DoubleStepNotInRules { from: Square, to: Square, game: GameTitle },
    /// Another piece stands in the way, or before a pawn.
    Blocked { role: Role, to: Square, by: Piece, at: Square },
    /// A piece of one's own stands on the target.
    OwnPiece { role: Role, at: Square },
    /// A pawn steps diagonally only to take, and there is nothing to take.
    NothingToTake { at: Square },
    /// A pawn stands beside, but can be taken in passing only right after its double step.
    EnPassantGone { pawn: Square },
    /// These rules know no taking in passing.
    EnPassantNotInRules { pawn: Square, game: GameTitle },
    /// A pawn at the end of the board, under rules where it stays there.
    PawnAtEnd { at: Square },
    /// The royal piece would be in attack.
    LeavesInCheck { royal: Role, by: Piece, at: Square, exposure: Exposure },
    /// The piece shields its royal piece and would leave the line.
    Pinned { role: Role, royal: Role, by: Piece, at: Square, line: Bitboard },
    /// Castling, refused.
    Castling { color: Color, royal: Role, why: CastlingFault },
    /// A pawn reaches the end, and nothing says what it becomes.
    PromotionMissing { choices: Roles },
    /// The pawn cannot become that.
    PromotionNotAllowed { role: Role, choices: Roles, game: GameTitle },
    /// A pawn reaches the end and should become something, under rules where it stays a pawn.
    PromotionNotInRules { game: GameTitle },
    /// A promotion was named, but this move is none.
    NoPromotion { role: Role },
    /// The move was made for another position: another piece stands there.
    OtherPosition,
}

/// How a royal piece would come to stand in attack.
///
/// ```
/// use tabiya_rules::{Exposure, Illegal, Position};
///
/// let mut position = Position::start();
/// for (from, to) in [("e2", "e4"), ("e7", "e5"), ("d1", "h5"), ("b8", "c6"), ("h5", "f7")] {
///     let m = position.legal(from.parse().unwrap(), to.parse().unwrap(), None).unwrap();
///     position.make_unchecked(m);
/// }
/// let why = position.legal("a7".parse().unwrap(), "a6".parse().unwrap(), None).unwrap_err();
/// assert!(matches!(why, Illegal::LeavesInCheck { exposure: Exposure::Remains, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exposure {
    /// It stands in attack, and the move does not change that.
    Remains,
    /// It would step there itself.
    StepsInto,
    /// The move opens a line to it.
    Uncovered,
}

/// Why castling is refused.
///
/// ```
/// use tabiya_rules::{CastlingFault, CastlingSide, Illegal, Position};
///
/// let why = Position::start().castle(CastlingSide::Long).unwrap_err();
/// assert!(matches!(why, Illegal::Castling { why: CastlingFault::Blocked { .. }, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum CastlingFault {
    /// These rules know no castling.
    NotInRules { game: GameTitle },
    /// A king would castle, under rules where another piece is royal and castles.
    OtherRoyal { game: GameTitle },
    /// There is no right to it: the royal piece or the rook has moved, or is not there.
    Moved,
    /// The royal piece is in attack now.
    InCheck { by: Piece, at: Square },
    /// A piece stands in the way.
    Blocked { by: Piece, at: Square },
    /// The royal piece would pass or enter an attacked square.
    ThroughCheck { crossing: Square, by: Piece, at: Square },
    /// The rook shields the square where the royal piece would end.
    Uncovered { by: Piece, at: Square },
}

impl Illegal {
    /// The same reason in a game that carries its own name. A position knows the value of its rules, and some values have
    /// two names.
    ///
    /// ```
    /// use tabiya_rules::{IMPERIAL, NamedRules, Position};
    ///
    /// let start = Position::starting(&IMPERIAL).unwrap();
    /// let why = start.legal("e1".parse().unwrap(), "g1".parse().unwrap(), None).unwrap_err();
    /// assert_eq!(why.to_string(), "under these rules there is no castling");
    /// let imperial = NamedRules::find("imperial").unwrap();
    /// assert_eq!(why.in_game(imperial.game_title()).to_string(), "in Imperial's game there is no castling");
    /// ```
    pub fn in_game(mut self, title: GameTitle) -> Illegal {
        match &mut self {
            Illegal::DoubleStepNotInRules { game, .. }
            | Illegal::EnPassantNotInRules { game, .. }
            | Illegal::PromotionNotAllowed { game, .. }
            | Illegal::PromotionNotInRules { game }
            | Illegal::Castling {
                why: CastlingFault::NotInRules { game } | CastlingFault::OtherRoyal { game },
                ..
            } => *game = title,
            Illegal::GameOver(_)
            | Illegal::NoPiece { .. }
            | Illegal::NotYours { .. }
            | Illegal::Pattern { .. }
            | Illegal::Blocked { .. }
            | Illegal::OwnPiece { .. }
            | Illegal::NothingToTake { .. }
            | Illegal::EnPassantGone { .. }
            | Illegal::PawnAtEnd { .. }
            | Illegal::LeavesInCheck { .. }
            | Illegal::Pinned { .. }
            | Illegal::Castling {
                why:
                    CastlingFault::Moved
                    | CastlingFault::InCheck { .. }
                    | CastlingFault::Blocked { .. }
                    | CastlingFault::ThroughCheck { .. }
                    | CastlingFault::Uncovered { .. },
                ..
            }
            | Illegal::PromotionMissing { .. }
            | Illegal::NoPromotion { .. }
            | Illegal::OtherPosition => {}
        }
        self
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::GameOver(outcome) => write!(f, "the game is over: {outcome}"),
            Illegal::NoPiece { at } => write!(f, "there is no piece on {at}"),
            Illegal::NotYours { piece, at } => {
                write!(
                    f,
                    "the {} on {at} is {}'s, and it is {}'s turn",
                    piece.role, piece.color, !piece.color
                )
            }
            Illegal::Pattern { role, from, to } if from == to => {
                write!(f, "the {role} is on {to} already")
            }
            Illegal::Pattern { role, from, to } => {
                write!(f, "a {role} does not move from {from} to {to}")
            }
            Illegal::DoubleStepNotInRules { game, .. } => write!(f, "{game} a pawn takes one step"),
            Illegal::Blocked { role, to, by, at } => {
                write!(f, "the {role}'s way to {to} is blocked by the {} on {at}", by.role)
            }
            Illegal::OwnPiece { role, at } => write!(f, "your own {role} is on {at}"),
            Illegal::NothingToTake { at } => {
                write!(f, "a pawn moves diagonally only to take, and there is nothing to take on {at}")
            }
            Illegal::EnPassantGone { pawn } => write!(
                f,
                "the pawn on {pawn} cannot be taken in passing now: only right after its double step"
            ),
            Illegal::EnPassantNotInRules { pawn, game } => {
                write!(f, "{game} the pawn on {pawn} cannot be taken in passing")
            }
            Illegal::PawnAtEnd { at } => {
                write!(f, "the pawn on {at} is at the end of the board and moves no more")
            }
            Illegal::LeavesInCheck { royal, by, at, exposure } => match exposure {
                Exposure::Remains => {
                    write!(f, "your {royal} would still be in check from the {} on {at}", by.role)
                }
                Exposure::StepsInto | Exposure::Uncovered => {
                    write!(f, "your {royal} would be in check from the {} on {at}", by.role)
                }
            },
            Illegal::Pinned { role, royal, by, at, .. } => {
                write!(f, "the {role} is pinned to your {royal} by the {} on {at}", by.role)
            }
            Illegal::Castling { color, royal, why } => why.write(f, color, royal),
            Illegal::PromotionMissing { choices } => {
                write!(f, "the pawn reaches the end: say whether it becomes a {choices}")
            }
            // What ordinary chess allows is forbidden by these rules in particular.
            Illegal::PromotionNotAllowed { role, choices, game } if FIDE.moves.promotes_to.contains(role) => {
                write!(f, "{game} a pawn cannot become a {role}, only a {choices}")
            }
            Illegal::PromotionNotAllowed { role, choices, .. } => {
                write!(f, "a pawn cannot become a {role}, only a {choices}")
            }
            Illegal::PromotionNotInRules { game } => {
                write!(f, "{game} a pawn at the end of the board stays a pawn")
            }
            Illegal::NoPromotion { role } => {
                write!(f, "nothing becomes a {role} by this move: it is no promotion")
            }
            Illegal::OtherPosition => f.write_str("this move belongs to another position"),
        }
    }
}

impl CastlingFault {
    fn write(self, f: &mut fmt::Formatter<'_>, color: Color, royal: Role) -> fmt::Result {
        match self {
            CastlingFault::NotInRules { game } => write!(f, "{game} there is no castling"),
            CastlingFault::OtherRoyal { game } => write!(f, "{game} the {royal} castles, not the king"),
            CastlingFault::Moved => {
                write!(
                    f,
                    "{color} has no right to castle on that side: {royal} or rook has moved or is missing"
                )
            }
            CastlingFault::InCheck { by, at } => {
                write!(f, "{color} cannot castle out of check from the {} on {at}", by.role)
            }
            CastlingFault::Blocked { by, at } => {
                write!(f, "{color} cannot castle: the {} on {at} is in the way", by.role)
            }
            CastlingFault::ThroughCheck { crossing, by, at } => write!(
                f,
                "{color} cannot castle: the {royal} would come to {crossing}, attacked by the {} on {at}",
                by.role
            ),
            CastlingFault::Uncovered { by, at } => write!(
                f,
                "{color} cannot castle: without the rook its {royal} would be in check from the {} on {at}",
                by.role
            ),
        }
    }
}

impl std::error::Error for Illegal {}
