//! Our engine's program, as it is measured.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::figure::Build;
use crate::{shell, workspace};

/// Where programs, games and states of matches are kept.
pub fn folder() -> Result<PathBuf> {
    let folder = workspace::target("strength")?;
    std::fs::create_dir_all(&folder).context("the folder for the matches")?;
    Ok(folder)
}

/// Builds the program; gives the path of a copy that later builds do not change.
pub fn build(build: Build) -> Result<PathBuf> {
    let (profile, flags): (_, &[&str]) = match build {
        Build::Release => ("release", &["--release"]),
        Build::Debug => ("debug", &[]),
    };
    let mut cargo = shell::cargo(["build", "--locked", "--package", "tabiya"]);
    shell::run(cargo.args(flags).env_remove("RUSTFLAGS"))?;
    let built = workspace::target(profile)?.join("tabiya");
    let copy = folder()?.join(format!("tabiya-{profile}"));
    // A program that runs cannot be written to, but it can be replaced.
    let _ = std::fs::remove_file(&copy);
    std::fs::copy(&built, &copy).with_context(|| format!("the program {}", built.display()))?;
    Ok(copy)
}
