//! A server of a test's own: any free port, a folder of its own.

pub mod client;
mod memory_bus;
mod memory_store;
mod nats;
mod nats_program;
mod postgres;
pub mod schema;
mod silent_news;
pub mod socket;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use tabiya_game::Moment;
use tabiya_server::postgres::PostgresStore;
use tabiya_server::sqlite::SqliteStore;
use tabiya_server::{
    BackupPlan, Backups, Bus, Config, DataFolder, LocalBus, NatsBus, NewsBus, Now, Server, ServerLimits,
    Store, renew_host_token,
};
use tokio::sync::oneshot;

use client::Client;
use memory_bus::MemoryBus;
use memory_store::MemoryDisk;
use nats::NatsServer;
use postgres::{PostgresDatabase, PostgresServer};
use silent_news::SilentNews;

/// Where the servers of the tests keep their games, and what carries their news.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Backend {
    /// As it is unless one says otherwise: SQLite, and one process.
    Sqlite,
    /// PostgreSQL, and one process.
    Postgres,
    /// PostgreSQL, and NATS for other nodes that might be there.
    Cluster,
    /// Another store and another bus, of which the server knows no more than their traits.
    Memory,
}

/// The same suite runs on each of them: `cargo xtask ci tests` sees to that.
fn backend() -> Backend {
    match std::env::var("TABIYA_TEST_STORE").as_deref() {
        Err(_) | Ok("sqlite") => Backend::Sqlite,
        Ok("postgres") => Backend::Postgres,
        Ok("cluster") => Backend::Cluster,
        Ok("memory") => Backend::Memory,
        Ok(other) => panic!("no store is called {other:?}: sqlite, postgres, cluster and memory are"),
    }
}

/// A folder that is gone when the test is, or what takes its place.
pub struct Folder {
    path: PathBuf,
    memory: MemoryDisk,
    postgres: OnceLock<PostgresDatabase>,
}

/// What tells a node what the others do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NodeNews {
    /// A NATS server.
    Nats,
    /// Nothing ever comes.
    Lost,
}

/// Where a server has its games.
enum Place {
    Sqlite,
    Memory(MemoryDisk),
    Postgres(String),
    /// As one of several.
    Node(String, NodeNews),
}

impl Folder {
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tabiya-server-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder { path, memory: MemoryDisk::default(), postgres: OnceLock::new() }
    }

    /// Another folder, with the same games where they are in a database.
    pub fn beside(&self) -> Folder {
        let folder = Folder::new();
        folder.postgres.get_or_init(|| self.database().clone());
        folder
    }

    /// One whose games are in a database of a server of its own.
    pub fn of_database(postgres: &PostgresServer) -> Folder {
        let folder = Folder::new();
        folder.postgres.get_or_init(|| PostgresDatabase::whole(postgres));
        folder
    }

    pub fn database(&self) -> &PostgresDatabase {
        self.postgres.get_or_init(PostgresDatabase::new)
    }

    fn place(&self) -> Place {
        let address = || self.database().address().to_owned();
        match backend() {
            Backend::Sqlite => Place::Sqlite,
            Backend::Postgres => Place::Postgres(address()),
            Backend::Cluster => Place::Node(address(), NodeNews::Nats),
            Backend::Memory => Place::Memory(self.memory.clone()),
        }
    }

    /// Whether games are in its files, and not in what takes their place.
    pub fn keeps_games() -> bool {
        backend() == Backend::Sqlite
    }

    /// Whether a text is in any file of it, also in the log of the database.
    pub fn holds(&self, text: &str) -> bool {
        let files = std::fs::read_dir(&self.path).unwrap().map(|entry| entry.unwrap().path());
        let content = files.filter(|file| file.is_file()).map(|file| std::fs::read(file).unwrap());
        content.into_iter().any(|bytes| bytes.windows(text.len()).any(|part| part == text.as_bytes()))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// That a server was killed.
struct Killed;

/// A PostgreSQL that a test may do anything to.
pub fn postgres_of_its_own(name: &str) -> PostgresServer {
    PostgresServer::start(name)
}

/// A server that runs until it is dropped.
pub struct TestServer {
    pub address: SocketAddr,
    /// By which a program is the host.
    pub host_token: String,
    /// What is sent ends it as `kill -9` would; without that it ends well.
    stop: Option<oneshot::Sender<Killed>>,
    thread: Option<thread::JoinHandle<()>>,
}

/// Limits that tests do not run into by chance.
pub fn generous() -> ServerLimits {
    ServerLimits {
        sessions_per_minute: 100_000,
        codes_per_minute: 100_000,
        games_per_minute: 100_000,
        requests_per_second: 100_000,
        rule_sets_per_hour: 100_000,
        kept_kilobytes_per_day: u32::MAX,
        moves_per_day: u32::MAX,
        ..ServerLimits::default()
    }
}

impl TestServer {
    pub fn open(folder: &Folder) -> TestServer {
        TestServer::with(folder, |_| {})
    }

    pub fn with(folder: &Folder, change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::after(Duration::ZERO, folder, change)
    }

    /// The same so much later, without waiting for it: the server's clock is ahead.
    pub fn after(span: Duration, folder: &Folder, change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::at(folder.place(), span, folder, change)
    }

    /// One of several over the database of a folder, with limits of its own.
    pub fn node(folder: &Folder, news: NodeNews, change: impl FnOnce(&mut Config)) -> TestServer {
        let place = Place::Node(folder.database().address().to_owned(), news);
        TestServer::at(place, Duration::ZERO, folder, change)
    }

    fn at(place: Place, span: Duration, folder: &Folder, change: impl FnOnce(&mut Config)) -> TestServer {
        let mut config =
            Config { listen: "127.0.0.1:0".parse().unwrap(), limits: generous(), ..Config::default() };
        config.data = Some(folder.path().to_owned());
        config.backups =
            Some(Arc::new(Backups::new(BackupPlan { every: None, ..BackupPlan::usual(folder.path()) })));
        change(&mut config);
        let host_token = renew_host_token(folder.path()).unwrap().reveal().to_owned();
        let clock = move |earliest| Now::starting_after(earliest).ahead_by(span);
        let path = folder.path().to_owned();
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<Killed>();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            let folder = DataFolder::take(&path).unwrap();
            let is_killed = runtime.block_on(async {
                let server = serve(place, &folder, config, span, clock).await;
                tell.send(server.address().unwrap()).unwrap();
                let (stop, is_stopped) = oneshot::channel::<()>();
                let mut run = pin!(server.run(async { is_stopped.await.unwrap_or_default() }));
                tokio::select! {
                    _ = &mut run => false,
                    killed = stopped => {
                        if killed.is_err() {
                            drop(stop);
                            run.await;
                        }
                        killed.is_ok()
                    }
                }
            });
            // One that ends well has kept everything when the next one begins.
            if is_killed {
                runtime.shutdown_background();
            }
        });
        let address = told.recv().unwrap();
        TestServer { address, host_token, stop: Some(stop), thread: Some(thread) }
    }

    /// Ends it at once, whatever it was doing.
    pub fn kill(mut self) {
        let _ = self.stop.take().unwrap().send(Killed);
    }

    pub fn player(&self, name: &str) -> Client {
        Client::player(self.address, name)
    }

    /// The host, as a program with the host's token.
    pub fn host(&self) -> Client {
        Client { token: Some(self.host_token.clone()), ..self.stranger() }
    }

    pub fn stranger(&self) -> Client {
        Client::stranger(self.address)
    }
}

async fn serve(
    place: Place,
    folder: &DataFolder,
    config: Config,
    span: Duration,
    clock: impl FnOnce(Moment) -> Now,
) -> Server {
    let bus: Arc<dyn Bus> = match place {
        Place::Memory(_) => Arc::new(MemoryBus::default()),
        _ => Arc::new(LocalBus::default()),
    };
    let store: Arc<dyn Store> = match place {
        Place::Node(address, news) => return join(&address, news, config, span).await,
        Place::Postgres(address) => Arc::new(PostgresStore::open_by(&address, clock).await.unwrap()),
        Place::Memory(memory) => Arc::new(memory.open(clock)),
        Place::Sqlite => Arc::new(SqliteStore::open_by(&folder.database(), clock).unwrap()),
    };
    Server::bind(config, store, bus).await.unwrap()
}

async fn join(address: &str, news: NodeNews, config: Config, span: Duration) -> Server {
    let store = PostgresStore::join_ahead(address, span).await.unwrap();
    let news: Arc<dyn NewsBus> = match news {
        NodeNews::Nats => Arc::new(NatsBus::connect(NatsServer::get().address()).await.unwrap()),
        NodeNews::Lost => Arc::new(SilentNews::default()),
    };
    let listener = tokio::net::TcpListener::bind(config.listen).await.unwrap();
    Server::join(listener, config, Arc::new(store), news).await.unwrap()
}

impl Drop for TestServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Whether a server can be used, once it has looked at its games.
pub fn readiness(server: &TestServer) -> (u16, String) {
    let anybody = server.stranger();
    loop {
        let answer = anybody.get("/readyz");
        if answer.body != "not ready: loading games\n" {
            return (answer.status, answer.body);
        }
        thread::yield_now();
    }
}

/// Two players in a game that one of them made.
pub fn pair(server: &TestServer, wish: &serde_json::Value) -> (Client, Client, String) {
    let (white, black) = (server.player("Ann"), server.player("Bob"));
    let game = pair_up(&white, &black, wish);
    (white, black, game)
}

/// A game that somebody makes and somebody else joins.
pub fn pair_up(maker: &Client, guest: &Client, wish: &serde_json::Value) -> String {
    let mut wish = wish.clone();
    wish["opponent"] = "lobby".into();
    let game = maker.create(&wish);
    guest.post(&format!("/v1/games/{game}/join"), &serde_json::json!({})).ok();
    game
}
