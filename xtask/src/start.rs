//! What a newcomer types first: `cargo run --release`.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::server::TestedServer;
use crate::{program, shell};

/// Starts the program that the tests run without a word, as the README's first command does.
pub fn check() -> Result<()> {
    greet(Command::new(program::build()?))
}

/// Starts it by that very command, which optimises everything first.
pub fn prove() -> Result<()> {
    shell::run(&mut shell::cargo(["build", "--release", "--locked"]))?;
    greet(shell::cargo(["run", "--release", "--locked", "--quiet"]))
}

/// Starts the server, asks it for its page, and ends it.
pub fn greet(command: Command) -> Result<()> {
    let server = TestedServer::start(command, "start", "listen = \"127.0.0.1:0\"\n")?;
    let page = shell::output(Command::new("curl").args(["--silent", "--fail", &server.url]))?;
    ensure!(page.contains("<title>Tabiya"), "the server has no page: {page}");
    server.stop()
}
