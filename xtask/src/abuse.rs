//! What one abusive client costs the others on a server, as a table.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use serde_json::json;

use crate::{program, shell, workspace};

/// Some seconds for each attack, so that nobody who is attacked is refused or forgotten. Figures of so short a time are
/// told and not judged.
pub fn glance() -> Result<()> {
    let [tabiya, bench] = program::build_with_bench()?;
    measure(Command::new(bench), &tabiya, 1, 24, false)
}

/// Optimised programs and several rounds; more than a doubled wait is a fault.
pub fn prove() -> Result<()> {
    let build = ["build", "--release", "--locked", "--package", "tabiya", "--package", "bench"];
    shell::run(shell::cargo(build).env_remove("RUSTFLAGS"))?;
    let folder = workspace::target("release")?;
    measure(Command::new(folder.join("bench")), &folder.join("tabiya"), 5, 90, true)
}

fn measure(mut bench: Command, tabiya: &PathBuf, rounds: u32, plies: u32, is_judged: bool) -> Result<()> {
    let plan = json!({ "program": tabiya, "rounds": rounds, "plies": plies, "is_judged": is_judged });
    shell::run(bench.arg("abuse").arg(plan.to_string()))
}
