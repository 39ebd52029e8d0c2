use std::io;

use hyper::Method;
use serde_json::{Value, json};
use tabiya_rules::Language;
use tabiya_trust::TlsTrust;
use tokio::runtime::{Builder, Runtime};

use crate::api::{
    GameInList, GameOnServer, GameWish, GamesList, InvitationAnswer, RefusalCode, RulesChoice, ServerWelcome,
    SessionAnswer,
};
use crate::connection::ServerCaller;
use crate::lobby_row::LobbyRow;
use crate::lobby_wish::SeatWish;
use crate::remote_error::RemoteError;
use crate::server_link::{ServerAddress, is_name};

/// Whoever asks a server for something and waits for the answer.
pub struct ServerClient {
    pub(crate) caller: ServerCaller,
    runtime: Runtime,
}

/// A link for somebody else, and what to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerInvitation {
    /// The link.
    pub url: String,
    /// What to do where others could not follow it.
    pub hint: Option<String>,
}

/// What is made of an answer that is not waited for.
type AnswerOf<T> = Result<T, RemoteError>;

impl ServerClient {
    /// A client of a server, who is nobody yet.
    pub fn new(address: ServerAddress, language: Language, trust: &TlsTrust) -> io::Result<ServerClient> {
        let tls = std::sync::Arc::clone(trust.config());
        let caller = ServerCaller { address, token: None, language, tls, version: None };
        Ok(ServerClient { caller, runtime: Builder::new_current_thread().enable_all().build()? })
    }

    /// The same for another thread.
    pub(crate) fn another(&self) -> io::Result<ServerClient> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(ServerClient { caller: self.caller.clone(), runtime })
    }

    /// Is told everything in another language from now on.
    pub fn speak(&mut self, language: Language) {
        self.caller.language = language;
    }

    /// The language in which everything is told.
    pub(crate) fn language(&self) -> Language {
        self.caller.language
    }

    /// The server.
    pub fn address(&self) -> &ServerAddress {
        &self.caller.address
    }

    fn get<T: serde::de::DeserializeOwned>(&self, path: &str) -> AnswerOf<T> {
        self.runtime.block_on(self.caller.call(Method::GET, path, None))
    }

    fn post<T: serde::de::DeserializeOwned>(&self, path: &str, body: &Value) -> AnswerOf<T> {
        self.runtime.block_on(self.caller.call(Method::POST, path, Some(body)))
    }

    /// Greets the server, and finds out whether it is one of ours that can be talked to.
    pub fn greet(&mut self) -> AnswerOf<ServerWelcome> {
        let server = || self.caller.address.clone();
        let answer = self.runtime.block_on(self.caller.ask(Method::GET, "/v1/", None))?;
        if !answer.status.is_success() {
            let refusal = self.caller.refusal(&answer);
            let is_ours = refusal.code() == Some(RefusalCode::NoSuchPath);
            return Err(if is_ours { RemoteError::OtherApi { server: server() } } else { refusal });
        }
        let told: Value =
            serde_json::from_slice(&answer.bytes).map_err(|_| RemoteError::NotTabiya { server: server() })?;
        if told["name"] != "tabiya" {
            return Err(RemoteError::NotTabiya { server: server() });
        }
        self.caller.version = told["version"].as_str().map(str::to_owned);
        serde_json::from_value(told).map_err(|_| self.caller.not_understood())
    }

    /// Is somebody again by a token. Says what they are called, or that nobody is known by it any more.
    pub fn resume_session(&mut self, token: &str) -> AnswerOf<Option<String>> {
        self.caller.token = Some(token.to_owned());
        match self.get::<SessionAnswer>("/v1/session") {
            Ok(session) => Ok(Some(session.name)),
            Err(RemoteError::Refused { status: Some(401), .. }) => {
                self.caller.token = None;
                Ok(None)
            }
            Err(why) => Err(why),
        }
    }

    /// Becomes somebody of that name, and gives the token that proves it from now on.
    pub fn begin_session(&mut self, name: &str) -> AnswerOf<String> {
        let session: SessionAnswer = self.post("/v1/session", &json!({"name": name, "token": true}))?;
        let token = session.token.ok_or_else(|| self.caller.not_understood())?;
        self.caller.token = Some(token.clone());
        Ok(token)
    }

    /// Is called otherwise in games to come.
    pub fn rename(&self, name: &str) -> AnswerOf<()> {
        let body = json!({"name": name});
        self.runtime.block_on(self.caller.tell(Method::PATCH, "/v1/session", Some(&body)))
    }

    /// The seats that anybody may take.
    pub fn open_seats(&self) -> AnswerOf<Vec<GameInList>> {
        self.get("/v1/lobby")
    }

    /// Games that somebody plays at the moment, to watch.
    pub fn running_games(&self) -> AnswerOf<Vec<GameInList>> {
        self.get("/v1/running")
    }

    /// One's own games that are not over, the latest first.
    pub fn own_games(&self) -> AnswerOf<Vec<GameInList>> {
        self.get::<GamesList>("/v1/games?mine=true&unfinished=true").map(|list| list.games)
    }

    /// The seats that anybody may take, and one's own games behind them.
    pub fn seats_and_own_games(&self) -> AnswerOf<Vec<LobbyRow>> {
        let own = self.own_games()?;
        Ok(LobbyRow::seats_and_own(self.open_seats()?, own))
    }

    /// Everything that can be chosen in the lobby: what there is to play, then what there is to watch.
    pub(crate) fn lobby_rows(&self) -> AnswerOf<Vec<LobbyRow>> {
        let mut rows = self.seats_and_own_games()?;
        let is_listed = |game: &GameInList| rows.iter().any(|row| row.game() == game.game);
        let others: Vec<GameInList> =
            self.running_games()?.into_iter().filter(|game| !is_listed(game)).collect();
        rows.extend(others.into_iter().map(LobbyRow::Watched));
        Ok(rows)
    }

    /// Takes a seat, goes on with a game, or watches it.
    pub fn enter(&self, row: &LobbyRow) -> AnswerOf<GameOnServer> {
        match row {
            LobbyRow::Seat(seat) => self.join(&seat.game, None),
            LobbyRow::Own(game) | LobbyRow::Watched(game) => self.game(&game.game),
        }
    }

    /// A game.
    pub fn game(&self, game: &str) -> AnswerOf<GameOnServer> {
        self.get(&path(game, ""))
    }

    /// Takes the open seat of a game, by an invitation or without.
    pub fn join(&self, game: &str, invitation: Option<&str>) -> AnswerOf<GameOnServer> {
        self.post(&path(game, "/join"), &invitation.map_or(json!({}), |key| json!({"invitation": key})))
    }

    /// Takes a seat that is moved here from another device. Whatever is answered, the game is asked for again.
    pub fn take_seat(&self, key: &str) -> AnswerOf<()> {
        let path = format!("/v1/seats/{}", if is_name(key) { key } else { "-" });
        self.runtime.block_on(self.caller.tell(Method::POST, &path, Some(&json!({}))))
    }

    /// Makes a game.
    pub fn make_game(&self, wish: &SeatWish) -> AnswerOf<GameOnServer> {
        let SeatWish { opponent, rules, clock, color } = wish;
        let wish = GameWish {
            opponent: *opponent,
            rules: rules.clone().map(RulesChoice::Name),
            clock: clock.clone(),
            color: color.map(|color| if color.is_white() { "white" } else { "black" }),
        };
        let body = serde_json::to_value(wish).map_err(|_| self.caller.not_understood())?;
        self.post("/v1/games", &body)
    }

    /// The link by which somebody takes the open seat of one's own game.
    pub fn invitation(&self, game: &str) -> AnswerOf<ServerInvitation> {
        let InvitationAnswer { url, hint } = self.get(&path(game, "/invitation"))?;
        Ok(ServerInvitation { url, hint })
    }
}

/// The address of a game. What cannot be the name of one leads to none.
pub(crate) fn path(game: &str, rest: &str) -> String {
    format!("/v1/games/{}{rest}", if is_name(game) { game } else { "-" })
}
