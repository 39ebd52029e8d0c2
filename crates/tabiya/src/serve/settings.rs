use std::fs::{self, File};
use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use tabiya_engine::Tables;
use tabiya_openings::OpeningBook;
use tabiya_server::{AddressRange, BackupPlace, BackupPlan, Config, ServerLimits, TlsFiles};
use tabiya_system::shown;

use super::Args;
use crate::backup_rhythm::BackupRhythm;
use crate::output::tell;
use crate::settings::{BackupSettings, LimitSettings, TlsSettings};

/// How the server is to be run: what the command says, else what the file says, else what is usual.
pub struct Settings {
    pub listen: SocketAddr,
    pub data: PathBuf,
    /// The database where games are kept instead of the data folder.
    pub database: Option<String>,
    /// The NATS server by which this one tells others that use the same database what is new.
    pub bus: Option<String>,
    pub public_url: Option<String>,
    pub trusted_proxies: Vec<AddressRange>,
    pub metrics_readers: Vec<AddressRange>,
    pub opens_browser: bool,
    /// What the computer plays by.
    pub book: OpeningBook,
    /// Tables of endgames.
    pub tables: Option<Arc<Tables>>,
    pub tls: Option<TlsFiles>,
    pub backups: BackupPlan,
    pub limits: ServerLimits,
}

impl Settings {
    pub fn load(args: &Args) -> anyhow::Result<Settings> {
        let file = args.data.settings()?;
        let data = args.data.folder_by(&file)?;
        let database = args.store.database(&file)?;
        let bus = args.bus.clone().or(file.bus.clone());
        if bus.is_some() && database.is_none() {
            bail!(
                "--bus is for servers that use a database together: --store names it, such as \
                 postgres://club:secret@localhost/chess"
            );
        }
        let usual = Config::default().listen;
        let everywhere = SocketAddr::from(([0, 0, 0, 0], usual.port()));
        let listen = match (args.listen, args.lan) {
            (Some(listen), _) => listen,
            (None, true) => everywhere,
            (None, false) if file.lan && file.listen.is_some() => {
                bail!("the settings file says both `listen` and `lan = true`: keep one of them")
            }
            (None, false) if file.lan => everywhere,
            (None, false) => file.listen.unwrap_or(usual),
        };
        let public_url = args.public_url.clone().or(file.public_url);
        if let Some(url) = &public_url {
            check_url(url)?;
        }
        Ok(Settings {
            listen,
            tls: tls(args, file.tls),
            backups: backups(args, &file.backups, &data)?,
            data,
            database,
            bus,
            public_url,
            trusted_proxies: [args.trust_proxy.clone(), file.trusted_proxies].concat(),
            metrics_readers: file.metrics_readers,
            opens_browser: !args.no_open && file.open.unwrap_or(true),
            book: file.book.as_deref().map_or(Ok(OpeningBook::BuiltIn), read_book)?,
            tables: args
                .tables
                .as_ref()
                .or(file.tables.as_ref())
                .map(|folder| read_tables(folder))
                .transpose()?,
            limits: limits(&file.limits),
        })
    }
}

/// The certificate that the command names, else the file. They are looked at again and again, also if the folder that the command
/// was started in has gone.
fn tls(args: &Args, file: Option<TlsSettings>) -> Option<TlsFiles> {
    let named = args.tls_cert.clone().zip(args.tls_key.clone());
    let (certificate, key) = named.or(file.map(|file| (file.certificate, file.key)))?;
    let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
    Some(TlsFiles { certificate: absolute(certificate), key: absolute(key) })
}

/// The plan for backups. A folder holds wherever the command is started.
fn backups(args: &Args, file: &BackupSettings, data: &Path) -> anyhow::Result<BackupPlan> {
    let usual = BackupPlan::usual(data);
    let folder = args.backup_folder.as_ref().or(file.folder.as_ref());
    let folder = folder.map(std::path::absolute).transpose().context("the folder for backups has no name")?;
    Ok(BackupPlan {
        place: folder.map_or(usual.place, BackupPlace::Folder),
        every: args.backup_every.or(file.every).map_or(usual.every, BackupRhythm::span),
        keep: args.backup_keep.or(file.keep).unwrap_or(usual.keep),
        data: usual.data,
    })
}

/// The book that the settings file names. Without it no server is started that would play otherwise than it was told.
fn read_book(path: &Path) -> anyhow::Result<OpeningBook> {
    let place = || format!("the book of the settings file, {}", shown(path));
    // What is no file might never end.
    if !fs::metadata(path).with_context(place)?.is_file() {
        bail!("{}: it is no file", place());
    }
    OpeningBook::read(File::open(path).with_context(place)?).with_context(place)
}

/// Tables of endgames. Without those that are named no server is started; files that look like tables and are none are told.
fn read_tables(folder: &Path) -> anyhow::Result<Arc<Tables>> {
    let place = || format!("the tables of endgames in {}", shown(folder));
    let tables = folder.to_str().map(Tables::open).with_context(place)?.with_context(place)?;
    for file in tables.left_out() {
        tell(format_args!("note: {}: {file} is left out", shown(folder)));
    }
    Ok(Arc::new(tables))
}

fn limits(wished: &LimitSettings) -> ServerLimits {
    let usual = ServerLimits::default();
    ServerLimits {
        sessions_per_minute: wished.sessions_per_minute.map_or(usual.sessions_per_minute, NonZeroU32::get),
        games_per_minute: wished.games_per_minute.map_or(usual.games_per_minute, NonZeroU32::get),
        requests_per_second: wished.requests_per_second.map_or(usual.requests_per_second, NonZeroU32::get),
        players_per_address: wished.players_per_address.map_or(usual.players_per_address, NonZeroU32::get),
        connections: wished.connections.map_or(usual.connections, NonZeroUsize::get),
        connections_per_address: wished
            .connections_per_address
            .map_or(usual.connections_per_address, NonZeroUsize::get),
        sockets_per_address: wished.sockets_per_address.map_or(usual.sockets_per_address, NonZeroUsize::get),
        rule_sets_per_hour: wished.rule_sets_per_hour.map_or(usual.rule_sets_per_hour, NonZeroU32::get),
        moves_per_day: wished.moves_per_day.map_or(usual.moves_per_day, NonZeroU32::get),
        kept_bytes_per_player: wished
            .kept_megabytes_per_player
            .map_or(usual.kept_bytes_per_player, |megabytes| u64::from(megabytes.get()) << 20),
        kept_kilobytes_per_day: wished
            .kept_megabytes_per_player
            .map_or(usual.kept_kilobytes_per_day, |megabytes| megabytes.get().saturating_mul(1024)),
        kept_bytes: wished
            .kept_megabytes
            .map_or(usual.kept_bytes, |megabytes| u64::from(megabytes.get()) << 20),
        classics: wished.classics.map_or(usual.classics, NonZeroUsize::get),
        classics_per_address: wished
            .classics_per_address
            .map_or(usual.classics_per_address, NonZeroUsize::get),
        classic_idle: wished.classic_idle_minutes.map_or(usual.classic_idle, minutes),
        classic_life: wished.classic_life_minutes.map_or(usual.classic_life, minutes),
        exhibitions: wished.exhibitions.map_or(usual.exhibitions, NonZeroUsize::get),
        exhibitions_per_address: wished
            .exhibitions_per_address
            .map_or(usual.exhibitions_per_address, NonZeroUsize::get),
        exhibitions_per_player: wished
            .exhibitions_per_player
            .map_or(usual.exhibitions_per_player, NonZeroUsize::get),
        exhibition_moves: wished.exhibition_moves.map_or(usual.exhibition_moves, NonZeroU32::get),
        exhibition_unwatched: wished.exhibition_unwatched_seconds.map_or(usual.exhibition_unwatched, seconds),
        analyses: wished.analyses.map_or(usual.analyses, NonZeroUsize::get),
        analyses_per_address: wished
            .analyses_per_address
            .map_or(usual.analyses_per_address, NonZeroUsize::get),
        analyses_per_player: wished.analyses_per_player.map_or(usual.analyses_per_player, NonZeroUsize::get),
        exhibition_turn: wished.exhibition_turn_seconds.map_or(usual.exhibition_turn, seconds),
        claim_with_clock: wished
            .claim_after_seconds
            .map_or(usual.claim_with_clock, |seconds| Duration::from_secs(seconds.into())),
        ..usual
    }
}

fn minutes(count: NonZeroU32) -> Duration {
    Duration::from_secs(u64::from(count.get()) * 60)
}

fn seconds(count: NonZeroU32) -> Duration {
    Duration::from_secs(count.get().into())
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
