use std::fmt;
use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// A place at the board. Players keep their seat from game to game while the colors change.
///
/// ```
/// use tabiya_game::Seat;
///
/// assert_eq!(!Seat::First, Seat::Second);
/// assert_eq!(Seat::Second.to_string(), "seat 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Seat {
    /// Seat 0, which has White in the first game.
    First,
    /// Seat 1.
    Second,
}

impl Seat {
    /// Both seats.
    pub const ALL: [Seat; 2] = [Seat::First, Seat::Second];

    /// The seat's number, from 0.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number())
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.number()
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Seat, NoSuchSeat> {
        Seat::ALL.get(usize::from(number)).copied().ok_or(NoSuchSeat { number })
    }
}

/// There are two seats, 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchSeat {
    /// The number asked for.
    pub number: u8,
}

impl fmt::Display for NoSuchSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no seat {}, only 0 and 1", self.number)
    }
}

impl std::error::Error for NoSuchSeat {}

/// A value for each seat.
///
/// ```
/// use tabiya_game::{BySeat, Seat};
///
/// let mut points = BySeat([0, 0]);
/// points[Seat::Second] += 1;
/// assert_eq!(points.map(|points| points * 2), BySeat([0, 2]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(pub [T; 2]);

impl<T> BySeat<T> {
    /// The value that `make` gives for each seat.
    pub fn from_fn(make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(make))
    }

    /// Each value changed.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}
