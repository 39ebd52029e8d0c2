//! `cargo xtask proof dist`: what was made runs on old CPUs, is as fast as it should be on this one, and can be installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::{Dist, archive, installation, make, programs, text};
use crate::{shell, start, tool, workspace};

/// CPUs without what the twins need, and why each.
const OLD_CPUS: [(&str, &str); 3] = [
    ("qemu64", "what every x86-64 has, and little more"),
    ("core2duo", "of 2006, without POPCNT"),
    ("SandyBridge", "of 2011, with AVX but not AVX2"),
];

/// How much slower than a build for this CPU the program may be.
const MOST: f64 = 1.10;
/// Rounds in turn, of which each program's best counts: whatever else the machine does slows all alike.
const ROUNDS: usize = 5;

pub fn prove() -> Result<()> {
    tool::QEMU.ensure()?;
    tool::CURL.ensure()?;
    let dist = make()?;
    let folder = workspace::target("dist")?.join("proof");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    check_reproducible(&dist, &folder)?;
    shell::run(
        Command::new("tar").arg("--extract").arg("--directory").arg(&folder).arg("--file").arg(&dist.archive),
    )?;
    let root =
        fs::read_dir(&folder)?.filter_map(Result::ok).map(|entry| entry.path()).find(|path| path.is_dir());
    let program = root.context("the archive has no folder")?.join("bin/tabiya");
    check_manners(&program)?;
    check_choice(&program)?;
    check_old_cpus(&program)?;
    check_alone(&program, &folder)?;
    check_speed(&program, &folder)?;
    check_aarch64()?;
    installation::check(&dist.package)
}

/// The same files give the same bytes, whenever they are packed.
fn check_reproducible(dist: &Dist, folder: &Path) -> Result<()> {
    let tree = workspace::target("dist")?.join("tree");
    let copy = folder.join("tree");
    shell::run(Command::new("cp").args(["--recursive", "--no-target-directory"]).arg(&tree).arg(&copy))?;
    let again = archive::pack(&copy, folder, &super::Release::of_sources()?)?;
    ensure!(fs::read(&again)? == fs::read(&dist.archive)?, "the same files give another archive");
    fs::remove_file(again)?;
    Ok(fs::remove_dir_all(copy)?)
}

/// What goes in and comes out is as if the program had not become another one.
fn check_manners(program: &Path) -> Result<()> {
    let output = Command::new(program).args(["moves", "e2e5"]).stdin(Stdio::null()).output()?;
    ensure!(output.status.code() == Some(1), "the status is lost: {output:?}");
    let closed = Command::new("sh").args(["-c", "exec \"$0\" moves >&-"]).arg(program).output()?;
    let error = String::from_utf8_lossy(&closed.stderr);
    ensure!(closed.status.code() == Some(1) && error.contains("standard output is closed"), "{closed:?}");
    let broken = Command::new("sh").args(["-c", "\"$0\" moves | head -1"]).arg(program).output()?;
    ensure!(broken.status.success() && broken.stderr.is_empty(), "{broken:?}");
    println!("arguments, streams and status are handed on");
    Ok(())
}

/// CPUs with all of x86-64-v3 get the code for it, with or without PEXT. What the program becomes runs on this CPU.
fn check_choice(program: &Path) -> Result<()> {
    let own = shell::output(Command::new(program).arg("--version"))?;
    println!("here: {}", own.replace('\n', " "));
    if !own.contains("AVX2") {
        println!("this CPU has no AVX2: that newer ones get faster code could not be tried");
        return Ok(());
    }
    for (cpu, expected) in [("Haswell", "code with PEXT and AVX2"), ("EPYC", "code with AVX2")] {
        let told = shell::output(emulated(cpu, program).arg("--version").stderr(Stdio::null()))?;
        println!("{cpu}: {}", told.replace('\n', " "));
        ensure!(told.lines().any(|line| line == expected), "on {cpu} it should be {expected}: {told}");
    }
    Ok(())
}

/// On old CPUs it works, chooses the same moves, and says why it is slower.
fn check_old_cpus(program: &Path) -> Result<()> {
    let signature = fs::read_to_string(workspace::root().join("crates/engine/bench-signature"))?;
    for (cpu, about) in OLD_CPUS {
        println!("{cpu}, {about}:");
        let told = shell::output(emulated(cpu, program).arg("bench"))?;
        println!("{}", told.trim());
        ensure!(told.contains("code for any x86-64; for faster code this CPU lacks"), "{told}");
        let expected = format!("\n{} nodes ", signature.trim());
        ensure!(told.contains(&expected), "the engine searches otherwise than elsewhere: {told}");
        let told = shell::output(emulated(cpu, program).args(["perft", "4"]))?;
        ensure!(told.trim() == "nodes 197281", "{told}");
    }
    start::greet(emulated(OLD_CPUS[0].0, program))
}

fn emulated(cpu: &str, program: &Path) -> Command {
    let mut command = Command::new("qemu-x86_64");
    command.args(["-cpu", cpu]).arg(program);
    command
}

/// Without its twins it works, and says what is missing.
fn check_alone(program: &Path, folder: &Path) -> Result<()> {
    let alone = folder.join("tabiya");
    fs::copy(program, &alone)?;
    let told = shell::output(Command::new(&alone).arg("--version"))?;
    println!("alone: {}", told.replace('\n', " "));
    ensure!(told.contains("code for any x86-64; "), "it does not tell which code runs: {told}");
    Ok(())
}

/// Beside a build for this CPU, by positions searched and by moves counted.
fn check_speed(program: &Path, folder: &Path) -> Result<()> {
    let native = folder.join("native");
    fs::copy(programs::compile_native()?, &native)?;
    let plain = folder.join("tabiya");
    let programs: [(&str, &PathBuf); 3] =
        [("for this CPU", &native), ("dist", &program.to_owned()), ("dist on an old CPU", &plain)];
    for words in [&["bench"][..], &["perft", "6"]] {
        let mut best = [Duration::MAX; 3];
        for _ in 0..ROUNDS {
            for (best, (_, program)) in best.iter_mut().zip(&programs) {
                *best = time(program, words)?.min(*best);
            }
        }
        println!("tabiya {}:", words.join(" "));
        for ((name, _), time) in programs.iter().zip(best) {
            println!("  {name:<20} {:.3} s, ratio {:.3}", time.as_secs_f64(), time.div_duration_f64(best[0]));
        }
        let ratio = best[1].div_duration_f64(best[0]);
        ensure!(
            ratio <= MOST,
            "{} takes {ratio:.2} times as long as by a build for this CPU",
            words.join(" ")
        );
    }
    Ok(())
}

/// Whoever has another CPU builds it there: it compiles, with the C code in it.
fn check_aarch64() -> Result<()> {
    tool::AARCH64_STD.ensure()?;
    tool::AARCH64_GCC.ensure()?;
    let target = "aarch64-unknown-linux-gnu";
    let mut check = shell::cargo(["check", "--locked", "--package", "tabiya", "--target", target]);
    check.arg("--target-dir").arg(workspace::target("dist")?);
    // Not for this CPU, as builds are by the workspace's settings.
    shell::run(check.env("RUSTFLAGS", "").env("TABIYA_SKIP_WEB", "1"))
}

fn time(program: &Path, words: &[&str]) -> Result<Duration> {
    let started = Instant::now();
    shell::output(Command::new(text(program)?).args(words))?;
    Ok(started.elapsed())
}
