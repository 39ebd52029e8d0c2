use std::time::Duration;

use tabiya_game::Moment;

use super::lag::Pings;

/// Signs of life of the player on a seat.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    seen: Moment,
    pings: Pings,
}

impl Presence {
    /// The seat's player was seen just now.
    pub fn new(now: Moment) -> Presence {
        Presence { seen: now, pings: Pings::default() }
    }

    pub fn see(&mut self, now: Moment) {
        self.seen = now;
    }

    pub fn measure(&mut self, ping: Duration) {
        self.pings.add(ping);
    }

    pub fn ping(&self) -> Option<Duration> {
        self.pings.typical()
    }

    /// Since when a player who is not connected has been away; `None` where it is too early to tell.
    pub fn away_since(&self, now: Moment, patience: Duration) -> Option<Moment> {
        (now > self.seen.after(patience)).then_some(self.seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_away_some_time_after_the_last_sign_of_life() {
        let patience = Duration::from_secs(10);
        let mut presence = Presence::new(Moment(0));
        assert_eq!(presence.away_since(Moment(10_000), patience), None);
        assert_eq!(presence.away_since(Moment(10_001), patience), Some(Moment(0)));
        presence.see(Moment(112_000));
        assert_eq!(presence.away_since(Moment(113_000), patience), None);
    }
}
