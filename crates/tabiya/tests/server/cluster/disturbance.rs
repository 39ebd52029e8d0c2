use std::thread;
use std::time::Duration;

use super::nodes::{Cluster, NODES};
use crate::dice::Dice;

/// What can be done to a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// A node is killed, and started again some moments later.
    Kill,
    /// A node stands still.
    Pause,
    /// NATS is gone.
    NoNews,
    /// PostgreSQL is ended without a warning, and started again.
    NoDatabase,
    /// A node cannot reach the database, and its players can reach it.
    CutOff,
}

/// How often something is done in all, and for how long NATS is gone.
pub struct Torture {
    pub rounds: u32,
    pub silence: Duration,
}

impl Torture {
    /// As it is wished for, or a short one.
    pub fn wished() -> Torture {
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
        Torture {
            rounds: number("TABIYA_CLUSTER_ROUNDS").unwrap_or(8),
            silence: Duration::from_secs(number("TABIYA_CLUSTER_SILENCE").unwrap_or(2).into()),
        }
    }

    /// Most of it are kills. In many rounds, all else comes once in thirty each.
    pub fn disturbances(&self, can_cut: bool) -> impl Iterator<Item = Disturbance> {
        let often = self.rounds.clamp(8, 30);
        (0..self.rounds).map(move |round| match round % often {
            1 => Disturbance::Pause,
            3 => Disturbance::NoNews,
            5 => Disturbance::NoDatabase,
            7 if can_cut => Disturbance::CutOff,
            _ => Disturbance::Kill,
        })
    }

    /// Does it, and waits until it is over.
    pub fn disturb(&self, cluster: &mut Cluster, disturbance: Disturbance, dice: &mut Dice) {
        let number = dice.roll(NODES as u64) as usize;
        let rest = |dice: &mut Dice, least: u64, more: u64| {
            thread::sleep(Duration::from_millis(least + dice.roll(more)));
        };
        match disturbance {
            Disturbance::Kill => {
                cluster.kill(number);
                rest(dice, 0, 500);
                cluster.start_again(number);
            }
            Disturbance::Pause => {
                cluster.signal(number, "-STOP");
                rest(dice, 2000, 2500);
                cluster.signal(number, "-CONT");
            }
            Disturbance::NoNews => {
                cluster.nats.kill();
                thread::sleep(self.silence);
                cluster.nats.come_back();
            }
            Disturbance::NoDatabase => cluster.postgres.restart(),
            Disturbance::CutOff => {
                let host = &cluster.network.as_ref().expect("only hosts can be cut off").hosts[number];
                host.cut();
                rest(dice, 3000, if self.rounds < 30 { 1000 } else { 6000 });
                host.mend();
            }
        }
    }
}
