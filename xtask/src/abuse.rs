//! What one abusive client costs the others on a server, as a table.

use std::process::Command;

use anyhow::Result;
use serde_json::json;

use crate::{shell, workspace};

/// Optimised programs and several rounds; more than a doubled wait is a fault.
pub fn prove() -> Result<()> {
    let build = ["build", "--release", "--locked", "--package", "tabiya", "--package", "bench"];
    shell::run(shell::cargo(build).env_remove("RUSTFLAGS"))?;
    let folder = workspace::target("release")?;
    let plan = json!({ "program": folder.join("tabiya"), "rounds": 5, "plies": 90 });
    shell::run(Command::new(folder.join("bench")).arg("abuse").arg(plan.to_string()))
}
