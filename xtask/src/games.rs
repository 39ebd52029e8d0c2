//! `cargo xtask games`: the directed games of the checker, found anew.

use anyhow::Result;

use crate::shell;

/// Chance has a seed, so the same search finds the same games.
pub fn run() -> Result<()> {
    let search = ["--", "--ignored", "write_the_directed_games"];
    shell::run(shell::cargo_test(&["checker"]).arg("--release").args(search))
}
