//! What somebody may do to annoy others, each as fast as answers come.

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Three hundred games of five players against the strongest computer, who begins, and ever more.
    ComputerGames,
    /// Sixty sessions of one address, which ask without a pause.
    Sessions,
    /// Every request from an address that nobody has seen.
    Addresses,
    /// Thousands of connections on which nothing is said to the end.
    IdleConnections,
    /// Requests and handshakes that come in byte by byte.
    SlowHandshakes,
    /// Hundreds of large answers that nobody reads.
    SlowReaders,
    /// A hundred requests in one breath on ever new connections, and nobody reads the answers.
    Breathless,
    /// Sockets of a game that answer measurements late, and say that no time has passed.
    LatePongs,
    /// Large files of games, again and again.
    Uploads,
    /// Rule set after rule set that nobody had before.
    RuleSets,
    /// Hundreds of sockets of the lobby, hundreds of private games, and a lobby that changes.
    Lobby,
    /// All classic programs that there may be, and much typed into them.
    Classics,
    /// All games of two computers that there may be, and ever more.
    Exhibitions,
    /// Messages on sockets without a pause.
    SocketFloods,
}

impl Attack {
    pub const ALL: [Attack; 14] = [
        Attack::ComputerGames,
        Attack::Sessions,
        Attack::Addresses,
        Attack::IdleConnections,
        Attack::SlowHandshakes,
        Attack::SlowReaders,
        Attack::Breathless,
        Attack::LatePongs,
        Attack::Uploads,
        Attack::RuleSets,
        Attack::Lobby,
        Attack::Classics,
        Attack::Exhibitions,
        Attack::SocketFloods,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Attack::ComputerGames => "300 games against level 9",
            Attack::Sessions => "60 sessions of one address",
            Attack::Addresses => "thousands of addresses",
            Attack::IdleConnections => "4,300 idle connections",
            Attack::SlowHandshakes => "slow handshakes",
            Attack::SlowReaders => "600 slow readers",
            Attack::Breathless => "requests in one breath",
            Attack::LatePongs => "late pongs",
            Attack::Uploads => "large files of games",
            Attack::RuleSets => "new rule sets",
            Attack::Lobby => "lobby sockets, private games",
            Attack::Classics => "classic programs",
            Attack::Exhibitions => "games of two computers",
            Attack::SocketFloods => "floods on sockets",
        }
    }

    /// From where it is done.
    pub fn origin(self) -> Origin {
        match self {
            Attack::ComputerGames
            | Attack::IdleConnections
            | Attack::SlowReaders
            | Attack::Lobby
            | Attack::Classics
            | Attack::Exhibitions => Origin::AddressEach,
            Attack::Sessions
            | Attack::SlowHandshakes
            | Attack::Breathless
            | Attack::LatePongs
            | Attack::Uploads
            | Attack::RuleSets
            | Attack::SocketFloods => Origin::OneAddress,
            Attack::Addresses => Origin::AddressPerRequest,
        }
    }
}

/// Where those are who attack together: what one address may do is bounded, so that some attacks need several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    OneAddress,
    AddressEach,
    AddressPerRequest,
}
