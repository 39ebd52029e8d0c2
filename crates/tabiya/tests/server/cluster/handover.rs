//! A rolling restart that nobody notices: everybody plays over a WebSocket through HAProxy, each move at its time, while one node after the
//! other is stopped and started again.

use std::collections::HashSet;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket, client};

use super::checker::{Disturbed, Findings, check};
use super::nodes::{Cluster, NODES};
use super::player::{Acknowledged, Journal};
use super::{EndOfPlay, share, told};
use crate::client::Client;
use crate::dice::Dice;

/// How the server says that another one takes over.
const HANDED_OVER: (u16, &str) = (1012, "another server takes over");

/// How many play, how fast, and how many nodes are started again meanwhile.
struct Load {
    sockets: usize,
    moves_per_second: u32,
    restarts: usize,
    /// Within how many milliseconds 99 of 100 moves are accepted, counted from when they were to be made.
    within: u128,
}

impl Load {
    /// As it is wished for, or a small one, held to a time that a busy machine keeps as well.
    fn wished() -> Load {
        match std::env::var("TABIYA_CLUSTER_SOCKETS").ok().and_then(|text| text.parse().ok()) {
            Some(sockets) => {
                Load { sockets, moves_per_second: sockets as u32 / 2, restarts: NODES, within: 250 }
            }
            None => Load { sockets: 60, moves_per_second: 30, restarts: 1, within: 1000 },
        }
    }

    fn games(&self) -> usize {
        self.sockets / 2
    }

    /// After which time a game has its next move.
    fn pace(&self) -> Duration {
        Duration::from_secs(1) * self.games() as u32 / self.moves_per_second
    }
}

/// Somebody who plays one side of a game.
struct SeatedPlayer {
    address: SocketAddr,
    token: String,
    game: String,
    color: &'static str,
    begins: Instant,
    pace: Duration,
    dice: Dice,
    version: u64,
    state: Value,
    is_over: bool,
    sent: Option<SentMove>,
    journal: Journal,
    seen: Seen,
}

struct SentMove {
    id: String,
    m: String,
    text: String,
    due: Instant,
}

/// What somebody saw of what was done to the servers.
#[derive(Default)]
struct Seen {
    handovers: usize,
    /// Connections that ended otherwise, and answers that were none of a game.
    faults: Vec<String>,
    refusals: Vec<String>,
    latencies: Vec<u128>,
    /// Whether the opponent was there, and how often it was told after that that they have gone.
    has_company: bool,
    absences: usize,
}

type Line = WebSocket<TcpStream>;

impl SeatedPlayer {
    /// Plays until it is enough, and until what was sent is answered.
    fn play(&mut self, is_enough: &AtomicBool) {
        let mut line = self.connect();
        let stop = || is_enough.load(Ordering::Relaxed);
        let mut since_stop = None;
        loop {
            if stop() {
                let begun = *since_stop.get_or_insert_with(Instant::now);
                if self.sent.is_none() {
                    return;
                }
                assert!(begun.elapsed() < Duration::from_secs(30), "a move is not answered");
            }
            if self.is_to_move() && !stop() && self.due() <= Instant::now() {
                self.make_move(&mut line);
            }
            let wait = if self.is_to_move() {
                self.due().saturating_duration_since(Instant::now())
            } else {
                Duration::MAX
            };
            let wait = wait.clamp(Duration::from_millis(1), Duration::from_millis(200));
            let _ = line.get_ref().set_read_timeout(Some(wait));
            match line.read() {
                Ok(Message::Text(text)) => self.hear(&serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(frame)) => {
                    let end = frame.as_ref().map(|frame| (u16::from(frame.code), frame.reason.as_str()));
                    if end == Some(HANDED_OVER) {
                        self.seen.handovers += 1;
                    } else {
                        self.seen.faults.push(format!("closed: {end:?}"));
                    }
                    let _ = line.flush();
                    line = self.connect();
                }
                Ok(_) => {}
                Err(Error::Io(error))
                    if [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut]
                        .contains(&error.kind()) => {}
                Err(error) => {
                    self.seen.faults.push(error.to_string());
                    line = self.connect();
                }
            }
        }
    }

    /// Comes again to the same address, with the version that is known, and sends again what was not answered.
    fn connect(&mut self) -> Line {
        loop {
            match self.try_connect() {
                Ok(mut line) => {
                    if let Some(sent) = &self.sent {
                        let _ = line.send(Message::text(sent.text.clone()));
                    }
                    return line;
                }
                Err(fault) => self.seen.faults.push(fault),
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn try_connect(&self) -> Result<Line, String> {
        let since = if self.version == 0 { String::new() } else { format!("?since={}", self.version) };
        let url = format!("ws://{}/v1/games/{}/socket{since}", self.address, self.game);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("Authorization", format!("Bearer {}", self.token).parse().unwrap());
        let stream = TcpStream::connect(self.address).map_err(|error| error.to_string())?;
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        client(request, stream).map(|(line, _)| line).map_err(|error| error.to_string())
    }

    fn hear(&mut self, message: &Value) {
        match message["type"].as_str().unwrap() {
            "game" | "entry" if message["version"].as_u64().unwrap() > self.version => {
                self.version = message["version"].as_u64().unwrap();
                self.state = message["state"].clone();
                self.is_over = message["stage"] == "over" || self.state["ending"].is_object();
            }
            "accepted" => {
                if let Some(SentMove { id, m, due, .. }) =
                    self.sent.take_if(|sent| message["id"] == sent.id.as_str())
                {
                    self.seen.latencies.push(due.elapsed().as_millis());
                    let version = message["version"].as_u64().unwrap();
                    self.journal.acknowledged.push(Acknowledged { game: self.game.clone(), id, version, m });
                }
            }
            "failed" => {
                self.sent = None;
                self.seen.refusals.push(message.to_string());
            }
            "presence" => {
                let opponent = if self.color == "white" { "black" } else { "white" };
                let is_present = message[opponent]["present"] == true;
                self.seen.absences += usize::from(self.seen.has_company && !is_present);
                self.seen.has_company |= is_present;
            }
            _ => {}
        }
    }

    fn is_to_move(&self) -> bool {
        self.sent.is_none() && !self.is_over && self.state["turn"] == self.color
    }

    /// When the move is to be made that comes next.
    fn due(&self) -> Instant {
        self.begins + self.pace * self.state["ply"].as_u64().unwrap() as u32
    }

    fn make_move(&mut self, line: &mut Line) {
        let dests = self.state["dests"].as_object().unwrap();
        let Some((from, to)) = dests.iter().nth(self.dice.roll(dests.len().max(1) as u64) as usize) else {
            return;
        };
        let to = to.as_str().unwrap();
        let number = self.dice.roll(to.len() as u64 / 2) as usize;
        let m = format!("{from}{}", &to[2 * number..2 * number + 2]);
        let promotions = self.state["promotions"].as_array();
        let promotes = promotions.is_some_and(|moves| moves.iter().any(|other| other == m.as_str()));
        let m = if promotes { m + "q" } else { m };
        let id = format!("{}-{}", self.color, self.version);
        let action = json!({ "do": "move", "move": m });
        let text =
            json!({ "type": "command", "id": id, "version": self.version, "action": action }).to_string();
        // Where it does not get there, the connection ends, and it is sent again.
        let _ = line.send(Message::text(text.clone()));
        self.sent = Some(SentMove { id, m, text, due: self.due() });
    }
}

#[test]
fn a_node_that_is_stopped_hands_over_and_nobody_notices() {
    let load = Load::wished();
    let mut cluster = Cluster::start("handover-postgres");
    let mut players = seat(&cluster, &load);
    let is_enough = AtomicBool::new(false);
    thread::scope(|scope| {
        let _end = EndOfPlay(&is_enough);
        for player in &mut players {
            let builder = thread::Builder::new().stack_size(512 * 1024);
            builder.spawn_scoped(scope, || player.play(&is_enough)).unwrap();
        }
        thread::sleep(Duration::from_secs(2));
        for number in 0..load.restarts {
            restart(&mut cluster, number);
        }
    });
    report(&load, &cluster, &players);
}

/// Two players for every game, who begin one game after the other.
fn seat(cluster: &Cluster, load: &Load) -> Vec<SeatedPlayer> {
    let address = cluster.public();
    let games: Vec<_> = (0..load.games())
        .map(|number| {
            let [white, black] = ["Ann", "Bob"].map(|name| Client::player(address, name));
            let wish = json!({ "id": "1", "opponent": "lobby", "clock": "60", "color": "white" });
            let game = white.create(&wish);
            black.post(&format!("/v1/games/{game}/join"), &json!({})).ok();
            (number, game, [("white", white), ("black", black)])
        })
        .collect();
    let pace = load.pace();
    let begins = Instant::now() + Duration::from_secs(1);
    let seated = games.into_iter().flat_map(|(number, game, players)| {
        let begins = begins + pace * number as u32 / load.games() as u32;
        players.map(|(color, client)| SeatedPlayer {
            address,
            token: client.token.unwrap(),
            game: game.clone(),
            color,
            begins,
            pace,
            dice: Dice(2 * number as u64 + u64::from(color == "black") + 1),
            version: 0,
            state: Value::Null,
            is_over: false,
            sent: None,
            journal: Journal::default(),
            seen: Seen::default(),
        })
    });
    seated.collect()
}

/// Stops a node as a system does that is updated, and starts it again when it has ended.
fn restart(cluster: &mut Cluster, number: usize) {
    let node = Client::stranger(cluster.listen(number));
    let readiness = || node.send("GET", "/readyz", "").map_or(0, |reply| reply.status);
    assert_eq!(readiness(), 200);
    cluster.signal(number, "-TERM");
    // Balancers are told first, and it still takes connections.
    thread::sleep(Duration::from_secs(1));
    assert_eq!(readiness(), 404);
    cluster.wait_for_end(number);
    cluster.start_again(number);
    // Until HAProxy has seen that it is there.
    thread::sleep(Duration::from_millis(2500));
}

fn report(load: &Load, cluster: &Cluster, players: &[SeatedPlayer]) {
    let (mut findings, mut interruptions) = (Findings::default(), 0);
    for pair in players.chunks(2) {
        let mut journal = Journal { games: vec![pair[0].game.clone()], ..Journal::default() };
        for player in pair {
            let told = player.journal.acknowledged.iter();
            journal.acknowledged.extend(told.map(|Acknowledged { game, id, version, m }| Acknowledged {
                game: game.clone(),
                id: id.clone(),
                version: *version,
                m: m.clone(),
            }));
        }
        let at = |number| Client { address: cluster.listen(number), token: Some(pair[0].token.clone()) };
        let clients: Vec<Client> = (0..NODES).map(at).collect();
        check(&journal, &clients, &Disturbed::new(), &mut findings);
        let log = clients[0].get(&format!("/v1/games/{}/export/json", pair[0].game)).ok();
        let events = log["events"].as_array().unwrap();
        interruptions += events.iter().filter(|event| event["fact"]["interrupted"].is_u64()).count();
    }
    let all = |of: fn(&Seen) -> &Vec<String>| -> HashSet<&String> {
        players.iter().flat_map(|player| of(&player.seen)).collect()
    };
    let (faults, refusals) = (all(|seen| &seen.faults), all(|seen| &seen.refusals));
    let sum = |of: fn(&Seen) -> usize| -> usize { players.iter().map(|player| of(&player.seen)).sum() };
    let (handovers, absences) = (sum(|seen| seen.handovers), sum(|seen| seen.absences));
    let mut latencies: Vec<u128> = players.iter().flat_map(|player| player.seen.latencies.clone()).collect();
    println!(
        "{} sockets, {} moves a second, {} nodes stopped and started again: {} moves acknowledged, {} refused, {handovers} \
         handovers, {absences} times told that the opponent has gone",
        load.sockets,
        load.moves_per_second,
        load.restarts,
        findings.acknowledged,
        refusals.len(),
    );
    println!("accepted after the moment at which each was to be made: {}", told(&mut latencies));
    assert!(refusals.is_empty(), "{refusals:?}");
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(interruptions, 0, "games were interrupted while two servers went on");
    assert!(handovers >= load.sockets * load.restarts / NODES / 2, "hardly anybody was handed over");
    assert_eq!(absences, 0, "somebody was told that the opponent has gone");
    assert!(share(&latencies, 99) <= load.within, "moves were accepted late");
}
