mod browser;
mod neighbour;
mod settings;

use std::io::{self, IsTerminal};
use std::net::{SocketAddr, TcpListener};

use anyhow::{Context, bail};
use tabiya_server::sqlite::SqliteStore;
use tabiya_server::{Config, DataFolder, Server};

use crate::output::{Status, print_lines};
use crate::settings::{DataArgs, parse_address};

use settings::Settings;
use tabiya_system::shown;

/// Start the server, and open it in the browser where there is a desktop
///
/// A chess club on your own machine: play the computer, people at the same device, and with --lan people on the
/// same network. Games are kept in the data folder.
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

    /// What people type to come here, where a proxy or a name leads to this server
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    start_log();
    let settings = Settings::load(args)?;
    let listener = match TcpListener::bind(settings.listen) {
        Ok(listener) => listener,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => return already_there(&settings),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {}", settings.listen)),
    };
    listener.set_nonblocking(true)?;
    let folder = DataFolder::take(&settings.data)?;
    let store = folder.open()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(listener, store, &settings))?;
    // What was asked for is on disk before the folder is let go.
    drop(runtime);
    drop(folder);
    print_lines(["Goodbye. All games are kept."])?;
    Ok(Status::Done)
}

async fn serve(listener: TcpListener, store: SqliteStore, settings: &Settings) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let config = Config {
        listen: settings.listen,
        public_url: settings.public_url.clone(),
        limits: settings.limits.clone(),
    };
    let server = Server::with_listener(listener, config, store);
    greet(&server, settings)?;
    if settings.opens_browser {
        browser::open(&server.url());
    }
    server.run(asked_to_stop()).await;
    Ok(())
}

/// Warnings and errors go to standard error.
fn start_log() {
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(tracing::Level::WARN);
    let has_colors = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let _ = log.with_ansi(has_colors).with_target(false).without_time().try_init();
}

fn greet(server: &Server, settings: &Settings) -> anyhow::Result<()> {
    let mut lines = vec![
        format!("Tabiya {} is ready: open {} in your browser.", env!("CARGO_PKG_VERSION"), server.url()),
        format!("Games are kept in {}.", shown(&settings.data)),
    ];
    if server.is_loopback_only() {
        lines.push(
            "Only this computer can reach it; `tabiya serve --lan` lets others on your network in."
                .to_owned(),
        );
    }
    lines.push("Ctrl-C stops it.".to_owned());
    print_lines(lines)
}

/// Where our own server runs already, that one is opened.
fn already_there(settings: &Settings) -> anyhow::Result<Status> {
    let url = format!("http://{}", neighbour::reachable(settings.listen));
    if !neighbour::is_tabiya(settings.listen) {
        bail!(
            "another program listens on {0}\nhint: --listen names another address, such as --listen 127.0.0.1:{1}",
            settings.listen,
            settings.listen.port().wrapping_add(1)
        );
    }
    print_lines([format!("Tabiya is running already: {url}")])?;
    if settings.opens_browser {
        browser::open(&url);
    }
    Ok(Status::Done)
}

/// Waits for Ctrl-C, or for the system to end programs.
async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    std::future::poll_fn(|cx| {
        let is_asked = interrupt.poll_recv(cx).is_ready() || terminate.poll_recv(cx).is_ready();
        if is_asked { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}
