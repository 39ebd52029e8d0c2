//! The program as a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone when the test is.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        Folder::named("promise")
    }

    /// The same with something of one's own in its name.
    pub fn named(name: &str) -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tabiya-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("settings.toml"), SETTINGS).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    pub fn database(&self) -> PathBuf {
        self.data().join("tabiya.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Limits that a load does not run into, and no backups but those that a test asks for.
const SETTINGS: &str = "listen = \"127.0.0.1:0\"\nopen = false\n[backups]\nevery = \"never\"\n[limits]\nsessions-per-minute = 1000000\n\
                        games-per-minute = 1000000\nrequests-per-second = 1000000\n";

/// The program, without a desktop to open a browser on. Long proofs name another build of it.
pub fn tabiya() -> Command {
    let named = std::env::var_os("TABIYA_PROVED_PROGRAM");
    let mut command = Command::new(named.unwrap_or_else(|| env!("CARGO_BIN_EXE_tabiya").into()));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
    command
}

/// The arguments that serve a folder.
pub fn serve_arguments(folder: &Folder) -> Vec<String> {
    let path = |path: PathBuf| path.to_str().unwrap().to_owned();
    let mut arguments = vec!["serve".to_owned(), "--data".to_owned(), path(folder.data())];
    arguments.extend(["--config".to_owned(), path(folder.path().join("settings.toml"))]);
    arguments
}

/// A server that is killed when it is dropped.
pub struct Process {
    pub child: Child,
    pub address: SocketAddr,
    /// What it printed first.
    pub greeting: String,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub fn serve(folder: &Folder) -> Process {
        Process::start(tabiya().args(serve_arguments(folder)))
    }

    /// Starts a command that becomes a server.
    pub fn start(command: &mut Command) -> Process {
        Process::try_start(command).expect("it tells its address")
    }

    /// The same; nothing where it ends without having become one.
    pub fn try_start(command: &mut Command) -> Option<Process> {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let Some(address) = line.split("http://").nth(1).and_then(|rest| rest.split([' ', '/']).next())
        else {
            let _ = child.kill();
            child.wait().unwrap();
            return None;
        };
        let address = address.parse().unwrap();
        Some(Process { child, address, greeting: line, output })
    }

    /// Ends it without a warning.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ctrl-C, and what it still prints.
    pub fn interrupt(self) -> (ExitStatus, String) {
        self.signal("-INT")
    }

    /// Another signal that ends it, and what it still prints.
    pub fn signal(mut self, signal: &str) -> (ExitStatus, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap(), rest)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
