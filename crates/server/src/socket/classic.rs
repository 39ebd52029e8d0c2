use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use tabiya_classics::{CLASSICS, Classic, ClassicOptions, ReasonReader};
use tabiya_game::narration::{sentence, span_words};
use tabiya_notation::{Fen, Strictness, read_position};
use tabiya_rules::{ByLanguage, Language, Role, Square};
use tokio::sync::OwnedMutexGuard;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::client_socket::{ClientSocket, CloseReason, SocketInput, session_ended, shutting_down};
use crate::classic::{ClassicEnd, ClassicPermit, ClassicRun, ClassicsFull, HostedSession, RunHold};
use crate::client_address::ClientAddress;
use crate::ending::{Successor, over};
use crate::grounds::Grounds;
use crate::http::{App, Caller, Path, Query};
use crate::random::random_bytes;
use crate::rate_limit::RateKind;
use crate::request_json::read_request;
use crate::wire::{ClassicQuery, FromClassic, SquareName, ToClassic};
use crate::{Error, Secret};

/// The most bytes that are typed at once.
const MOST_TYPED: usize = 1024;

/// How long before the end of its life a program says so, where it lives twice as long.
const NOTICE: Duration = Duration::from_secs(5 * 60);

#[derive(Deserialize)]
pub struct NamedClassic {
    name: String,
}

/// How somebody comes to a program.
enum Entrance {
    Start { options: ClassicOptions, permit: ClassicPermit },
    Resume { key: Secret, heard: usize },
}

/// Turns a request into a WebSocket on which a classic program runs.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    Path(NamedClassic { name }): Path<NamedClassic>,
    wish: Result<Query<ClassicQuery>, Error>,
    caller: Caller,
    request: Request,
) -> Result<Response, Error> {
    let classic = Classic::find(&name).ok_or_else(no_classic)?;
    // Whoever does not come for a WebSocket takes no place, and no program makes room for them.
    super::accept_key(request.headers())?;
    let whose = (caller.address, caller.id());
    let host = Arc::clone(&app);
    let protocols = Protocols::of(request.headers());
    let wished = wish.as_ref().ok().and_then(|Query(wish)| wish.language);
    let caller = caller.listening(wished);
    // Before anything is answered, so that whoever comes first is served first.
    let entrance = match wish {
        Ok(Query(wish)) => enter(&app, &caller, classic, &wish, protocols.key.as_deref()).await,
        Err(error) => Err(error),
    };
    // A page cannot read why a WebSocket is refused: it is told on it.
    let mut response = super::accept(&app, whose, request, move |mut line| async move {
        let language = caller.language;
        let taken = match entrance {
            Ok(entrance) => take(&host, &caller, classic, entrance).await,
            Err(error) => Err(error),
        };
        let ending = match taken {
            Ok(taken) => play(host, caller, taken, &mut line).await,
            Err(error) => refuse(&host, language, error, &mut line).await,
        };
        line.hang_up(ending).await;
    })?;
    // Browsers hang up on whoever takes none of the protocols that they offer.
    if protocols.has_ours {
        response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(PROTOCOL));
    }
    Ok(response)
}

/// What a client of ours offers to speak.
const PROTOCOL: &str = "tabiya-classic";

/// What somebody offers to speak. Among that is the key of a program that they come back to: pages can send it nowhere else but in
/// the address, which proxies write down.
#[derive(Default)]
struct Protocols {
    has_ours: bool,
    key: Option<String>,
}

impl Protocols {
    fn of(headers: &HeaderMap) -> Protocols {
        let lines = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
        let mut protocols = Protocols::default();
        for word in
            lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).map(str::trim)
        {
            protocols.has_ours |= word == PROTOCOL;
            protocols.key = protocols.key.or_else(|| word.strip_prefix("key.").map(str::to_owned));
        }
        protocols
    }
}

/// What somebody wishes, with the place that it takes.
async fn enter(
    app: &App,
    caller: &Caller,
    classic: &Classic,
    wish: &ClassicQuery,
    key: Option<&str>,
) -> Result<Entrance, Error> {
    if let Some(key) = key {
        let heard = wish.heard.as_deref().map_or(Ok(0), |text| text.parse().map_err(|_| bad_heard()))?;
        return key.parse().map(|key| Entrance::Resume { key, heard }).map_err(|_| program_gone());
    }
    let options = options(classic, wish)?;
    app.rate_limiter.take(RateKind::Game, caller.requester(&app.shared))?;
    let permit = permit(app, caller.address).await?;
    Ok(Entrance::Start { options, permit })
}

/// The right to run a program. Programs without a page make room for those that have one.
async fn permit(app: &App, address: Option<ClientAddress>) -> Result<ClassicPermit, Error> {
    loop {
        let full = match app.classics.take(address) {
            Ok(permit) => return Ok(permit),
            Err(full) => full,
        };
        let left = match full {
            ClassicsFull::Address(address) => app.classic_registry.take_left(Some(address)),
            ClassicsFull::Server => app.classic_registry.take_left(None),
        };
        left.ok_or(full)?.lock().await.stop().await;
    }
}

/// A program that somebody has, and what of its screen they have seen.
struct ProgramClaim {
    hold: RunHold,
    key: Secret,
    heard: usize,
}

/// Starts a program, or takes up one that runs.
async fn take(
    app: &App,
    caller: &Caller,
    classic: &'static Classic,
    entrance: Entrance,
) -> Result<ProgramClaim, Error> {
    let registry = &app.classic_registry;
    match entrance {
        Entrance::Start { options, permit } => {
            let session = HostedSession::start(classic, options, &app.shared, permit).map_err(|error| {
                tracing::error!(%error, "a thread for a classic program");
                Error::too_many(
                    "too_many_classics",
                    ByLanguage {
                        english: "no more programs can be started now",
                        german: "jetzt kann kein weiteres Programm gestartet werden",
                    },
                )
            })?;
            let (key, run) = (Secret::random(), ClassicRun::new(session));
            let hold = registry.add(&key, classic.name, caller.id(), caller.address, run).await;
            Ok(ProgramClaim { hold, key, heard: 0 })
        }
        Entrance::Resume { key, heard } => {
            let hold = registry.take_up(&key, classic.name, caller.id()).await;
            Ok(ProgramClaim { hold: hold.ok_or_else(program_gone)?, key, heard })
        }
    }
}

/// Lets the program run until it ends, its page goes, or another page wants it.
async fn play(app: Arc<App>, caller: Caller, taken: ProgramClaim, line: &mut ClientSocket) -> CloseReason {
    let ProgramClaim { hold: RunHold { run, mut claim }, key, heard } = taken;
    let told = run.screen.after(heard);
    let rights = Arc::clone(&app);
    let language = caller.language;
    let mut session = rights.session_cache.watch(caller.session());
    let mut connection = ClassicConnection { app, caller, run, line, told, tables: 0 };
    let ending = tokio::select! {
        ending = connection.talk(&key) => Some(ending),
        () = claim.lost() => None,
        () = session.ended(&rights.session_cache, &rights.shared) => {
            claim.end();
            return session_ended();
        }
    };
    let ClassicConnection { run, line, .. } = connection;
    drop(run);
    match ending {
        Some(Ok(())) => {
            // Nobody knows yet whether its last words have arrived: until then they can be asked for again.
            if line.hang_up(Some((CloseCode::Normal, "the program has ended"))).await {
                claim.end();
            }
            None
        }
        Some(Err(ending)) => {
            if line.has_said_goodbye() {
                claim.end();
            }
            ending
        }
        None => {
            let says = ByLanguage {
                english: "The program goes on in another window.",
                german: "Das Programm läuft in einem anderen Fenster weiter.",
            };
            let says = language.choose(says).to_owned();
            match say(line, &FromClassic::Over { says }).await {
                Ok(()) => Some((CloseCode::Normal, "another page has the program")),
                Err(ending) => ending,
            }
        }
    }
}

/// Says why there is no program.
async fn refuse(app: &App, language: Language, error: Error, line: &mut ClientSocket) -> CloseReason {
    let code = match &error {
        Error::TooMany { .. } | Error::Busy(_) => CloseCode::Again,
        _ => CloseCode::Policy,
    };
    match say(line, &failed(app, language, error)).await {
        Ok(()) => Some((code, "the program was not started")),
        Err(ending) => ending,
    }
}

fn program_gone() -> Error {
    Error::NotFound(Grounds::plain(
        "program_gone",
        ByLanguage {
            english: "the program has ended meanwhile",
            german: "das Programm ist inzwischen zu Ende",
        },
    ))
}

fn bad_heard() -> Error {
    Error::bad(
        "bad_query",
        ByLanguage {
            english: "heard is the number of messages that you have",
            german: "heard ist die Anzahl der Nachrichten, die du hast",
        },
    )
}

fn no_piece() -> Error {
    Error::bad(
        "no_piece",
        ByLanguage { english: "a pawn becomes q, r, b or n", german: "ein Bauer wird q, r, b oder n" },
    )
}

fn no_classic() -> Error {
    let names: Vec<&str> = CLASSICS.iter().map(|classic| classic.name).collect();
    let names = names.join(", ");
    let says = ByLanguage {
        english: format!("there is no such classic program: there are {names}"),
        german: format!("dieses klassische Programm gibt es nicht: es gibt {names}"),
    };
    Error::NotFound(Grounds::plain("no_classic", says))
}

fn options(classic: &Classic, wish: &ClassicQuery) -> Result<ClassicOptions, Error> {
    let start = wish.fen.as_deref().map(|fen| read_position(fen, classic.rules, Strictness::Strict));
    let start = start.transpose().map_err(|error| Error::refused("bad_position", error))?;
    let undo = match wish.undo.as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => {
            return Err(Error::bad(
                "bad_query",
                ByLanguage { english: "undo is true or false", german: "undo ist true oder false" },
            ));
        }
    };
    if undo && !classic.takes_back() {
        return Err(Error::refused(
            "no_undo",
            ByLanguage {
                english: "this program takes no move back",
                german: "dieses Programm nimmt keinen Zug zurück",
            },
        ));
    }
    Ok(ClassicOptions {
        fen: start.map(|start| Fen::from(&start.position)),
        undo,
        seed: Some(seed(wish.seed.as_deref())?),
        listener: ReasonReader::Person,
    })
}

/// Where the machines' luck begins: as wished, or anywhere.
fn seed(wish: Option<&str>) -> Result<u64, Error> {
    let most = u64::MAX;
    let bad = || {
        let says = ByLanguage {
            english: format!("the seed is a whole number from 0 to {most}"),
            german: format!("der Startwert ist eine ganze Zahl von 0 bis {most}"),
        };
        Error::bad("bad_seed", says)
    };
    wish.map_or_else(|| Ok(u64::from_le_bytes(random_bytes())), |text| text.parse().map_err(|_| bad()))
}

/// Somebody who plays a classic program.
struct ClassicConnection<'a> {
    app: Arc<App>,
    /// Whose rate it is.
    caller: Caller,
    run: OwnedMutexGuard<ClassicRun>,
    line: &'a mut ClientSocket,
    /// How many pieces of the screen the page has.
    told: usize,
    /// Which of the tables the page has: none before the first.
    tables: usize,
}

impl ClassicConnection<'_> {
    /// Tells what happens, and does as told, until the program ends. May be given up at any time: what was not told is
    /// still there to be told.
    async fn talk(&mut self, key: &Secret) -> Result<(), CloseReason> {
        let repeated = self.run.screen.len() - self.told;
        say(self.line, &FromClassic::Begun { key: key.reveal().to_owned(), repeated }).await?;
        self.tell().await?;
        let mut ending = self.app.ending.clone();
        let mut measurements = ClientSocket::measurements();
        let (idle, life) = {
            let limits = &self.app.shared.config.limits;
            (limits.classic_idle, limits.classic_life)
        };
        let language = self.caller.language;
        let notice = NOTICE.min(life / 2);
        let end_of_life = tokio::time::Instant::from_std(self.run.begun + life);
        let mut is_told = false;
        loop {
            if let Some(end) = self.run.end {
                return self.say_over(language.choose(words_of(end)).to_owned()).await;
            }
            let end_of_patience = tokio::time::Instant::from_std(self.run.typed + idle);
            tokio::select! {
                // Where both are due, the notice comes before the end; and whoever always has something to say stops
                // nothing that is due.
                biased;
                () = over(&mut ending) => return Err(shutting_down(Successor::Itself)),
                () = tokio::time::sleep_until(end_of_life - notice), if !is_told => {
                    is_told = true;
                    let left = end_of_life.saturating_duration_since(tokio::time::Instant::now());
                    say(self.line, &FromClassic::Notice { says: soon(language, left.min(notice), life) }).await?;
                }
                () = tokio::time::sleep_until(end_of_life) => {
                    let life = span_words(language, in_whole(life));
                    let says = match language {
                        Language::English => format!("the program was ended: it may run for {life}"),
                        Language::German => format!("das Programm wurde beendet: es darf {life} lang laufen"),
                    };
                    return self.say_over(sentence(says)).await;
                }
                () = tokio::time::sleep_until(end_of_patience) => {
                    let says = ByLanguage { english: "nothing was typed for a long time: the program was ended", german: "lange wurde nichts getippt: das Programm wurde beendet" };
                    return self.say_over(sentence(language.words(&says))).await;
                }
                _ = measurements.tick() => self.line.measure().await?,
                said = self.line.hear() => match said? {
                    SocketInput::Text(text) => self.obey(&text).await?,
                    SocketInput::Measured(_) | SocketInput::Nothing => {}
                },
                () = self.run.advance() => self.tell().await?,
            }
        }
    }

    /// Tells all that the page does not have yet.
    async fn tell(&mut self) -> Result<(), CloseReason> {
        self.told = self.run.screen.after(self.told);
        while let Some(piece) = self.run.screen.piece(self.told) {
            self.line.say(piece).await?;
            self.told += 1;
        }
        match &self.run.table {
            Some(table) if self.tables < self.run.tables => {
                self.line.say(table).await?;
                self.tables = self.run.tables;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn say_over(&mut self, says: String) -> Result<(), CloseReason> {
        say(self.line, &FromClassic::Over { says }).await
    }

    async fn obey(&mut self, text: &str) -> Result<(), CloseReason> {
        match self.do_as_told(text) {
            Ok(()) => self.tell().await,
            Err(error) => {
                if matches!(error, Error::TooMany { .. }) {
                    self.line.rest();
                }
                say(self.line, &failed(&self.app, self.caller.language, error)).await
            }
        }
    }

    fn do_as_told(&mut self, text: &str) -> Result<(), Error> {
        self.app.rate_limiter.take(RateKind::Request, self.caller.requester(&self.app.shared))?;
        match read_request(text.as_bytes()).map_err(|error| Error::bad_json(&error))? {
            ToClassic::End {} => {
                self.run.end_input();
                Ok(())
            }
            ToClassic::Input { text } => self.type_in(text),
            ToClassic::Move { from, to, promotion } => {
                let lines = self.move_lines(from, to, promotion)?;
                self.type_in(lines)
            }
        }
    }

    fn move_lines(&self, from: SquareName, to: SquareName, promotion: Option<char>) -> Result<String, Error> {
        let (from, to): (Square, Square) = (from.into(), to.into());
        let role = promotion.map(|letter| Role::from_letter(letter).ok_or_else(no_piece)).transpose()?;
        self.run.move_lines(from, to, role).ok_or_else(|| {
            Error::refused(
                "no_moves",
                ByLanguage {
                    english: "this program reads no moves",
                    german: "dieses Programm liest keine Züge",
                },
            )
        })
    }

    fn type_in(&mut self, text: String) -> Result<(), Error> {
        if text.len() > MOST_TYPED {
            let says = ByLanguage {
                english: format!("at most {MOST_TYPED} bytes are typed at once"),
                german: format!("höchstens {MOST_TYPED} Bytes werden auf einmal getippt"),
            };
            return Err(Error::refused("too_long", says));
        }
        self.run.type_in(text)
    }
}

fn words_of(end: ClassicEnd) -> ByLanguage<&'static str> {
    match end {
        ClassicEnd::Left => {
            ByLanguage { english: "The program has ended.", german: "Das Programm ist zu Ende." }
        }
        ClassicEnd::TooMuch => ByLanguage {
            english: "The program was ended: it has printed as much as it may.",
            german: "Das Programm wurde beendet: es hat so viel ausgegeben, wie es darf.",
        },
        ClassicEnd::Failed => ByLanguage {
            english: "The program was ended by a fault.",
            german: "Das Programm wurde durch einen Fehler beendet.",
        },
    }
}

fn soon(language: Language, left: Duration, life: Duration) -> String {
    let [left, life] = [left, life].map(|span| span_words(language, in_whole(span)));
    sentence(match language {
        Language::English => format!("this program ends in {left}: one may run for {life}"),
        Language::German => format!("noch {left}, dann endet dieses Programm: eines darf {life} lang laufen"),
    })
}

/// Whole seconds are enough to be told, and one is the least.
fn in_whole(span: Duration) -> Duration {
    Duration::from_secs(span.as_secs_f64().ceil().max(1.0) as u64)
}

/// A refusal, which is counted.
fn failed(app: &App, language: Language, error: Error) -> FromClassic {
    app.shared.metrics.note_refusal(error.code());
    FromClassic::Failed { error: error.into_failure(language).error }
}

async fn say(line: &mut ClientSocket, message: &FromClassic) -> Result<(), CloseReason> {
    line.say(&message.to_text()).await
}
