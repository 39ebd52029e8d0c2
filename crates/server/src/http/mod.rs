//! The API under `/v1`, and the page.

mod accept_language;
mod account;
mod answer_body;
mod body;
mod caller;
mod classics;
mod content_coding;
mod error;
mod extract;
mod files;
mod games;
mod guard;
mod hint;
mod host;
mod invitation;
mod lists;
mod openapi;
mod openings;
mod operations;
mod packed_answer;
mod page;
mod play;
mod recovery;
mod route;
mod tree;
mod welcome;
mod wrong_host;

use std::net::SocketAddr;
use std::sync::Arc;

use crate::address_counts::AddressCounts;
use crate::classic::{ClassicPermits, ClassicRegistry};
use crate::context::ServerContext;
use crate::ending::ServerEnd;
use crate::health::Health;
use crate::hosts::Hosts;
use crate::message_memory::MessageMemory;
use crate::rate_limit::RateLimiter;
use crate::session_cache::SessionCache;
use crate::session_line::SessionLine;
use crate::share_counts::ShareCounts;
use crate::tree_cache::TreeCache;
use axum::Router;
use axum::routing::get;

pub(crate) use caller::Caller;
pub(crate) use extract::{GamePath, Path, Query};
pub(crate) use games::look;
pub(crate) use hint::busy;
pub(crate) use host::node_report;

/// What the handlers of requests share.
pub(crate) struct App {
    pub shared: Arc<ServerContext>,
    pub session_cache: SessionCache,
    pub rate_limiter: RateLimiter,
    pub session_line: SessionLine,
    pub hosts: Hosts,
    pub sockets: ShareCounts,
    /// Requests that are worked on.
    pub requests: AddressCounts,
    /// WebSockets on which games are analysed.
    pub analyses: ShareCounts,
    pub classics: ClassicPermits,
    pub classic_registry: Arc<ClassicRegistry>,
    pub message_memory: MessageMemory,
    /// The trees of games as they were told last.
    pub trees: TreeCache,
    /// How far the server is with its end.
    pub ending: tokio::sync::watch::Receiver<ServerEnd>,
}

impl App {
    /// How the server is doing.
    pub async fn health(&self) -> Health {
        let ending = *self.ending.borrow();
        Health::of(&self.shared, ending).await
    }
}

/// Both ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    pub remote: SocketAddr,
    pub local: SocketAddr,
}

/// All that is answered.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = route::api().fallback(error::no_such_path).method_not_allowed_fallback(error::wrong_method);
    Router::new()
        .nest("/v1", api)
        .route("/v1/", route::ROUTES[0].router())
        .route("/healthz", get(operations::health))
        .route("/readyz", get(operations::readiness))
        .route("/metrics", get(operations::metrics))
        .fallback(page::page)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
