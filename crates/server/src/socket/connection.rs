use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use tabiya_game::narration::sentence;
use tabiya_rules::{ByLanguage, Language};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::client_socket::{ClientSocket, CloseReason, SocketInput, session_ended, shutting_down};
use super::resyncs::Resyncs;
use crate::bus::{BusEvent, Notice, NoticeKind};
use crate::ending::{LeaveTime, ON_THE_WAY, Successor};
use crate::host::HostSwitches;
use crate::http::{App, Caller};
use crate::rate_limit::RateKind;
use crate::request_json::read_request;
use crate::room::lag::{Ping, Pings};
use crate::room::{PlayerCommand, Room};
use crate::store::GameStage;
use crate::wire::{Audience, FromClient, FromServer, PartView, Submit};
use crate::{Error, GameId};

/// What a connection does now and then, and is large while it does: in memory only meanwhile. Most connections wait.
type Seldom<'a> = Pin<Box<dyn Future<Output = Result<(), CloseReason>> + Send + 'a>>;

/// Somebody who watches or plays a game over a WebSocket.
pub(super) struct Connection {
    app: Arc<App>,
    room: Room,
    id: GameId,
    caller: Caller,
    line: ClientSocket,
    /// The version that the client was told.
    told: u32,
    /// What the client is in the game.
    part: PartView,
    /// Whether the client was here before the game was over: whoever watched it may watch its rematch.
    has_seen_play: bool,
    resyncs: Resyncs,
    /// What was measured on this very connection.
    pings: Pings,
}

impl Connection {
    pub fn new(app: Arc<App>, room: Room, id: GameId, caller: Caller, line: ClientSocket) -> Connection {
        let resyncs = Resyncs::new(Instant::now());
        Connection {
            app,
            room,
            id,
            caller,
            line,
            told: 0,
            part: PartView::Spectator,
            has_seen_play: false,
            resyncs,
            pings: Pings::default(),
        }
    }

    /// Tells the game until somebody hangs up.
    pub async fn run(&mut self, since: Option<u32>) {
        let app = Arc::clone(&self.app);
        let _here =
            self.caller.player.as_ref().map(|player| app.shared.people.enter(player, self.caller.address));
        let listener = self.caller.listener();
        self.room.enter(listener).await;
        let ending = self.talk(since).await.err().flatten();
        if ending == shutting_down(Successor::Another) {
            self.line.hang_up(ending).await;
            sleep(ON_THE_WAY).await;
            self.leave().await;
        } else {
            self.leave().await;
            self.line.hang_up(ending).await;
        }
    }

    async fn leave(&mut self) {
        // The room may have been opened anew since.
        if let Ok(room) = self.app.shared.room(self.id).await {
            room.leave(self.caller.listener()).await;
        }
    }

    async fn talk(&mut self, since: Option<u32>) -> Result<(), CloseReason> {
        let mut notices = self.app.shared.bus.subscribe(self.id);
        self.begin(since).await?;
        let mut departure = LeaveTime::new(self.app.ending.clone());
        let app = Arc::clone(&self.app);
        let mut session = app.session_cache.watch(self.caller.session());
        let mut host = app.shared.host.state.watch();
        let mut told_switches = HostSwitches::default();
        host.mark_changed();
        let mut measurements = ClientSocket::measurements();
        let mut failures = app.shared.store_failure.subscribe();
        if failures.borrow_and_update().is_some() {
            self.tell_trouble().await?;
        }
        loop {
            tokio::select! {
                said = self.line.hear() => match said? {
                    SocketInput::Text(text) => self.obey(&text).await?,
                    SocketInput::Measured(ping) => {
                        // Behind a proxy the line is the proxy's.
                        let line = ping.line.filter(|_| self.caller.connection.is_some());
                        let ping = Ping { line, ..ping };
                        self.pings.add(ping);
                        if let Some(player) = self.caller.id() {
                            self.room.measured(player, ping).await;
                        }
                    }
                    SocketInput::Nothing => {}
                },
                heard = notices.next() => match heard {
                    BusEvent::Notice(notice) => self.pass_on(notice).await?,
                    BusEvent::Gap => self.catch_up().await?,
                    BusEvent::End => return Err(Some((CloseCode::Away, "the game is closed"))),
                },
                _ = measurements.tick() => self.line.measure().await?,
                Ok(()) = failures.changed() => self.tell_trouble().await?,
                _ = host.changed() => {
                    let switches = host.borrow_and_update().switches.clone();
                    if switches != told_switches {
                        self.say(&FromServer::Host(switches.clone())).await?;
                        told_switches = switches;
                    }
                }
                () = session.ended(&app.session_cache, &app.shared) => return Err(session_ended()),
                successor = departure.due() => return Err(shutting_down(successor)),
            }
        }
    }

    /// Whoever only waits or watches learns it too when nothing can be kept, and when it can again.
    async fn tell_trouble(&mut self) -> Result<(), CloseReason> {
        let failure = self.app.shared.store_failure.borrow().as_ref().map(|failure| failure.error.told());
        let language = self.caller.language;
        let says = failure.map(|(_, ByLanguage { english, german })| match language {
            Language::English => format!("{english}: nobody can move until that is mended"),
            Language::German => format!("{german}: niemand kann ziehen, bis das behoben ist"),
        });
        let says = says.map(sentence);
        self.say(&FromServer::Trouble { says }).await
    }

    /// The whole game, or what somebody missed who has seen a version of it.
    async fn begin(&mut self, since: Option<u32>) -> Result<(), CloseReason> {
        match since {
            None => self.tell_game().await,
            Some(since) => {
                self.learn_part().await?;
                self.told = since;
                self.catch_up().await
            }
        }
    }

    fn tell_game(&mut self) -> Seldom<'_> {
        Box::pin(async move {
            let looked = self.room().await?.look().await;
            let snapshot = self.or_hang_up(looked).await?;
            self.told = snapshot.version;
            let viewed = snapshot.view(self.caller.listener()).await;
            let view = self.or_hang_up(viewed).await?;
            self.take_part(view.you.role, view.stage);
            self.say(&FromServer::Game(view)).await
        })
    }

    /// Entries in order and once; everything else as it comes, but not before the entries that it is about.
    async fn pass_on(&mut self, Notice { version, kind }: Notice) -> Result<(), CloseReason> {
        match kind {
            NoticeKind::Entry { .. } if version <= self.told => Ok(()),
            NoticeKind::Entry { turn, texts } if version == self.told + 1 => {
                self.told = version;
                let text = texts.get(self.caller.language).to(Audience::of(self.part, turn));
                self.line.say(text).await
            }
            NoticeKind::Entry { .. } => self.catch_up().await,
            NoticeKind::Seats(text) => {
                self.learn_part().await?;
                self.pass_on_other(version, &text).await
            }
            NoticeKind::Company(_) if self.part == PartView::Spectator && !self.has_seen_play => Ok(()),
            NoticeKind::Company(text) | NoticeKind::Other(text) => self.pass_on_other(version, &text).await,
        }
    }

    async fn pass_on_other(&mut self, version: u32, text: &str) -> Result<(), CloseReason> {
        if version > self.told {
            self.catch_up().await?;
        }
        self.line.say(text).await
    }

    /// What was missed; where that is much, or the client is ahead of the server that went back to a backup, the whole
    /// game instead.
    fn catch_up(&mut self) -> Seldom<'_> {
        Box::pin(async move {
            let missing = self.room().await?.missing(self.caller.listener(), self.told).await;
            let page = self.or_hang_up(missing).await?;
            if page.more || page.version < self.told {
                return self.tell_game().await;
            }
            self.told = page.version;
            let texts: Vec<String> = page.entries.iter().map(FromServer::to_text).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            self.line.say_all(&texts).await
        })
    }

    fn learn_part(&mut self) -> Seldom<'_> {
        Box::pin(async move {
            let part = self.room().await?.part(self.caller.id()).await;
            let (part, stage) = self.or_hang_up(part).await?;
            self.take_part(part, stage);
            Ok(())
        })
    }

    fn take_part(&mut self, part: PartView, stage: GameStage) {
        self.part = part;
        self.has_seen_play |= stage != GameStage::Over;
    }

    /// The room, which may have been opened anew.
    async fn room(&mut self) -> Result<Room, CloseReason> {
        if self.room.is_closed() {
            let found = self.app.shared.room(self.id).await;
            self.room = self.or_hang_up(found).await?;
            self.room.enter(self.caller.listener()).await;
        }
        Ok(self.room.clone())
    }

    /// A game that cannot be read is told as such before the line goes.
    async fn or_hang_up<T>(&mut self, result: Result<T, Error>) -> Result<T, CloseReason> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => {
                self.refuse(None, error).await?;
                Err(internal())
            }
        }
    }

    fn obey<'a>(&'a mut self, text: &'a str) -> Seldom<'a> {
        Box::pin(self.obey_text(text))
    }

    async fn obey_text(&mut self, text: &str) -> Result<(), CloseReason> {
        let rate = self.app.rate_limiter.take(RateKind::Request, self.caller.requester(&self.app.shared));
        match (read_request(text.as_bytes()), rate) {
            (Ok(FromClient::Command(submit)), rate) => self.command(submit, rate).await,
            (_, Err(error)) => self.refuse(None, error).await,
            (Ok(FromClient::Ping { version }), Ok(())) => {
                // Whoever asks again and again for what was told has to wait for it.
                if version != self.told && self.resyncs.take(Instant::now()) {
                    self.told = version;
                    self.catch_up().await?;
                }
                let now = self.app.shared.now.moment().0;
                self.say(&FromServer::Pong { version: self.told, now }).await
            }
            (Err(error), Ok(())) => self.refuse(None, Error::bad_json(&error)).await,
        }
    }

    async fn command(&mut self, submit: Submit, rate: Result<(), Error>) -> Result<(), CloseReason> {
        let id = submit.id.clone();
        let quota = &self.app.shared.file_quota;
        let counted = |command: PlayerCommand| {
            quota.count_command(&command.action, self.caller.requester(&self.app.shared)).map(|()| command)
        };
        let result = match rate.and_then(|()| PlayerCommand::try_from(submit)).and_then(counted) {
            Ok(command) => {
                let command = PlayerCommand { ping: self.pings.typical(), ..command };
                self.room().await?.submit(self.caller.listener(), command).await
            }
            Err(error) => Err(error),
        };
        match result {
            Ok(accepted) => {
                let answer = FromServer::Accepted { id, version: accepted.version }.to_text();
                // What happened is told before that it was accepted, and once.
                match accepted.entry {
                    Some(entry) if accepted.version == self.told + 1 => {
                        self.told = accepted.version;
                        return self.line.say_all(&[&entry, &answer]).await;
                    }
                    _ if accepted.version > self.told => self.catch_up().await?,
                    _ => {}
                }
                self.line.say(&answer).await
            }
            Err(error) => self.refuse(Some(id), error).await,
        }
    }

    async fn refuse(&mut self, id: Option<String>, error: Error) -> Result<(), CloseReason> {
        if matches!(error, Error::TooMany { .. }) {
            self.line.rest();
        }
        self.app.shared.metrics.note_refusal(error.code());
        let failure = error.into_failure(self.caller.language);
        self.say(&FromServer::Failed { id, failure }).await
    }

    async fn say(&mut self, message: &FromServer) -> Result<(), CloseReason> {
        self.line.say(&message.to_text()).await
    }
}

fn internal() -> CloseReason {
    Some((CloseCode::Error, "the game cannot be read"))
}
