use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Reply};
use crate::dice::Dice;

/// How long a client waits for an answer before it asks again.
const PATIENCE: Duration = Duration::from_secs(2);

/// Somebody who plays both sides of one game after the other, at whichever node answers.
pub struct Player {
    pub token: String,
    address: SocketAddr,
    dice: Dice,
    number: u64,
    sent: u64,
    /// Since when a move is wanted.
    wanted: Instant,
    pub journal: Journal,
}

/// What one client has written down.
#[derive(Default)]
pub struct Journal {
    pub acknowledged: Vec<Acknowledged>,
    /// Commands that were refused, and can never be obeyed any more.
    pub refused: HashSet<(String, String)>,
    pub games: Vec<String>,
    /// Since when each move that was acknowledged was wanted, and when the acknowledgement came.
    pub times: Vec<(Instant, Instant)>,
    pub flags: Vec<FallenFlag>,
    /// Answers that came from what stands before the nodes, by their statuses.
    pub by_proxy: Vec<u16>,
}

/// A command that was answered with success.
#[derive(Debug)]
pub struct Acknowledged {
    pub game: String,
    pub id: String,
    pub version: u64,
    pub m: String,
}

/// A clock that somebody let run out.
pub struct FallenFlag {
    pub game: String,
    /// When the last move was sent, and when its acknowledgement came.
    pub sent: Instant,
    pub acknowledged: Instant,
    /// When the game was seen to be over.
    pub seen: Instant,
}

/// How a command ended.
pub enum Outcome {
    Accepted,
    Refused,
}

impl Player {
    pub fn new(address: SocketAddr, number: u64) -> Player {
        let token = Client::player(address, "Ann").token.unwrap();
        let (dice, wanted, journal) = (Dice(number + 1), Instant::now(), Journal::default());
        Player { token, address, dice, number, sent: 0, wanted, journal }
    }

    /// Asks until somebody answers for certain. By the header that nodes set it is known that a node has answered: what stands before
    /// them does not know what was done.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> Reply {
        let begun = Instant::now();
        let client = Client { address: self.address, token: Some(self.token.clone()) };
        loop {
            assert!(begun.elapsed() < Duration::from_secs(90), "nobody answers {method} {path}");
            match client.send_within(PATIENCE, method, path, body) {
                Ok(reply) if reply.header("tabiya-node").is_none() => {
                    self.journal.by_proxy.push(reply.status);
                }
                Ok(reply) if ![408, 429, 503, 504].contains(&reply.status) => return reply,
                _ => {}
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn new_game(&mut self, clock: &str) -> String {
        self.sent += 1;
        let wish = json!({ "id": format!("game-{}-{}", self.number, self.sent), "opponent": "here", "clock": clock });
        let game = self.ask("POST", "/v1/games", &wish.to_string()).ok()["game"].as_str().unwrap().to_owned();
        self.journal.games.push(game.clone());
        game
    }

    fn look(&mut self, game: &str) -> Value {
        self.ask("GET", &format!("/v1/games/{game}"), "").ok()
    }

    fn choose(&mut self, state: &Value) -> String {
        let dests = state["dests"].as_object().unwrap();
        let (from, to) = dests.iter().nth(self.dice.roll(dests.len() as u64) as usize).unwrap();
        let to = to.as_str().unwrap();
        let number = self.dice.roll(to.len() as u64 / 2) as usize;
        let m = format!("{from}{}", &to[2 * number..2 * number + 2]);
        let promotions = state["promotions"].as_array();
        let promotes = promotions.is_some_and(|moves| moves.iter().any(|other| other == m.as_str()));
        if promotes { m + "q" } else { m }
    }

    /// Plays until it is enough.
    pub fn play(&mut self, is_enough: &AtomicBool) {
        let mut game = self.new_game("60");
        while !is_enough.load(Ordering::Relaxed) {
            self.wanted = Instant::now();
            let view = self.look(&game);
            if view["stage"] != "live" || view["state"]["ply"].as_u64().unwrap_or_default() > 150 {
                self.let_flag_fall();
                game = self.new_game("60");
                continue;
            }
            let version = view["version"].as_u64().unwrap();
            if self.dice.roll(4) == 0 {
                self.duel(&game, version, &view["state"]);
            } else {
                let m = self.choose(&view["state"]);
                self.command(&game, version, &m);
            }
        }
    }

    /// Makes some moves in a game with little time, and then none.
    fn let_flag_fall(&mut self) {
        let game = self.new_game("3s");
        for _ in 0..4 {
            self.wanted = Instant::now();
            let view = self.look(&game);
            if view["stage"] != "live" {
                return;
            }
            let m = self.choose(&view["state"]);
            let (version, sent) = (view["version"].as_u64().unwrap(), Instant::now());
            let Outcome::Accepted = self.command(&game, version, &m) else { return };
            let acknowledged = Instant::now();
            if view["state"]["ply"] == 3 {
                while self.look(&game)["stage"] == "live" {
                    assert!(acknowledged.elapsed() < Duration::from_secs(90), "no flag falls in {game}");
                    thread::sleep(Duration::from_millis(20));
                }
                self.journal.flags.push(FallenFlag { game, sent, acknowledged, seen: Instant::now() });
                return;
            }
        }
    }

    /// Two moves for one version, sent at the same time to whichever nodes.
    fn duel(&mut self, game: &str, version: u64, state: &Value) {
        let mut other = Player {
            token: self.token.clone(),
            address: self.address,
            dice: Dice(self.dice.roll(u64::MAX)),
            number: self.number + 1000,
            sent: self.sent,
            wanted: self.wanted,
            journal: Journal::default(),
        };
        let (one, two) = (self.choose(state), self.choose(state));
        let won = thread::scope(|scope| {
            let tried = scope.spawn(|| other.command(game, version, &two));
            let own = self.command(game, version, &one);
            [own, tried.join().unwrap()].iter().filter(|outcome| matches!(outcome, Outcome::Accepted)).count()
        });
        assert!(won <= 1, "two moves were accepted for version {version} of {game}");
        self.sent = self.sent.max(other.sent);
        self.journal.acknowledged.append(&mut other.journal.acknowledged);
        self.journal.refused.extend(other.journal.refused);
        self.journal.by_proxy.append(&mut other.journal.by_proxy);
    }

    fn command(&mut self, game: &str, version: u64, m: &str) -> Outcome {
        self.sent += 1;
        let id = format!("c{}-{}", self.number, self.sent);
        let body = json!({ "id": id, "version": version, "action": { "do": "move", "move": m } });
        let reply = self.ask("POST", &format!("/v1/games/{game}/commands"), &body.to_string());
        match reply.status {
            200 => {
                let version = reply.json()["version"].as_u64().unwrap();
                self.journal.times.push((self.wanted, Instant::now()));
                let acknowledged = Acknowledged { game: game.to_owned(), id, version, m: m.to_owned() };
                self.journal.acknowledged.push(acknowledged);
                Outcome::Accepted
            }
            // Another entry has the version: whatever was sent before, it can never have it.
            409 if reply.error().1 == "stale" => {
                self.journal.refused.insert((game.to_owned(), id));
                Outcome::Refused
            }
            // The flag fell before the move came.
            422 if reply.error().1 == "game_over" => {
                self.journal.refused.insert((game.to_owned(), id));
                Outcome::Refused
            }
            _ => panic!("{reply:?}"),
        }
    }
}
