//! The program that the tests run.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::Result;

use crate::{shell, workspace};

/// Where it is, once it is built.
static BUILT: OnceLock<PathBuf> = OnceLock::new();

/// Builds it, where that is not done, and says where it is. A task asks cargo once: another one may be at work later.
pub fn build() -> Result<PathBuf> {
    if let Some(program) = BUILT.get() {
        return Ok(program.clone());
    }
    // With the examples the program is the one that `cargo test` runs; without, it is compiled anew, because
    // dependencies of tests alone then ask nothing of what they share with it.
    shell::run(&mut shell::cargo(["build", "--locked", "--workspace", "--bin", "tabiya", "--examples"]))?;
    let folder = workspace::target("debug")?;
    Ok(BUILT.get_or_init(|| folder.join("tabiya")).clone())
}
