//! Clocks as values: they are told the time and never look.

mod control;
mod hint;
mod text;

use std::time::Duration;

pub use control::{Bonus, Stage, TimeControl};
pub(crate) use text::MAX_TIME;
pub use text::{NotAPgnTimeControl, NotATimeControl};

use crate::{BySeat, Moment, Seat};

/// The clock of a game: what each seat has left, and whose time is running.
///
/// ```
/// use std::time::Duration;
/// use tabiya_game::{Clock, Moment, Seat, TimeControl};
///
/// let blitz: TimeControl = "5+3".parse().unwrap();
/// let clock = Clock::new(blitz).started(Seat::First, Moment(0));
/// let clock = clock.pressed(Moment(10_000)).unwrap();
/// assert_eq!(clock.left(Seat::First, Moment(11_000)), Duration::from_secs(293));
/// assert_eq!(clock.left(Seat::Second, Moment(11_000)), Duration::from_secs(299));
/// assert_eq!(clock.flag_falls(), Some(Moment(310_000)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: BySeat<Duration>,
    moves: BySeat<u32>,
    running: Option<ClockTurn>,
}

/// Whose time runs, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTurn {
    /// The seat to move.
    pub seat: Seat,
    /// When its time began to run.
    pub since: Moment,
}

/// The time was used up before the move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFell {
    /// Whose time it was.
    pub seat: Seat,
}

impl Clock {
    /// A clock that stands, with the time of the first stage for both.
    pub fn new(control: TimeControl) -> Clock {
        let left = BySeat([control.stage(0).time; 2]);
        Clock { control, left, moves: BySeat::default(), running: None }
    }

    /// The time control.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Whose time runs, if one's does.
    pub fn running(&self) -> Option<ClockTurn> {
        self.running
    }

    /// What `seat` has left at a moment.
    pub fn left(&self, seat: Seat, now: Moment) -> Duration {
        match self.running {
            Some(running) if running.seat == seat => {
                self.left[seat].saturating_sub(self.charge(seat, now.since(running.since)))
            }
            _ => self.left[seat],
        }
    }

    /// What both have left at a moment.
    pub fn reading(&self, now: Moment) -> BySeat<Duration> {
        BySeat::from_fn(|seat| self.left(seat, now))
    }

    /// How long `seat` may take from a moment until its flag falls, on this move or else on its next: what it has left,
    /// and the delay before that is touched.
    pub fn time_to_move(&self, seat: Seat, now: Moment) -> Duration {
        match self.flag_falls().filter(|_| self.running.is_some_and(|running| running.seat == seat)) {
            Some(falls) => falls.since(now),
            None => self.left[seat].saturating_add(self.bonus(seat).free_time()),
        }
    }

    /// What the next move of `seat` gives, by the stage in which it is.
    pub fn bonus(&self, seat: Seat) -> Bonus {
        self.control.stage_after(self.moves[seat]).bonus
    }

    /// How many moves `seat` has to make before it gets the time of another stage; `None` where it gets no more.
    pub fn moves_to_go(&self, seat: Seat) -> Option<u32> {
        self.control.moves_left_after(self.moves[seat])
    }

    /// When the running flag falls, if nothing is done until then.
    pub fn flag_falls(&self) -> Option<Moment> {
        let running = self.running?;
        let free = self.bonus(running.seat).free_time();
        Some(running.since.after(self.left[running.seat].saturating_add(free)))
    }

    /// Whose flag has fallen at a moment.
    pub fn flagged(&self, now: Moment) -> Option<Seat> {
        let running = self.running?;
        self.flag_falls().filter(|&falls| now >= falls).map(|_| running.seat)
    }

    /// The clock with the time of `seat` running.
    pub fn started(&self, seat: Seat, now: Moment) -> Clock {
        Clock { left: self.reading(now), running: Some(ClockTurn { seat, since: now }), ..self.clone() }
    }

    /// The clock, standing.
    pub fn stopped(&self, now: Moment) -> Clock {
        Clock { left: self.reading(now), running: None, ..self.clone() }
    }

    /// The clock after the seat whose time runs has moved: charged, given its bonus and the time of a new stage, with
    /// the other seat's time running.
    pub fn pressed(&self, now: Moment) -> Result<Clock, FlagFell> {
        let Some(running) = self.running else { return Ok(self.clone()) };
        let seat = running.seat;
        if self.flagged(now).is_some() {
            return Err(FlagFell { seat });
        }
        let used = now.since(running.since);
        let mut next = self.stopped(now);
        next.left[seat] = next.left[seat].saturating_add(self.bonus(seat).earned(used));
        next.moves[seat] = next.moves[seat].saturating_add(1);
        if let Some(stage) = self.control.stage_begun_by(next.moves[seat]) {
            next.left[seat] = next.left[seat].saturating_add(stage.time);
        }
        next.running = Some(ClockTurn { seat: !seat, since: now });
        Ok(next)
    }

    /// The clock with what a log says each seat had left. It stands, and `moves` are those made on it.
    pub(crate) fn set(&self, left: BySeat<Duration>, moves: BySeat<u32>) -> Clock {
        Clock { control: self.control.clone(), left, moves, running: None }
    }

    /// How many moves each seat has made on this clock.
    pub fn moves(&self) -> BySeat<u32> {
        self.moves
    }

    /// What `used` time costs.
    fn charge(&self, seat: Seat, used: Duration) -> Duration {
        used.saturating_sub(self.bonus(seat).free_time())
    }
}
