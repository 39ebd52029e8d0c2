//! Games, the lobby and the classic programs over WebSockets: everything that happens is told at once.
//!
//! What comes in is metered below its messages (`meter.rs`), so that endless fragments end like floods do; asking again
//! for what was told is metered as well (`resyncs.rs`), and answered with a page of entries or the whole game.

pub mod analysis;
mod analysis_work;
pub mod classic;
mod client_socket;
mod connection;
pub mod lobby;
mod meter;
mod resyncs;
mod text_frame;
mod text_writer;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use hyper::upgrade::{Parts, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::client_address::ClientAddress;
use crate::connections::ConnectionPermit;
use crate::grounds::Untranslated;
use crate::http::{App, Caller, GamePath, Query};
use crate::share_counts::{NoShare, Shares};
use crate::tls::ServerStream;
use crate::wire::SocketQuery;
use crate::{Error, PlayerId};
use client_socket::{ClientSocket, SocketLimits};
use connection::Connection;
use tabiya_rules::ByLanguage;

/// Turns a request into a WebSocket that tells a game.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(SocketQuery { since, language }): Query<SocketQuery>,
    caller: Caller,
    request: Request,
) -> Result<Response, Error> {
    let caller = caller.listening(language);
    let room = app.shared.room(id).await?;
    let watched = Arc::clone(&app);
    let whose = (caller.address, caller.id());
    accept(&app, whose, request, move |line| {
        let mut connection = Connection::new(watched, room, id, caller, line);
        async move { connection.run(since).await }
    })
}

/// Agrees to a WebSocket, and talks on it once it is there.
fn accept<T: Future<Output = ()> + Send>(
    app: &App,
    (address, player): (Option<ClientAddress>, Option<PlayerId>),
    request: Request,
    talk: impl FnOnce(ClientSocket) -> T + Send + 'static,
) -> Result<Response, Error> {
    let key = accept_key(request.headers())?;
    let limits = &app.shared.config.limits;
    let counted = app.sockets.add(address, player, shares(limits.sockets_per_address)).map_err(too_many)?;
    let limits = SocketLimits::new(limits);
    let permit = match request.extensions().get::<ConnectionPermit>() {
        Some(permit) => Some(permit.begin_socket().ok_or_else(too_many_strangers)?),
        None => None,
    };
    let upgrade = hyper::upgrade::on(request);
    tokio::spawn(async move {
        let _held = (counted, permit);
        if let Ok(upgraded) = upgrade.await
            && let Some((stream, read)) = stream_of(upgraded)
        {
            talk(ClientSocket::new(stream, read, limits).await).await;
        }
    });
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, key);
    response.body(Body::empty()).map_err(|error| Error::bad("bad_handshake", Untranslated::new(error)))
}

/// The stream itself, and what was read of it already. The buffer of that goes: it is large, and the socket stays. All that is
/// served comes over a stream of this kind.
fn stream_of(upgraded: Upgraded) -> Option<(ServerStream, Vec<u8>)> {
    let Parts { io, read_buf, .. } = upgraded.downcast::<TokioIo<ServerStream>>().ok()?;
    Some((io.into_inner(), read_buf.to_vec()))
}

/// What an address may have, among at least eight players; a few pages or devices each in any case.
fn shares(of_address: usize) -> Shares {
    Shares { of_all: usize::MAX, of_address, of_player: (of_address / 8).max(4), few: 2 }
}

fn too_many(refused: NoShare) -> Error {
    let says = match refused {
        NoShare::Player => ByLanguage {
            english: "you have too many connections open: close one first",
            german: "du hast zu viele Verbindungen offen: schließ erst eine",
        },
        NoShare::Address | NoShare::All => ByLanguage {
            english: "there are too many connections from your address",
            german: "von deiner Adresse kommen zu viele Verbindungen",
        },
    };
    Error::too_many("too_many_sockets", says)
}

fn too_many_strangers() -> Error {
    let says = ByLanguage {
        english: "too many watch without a name: say who you are, or try again later",
        german: "zu viele schauen ohne Namen zu: sag, wer du bist, oder versuch es später wieder",
    };
    Error::too_many("too_many_sockets", says)
}

fn accept_key(headers: &HeaderMap) -> Result<String, Error> {
    let has = |name, word: &str| {
        let value = headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
        value.is_some_and(|value| value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word)))
    };
    let key = headers.get(header::SEC_WEBSOCKET_KEY);
    match key {
        Some(key)
            if has(header::CONNECTION, "upgrade")
                && has(header::UPGRADE, "websocket")
                && has(header::SEC_WEBSOCKET_VERSION, "13") =>
        {
            Ok(derive_accept_key(key.as_bytes()))
        }
        _ => Err(Error::bad(
            "not_a_websocket",
            ByLanguage {
                english: "this path is for WebSockets of version 13",
                german: "dieser Pfad ist für WebSockets der Version 13",
            },
        )),
    }
}
