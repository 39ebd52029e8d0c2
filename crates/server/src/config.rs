use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tabiya_engine::Tables;
use tabiya_openings::OpeningBook;

use crate::{AddressRange, Backups, Tls};

/// The most bytes of a file that is opened. Pages are told, so that they need not send what is refused.
pub const LARGEST_FILE: usize = 2_000_000;

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// What people type to come here, where that is not the address: `https://chess.example.org`.
    pub public_url: Option<String>,
    /// Proxies that are believed when they say for whom they ask.
    pub trusted_proxies: Vec<AddressRange>,
    /// Who may read the server's figures at `/metrics` beside this machine.
    pub metrics_readers: Vec<AddressRange>,
    /// Where the digest of the host's token lies; without it there is none.
    pub data: Option<PathBuf>,
    /// What the computer plays by in the opening, unless a game wants it without.
    pub book: OpeningBook,
    /// Tables of endgames, which analyses look into.
    pub tables: Option<Arc<Tables>>,
    /// By which certificate connections are encrypted, if they are.
    pub tls: Option<Arc<Tls>>,
    /// Who makes backups, where there is a folder to copy.
    pub backups: Option<Arc<Backups>>,
    /// How much of everything.
    pub limits: ServerLimits,
}

/// What is bounded, and how.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// New sessions a minute from one address.
    pub sessions_per_minute: u32,
    /// Codes and tokens that are tried in a minute from one address.
    pub codes_per_minute: u32,
    /// New games a minute by one player.
    pub games_per_minute: u32,
    /// Commands and other requests a second by one player, or by all at one address whom nobody knows.
    pub requests_per_second: u32,
    /// Everybody at one address together may do as much as so many players.
    pub players_per_address: u32,
    /// Requests that are worked on at the same time for one address, but for those of players whose games are running.
    pub requests_at_once: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// The same from one address.
    pub connections_per_address: usize,
    /// Bytes of large requests and answers on their way at the same time.
    pub message_memory: usize,
    /// WebSockets at the same time from one address.
    pub sockets_per_address: usize,
    /// Classic programs that run at the same time.
    pub classics: usize,
    /// The same for one address.
    pub classics_per_address: usize,
    /// How long a classic program waits for its player to type something.
    pub classic_idle: Duration,
    /// How long a classic program waits for its page to come back.
    pub classic_away: Duration,
    /// How long a classic program may run in all.
    pub classic_life: Duration,
    /// How many bytes a classic program may print.
    pub classic_output: usize,
    /// How long a machine of a classic program takes for a move that it makes unasked.
    pub classic_pace: Duration,
    /// How long a player waits before it is told that the computer is busy with other games.
    pub busy_after: Duration,
    /// Games of two computers that run at the same time.
    pub exhibitions: usize,
    /// The same for one address.
    pub exhibitions_per_address: usize,
    /// The same for one player.
    pub exhibitions_per_player: usize,
    /// After how many moves such a game pauses, and again after as many.
    pub exhibition_moves: u32,
    /// How long it goes on where nobody watches.
    pub exhibition_unwatched: Duration,
    /// How long it keeps its place where somebody wants one who has none.
    pub exhibition_turn: Duration,
    /// WebSockets on which games are analysed at the same time.
    pub analyses: usize,
    /// The same for one address.
    pub analyses_per_address: usize,
    /// The same for one player.
    pub analyses_per_player: usize,
    /// New rule sets of their own that one player may bring in an hour.
    pub rule_sets_per_hour: u32,
    /// Bytes of the files that games were opened from, as they are kept of one player's games.
    pub kept_bytes_per_player: u64,
    /// The same of all games.
    pub kept_bytes: u64,
    /// Kilobytes of such files, and of what is written of moves, that one player may add in a day.
    pub kept_kilobytes_per_day: u32,
    /// Moves of games that one player may make in a day, and whatever else is kept of them.
    pub moves_per_day: u32,
    /// How long a session lasts.
    pub session: Duration,
    /// How long the link lasts that moves a seat.
    pub ticket: Duration,
    /// How long somebody must be away before the opponent may claim a game with a clock.
    pub claim_with_clock: Duration,
    /// The same for a game without.
    pub claim_without_clock: Duration,
    /// How long somebody is taken to be here after the last sign of life.
    pub presence: Duration,
    /// How long a game stays in memory that nobody looks at.
    pub idle: Duration,
    /// How long a request or the silence of a WebSocket may last.
    pub patience: Duration,
    /// How long somebody may take until an encrypted connection stands.
    pub handshake: Duration,
    /// The most that the delay of the network is made up for in one move.
    pub lag: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            sessions_per_minute: 60,
            codes_per_minute: 40,
            games_per_minute: 60,
            requests_per_second: 40,
            players_per_address: 4,
            requests_at_once: 128,
            connections: 4096,
            connections_per_address: 1024,
            message_memory: 128 << 20,
            sockets_per_address: 256,
            classics: 64,
            classics_per_address: 16,
            classic_idle: Duration::from_secs(30 * 60),
            classic_away: Duration::from_secs(60),
            classic_life: Duration::from_secs(4 * 3600),
            classic_output: 4 << 20,
            classic_pace: Duration::from_millis(50),
            busy_after: Duration::from_secs(2),
            exhibitions: 8,
            exhibitions_per_address: 4,
            exhibitions_per_player: 2,
            exhibition_moves: 300,
            exhibition_unwatched: Duration::from_secs(60),
            exhibition_turn: Duration::from_secs(5 * 60),
            analyses: 128,
            analyses_per_address: 64,
            analyses_per_player: 6,
            rule_sets_per_hour: 60,
            kept_bytes_per_player: 64 << 20,
            kept_bytes: 4 << 30,
            kept_kilobytes_per_day: 64 << 10,
            moves_per_day: 50_000,
            session: Duration::from_secs(400 * 24 * 3600),
            ticket: Duration::from_secs(15 * 60),
            claim_with_clock: Duration::from_secs(60),
            claim_without_clock: Duration::from_secs(10 * 60),
            presence: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            patience: Duration::from_secs(30),
            handshake: Duration::from_secs(10),
            lag: Duration::from_millis(500),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8064)),
            public_url: None,
            trusted_proxies: Vec::new(),
            metrics_readers: Vec::new(),
            data: None,
            book: OpeningBook::BuiltIn,
            tables: None,
            tls: None,
            backups: None,
            limits: ServerLimits::default(),
        }
    }
}
