//! The README's first command: the program starts, answers a browser, and stops when asked to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{shell, workspace};

pub fn run() -> Result<()> {
    let data = workspace::root().join("target/tmp/start");
    // Built before, so that what is waited for below is the program alone.
    shell::run(&mut shell::cargo(["build", "--release", "--locked"]))?;
    let options =
        ["run", "--release", "--locked", "--", "serve", "--no-open", "--listen", "127.0.0.1:0", "--data"];
    let mut child = shell::cargo(options).arg(&data).stdout(Stdio::piped()).spawn()?;
    let result = visit(&mut child);
    if result.is_err() {
        child.kill()?;
    }
    child.wait()?;
    result
}

/// Opens the page that the program announces, then stops it.
fn visit(child: &mut Child) -> Result<()> {
    let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines();
    let ready = lines.next().context("`cargo run --release` says nothing")??;
    println!("{ready}");
    let address = ready.split_once("http://").context("no address")?.1;
    let address = address.split([' ', '/']).next().context("no address")?;
    let mut page = String::new();
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    stream.read_to_string(&mut page)?;
    ensure!(page.starts_with("HTTP/1.1 200"), "no page at {address}: {page}");
    shell::run(Command::new("kill").args(["-INT", &child.id().to_string()]))?;
    let goodbye = lines.last().context("no word of farewell")??;
    ensure!(goodbye.starts_with("Goodbye"), "it does not stop when asked to: {goodbye}");
    Ok(())
}
