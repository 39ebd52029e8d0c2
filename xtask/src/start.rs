//! What a newcomer types first: `cargo run --release`.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{shell, workspace};

/// Starts the server as the README says, asks it for its page, and ends it as Ctrl-C does.
pub fn check() -> Result<()> {
    let folder = workspace::target("start")?;
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("tabiya"))?;
    fs::write(folder.join("tabiya/tabiya.toml"), "listen = \"127.0.0.1:0\"\n")?;
    shell::run(&mut build()?)?;
    let mut server = start(&folder)?;
    let result = talk(&mut server);
    // It is gone when all went well.
    let _ = server.kill();
    result
}

pub fn build() -> Result<Command> {
    release("build")
}

/// A cargo command as the README has it, but for the optimisation, which takes minutes and changes nothing here. In a
/// folder of its own, so that nobody finds such a program in `target/release`.
fn release(task: &str) -> Result<Command> {
    let mut command = shell::cargo([task, "--release", "--locked"]);
    command.args(["--config", "profile.release.opt-level=0"]);
    command.args(["--config", "profile.release.package.libsqlite3-sys.opt-level=0"]);
    command.arg("--target-dir").arg(workspace::target("unoptimised")?);
    Ok(command)
}

/// The folders of a user who has never used the program, and no desktop.
fn start(folder: &Path) -> Result<Child> {
    let mut run = release("run")?;
    run.arg("--quiet").env("XDG_CONFIG_HOME", folder).env("XDG_DATA_HOME", folder);
    run.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    run.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot start `cargo run --release`")
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
