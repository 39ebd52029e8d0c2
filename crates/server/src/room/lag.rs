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

/// What a move is given back for the network: what passed beside thinking, but not more than was measured, and not
/// more than the server allows.
pub(crate) fn compensation(
    elapsed: Duration,
    thought: Duration,
    ping: Option<Duration>,
    most: Duration,
) -> Duration {
    elapsed.saturating_sub(thought).min(ping.unwrap_or(Duration::ZERO)).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn compensation_is_bounded_by_what_was_measured() {
        let most = ms(500);
        assert_eq!(compensation(ms(1000), ms(900), Some(ms(80)), most), ms(80));
        assert_eq!(compensation(ms(1000), ms(960), Some(ms(80)), most), ms(40));
        assert_eq!(compensation(ms(1000), ms(0), Some(ms(2000)), most), most);
        assert_eq!(compensation(ms(1000), ms(0), None, most), ms(0));
        assert_eq!(compensation(ms(1000), ms(5000), Some(ms(80)), most), ms(0));
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
