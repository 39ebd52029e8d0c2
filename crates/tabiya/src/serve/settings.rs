use std::fs;
use std::io;
use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tabiya_server::{Config, Limits};
use tabiya_system::shown;

use super::Args;

/// How the server is to be run: what the command says, else what the file says, else what is usual.
pub struct Settings {
    pub listen: SocketAddr,
    pub data: PathBuf,
    pub public_url: Option<String>,
    pub opens_browser: bool,
    pub limits: Limits,
}

/// What a file may say.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct File {
    #[serde(deserialize_with = "listen_address")]
    listen: Option<SocketAddr>,
    lan: bool,
    data: Option<PathBuf>,
    public_url: Option<String>,
    open: Option<bool>,
    limits: FileLimits,
}

/// The limits that a club may want otherwise.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct FileLimits {
    sessions_per_minute: Option<NonZeroU32>,
    games_per_minute: Option<NonZeroU32>,
    requests_per_second: Option<NonZeroU32>,
    connections: Option<NonZeroUsize>,
    sockets_per_address: Option<NonZeroUsize>,
    claim_after_seconds: Option<u32>,
}

impl Settings {
    pub fn load(args: &Args) -> anyhow::Result<Settings> {
        let file = match &args.config {
            Some(path) => read(path)?,
            None => tabiya_system::settings_file()
                .map_or_else(|| Ok(File::default()), |path| read_if_there(&path))?,
        };
        let usual = Config::default().listen;
        let everywhere = SocketAddr::from(([0, 0, 0, 0], usual.port()));
        let listen = match (args.listen, args.lan) {
            (Some(listen), _) => listen,
            (None, true) => everywhere,
            (None, false) if file.lan => everywhere,
            (None, false) => file.listen.unwrap_or(usual),
        };
        let public_url = args.public_url.clone().or(file.public_url);
        if let Some(url) = &public_url {
            check_url(url)?;
        }
        Ok(Settings {
            listen,
            data: tabiya_system::data_folder(args.data.clone().or(file.data))?,
            public_url,
            opens_browser: !args.no_open && file.open.unwrap_or(true),
            limits: file.limits.limits(),
        })
    }
}

impl FileLimits {
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            sessions_per_minute: self.sessions_per_minute.map_or(usual.sessions_per_minute, NonZeroU32::get),
            games_per_minute: self.games_per_minute.map_or(usual.games_per_minute, NonZeroU32::get),
            requests_per_second: self.requests_per_second.map_or(usual.requests_per_second, NonZeroU32::get),
            connections: self.connections.map_or(usual.connections, NonZeroUsize::get),
            sockets_per_address: self
                .sockets_per_address
                .map_or(usual.sockets_per_address, NonZeroUsize::get),
            claim_with_clock: self
                .claim_after_seconds
                .map_or(usual.claim_with_clock, |seconds| Duration::from_secs(seconds.into())),
            ..usual
        }
    }
}

fn read_if_there(path: &Path) -> anyhow::Result<File> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(File::default()),
        _ => read(path),
    }
}

fn read(path: &Path) -> anyhow::Result<File> {
    let text = fs::read_to_string(path).with_context(|| shown(path))?;
    toml::from_str(&text).map_err(|error| anyhow!("{}: {}", shown(path), error.to_string().trim_end()))
}

/// An address as people write it.
pub fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let expected = "expected an address of this machine with a port, such as 127.0.0.1:8064";
    text.parse().map_err(|_| expected.to_owned())
}

fn listen_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_address(&text).map(Some).map_err(D::Error::custom)
}

/// A scheme and a host, and nothing behind them.
fn check_url(url: &str) -> anyhow::Result<()> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_plain = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
    if !host.is_some_and(|host| is_plain(host.trim_end_matches('/'))) {
        bail!("{url} is no public URL: expected something like https://chess.example.org");
    }
    Ok(())
}
