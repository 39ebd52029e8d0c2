//! `cargo xtask proof fuzz`: libFuzzer on stable Rust.
//!
//! The folder `fuzz/` is laid out as `cargo fuzz` expects. That tool needs a nightly compiler for its sanitizers; the
//! coverage that libFuzzer steers by is a pass of the stable compiler too, and safe code gains little from the rest.

use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::libfuzzer::Log;
use crate::{shell, tool, workspace};

#[derive(clap::Args)]
pub struct Args {
    /// The target to run; all of them when not given
    target: Option<String>,
    /// How long to run each target
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// Run the target on this one file only, to see again what it found
    #[arg(long, value_name = "FILE", requires = "target", conflicts_with = "keep")]
    input: Option<PathBuf>,
    /// Afterwards replace the target's corpus in the repository by a minimised one, with what this run found
    #[arg(long)]
    keep: bool,
}

/// How many inputs a corpus in the repository may have: the next ones reach very little that is new.
const MOST_FILES: usize = 80;

/// What `cargo fuzz` passes to the compiler, as far as stable Rust understands it.
const COVERAGE: [&str; 9] = [
    "--cfg=fuzzing",
    "-Ctarget-cpu=native",
    "-Ccodegen-units=1",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

pub fn run(args: &Args) -> Result<()> {
    let targets = targets()?.into_iter().filter(|t| args.target.as_ref().is_none_or(|chosen| chosen == t));
    let targets: Vec<String> = targets.collect();
    ensure!(!targets.is_empty(), "no such fuzz target; there are: {}", self::targets()?.join(", "));
    shell::run(&mut build()?)?;
    if let Some(input) = &args.input {
        return shell::run(program(&targets[0])?.arg(std::path::absolute(input)?));
    }
    side_by_side(&targets, |target| {
        fuzz(target, args.seconds)?;
        if args.keep { minimise(target) } else { Ok(()) }
    })
}

/// Does something for each target, as many at once as there are processors; after a failure no other is begun.
fn side_by_side(targets: &[String], task: impl Fn(&str) -> Result<()> + Sync) -> Result<()> {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            task(target).inspect_err(|_| next.store(targets.len(), Ordering::Relaxed))?;
        }
        Ok(())
    };
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}

/// Builds the targets, a workspace of their own, with the flags that the fuzzer needs.
fn build() -> Result<Command> {
    tool::CXX.ensure()?;
    let mut command = shell::cargo(["build", "--locked", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
    // With a target named, the flags are kept away from build scripts, which could not be linked with them.
    command.args(["--target", &host()?]);
    command.arg("--target-dir").arg(build_folder()?).env("RUSTFLAGS", COVERAGE.join(" "));
    Ok(command)
}

/// Runs one target from the corpus in the repository; what it finds on the way stays out of the repository.
fn fuzz(target: &str, seconds: u32) -> Result<()> {
    let (found, corpus, artifacts) = (found(target)?, corpus(target), folder("artifacts", target));
    empty(&found)?;
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut command = program(target)?;
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-artifact_prefix={}/", artifacts.display())).args([found, corpus]);
    let mut log = Log::new(target);
    let result = shell::run_reading(&mut command, |line| log.read(line));
    result.with_context(|| {
        format!("fuzz target '{target}' failed (again: cargo xtask proof fuzz {target} --input FILE)")
    })?;
    // Without its instrumentation a target still runs, blindly, and proves next to nothing.
    ensure!(
        log.coverage.is_some_and(|edges| edges > 100),
        "fuzz target '{target}' saw no coverage of the code"
    );
    Ok(())
}

/// Replaces the corpus by the fewest inputs, old and found, that reach nearly as much.
fn minimise(target: &str) -> Result<()> {
    let (corpus, found) = (corpus(target), found(target)?);
    let minimised = found.with_extension("minimised");
    empty(&minimised)?;
    let mut log = Log::new(target);
    let mut merge = program(target)?;
    // How often an edge is taken does not count here: that keeps five times as many files.
    merge.args(["-set_cover_merge=1", "-use_counters=0"]).args([&minimised, &corpus, &found]);
    shell::run_reading(&mut merge, |line| log.read(line))?;
    empty(&corpus)?;
    for path in oldest(&minimised)?.iter().take(MOST_FILES) {
        fs::copy(path, corpus.join(path.file_name().expect("a listed file has a name")))?;
    }
    Ok(())
}

/// The files of a folder by age. libFuzzer writes those first that add the most.
fn oldest(folder: &Path) -> Result<Vec<PathBuf>> {
    let file =
        |entry: io::Result<fs::DirEntry>| entry.and_then(|e| Ok((e.metadata()?.modified()?, e.path())));
    let mut files: Vec<_> = fs::read_dir(folder)?.map(file).collect::<io::Result<_>>()?;
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// An empty folder where there may have been a full one.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// The names of the targets, one for each file.
fn targets() -> Result<Vec<String>> {
    let folder = workspace::root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let sources = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut targets: Vec<String> =
        sources.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    targets.sort();
    Ok(targets)
}

fn program(target: &str) -> Result<Command> {
    let mut command = Command::new(build_folder()?.join(host()?).join("release").join(target));
    command.current_dir(workspace::root());
    Ok(command)
}

fn corpus(target: &str) -> PathBuf {
    folder("corpus", target)
}

fn folder(kind: &str, target: &str) -> PathBuf {
    workspace::root().join("fuzz").join(kind).join(target)
}

fn found(target: &str) -> Result<PathBuf> {
    Ok(build_folder()?.join("found").join(target))
}

fn build_folder() -> Result<PathBuf> {
    workspace::target("fuzz")
}

/// The name of this machine's platform as the compiler says it.
fn host() -> Result<String> {
    let version = shell::output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.into())
}
