//! `cargo xtask dist`: what other people get. Programs for any x86-64, an archive and a Debian package with them.

mod archive;
mod debian;
mod installation;
mod notices;
mod programs;
mod proof;
mod tree;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

pub use programs::Programs;
pub use proof::prove;

use crate::{shell, workspace};

/// What was made.
pub struct Dist {
    pub archive: PathBuf,
    pub package: PathBuf,
}

pub fn run() -> Result<()> {
    let dist = make()?;
    for file in [&dist.archive, &dist.package] {
        print!("{}", shell::output(Command::new("sha256sum").arg(file))?);
    }
    Ok(())
}

/// Makes everything. The same sources give the same bytes, from the same compiler.
pub fn make() -> Result<Dist> {
    let folder = workspace::target("dist")?;
    let programs = programs::build(&folder)?;
    let release = Release::of_sources()?;
    let tree = folder.join("tree");
    tree::fill(&tree, &programs)?;
    let archive = archive::pack(&tree, &folder, &release)?;
    let package = debian::pack(&tree, &folder, &release, &programs)?;
    Ok(Dist { archive, package })
}

/// What the sources say of themselves.
pub struct Release {
    pub version: String,
    /// When they were committed, in seconds: all that is packed is as old.
    pub time: String,
}

impl Release {
    pub fn of_sources() -> Result<Release> {
        let id = shell::output(&mut shell::cargo(["pkgid", "--package", "tabiya"]))?;
        let version = id.trim().rsplit(['#', '@']).next().context("cargo names no version")?.to_owned();
        let mut log = Command::new("git");
        let time = shell::output(log.args(["log", "-1", "--format=%ct"]).current_dir(workspace::root()))?;
        let time = time.trim().to_owned();
        ensure!(time.parse::<u64>().is_ok(), "git names no time of the last commit: {time}");
        Ok(Release { version, time })
    }
}

/// A path as an argument, where it must be text.
fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not text", path.display()))
}
