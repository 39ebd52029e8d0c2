use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tabiya_rules::Language;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::address_counts::AddressCounts;
use crate::classic::{ClassicPermits, ClassicRegistry};
use crate::client_address::{ClientAddress, is_in};
use crate::cluster::{Cluster, NewsBus, keep_up};
use crate::connections::{ConnectionPermit, Connections};
use crate::context::ServerContext;
use crate::ending::{ServerEnd, hand_over, over};
use crate::hosts::Hosts;
use crate::http::{App, Peer, router};
use crate::message_memory::MessageMemory;
use crate::postgres::PostgresStore;
use crate::rate_limit::{REFUSAL_PAUSE, RateLimiter};
use crate::refusal_log::RefusalLog;
use crate::session_cache::SessionCache;
use crate::session_line::SessionLine;
use crate::share_counts::ShareCounts;
use crate::tls::{ServerStream, StreamOpening, send_to_https};
use crate::tree_cache::TreeCache;
use crate::{Bus, Config, LocalBus, Store, StoreError};

/// How long requests may take to end when the server does.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that has its address and waits to be run.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    ending: watch::Sender<ServerEnd>,
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
        Server::build(listener, config, store, bus, None)
    }

    /// The same as one of several nodes, which use a database together and tell each other by a bus what is new.
    pub async fn join(
        listener: TcpListener,
        config: Config,
        store: Arc<PostgresStore>,
        news: Arc<dyn NewsBus>,
    ) -> Result<Server, StoreError> {
        let cluster = Arc::new(Cluster::join(Arc::clone(&store), news).await?);
        Ok(Server::build(listener, config, store, Arc::new(LocalBus::default()), Some(cluster)))
    }

    fn build(
        listener: TcpListener,
        config: Config,
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        cluster: Option<Arc<Cluster>>,
    ) -> Server {
        let address = listener.local_addr().unwrap_or(config.listen);
        let (ending, how_far) = watch::channel(ServerEnd::NotYet);
        let hosts = Hosts::new(address, config.public_url.as_deref(), config.tls.as_deref());
        let rate_limiter = RateLimiter::new(&config.limits);
        let classics = ClassicPermits::new(&config.limits);
        let classic_registry = ClassicRegistry::new(config.limits.classic_away, how_far.clone());
        let message_memory = MessageMemory::new(&config.limits);
        let shared = Arc::new(ServerContext::new(store, bus, config, cluster.clone()));
        let app = App {
            shared,
            session_cache: SessionCache::new(cluster),
            rate_limiter,
            session_line: SessionLine::default(),
            hosts,
            sockets: ShareCounts::default(),
            analyses: ShareCounts::default(),
            requests: AddressCounts::default(),
            classics,
            classic_registry: Arc::new(classic_registry),
            message_memory,
            trees: TreeCache::default(),
            ending: how_far,
        };
        Server { listener, app: Arc::new(app), ending }
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// What people type to come here.
    pub fn url(&self) -> String {
        self.app.hosts.address()
    }

    /// The number by which other servers know it that use the same database, where there may be some.
    pub fn node(&self) -> Option<i64> {
        self.app.shared.cluster.as_ref().map(|cluster| cluster.node())
    }

    /// Whether only this machine can reach it.
    pub fn is_loopback_only(&self) -> bool {
        self.app.hosts.is_loopback_only()
    }

    /// Serves until `stop` is done, and then until everybody has had an answer; where other nodes go on, they have taken over before.
    /// Tells what is wrong with the server's
    /// data, if anything.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Option<String> {
        let Server { listener, app, ending } = self;
        let shared = Arc::clone(&app.shared);
        shared.load_host().await;
        let mut tasks = vec![tokio::spawn(Arc::clone(&app.shared).look_for_damage())];
        let cluster = app.shared.cluster.clone();
        match &cluster {
            Some(cluster) => tasks.push(tokio::spawn(keep_up(Arc::clone(&app), Arc::clone(cluster)))),
            None => tasks.extend([
                tokio::spawn(Arc::clone(&app.shared).stay_alive()),
                tokio::spawn(Arc::clone(&app.shared).load_clocks()),
            ]),
        }
        let backups = app.shared.config.backups.clone();
        tasks.extend(backups.iter().cloned().map(|backups| tokio::spawn(backups.keep_schedule())));
        tasks.extend(app.shared.config.tls.iter().cloned().map(|tls| tokio::spawn(tls.keep_renewed())));
        let connections = Connections::new(&app.shared.config.limits);
        let acceptor = Arc::new(Acceptor {
            connections: Arc::clone(&connections),
            app: Arc::clone(&app),
            service: TowerToHyperService::new(router(app)),
        });
        let stopped = async {
            tokio::select! {
                () = stop => {}
                () = shared.host.is_shut_down() => {}
            }
            if let Some(cluster) = &cluster {
                hand_over(cluster, &ending).await;
            }
        };
        tokio::select! {
            () = acceptor.let_in(&listener, &ending) => {}
            () = stopped => {}
        }
        drop(listener);
        ending.send_replace(ServerEnd::Now);
        let _ = tokio::time::timeout(FAREWELL, connections.all_gone()).await;
        for task in tasks {
            task.abort();
        }
        if let Some(cluster) = cluster {
            // Otherwise the others notice it a few seconds later.
            let _ = tokio::time::timeout(FAREWELL, cluster.store.leave()).await;
        }
        // Nobody who stops a server wants to wait for a copy.
        backups.iter().for_each(|backups| backups.close());
        shared.data_trouble().map(|trouble| trouble.told(Language::English))
    }
}

/// Where connections come in.
struct Acceptor {
    connections: Arc<Connections>,
    app: Arc<App>,
    service: TowerToHyperService<Router>,
}

impl Acceptor {
    /// Serves whoever comes, for ever.
    async fn let_in(self: &Arc<Acceptor>, listener: &TcpListener, ending: &watch::Sender<ServerEnd>) {
        let (mut refused, mut failed) = (RefusalLog::default(), RefusalLog::default());
        loop {
            match listener.accept().await {
                Ok((stream, remote)) => match self.connections.admit(self.address(remote)) {
                    Some(permit) => {
                        tokio::spawn(Arc::clone(self).serve(stream, remote, permit, ending.subscribe()));
                    }
                    None => {
                        if let Some(times) = refused.note(Instant::now()) {
                            tracing::warn!(times, "connections were refused: all places are in use");
                        }
                    }
                },
                Err(error) => {
                    // Too many open files, most likely. That passes, and whoever is idle can help.
                    if let Some(times) = failed.note(Instant::now()) {
                        tracing::warn!(%error, times, "no connection could be taken");
                    }
                    self.connections.end_one();
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    /// Whose connection it is. That of a trusted proxy is nobody's in particular: many come through it.
    fn address(&self, remote: SocketAddr) -> Option<ClientAddress> {
        let is_proxy = is_in(&self.app.shared.config.trusted_proxies, remote.ip());
        (!is_proxy).then(|| ClientAddress::from(remote.ip()))
    }

    /// Serves a connection until somebody else needs its place; when the server ends, what was asked is still answered. One on
    /// which nothing was agreed yet is a stranger's who is idle, and the first who has to go.
    async fn serve(
        self: Arc<Acceptor>,
        stream: TcpStream,
        remote: SocketAddr,
        permit: ConnectionPermit,
        mut ending: watch::Receiver<ServerEnd>,
    ) {
        let _ = stream.set_nodelay(true);
        let peer = stream.local_addr().ok().map(|local| Peer { remote, local });
        let config = &self.app.shared.config;
        let opening = tokio::select! {
            opening = ServerStream::open(stream, config.tls.as_ref(), config.limits.patience, config.limits.handshake) => opening,
            () = permit.ended() => return,
            () = over(&mut ending) => return,
        };
        let stream = match opening {
            Ok(StreamOpening::Right(stream)) => stream,
            Ok(StreamOpening::Unencrypted(stream)) => {
                let is_ours = |host: &str| self.app.hosts.is_ours(host, peer.map(|peer| peer.local));
                tokio::select! {
                    () = send_to_https(stream, is_ours) => {}
                    () = permit.ended() => {}
                    () = over(&mut ending) => {}
                }
                return;
            }
            // Whoever does not trust the certificate hangs up, and so does whoever only looks which ports are open.
            Err(_) => return,
        };
        let connection = self.connection(stream, peer, permit.clone());
        tokio::pin!(connection);
        tokio::select! {
            _ = &mut connection => return,
            () = permit.ended() => return,
            () = over(&mut ending) => connection.as_mut().graceful_shutdown(),
        }
        let _ = connection.await;
    }

    fn connection(&self, stream: ServerStream, peer: Option<Peer>, permit: ConnectionPermit) -> Http {
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(Duration::from_secs(15))
            .max_headers(64)
            .max_buf_size(32 * 1024);
        let service = PeerService { peer, permit, inner: self.service.clone() };
        builder.serve_connection(TokioIo::new(stream), service).with_upgrades()
    }
}

type Http = http1::UpgradeableConnection<TokioIo<ServerStream>, PeerService>;

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
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let mut request = request.map(Body::new);
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        request.extensions_mut().insert(self.permit.clone());
        let busy = self.permit.begin();
        let answer = self.inner.call(request);
        Box::pin(async move {
            let answer = answer.await;
            // Others may have the place meanwhile.
            drop(busy);
            if answer.as_ref().is_ok_and(|answer| answer.status() == StatusCode::TOO_MANY_REQUESTS) {
                tokio::time::sleep(REFUSAL_PAUSE).await;
            }
            answer
        })
    }
}
