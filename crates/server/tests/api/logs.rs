//! No command, retry or restart makes a log that does not replay.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tabiya_game::{Event, Game, NodeId};
use tabiya_notation::Fen;

use crate::support::client::{Client, Reply};
use crate::support::{Folder, TestServer};

#[test]
fn an_open_game_is_taken_back_once_however_often_that_is_sent() {
    let folder = Folder::new();
    let server = TestServer::open(&folder);
    let ann = server.player("Ann");
    let mut made = Vec::new();
    for opponent in ["lobby", "link"] {
        let game = ann.create(&json!({ "opponent": opponent }));
        made.push(game.clone());
        let abort = json!({ "do": "abort" });
        let early = ann.command(&game, "early", 7, &abort);
        assert_eq!(early.error(), (400, "future_version".to_owned()), "{early:?}");
        let first = ann.command(&game, "off", 0, &abort).ok();
        let again = ann.command(&game, "off", 0, &abort).ok();
        assert_eq!((&first, &again), (&json!({ "version": 0, "entry": null }), &first));
        let other = ann.command(&game, "other", 0, &abort);
        assert_eq!(other.error(), (404, "called_off".to_owned()));
        let late = ann.command(&game, "late", 0, &json!({ "do": "move", "move": "e2e4" }));
        assert_eq!(late.error(), (404, "called_off".to_owned()));
        let changed = ann.command(&game, "off", 0, &json!({ "do": "resign" }));
        assert_eq!(changed.error(), (409, "id_reused".to_owned()));
        for path in ["", "/entries", "/export/pgn", "/export/json", "/invitation", "/threats"] {
            let reply = ann.get(&format!("/v1/games/{game}{path}"));
            assert_eq!(reply.error(), (404, "called_off".to_owned()), "{path}: {reply:?}");
        }
        let joined = server.player("Bob").post(&format!("/v1/games/{game}/join"), &json!({}));
        assert_eq!(joined.error(), (404, "called_off".to_owned()), "{joined:?}");
    }
    drop(server);
    let server = TestServer::open(&folder);
    let listed = server.stranger().get("/v1/games").ok();
    assert_eq!(listed["games"], json!([]));
    for game in made {
        let reply = server.stranger().get(&format!("/v1/games/{game}"));
        assert_eq!(reply.error(), (404, "called_off".to_owned()), "{reply:?}");
    }
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn of<T: Clone>(&mut self, some: &[T]) -> T {
        some[self.below(some.len())].clone()
    }
}

/// A command that was sent: by whom, to which game.
#[derive(Clone)]
struct Sent {
    who: usize,
    game: String,
    id: String,
    version: u64,
    action: Value,
}

/// Some who do anything that comes to their minds, as often as they like, and a server that comes and goes.
struct Crowd<'a> {
    folder: &'a Folder,
    server: Option<TestServer>,
    tokens: Vec<Option<String>>,
    games: Vec<String>,
    sent: Vec<Sent>,
    /// The games in which something may have happened since they were looked at.
    touched: BTreeSet<String>,
    dice: Dice,
    obeyed: usize,
    refused: usize,
    /// How many games somebody joined that came from a file, and how many were made from one and under other rules.
    joined_opened: usize,
    opened: usize,
    other_rules: usize,
}

/// Rule sets other than ordinary chess, with positions of their own, other kings and passes among them.
const RULES: [&str; 7] = ["chess960", "hong", "hong-written", "cuhk", "waterloo", "byu", "imperial"];

/// Games with moves, variations and remarks: one goes on, one comes from a position, one is over.
const FILES: [&str; 3] = [
    "[White \"A\"]\n\n1. e4 {best} (1. d4 d5 (1... Nf6)) e5 2. Nf3 *",
    "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/7p/4K3 b - - 0 1\"]\n\n1... Kd7 2. Kd2 *",
    "1. f3 e5 2. g4 Qh4# 0-1",
];

const ACTIONS: [&str; 18] = [
    r#"{"do":"pass"}"#,
    r#"{"do":"undo"}"#,
    r#"{"do":"undo","plies":1}"#,
    r#"{"do":"redo"}"#,
    r#"{"do":"go_to","node":2}"#,
    r#"{"do":"ask_takeback"}"#,
    r#"{"do":"answer_takeback","accept":true}"#,
    r#"{"do":"answer_takeback","accept":false}"#,
    r#"{"do":"offer_draw"}"#,
    r#"{"do":"answer_draw","accept":false}"#,
    r#"{"do":"answer_draw","accept":true}"#,
    r#"{"do":"claim_draw"}"#,
    r#"{"do":"resign"}"#,
    r#"{"do":"abort"}"#,
    r#"{"do":"abort"}"#,
    r#"{"do":"claim_left"}"#,
    r#"{"do":"stop"}"#,
    r#"{"do":"go_on"}"#,
];

impl<'a> Crowd<'a> {
    fn new(folder: &'a Folder, seed: u64) -> Crowd<'a> {
        let server = TestServer::open(folder);
        let tokens = ["Ann", "Bob", "Eve"].map(|name| server.player(name).token).to_vec();
        let (games, sent, touched) = (vec![], vec![], BTreeSet::new());
        Crowd {
            folder,
            server: Some(server),
            tokens,
            games,
            sent,
            touched,
            dice: Dice(seed),
            obeyed: 0,
            refused: 0,
            joined_opened: 0,
            opened: 0,
            other_rules: 0,
        }
    }

    fn client(&self, who: usize) -> Client {
        let address = self.server.as_ref().expect("it runs").address;
        Client { address, token: self.tokens[who].clone() }
    }

    fn step(&mut self) {
        match self.dice.below(24) {
            0..3 => self.make_game(),
            3 => {
                let (who, game) = (self.dice.below(3), self.some_game());
                self.join(who, &game);
            }
            4 => {
                let (who, game) = (self.dice.below(3), self.some_game());
                let path = format!("/v1/games/{game}/rematch");
                let method = self.dice.of(&["POST", "POST", "DELETE"]);
                let reply = self.client(who).send(method, &path, "{}").unwrap();
                self.touched.insert(game);
                if let Some(next) = reply.json()["next"].as_str()
                    && !self.games.iter().any(|game| game == next)
                {
                    self.games.push(next.to_owned());
                    self.touched.insert(next.to_owned());
                }
            }
            5 => {
                drop(self.server.take());
                self.server = Some(TestServer::open(self.folder));
                self.touched.extend(self.games.iter().rev().take(6).cloned());
            }
            6..11 if !self.sent.is_empty() => {
                // Mostly what was sent last: a lost answer is asked for at once.
                let reach = self.dice.of(&[1, 1, 2, 8]);
                let recent = self.sent.len().saturating_sub(reach);
                let mut again = self.sent[recent + self.dice.below(self.sent.len() - recent)].clone();
                if self.dice.below(4) == 0 {
                    again.action = serde_json::from_str(self.dice.of(&ACTIONS)).unwrap();
                }
                self.send(&again);
            }
            _ => self.command(),
        }
    }

    fn some_game(&mut self) -> String {
        let recent = self.games.len().saturating_sub(5);
        let number = recent + self.dice.below(self.games.len() - recent);
        self.games[number].clone()
    }

    fn make_game(&mut self) {
        let opponent =
            self.dice.of(&[json!("lobby"), json!("link"), json!("here"), json!({ "computer": 1 })]);
        let mut wish = json!({ "opponent": opponent, "clock": self.dice.of(&[json!(null), json!("5+3")]) });
        match self.dice.below(4) {
            0 => {}
            1 => wish["rules"] = json!({ "name": self.dice.of(&RULES) }),
            2 => wish["open"] = json!({ "pgn": self.dice.of(&FILES) }),
            // The file names no rules: those that are wished for count.
            _ => {
                wish["open"] = json!({ "pgn": FILES[0] });
                wish["rules"] = json!({ "name": self.dice.of(&["byu", "imperial"]) });
            }
        }
        let who = self.dice.below(3);
        let reply = self.client(who).post("/v1/games", &wish);
        // Nobody else can play on in a file that is over.
        if wish["open"]["pgn"] == FILES[2] && reply.error() == (422, "over_there".to_owned()) {
            self.refused += 1;
            return;
        }
        let game = reply.ok()["game"].as_str().unwrap().to_owned();
        self.opened += usize::from(!wish["open"].is_null());
        self.other_rules += usize::from(!wish["rules"].is_null());
        self.games.push(game.clone());
        self.touched.insert(game.clone());
        // Left to chance alone, most would be taken back before anybody comes.
        if wish["opponent"] == "lobby" && self.dice.below(2) == 0 {
            self.join((who + 1) % 3, &game);
        }
    }

    fn join(&mut self, who: usize, game: &str) {
        let reply = self.client(who).post(&format!("/v1/games/{game}/join"), &json!({}));
        self.touched.insert(game.to_owned());
        self.count(&reply);
        self.joined_opened += usize::from(reply.status == 200 && !reply.json()["opened"].is_null());
    }

    fn command(&mut self) {
        let game = self.some_game();
        let first = self.dice.below(3);
        // Mostly somebody who can move, sometimes anybody.
        let others = if self.dice.below(4) == 0 { 1 } else { 3 };
        let views = (first..first + others).map(|who| (who % 3, self.client(who % 3)));
        let views = views.map(|(who, client)| (who, client.get(&format!("/v1/games/{game}"))));
        let views: Vec<(usize, Value)> =
            views.filter(|(_, reply)| reply.status != 404).map(|(who, reply)| (who, reply.ok())).collect();
        let can_move = |(_, view): &&(usize, Value)| view["state"]["dests"].is_object();
        let Some((who, view)) = views.iter().find(can_move).or(views.first()).cloned() else { return };
        let dests = view["state"]["dests"].as_object().into_iter().flatten();
        let moves: Vec<(String, String)> =
            dests.map(|(from, to)| (from.clone(), to.as_str().unwrap()[..2].to_owned())).collect();
        let action = if view["stage"] == "open" && self.dice.below(2) == 0 {
            json!({ "do": "abort" })
        } else if moves.is_empty() || self.dice.below(4) == 0 {
            serde_json::from_str(self.dice.of(&ACTIONS)).unwrap()
        } else {
            let (from, to) = self.dice.of(&moves);
            json!({ "do": "move", "move": format!("{from}{to}") })
        };
        let version = view["version"].as_u64().unwrap().saturating_sub(self.dice.below(8) as u64 / 7);
        let id = format!("c{}", self.sent.len());
        let sent = Sent { who, game, id, version, action };
        self.send(&sent);
        self.sent.push(sent);
    }

    fn send(&mut self, sent: &Sent) {
        let reply = self.client(sent.who).command(&sent.game, &sent.id, sent.version, &sent.action);
        self.touched.insert(sent.game.clone());
        self.count(&reply);
    }

    fn count(&mut self, reply: &Reply) {
        assert!(reply.status < 500, "{reply:?}");
        let is_obeyed = reply.status < 300;
        self.obeyed += usize::from(is_obeyed);
        self.refused += usize::from(!is_obeyed);
    }

    /// The log of every game in which something may have happened replays to the game that the server has in memory.
    fn check(&mut self) {
        let someone = self.client(0);
        for game in &std::mem::take(&mut self.touched) {
            loop {
                let view = someone.get(&format!("/v1/games/{game}"));
                if view.status == 404 {
                    break;
                }
                let view = view.ok();
                let log = someone.get(&format!("/v1/games/{game}/export/json")).ok();
                // The computer may just have moved.
                if someone.view(game)["version"] == view["version"] {
                    compare(&view, &log);
                    break;
                }
            }
        }
    }
}

fn compare(view: &Value, log: &Value) {
    let events: Vec<Event> = serde_json::from_value(log["events"].clone()).unwrap();
    if events.is_empty() {
        return assert_eq!(view["version"], 0, "{view}");
    }
    let game = Game::replay(&events).unwrap_or_else(|damage| panic!("{damage}: {log}"));
    let state = &view["state"];
    assert_eq!(state["fen"], Fen::from(game.position()).to_string());
    assert_eq!(state["ply"], game.history().current().ply);
    assert_eq!(state["ahead"].as_u64().unwrap_or(0), game.history().ahead().count() as u64);
    assert_eq!(state["ending"].is_null(), game.ending().is_none());
    assert_eq!(state["draw_offer"].is_null(), game.draw_offer().is_none());
    assert_eq!(state["takeback"].is_null(), game.takeback_request().is_none());
    let running = game.clock().and_then(tabiya_game::Clock::running);
    assert_eq!(state["clocks"]["running"].is_null(), running.is_none(), "{view}");
    if !view["opened"].is_null() {
        assert!(game.history().get(NodeId::new(1)).is_some(), "the moves of its file are in the log: {log}");
    }
    let stage = if game.ending().is_some() { "over" } else { "live" };
    assert_eq!(view["stage"], stage);
}

#[test]
fn every_log_replays_to_the_game_in_memory_whatever_is_sent() {
    let (mut obeyed, mut refused) = (0, 0);
    let (mut opened, mut joined_opened, mut other_rules) = (0, 0, 0);
    for seed in 1..=3_u64 {
        let folder = Folder::new();
        let mut crowd = Crowd::new(&folder, 0x9e37_79b9_7f4a_7c15 ^ seed);
        while crowd.games.is_empty() {
            crowd.make_game();
        }
        for _ in 0..160 {
            crowd.step();
            crowd.check();
        }
        // The computer may have moved since, and nothing may have changed where nobody was.
        crowd.touched.extend(crowd.games.iter().rev().take(6).cloned());
        crowd.check();
        obeyed += crowd.obeyed;
        refused += crowd.refused;
        opened += crowd.opened;
        joined_opened += crowd.joined_opened;
        other_rules += crowd.other_rules;
    }
    assert!(obeyed > 50 && refused > 50, "{obeyed} obeyed, {refused} refused");
    assert!(opened > 10 && other_rules > 10, "{opened} from files, {other_rules} under other rules");
    assert!(joined_opened > 1, "{joined_opened} from files were joined");
}
