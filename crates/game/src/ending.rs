use serde::{Deserialize, Serialize};
use tabiya_notation::pgn;
use tabiya_rules::{ByColor, Color, Outcome};

use crate::{BySeat, Points, Seat, outcome_form};

/// How a game ended.
///
/// ```
/// use tabiya_game::{BySeat, Ending, Points, Seat};
/// use tabiya_rules::ByColor;
///
/// let seats = ByColor { white: Seat::First, black: Seat::Second };
/// let ending = Ending::Resigned { seat: Seat::First };
/// assert_eq!(ending.points(seats), Some(BySeat([Points::NONE, Points::ONE])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// As the rules say of the position: mate, stalemate, a king taken, ...
    ByRules(#[serde(with = "outcome_form")] Outcome),
    /// A side claimed a draw that the rules allow to claim.
    Claimed {
        /// Who claimed it.
        seat: Seat,
        /// What for.
        claim: Claim,
    },
    /// Both sides agreed to a draw.
    Agreed,
    /// A player gave up.
    Resigned {
        /// The player.
        seat: Seat,
    },
    /// A player's time was used up.
    Flagged {
        /// The player.
        seat: Seat,
        /// Whether the other side could still have won; otherwise it is a draw.
        wins: bool,
    },
    /// The game was stopped and the living pieces counted.
    Stopped(#[serde(with = "outcome_form")] Outcome),
    /// A player left.
    Abandoned {
        /// The player.
        seat: Seat,
    },
    /// The game was broken off and does not count.
    Aborted,
    /// It was played elsewhere, and this is the result that is recorded of it; how it came about is not known here.
    Recorded {
        /// Who won, if one did.
        winner: Option<Seat>,
    },
}

/// What a draw is claimed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The position has occurred often enough.
    Repetition,
    /// Enough moves have passed without a capture or a pawn's move.
    QuietMoves,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The player on that seat.
    Won(Seat),
    /// Neither.
    Drawn,
    /// The game does not count.
    NotCounted,
}

impl Ending {
    /// Who won, told by seats.
    pub fn result(self, seats: ByColor<Seat>) -> GameResult {
        match self {
            Ending::ByRules(outcome) | Ending::Stopped(outcome) => {
                outcome.winner().map_or(GameResult::Drawn, |color| GameResult::Won(*seats.get(color)))
            }
            Ending::Claimed { .. }
            | Ending::Agreed
            | Ending::Flagged { wins: false, .. }
            | Ending::Recorded { winner: None } => GameResult::Drawn,
            Ending::Recorded { winner: Some(seat) } => GameResult::Won(seat),
            Ending::Resigned { seat } | Ending::Flagged { seat, wins: true } | Ending::Abandoned { seat } => {
                GameResult::Won(!seat)
            }
            Ending::Aborted => GameResult::NotCounted,
        }
    }

    /// Whether the board shows it, so that it comes back when the last move is taken back and made again. Any other end is
    /// gone for good once the game goes on.
    ///
    /// ```
    /// use tabiya_game::Ending;
    /// use tabiya_rules::{Draw, Outcome};
    ///
    /// assert!(Ending::ByRules(Outcome::Drawn(Draw::Stalemate)).is_on_board());
    /// assert!(!Ending::Agreed.is_on_board());
    /// ```
    pub fn is_on_board(self) -> bool {
        match self {
            Ending::ByRules(_) => true,
            Ending::Claimed { .. }
            | Ending::Agreed
            | Ending::Resigned { .. }
            | Ending::Flagged { .. }
            | Ending::Stopped(_)
            | Ending::Abandoned { .. }
            | Ending::Aborted
            | Ending::Recorded { .. } => false,
        }
    }

    /// The side that won, if one did.
    pub fn winner(self, seats: ByColor<Seat>) -> Option<Color> {
        match self.to_pgn(seats) {
            pgn::PgnEnding::Won(color) => Some(color),
            pgn::PgnEnding::Drawn | pgn::PgnEnding::Unknown => None,
        }
    }

    /// The result as PGN and everybody writes it: 1-0, 0-1, 1/2-1/2, and * for a game that does not count.
    ///
    /// ```
    /// use tabiya_game::{Ending, Seat};
    /// use tabiya_rules::ByColor;
    ///
    /// let seats = ByColor { white: Seat::Second, black: Seat::First };
    /// let told = |ending: Ending| ending.to_pgn(seats).to_string();
    /// assert_eq!(told(Ending::Resigned { seat: Seat::First }), "1-0");
    /// assert_eq!(told(Ending::Resigned { seat: Seat::Second }), "0-1");
    /// assert_eq!(told(Ending::Agreed), "1/2-1/2");
    /// assert_eq!(told(Ending::Aborted), "*");
    /// ```
    pub fn to_pgn(self, seats: ByColor<Seat>) -> pgn::PgnEnding {
        match self.result(seats) {
            GameResult::Won(seat) if seat == seats.white => pgn::PgnEnding::Won(Color::White),
            GameResult::Won(_) => pgn::PgnEnding::Won(Color::Black),
            GameResult::Drawn => pgn::PgnEnding::Drawn,
            GameResult::NotCounted => pgn::PgnEnding::Unknown,
        }
    }

    /// What a record tells of the end of a game; nothing where it tells none.
    ///
    /// ```
    /// use tabiya_game::{Ending, Seat};
    /// use tabiya_notation::pgn::PgnEnding;
    /// use tabiya_rules::ByColor;
    ///
    /// let seats = ByColor { white: Seat::First, black: Seat::Second };
    /// assert_eq!(Ending::recorded(PgnEnding::Drawn, seats), Some(Ending::Recorded { winner: None }));
    /// assert_eq!(Ending::recorded(PgnEnding::Unknown, seats), None);
    /// ```
    pub fn recorded(told: pgn::PgnEnding, seats: ByColor<Seat>) -> Option<Ending> {
        match told {
            pgn::PgnEnding::Won(color) => Some(Ending::Recorded { winner: Some(*seats.get(color)) }),
            pgn::PgnEnding::Drawn => Some(Ending::Recorded { winner: None }),
            pgn::PgnEnding::Unknown => None,
        }
    }

    /// What each seat gets for it; nothing is counted where the game was broken off.
    pub fn points(self, seats: ByColor<Seat>) -> Option<BySeat<Points>> {
        match self.result(seats) {
            GameResult::Won(winner) => {
                Some(BySeat::from_fn(|seat| if seat == winner { Points::ONE } else { Points::NONE }))
            }
            GameResult::Drawn => Some(BySeat([Points::HALF; 2])),
            GameResult::NotCounted => None,
        }
    }
}
