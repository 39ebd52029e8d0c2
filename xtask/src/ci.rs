//! `cargo xtask ci`: every check that a commit must pass.

use std::env;
use std::num::NonZero;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::beside::Beside;
use crate::metadata::Metadata;
use crate::{
    browser, cluster, layers, licenses, names, paths, perft, processor_time, program, python, shell, start,
    tool, torture, unused, workspace,
};

#[derive(clap::Args)]
pub struct Args {
    /// Run only these steps
    #[arg(value_name = "STEP", value_parser = STEPS.map(|step| step.name))]
    steps: Vec<String>,
}

#[derive(Clone, Copy)]
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result<()>,
}

/// Quick ones first, so that a slip is told at once; those last that run beside the others.
const STEPS: [Step; 14] = [
    Step { name: "format", about: "every file is formatted", run: format },
    Step { name: "page", about: "the page's TypeScript and CSS are in order", run: browser::lint },
    Step {
        name: "manifests",
        about: "dependencies point downwards, licences fit, named paths exist, type names stand once",
        run: manifests,
    },
    Step { name: "clippy", about: "no warning in any target of the workspace", run: clippy },
    Step { name: "compile", about: "all tests, and the program", run: compile },
    Step {
        name: "tests",
        about: "unit and integration tests, kill -9 under load, the bench signature, examples in the documentation",
        run: tests,
    },
    Step { name: "stores", about: "the suite of the API on the other stores", run: other_stores },
    Step { name: "perft", about: "the perft suites, small", run: small_perft },
    Step { name: "python", about: "python-chess reads our games and plays our engine", run: python_chess },
    Step {
        name: "promise",
        about: "the order of syncs, full disks and backups, by their system calls",
        run: promise,
    },
    Step { name: "browser", about: "the page's logic, and the page in Chromium", run: browser::tests },
    Step { name: "start", about: "the program starts the server without a word", run: start::check },
    Step { name: "docs", about: "documentation without warnings", run: docs },
    Step { name: "portable", about: "the rules without this CPU's instructions", run: portable },
];

/// What runs beside another step, each as a task of its own.
const BESIDE: [BesideStep; 3] = [
    // Both wait for processes, sockets and pauses most of their time.
    BesideStep { name: "stores", beside: "tests", niceness: 0 },
    // The browser waits for pages and slow lines. Compilers do not run beside the tests: some hold others to a time, and would
    // tell a busy machine as a fault.
    BesideStep { name: "docs", beside: "browser", niceness: 19 },
    BesideStep { name: "portable", beside: "browser", niceness: 19 },
];

struct BesideStep {
    name: &'static str,
    beside: &'static str,
    niceness: u8,
}

/// Enough for a few plies of every suite position in a build that is only half optimised.
const PERFT_LIMIT: u64 = 5_000_000;
const DENY: [&str; 3] = ["--", "--deny", "warnings"];
const KILLS: u32 = 25;
const LIVE_GAMES: u32 = 2000;

/// Where the suite of the API keeps its games beside SQLite: the server knows no more of a store than its trait says.
const OTHER_STORES: [&str; 2] = ["memory", "postgres"];

/// Tells tests where the program of NATS is.
pub const NATS_SERVER: &str = "TABIYA_NATS_SERVER";

pub fn run(args: &Args) -> Result<()> {
    let is_chosen = |step: &&Step| args.steps.is_empty() || args.steps.iter().any(|name| name == step.name);
    let chosen: Vec<&Step> = STEPS.iter().filter(is_chosen).collect();
    let mut beside = Beside::nothing();
    let mut done = Vec::new();
    for (i, step) in chosen.iter().enumerate() {
        println!("\n==> {} of {}: {} ({})", i + 1, chosen.len(), step.name, step.about);
        let (start, taken) = (Instant::now(), processor_time::of_commands());
        if args.steps.is_empty() {
            begin_beside(&mut beside, step.name)?;
        }
        let result = beside.finish(step.name).unwrap_or_else(step.run);
        let processors =
            processor_time::of_commands().zip(taken).map(|(now, before)| now.saturating_sub(before));
        done.push(Done { name: step.name, time: start.elapsed(), processors, passed: result.is_ok() });
        if result.is_err() {
            summarize(&done);
        }
        result.with_context(|| format!("step '{}' failed (again: cargo xtask ci {0})", step.name))?;
        println!("==> {} took {:.1} s", step.name, start.elapsed().as_secs_f64());
    }
    summarize(&done);
    Ok(())
}

fn begin_beside(beside: &mut Beside, step: &str) -> Result<()> {
    for BesideStep { name, niceness, .. } in BESIDE.iter().filter(|other| other.beside == step) {
        let mut task = Command::new(env::current_exe().context("this program is not to be found")?);
        beside.begin(name, *niceness, task.args(["ci", name]).current_dir(workspace::root()))?;
    }
    Ok(())
}

/// A step that was run. What ran beside others took time of the processors while those had their turn, and is counted where
/// it is waited for.
struct Done {
    name: &'static str,
    time: Duration,
    processors: Option<Duration>,
    passed: bool,
}

fn summarize(done: &[Done]) {
    println!();
    let total: Duration = done.iter().map(|step| step.time).sum();
    for Done { name, time, processors, passed } in done {
        let share = 100.0 * time.div_duration_f64(total);
        let result = if *passed { "passed" } else { "FAILED" };
        println!("{name:<12}{:>8.1} s {share:>4.0} %  {}  {result}", time.as_secs_f64(), told(*processors));
    }
    let processors = done.iter().map(|step| step.processors).sum();
    println!("{:<12}{:>8.1} s         {}", "all", total.as_secs_f64(), told(processors));
    let passed = done.iter().filter(|step| step.passed).count();
    println!("steps: {passed} passed, {} failed", done.len() - passed);
}

fn told(processors: Option<Duration>) -> String {
    processors.map_or(String::new(), |time| format!("{:>8.1} s of processors", time.as_secs_f64()))
}

fn format() -> Result<()> {
    tool::RUSTFMT.ensure()?;
    shell::run(&mut shell::cargo(["fmt", "--all", "--check"]))?;
    shell::run(&mut shell::cargo(["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"]))
}

fn manifests() -> Result<()> {
    check_lock_file("Cargo.toml")?;
    check_lock_file("fuzz/Cargo.toml")?;
    let metadata = Metadata::load()?;
    let faults = [
        layers::faults(&metadata),
        licenses::faults(&metadata),
        unused::faults(&metadata)?,
        paths::faults()?,
        names::faults()?,
    ]
    .concat();
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    println!("{} crates in order", metadata.members().count());
    Ok(())
}

/// A new dependency changes the lock files of both workspaces, and one of them is easily forgotten.
fn check_lock_file(manifest: &str) -> Result<()> {
    let metadata = ["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest];
    let update = || format!("mend it with: cargo update --workspace --manifest-path {manifest}");
    shell::output(&mut shell::cargo(metadata)).with_context(update).map(drop)
}

fn clippy() -> Result<()> {
    tool::CLIPPY.ensure()?;
    shell::run(shell::cargo(["clippy", "--locked", "--workspace", "--all-targets"]).args(DENY))
}

fn compile() -> Result<()> {
    // Before anything runs beside something else: only one can install.
    for tool in [tool::NPM, tool::CHROMIUM, tool::CURL, tool::VENV, tool::STRACE] {
        tool.ensure()?;
    }
    cluster::ensure_tools()?;
    python::nats_server()?;
    shell::run(all_tests().arg("--no-run"))?;
    program::build().map(drop)
}

fn tests() -> Result<()> {
    // The page of the API is run as it stands, the checker is tried on programs in Python, and stores are compared.
    for tool in [tool::CURL, tool::VENV] {
        tool.ensure()?;
    }
    cluster::ensure_tools()?;
    let mut test = all_tests();
    torture::lengthen(&mut test, KILLS, LIVE_GAMES);
    shell::run(on_many_threads(&mut test).env(NATS_SERVER, python::nats_server()?))
}

fn other_stores() -> Result<()> {
    for tool in [tool::CURL, tool::POSTGRES] {
        tool.ensure()?;
    }
    for store in OTHER_STORES {
        let mut suite = shell::cargo_test(&["api"]);
        // What is about the file of SQLite alone, and what has a store of its own.
        suite.arg("--");
        for part in ["damage::", "cluster::", "engine_jobs::", "host_of_nodes::"] {
            suite.args(["--skip", part]);
        }
        suite.env("TABIYA_TEST_STORE", store).env(NATS_SERVER, python::nats_server()?);
        shell::run(on_many_threads(&mut suite))?;
    }
    Ok(())
}

/// Many tests wait for processes and sockets most of their time.
fn on_many_threads(test: &mut Command) -> &mut Command {
    let threads = 2 * thread::available_parallelism().map_or(1, NonZero::get);
    test.env("RUST_TEST_THREADS", threads.to_string())
}

/// Not with all targets: cargo would build examples as tests only, and the checker's tests run one.
fn all_tests() -> Command {
    shell::cargo(["test", "--locked", "--workspace"])
}

fn docs() -> Result<()> {
    let mut doc = shell::cargo(["doc", "--locked", "--workspace", "--no-deps"]);
    shell::run(doc.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Proves the code that stands in where the CPU has no PEXT or AVX2: its moves are those of the perft files and of the model.
fn portable() -> Result<()> {
    let mut test = shell::cargo(["test", "--locked", "--package", "tabiya-rules", "--test", "rules"]);
    for peer in ["tabiya-notation", "shakmaty", "cozy-chess"] {
        // Compiled for this alone, and hardly asked here.
        test.arg("--config").arg(format!("profile.dev.package.{peer}.opt-level=0"));
    }
    test.arg("--target-dir").arg(workspace::target("portable")?).env("RUSTFLAGS", "");
    shell::run(test.args(["--", "perft::", "laws::", "crowds::"]))
}

fn small_perft() -> Result<()> {
    shell::run(perft::suites(PERFT_LIMIT).args(perft::RUNNER))
}

fn python_chess() -> Result<()> {
    let python = python::with_chess()?;
    let mut test = shell::cargo_test(&["notation", "uci_python"]);
    shell::run(test.args(["--", "--ignored"]).env("TABIYA_PYTHON", &python))
}

fn promise() -> Result<()> {
    torture::traced()
}
