use std::fmt::Write;
use std::fs::File;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::haproxy::HaProxy;
use super::nats::Nats;
use super::network::{Network, NetworkHost};
use super::{free_port, signal};
use crate::client::Client;
use crate::postgres::PostgresServer;
use crate::process::{Folder, Process, serve_arguments, tabiya};

pub const NODES: usize = 3;

/// Three nodes over one PostgreSQL and one NATS, and HAProxy before them.
pub struct Cluster {
    /// What is dropped first stands first.
    pub proxy: HaProxy,
    nodes: Vec<Node>,
    pub nats: Nats,
    pub postgres: PostgresServer,
    database: String,
    /// Where each node is a host of its own.
    pub network: Option<Network>,
}

struct Node {
    folder: Folder,
    listen: SocketAddr,
    /// The program that it runs, where that is another one than the one under test.
    program: Option<String>,
    process: Process,
}

impl Cluster {
    /// Everything on this machine alone.
    pub fn start(name: &str) -> Cluster {
        Cluster::start_in(name, None)
    }

    /// The same in a network of its own, where one is given.
    pub fn start_in(name: &str, network: Option<Network>) -> Cluster {
        let loopback = IpAddr::from(Ipv4Addr::LOCALHOST);
        let hub = network.as_ref().map_or(loopback, |network| network.hub);
        let port = free_port(hub);
        let postgres = PostgresServer::start_at(name, hub, port);
        let database = format!("postgres://tabiya@{hub}:{port}/postgres");
        let nats = Nats::start_at(hub, &[]);
        let public = SocketAddr::new(loopback, free_port(loopback));
        let listens = [0, 1, 2].map(|number| match &network {
            Some(network) => SocketAddr::new(network.hosts[number].ip, 8064),
            None => SocketAddr::new(loopback, free_port(loopback)),
        });
        let older = std::env::var("TABIYA_CLUSTER_BESIDE").ok();
        let nodes = (0..NODES).map(|number| {
            let (folder, listen) = (Folder::named("node"), listens[number]);
            let settings = folder.path().join("settings.toml");
            let mut text = std::fs::read_to_string(&settings).unwrap();
            write!(
                text,
                "sockets-per-address = 100000\nconnections = 10000\nconnections-per-address = 10000\n"
            )
            .unwrap();
            std::fs::write(&settings, text).unwrap();
            let program = older.clone().filter(|_| number == 0);
            let command = serve(&folder, &database, &nats.address(), listen, public, program.as_deref());
            let process = start(command, &folder, network.as_ref().map(|network| &network.hosts[number]));
            Node { folder, listen, program, process }
        });
        let nodes: Vec<Node> = nodes.collect();
        let proxy = HaProxy::start(nodes[0].folder.path(), public, listens);
        let cluster = Cluster { proxy, nodes, nats, postgres, database, network };
        // HAProxy looks for them once a second.
        let begun = Instant::now();
        while !Client::stranger(public).send("GET", "/healthz", "").is_ok_and(|reply| reply.status == 200) {
            assert!(begun.elapsed() < Duration::from_secs(10), "nobody answers behind HAProxy");
            thread::sleep(Duration::from_millis(50));
        }
        cluster
    }

    /// Where clients go.
    pub fn public(&self) -> SocketAddr {
        self.proxy.address
    }

    /// Where a node itself is.
    pub fn listen(&self, number: usize) -> SocketAddr {
        self.nodes[number].listen
    }

    pub fn kill(&mut self, number: usize) {
        self.nodes[number].process.kill();
    }

    pub fn signal(&self, number: usize, name: &str) {
        signal(&self.nodes[number].process, name);
    }

    /// Waits until a node that was asked to end has done so.
    pub fn wait_for_end(&mut self, number: usize) {
        assert!(self.nodes[number].process.child.wait().unwrap().success());
    }

    /// Starts a node again that has ended.
    pub fn start_again(&mut self, number: usize) {
        let (database, bus, public) = (&self.database, self.nats.address(), self.proxy.address);
        let Node { folder, listen, program, process } = &mut self.nodes[number];
        let command = serve(folder, database, &bus, *listen, public, program.as_deref());
        *process = start(command, folder, self.network.as_ref().map(|network| &network.hosts[number]));
    }
}

/// Starts a node on its host, again where it ends at once, as whoever looks after services does: a line that was just mended carries
/// nothing for a moment. What it says of errors and warnings is kept beside its settings.
fn start(command: Command, folder: &Folder, host: Option<&NetworkHost>) -> Process {
    let mut command = match host {
        Some(host) => host.command(&command),
        None => command,
    };
    let log = folder.path().join("log");
    let begun = Instant::now();
    loop {
        let kept = File::options().create(true).append(true).open(&log).unwrap();
        if let Some(process) = Process::try_start(command.stderr(kept)) {
            return process;
        }
        let says = || std::fs::read_to_string(&log).unwrap_or_default();
        assert!(begun.elapsed() < Duration::from_secs(20), "a node does not start: {}", says());
        thread::sleep(Duration::from_millis(200));
    }
}

fn serve(
    folder: &Folder,
    database: &str,
    bus: &str,
    listen: SocketAddr,
    public: SocketAddr,
    program: Option<&str>,
) -> Command {
    let mut command = program.map_or_else(tabiya, Command::new);
    command.args(serve_arguments(folder)).args(["--store", database, "--bus", bus]);
    command.args(["--listen", &listen.to_string(), "--public-url", &format!("http://{public}")]);
    command
}
