//! What a newcomer types first: `cargo run --release`.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{program, shell, workspace};

/// Starts the program that the tests run without a word, as the README's first command does.
pub fn check() -> Result<()> {
    greet(Command::new(program::build()?))
}

/// Starts it by that very command, which optimises everything first.
pub fn prove() -> Result<()> {
    shell::run(&mut shell::cargo(["build", "--release", "--locked"]))?;
    greet(shell::cargo(["run", "--release", "--locked", "--quiet"]))
}

/// Starts the server, asks it for its page, and ends it as Ctrl-C does. It finds the folders of a user who has never used
/// the program, and no desktop.
fn greet(mut command: Command) -> Result<()> {
    let folder = workspace::target("start")?;
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("tabiya"))?;
    fs::write(folder.join("tabiya/tabiya.toml"), "listen = \"127.0.0.1:0\"\n")?;
    command.env("XDG_CONFIG_HOME", &folder).env("XDG_DATA_HOME", &folder);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut server = command.spawn().context("cannot start the program")?;
    let result = talk(&mut server);
    // It is gone when all went well.
    let _ = server.kill();
    result
}

fn talk(server: &mut Child) -> Result<()> {
    let mut output = BufReader::new(server.stdout.take().context("standard output is a pipe")?);
    let mut line = String::new();
    output.read_line(&mut line)?;
    print!("{line}");
    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
    let url = url.with_context(|| format!("`cargo run --release` does not start the server: {line}"))?;
    let page = shell::output(Command::new("curl").args(["--silent", "--fail", url]))?;
    ensure!(page.contains("<title>Tabiya"), "the server has no page: {page}");
    // `cargo run` becomes the program it runs.
    shell::run(Command::new("kill").args(["-INT", &server.id().to_string()]))?;
    let mut rest = String::new();
    output.read_to_string(&mut rest)?;
    let status = server.wait()?;
    ensure!(status.success() && rest.contains("Goodbye"), "the server does not end cleanly: {status} {rest}");
    Ok(())
}
