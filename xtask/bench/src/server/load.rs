//! Everybody who plays and watches, served by one thread: what this program costs must not stand in the server's way.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::Deserialize;
use tabiya_rules::Color;

use super::Plan;
use super::figures::Latencies;
use super::process::Process;
use super::socket::Socket;
use super::table::{self, Table};

/// How fast moves are made.
#[derive(Clone, Copy)]
pub enum Pace {
    /// Each as soon as the one before it has come to the opponent.
    Full,
    /// So many a second in all games together.
    Rate(u32),
}

/// The longest silence of a server that is only slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// As far as it concerns us.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    version: Option<u32>,
}

/// Somebody with a socket.
struct Watcher {
    socket: Socket,
    table: usize,
    color: Option<Color>,
    /// The version of the game that was told here.
    version: Option<u32>,
    /// When the moves were sent that are not yet answered.
    sent: VecDeque<Instant>,
}

pub struct Played {
    pub time: Duration,
    pub accepted: Latencies,
    pub arrived: Latencies,
}

pub struct Load {
    tables: Vec<Table>,
    /// The two players of the first table, those of the second and so on; then those who only watch.
    watchers: Vec<Watcher>,
    plies: usize,
    /// Tables at which a move can be made.
    ready: VecDeque<usize>,
    accepted: Latencies,
    arrived: Latencies,
    prepared: u64,
}

impl Load {
    /// Opens all games and sockets, and waits until everybody has been told how the games stand.
    pub fn prepare(process: &Process, plan: &Plan, seed: u64) -> Load {
        let address = process.address;
        let mut load = Load {
            tables: vec![],
            watchers: vec![],
            plies: plan.plies,
            ready: (0..plan.games).collect(),
            accepted: Latencies::default(),
            arrived: Latencies::default(),
            prepared: 0,
        };
        for number in 0..plan.games {
            let tokens = ["White", "Black"].map(|side| table::player(address, &format!("{side} {number}")));
            let seed = seed * 1_000_003 + number as u64;
            load.tables.push(Table::open(address, &tokens[0], &tokens[1], seed));
            load.watch(process, number, &tokens[0], Some(Color::White));
            load.watch(process, number, &tokens[1], Some(Color::Black));
        }
        for number in 0..plan.spectators {
            let token = table::player(address, &format!("Spectator {number}"));
            load.watch(process, number % plan.games, &token, None);
        }
        while load.watchers.iter().any(|watcher| watcher.version.is_none()) {
            load.listen(PATIENCE);
        }
        for (number, table) in load.tables.iter_mut().enumerate() {
            table.version = load.watchers[2 * number].version.expect("everybody was told");
        }
        load.prepared = load.bytes();
        load
    }

    fn watch(&mut self, process: &Process, table: usize, token: &str, color: Option<Color>) {
        let socket = Socket::open(process.address, &self.tables[table].game, token);
        self.watchers.push(Watcher { socket, table, color, version: None, sent: VecDeque::new() });
    }

    /// Plays all games to their last move, and waits until that has come to everybody.
    pub fn play(&mut self, pace: Pace) -> Played {
        let begun = Instant::now();
        let mut sent = 0;
        while !self.is_done() {
            let wait = match pace {
                Pace::Full => {
                    while self.send_next() {}
                    PATIENCE
                }
                Pace::Rate(rate) => {
                    let due = |sent: u32| begun + Duration::from_secs(1) * sent / rate;
                    while due(sent) <= Instant::now() && self.send_next() {
                        sent += 1;
                    }
                    let idle = self.ready.is_empty();
                    if idle { PATIENCE } else { due(sent).saturating_duration_since(Instant::now()) }
                }
            };
            self.listen(wait);
        }
        Played {
            time: begun.elapsed(),
            accepted: std::mem::take(&mut self.accepted),
            arrived: std::mem::take(&mut self.arrived),
        }
    }

    /// Makes a move at the table that has waited longest, if there is one.
    fn send_next(&mut self) -> bool {
        let Some(number) = self.ready.pop_front() else { return false };
        let table = &mut self.tables[number];
        let mover = 2 * number + usize::from(table.turn() == Color::Black);
        let command = table.next_command();
        self.watchers[mover].sent.push_back(table.sent);
        self.watchers[mover].socket.send(&command);
        true
    }

    fn is_done(&self) -> bool {
        let moves = self.tables.len() * self.plies;
        let is_told = |watcher: &Watcher| watcher.version == Some(self.tables[watcher.table].version);
        // The cheap question first: the other is asked only at the end.
        self.accepted.len() == moves && self.arrived.len() == moves && self.watchers.iter().all(is_told)
    }

    /// Waits until somebody is told something, or for so long, and takes it in.
    fn listen(&mut self, wait: Duration) {
        let mut polled: Vec<PollFd<'_>> =
            self.watchers.iter().map(|watcher| PollFd::new(&watcher.socket, PollFlags::IN)).collect();
        let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: wait.subsec_nanos().into() };
        let count = poll(&mut polled, Some(&timeout)).expect("the system waits for sockets");
        assert!(count > 0 || wait < PATIENCE, "the server has fallen silent: {}", self.missing());
        let told: Vec<usize> =
            (0..polled.len()).filter(|&number| !polled[number].revents().is_empty()).collect();
        for number in told {
            self.take_in(number);
        }
    }

    fn missing(&self) -> String {
        let moves = self.tables.len() * self.plies;
        format!("of {moves} moves {} were accepted and {} arrived", self.accepted.len(), self.arrived.len())
    }

    fn take_in(&mut self, number: usize) {
        let Watcher { socket, table, color, version, sent } = &mut self.watchers[number];
        let at = &self.tables[*table];
        let now = Instant::now();
        socket.receive(|text| {
            let message: Message<'_> = serde_json::from_slice(text).expect("the server sends JSON");
            match message.kind {
                "game" => *version = message.version,
                "entry" => {
                    let expected = version.map(|version| version + 1);
                    assert_eq!(message.version, expected, "an entry was lost or told twice");
                    *version = message.version;
                    // Whoever is to move now has waited for it.
                    if *color == Some(at.turn()) && *version == Some(at.version) {
                        self.arrived.push(now - at.sent);
                        if at.plies < self.plies {
                            self.ready.push_back(*table);
                        }
                    }
                }
                "accepted" => {
                    let sent = sent.pop_front().expect("only what was sent is accepted");
                    self.accepted.push(now - sent);
                }
                "failed" => panic!("a move is refused: {}", String::from_utf8_lossy(text)),
                _ => {}
            }
        });
    }

    fn bytes(&self) -> u64 {
        self.watchers.iter().map(|watcher| watcher.socket.received).sum()
    }

    /// What the server has sent since the games were prepared.
    pub fn received(&self) -> u64 {
        self.bytes() - self.prepared
    }

    /// Every game must stand on the server as it was played here.
    pub fn check(&self, process: &Process) {
        self.tables.iter().for_each(|table| table.check(process.address));
    }
}
