//! Everybody who plays and watches, served by one thread: what this program costs must not stand in the server's way.

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{Timespec, epoll};
use serde::Deserialize;
use tabiya_rules::Color;

use super::client::Client;
use super::figures::Latencies;
use super::process::Process;
use super::socket::Socket;
use super::table::{self, Table};

/// How fast moves are made.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// Each as soon as the one before it has come to the opponent.
    Full,
    /// So many a second in all games together, each at its time, however long others take: a server that falls behind is
    /// charged for the moves that have to wait.
    Rate(u32),
}

/// Who comes.
#[derive(Clone, Copy)]
pub struct Crowd {
    pub games: usize,
    pub spectators: usize,
    pub seed: u64,
}

/// The longest silence of a server that is only slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many sockets are looked at after one wait.
const EVENTS: usize = 256;

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
    /// When the moves were to be sent that are not yet answered.
    sent: VecDeque<Instant>,
}

pub struct Played {
    pub moves: usize,
    pub time: Duration,
    pub accepted: Latencies,
    pub arrived: Latencies,
}

pub struct Load {
    /// Where everybody goes, in turns.
    servers: Vec<SocketAddr>,
    tables: Vec<Table>,
    /// Who has White and who Black at each table.
    tokens: Vec<[String; 2]>,
    /// The two players of the first table, those of the second and so on; then those who only watch.
    watchers: Vec<Watcher>,
    /// Tells which of them have something to read, by their numbers.
    epoll: OwnedFd,
    /// How many single moves each game is to have.
    plies: usize,
    /// Tables at which a move can be made.
    ready: VecDeque<usize>,
    accepted: Latencies,
    arrived: Latencies,
    counted: Received,
}

/// How many bytes have come from the server.
#[derive(Clone, Copy, Default)]
pub struct Received {
    pub all: u64,
    /// Of these to players.
    pub by_players: u64,
}

/// Everybody has an address of their own.
fn client(servers: &[SocketAddr], number: usize) -> Client {
    let [high, low] = u16::try_from(number).expect("there are fewer people than addresses").to_be_bytes();
    Client::new(servers[number % servers.len()], Ipv4Addr::new(127, 1, high, low))
}

impl Load {
    /// Opens all games and sockets, and waits until everybody has been told how the games stand.
    pub fn prepare(process: &Process, crowd: Crowd) -> Load {
        Load::prepare_at(vec![process.address], crowd)
    }

    /// The same at several servers: neighbours in the order of all people go to different ones, and so do the two players of a game.
    pub fn prepare_at(servers: Vec<SocketAddr>, crowd: Crowd) -> Load {
        let mut load = Load {
            servers,
            tables: vec![],
            tokens: vec![],
            watchers: vec![],
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC).expect("the system watches sockets"),
            plies: 0,
            ready: VecDeque::new(),
            accepted: Latencies::default(),
            arrived: Latencies::default(),
            counted: Received::default(),
        };
        for number in 0..crowd.games {
            load.seat(number, crowd.seed * 1_000_003 + number as u64);
        }
        load.watch_more(crowd.spectators);
        for (number, table) in load.tables.iter_mut().enumerate() {
            table.version = load.watchers[2 * number].version.expect("everybody was told");
        }
        load
    }

    fn seat(&mut self, number: usize, seed: u64) {
        let clients = [0, 1].map(|side| client(&self.servers, 2 * number + side));
        let tokens = [0, 1].map(|side| table::player(clients[side], &format!("Player {number} {side}")));
        let table = Table::open(clients, &tokens, seed);
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            self.watch(clients[side], &table.socket(), &tokens[side], number, Some(color));
        }
        self.tables.push(table);
        self.tokens.push(tokens);
    }

    /// Lets more people watch, shared out among the games, and waits until they have been told how these stand.
    pub fn watch_more(&mut self, spectators: usize) {
        for number in 0..spectators {
            let client = client(&self.servers, self.watchers.len());
            let token = table::player(client, &format!("Spectator {number}"));
            let table = number % self.tables.len();
            let path = self.tables[table].socket();
            self.watch(client, &path, &token, table, None);
        }
        while self.watchers.iter().any(|watcher| watcher.version.is_none()) {
            self.listen(PATIENCE);
        }
        self.counted = self.bytes();
    }

    fn watch(&mut self, client: Client, path: &str, token: &str, table: usize, color: Option<Color>) {
        let socket = Socket::open(client, path, token);
        let number = epoll::EventData::new_u64(self.watchers.len() as u64);
        epoll::add(&self.epoll, &socket, number, epoll::EventFlags::IN).expect("the system watches sockets");
        self.watchers.push(Watcher { socket, table, color, version: None, sent: VecDeque::new() });
    }

    /// Plays all games until they have so many moves, and waits until the last has come to everybody.
    pub fn play(&mut self, pace: Pace, plies: usize) -> Played {
        self.plies = plies;
        self.ready = (0..self.tables.len()).filter(|&number| self.tables[number].plies < plies).collect();
        let moves: usize = self.tables.iter().map(|table| plies.saturating_sub(table.plies)).sum();
        let begun = Instant::now();
        let mut sent = 0;
        while !self.is_done(moves) {
            let wait = match pace {
                Pace::Full => {
                    while self.send_next(Instant::now()) {}
                    PATIENCE
                }
                Pace::Rate(rate) => {
                    let due = |sent: u32| begun + Duration::from_secs(1) * sent / rate;
                    while due(sent) <= Instant::now() && self.send_next(due(sent)) {
                        sent += 1;
                    }
                    let idle = self.ready.is_empty();
                    if idle { PATIENCE } else { due(sent).saturating_duration_since(Instant::now()) }
                }
            };
            self.listen(wait);
        }
        Played {
            moves,
            time: begun.elapsed(),
            accepted: std::mem::take(&mut self.accepted),
            arrived: std::mem::take(&mut self.arrived),
        }
    }

    /// Makes a move at the table that has waited longest, if there is one.
    fn send_next(&mut self, due: Instant) -> bool {
        let Some(number) = self.ready.pop_front() else { return false };
        let table = &mut self.tables[number];
        let mover = 2 * number + usize::from(table.turn() == Color::Black);
        let command = table.next_command(due);
        self.watchers[mover].sent.push_back(due);
        self.watchers[mover].socket.send(&command);
        true
    }

    fn is_done(&self, moves: usize) -> bool {
        let is_told = |watcher: &Watcher| watcher.version == Some(self.tables[watcher.table].version);
        // The cheap question first: the other is asked only at the end.
        self.accepted.len() == moves && self.arrived.len() == moves && self.watchers.iter().all(is_told)
    }

    /// Waits until somebody is told something, or for so long, and takes it in.
    fn listen(&mut self, wait: Duration) {
        let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: wait.subsec_nanos().into() };
        let mut events: Vec<epoll::Event> = Vec::with_capacity(EVENTS);
        epoll::wait(&self.epoll, spare_capacity(&mut events), Some(&timeout))
            .expect("the system waits for sockets");
        assert!(!events.is_empty() || wait < PATIENCE, "the server has fallen silent: {}", self.missing());
        for event in events {
            self.take_in(event.data.u64() as usize);
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

    fn bytes(&self) -> Received {
        let of = |watcher: &Watcher| watcher.socket.received;
        let players = self.watchers.iter().filter(|watcher| watcher.color.is_some());
        Received { all: self.watchers.iter().map(of).sum(), by_players: players.map(of).sum() }
    }

    /// What the server has sent since it was asked last.
    pub fn received(&mut self) -> Received {
        let now = self.bytes();
        let before = std::mem::replace(&mut self.counted, now);
        Received { all: now.all - before.all, by_players: now.by_players - before.by_players }
    }

    /// Every game must stand on the server as it was played here.
    pub fn check(&self) {
        self.tables.iter().for_each(|table| table.check(client(&self.servers, 0)));
    }

    /// Ends all games, and everybody goes.
    pub fn end(self) {
        for (number, (table, tokens)) in self.tables.iter().zip(&self.tokens).enumerate() {
            table.resign(client(&self.servers, 2 * number), &tokens[0]);
        }
    }
}
