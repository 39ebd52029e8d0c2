use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::response::Response;
use serde::Deserialize;
use tabiya_classics::{CLASSICS, Classic, ClassicOptions, ReasonReader};
use tabiya_game::narration::{sentence, span_words};
use tabiya_notation::{Fen, Strictness, read_position};
use tabiya_rules::{Role, Square};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::client_socket::{ClientSocket, CloseReason, SocketInput, shutting_down};
use crate::Error;
use crate::classic::{ClassicEnd, ClassicEvent, HostedSession};
use crate::http::{App, Caller, Path, Query};
use crate::random::random_bytes;
use crate::rate_limit::RateKind;
use crate::request_json::read_request;
use crate::wire::{ClassicQuery, FromClassic, Reason, SquareName, ToClassic};

/// The most bytes that are typed at once.
const MOST_TYPED: usize = 1024;

/// How long before the end of its life a program says so, where it lives twice as long.
const NOTICE: Duration = Duration::from_secs(5 * 60);

/// How much is put together into one message.
const ENOUGH: usize = 32 * 1024;

#[derive(Deserialize)]
pub struct NamedClassic {
    name: String,
}

/// Turns a request into a WebSocket on which a classic program runs.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    Path(NamedClassic { name }): Path<NamedClassic>,
    Query(wish): Query<ClassicQuery>,
    caller: Caller,
    request: Request,
) -> Result<Response, Error> {
    let classic = Classic::find(&name).ok_or_else(no_classic)?;
    let options = options(classic, &wish)?;
    let address = caller.address;
    let host = Arc::clone(&app);
    // Before anything is answered, so that whoever comes first is served first.
    let permit = host.classics.take(address).and_then(|permit| {
        host.rate_limiter.take(RateKind::Game, caller.requester(&host.shared)).map(|()| permit)
    });
    // A page cannot read why a WebSocket is refused: it is told on it.
    super::accept(&app, address, request, move |mut line| async move {
        let begun = permit.and_then(|permit| {
            HostedSession::start(classic, options, &host.shared, permit).map_err(|error| {
                tracing::error!(%error, "a thread for a classic program");
                Error::too_many("too_many_classics", "no more programs can be started now")
            })
        });
        let ending = match begun {
            Ok(session) => {
                let now = Instant::now();
                ClassicConnection { app: host, caller, session, line: &mut line, begun: now, typed: now }
                    .run()
                    .await
            }
            Err(error) => match say(&mut line, &failed(error)).await {
                Ok(()) => Some((CloseCode::Again, "the program was not started")),
                Err(ending) => ending,
            },
        };
        line.hang_up(ending).await;
    })
}

fn no_piece() -> Error {
    Error::bad("no_piece", "a pawn becomes q, r, b or n")
}

fn no_classic() -> Error {
    let names: Vec<&str> = CLASSICS.iter().map(|classic| classic.name).collect();
    let says = format!("there is no such classic program: there are {}", names.join(", "));
    Error::NotFound(Reason::plain("no_classic", says))
}

fn options(classic: &Classic, wish: &ClassicQuery) -> Result<ClassicOptions, Error> {
    let start = wish.fen.as_deref().map(|fen| read_position(fen, classic.rules, Strictness::Strict));
    let start = start.transpose().map_err(|error| Error::refused("bad_position", error))?;
    if wish.undo && !classic.takes_back() {
        return Err(Error::refused("no_undo", "this program takes no move back"));
    }
    Ok(ClassicOptions {
        fen: start.map(|start| Fen::from(&start.position)),
        undo: wish.undo,
        seed: Some(wish.seed.unwrap_or_else(|| u64::from_le_bytes(random_bytes()))),
        listener: ReasonReader::Person,
    })
}

/// Somebody who plays a classic program.
struct ClassicConnection<'a> {
    app: Arc<App>,
    /// Whose rate it is.
    caller: Caller,
    session: HostedSession,
    line: &'a mut ClientSocket,
    /// When it was started.
    begun: Instant,
    /// When something was last typed.
    typed: Instant,
}

impl ClassicConnection<'_> {
    /// Lets the program run until it ends, or somebody hangs up.
    async fn run(mut self) -> CloseReason {
        match self.talk().await {
            Ok(()) => Some((CloseCode::Normal, "the program has ended")),
            Err(ending) => ending,
        }
    }

    async fn talk(&mut self) -> Result<(), CloseReason> {
        let mut closing = self.app.closing.clone();
        let mut measurements = ClientSocket::measurements();
        let (idle, life) = {
            let limits = &self.app.shared.config.limits;
            (limits.classic_idle, limits.classic_life)
        };
        let notice = NOTICE.min(life / 2);
        let end_of_life = tokio::time::Instant::from_std(self.begun + life);
        let mut is_told = false;
        loop {
            let end_of_patience = tokio::time::Instant::from_std(self.typed + idle);
            tokio::select! {
                said = self.line.hear() => match said? {
                    SocketInput::Text(text) => self.obey(&text).await?,
                    SocketInput::Measured(_) | SocketInput::Nothing => {}
                },
                event = self.session.next() => {
                    if let Some(end) = self.tell(event).await? {
                        return say(self.line, &FromClassic::Over { says: words_of(end).to_owned() }).await;
                    }
                }
                () = tokio::time::sleep_until(end_of_patience) => {
                    let says = "nothing was typed for a long time: the program was ended";
                    return say(self.line, &FromClassic::Over { says: Reason::plain("idle", says).says }).await;
                }
                () = tokio::time::sleep_until(end_of_life - notice), if !is_told => {
                    is_told = true;
                    say(self.line, &FromClassic::Notice { says: soon(notice, life) }).await?;
                }
                () = tokio::time::sleep_until(end_of_life) => {
                    let says = format!("the program was ended: it may run for {}", span_words(in_whole(life)));
                    return say(self.line, &FromClassic::Over { says: sentence(says) }).await;
                }
                _ = measurements.tick() => self.line.measure().await?,
                _ = closing.changed() => return Err(shutting_down()),
            }
        }
    }

    /// Tells an event and whatever has happened by now; why the program has ended, where it has.
    async fn tell(&mut self, first: Option<ClassicEvent>) -> Result<Option<ClassicEnd>, CloseReason> {
        let mut news = News::default();
        let mut event = first;
        let end = loop {
            match event {
                None => break news.is_empty().then_some(ClassicEnd::Failed),
                Some(ClassicEvent::Over(end)) => break Some(end),
                Some(other) => news.add(other),
            }
            if news.size >= ENOUGH {
                break None;
            }
            event = self.session.try_next();
        };
        for message in news.messages {
            say(self.line, &message).await?;
        }
        if let Some(table) = news.table {
            say(self.line, &table).await?;
        }
        Ok(end)
    }

    async fn obey(&mut self, text: &str) -> Result<(), CloseReason> {
        if let Err(error) = self.do_as_told(text).await? {
            say(self.line, &failed(error)).await?;
        }
        Ok(())
    }

    async fn do_as_told(&mut self, text: &str) -> Result<Result<(), Error>, CloseReason> {
        let requester = self.caller.requester(&self.app.shared);
        let wish = match self.app.rate_limiter.take(RateKind::Request, requester) {
            Ok(()) => read_request(text.as_bytes()).map_err(|error| Error::bad("bad_json", error)),
            Err(error) => Err(error),
        };
        let lines = match wish {
            Err(error) => return Ok(Err(error)),
            Ok(ToClassic::End {}) => {
                self.session.end_input();
                return Ok(Ok(()));
            }
            Ok(ToClassic::Input { text }) => Ok(text),
            Ok(ToClassic::Move { from, to, promotion }) => self.move_lines(from, to, promotion),
        };
        match lines.and_then(|lines| self.type_in(lines)) {
            Ok(text) => say(self.line, &FromClassic::Typed { text }).await.map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    fn move_lines(&self, from: SquareName, to: SquareName, promotion: Option<char>) -> Result<String, Error> {
        let (from, to): (Square, Square) = (from.into(), to.into());
        let role = promotion.map(|letter| Role::from_letter(letter).ok_or_else(no_piece)).transpose()?;
        self.session
            .move_lines(from, to, role)
            .ok_or_else(|| Error::refused("no_moves", "this program reads no moves"))
    }

    fn type_in(&mut self, text: String) -> Result<String, Error> {
        if text.len() > MOST_TYPED {
            return Err(Error::refused("too_long", format!("at most {MOST_TYPED} bytes are typed at once")));
        }
        self.session.type_in(&text)?;
        self.typed = Instant::now();
        Ok(text)
    }
}

/// What has happened, put together: of several tables only the last is told.
#[derive(Default)]
struct News {
    messages: Vec<FromClassic>,
    table: Option<FromClassic>,
    size: usize,
}

impl News {
    fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.table.is_none()
    }

    fn add(&mut self, event: ClassicEvent) {
        match event {
            ClassicEvent::Said(bytes) => {
                self.size += bytes.len();
                let text = String::from_utf8_lossy(&bytes);
                match self.messages.last_mut() {
                    Some(FromClassic::Said { text: before }) => before.push_str(&text),
                    _ => self.messages.push(FromClassic::Said { text: text.into_owned() }),
                }
            }
            ClassicEvent::Aside(text) => {
                self.size += text.len();
                match self.messages.last_mut() {
                    Some(FromClassic::Aside { text: before }) => before.push_str(&text),
                    _ => self.messages.push(FromClassic::Aside { text }),
                }
            }
            ClassicEvent::Table(table, _) => self.table = Some(FromClassic::Table(*table)),
            ClassicEvent::Over(_) => {}
        }
    }
}

fn words_of(end: ClassicEnd) -> &'static str {
    match end {
        ClassicEnd::Left => "The program has ended.",
        ClassicEnd::TooMuch => "The program was ended: it has printed as much as it may.",
        ClassicEnd::Failed => "The program was ended by a fault.",
    }
}

fn soon(left: Duration, life: Duration) -> String {
    let [left, life] = [left, life].map(|span| span_words(in_whole(span)));
    sentence(format!("this program ends in {left}: one may run for {life}"))
}

/// Whole seconds are enough to be told.
fn in_whole(span: Duration) -> Duration {
    Duration::from_secs(span.as_secs_f64().ceil() as u64)
}

fn failed(error: Error) -> FromClassic {
    FromClassic::Failed { error: error.into_failure().error }
}

async fn say(line: &mut ClientSocket, message: &FromClassic) -> Result<(), CloseReason> {
    // Nothing in it can fail to be written.
    line.say(&serde_json::to_string(message).unwrap_or_default()).await
}
