//! Where things are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell;

/// The folder with the workspace's `Cargo.toml`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// A corner of the target folder for builds with other flags, which would drive out those of every day.
pub fn target(name: &str) -> Result<PathBuf> {
    #[derive(Deserialize)]
    struct Folders {
        target_directory: PathBuf,
    }
    let json = shell::output(&mut shell::cargo(["metadata", "--format-version", "1", "--no-deps"]))?;
    let folders: Folders = serde_json::from_str(&json).context("cargo metadata names no target folder")?;
    Ok(folders.target_directory.join(name))
}
