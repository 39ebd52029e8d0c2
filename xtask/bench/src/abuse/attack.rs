//! The attacks, each from one address and at full speed.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::client::{Client, text};
use crate::server::socket::Socket;
use crate::server::table::player;

/// What somebody may do to annoy others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Game after game against the strongest computer, who begins.
    ComputerGames,
    /// Session after session, and requests with each.
    Sessions,
    /// Connections on which nothing is said to the end.
    IdleConnections,
    /// Requests whose answers nobody reads.
    SlowReaders,
    /// Sockets of a game that answer measurements late.
    LatePongs,
    /// Large files of games, again and again.
    Uploads,
    /// Rule set after rule set that nobody had before.
    RuleSets,
    /// As many sockets of the lobby as there may be, and a lobby that changes.
    LobbySockets,
}

impl Attack {
    pub const ALL: [Attack; 8] = [
        Attack::ComputerGames,
        Attack::Sessions,
        Attack::IdleConnections,
        Attack::SlowReaders,
        Attack::LatePongs,
        Attack::Uploads,
        Attack::RuleSets,
        Attack::LobbySockets,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Attack::ComputerGames => "many games against level 9",
            Attack::Sessions => "many sessions of one address",
            Attack::IdleConnections => "idle connections",
            Attack::SlowReaders => "slow readers",
            Attack::LatePongs => "late pongs",
            Attack::Uploads => "large files of games",
            Attack::RuleSets => "new rule sets",
            Attack::LobbySockets => "hundreds of lobby sockets",
        }
    }
}

/// Where the attacker sits: none of the others does.
const ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 9, 9, 9);

/// How long an attacker waits for an answer before the next try.
const PATIENCE: Duration = Duration::from_secs(2);

/// How many are at it at the same time, so that one answer that takes long does not make the attack a slow one.
const HANDS: usize = 4;

/// How many connections an attacker holds, where holding them is the attack. The server takes fewer from one address.
const HELD: usize = 1200;

/// How many of its own sockets somebody may open and use without being refused for that, and somewhat more.
const SOCKETS: usize = 300;

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
    is_over: AtomicBool,
}

/// An attack under way.
pub struct Siege {
    counts: Arc<Counts>,
    hands: Vec<JoinHandle<()>>,
}

impl Siege {
    /// Begins an attack, and returns once every hand is at it.
    pub fn begin(attack: Attack, server: SocketAddr) -> Siege {
        let counts = Arc::<Counts>::default();
        let client = Client { patience: PATIENCE, ..Client::new(server, ADDRESS) };
        let (ready, begun) = channel();
        let hands = (0..HANDS).map(|number| {
            let hand = Hand { client, number, counts: Arc::clone(&counts), ready: ready.clone() };
            thread::spawn(move || hand.work(attack))
        });
        let hands: Vec<_> = hands.collect();
        drop(ready);
        for _ in 0..HANDS {
            begun.recv().expect("every hand tells when it has begun");
        }
        Siege { counts, hands }
    }

    pub fn end(self) -> Tally {
        self.counts.is_over.store(true, Ordering::Relaxed);
        for hand in self.hands {
            hand.join().expect("an attacker does not fail for being refused");
        }
        let Counts { done, refused, is_over: _ } = &*self.counts;
        Tally { done: done.load(Ordering::Relaxed), refused: refused.load(Ordering::Relaxed) }
    }
}

/// One of those who attack together.
struct Hand {
    client: Client,
    number: usize,
    counts: Arc<Counts>,
    ready: Sender<()>,
}

impl Hand {
    fn work(self, attack: Attack) {
        // Of this thread alone, as Linux counts it.
        rustix::process::nice(19).expect("everybody may step back");
        match attack {
            Attack::ComputerGames => {
                let wish =
                    json!({ "opponent": { "computer": 9 }, "color": "black", "book": false }).to_string();
                self.ask_on("/v1/games", |_| wish.clone());
            }
            Attack::Sessions => self.make_sessions(),
            Attack::IdleConnections => self.hold(|client| {
                let mut stream = client.connect()?;
                stream.write_all(b"GET /v1/ HTTP/1.1\r\nHost: ")?;
                Ok(stream)
            }),
            Attack::SlowReaders => self.hold(ask_without_reading),
            Attack::LatePongs => self.answer_late(),
            Attack::Uploads => {
                let game = "[Event \"Storm\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
                let file = game.repeat(1_900_000 / game.len());
                let wish = json!({ "opponent": "here", "open": { "pgn": file } }).to_string();
                self.ask_on("/v1/games", |_| wish.clone());
            }
            Attack::RuleSets => {
                let number = self.number;
                let wish = move |times: usize| {
                    let file = format!(
                        "parent = \"fide\"\nquiet-half-moves-automatic = {}\n",
                        200 + 4 * times + number
                    );
                    json!({ "opponent": "here", "rules": { "file": file } }).to_string()
                };
                self.ask_on("/v1/games", move |times| wish(times % 15_000));
            }
            Attack::LobbySockets => self.crowd_lobby(),
        }
    }

    /// The same client before the attack, who waits for as long as it takes.
    fn patient(&self) -> Client {
        Client::new(self.client.server, self.client.from)
    }

    fn token(&self) -> String {
        player(self.patient(), "Attacker")
    }

    fn is_over(&self) -> bool {
        self.counts.is_over.load(Ordering::Relaxed)
    }

    /// The attack has begun.
    fn begin(&self) {
        let _ = self.ready.send(());
    }

    fn count(&self, is_done: bool) {
        let counter = if is_done { &self.counts.done } else { &self.counts.refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A request whose answer is only counted.
    fn ask(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Option<String> {
        let answer = self.client.try_request(method, path, token, body);
        let answer = answer.ok().filter(|(status, _)| (200..300).contains(status)).map(|(_, body)| body);
        self.count(answer.is_some());
        answer
    }

    /// The same request of one player again and again.
    fn ask_on(&self, path: &str, body: impl Fn(usize) -> String) {
        let token = self.token();
        self.begin();
        for times in 0.. {
            if self.is_over() {
                return;
            }
            self.ask("POST", path, Some(&token), &body(times));
        }
    }

    fn make_sessions(&self) {
        self.begin();
        let mut token = None;
        while !self.is_over() {
            let made = self.ask("POST", "/v1/session", None, "{\"name\":\"One of many\",\"token\":true}");
            let made = made.and_then(|answer| serde_json::from_str(&answer).ok());
            token = made.map(|answer| text(&answer, "token")).or(token);
            if token.is_some() {
                self.ask("GET", "/v1/games", token.as_deref(), "");
            }
        }
    }

    /// Opens connections by which nothing happens, as many as there may be, and again those that are ended.
    fn hold(&self, open: impl Fn(Client) -> std::io::Result<TcpStream>) {
        let mut held = std::collections::VecDeque::new();
        self.begin();
        while !self.is_over() {
            let opened = open(self.client);
            self.count(opened.is_ok());
            held.extend(opened.ok());
            if held.len() >= HELD / HANDS {
                held.pop_front();
            }
        }
    }

    /// Sockets of a path, as many as this one's share.
    fn sockets(&self, path: &str, token: &str) -> Vec<Socket> {
        let wanted = (0..SOCKETS / HANDS).take_while(|_| !self.is_over());
        let opened = wanted.map(|_| {
            let socket = Socket::try_open(self.client, path, token);
            self.count(socket.is_ok());
            socket
        });
        opened.flatten().collect()
    }

    /// Watches a game of its own by many sockets, answers pings after seconds, and asks what it was told.
    fn answer_late(&self) {
        let token = self.token();
        let game = self.patient().request("POST", "/v1/games", Some(&token), "{\"opponent\":\"here\"}");
        self.begin();
        let mut sockets = self.sockets(&format!("/v1/games/{}/socket", text(&game, "game")), &token);
        let mut answered = Instant::now();
        while !self.is_over() {
            for socket in &mut sockets {
                self.count(socket.try_send("{\"type\":\"ping\",\"version\":0}").is_ok());
            }
            if answered.elapsed() > Duration::from_secs(2) {
                sockets.retain_mut(|socket| socket.try_receive(|_| {}).is_ok());
                answered = Instant::now();
            }
            sleep(Duration::from_millis(1));
        }
    }

    /// Watches the lobby by many sockets, makes games there and takes them back.
    fn crowd_lobby(&self) {
        let token = self.token();
        self.begin();
        let mut sockets = self.sockets("/v1/lobby/socket", &token);
        while !self.is_over() {
            if let Some(game) = self.ask("POST", "/v1/games", Some(&token), "{\"opponent\":\"lobby\"}") {
                let game = serde_json::from_str(&game).map(|game| text(&game, "game"));
                let path = format!("/v1/games/{}/commands", game.expect("a game is told as JSON"));
                let command = "{\"id\":\"back\",\"version\":0,\"action\":{\"do\":\"abort\"}}";
                self.ask("POST", &path, Some(&token), command);
            }
            sockets.retain_mut(|socket| socket.try_receive(|_| {}).is_ok());
        }
    }
}

/// Asks for more than the system keeps for somebody who reads nothing.
fn ask_without_reading(client: Client) -> std::io::Result<TcpStream> {
    let mut stream = client.connect()?;
    let head = format!("GET /v1/ HTTP/1.1\r\nHost: {}\r\n\r\n", client.server);
    stream.write_all(head.repeat(100).as_bytes())?;
    Ok(stream)
}
