use std::time::Duration;

use tabiya_game::Moment;

use super::lag::{Ping, Pings};

/// Signs of life of the player on a seat.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    /// When there was the last sign, or since when one is waited for.
    seen: Moment,
    /// Whether there has been one.
    is_known: bool,
    pings: Pings,
}

impl Presence {
    /// The seat's player was seen just now.
    pub fn new(now: Moment) -> Presence {
        Presence { seen: now, is_known: true, pings: Pings::default() }
    }

    /// Nobody knows yet whether the seat's player is there; they have their time to come.
    pub fn unseen(now: Moment) -> Presence {
        Presence { is_known: false, ..Presence::new(now) }
    }

    pub fn see(&mut self, now: Moment) {
        (self.seen, self.is_known) = (now, true);
    }

    /// Whether a player who is not connected was seen just now.
    pub fn is_fresh(&self, now: Moment, patience: Duration) -> bool {
        self.is_known && self.away_since(now, patience).is_none()
    }

    pub fn measure(&mut self, ping: Ping) {
        self.pings.add(ping);
    }

    pub fn ping(&self) -> Option<Ping> {
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
        assert!(
            presence.is_fresh(Moment(122_000), patience) && !presence.is_fresh(Moment(122_001), patience)
        );
        // Whoever was not seen yet is not there, and cannot be claimed against at once.
        let mut unseen = Presence::unseen(Moment(0));
        assert!(!unseen.is_fresh(Moment(1), patience));
        assert_eq!(unseen.away_since(Moment(10_000), patience), None);
        unseen.see(Moment(10_000));
        assert!(unseen.is_fresh(Moment(10_001), patience));
    }
}
