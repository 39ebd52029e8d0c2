//! The promise: what was acknowledged is never lost and never done twice, whatever happens to process and disk.

mod backup;
#[path = "../../../server/tests/support/client.rs"]
mod client;
mod cluster;
mod damage;
mod database;
mod dice;
mod disk;
mod encrypted;
mod full;
mod host;
#[path = "../../../server/tests/support/nats_program.rs"]
mod nats_program;
#[path = "../../../server/tests/support/postgres.rs"]
mod postgres;
mod process;
mod restart;
mod scheduled;
mod serve;
// By tokio_tungstenite, as the server has it.
#[path = "../../../server/tests/support/socket.rs"]
mod socket;
mod sync_order;
mod tls;
mod torture;
mod upgrade;
