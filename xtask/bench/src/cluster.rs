//! What a move costs where several servers use one PostgreSQL: the servers, the database and what carries their news, all on this machine.

#[path = "../../../crates/server/tests/support/postgres.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod postgres;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde::Deserialize;

use crate::server::contestant::Contestant;
use crate::server::load::{Crowd, Load, Pace};
use crate::server::process::{self, Process};
use postgres::PostgresServer;

/// What is measured.
#[derive(Deserialize)]
pub struct Plan {
    program: PathBuf,
    nats: PathBuf,
    /// How many nodes there are, in one measurement after the other.
    nodes: Vec<usize>,
    games: usize,
    plies: usize,
    /// Moves a second of the second measurement of each; the first goes as fast as it can.
    rate: u32,
}

/// Every commit is on disk before it is acknowledged, as it is not where only tests write; and statements are timed.
const SETTINGS: &str = "-c listen_addresses= -c fsync=on -c shared_preload_libraries=pg_stat_statements";

/// How many statements are told that take the most time.
const STATEMENTS: usize = 6;

pub fn run(plan: &Plan) {
    println!("{} games of {} single moves, each player at another node", plan.games, plan.plies);
    println!("{HEADER}");
    let mut told = String::new();
    for &nodes in &plan.nodes {
        for pace in [Pace::Full, Pace::Rate(plan.rate)] {
            let around = Surroundings::start(
                &plan.nats,
                &format!("bench-{nodes}-{}", if matches!(pace, Pace::Full) { "full" } else { "paced" }),
            );
            told = measure(plan, &around, nodes, pace);
        }
    }
    println!("\n{told}");
}

const HEADER: &str = "nodes   moves/s   accepted ms p50     p99   CPU µs/move: nodes  PostgreSQL   NATS   statements µs/move   log B/move   own µs/move";

/// What stands around the nodes.
struct Surroundings {
    postgres: PostgresServer,
    nats: Nats,
}

struct Nats {
    child: Child,
    address: String,
}

impl Nats {
    fn start(program: &Path) -> Nats {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = free.expect("there is a port");
        let mut command = Command::new(program);
        command.args(["--addr", "127.0.0.1", "--port", &address.port().to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let nats = Nats {
            child: command.spawn().expect("NATS can be started"),
            address: format!("nats://{address}"),
        };
        while TcpStream::connect(address).is_err() {
            thread::sleep(Duration::from_millis(20));
        }
        nats
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the database has done, as it counts itself.
struct DatabaseWork {
    cpu: Duration,
    statements: Duration,
    log: u64,
}

impl Surroundings {
    fn start(nats: &Path, name: &str) -> Surroundings {
        let postgres = PostgresServer::start_with(name, "5432", SETTINGS, |_| {});
        // Beside the tables of the server, who takes a database that has others for somebody else's.
        postgres.ask("CREATE SCHEMA counted");
        postgres.ask("CREATE EXTENSION pg_stat_statements SCHEMA counted");
        Surroundings { postgres, nats: Nats::start(nats) }
    }

    fn number(&self, question: &str) -> f64 {
        let answer = self.postgres.tell(&format!("SELECT coalesce(({question})::float8, 0)"));
        answer.parse().unwrap_or_else(|_| panic!("{question} is answered with {answer:?}"))
    }

    fn work(&self) -> DatabaseWork {
        let ours = "FROM counted.pg_stat_statements WHERE query NOT LIKE '%pg_stat%'";
        DatabaseWork {
            cpu: self.postgres.processes().iter().map(|process| process::cpu(process)).sum(),
            statements: Duration::from_secs_f64(
                self.number(&format!("SELECT sum(total_exec_time) {ours}")) / 1e3,
            ),
            log: self.number("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn") as u64,
        }
    }
}

/// New nodes with new games, played to their last move; what the rows take then, in words.
fn measure(plan: &Plan, around: &Surroundings, nodes: usize, pace: Pace) -> String {
    let node = Contestant::Node {
        program: plan.program.clone(),
        database: around.postgres.address(),
        bus: around.nats.address.clone(),
    };
    let nodes: Vec<Process> = (0..nodes).map(|_| Process::start(&node)).collect();
    let addresses: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
    let mut load = Load::prepare_at(addresses, Crowd { games: plan.games, spectators: 0, seed: 1 });
    around.postgres.ask("SELECT counted.pg_stat_statements_reset()");
    let of_nodes = || nodes.iter().map(Process::cpu).sum::<Duration>();
    let of_nats = || process::cpu(&around.nats.child.id().to_string());
    let (database, cpu, nats, own) = (around.work(), of_nodes(), of_nats(), process::own_cpu());
    let played = load.play(pace, plan.plies);
    let (cpu, nats, own) = (of_nodes() - cpu, of_nats() - nats, process::own_cpu() - own);
    let after = around.work();
    load.check();
    let moves = played.moves as f64;
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / moves;
    println!(
        "{:>5}{:>10.0}{:>18.1}{:>8.1}{:>21.0}{:>12.0}{:>7.0}{:>21.0}{:>13.0}{:>14.0}",
        nodes.len(),
        moves / played.time.as_secs_f64(),
        played.accepted.percentile(50),
        played.accepted.percentile(99),
        micros(cpu),
        micros(after.cpu.saturating_sub(database.cpu)),
        micros(nats),
        micros(after.statements.saturating_sub(database.statements)),
        (after.log - database.log) as f64 / moves,
        micros(own),
    );
    told(around, plan, moves)
}

/// What the statements took, and what the rows take.
fn told(around: &Surroundings, plan: &Plan, moves: f64) -> String {
    let statements = around.postgres.tell(&format!(
        "SELECT round((total_exec_time * 1000 / {moves})::numeric, 1), round((calls::float8 / {moves})::numeric, 3), \
         left(regexp_replace(query, '\\s+', ' ', 'g'), 90) FROM counted.pg_stat_statements WHERE query NOT LIKE '%pg_stat%' \
         ORDER BY total_exec_time DESC LIMIT {STATEMENTS}"
    ));
    around.postgres.ask("VACUUM FULL");
    let games = plan.games as f64;
    let size = |table: &str| around.number(&format!("SELECT pg_total_relation_size('{table}')"));
    let rows = |table: &str| around.number(&format!("SELECT count(*) FROM {table}"));
    format!(
        "µs/move, calls/move, statement (of the last measurement)\n{statements}\n\nof a game of {} single moves: {:.1} rows with {:.0} B of \
         entries, indexes included ({:.0} B for each), {:.1} rows with {:.0} B of its own",
        plan.plies,
        rows("entry") / games,
        size("entry") / games,
        size("entry") / rows("entry"),
        rows("game") / games,
        size("game") / games,
    )
}
