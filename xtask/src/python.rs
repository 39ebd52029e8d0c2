//! A Python of our own with the package `chess`, by which games are read and written independently of us.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::{shell, tool, workspace};

/// The version that the comparisons were made with.
const PACKAGE: &str = "chess==1.11.2";

/// The interpreter of an environment in the target folder that has the package, made where it is not there.
pub fn with_chess() -> Result<PathBuf> {
    let folder = workspace::target("python")?;
    let python = folder.join("bin").join("python");
    let probe = format!("import chess; assert 'chess==' + chess.__version__ == '{PACKAGE}'");
    if shell::succeeds(Command::new(&python).args(["-c", &probe])) {
        return Ok(python);
    }
    tool::VENV.ensure()?;
    shell::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    shell::run(Command::new(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]))?;
    Ok(python)
}
