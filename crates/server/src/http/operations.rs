//! For whoever runs the server: whether it lives, whether it can be used, and in figures how it goes.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{App, Peer};
use crate::Error;
use crate::client_address::{ClientAddress, is_in};
use crate::metrics::{Exposition, MEDIA_TYPE, resident_memory};

/// That it lives: it answers.
pub async fn health() -> &'static str {
    "alive\n"
}

/// Whether it can be used: all games with clocks are loaded, it is not about to end, and it can write to its disk.
pub async fn readiness(State(app): State<Arc<App>>) -> Response {
    let trouble = match () {
        () if *app.closing.borrow() => Some("closing".to_owned()),
        () if !app.shared.is_loaded() => Some("loading games".to_owned()),
        () => app.shared.store_trouble().await,
    };
    match trouble {
        None => "ready\n".into_response(),
        Some(what) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {what}\n")).into_response(),
    }
}

/// The figures, for this machine and for those that the settings name.
pub async fn metrics(State(app): State<Arc<App>>, request: Request) -> Result<Response, Error> {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.remote.ip());
    if !peer.is_some_and(|peer| may_read(&app, peer, request.headers())) {
        let says = "the figures of this server are for those whom its settings name as `metrics-readers`";
        return Err(Error::forbidden("not_a_reader", says));
    }
    let mut text = Exposition::default();
    let shared = &app.shared;
    let stages = shared.store.stages().await?;
    text.gauges("tabiya_info", "What runs here.", "version", [(env!("CARGO_PKG_VERSION"), 1)]);
    text.gauges("tabiya_games", "Games that are kept, by stage.", "stage", stages);
    text.gauge("tabiya_rooms", "Games in memory.", shared.rooms());
    text.gauge("tabiya_running_clocks", "Games with a clock that runs.", shared.running_clocks());
    text.gauge("tabiya_sessions", "Sessions that were used lately.", app.session_cache.len());
    text.gauge("tabiya_sockets", "WebSockets that are open.", app.sockets.total());
    text.gauge("tabiya_requests", "Requests that are worked on.", app.requests.total());
    text.gauge("tabiya_questions", "Questions that wait for the computer.", shared.workers.waiting());
    text.gauge("tabiya_exhibitions", "Games of two computers that run.", shared.exhibitions.running());
    if let Some(bytes) = resident_memory() {
        text.gauge("process_resident_memory_bytes", "Memory that the server has.", bytes);
    }
    shared.metrics.expose(&mut text);
    Ok(([(header::CONTENT_TYPE, MEDIA_TYPE)], text.finish()).into_response())
}

/// Whether somebody may read the figures. What a proxy hands on does not come from the proxy's machine, whether the
/// proxy is believed or not.
fn may_read(app: &App, peer: IpAddr, headers: &HeaderMap) -> bool {
    let config = &app.shared.config;
    let client = ClientAddress::of(peer, headers, &config.trusted_proxies).ip();
    let is_handed_on = ["x-forwarded-for", "forwarded", "via"].iter().any(|name| headers.contains_key(*name));
    client.is_loopback() && !is_handed_on || is_in(&config.metrics_readers, client)
}
