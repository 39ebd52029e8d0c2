use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::classic::ClassicPermits;
use crate::context::ServerContext;
use crate::hosts::Hosts;
use crate::http::{App, ConnectionPermit, Peer, router};
use crate::rate_limit::{RateLimiter, SocketCounts};
use crate::session_cache::SessionCache;
use crate::{Bus, Config, Store};

/// How long requests may take to end when the server does.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that has its address and waits to be run.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    closing: watch::Sender<bool>,
}

impl Server {
    /// Takes the address. Nothing is answered before [`Server::run`].
    pub async fn bind(config: Config, store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> io::Result<Server> {
        let listener = TcpListener::bind(config.listen).await?;
        Ok(Server::with_listener(listener, config, store, bus))
    }

    /// The same with an address that was taken before.
    pub fn with_listener(
        listener: TcpListener,
        config: Config,
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
    ) -> Server {
        let address = listener.local_addr().unwrap_or(config.listen);
        let (closing, is_closing) = watch::channel(false);
        let hosts = Hosts::new(address, config.public_url.as_deref());
        let rate_limiter = RateLimiter::new(&config.limits);
        let classics = ClassicPermits::new(&config.limits);
        let shared = Arc::new(ServerContext::new(store, bus, config));
        let app = App {
            shared,
            session_cache: SessionCache::default(),
            rate_limiter,
            hosts,
            sockets: SocketCounts::default(),
            classics,
            closing: is_closing,
        };
        Server { listener, app: Arc::new(app), closing }
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// What people type to come here.
    pub fn url(&self) -> String {
        self.app.hosts.address()
    }

    /// Whether only this machine can reach it.
    pub fn is_loopback_only(&self) -> bool {
        self.app.hosts.is_loopback_only()
    }

    /// Serves until `stop` is done, and then until everybody has had an answer.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, app, closing } = self;
        let tasks = [
            tokio::spawn(Arc::clone(&app.shared).stay_alive()),
            tokio::spawn(Arc::clone(&app.shared).load_clocks()),
            tokio::spawn(Arc::clone(&app.shared).look_for_damage()),
        ];
        let most = app.shared.config.limits.connections;
        let permits = Arc::new(Semaphore::new(most));
        let service = TowerToHyperService::new(router(app));
        tokio::select! {
            () = let_in(&listener, &permits, &service, &closing) => {}
            () = stop => {}
        }
        drop(listener);
        let _ = closing.send(true);
        let all = u32::try_from(most).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(FAREWELL, permits.acquire_many(all)).await;
        for task in tasks {
            task.abort();
        }
    }
}

/// Serves whoever comes, for ever.
async fn let_in(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
    service: &TowerToHyperService<Router>,
    closing: &watch::Sender<bool>,
) {
    loop {
        match listener.accept().await {
            Ok((stream, remote)) => {
                // Whoever comes when all permits are taken is not let in.
                let Ok(permit) = Arc::clone(permits).try_acquire_owned() else { continue };
                let connection = connection(stream, remote, ConnectionPermit::new(permit), service.clone());
                tokio::spawn(serve(connection, closing.subscribe()));
            }
            Err(error) => {
                // Too many open files, most likely. That passes.
                tracing::warn!(%error, "accept");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

type Http = http1::UpgradeableConnection<TokioIo<TcpStream>, PeerService>;

/// Serves a connection; when the server ends, what was asked is still answered.
async fn serve(connection: Http, mut closing: watch::Receiver<bool>) {
    tokio::pin!(connection);
    tokio::select! {
        _ = &mut connection => return,
        _ = closing.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Tells the requests of a connection whose they are.
#[derive(Clone)]
struct PeerService {
    peer: Option<Peer>,
    permit: ConnectionPermit,
    inner: TowerToHyperService<Router>,
}

impl Service<Request<Incoming>> for PeerService {
    type Response = <TowerToHyperService<Router> as Service<Request<Body>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Body>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Body>>>::Future;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let mut request = request.map(Body::new);
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        request.extensions_mut().insert(self.permit.clone());
        self.inner.call(request)
    }
}

fn connection(
    stream: TcpStream,
    remote: SocketAddr,
    permit: ConnectionPermit,
    inner: TowerToHyperService<Router>,
) -> Http {
    let _ = stream.set_nodelay(true);
    let peer = stream.local_addr().ok().map(|local| Peer { remote, local });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(15))
        .max_headers(64)
        .max_buf_size(32 * 1024);
    builder.serve_connection(TokioIo::new(stream), PeerService { peer, permit, inner }).with_upgrades()
}
