//! The checks of the page: its sources, and its tests in a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{program, shell, tool, workspace};

/// Builds the program, whose build script installs what the tests need, tests the logic of the page without a browser, and
/// drives Chromium against the program.
pub fn tests() -> Result<()> {
    run(&["test"])
}

/// What a drag on the board costs the browser, told in figures.
pub fn trace() -> Result<()> {
    run(&["run", "trace"])
}

fn run(script: &[&str]) -> Result<()> {
    tool::NPM.ensure()?;
    tool::CHROMIUM.ensure()?;
    let program = program::build()?;
    let web = workspace::root().join("web");
    shell::run(npm(&web, script).env("TABIYA", program))
}

/// Whether TypeScript and CSS are formatted and without known faults. The linter is a package of its own, so that this
/// needs nothing that the build script installs.
pub fn lint() -> Result<()> {
    tool::NPM.ensure()?;
    let web = workspace::root().join("web");
    let linter = web.join("lint");
    let changed = |file: &str| fs::metadata(linter.join(file)).and_then(|file| file.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_none() || installed < changed("package-lock.json") {
        shell::run(&mut npm(&linter, &["ci"]))?;
    }
    shell::run(&mut npm(&web, &["run", "lint"]))
}

fn npm(folder: &Path, arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder);
    npm
}
