//! How a server ends. Alone it closes its doors. One of several hands over before: balancers are told first, so that nobody new is sent
//! here, and then those who are connected go to the others, a few at a time.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use crate::cluster::Cluster;
use crate::random::random_bytes;

/// For how long `/readyz` says that others are to be asked before anybody has to go: balancers look every second or two.
const NOTICE: Duration = Duration::from_secs(3);

/// For how long somebody who was asked to go still counts as here: they are about to arrive elsewhere, and nobody need hear that they left.
pub(crate) const ON_THE_WAY: Duration = Duration::from_secs(2);

/// Over how long those who are connected go, and in how many steps.
const SPREAD: Duration = Duration::from_secs(2);
const STEPS: u8 = 50;

/// How far a server is with its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ServerEnd {
    /// It stays.
    NotYet,
    /// Other servers go on: of [`STEPS`] parts of its WebSockets, so many have been asked to go there.
    HandsOver(u8),
    /// Everybody has to go.
    Now,
}

/// When somebody who is connected has to go.
pub(crate) struct LeaveTime {
    ending: watch::Receiver<ServerEnd>,
    /// To which of the parts they belong.
    part: u8,
}

/// What whoever has to go finds next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Successor {
    /// Another server, at the same address.
    Another,
    /// This one, when it has been started again.
    Itself,
}

impl LeaveTime {
    pub fn new(ending: watch::Receiver<ServerEnd>) -> LeaveTime {
        let [random] = random_bytes();
        LeaveTime { ending, part: random % STEPS }
    }

    /// Waits until it is time to go. Nothing is lost where the waiting is given up.
    pub async fn due(&mut self) -> Successor {
        let part = self.part;
        match self.ending.wait_for(|ending| *ending > ServerEnd::HandsOver(part)).await.as_deref() {
            Ok(ServerEnd::HandsOver(_)) => Successor::Another,
            _ => Successor::Itself,
        }
    }
}

/// Waits until everybody has to go.
pub(crate) async fn over(ending: &mut watch::Receiver<ServerEnd>) {
    let _ = ending.wait_for(|ending| *ending == ServerEnd::Now).await;
}

/// Hands everybody over to the other servers that are there, if any are.
pub(crate) async fn hand_over(cluster: &Cluster, ending: &watch::Sender<ServerEnd>) {
    if !cluster.has_others() {
        return;
    }
    ending.send_replace(ServerEnd::HandsOver(0));
    sleep(NOTICE).await;
    for step in 1..=STEPS {
        ending.send_replace(ServerEnd::HandsOver(step));
        sleep(SPREAD / u32::from(STEPS)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn everybody_goes_once_and_some_sooner_than_others() {
        let (sender, receiver) = watch::channel(ServerEnd::NotYet);
        let mut all: Vec<LeaveTime> = (0..500).map(|_| LeaveTime::new(receiver.clone())).collect();
        let mut gone = Vec::new();
        for ending in [ServerEnd::HandsOver(0), ServerEnd::HandsOver(STEPS / 2), ServerEnd::HandsOver(STEPS)]
        {
            sender.send_replace(ending);
            let mut waits = Vec::new();
            for mut departure in all {
                // Whoever asks often without a pause is put off.
                tokio::task::yield_now().await;
                match futures_util::FutureExt::now_or_never(departure.due()) {
                    Some(successor) => assert_eq!(successor, Successor::Another),
                    None => waits.push(departure),
                }
            }
            all = waits;
            gone.push(500 - all.len());
        }
        assert!(gone[0] == 0 && (150..350).contains(&gone[1]) && gone[2] == 500, "{gone:?}");
        let mut late = LeaveTime::new(receiver);
        sender.send_replace(ServerEnd::Now);
        assert_eq!(late.due().await, Successor::Itself);
    }
}
