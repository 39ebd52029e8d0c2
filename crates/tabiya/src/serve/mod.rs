mod browser;
mod idle_memory;
mod other_server;
mod service_manager;
mod settings;

use std::io::{self, IsTerminal};
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use tabiya_server::postgres::PostgresStore;
use tabiya_server::{
    AddressRange, BackupPlan, Backups, Config, DataFolder, KeptElsewhere, LocalBus, NatsBus, Server, Store,
    StorePlace, Tls, Use,
};

use crate::backup_rhythm::BackupRhythm;
use crate::output::{Status, print_lines, tell};
use crate::settings::{DataArgs, StoreArgs, parse_address};
use crate::twin;

use service_manager::ServiceManager;
use settings::Settings;
use tabiya_system::{allow_open_files, shown};

/// Start the server, and open it in the browser
///
/// The browser is opened where there is a desktop. A chess club on your own machine: play the computer, people at the same device, and with --lan people on the
/// same network. Games are kept in the data folder, or with --store in a PostgreSQL database.
#[derive(clap::Args, Default)]
pub struct Args {
    /// Where to listen [default: 127.0.0.1:8064]
    #[arg(long, value_name = "ADDRESS", conflicts_with = "lan", value_parser = parse_address)]
    listen: Option<SocketAddr>,

    /// Let others on the local network in
    #[arg(long)]
    lan: bool,

    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// Use the database together with other servers, which tell each other by this NATS server what is new:
    /// nats://localhost:4222, or tls:// where the line is to be encrypted
    #[arg(long, value_name = "URL")]
    bus: Option<String>,

    /// What people type to come here, where a proxy or a name leads to this server
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,

    /// A proxy before this server, or its network: it is believed whom it asks for (X-Forwarded-For), so that limits
    /// count every visitor alone
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<AddressRange>,

    /// A certificate by which connections are encrypted (https), as PEM with those that lead to its issuer; a renewed one is
    /// taken without a restart
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The private key of that certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// How often a backup is made: '1 day', '6 hours', '2 weeks', or 'never' [default: 1 day]
    #[arg(long, value_name = "SPAN")]
    backup_every: Option<BackupRhythm>,

    /// How many backups are kept; older ones are removed when a new one is on disk [default: 7]
    #[arg(long, value_name = "NUMBER")]
    backup_keep: Option<NonZeroUsize>,

    /// Where backups lie, on another disk if there is one; the folder must be there [default: backups in the data folder]
    #[arg(long, value_name = "DIR")]
    backup_folder: Option<PathBuf>,

    /// A folder with Syzygy tables, which tell analyses how endgames end; several with ':' between them
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// How warnings and errors are written to standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

/// How the log is written.
#[derive(clap::ValueEnum, Clone, Copy, Default)]
enum LogForm {
    /// For people
    #[default]
    Text,
    /// One value a line, with the time, for programs
    Json,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    run_at(args, "")
}

/// Starts the server and opens a page of it: what stands behind its address.
pub fn run_at(args: &Args, page: &str) -> anyhow::Result<Status> {
    start_log(args.log);
    let mut settings = Settings::load(args)?;
    // Before anything is begun: a server that cannot encrypt must not start without.
    let tls = settings.tls.clone().map(Tls::load).transpose()?.map(Arc::new);
    let listener = match TcpListener::bind(settings.listen) {
        Ok(listener) => listener,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => return already_there(&settings, page),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {}", settings.listen)),
    };
    listener.set_nonblocking(true)?;
    let folder = DataFolder::take(&settings.data)?;
    folder.note_address(listener.local_addr()?)?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = idle_memory::give_back_when_idle(&mut runtime).enable_all().build()?;
    let (store, backups) = match &settings.database {
        None => open_folder(&folder, &settings)?,
        Some(address) => runtime.block_on(open_database(address, &folder, &settings))?,
    };
    settings.limits.connections = possible_connections(settings.limits.connections);
    let trouble = runtime.block_on(serve(listener, store, tls, backups, &settings, page))?;
    // What was asked for is on disk before the folder is let go.
    drop(runtime);
    drop(folder);
    let games = trouble.unwrap_or_else(|| "All games are kept.".to_owned());
    print_lines([format!("Goodbye. {games}")])?;
    Ok(Status::Done)
}

/// The games of the data folder.
fn open_folder(folder: &DataFolder, settings: &Settings) -> anyhow::Result<(ServedStore, Arc<Backups>)> {
    let backups = Arc::new(Backups::new(settings.backups.clone()));
    let (store, copy) = folder.open(&backups)?;
    if let Some(copy) = copy {
        let file = shown(&copy.file);
        tell(format_args!(
            "note: an earlier Tabiya kept these games in another form; a backup from before is {file}"
        ));
    }
    if store.is_opened_alone() {
        tell(format_args!(
            "note: the disk with {} is full: games can be looked at, and go on by themselves when there is room; until the \
             next start only the host's page can back them up",
            shown(&settings.data)
        ));
    }
    Ok((ServedStore::Alone(Arc::new(store)), backups))
}

/// Where the games are that are served.
enum ServedStore {
    /// Where nobody else is.
    Alone(Arc<dyn Store>),
    /// In a database that others use as well, and by what they are told what is new.
    Together(Arc<PostgresStore>, Arc<NatsBus>),
}

/// The games of a database.
async fn open_database(
    address: &str,
    folder: &DataFolder,
    settings: &Settings,
) -> anyhow::Result<(ServedStore, Arc<Backups>)> {
    let place = StorePlace::Postgres(address.to_owned()).to_string();
    // Before anything is begun in the database.
    let bus = match &settings.bus {
        Some(bus) => Some(NatsBus::connect(bus).await.context("--bus")?),
        None => None,
    };
    let opened = match bus {
        Some(_) => PostgresStore::join(address).await,
        None => PostgresStore::open(address).await,
    };
    let store = Arc::new(opened.with_context(|| place.clone())?);
    let has_games = store.stages().await?.iter().any(|(_, games)| *games > 0);
    folder.keep_games_in(&KeptElsewhere { identity: store.identity().await?, place }, has_games)?;
    let backups = Backups::of_database(settings.backups.clone(), address.to_owned());
    let served = match bus {
        Some(bus) => ServedStore::Together(store, Arc::new(bus)),
        None => ServedStore::Alone(store),
    };
    Ok((served, Arc::new(backups)))
}

async fn serve(
    listener: TcpListener,
    store: ServedStore,
    tls: Option<Arc<Tls>>,
    backups: Arc<Backups>,
    settings: &Settings,
    page: &str,
) -> anyhow::Result<Option<String>> {
    // A server that nobody can stop is not started.
    let stop = asked_to_stop().context("cannot hear the signals that would stop the server")?;
    let manager = Arc::new(ServiceManager::of_environment()?);
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let config = Config {
        listen: settings.listen,
        public_url: settings.public_url.clone(),
        trusted_proxies: settings.trusted_proxies.clone(),
        metrics_readers: settings.metrics_readers.clone(),
        data: Some(settings.data.clone()),
        book: settings.book.clone(),
        tables: settings.tables.clone(),
        tls,
        backups: Some(backups),
        limits: settings.limits.clone(),
    };
    let server = match store {
        ServedStore::Alone(store) => {
            Server::with_listener(listener, config, store, Arc::new(LocalBus::default()))
        }
        ServedStore::Together(store, bus) => Server::join(listener, config, store, bus).await?,
    };
    let url = address_of(&server.url(), page);
    greet(&server, &url, settings)?;
    if settings.opens_browser {
        browser::open(&url);
    }
    manager.ready();
    let pulse = Arc::clone(&manager);
    let pulse = tokio::spawn(async move { pulse.stay_alive().await });
    let waker = tokio::spawn(idle_memory::wake_idle());
    let trouble = server.run(async {
        stop.await;
        manager.stopping();
    });
    let trouble = trouble.await;
    pulse.abort();
    waker.abort();
    Ok(trouble)
}

/// How many files are open beside the connections, at most: the database, the readers of it, and what the threads need.
const OTHER_FILES: u64 = 256;

/// As many connections as are wished for, or as the system allows.
fn possible_connections(wished: usize) -> usize {
    let open_files = allow_open_files((wished as u64).saturating_add(OTHER_FILES));
    let possible = usize::try_from(open_files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX).max(1);
    if possible < wished {
        tell(format_args!(
            "note: this system allows {open_files} open files, enough for {possible} connections at a time instead of \
             {wished}; `ulimit -Hn` shows the most it can be told to allow"
        ));
    }
    possible.min(wished)
}

/// Warnings and errors go to standard error.
fn start_log(form: LogForm) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(tracing::Level::WARN);
    let log = log.with_target(false);
    let has_colors = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let _ = match form {
        LogForm::Text => log.with_ansi(has_colors).without_time().try_init(),
        LogForm::Json => log.json().try_init(),
    };
}

fn greet(server: &Server, url: &str, settings: &Settings) -> anyhow::Result<()> {
    let mut lines = vec![
        format!("Tabiya {} is ready: open {url} in your browser.", env!("CARGO_PKG_VERSION")),
        match &settings.database {
            None => format!("Games are kept in {}.", shown(&settings.data)),
            Some(address) => format!("Games are kept in {}.", StorePlace::Postgres(address.clone())),
        },
        told_of(&settings.backups),
    ];
    if let Some(node) = server.node() {
        lines.insert(2, format!("Other servers with --bus may use them as well; this is node {node}."));
    }
    if server.is_loopback_only() {
        lines.push(
            "Only this computer can reach it; `tabiya serve --lan` lets others on your network in."
                .to_owned(),
        );
    }
    lines.push(host_page(server, settings));
    if settings.public_url.is_some() && settings.trusted_proxies.is_empty() {
        lines.push(
            "If a proxy leads here, name it with --trust-proxy: else all its visitors count as one."
                .to_owned(),
        );
    }
    if let Some(why) = twin::why_slow() {
        lines.push(format!("Note: {why}."));
    }
    lines.push("Ctrl-C stops it.".to_owned());
    print_lines(lines)
}

/// What becomes of the games if something happens to them.
fn told_of(plan: &BackupPlan) -> String {
    let Some(every) = plan.every else {
        return "No backups are made by themselves; --backup-every '1 day' changes that.".to_owned();
    };
    let (rhythm, folder) = (BackupRhythm::Every(every), shown(&plan.folder()));
    let kept =
        if plan.keep.get() == 1 { "last one is".to_owned() } else { format!("last {} are", plan.keep) };
    format!("A backup is made {rhythm} in {folder}; the {kept} kept.")
}

/// Where the host finds the page for hosts.
fn host_page(server: &Server, settings: &Settings) -> String {
    let is_alone = settings.public_url.is_none() && settings.trusted_proxies.is_empty();
    match server.address().ok().filter(|_| is_alone) {
        Some(address) => format!(
            "Your page as the host, on this computer: {}/host; `tabiya host` prints a link for another one.",
            url_of(address, settings)
        ),
        None => "Your page as the host is /host; `tabiya host` prints the link that opens it.".to_owned(),
    }
}

/// Where the games that were asked for are served already, that server is opened. Only the folder can tell: whatever
/// listens there may be the server of another club.
fn already_there(settings: &Settings, page: &str) -> anyhow::Result<Status> {
    let url = url_of(settings.listen, settings);
    let data = shown(&settings.data);
    let hint = format!(
        "hint: --listen names another address, such as --listen 127.0.0.1:{}",
        settings.listen.port().wrapping_add(1)
    );
    let served = DataFolder::used_by(&settings.data)?;
    match served {
        Use::Served(address) if other_server::is_same(address, settings.listen) => {}
        _ if !other_server::is_tabiya(settings.listen) => {
            bail!("another program listens on {}\n{hint}", settings.listen)
        }
        Use::Free => bail!("another club is served at {url}, not the games in {data}\n{hint}"),
        Use::Served(address) => bail!(
            "another club is served at {url}; the games in {data} are served at {} already",
            url_of(address, settings)
        ),
        Use::Unknown => bail!(
            "a Tabiya is running at {url}, and another program uses {data}, which does not say where it listens: an \
             older Tabiya, perhaps the same one\nhint: stop it first, or open {url}"
        ),
    }
    let url = address_of(&url, page);
    print_lines([format!("Tabiya is running already: {url}")])?;
    if settings.opens_browser {
        browser::open(&url);
    }
    Ok(Status::Done)
}

/// Where a page is: a name of one's own may end with a slash, and pages begin with one.
fn address_of(url: &str, page: &str) -> String {
    if page.is_empty() { url.to_owned() } else { format!("{}{page}", url.trim_end_matches('/')) }
}

/// Where a server that listens there is found, if it was started with the same settings.
fn url_of(listen: SocketAddr, settings: &Settings) -> String {
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    format!("{scheme}://{}", other_server::reachable(listen))
}

/// Waits for Ctrl-C, or for the system to end programs.
fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(std::future::poll_fn(move |cx| {
        let is_asked = interrupt.poll_recv(cx).is_ready() || terminate.poll_recv(cx).is_ready();
        if is_asked { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    }))
}
