use std::net::SocketAddr;
use std::time::Duration;

use tabiya_openings::OpeningBook;

/// The most bytes of a file that is opened. Pages are told, so that they need not send what is refused.
pub const LARGEST_FILE: usize = 2_000_000;

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// What people type to come here, where that is not the address: `https://chess.example.org`.
    pub public_url: Option<String>,
    /// What the computer plays by in the opening, unless a game wants it without.
    pub book: OpeningBook,
    /// How much of everything.
    pub limits: ServerLimits,
}

/// What is bounded, and how.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// New sessions a minute from one address.
    pub sessions_per_minute: u32,
    /// New games a minute by one player.
    pub games_per_minute: u32,
    /// Commands and other requests a second by one player or address.
    pub requests_per_second: u32,
    /// Connections at the same time.
    pub connections: usize,
    /// WebSockets at the same time from one address.
    pub sockets_per_address: usize,
    /// Classic programs that run at the same time.
    pub classics: usize,
    /// The same for one address.
    pub classics_per_address: usize,
    /// How long a classic program waits for its player to type something.
    pub classic_idle: Duration,
    /// How long a classic program may run in all.
    pub classic_life: Duration,
    /// How many bytes a classic program may print.
    pub classic_output: usize,
    /// How long a machine of a classic program takes for a move that it makes unasked.
    pub classic_pace: Duration,
    /// Rule sets of their own that players may bring, until the server is started again.
    pub rule_sets: usize,
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
    /// The most that the delay of the network is made up for in one move.
    pub lag: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            sessions_per_minute: 60,
            games_per_minute: 60,
            requests_per_second: 40,
            connections: 4096,
            sockets_per_address: 256,
            classics: 64,
            classics_per_address: 16,
            classic_idle: Duration::from_secs(30 * 60),
            classic_life: Duration::from_secs(4 * 3600),
            classic_output: 4 << 20,
            classic_pace: Duration::from_millis(50),
            rule_sets: 1000,
            session: Duration::from_secs(400 * 24 * 3600),
            ticket: Duration::from_secs(15 * 60),
            claim_with_clock: Duration::from_secs(60),
            claim_without_clock: Duration::from_secs(10 * 60),
            presence: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            patience: Duration::from_secs(30),
            lag: Duration::from_millis(500),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8064)),
            public_url: None,
            book: OpeningBook::BuiltIn,
            limits: ServerLimits::default(),
        }
    }
}
