use std::fmt;
use std::ops::{Add, AddAssign};

use crate::{BySeat, Ending, Seat};
use tabiya_rules::ByColor;

/// Points of a match: one for a win, half for a draw.
///
/// ```
/// use tabiya_game::Points;
///
/// assert_eq!((Points::ONE + Points::HALF).to_string(), "1.5");
/// assert_eq!(Points::NONE.to_string(), "0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points {
    halves: u32,
}

impl Points {
    /// For a loss.
    pub const NONE: Points = Points { halves: 0 };
    /// For a draw.
    pub const HALF: Points = Points { halves: 1 };
    /// For a win.
    pub const ONE: Points = Points { halves: 2 };

    /// Points told by their halves.
    ///
    /// ```
    /// use tabiya_game::Points;
    ///
    /// assert_eq!(Points::from_halves(5).to_string(), "2.5");
    /// ```
    pub const fn from_halves(halves: u32) -> Points {
        Points { halves }
    }

    /// Twice the points, a whole number.
    pub const fn halves(self) -> u32 {
        self.halves
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points { halves: self.halves.saturating_add(other.halves) }
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.halves.is_multiple_of(2) { "" } else { ".5" };
        write!(f, "{}{half}", self.halves / 2)
    }
}

/// The score of a match over several games.
///
/// ```
/// use tabiya_game::{Ending, MatchScore, Seat};
/// use tabiya_rules::ByColor;
///
/// let seats = ByColor { white: Seat::First, black: Seat::Second };
/// let mut score = MatchScore::default();
/// score.record(Ending::Agreed, seats);
/// score.record(Ending::Resigned { seat: Seat::Second }, seats);
/// assert_eq!(score.to_string(), "1.5 : 0.5");
/// assert_eq!(score.games(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MatchScore {
    points: BySeat<Points>,
    games: u32,
}

impl MatchScore {
    /// Counts a game. One that was broken off changes nothing.
    pub fn record(&mut self, ending: Ending, seats: ByColor<Seat>) {
        let Some(points) = ending.points(seats) else { return };
        for seat in Seat::ALL {
            self.points[seat] += points[seat];
        }
        self.games = self.games.saturating_add(1);
    }

    /// What the player on a seat has.
    pub fn points(&self, seat: Seat) -> Points {
        self.points[seat]
    }

    /// How many games were counted.
    pub fn games(&self) -> u32 {
        self.games
    }
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.points[Seat::First], self.points[Seat::Second])
    }
}
