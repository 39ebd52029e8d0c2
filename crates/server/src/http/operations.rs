//! For whoever runs the server: whether it lives, whether it can be used, and in figures how it goes.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tabiya_rules::ByLanguage;

use super::{App, Peer};
use crate::client_address::{client_ip, is_handed_on, is_in};
use crate::health::Health;
use crate::metrics::{Exposition, MEDIA_TYPE, resident_memory};
use crate::{Config, Error};

/// That it lives: it answers.
pub async fn health() -> &'static str {
    "alive\n"
}

/// Whether it can be used: all games with clocks are loaded, it is not about to end, there is room for games on its disk, and
/// they are found there.
pub async fn readiness(State(app): State<Arc<App>>) -> Response {
    let health = app.health().await;
    let status = match health {
        Health::Ready | Health::Impaired(_) => StatusCode::OK,
        // By this HAProxy knows a server that is to finish what it has, and gets nothing new.
        Health::Leaving(_) => StatusCode::NOT_FOUND,
        Health::NotReady(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, health.line()).into_response()
}

/// The figures, for this machine and for those that the settings name.
pub async fn metrics(State(app): State<Arc<App>>, request: Request) -> Result<Response, Error> {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.remote.ip());
    if !peer.is_some_and(|peer| may_read(&app.shared.config, peer, request.headers())) {
        let says = ByLanguage {
            english: "the figures of this server are for those whom its settings name as `metrics-readers`",
            german: "die Zahlen dieses Servers sind für die, die seine Einstellungen als `metrics-readers` nennen",
        };
        return Err(Error::forbidden("not_a_reader", says));
    }
    let mut text = Exposition::default();
    let shared = &app.shared;
    let health = app.health().await;
    text.gauges("tabiya_info", "What runs here.", "version", [(env!("CARGO_PKG_VERSION"), 1)]);
    text.gauge("tabiya_ready", "Whether games can be made and played.", u8::from(health.is_ready()));
    // Where games cannot be counted, the other figures are wanted all the more.
    if let Ok(stages) = shared.store.stages().await {
        text.gauges("tabiya_games", "Games that are kept, by stage.", "stage", stages);
    }
    text.gauge("tabiya_rooms", "Games in memory.", shared.rooms());
    text.gauge("tabiya_running_clocks", "Games with a clock that runs.", shared.running_clocks());
    text.gauge("tabiya_sessions", "Sessions in memory.", app.session_cache.len());
    text.gauge("tabiya_sockets", "WebSockets that are open.", app.sockets.total());
    text.gauge("tabiya_requests", "Requests that are worked on.", app.requests.total());
    text.gauge("tabiya_questions", "Questions that wait for the computer.", shared.workers.waiting());
    text.gauge("tabiya_analyses", "Analyses that are under way.", shared.workers.analyses());
    text.gauge("tabiya_analysis_engines", "Engines that analyses have.", shared.workers.engines.in_use());
    text.gauge("tabiya_exhibitions", "Games of two computers that run.", shared.exhibitions.running());
    if let Some(cluster) = &shared.cluster {
        text.gauge(
            "tabiya_nodes",
            "Servers that use the database together.",
            cluster.members().borrow().len(),
        );
        text.gauge(
            "tabiya_bus_connected",
            "Whether news go to other nodes.",
            u8::from(cluster.is_bus_connected()),
        );
        let help = "Moves of the computer that this node has taken from the database.";
        text.counter("tabiya_engine_jobs_total", help, cluster.engine_jobs.taken());
        if let Ok(waiting) = cluster.store.waiting_jobs().await {
            let help = "Moves of the computer that wait in the database for any node.";
            text.gauge("tabiya_engine_jobs_waiting", help, waiting);
        }
        let help = "How far the time of this node may be from the database's, in milliseconds.";
        text.gauge("tabiya_clock_error_milliseconds", help, cluster.clock_error().as_millis());
    }
    if let Some(bytes) = resident_memory() {
        text.gauge("process_resident_memory_bytes", "Memory that the server has.", bytes);
    }
    if let Some(until) = shared.config.tls.as_ref().and_then(|tls| tls.until()) {
        let help = "Until when the certificate holds, in seconds since 1970.";
        text.gauge("tabiya_certificate_expiry_timestamp_seconds", help, until.0 / 1000);
    }
    if let Some(backups) = &shared.config.backups {
        backups.expose(&mut text);
    }
    shared.metrics.expose(&mut text);
    Ok(([(header::CONTENT_TYPE, MEDIA_TYPE)], text.finish()).into_response())
}

/// Whether somebody may read the figures. What a proxy hands on does not come from the proxy's machine, whether the
/// proxy is believed or not; for whom it asks is known of one that is believed.
fn may_read(config: &Config, peer: IpAddr, headers: &HeaderMap) -> bool {
    let client = client_ip(peer, headers, &config.trusted_proxies);
    let is_reader = is_in(&config.metrics_readers, client);
    if is_handed_on(headers) {
        is_reader && is_in(&config.trusted_proxies, peer)
    } else {
        is_reader || client.is_loopback()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn figures_are_for_addresses_and_not_for_their_networks() {
        let config = Config {
            trusted_proxies: vec!["10.0.0.1".parse().unwrap()],
            metrics_readers: vec!["2001:db8::7/128".parse().unwrap(), "10.0.0.2".parse().unwrap()],
            ..Config::default()
        };
        for (peer, forwarded, expected) in [
            ("::1", None, true),
            ("127.0.0.1", None, true),
            ("::ffff:127.0.0.1", None, true),
            ("::2", None, false),
            ("2001:db8::7", None, true),
            ("2001:db8::8", None, false),
            ("10.0.0.1", Some("2001:db8::7"), true),
            ("10.0.0.1", Some("2001:db8::8"), false),
            ("10.0.0.1", Some("127.0.0.1"), false),
            // A proxy that nobody trusts asks for anybody, also where it may read them itself.
            ("10.0.0.2", None, true),
            ("10.0.0.2", Some("203.0.113.7"), false),
            ("10.0.0.3", Some("2001:db8::7"), false),
            ("::1", Some("2001:db8::7"), false),
        ] {
            let lines =
                forwarded.map(|line| ("x-forwarded-for".parse().unwrap(), HeaderValue::from_static(line)));
            let headers: HeaderMap = lines.into_iter().collect();
            let found = may_read(&config, peer.parse().unwrap(), &headers);
            assert_eq!(found, expected, "{peer} {forwarded:?}");
        }
    }
}
