use std::fmt;

use crate::{Color, Role};

/// How a game ended.
///
/// ```
/// use tabiya_rules::{Color, Draw, Outcome, Victory};
///
/// let mate = Outcome::Won { winner: Color::Black, by: Victory::Checkmate };
/// assert_eq!(mate.to_string(), "Black wins by checkmate");
/// assert_eq!(mate.winner(), Some(Color::Black));
/// assert_eq!(Outcome::Drawn(Draw::Stalemate).to_string(), "draw by stalemate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Won {
        /// The side.
        winner: Color,
        /// Why.
        by: Victory,
    },
    /// Neither side won.
    Drawn(Draw),
}

/// Why a side won.
///
/// ```
/// use tabiya_rules::Victory;
///
/// assert_eq!(Victory::RoyalTaken(tabiya_rules::Role::King).to_string(), "taking the king");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Victory {
    /// The loser's royal piece is attacked and nothing helps.
    Checkmate,
    /// A side has no move, and these rules do not call that a draw.
    Stalemate,
    /// The loser's royal piece was taken.
    RoyalTaken(Role),
    /// The winner's living pieces are worth more.
    Score,
}

/// Why a game is drawn.
///
/// ```
/// use tabiya_rules::Draw;
///
/// assert_eq!(Draw::DeadPosition.to_string(), "lack of mating material");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// The side to move has no move.
    Stalemate,
    /// The side to move can only move its royal piece into attack.
    NoSafeMove,
    /// The position occurred too often.
    Repetition,
    /// Too many moves passed without a capture or a pawn's move.
    QuietMoves,
    /// Neither side has the men to mate.
    DeadPosition,
    /// The living pieces of both sides are worth the same.
    Score,
}

/// Which draws the side to move may claim.
///
/// ```
/// use tabiya_rules::Position;
///
/// let claims = Position::start().judge(3).claims;
/// assert!(claims.repetition && !claims.quiet_moves);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Claims {
    /// The position has occurred often enough.
    pub repetition: bool,
    /// Enough moves have passed without a capture or a pawn's move.
    pub quiet_moves: bool,
}

/// What the rules say of a position in a game.
///
/// ```
/// use tabiya_rules::{Draw, Outcome, Position};
///
/// let start = Position::start();
/// assert_eq!(start.judge(1).outcome, None);
/// assert_eq!(start.judge(5).outcome, Some(Outcome::Drawn(Draw::Repetition)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// What may be claimed otherwise.
    pub claims: Claims,
}

impl Outcome {
    /// The side that won, if one did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn(_) => None,
        }
    }

    /// Whether the living pieces were counted.
    pub fn is_by_score(self) -> bool {
        matches!(self, Outcome::Won { by: Victory::Score, .. } | Outcome::Drawn(Draw::Score))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won { winner, by } => write!(f, "{winner} wins by {by}"),
            Outcome::Drawn(by) => write!(f, "draw by {by}"),
        }
    }
}

impl fmt::Display for Victory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Victory::Checkmate => f.write_str("checkmate"),
            Victory::Stalemate => f.write_str("stalemate"),
            Victory::RoyalTaken(royal) => write!(f, "taking the {royal}"),
            Victory::Score => f.write_str("score"),
        }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Draw::Stalemate => "stalemate",
            Draw::NoSafeMove => "having no safe move",
            Draw::Repetition => "repetition",
            Draw::QuietMoves => "too many moves without a capture or a pawn move",
            Draw::DeadPosition => "lack of mating material",
            Draw::Score => "equal score",
        })
    }
}
