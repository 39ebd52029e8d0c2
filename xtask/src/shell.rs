//! Commands as the tasks run them: shown first, without standard input, and an error unless they succeed.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// A cargo command at the root of the workspace, through the cargo that started this program.
pub fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(args).current_dir(workspace::root());
    // A task compiles what it needs once and whole: notes for the next time would make it a tenth slower.
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// The integration tests of these names, of whichever package. All packages are chosen, because cargo compiles what
/// they share anew for a choice that asks less of it than another does.
pub fn cargo_test(names: &[&str]) -> Command {
    let mut command = cargo(["test", "--locked", "--workspace"]);
    command.args(names.iter().flat_map(|name| ["--test", name]));
    command
}

pub fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    println!("$ {}{line}", variables(command));
    let status = command.stdin(Stdio::null()).status().with_context(|| format!("cannot start `{line}`"))?;
    ensure!(status.success(), "`{line}` failed: {status}");
    Ok(())
}

/// Runs a command and hands over each line that it writes to standard error.
pub fn run_reading(command: &mut Command, mut read: impl FnMut(&str)) -> Result<()> {
    let line = line(command);
    println!("$ {}{line}", variables(command));
    let start = || format!("cannot start `{line}`");
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().with_context(start)?;
    let mut output = BufReader::new(child.stderr.take().expect("standard error is a pipe"));
    let mut bytes = Vec::new();
    // Bytes, because a fuzz target may well print something else than text.
    while output.read_until(b'\n', &mut bytes)? > 0 {
        read(String::from_utf8_lossy(&bytes).trim_end());
        bytes.clear();
    }
    let status = child.wait()?;
    ensure!(status.success(), "`{line}` failed: {status}");
    Ok(())
}

/// What the command prints to standard output, which is shown while it is printed.
pub fn shown_output(command: &mut Command) -> Result<String> {
    let line = line(command);
    println!("$ {}{line}", variables(command));
    let start = || format!("cannot start `{line}`");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().with_context(start)?;
    let output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let mut printed = String::new();
    for text in output.lines() {
        let text = text?;
        println!("{text}");
        printed.push_str(&text);
        printed.push('\n');
    }
    let status = child.wait()?;
    ensure!(status.success(), "`{line}` failed: {status}");
    Ok(printed)
}

/// What the command prints, without showing the command.
pub fn output(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{line}`"))?;
    ensure!(output.status.success(), "`{line}` failed: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` printed something else than text"))
}

/// What the command prints to both of its outputs, without showing the command.
pub fn both_outputs(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot start `{line}`"))?;
    ensure!(output.status.success(), "`{line}` failed: {}", output.status);
    Ok(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// Whether the command can be started and succeeds; what it prints is dropped.
pub fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The command as one would type it.
pub fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    std::iter::once(program).chain(command.get_args()).map(quoted).collect::<Vec<_>>().join(" ")
}

/// The variables set for it, as one would type them before it.
fn variables(command: &Command) -> String {
    let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
    set.map(|(name, value)| format!("{}={} ", name.display(), quoted(value))).collect()
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.is_empty() || word.contains(' ') { format!("'{word}'") } else { word.into_owned() }
}
