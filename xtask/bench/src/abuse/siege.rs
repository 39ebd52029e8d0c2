//! An attack under way: several hands do the same, so that one answer that takes long does not make it a slow one.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::attack::{Attack, Origin};
use crate::server::client::Client;
use crate::server::table::player;

/// How many attack together.
pub const HANDS: usize = 5;

/// How long an attacker waits for an answer before the next try.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long a server that is only slow takes for what an attacker needs first.
const PREPARATION: Duration = Duration::from_secs(120);

/// What an attacker got to do.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub done: u64,
    pub refused: u64,
}

#[derive(Default)]
struct Counts {
    done: AtomicU64,
    refused: AtomicU64,
    is_begun: AtomicBool,
    is_over: AtomicBool,
}

pub struct Siege {
    counts: Arc<Counts>,
    hands: Vec<JoinHandle<()>>,
}

impl Siege {
    /// Prepares an attack, and returns once every hand could begin.
    pub fn prepare(attack: Attack, server: SocketAddr) -> Siege {
        let counts = Arc::<Counts>::default();
        let (ready, prepared) = channel();
        let hands = (0..HANDS).map(|number| {
            let from = address(attack, number);
            let client = Client { patience: PATIENCE, ..Client::new(server, from) };
            let hand = Hand { client, number, counts: Arc::clone(&counts), ready: ready.clone() };
            thread::spawn(move || {
                // Of this thread alone, as Linux counts it: what is measured is the server's time that an attacker takes.
                rustix::process::nice(19).expect("everybody may step back");
                hand.work(attack);
            })
        });
        let hands: Vec<_> = hands.collect();
        drop(ready);
        for _ in &hands {
            prepared.recv_timeout(PREPARATION).expect("every hand tells when it could begin");
        }
        Siege { counts, hands }
    }

    /// Lets all hands begin.
    pub fn begin(&self) {
        self.counts.is_begun.store(true, Ordering::Relaxed);
        self.hands.iter().for_each(|hand| hand.thread().unpark());
    }

    /// What was done up to now.
    pub fn tally(&self) -> Tally {
        let Counts { done, refused, is_begun: _, is_over: _ } = &*self.counts;
        Tally { done: done.load(Ordering::Relaxed), refused: refused.load(Ordering::Relaxed) }
    }

    pub fn end(self) {
        self.counts.is_over.store(true, Ordering::Relaxed);
        for hand in self.hands {
            hand.join().expect("an attacker does not fail for being refused");
        }
    }
}

/// Where a hand sits. None of the others does, and nobody of another attack.
fn address(attack: Attack, hand: usize) -> Ipv4Addr {
    let kind = 64 + attack as u8;
    match attack.origin() {
        Origin::OneAddress => Ipv4Addr::new(127, kind, 0, 1),
        Origin::AddressEach | Origin::AddressPerRequest => Ipv4Addr::new(127, kind, hand as u8, 1),
    }
}

/// One of those who attack together.
pub struct Hand {
    pub client: Client,
    pub number: usize,
    counts: Arc<Counts>,
    ready: Sender<()>,
}

impl Hand {
    /// Makes a player before the attack, for as long as it takes.
    pub fn token(&self) -> String {
        player(self.patient(), "Attacker")
    }

    /// The same client before the attack, who waits for as long as it takes.
    pub fn patient(&self) -> Client {
        Client::new(self.client.server, self.client.from)
    }

    pub fn is_over(&self) -> bool {
        self.counts.is_over.load(Ordering::Relaxed)
    }

    /// Everything is prepared; returns when the attack begins.
    pub fn begin(&self) {
        let _ = self.ready.send(());
        while !self.counts.is_begun.load(Ordering::Relaxed) {
            thread::park();
        }
    }

    pub fn count(&self, is_done: bool) {
        let counter = if is_done { &self.counts.done } else { &self.counts.refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A request whose answer is only counted.
    pub fn ask(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Option<String> {
        self.ask_as(self.client, method, path, token, body)
    }

    pub fn ask_as(
        &self,
        client: Client,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> Option<String> {
        let answer = client.try_request(method, path, token, body);
        let answer = answer.ok().filter(|(status, _)| (200..300).contains(status)).map(|(_, body)| body);
        self.count(answer.is_some());
        answer
    }
}
