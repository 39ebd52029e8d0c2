//! The connection to a game, for as long as a board is open.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use std::{io, thread};

use futures_util::{SinkExt, StreamExt};
use hyper::Method;
use serde_json::json;
use tabiya_rules::Language;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::api::{GameOnServer, RefusalCode, RematchReply, SentCommand, ServerMessage};
use crate::connection::{ByteStream, ServerCaller};
use crate::delivery::Delivery;
use crate::remote_error::RemoteError;
use crate::server_client::{ServerClient, path};
use crate::server_link::is_name;

/// How long to wait after the first loss of a connection; each time in a row twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// How long to wait at most.
const LONGEST_WAIT: Duration = Duration::from_secs(15);

/// How long a connection holds that was a good one.
const LASTING: Duration = Duration::from_secs(5);

/// How often the server is asked whether all is well.
const PING: Duration = Duration::from_secs(10);

/// After how long without a word a connection counts as lost.
const SILENCE: Duration = Duration::from_secs(30);

/// How long a WebSocket may take to be agreed on.
const AGREEING: Duration = Duration::from_secs(10);

/// The most bytes of a message: longer than any game.
const LONGEST: usize = 16 << 20;

/// What a board wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkOrder {
    /// Send a command, until it is answered.
    Command(SentCommand),
    /// Ask for a rematch of a game, or agree to one; or do not want one.
    Rematch {
        /// The game that is over.
        game: String,
        /// Whether it is wanted.
        is_wanted: bool,
    },
    /// Leave this game for another one.
    Next(String),
    /// Be told everything in another language from now on.
    Speak(Language),
}

/// What a board is told.
#[derive(Clone, Debug)]
pub enum LinkEvent {
    /// There is a connection.
    Connected,
    /// The connection is lost, and tried again after a while.
    Lost {
        /// Why.
        why: RemoteError,
        /// After how long.
        again_in: Duration,
    },
    /// The server said something.
    Told(Box<ServerMessage>),
    /// Something beside the game was refused.
    NotDone(RemoteError),
    /// There will be nothing more.
    Ended(RemoteError),
}

/// The connection to a game. It ends when this is dropped.
#[derive(Debug)]
pub struct GameLink {
    orders: UnboundedSender<LinkOrder>,
}

impl GameLink {
    /// Opens the connection to a game in a thread of its own, which reports what happens.
    pub fn open(
        client: &ServerClient,
        game: &str,
        report: impl Fn(LinkEvent) + Send + 'static,
    ) -> io::Result<GameLink> {
        let (orders, ordered) = unbounded_channel();
        let (answers, answered) = unbounded_channel();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let mut keeper = LinkKeeper {
            caller: client.caller.clone(),
            game: game.to_owned(),
            delivery: Delivery::default(),
            orders: ordered,
            answers,
            answered,
            report: Box::new(report),
        };
        thread::Builder::new().name("game link".to_owned()).spawn(move || runtime.block_on(keeper.keep()))?;
        Ok(GameLink { orders })
    }

    /// Wants something done. It is done when there is a connection.
    pub fn order(&self, order: LinkOrder) {
        // A link that has ended was reported as such.
        let _ = self.orders.send(order);
    }
}

/// What came of a request beside the WebSocket, and which game it is about.
struct SideAnswer {
    game: String,
    reply: SideReply,
}

enum SideReply {
    Game(Result<Box<GameOnServer>, RemoteError>),
    Rematch(Result<RematchReply, RemoteError>),
}

type GameSocket = WebSocketStream<Box<dyn ByteStream>>;

struct LinkKeeper {
    caller: ServerCaller,
    game: String,
    delivery: Delivery,
    orders: UnboundedReceiver<LinkOrder>,
    answers: UnboundedSender<SideAnswer>,
    answered: UnboundedReceiver<SideAnswer>,
    report: Box<dyn Fn(LinkEvent) + Send>,
}

/// Why a connection was left.
enum LinkEnd {
    /// The board is closed.
    Left,
    /// Another one is wanted: to another game, in another language, or to another server of the same club.
    Anew,
    Lost(RemoteError),
}

impl LinkEnd {
    /// The same of a connection that was there for a while: whoever is handed over goes at once, and need not hear of it.
    fn after_lasting(self) -> LinkEnd {
        match self {
            LinkEnd::Lost(RemoteError::HandedOver { .. }) => LinkEnd::Anew,
            other => other,
        }
    }
}

impl LinkKeeper {
    async fn keep(&mut self) {
        let mut wait = FIRST_WAIT;
        loop {
            let end = match self.open().await {
                Ok(socket) => {
                    (self.report)(LinkEvent::Connected);
                    let begun = Instant::now();
                    let end = self.talk(socket).await;
                    // A server that hangs up at once is not asked again at once for ever.
                    if begun.elapsed() < LASTING {
                        end
                    } else {
                        wait = FIRST_WAIT;
                        end.after_lasting()
                    }
                }
                Err(why) => LinkEnd::Lost(why),
            };
            match end {
                LinkEnd::Left => return,
                LinkEnd::Anew => {}
                LinkEnd::Lost(why) if why.may_pass() => {
                    let again_in = with_chance(wait);
                    (self.report)(LinkEvent::Lost { why, again_in });
                    if self.rest(again_in).await.is_break() {
                        return;
                    }
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                LinkEnd::Lost(why) => return (self.report)(LinkEvent::Ended(why)),
            }
        }
    }

    /// Waits, and takes orders meanwhile; breaks where the board is closed.
    async fn rest(&mut self, wait: Duration) -> ControlFlow<()> {
        let end = sleep(wait);
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return ControlFlow::Continue(()),
                order = self.orders.recv() => match order {
                    None => return ControlFlow::Break(()),
                    Some(LinkOrder::Command(command)) => self.delivery.unanswered.push(command),
                    Some(LinkOrder::Rematch { game, is_wanted }) => self.ask_rematch(game, is_wanted),
                    Some(LinkOrder::Next(game)) => {
                        if self.go_to(game) {
                            return ControlFlow::Continue(());
                        }
                    }
                    Some(LinkOrder::Speak(language)) => self.speak(language),
                },
            }
        }
    }

    /// Leaves the game for another one; says whether it is another.
    fn go_to(&mut self, game: String) -> bool {
        let is_other = game != self.game;
        if is_other {
            self.game = game;
            self.delivery = Delivery::default();
        }
        is_other
    }

    /// Is told everything in another language, from the whole game on.
    fn speak(&mut self, language: Language) {
        self.caller.language = language;
        self.delivery.version = None;
    }

    async fn open(&self) -> Result<GameSocket, RemoteError> {
        let stream = self.caller.connect().await?;
        let since = self.delivery.version.map(|version| format!("since={version}&")).unwrap_or_default();
        let scheme = if self.caller.address.is_encrypted { "wss" } else { "ws" };
        let (authority, language) = (self.caller.address.authority(), self.caller.language.code());
        let path = path(&self.game, "/socket");
        let url = format!("{scheme}://{authority}{path}?{since}language={language}");
        let mut request = url.into_client_request().map_err(|_| self.caller.not_understood())?;
        let token = self.caller.token.as_deref().unwrap_or_default();
        if let Ok(value) = format!("Bearer {token}").parse() {
            request.headers_mut().insert("authorization", value);
        }
        let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
        let silent = |_| RemoteError::Silent { server: self.caller.address.clone() };
        let agreed = timeout(AGREEING, client_async_with_config(request, stream, Some(config))).await;
        match agreed.map_err(silent)? {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::Error::Http(response)) => {
                let body = response.body().as_deref().unwrap_or_default();
                let refusal = self.caller.refusal_of(response.status().as_u16(), body);
                // The reason may not have come with the refusal: ask for the game, which is refused alike.
                match self.caller.call::<GameOnServer>(Method::GET, &self::path(&self.game, ""), None).await {
                    Err(why) if matches!(refusal, RemoteError::NotTabiya { .. }) => Err(why),
                    _ => Err(refusal),
                }
            }
            Err(_) => Err(self.broken()),
        }
    }

    fn broken(&self) -> RemoteError {
        RemoteError::BrokenOff { server: self.caller.address.clone() }
    }

    /// Talks until the connection or somebody's interest ends.
    async fn talk(&mut self, mut socket: GameSocket) -> LinkEnd {
        for command in self.delivery.unanswered.clone() {
            if send_command(&mut socket, &command).await.is_err() {
                return LinkEnd::Lost(self.broken());
            }
        }
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ping.reset();
        let mut heard = Instant::now();
        loop {
            let sent = tokio::select! {
                message = socket.next() => {
                    heard = Instant::now();
                    match self.hear(message) {
                        Ok(true) => self.ping(&mut socket).await,
                        Ok(false) => Ok(()),
                        Err(why) => return LinkEnd::Lost(why),
                    }
                }
                order = self.orders.recv() => match order {
                    None => {
                        // Whoever is gone need not hear a farewell.
                        let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return LinkEnd::Left;
                    }
                    Some(LinkOrder::Command(command)) => {
                        let sent = send_command(&mut socket, &command).await;
                        self.delivery.unanswered.push(command);
                        sent
                    }
                    Some(LinkOrder::Rematch { game, is_wanted }) => {
                        self.ask_rematch(game, is_wanted);
                        Ok(())
                    }
                    Some(LinkOrder::Next(game)) => {
                        if !self.go_to(game) {
                            continue;
                        }
                        let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return LinkEnd::Anew;
                    }
                    Some(LinkOrder::Speak(language)) => {
                        self.speak(language);
                        let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return LinkEnd::Anew;
                    }
                },
                Some(answer) = self.answered.recv() => match self.take_answer(answer) {
                    Ok(()) => Ok(()),
                    Err(why) => return LinkEnd::Lost(why),
                },
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return LinkEnd::Lost(RemoteError::Silent { server: self.caller.address.clone() });
                    }
                    self.ping(&mut socket).await
                }
            };
            if sent.is_err() {
                return LinkEnd::Lost(self.broken());
            }
        }
    }

    /// Takes in what came; says whether something is missing before it.
    fn hear(&mut self, message: Option<Result<Message, tungstenite::Error>>) -> Result<bool, RemoteError> {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(frame))) => return Err(self.closed(frame.as_ref())),
            Some(Ok(_)) => return Ok(false),
            Some(Err(_)) | None => return Err(self.broken()),
        };
        let message: ServerMessage = serde_json::from_str(&text).map_err(|_| self.caller.not_understood())?;
        if let ServerMessage::Failed { id: None, failure } = &message
            && failure.error.code == RefusalCode::DamagedGame
        {
            return Err(RemoteError::Refused { status: None, reason: failure.error.clone() });
        }
        let delivered = self.delivery.take(message);
        for news in delivered.news {
            // What one is in the game, or whether it is held, may be otherwise now.
            if matches!(news, ServerMessage::Seats { .. } | ServerMessage::Host(_)) {
                self.ask_game();
            }
            (self.report)(LinkEvent::Told(Box::new(news)));
        }
        Ok(delivered.has_gap)
    }

    fn closed(&self, frame: Option<&CloseFrame>) -> RemoteError {
        let server = self.caller.address.clone();
        match frame.map(|frame| (u16::from(frame.code), frame.reason.as_str())) {
            Some((1012, "another server takes over")) => RemoteError::HandedOver { server },
            Some((1012, _)) => RemoteError::Restarting { server },
            Some((1008, "the session has ended")) => RemoteError::SessionEnded { server },
            _ => RemoteError::BrokenOff { server },
        }
    }

    async fn ping(&self, socket: &mut GameSocket) -> Result<(), tungstenite::Error> {
        let version = self.delivery.version.unwrap_or(0);
        let ping = json!({"type": "ping", "version": version}).to_string();
        socket.send(Message::text(ping)).await
    }

    /// Asks for the whole game.
    fn ask_game(&self) {
        let (caller, game, answers) = (self.caller.clone(), self.game.clone(), self.answers.clone());
        tokio::spawn(async move {
            let answer = caller.call(Method::GET, &path(&game, ""), None).await;
            // Nobody may be there to hear it.
            let _ = answers.send(SideAnswer { game, reply: SideReply::Game(answer.map(Box::new)) });
        });
    }

    fn ask_rematch(&self, game: String, is_wanted: bool) {
        let method = if is_wanted { Method::POST } else { Method::DELETE };
        let (caller, answers) = (self.caller.clone(), self.answers.clone());
        tokio::spawn(async move {
            let answer = caller.call(method, &path(&game, "/rematch"), None).await;
            let _ = answers.send(SideAnswer { game, reply: SideReply::Rematch(answer) });
        });
    }

    /// Takes in what came of a request beside the WebSocket. Where the whole game could not be asked for, the connection is
    /// made anew, which tells it; a game that is gone ends it.
    fn take_answer(&mut self, SideAnswer { game, reply }: SideAnswer) -> Result<(), RemoteError> {
        // What was asked about a game that was left is nobody's.
        if game != self.game {
            return Ok(());
        }
        let told = match reply {
            SideReply::Game(Ok(game)) if game.game != self.game => return Ok(()),
            SideReply::Game(Ok(game)) if Some(game.version) < self.delivery.version => {
                self.ask_game();
                return Ok(());
            }
            SideReply::Game(Ok(game)) => ServerMessage::Game(game),
            SideReply::Game(Err(why)) => {
                self.delivery.version = None;
                return Err(why);
            }
            SideReply::Rematch(Ok(RematchReply { next: Some(next) })) if is_name(&next) => {
                ServerMessage::Rematch { by: None, next: Some(next) }
            }
            // The connection tells when there is one.
            SideReply::Rematch(Ok(_)) => return Ok(()),
            SideReply::Rematch(Err(why)) => {
                (self.report)(LinkEvent::NotDone(why));
                return Ok(());
            }
        };
        for news in self.delivery.take(told).news {
            (self.report)(LinkEvent::Told(Box::new(news)));
        }
        Ok(())
    }
}

async fn send_command(socket: &mut GameSocket, command: &SentCommand) -> Result<(), tungstenite::Error> {
    let SentCommand { id, version, action, thought } = command;
    let mut message = json!({"type": "command", "id": id, "version": version, "action": action});
    if let Some(thought) = thought {
        message["thought"] = json!(thought);
    }
    socket.send(Message::text(message.to_string())).await
}

/// Between half of a time and all of it, so that not everybody comes back to a server at once.
fn with_chance(wait: Duration) -> Duration {
    let mut byte = [0];
    // Without chance everybody waits for the whole time.
    let share = if getrandom::fill(&mut byte).is_ok() { u32::from(byte[0]) } else { 255 };
    wait / 2 + wait * share / 510
}
