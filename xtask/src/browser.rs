//! The tests of the page in a browser.

use std::process::Command;

use anyhow::Result;

use crate::{shell, tool, workspace};

/// Builds the program, whose build script installs what the tests need, and drives Chromium against it.
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
    // With the examples the program is the one that the other tests run; without, it is compiled anew, because
    // dependencies of tests alone then ask nothing of what they share with it.
    shell::run(&mut shell::cargo(["build", "--locked", "--workspace", "--bin", "tabiya", "--examples"]))?;
    let program = workspace::target("debug")?.join("tabiya");
    let mut test = Command::new("npm");
    test.args(script).current_dir(workspace::root().join("web")).env("TABIYA", program);
    shell::run(&mut test)
}
