use std::collections::VecDeque;
use std::time::Duration;

/// How many measurements count.
const KEPT: usize = 5;

/// How long the network takes there and back, as measured lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pings(VecDeque<Duration>);

impl Pings {
    /// Takes in a measurement.
    pub fn add(&mut self, ping: Duration) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(ping);
    }

    /// The median: one late answer, by chance or on purpose, does not change much.
    pub fn typical(&self) -> Option<Duration> {
        let mut sorted: Vec<Duration> = self.0.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied()
    }
}

/// How many of a player's moves are remembered.
const MOVES: usize = 8;

/// What may be given back to a player of a game for the network.
///
/// Whoever answers measurements late seems to have a slow network, and nobody can tell that from a slow network. So what is
/// given back is taken from a quota: a few moves' worth to begin with, and as much as the player pays. A player who thinks at
/// least as long as the network takes is given back all of it, however long the game is; one who never pays soon has nothing
/// left, and from then on pays half of what passes.
#[derive(Clone, Debug)]
pub(crate) struct LagQuota {
    left: Duration,
    /// The most that one move is given back.
    cap: Duration,
    /// How soon the last moves came. No move comes sooner than the network takes, by whatever connection.
    quickest: VecDeque<Duration>,
}

impl LagQuota {
    /// How many times the cap there is to begin with, and at most.
    const MOST: u32 = 4;

    pub fn new(cap: Duration) -> LagQuota {
        LagQuota { left: cap * LagQuota::MOST, cap, quickest: VecDeque::new() }
    }

    /// The most that the next move can be given back where the network is said to take so long.
    pub fn most(&self, ping: Option<Duration>) -> Duration {
        let quickest = self.quickest.iter().copied().min().unwrap_or(Duration::MAX);
        ping.unwrap_or(Duration::ZERO).min(quickest).min(self.cap).min(self.left)
    }

    /// What a move is given back: what passed beside thinking, but not more than was measured on its connection.
    pub fn compensation(&self, elapsed: Duration, thought: Duration, ping: Option<Duration>) -> Duration {
        elapsed.saturating_sub(thought).min(self.most(ping))
    }

    /// A move was made.
    pub fn settle(&mut self, elapsed: Duration, given: Duration) {
        let paid = elapsed.saturating_sub(given);
        let left = self.left.saturating_sub(given) + paid;
        self.left = left.min(self.cap * LagQuota::MOST);
        if self.quickest.len() == MOVES {
            self.quickest.pop_front();
        }
        self.quickest.push_back(elapsed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn compensation_is_bounded_by_what_was_measured() {
        let quota = LagQuota::new(ms(500));
        for (thought, ping, expected) in [
            (900, Some(80), 80),
            (960, Some(80), 40),
            (0, Some(2000), 500),
            (0, None, 0),
            (5000, Some(80), 0),
        ] {
            let given = quota.compensation(ms(1000), ms(thought), ping.map(ms));
            assert_eq!(given, ms(expected), "{thought} {ping:?}");
        }
    }

    /// What a player pays who has such a network and says that each move took so long to think, after so long.
    fn paid(moves: impl Iterator<Item = (u64, u64)>, ping: u64) -> Vec<Duration> {
        let mut quota = LagQuota::new(ms(500));
        let pay = |(elapsed, thought)| {
            let elapsed = ms(elapsed);
            let given = quota.compensation(elapsed, ms(thought), Some(ms(ping)));
            quota.settle(elapsed, given);
            elapsed - given
        };
        moves.map(pay).collect()
    }

    #[test]
    fn a_forged_lag_gains_no_more_than_the_quota() {
        let moves = 7;
        let paid: Duration = paid((0..moves).map(|_| (450, 0)), 450).iter().sum();
        let gained = ms(moves * 450) - paid;
        assert!(gained <= ms(2000) + paid, "{gained:?}");
        assert!(paid >= ms(700), "{paid:?}");
    }

    #[test]
    fn a_player_with_a_slow_network_is_charged_for_thinking_alone() {
        // Thinking between one second and five, and a network of 400 milliseconds that is 20 sooner or later.
        let thought = |number: u64| 1000 + number * 1237 % 4000;
        let moves = (0..80).map(|number| (thought(number) + 380 + number * 13 % 41, thought(number)));
        for (number, paid) in (0..).zip(paid(moves, 400)) {
            let thought = ms(thought(number));
            assert!(paid >= thought && paid <= thought + ms(50), "move {number}: {paid:?} for {thought:?}");
        }
    }

    #[test]
    fn a_slow_network_costs_a_fast_player_hardly_anything() {
        // Moves after a third of a second of thinking to three quarters, all through a game.
        let thought = |number: u64| 350 + number * 137 % 400;
        let moves = (0..120).map(|number| (thought(number) + 380 + number * 13 % 41, thought(number)));
        for (number, paid) in (0..).zip(paid(moves, 400)) {
            let thought = ms(thought(number));
            assert!(paid >= thought && paid <= thought + ms(50), "move {number}: {paid:?} for {thought:?}");
        }
    }

    #[test]
    fn a_move_that_came_soon_shows_how_fast_the_network_is() {
        let mut quota = LagQuota::new(ms(500));
        quota.settle(ms(60), ms(0));
        assert_eq!(quota.compensation(ms(2000), ms(0), Some(ms(450))), ms(60));
        for _ in 0..MOVES {
            quota.settle(ms(3000), ms(0));
        }
        assert_eq!(quota.compensation(ms(2000), ms(0), Some(ms(450))), ms(450));
    }

    #[test]
    fn one_late_answer_does_not_count() {
        let mut pings = Pings::default();
        assert_eq!(pings.typical(), None);
        for ping in [30, 40, 9000, 35, 31, 33] {
            pings.add(ms(ping));
        }
        assert_eq!(pings.typical(), Some(ms(35)));
    }
}
