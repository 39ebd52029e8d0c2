//! One program for any x86-64, and twins of it for newer CPUs, which it becomes when it starts (`crates/tabiya/src/twin.rs`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{shell, tool, workspace};

const TARGET: &str = "x86_64-unknown-linux-gnu";

pub struct Programs {
    /// The program for any CPU.
    pub plain: PathBuf,
    /// What it becomes, under the names that it knows.
    pub twins: [PathBuf; 2],
}

/// A program for newer CPUs.
struct Twin {
    name: &'static str,
    /// How the compiler is told what it may use.
    flags: &'static [&'static str],
    /// How the program is told the twin's name.
    variable: &'static str,
}

/// With PEXT, and without it for CPUs in which it is slow.
const TWINS: [Twin; 2] = [
    Twin {
        name: "tabiya-x86-64-v3",
        flags: &["-C", "target-cpu=x86-64-v3"],
        variable: "TABIYA_TWIN_WITH_PEXT",
    },
    Twin {
        name: "tabiya-x86-64-v3-without-pext",
        flags: &["-C", "target-cpu=x86-64-v3", "-C", "target-feature=-bmi2"],
        variable: "TABIYA_TWIN_WITHOUT_PEXT",
    },
];

/// Builds them into a folder, the twins first: their names have digests of their content.
pub fn build(folder: &Path) -> Result<Programs> {
    tool::NPM.ensure()?;
    let programs = folder.join("programs");
    let _ = fs::remove_dir_all(&programs);
    fs::create_dir_all(&programs)?;
    let mut names = Vec::new();
    for twin in &TWINS {
        let stripped = programs.join(twin.name);
        strip(&compile(folder, twin.flags, &[])?, &stripped)?;
        let name = format!("{}-{}", twin.name, digest(&stripped)?);
        fs::rename(stripped, programs.join(&name))?;
        names.push((twin.variable, name));
    }
    let plain = programs.join("tabiya");
    strip(&compile(folder, &["-C", "target-cpu=x86-64"], &names)?, &plain)?;
    let twins = [&names[0].1, &names[1].1].map(|name| programs.join(name));
    Ok(Programs { plain, twins })
}

/// The same for this CPU alone, to compare with.
pub fn compile_native() -> Result<PathBuf> {
    compile(&workspace::target("dist")?, &["-C", "target-cpu=native"], &[])
}

/// Compiles the program by these flags and tells where it is until the next one is compiled.
fn compile(folder: &Path, flags: &[&str], names: &[(&str, String)]) -> Result<PathBuf> {
    let mut build = shell::cargo(["build", "--release", "--locked", "--target", TARGET]);
    build.args(["--package", "tabiya", "--bin", "tabiya", "--target-dir"]).arg(folder);
    // What tells of itself where it was compiled tells of the same place everywhere.
    let mut flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    for (path, name) in [(workspace::root().to_owned(), "tabiya"), (cargo_home()?, "cargo")] {
        flags.push(format!("--remap-path-prefix={}={name}", path.display()));
    }
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    for twin in &TWINS {
        build.env_remove(twin.variable);
    }
    build.envs(names.iter().map(|(variable, name)| (variable, name)));
    shell::run(&mut build)?;
    Ok(folder.join(TARGET).join("release/tabiya"))
}

/// Leaves out the names of functions, a sixth of a program.
fn strip(built: &Path, to: &Path) -> Result<()> {
    shell::run(Command::new("strip").arg("--strip-all").arg("-o").arg(to).arg(built))
}

/// Where cargo keeps the sources of others.
fn cargo_home() -> Result<PathBuf> {
    let own = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    own.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).context("cargo has no home")
}

fn digest(file: &Path) -> Result<String> {
    let line = shell::output(Command::new("sha256sum").arg(file))?;
    Ok(line.get(..16).context("sha256sum tells no digest")?.to_owned())
}
