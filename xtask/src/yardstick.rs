//! The plain server in Node beside which ours is measured.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{shell, tool, workspace};

const FILES: [&str; 4] = [".npmrc", "package.json", "package-lock.json", "server.js"];

/// The folder in the target folder where it is installed, which is done where something has changed.
pub fn install() -> Result<PathBuf> {
    tool::NPM.ensure()?;
    let source = workspace::root().join("xtask/bench/yardstick");
    let folder = workspace::target("yardstick")?;
    fs::create_dir_all(&folder)?;
    let lock = |folder: &PathBuf| fs::read(folder.join("package-lock.json")).ok();
    let is_installed =
        lock(&source) == lock(&folder) && folder.join("node_modules/.package-lock.json").exists();
    for name in FILES {
        fs::copy(source.join(name), folder.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    if !is_installed {
        shell::run(Command::new("npm").arg("ci").current_dir(&folder))?;
    }
    Ok(folder)
}
