//! `cargo xtask proof api`: a stranger's fuzzer reads how the server describes itself, and holds it to that.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::server::TestedServer;
use crate::{program, python, shell, tool, workspace};

#[derive(clap::Args)]
pub struct Args {
    /// How many requests are made up for each address and kind of input
    #[arg(long, value_name = "N", default_value_t = 100)]
    examples: u32,

    /// After how many seconds each of its two runs ends, whatever is left
    #[arg(long, value_name = "N", default_value_t = 300)]
    seconds: u32,

    /// What the made-up requests begin with, to have the same again
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Limits that it does not run into.
const SETTINGS: &str = "listen = \"127.0.0.1:0\"\nopen = false\n[limits]\nrequests-per-second = 1000000\n\
                        games-per-minute = 1000000\nsessions-per-minute = 1000000\nrule-sets-per-hour = 1000000\n";

/// All that it knows is checked: codes, answers, headers and content types as described, no failures of the server, wrong
/// input refused, methods and sessions minded. What fits its description may still be refused, as a clock of `x` is.
const CHECKS: &str = "[checks.positive_data_acceptance]\nexpected-statuses = [\"2xx\", \"400\", \"401\", \"403\", \
                      \"404\", \"409\", \"422\", \"429\"]\n";

/// The session that everything else needs would end with it. WebSockets are no requests.
const LEFT_OUT: [&str; 4] = ["--exclude-operation-id", "delete_session", "--exclude-path-regex", "/socket$"];

/// What is about a game, request by request: chains of them begin with one that is made.
const IN_A_GAME: [&str; 6] =
    ["--include-path-regex", r"\{id\}", "--exclude-path-regex", "/socket$", "--phases", "coverage,fuzzing"];

pub fn run(args: &Args) -> Result<()> {
    tool::CURL.ensure()?;
    let python = python::with_schemathesis()?;
    let server = TestedServer::start(Command::new(program::build()?), "api", SETTINGS)?;
    let url = server.url.trim_end_matches('/');
    let session = post(&format!("{url}/v1/session"), r#"{"name": "Fuzzer", "token": true}"#, &[])?;
    let bearer = format!("Authorization: Bearer {}", field(&session, "token")?);
    let game = post(&format!("{url}/v1/games"), r#"{"opponent": "here"}"#, &["--header", &bearer])?;
    let game = format!("[parameters]\n\"path.id\" = \"{}\"\n", field(&game, "game")?);
    let folder = workspace::target("api")?;
    // Made-up names are hardly ever those of games: what is done in one is tried with one that is there.
    for (config, chosen) in [(CHECKS.to_owned(), &LEFT_OUT[..]), (game + CHECKS, &IN_A_GAME[..])] {
        // It is read from where the fuzzer is started, which leaves its notes there, too.
        fs::write(folder.join("schemathesis.toml"), config)?;
        let mut fuzzer = Command::new(&python);
        fuzzer.args(["-m", "schemathesis.cli"]).current_dir(&folder);
        fuzzer.args(["run", &format!("{url}/v1/openapi.json"), "--checks", "all"]).args(chosen);
        fuzzer.args(["--header", &bearer, "--max-examples", &args.examples.to_string()]);
        fuzzer.args(["--max-time", &args.seconds.to_string(), "--seed", &args.seed.to_string()]);
        shell::run(fuzzer.args(["--generation-database", "none", "--continue-on-failure"]))?;
    }
    server.stop()
}

fn post(url: &str, body: &str, arguments: &[&str]) -> Result<String> {
    let mut curl = Command::new("curl");
    shell::output(curl.args(["--silent", "--fail", url, "--data", body]).args(arguments))
}

/// A text in an answer.
fn field<'a>(answer: &'a str, name: &str) -> Result<&'a str> {
    let value = answer.split(&format!("\"{name}\":\"")).nth(1).and_then(|rest| rest.split('"').next());
    value.with_context(|| format!("there is no {name} in {answer}"))
}
