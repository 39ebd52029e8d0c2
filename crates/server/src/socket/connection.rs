use std::sync::Arc;

use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::line::{Ending, Line, Said, shutting_down};
use crate::Error;
use crate::bus::Heard;
use crate::http::{App, Caller, find_room};
use crate::limit::Kind;
use crate::room::Room;
use crate::wire::{FromClient, FromServer, Submit};

/// Somebody who watches or plays a game over a WebSocket.
pub(super) struct Connection {
    app: Arc<App>,
    room: Room,
    id: String,
    caller: Caller,
    line: Line,
    /// The version that the client was told.
    told: u32,
}

impl Connection {
    pub fn new(app: Arc<App>, room: Room, id: String, caller: Caller, line: Line) -> Connection {
        Connection { app, room, id, caller, line, told: 0 }
    }

    /// Tells the game until somebody hangs up.
    pub async fn run(mut self, since: Option<u32>) {
        let who = self.caller.id();
        self.room.enter(who).await;
        let ending = self.talk(since).await;
        // The room may have been opened anew since.
        if let Ok(room) = find_room(&self.app, &self.id).await {
            room.leave(who).await;
        }
        self.line.hang_up(ending.err().flatten()).await;
    }

    async fn talk(&mut self, since: Option<u32>) -> Result<(), Ending> {
        let Ok(game) = self.id.parse() else { return Err(None) };
        let mut notices = self.app.house.bus.subscribe(game);
        self.begin(since).await?;
        let mut closing = self.app.closing.clone();
        let mut measurements = Line::measurements();
        loop {
            tokio::select! {
                said = self.line.hear() => match said? {
                    Said::Text(text) => self.obey(&text).await?,
                    Said::Measured(ping) => if let Some(player) = self.caller.id() {
                        self.room.measured(player, ping).await;
                    },
                    Said::Nothing => {}
                },
                heard = notices.next() => match heard {
                    Heard::Notice(notice) if notice.version > self.told + 1 => self.catch_up().await?,
                    Heard::Notice(notice) => self.pass_on(notice.version, &notice.text).await?,
                    Heard::Gap => self.catch_up().await?,
                    Heard::End => return Err(Some((CloseCode::Away, "the game is closed"))),
                },
                _ = measurements.tick() => self.line.measure().await?,
                _ = closing.changed() => return Err(shutting_down()),
            }
        }
    }

    /// The whole game, or what somebody missed who has seen a version of it.
    async fn begin(&mut self, since: Option<u32>) -> Result<(), Ending> {
        if let Some(since) = since {
            self.told = since;
            return self.catch_up().await;
        }
        let snapshot = self.room.look().await.map_err(|_| internal())?;
        self.told = snapshot.version;
        self.say(&FromServer::Game(snapshot.view(self.caller.id()))).await
    }

    /// Entries in order and once; everything else as it comes.
    async fn pass_on(&mut self, version: u32, text: &str) -> Result<(), Ending> {
        let is_entry = text.starts_with("{\"type\":\"entry\"");
        if is_entry && version <= self.told {
            return Ok(());
        }
        self.told = self.told.max(version);
        self.line.say(text).await
    }

    async fn catch_up(&mut self) -> Result<(), Ending> {
        let room = find_room(&self.app, &self.id).await.map_err(|_| internal())?;
        for entry in room.missing(self.told).await.map_err(|_| internal())? {
            if let FromServer::Entry { version, .. } = entry {
                self.told = version;
            }
            self.say(&entry).await?;
        }
        Ok(())
    }

    async fn obey(&mut self, text: &str) -> Result<(), Ending> {
        match serde_json::from_str(text) {
            Ok(FromClient::Command(submit)) => self.command(submit).await,
            Ok(FromClient::Ping { version }) => {
                let seen = version.min(self.told);
                if seen < self.told {
                    self.told = seen;
                    self.catch_up().await?;
                }
                let now = self.app.house.now.moment().0;
                self.say(&FromServer::Pong { version: self.told, now }).await
            }
            Err(error) => {
                let failure = Error::bad("bad_json", error).into_failure();
                self.say(&FromServer::Failed { id: None, failure }).await
            }
        }
    }

    async fn command(&mut self, submit: Submit) -> Result<(), Ending> {
        let id = submit.id.clone();
        let result = match self.rate() {
            Ok(()) => match find_room(&self.app, &self.id).await {
                Ok(room) => room.submit(self.caller.id(), submit).await,
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        match result {
            Ok(accepted) => {
                // What happened is told before that it was accepted, and once.
                match accepted.entry {
                    Some(entry) if accepted.version == self.told + 1 => {
                        self.told = accepted.version;
                        self.say(&entry).await?;
                    }
                    _ if accepted.version > self.told => self.catch_up().await?,
                    _ => {}
                }
                self.say(&FromServer::Accepted { id, version: accepted.version }).await
            }
            Err(error) => self.say(&FromServer::Failed { id: Some(id), failure: error.into_failure() }).await,
        }
    }

    fn rate(&self) -> Result<(), Error> {
        match self.caller.id() {
            Some(player) => self.app.buckets.take(Kind::Request, player.to_string()),
            None => Ok(()),
        }
    }

    async fn say(&mut self, message: &FromServer) -> Result<(), Ending> {
        self.line.say(&message.to_text()).await
    }
}

fn internal() -> Ending {
    Some((CloseCode::Error, "the game cannot be read"))
}
