//! A server of the program under test, with folders of its own, as a user has who never used it.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{shell, workspace};

/// A server that runs until it is stopped, and no longer than this is kept.
pub struct TestedServer {
    process: Child,
    output: BufReader<ChildStdout>,
    /// Where it is, as it told.
    pub url: String,
}

impl TestedServer {
    /// Starts it by a command that finds a settings file, and no desktop. What it keeps is in a folder of this name in the
    /// target folder.
    pub fn start(mut command: Command, folder: &str, settings: &str) -> Result<TestedServer> {
        let folder = workspace::target(folder)?;
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("tabiya"))?;
        fs::write(folder.join("tabiya/tabiya.toml"), settings)?;
        command.env("XDG_CONFIG_HOME", &folder).env("XDG_DATA_HOME", &folder);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.spawn().context("cannot start the program")?;
        let output = BufReader::new(process.stdout.take().context("standard output is a pipe")?);
        let mut server = TestedServer { process, output, url: String::new() };
        server.url = server.read_url()?;
        Ok(server)
    }

    fn read_url(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        print!("{line}");
        let url = line.split_whitespace().find(|word| word.starts_with("http"));
        Ok(url.with_context(|| format!("the program does not start the server: {line}"))?.to_owned())
    }

    /// Ends it as Ctrl-C does.
    pub fn stop(mut self) -> Result<()> {
        // `cargo run` becomes the program it runs.
        shell::run(Command::new("kill").args(["-INT", &self.process.id().to_string()]))?;
        let mut rest = String::new();
        self.output.read_to_string(&mut rest)?;
        let status = self.process.wait()?;
        ensure!(
            status.success() && rest.contains("Goodbye"),
            "the server does not end cleanly: {status} {rest}"
        );
        Ok(())
    }
}

impl Drop for TestedServer {
    fn drop(&mut self) {
        // It is gone when all went well.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
