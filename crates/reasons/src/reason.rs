use std::fmt;

use tabiya_rules::{Draw, Role, Square, Victory};

/// Why a move is good, with the facts. Worded once, here, as what the move does; in other languages beside it.
///
/// ```
/// use tabiya_reasons::MoveReason;
/// use tabiya_rules::{Language, Role};
///
/// let reason = MoveReason::WinsPiece { role: Role::Bishop, at: "c5".parse().unwrap(), price: None };
/// assert_eq!(reason.to_string(), "wins the bishop on c5");
/// assert_eq!(Language::German.words(&reason).to_string(), "gewinnt den Läufer auf c5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum MoveReason {
    /// The game is won by it; `at` is where the man stands that moved.
    EndsGame { by: Victory, at: Square },
    /// The game is drawn by it.
    Draws { by: Draw },
    /// The position is there so often that a draw can be claimed.
    Repeats,
    /// There is no other.
    OnlyMove,
    /// The game is won whatever the opponent does, in so many moves with this one.
    Forces { end: ForcedEnd, moves: u32, bound: MoveBound },
    /// What has just taken is taken.
    TakesBack { role: Role, at: Square },
    /// A man is taken, and what is taken back, if anything, is worth less.
    WinsPiece { role: Role, at: Square, price: Option<Role> },
    /// A pawn becomes a piece, and that stays.
    Promotes { to: Role },
    /// The opponent could mate if one passed, and cannot after the move. Where, if there is one square for it.
    StopsMate { on: Option<Square> },
    /// A man that could be taken with profit cannot be any more.
    SavesPiece { role: Role, at: Square },
    /// Two men are attacked at once, and something is won whatever the answer.
    Forks { first: StandingPiece, second: StandingPiece },
    /// A man is attacked, and one behind it; something is won whatever the answer.
    Skewers { front: StandingPiece, back: StandingPiece },
    /// A line is opened on which a man is attacked; something is won whatever the answer.
    Uncovers { by: Role, target: StandingPiece },
    /// Something is won whatever the answer.
    WinsMaterial,
    /// A pawn reaches the end whatever the opponent does.
    PawnRuns { at: Square },
    /// If the opponent passed, the next move would be mate.
    ThreatensMate { on: Option<Square> },
    /// If the opponent passed, a man could be taken with profit that could not be before.
    Threatens { piece: StandingPiece },
    /// A man cannot leave the line to its royal piece.
    Pins { piece: StandingPiece, royal: Role },
    /// Men of the same worth go, and the side has more on the board.
    TradesAhead { role: Role, against: Role },
    /// The royal piece leaves the files in the middle by castling.
    Castles { royal: Role },
    /// A piece leaves the rank where it began, for more squares than it had.
    Develops { role: Role },
}

/// How a game ends that is won by force.
///
/// ```
/// use tabiya_reasons::{ForcedEnd, MoveBound, MoveReason};
///
/// let mate = MoveReason::Forces { end: ForcedEnd::Mate, moves: 2, bound: MoveBound::Exactly };
/// assert_eq!(mate.to_string(), "mates in two moves");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForcedEnd {
    /// By mate, against every defence.
    Mate,
    /// By taking the royal piece, against every defence.
    RoyalTaken(Role),
    /// In different ways, or in others.
    Win,
}

/// Whether a number of moves is known to be the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveBound {
    /// All shorter ways were tried.
    Exactly,
    /// There may be a shorter way.
    AtMost,
}

/// A man and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are what the sentence says")]
pub struct StandingPiece {
    pub role: Role,
    pub at: Square,
}

/// How much a reason says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ReasonWeight {
    /// Nothing need be added.
    Alone,
    Strong,
    /// Said where there is nothing better.
    Weak,
}

impl MoveReason {
    pub(crate) fn weight(self) -> ReasonWeight {
        match self {
            MoveReason::EndsGame { .. }
            | MoveReason::Draws { .. }
            | MoveReason::Repeats
            | MoveReason::OnlyMove
            | MoveReason::Forces { .. } => ReasonWeight::Alone,
            MoveReason::TakesBack { .. }
            | MoveReason::WinsPiece { .. }
            | MoveReason::Promotes { .. }
            | MoveReason::StopsMate { .. }
            | MoveReason::SavesPiece { .. }
            | MoveReason::Forks { .. }
            | MoveReason::Skewers { .. }
            | MoveReason::Uncovers { .. }
            | MoveReason::WinsMaterial
            | MoveReason::PawnRuns { .. } => ReasonWeight::Strong,
            MoveReason::ThreatensMate { .. }
            | MoveReason::Threatens { .. }
            | MoveReason::Pins { .. }
            | MoveReason::TradesAhead { .. }
            | MoveReason::Castles { .. }
            | MoveReason::Develops { .. } => ReasonWeight::Weak,
        }
    }
}

/// There is one king, so it needs no square.
impl fmt::Display for StandingPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::King => f.write_str("the king"),
            role => write!(f, "the {role} on {}", self.at),
        }
    }
}

impl fmt::Display for MoveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveReason::EndsGame { by, at: _ } => f.write_str(&match by {
                Victory::Checkmate => "checkmates".to_owned(),
                Victory::Stalemate => "wins by stalemate".to_owned(),
                Victory::RoyalTaken(royal) => format!("takes the {royal} and wins"),
                Victory::Score => "ends the game with more points".to_owned(),
            }),
            MoveReason::Draws { by } => write!(f, "ends the game in a draw by {by}"),
            MoveReason::Repeats => f.write_str("repeats the position, so that a draw can be claimed"),
            MoveReason::OnlyMove => f.write_str("is the only legal move"),
            MoveReason::Forces { end, moves, bound } => forced(f, end, moves, bound),
            MoveReason::TakesBack { role, at } => write!(f, "takes the {role} on {at} back"),
            MoveReason::WinsPiece { role, at, price: None } => write!(f, "wins the {role} on {at}"),
            MoveReason::WinsPiece { role, at, price: Some(price) } => {
                write!(f, "wins the {role} on {at} for a {price}")
            }
            MoveReason::Promotes { to } => write!(f, "gets a {to} for the pawn"),
            MoveReason::StopsMate { on: Some(on) } => write!(f, "stops mate on {on}"),
            MoveReason::StopsMate { on: None } => f.write_str("stops mate"),
            MoveReason::SavesPiece { role, at } => write!(f, "saves {}", StandingPiece { role, at }),
            MoveReason::Forks { first, second } => write!(f, "forks {first} and {second}"),
            MoveReason::Skewers { front, back } => write!(f, "skewers {front} and {back} behind it"),
            MoveReason::Uncovers { by, target } => write!(f, "opens the {by}'s way to {target}"),
            MoveReason::WinsMaterial => f.write_str("wins material by force"),
            MoveReason::PawnRuns { at } => {
                write!(f, "lets the pawn on {at} run, and nothing can stop it")
            }
            MoveReason::ThreatensMate { on: Some(on) } => write!(f, "threatens mate on {on}"),
            MoveReason::ThreatensMate { on: None } => f.write_str("threatens mate"),
            MoveReason::Threatens { piece } => write!(f, "threatens {piece}"),
            MoveReason::Pins { piece, royal } => write!(f, "pins {piece} to the {royal}"),
            MoveReason::TradesAhead { role, against } if role == against => {
                write!(f, "trades {role}s, being ahead")
            }
            MoveReason::TradesAhead { role, against } => {
                write!(f, "trades a {role} for a {against}, being ahead")
            }
            MoveReason::Castles { royal } => write!(f, "takes the {royal} out of the middle"),
            MoveReason::Develops { role } => write!(f, "brings the {role} into play"),
        }
    }
}

fn forced(f: &mut fmt::Formatter<'_>, end: ForcedEnd, moves: u32, bound: MoveBound) -> fmt::Result {
    match end {
        ForcedEnd::Mate => f.write_str("mates")?,
        ForcedEnd::RoyalTaken(royal) => write!(f, "takes the {royal} by force")?,
        ForcedEnd::Win => f.write_str("wins by force")?,
    }
    let at_most = match bound {
        MoveBound::Exactly => "",
        MoveBound::AtMost => "at most ",
    };
    write!(f, " in {at_most}{} moves", counted(moves))
}

/// A small number as a word.
pub(crate) fn counted(number: u32) -> String {
    match number {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        5 => "five".to_owned(),
        _ => number.to_string(),
    }
}
