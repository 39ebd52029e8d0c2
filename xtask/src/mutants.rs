//! `cargo xtask proof mutants`: programs with one rule changed, all caught.

use anyhow::Result;

use crate::shell;

/// The mutants live in the tests of the checker, of which every test run tries a sample.
pub fn run() -> Result<()> {
    let all = ["--", "--ignored", "--nocapture", "all_mutants_are_caught"];
    shell::run(shell::cargo_test(&["checker"]).arg("--release").args(all))
}
