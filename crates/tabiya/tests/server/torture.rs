//! kill -9 in a loop, under load.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::client::Client;
use crate::dice::Dice;
use crate::process::{Folder, Process};

const WORKERS: usize = 4;

fn rounds() -> u32 {
    std::env::var("TABIYA_TORTURE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// One who plays and remembers what was acknowledged.
struct Worker {
    client: Client,
    game: String,
    dice: Dice,
    /// What the game should be: the id of each acknowledged command with its version and move.
    acknowledged: Vec<(String, u64, String)>,
    /// What was sent and not answered.
    pending: Option<(String, u64, String)>,
    version: u64,
    dests: Value,
    promotions: Vec<String>,
    sent: u64,
    is_over: bool,
}

impl Worker {
    fn new(server: &Process, number: u64) -> Worker {
        let client = Client::player(server.address, &format!("Worker {number}"));
        let dice = Dice(0x9e37_79b9_7f4a_7c15 ^ ((number + 1) * 7919));
        let mut worker = Worker {
            client,
            game: String::new(),
            dice,
            acknowledged: vec![],
            pending: None,
            version: 0,
            dests: Value::Null,
            promotions: vec![],
            sent: 0,
            is_over: true,
        };
        worker.new_game();
        worker
    }

    fn new_game(&mut self) {
        self.game = self.client.create(&json!({ "opponent": "here", "clock": "600" }));
        self.acknowledged.clear();
        self.pending = None;
        self.look();
    }

    fn look(&mut self) {
        let view = self.client.view(&self.game);
        self.take(view["version"].as_u64().unwrap(), &view["state"]);
    }

    fn take(&mut self, version: u64, state: &Value) {
        self.version = version;
        self.dests = state["dests"].clone();
        let promotions = state["promotions"].as_array().into_iter().flatten();
        self.promotions = promotions.map(|m| m.as_str().unwrap().to_owned()).collect();
        self.is_over = !state["ending"].is_null();
    }

    fn choose(&mut self) -> String {
        let dests = self.dests.as_object().unwrap().clone();
        let from = self.dice.roll(dests.len() as u64) as usize;
        let (from, to) = dests.iter().nth(from).unwrap();
        let to = to.as_str().unwrap();
        let number = self.dice.roll(to.len() as u64 / 2) as usize;
        let m = format!("{from}{}", &to[2 * number..2 * number + 2]);
        if self.promotions.contains(&m) { m + "q" } else { m }
    }

    /// Sends one command; whether it was answered.
    fn step(&mut self) -> bool {
        let (id, version, m) = match self.pending.clone() {
            Some(pending) => pending,
            None => {
                self.sent += 1;
                (format!("command-{}", self.sent), self.version, self.choose())
            }
        };
        self.pending = Some((id.clone(), version, m.clone()));
        let action = json!({ "do": "move", "move": m });
        let body = json!({ "id": id, "version": version, "action": action }).to_string();
        let Ok(reply) = self.client.send("POST", &format!("/v1/games/{}/commands", self.game), &body) else {
            return false;
        };
        let answer = reply.json();
        match reply.status {
            200 => {
                let made = answer["version"].as_u64().unwrap();
                self.pending = None;
                self.acknowledged.push((id, made, m));
                self.take(made, &answer["entry"]["state"]);
            }
            // The restart itself made an entry, for the clock: the same command upon the new version.
            409 => {
                assert_eq!(answer["error"]["code"], "stale", "{answer}");
                self.pending = Some((id, answer["version"].as_u64().unwrap(), m));
            }
            503 => return false,
            _ => panic!("{reply:?}"),
        }
        true
    }

    /// All entries, page by page.
    fn entries(&self) -> Vec<Value> {
        let mut entries: Vec<Value> = Vec::new();
        loop {
            let page =
                self.client.get(&format!("/v1/games/{}/entries?since={}", self.game, entries.len())).ok();
            match page.as_array().unwrap().as_slice() {
                [] => return entries,
                page => entries.extend(page.iter().cloned()),
            }
        }
    }

    /// Everything that was acknowledged is there, once, in its place; nothing else is, but what was under way.
    fn verify(&self, killed: Option<u64>, unpaid: &mut u64) {
        let entries = self.entries();
        let ids: Vec<&str> = entries.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
        let distinct: HashSet<&&str> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len(), "something was done twice: {ids:?}");
        for (number, entry) in entries.iter().enumerate() {
            assert_eq!(entry["version"], number as u64 + 1);
        }
        for (id, version, m) in &self.acknowledged {
            let entry = &entries[*version as usize - 1];
            assert_eq!(entry["id"], id.as_str(), "an acknowledged move is lost");
            let last = entry["state"]["last"].as_array().unwrap();
            let squares = format!("{}{}", last[0].as_str().unwrap(), last[1].as_str().unwrap());
            let is_castling = m.starts_with(&squares[..2]) && squares != m[..4];
            assert!(m.starts_with(&squares) || is_castling, "{m} became {squares}");
        }
        let known: HashSet<&str> = self.acknowledged.iter().map(|(id, ..)| id.as_str()).collect();
        let pending = self.pending.as_ref().map(|(id, ..)| id.as_str());
        for id in ids.iter().filter(|id| id.starts_with("command")) {
            assert!(known.contains(id) || pending == Some(id), "nobody sent {id}");
        }
        self.verify_clock(killed, unpaid);
    }

    /// Nobody is given time, and nobody pays for the outage.
    fn verify_clock(&self, killed: Option<u64>, unpaid: &mut u64) {
        let log = self.client.get(&format!("/v1/games/{}/export/json", self.game)).ok();
        let events = log["events"].as_array().unwrap();
        let left = |event: &Value, seat: usize| event["left"][seat].as_u64().unwrap();
        for pair in events.windows(2) {
            let spent: Vec<u64> = (0..2)
                .map(|seat| left(&pair[0], seat).checked_sub(left(&pair[1], seat)).expect("time was given"))
                .collect();
            let passed = pair[1]["at"].as_u64().unwrap() - pair[0]["at"].as_u64().unwrap();
            assert!(spent[0] == 0 || spent[1] == 0, "both paid");
            assert!(spent[0] + spent[1] <= passed, "more was charged than passed");
            if let Some(since) = pair[1]["fact"]["interrupted"].as_u64() {
                let before = since - pair[0]["at"].as_u64().unwrap();
                assert_eq!(
                    spent[0] + spent[1],
                    before,
                    "charged up to the last sign of life, and no further"
                );
            }
        }
        if let (Some(killed), Some(since)) =
            (killed, events.last().and_then(|event| event["fact"]["interrupted"].as_u64()))
        {
            assert!(since <= killed, "somebody paid for the outage");
            *unpaid = (*unpaid).max(killed - since);
        }
    }
}

fn check_database(folder: &Folder) {
    let connection = rusqlite::Connection::open(folder.database()).unwrap();
    let found: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(found, "ok");
}

#[test]
fn nothing_acknowledged_is_lost_by_kill_minus_nine() {
    let folder = Folder::new();
    let mut server = Process::serve(&folder);
    let mut workers: Vec<Worker> = (0..WORKERS).map(|number| Worker::new(&server, number as u64)).collect();
    let mut dice = Dice(4711);
    let (mut acknowledged, mut unanswered, mut unpaid) = (0, 0, 0);
    for _ in 0..rounds() {
        let is_killed = AtomicBool::new(false);
        let mut killed = 0;
        thread::scope(|scope| {
            for worker in &mut workers {
                let is_killed = &is_killed;
                scope.spawn(
                    move || {
                        while !is_killed.load(Ordering::Relaxed) && !worker.is_over && worker.step() {}
                    },
                );
            }
            thread::sleep(Duration::from_millis(20 + dice.roll(200)));
            server.kill();
            killed = now();
            is_killed.store(true, Ordering::Relaxed);
        });
        check_database(&folder);
        server = Process::serve(&folder);
        for worker in &mut workers {
            worker.client.address = server.address;
            worker.verify(Some(killed), &mut unpaid);
            unanswered += u64::from(worker.pending.is_some());
            // What was not answered is sent again, and is obeyed once.
            while worker.pending.is_some() {
                assert!(worker.step());
            }
            worker.verify(None, &mut unpaid);
            if worker.is_over || worker.acknowledged.len() > 200 {
                acknowledged += worker.acknowledged.len();
                worker.new_game();
            } else {
                worker.look();
            }
        }
    }
    acknowledged += workers.iter().map(|worker| worker.acknowledged.len()).sum::<usize>();
    println!(
        "{} rounds of kill -9: {acknowledged} acknowledged moves, none lost, none twice; {unanswered} unanswered ones \
         sent again; at most {unpaid} ms before a kill were not charged",
        rounds()
    );
}
