//! `cargo xtask proof mutants`: programs with one rule changed, all caught.

use anyhow::Result;

use crate::shell;

#[derive(clap::Args)]
pub struct Args {
    /// Only the mutants whose title has these words, such as "cuhk: a knight"
    words: Option<String>,
}

/// The mutants live in the tests of the checker, of which every test run tries a sample.
pub fn run(args: &Args) -> Result<()> {
    // Programs that are right must pass where those with a fault are caught.
    let all = ["--", "--ignored", "--nocapture", "all_mutants_are_caught", "all_programs_in_python_agree"];
    let mut command = shell::cargo_test(&["checker"]);
    command.arg("--release").args(all).env("TABIYA_MUTANTS", args.words.as_deref().unwrap_or_default());
    shell::run(&mut command)?;
    // What every test run tries in a sample of the cases.
    let sampled = ["--", "consistent::", "wording::", "machine_games::"];
    let mut command = shell::cargo_test(&["checker"]);
    shell::run(command.arg("--release").args(sampled).env("TABIYA_ALL_CASES", "1"))
}
