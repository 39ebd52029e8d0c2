//! What the hands of each attack do.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use super::attack::Attack;
use super::siege::{HANDS, Hand};
use crate::server::client::{Client, text};
use crate::server::socket::Socket;

/// How many games of each hand wait for the strongest computer when the attack begins.
const COMPUTER_GAMES: usize = 300 / HANDS;

/// How many sessions each hand has, where many of one address are the attack.
const SESSIONS: usize = 60 / HANDS;

/// How many connections each hand holds, where holding them is the attack.
const IDLE: usize = 4300 / HANDS;
const UNREAD: usize = 600 / HANDS;
const HALF_SAID: usize = 200;

/// How many sockets each hand opens, where one address may have 256 and each hand has its own, or all have the same.
const SOCKETS: usize = 100;
const SHARED_SOCKETS: usize = 60;

/// How many private games each hand makes, by players who may make sixty a minute each.
const PRIVATE_GAMES: usize = 600 / HANDS;
const MAKERS: usize = 3;

const CLASSICS: usize = 16;

impl Hand {
    pub fn work(self, attack: Attack) {
        match attack {
            Attack::ComputerGames => self.ask_computers(),
            Attack::Sessions => self.ask_by_sessions(),
            Attack::Addresses => self.change_addresses(),
            Attack::IdleConnections => self.hold(IDLE, |client| {
                let mut stream = client.connect()?;
                stream.write_all(b"GET /v1/ HTTP/1.1\r\nHost: ")?;
                Ok(stream)
            }),
            Attack::SlowHandshakes => self.shake_slowly(),
            Attack::SlowReaders => {
                let path = format!("/v1/games/{}/export/pgn", self.large_game());
                self.hold(UNREAD, |client| ask_without_reading(client, &path, 10));
            }
            Attack::Breathless => self.hold(UNREAD, |client| ask_without_reading(client, "/v1/", 100)),
            Attack::LatePongs => self.answer_late(),
            Attack::Uploads => {
                let game = "[Event \"Storm\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
                let file = game.repeat(1_900_000 / game.len());
                let wish = json!({ "opponent": "here", "open": { "pgn": file } }).to_string();
                self.ask_on("/v1/games", |_| wish.clone());
            }
            Attack::RuleSets => {
                let rules = |times: usize| {
                    let number = 200 + (HANDS * times + self.number) % 60_000;
                    let file = format!("parent = \"fide\"\nquiet-half-moves-automatic = {number}\n");
                    json!({ "opponent": "here", "rules": { "file": file } }).to_string()
                };
                self.ask_on("/v1/games", rules);
            }
            Attack::Lobby => self.crowd_lobby(),
            Attack::Classics => self.type_on(),
            Attack::Exhibitions => {
                let players = json!({ "white": 9, "black": 9, "speed": "fast" });
                let wish = json!({ "opponent": { "computers": players } }).to_string();
                self.ask_on("/v1/games", |_| wish.clone());
            }
            Attack::SocketFloods => self.flood_sockets(),
        }
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

    fn ask_computers(&self) {
        let token = self.token();
        let wish = json!({ "opponent": { "computer": 9 }, "color": "black", "book": false }).to_string();
        for _ in 0..COMPUTER_GAMES {
            self.ask("POST", "/v1/games", Some(&token), &wish);
        }
        self.begin();
        while !self.is_over() {
            self.ask("POST", "/v1/games", Some(&token), &wish);
        }
    }

    fn ask_by_sessions(&self) {
        let tokens: Vec<String> = (0..SESSIONS).map(|_| self.token()).collect();
        self.begin();
        for token in tokens.iter().cycle() {
            if self.is_over() {
                return;
            }
            self.ask("GET", "/v1/games", Some(token), "");
            self.ask("POST", "/v1/session", None, "{\"name\":\"One of many\",\"token\":true}");
        }
    }

    fn change_addresses(&self) {
        self.begin();
        let [_, kind, hand, _] = self.client.from.octets();
        // Each hand has as many addresses as two bytes can tell apart.
        for number in (0..=u16::MAX).cycle() {
            if self.is_over() {
                return;
            }
            let [high, low] = number.to_be_bytes();
            let from = Ipv4Addr::new(127, kind + 32 + hand, high, low);
            self.ask_as(Client { from, ..self.client }, "GET", "/v1/games", None, "");
        }
    }

    /// Opens connections by which nothing happens, as many as there may be, and again those that are ended.
    fn hold(&self, most: usize, open: impl Fn(Client) -> io::Result<TcpStream>) {
        let mut held = VecDeque::new();
        let mut hold = || {
            let opened = open(self.client);
            self.count(opened.is_ok());
            held.extend(opened.ok());
            if held.len() > most {
                held.pop_front();
            }
        };
        (0..most).for_each(|_| hold());
        self.begin();
        while !self.is_over() {
            hold();
        }
    }

    /// Says requests for answers and for sockets byte by byte, on many connections in turn.
    fn shake_slowly(&self) {
        let said = format!(
            "GET /v1/lobby/socket HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nX: ",
            self.client.server
        );
        let open = || self.client.connect().inspect(|_| self.count(true)).ok().map(|stream| (stream, 0));
        let most = HALF_SAID;
        let mut half_said: Vec<(TcpStream, usize)> = (0..most).filter_map(|_| open()).collect();
        self.begin();
        while !self.is_over() {
            half_said.retain_mut(|(stream, at)| {
                let byte = said.as_bytes().get(*at).copied().unwrap_or(b'x');
                *at += 1;
                let is_heard = stream.write_all(&[byte]).is_ok();
                self.count(is_heard);
                is_heard
            });
            half_said.extend((half_said.len()..most).filter_map(|_| open()));
        }
    }

    /// Makes a game whose export is large.
    fn large_game(&self) -> String {
        let remark = "long ".repeat(12_000);
        let moves = ["1. e4", "e5", "2. Nf3", "Nc6", "3. Bb5", "a6", "4. Ba4", "Nf6"];
        let pgn = moves.map(|m| format!("{m} {{{remark}}}")).join(" ") + " *\n";
        let wish = json!({ "opponent": "here", "open": { "pgn": pgn } }).to_string();
        text(&self.patient().request("POST", "/v1/games", Some(&self.token()), &wish), "game")
    }

    /// Sockets of a path, as many as are wished for and let in.
    fn sockets(&self, most: usize, path: &str, token: &str) -> Vec<Socket> {
        let wanted = (0..most).take_while(|_| !self.is_over());
        let opened = wanted.map(|_| {
            let socket = Socket::try_open(self.client, path, token);
            self.count(socket.is_ok());
            socket
        });
        opened.flatten().collect()
    }

    /// A new game of its own, where it is told.
    fn own_game(&self, token: &str) -> String {
        let wish = "{\"opponent\":\"here\",\"clock\":\"60+5\"}";
        let game = text(&self.patient().request("POST", "/v1/games", Some(token), wish), "game");
        format!("/v1/games/{game}/socket")
    }

    /// Watches a game of its own by many sockets, answers pings after seconds, and says each time that it thought of nothing.
    fn answer_late(&self) {
        let token = self.token();
        let mut sockets = self.sockets(SHARED_SOCKETS, &self.own_game(&token), &token);
        self.begin();
        let command = "{\"type\":\"command\",\"id\":\"x\",\"version\":0,\"thought\":0,\
                       \"action\":{\"do\":\"move\",\"move\":\"e2e4\"}}";
        let mut answered = Instant::now();
        while !self.is_over() {
            for socket in &mut sockets {
                self.count(socket.try_send(command).is_ok());
            }
            if answered.elapsed() > Duration::from_secs(2) {
                sockets.retain_mut(|socket| socket.try_receive(|_| {}).is_ok());
                answered = Instant::now();
            }
            sleep(Duration::from_millis(1));
        }
    }

    /// Says more on its sockets than anybody reads, and comes again when it is thrown out.
    fn flood_sockets(&self) {
        let token = self.token();
        let path = self.own_game(&token);
        let mut sockets = Vec::new();
        self.begin();
        while !self.is_over() {
            if sockets.is_empty() {
                sockets = self.sockets(SHARED_SOCKETS, &path, &token);
            }
            for message in ["{\"type\":\"ping\",\"version\":0}", "nonsense"] {
                sockets.retain_mut(|socket| {
                    let is_heard = socket.try_send(message).and_then(|()| socket.try_receive(|_| {}));
                    self.count(is_heard.is_ok());
                    is_heard.is_ok()
                });
            }
        }
    }

    /// Makes private games, watches the lobby by many sockets, makes games there and takes them back.
    fn crowd_lobby(&self) {
        let tokens: Vec<String> = (0..MAKERS).map(|_| self.token()).collect();
        for token in tokens.iter().cycle().take(PRIVATE_GAMES) {
            self.ask("POST", "/v1/games", Some(token), "{\"opponent\":\"link\"}");
        }
        let mut sockets = self.sockets(SOCKETS, "/v1/lobby/socket", &tokens[0]);
        self.begin();
        for token in tokens.iter().cycle() {
            if self.is_over() {
                return;
            }
            if let Some(game) = self.ask("POST", "/v1/games", Some(token), "{\"opponent\":\"lobby\"}") {
                let game = serde_json::from_str(&game).map(|game| text(&game, "game"));
                let path = format!("/v1/games/{}/commands", game.expect("a game is told as JSON"));
                let command = "{\"id\":\"back\",\"version\":0,\"action\":{\"do\":\"abort\"}}";
                self.ask("POST", &path, Some(token), command);
            }
            sockets.retain_mut(|socket| socket.try_receive(|_| {}).is_ok());
        }
    }

    /// Runs classic programs, lets two machines play in some, and types nonsense into all.
    fn type_on(&self) {
        let token = self.token();
        let input = |text: &str| json!({ "type": "input", "text": text }).to_string();
        let open = |name: &str| self.sockets(CLASSICS / 2, &format!("/v1/classics/{name}/socket"), &token);
        let open_all = || {
            let mut machines = open("cuhk");
            machines.retain_mut(|socket| socket.try_send(&input("3\n")).is_ok());
            machines.extend(open("hong"));
            machines
        };
        let mut sockets = open_all();
        self.begin();
        let lines = input(&"e2 e4 nonsense\n".repeat(40));
        while !self.is_over() {
            if sockets.is_empty() {
                sockets = open_all();
            }
            sockets.retain_mut(|socket| {
                let is_heard = socket.try_send(&lines).and_then(|()| socket.try_receive(|_| {}));
                self.count(is_heard.is_ok());
                is_heard.is_ok()
            });
        }
    }
}

/// Asks for the same so many times in one breath, and reads nothing.
fn ask_without_reading(client: Client, path: &str, times: usize) -> io::Result<TcpStream> {
    let mut stream = client.connect()?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", client.server);
    stream.write_all(head.repeat(times).as_bytes())?;
    Ok(stream)
}
