//! A game that two play and others watch.

use std::time::Instant;

use serde_json::json;
use tabiya_notation::{Fen, UciMove};
use tabiya_rules::{Color, Fide, Key, Position};

use super::client::{Client, text};
use super::random::Dice;

/// Two players and the game between them, as it stands after the last move that was sent.
pub struct Table {
    pub game: String,
    /// The version of the game that the next move goes upon.
    pub version: u32,
    pub position: Position<Fide>,
    pub plies: usize,
    /// When the last move was to be sent: what keeps the generator waiting counts as waiting.
    pub sent: Instant,
    seen: Vec<Key>,
    dice: Dice,
}

/// Makes a player, and gives the token.
pub fn player(client: Client, name: &str) -> String {
    let body = json!({ "name": name, "token": true }).to_string();
    text(&client.request("POST", "/v1/session", None, &body), "token")
}

impl Table {
    /// A game with a clock that nobody will overstep, by way of the lobby.
    pub fn open(clients: [Client; 2], tokens: &[String; 2], seed: u64) -> Table {
        let [white, black] = clients;
        let wish = json!({ "opponent": "lobby", "clock": "60+5", "color": "white" }).to_string();
        let game = text(&white.request("POST", "/v1/games", Some(&tokens[0]), &wish), "game");
        black.request("POST", &format!("/v1/games/{game}/join"), Some(&tokens[1]), "{}");
        let position = Position::start();
        let seen = vec![position.key()];
        Table { game, version: 0, position, plies: 0, sent: Instant::now(), seen, dice: Dice::new(seed) }
    }

    /// Where the game is told.
    pub fn socket(&self) -> String {
        format!("/v1/games/{}/socket", self.game)
    }

    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Makes the next move, which was to be sent at a certain time, and gives the command for it.
    pub fn next_command(&mut self, due: Instant) -> String {
        let m = self.dice.choose(&self.position, &self.seen);
        let written = UciMove::from_move(m, &self.position);
        let command = format!(
            "{{\"type\":\"command\",\"id\":\"{}\",\"version\":{},\"thought\":0,\
             \"action\":{{\"do\":\"move\",\"move\":\"{written}\"}}}}",
            self.plies, self.version
        );
        self.position = self.position.play_unchecked(m);
        self.seen.push(self.position.key());
        self.plies += 1;
        self.version += 1;
        self.sent = due;
        command
    }

    /// White gives up.
    pub fn resign(&self, white: Client, token: &str) {
        let command = json!({ "id": "resign", "version": self.version, "action": { "do": "resign" } });
        let path = format!("/v1/games/{}/commands", self.game);
        white.request("POST", &path, Some(token), &command.to_string());
    }

    /// The server's game must be ours, move for move.
    pub fn check(&self, client: Client) {
        let view = client.request("GET", &format!("/v1/games/{}", self.game), None, "");
        assert_eq!(view["version"], self.version, "{view}");
        assert_eq!(view["line"].as_array().map(Vec::len), Some(self.plies), "{view}");
        assert_eq!(view["state"]["fen"], Fen::from(&self.position).to_string(), "{view}");
    }
}
