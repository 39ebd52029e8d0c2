//! Games over WebSockets: everything that happens is told at once.

mod connection;
mod meter;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::Error;
use crate::http::{App, Caller, Peer, find_room};
use crate::wire::Reason;
use connection::Connection;
use meter::Metered;

/// The most bytes of a message.
const MAX_MESSAGE: usize = 16 * 1024;

#[derive(Deserialize)]
pub struct Since {
    since: Option<u32>,
}

/// Turns a request into a WebSocket that tells a game.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    peer: Option<Extension<Peer>>,
    caller: Caller,
    request: Request,
) -> Result<Response, Error> {
    let accept = accept_key(request.headers())?;
    let room = find_room(&app, &id).await?;
    let most = app.house.config.limits.sockets_per_address;
    let counted = match peer {
        Some(Extension(peer)) => Some(app.sockets.add(peer.remote.ip(), most).ok_or_else(too_many)?),
        None => None,
    };
    let upgrade = hyper::upgrade::on(request);
    tokio::spawn(async move {
        let _counted = counted;
        let Ok(upgraded) = upgrade.await else { return };
        let (stream, meter) = Metered::new(TokioIo::new(upgraded));
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE))
            .read_buffer_size(8 * 1024)
            .write_buffer_size(0)
            .max_write_buffer_size(1024 * 1024);
        let stream = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        Connection::new(app, room, id, caller, stream, meter).run(since).await;
    });
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, accept);
    response.body(Body::empty()).map_err(|error| Error::bad("bad_handshake", error))
}

fn too_many() -> Error {
    Error::TooMany(Reason::plain("too_many_sockets", "there are too many connections from your address"))
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
        _ => Err(Error::bad("not_a_websocket", "this path is for WebSockets of version 13")),
    }
}
