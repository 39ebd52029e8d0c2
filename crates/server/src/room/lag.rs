use std::collections::VecDeque;
use std::time::Duration;

/// How many measurements count.
const KEPT: usize = 5;

/// How much longer than its line a program may take to answer.
const SLACK: Duration = Duration::from_millis(20);

/// How long the network takes there and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ping {
    /// By the answer of a program, which may answer as late as it likes.
    pub answered: Duration,
    /// By what the system of the other end confirms, where that is known: not where a proxy is between.
    pub line: Option<Duration>,
}

/// How long the network takes, as measured lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pings(VecDeque<Ping>);

impl Pings {
    /// Takes in a measurement.
    pub fn add(&mut self, ping: Ping) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(ping);
    }

    /// The medians: one late answer, by chance or on purpose, does not change much.
    pub fn typical(&self) -> Option<Ping> {
        let answered = median(self.0.iter().map(|ping| ping.answered))?;
        Some(Ping { answered, line: median(self.0.iter().filter_map(|ping| ping.line)) })
    }
}

fn median(spans: impl Iterator<Item = Duration>) -> Option<Duration> {
    let mut sorted: Vec<Duration> = spans.collect();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

/// How many of a player's moves are remembered.
const MOVES: usize = 8;

/// What may be given back to a player of a game for the network.
///
/// Whoever answers measurements late seems to have a slow network. Where the system of the other end confirms what it is sent, that
/// tells how slow it is: so much is given back with every move, and what is said to be more comes out of a quota of a few moves'
/// worth. Where nobody can tell, as behind a proxy, all of it comes out of the quota, which gets as much as the player pays: one
/// who thinks at least as long as the network takes is given back all of it, however long the game is, and one who never pays soon has
/// nothing left, and from then on pays half of what passes.
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
    pub fn most(&self, ping: Option<Ping>) -> Duration {
        let Some(ping) = ping else { return Duration::ZERO };
        let quickest = self.quickest.iter().copied().min().unwrap_or(Duration::MAX);
        ping.answered.min(quickest).min(self.cap).min(proven(ping) + self.left)
    }

    /// What a move is given back: what passed beside thinking, but not more than was measured on its connection.
    pub fn compensation(&self, elapsed: Duration, thought: Duration, ping: Option<Ping>) -> Duration {
        elapsed.saturating_sub(thought).min(self.most(ping))
    }

    /// A move was made.
    pub fn settle(&mut self, elapsed: Duration, given: Duration, ping: Option<Ping>) {
        if let Some(ping) = ping {
            let paid = if ping.line.is_none() { elapsed.saturating_sub(given) } else { Duration::ZERO };
            let left = self.left.saturating_sub(given.saturating_sub(proven(ping))) + paid;
            self.left = left.min(self.cap * LagQuota::MOST);
        }
        if self.quickest.len() == MOVES {
            self.quickest.pop_front();
        }
        self.quickest.push_back(elapsed);
    }
}

/// How much of what the network is said to take it certainly takes.
fn proven(ping: Ping) -> Duration {
    ping.line.map_or(Duration::ZERO, |line| line + SLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// An answer after so long, by who knows what line.
    fn unproven(millis: u64) -> Ping {
        Ping { answered: ms(millis), line: None }
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
            let given = quota.compensation(ms(1000), ms(thought), ping.map(unproven));
            assert_eq!(given, ms(expected), "{thought} {ping:?}");
        }
    }

    /// What a player pays who has such a network and says that each move took so long to think, after so long.
    fn paid(moves: impl Iterator<Item = (u64, u64)>, ping: Ping) -> Vec<Duration> {
        let mut quota = LagQuota::new(ms(500));
        let pay = |(elapsed, thought)| {
            let elapsed = ms(elapsed);
            let given = quota.compensation(elapsed, ms(thought), Some(ping));
            quota.settle(elapsed, given, Some(ping));
            elapsed - given
        };
        moves.map(pay).collect()
    }

    /// A slow network, measured by the system and not.
    fn slow() -> [Ping; 2] {
        [None, Some(ms(390))].map(|line| Ping { answered: ms(400), line })
    }

    #[test]
    fn a_forged_lag_gains_no_more_than_the_quota() {
        for moves in [7, 40, 200] {
            let forged = Ping { answered: ms(450), line: Some(ms(5)) };
            let paid: Duration = paid((0..moves).map(|_| (450, 0)), forged).iter().sum();
            let gained = ms(moves * 450) - paid;
            assert!(gained <= ms(2000) + (ms(5) + SLACK) * moves as u32, "{moves} moves: {gained:?}");
        }
    }

    #[test]
    fn a_forged_lag_that_nobody_can_tell_gains_at_most_half_beside_the_quota() {
        for moves in [7, 40, 200] {
            let paid: Duration = paid((0..moves).map(|_| (450, 0)), unproven(450)).iter().sum();
            let gained = ms(moves * 450) - paid;
            assert!(gained <= ms(2000) + paid, "{moves} moves: {gained:?}");
        }
    }

    /// Moves without a measurement give nobody a quota for those with one.
    #[test]
    fn a_quota_that_is_used_up_does_not_come_back_by_moves_on_other_ways() {
        let forged = Some(Ping { answered: ms(500), line: Some(ms(5)) });
        let mut quota = LagQuota::new(ms(500));
        let mut gained = Duration::ZERO;
        for number in 0..100 {
            let ping = if number % 2 == 0 { forged } else { None };
            let given = quota.compensation(ms(600), ms(0), ping);
            quota.settle(ms(600), given, ping);
            gained += given;
        }
        assert!(gained <= ms(2000) + (ms(5) + SLACK) * 50, "{gained:?}");
    }

    #[test]
    fn a_player_with_a_slow_network_is_charged_for_thinking_alone() {
        // Thinking between one second and five, and a network of 400 milliseconds that is 20 sooner or later.
        let thought = |number: u64| 1000 + number * 1237 % 4000;
        for ping in slow() {
            let moves = (0..80).map(|number| (thought(number) + 380 + number * 13 % 41, thought(number)));
            for (number, paid) in (0..).zip(paid(moves, ping)) {
                let thought = ms(thought(number));
                assert!(
                    paid >= thought && paid <= thought + ms(50),
                    "move {number}: {paid:?} for {thought:?}"
                );
            }
        }
    }

    #[test]
    fn a_slow_network_costs_a_fast_player_hardly_anything() {
        // Moves after a third of a second of thinking to three quarters, all through a game.
        let thought = |number: u64| 350 + number * 137 % 400;
        for ping in slow() {
            let moves = (0..120).map(|number| (thought(number) + 380 + number * 13 % 41, thought(number)));
            for (number, paid) in (0..).zip(paid(moves, ping)) {
                let thought = ms(thought(number));
                assert!(
                    paid >= thought && paid <= thought + ms(50),
                    "move {number}: {paid:?} for {thought:?}"
                );
            }
        }
    }

    #[test]
    fn a_move_that_came_soon_shows_how_fast_the_network_is() {
        let mut quota = LagQuota::new(ms(500));
        let ping = Some(unproven(450));
        quota.settle(ms(60), ms(0), ping);
        assert_eq!(quota.compensation(ms(2000), ms(0), ping), ms(60));
        for _ in 0..MOVES {
            quota.settle(ms(3000), ms(0), ping);
        }
        assert_eq!(quota.compensation(ms(2000), ms(0), ping), ms(450));
    }

    #[test]
    fn one_late_answer_does_not_count() {
        let mut pings = Pings::default();
        assert_eq!(pings.typical(), None);
        for ping in [30, 40, 9000, 35, 31, 33] {
            pings.add(unproven(ping));
        }
        assert_eq!(pings.typical(), Some(unproven(35)));
    }
}
