//! The API under `/v1`, and the page.

mod account;
mod answer_body;
mod body;
mod caller;
mod classics;
mod error;
mod extract;
mod files;
mod games;
mod guard;
mod invitation;
mod lists;
mod openings;
mod page;
mod play;
mod welcome;

use std::net::SocketAddr;
use std::sync::Arc;

use crate::address_counts::AddressCounts;
use crate::classic::{ClassicPermits, ClassicRegistry};
use crate::context::ServerContext;
use crate::hosts::Hosts;
use crate::message_memory::MessageMemory;
use crate::rate_limit::RateLimiter;
use crate::session_cache::SessionCache;
use crate::socket;
use axum::Router;
use axum::routing::{get, post};

pub(crate) use caller::Caller;
pub(crate) use extract::{GamePath, Path, Query};

/// What the handlers of requests share.
pub(crate) struct App {
    pub shared: Arc<ServerContext>,
    pub session_cache: SessionCache,
    pub rate_limiter: RateLimiter,
    pub hosts: Hosts,
    pub sockets: AddressCounts,
    /// Requests that are worked on.
    pub requests: AddressCounts,
    pub classics: ClassicPermits,
    pub classic_registry: Arc<ClassicRegistry>,
    pub message_memory: MessageMemory,
    /// Turns true when the server shuts down.
    pub closing: tokio::sync::watch::Receiver<bool>,
}

/// Both ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    pub remote: SocketAddr,
    pub local: SocketAddr,
}

/// All that is answered.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/", get(welcome::welcome))
        .route(
            "/session",
            get(account::who).post(account::create).patch(account::rename).delete(account::end),
        )
        .route("/rules", post(welcome::check_rules))
        .route("/position", post(welcome::check_position))
        .route("/openings", get(openings::search))
        .route("/lobby", get(lists::lobby))
        .route("/lobby/socket", get(socket::lobby::upgrade))
        .route("/classics", get(classics::classics))
        .route("/classics/{name}/socket", get(socket::classic::upgrade))
        .route("/games", get(lists::games).post(games::create))
        .route("/games/{id}", get(games::view))
        .route("/games/{id}/entries", get(games::entries))
        .route("/games/{id}/threats", get(games::threats))
        .route("/games/{id}/why", get(games::why))
        .route("/games/{id}/export/{form}", get(files::export))
        .route("/games/{id}/commands", post(play::command))
        .route("/games/{id}/join", post(play::join))
        .route("/games/{id}/rematch", post(play::want_rematch).delete(play::decline_rematch))
        .route("/games/{id}/invitation", get(invitation::invitation))
        .route("/games/{id}/transfer", post(invitation::transfer))
        .route("/seats/{key}", post(invitation::take_seat))
        .route("/games/{id}/socket", get(socket::upgrade))
        .fallback(error::no_such_path)
        .method_not_allowed_fallback(error::wrong_method);
    Router::new()
        .nest("/v1", api)
        .route("/v1/", get(welcome::welcome))
        .fallback(page::page)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
