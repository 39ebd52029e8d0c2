//! The tests of the page in a browser.

use std::process::Command;

use anyhow::Result;

use crate::{shell, tool, workspace};

/// Builds the program, whose build script installs what the tests need, and drives Chromium against it.
pub fn tests() -> Result<()> {
    tool::NPM.ensure()?;
    tool::CHROMIUM.ensure()?;
    shell::run(&mut shell::cargo(["build", "--locked", "--package", "tabiya"]))?;
    let program = workspace::target("debug")?.join("tabiya");
    let mut test = Command::new("npm");
    test.args(["test"]).current_dir(workspace::root().join("web")).env("TABIYA", program);
    shell::run(&mut test)
}
