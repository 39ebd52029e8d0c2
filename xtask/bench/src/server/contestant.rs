//! What is measured.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Nobody is turned away: it is the work that is measured, not the limits.
const SETTINGS: &str = "open = false\n[limits]\nsessions-per-minute = 1000000\ngames-per-minute = 1000000\n\
                        requests-per-second = 1000000\nsockets-per-address = 100000\nconnections = 10000\n\
                        connections-per-address = 10000\n";

#[derive(Clone, Debug)]
pub enum Contestant {
    /// A program of ours that lets everybody do as much as they like.
    Unlimited(PathBuf),
    /// The same with the limits that it has by itself.
    Limited(PathBuf),
    /// The same as the first, as one of several over a database, with the addresses of that and of a bus.
    Node { program: PathBuf, database: String, bus: String },
    /// The plain server in Node, with the folder where it is installed.
    Yardstick(PathBuf),
}

impl Contestant {
    /// How it is started with its data in a folder. It prints its address.
    pub fn command(&self, folder: &Path) -> Command {
        let ours = |program: &Path| {
            let mut serve = Command::new(program);
            serve.args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--config"]);
            serve.arg(folder.join("settings.toml")).arg("--data").arg(folder.join("data"));
            serve
        };
        match self {
            Contestant::Unlimited(program) | Contestant::Limited(program) => ours(program),
            Contestant::Node { program, database, bus } => {
                let mut serve = ours(program);
                serve.args(["--store", database, "--bus", bus, "--backup-every", "never"]);
                serve
            }
            Contestant::Yardstick(installed) => {
                let mut node = Command::new("node");
                node.arg(installed.join("server.js")).arg(folder);
                node
            }
        }
    }

    pub fn settings(&self) -> &'static str {
        match self {
            Contestant::Unlimited(_) | Contestant::Node { .. } => SETTINGS,
            Contestant::Limited(_) | Contestant::Yardstick(_) => "open = false\n",
        }
    }

    pub fn name(&self) -> String {
        match self {
            Contestant::Unlimited(program)
            | Contestant::Limited(program)
            | Contestant::Node { program, .. } => program.display().to_string(),
            Contestant::Yardstick(_) => "Node yardstick".to_owned(),
        }
    }
}
