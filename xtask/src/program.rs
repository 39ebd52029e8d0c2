//! The program that the tests run.

use std::path::PathBuf;

use anyhow::Result;

use crate::{shell, workspace};

/// Builds it, where that is not done, and says where it is.
pub fn build() -> Result<PathBuf> {
    // With the examples the program is the one that `cargo test` runs; without, it is compiled anew, because
    // dependencies of tests alone then ask nothing of what they share with it.
    shell::run(&mut shell::cargo(["build", "--locked", "--workspace", "--bin", "tabiya", "--examples"]))?;
    Ok(workspace::target("debug")?.join("tabiya"))
}
