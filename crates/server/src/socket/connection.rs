use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message, Utf8Bytes};

use super::meter::{Meter, Metered};
use crate::Error;
use crate::bus::Heard;
use crate::http::{App, Caller, find_room};
use crate::limit::Kind;
use crate::room::Room;
use crate::wire::{FromClient, FromServer, Submit};

/// How often the network is measured.
const PING: Duration = Duration::from_secs(5);

/// How many messages of any kind somebody may send in the time between two measurements.
const MOST_PER_PING: u32 = 200;

/// How long saying goodbye may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// One WebSocket.
pub(super) struct Connection {
    app: Arc<App>,
    room: Room,
    id: String,
    caller: Caller,
    stream: WebSocketStream<Metered<TokioIo<Upgraded>>>,
    meter: Meter,
    /// The version that the client was told.
    told: u32,
    /// When the network was last asked, and what for.
    asked: Option<(Instant, [u8; 8])>,
    answered: Instant,
    received: u32,
}

/// Why a connection ends.
type Ending = (CloseCode, &'static str);

impl Connection {
    pub fn new(
        app: Arc<App>,
        room: Room,
        id: String,
        caller: Caller,
        stream: WebSocketStream<Metered<TokioIo<Upgraded>>>,
        meter: Meter,
    ) -> Connection {
        let answered = Instant::now();
        Connection { app, room, id, caller, stream, meter, told: 0, asked: None, answered, received: 0 }
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
        if let Err(Some((code, reason))) = ending {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            let _ = timeout(FAREWELL, self.farewell(frame)).await;
        }
    }

    /// Says why, and waits for the other end, so that it is not lost in what is still on its way.
    async fn farewell(&mut self, frame: CloseFrame) {
        self.meter.reset();
        if self.stream.close(Some(frame)).await.is_ok() {
            while let Some(Ok(_)) = self.stream.next().await {
                self.meter.reset();
            }
        }
    }

    async fn talk(&mut self, since: Option<u32>) -> Result<(), Option<Ending>> {
        let Ok(game) = self.id.parse() else { return Err(None) };
        let mut notices = self.app.house.bus.subscribe(game);
        self.begin(since).await?;
        let mut closing = self.app.closing.clone();
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = self.stream.next() => {
                    self.meter.reset();
                    self.hear(message).await?;
                }
                heard = notices.next() => match heard {
                    Heard::Notice(notice) if notice.version > self.told + 1 => self.catch_up().await?,
                    Heard::Notice(notice) => self.pass_on(notice.version, &notice.text).await?,
                    Heard::Gap => self.catch_up().await?,
                    Heard::End => return Err(Some((CloseCode::Away, "the game is closed"))),
                },
                _ = pings.tick() => self.measure().await?,
                _ = closing.changed() => return Err(Some((CloseCode::Restart, "the server is shutting down"))),
            }
        }
    }

    /// The whole game, or what somebody missed who has seen a version of it.
    async fn begin(&mut self, since: Option<u32>) -> Result<(), Option<Ending>> {
        if let Some(since) = since {
            self.told = since;
            return self.catch_up().await;
        }
        let snapshot = self.room.look().await.map_err(|_| internal())?;
        self.told = snapshot.version;
        self.say(&FromServer::Game(snapshot.view(self.caller.id()))).await
    }

    /// Entries in order and once; everything else as it comes.
    async fn pass_on(&mut self, version: u32, text: &str) -> Result<(), Option<Ending>> {
        let is_entry = text.starts_with("{\"type\":\"entry\"");
        if is_entry && version <= self.told {
            return Ok(());
        }
        self.told = self.told.max(version);
        self.send(Message::text(text)).await
    }

    async fn catch_up(&mut self) -> Result<(), Option<Ending>> {
        let room = find_room(&self.app, &self.id).await.map_err(|_| internal())?;
        for entry in room.missing(self.told).await.map_err(|_| internal())? {
            if let FromServer::Entry { version, .. } = entry {
                self.told = version;
            }
            self.say(&entry).await?;
        }
        Ok(())
    }

    /// Asks the network how long it takes, and hangs up where nobody answers.
    async fn measure(&mut self) -> Result<(), Option<Ending>> {
        self.received = 0;
        if self.answered.elapsed() > self.app.house.config.limits.patience {
            return Err(Some((CloseCode::Policy, "no answer came for too long")));
        }
        if self.asked.is_some() {
            return Ok(());
        }
        let mut nonce = [0; 8];
        let _ = getrandom::fill(&mut nonce);
        self.asked = Some((Instant::now(), nonce));
        self.send(Message::Ping(nonce.to_vec().into())).await
    }

    async fn hear(&mut self, message: Option<Result<Message, SocketError>>) -> Result<(), Option<Ending>> {
        self.received += 1;
        if self.received > MOST_PER_PING {
            return Err(Some((CloseCode::Policy, "too many messages")));
        }
        match message {
            None | Some(Ok(Message::Close(_))) => Err(None),
            Some(Err(error)) => Err(ending_of(&error)),
            Some(Ok(Message::Text(text))) => self.obey(&text).await,
            Some(Ok(Message::Binary(_))) => Err(Some((CloseCode::Unsupported, "messages are JSON text"))),
            Some(Ok(Message::Pong(nonce))) => {
                self.pong(&nonce).await;
                Ok(())
            }
            Some(Ok(Message::Ping(_) | Message::Frame(_))) => Ok(()),
        }
    }

    /// Only the answer to the question counts: others could be made up early.
    async fn pong(&mut self, nonce: &[u8]) {
        let Some((at, asked)) = self.asked else { return };
        if nonce != asked {
            return;
        }
        self.asked = None;
        self.answered = Instant::now();
        if let Some(player) = self.caller.id() {
            self.room.measured(player, at.elapsed()).await;
        }
    }

    async fn obey(&mut self, text: &str) -> Result<(), Option<Ending>> {
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

    async fn command(&mut self, submit: Submit) -> Result<(), Option<Ending>> {
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

    async fn say(&mut self, message: &FromServer) -> Result<(), Option<Ending>> {
        self.send(Message::text(message.to_text())).await
    }

    /// Whoever does not take what is sent is let go: nothing is kept for them.
    async fn send(&mut self, message: Message) -> Result<(), Option<Ending>> {
        let patience = self.app.house.config.limits.patience;
        match timeout(patience, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }
}

fn internal() -> Option<Ending> {
    Some((CloseCode::Error, "the game cannot be read"))
}

/// What an unreadable message is answered with.
fn ending_of(error: &SocketError) -> Option<Ending> {
    match error {
        SocketError::Capacity(CapacityError::MessageTooLong { .. }) => {
            Some((CloseCode::Size, "messages have at most 16384 bytes"))
        }
        SocketError::Io(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
            Some((CloseCode::Policy, "much came, but no message"))
        }
        SocketError::Utf8(_) => Some((CloseCode::Invalid, "messages are UTF-8 text")),
        SocketError::Protocol(_) => Some((CloseCode::Protocol, "this is no WebSocket message")),
        _ => None,
    }
}
