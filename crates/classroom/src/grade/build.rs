//! Building a submission, until it is done or takes too much.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::graded::BuildFailure;
use super::limits::COMPILER_WORDS;
use crate::program::ProgramError;

/// How often to look whether it has ended.
const GLANCE: Duration = Duration::from_millis(10);

/// How much a compiler may say before it is stopped.
const FLOOD: u64 = 4 << 20;

/// Runs a build to its end. What it says goes through a file, whose name nobody knows.
pub fn build(
    mut command: Command,
    folder: &Path,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<Result<(), BuildFailure>, ProgramError> {
    let path = folder.join("words");
    let mut words = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
    std::fs::remove_file(&path)?;
    command.stdin(Stdio::null()).stdout(words.try_clone()?).stderr(words.try_clone()?).process_group(0);
    let mut group = BuildGroup(command.spawn().map_err(ProgramError::Start)?);
    let deadline = Instant::now() + limit;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(ProgramError::Stopped);
        }
        if let Some(status) = group.0.try_wait()? {
            let said = said(&mut words)?;
            return Ok(if status.success() { Ok(()) } else { Err(failure(status, said)) });
        }
        if words.metadata()?.len() > FLOOD {
            return Ok(Err(BuildFailure { why: "it says too much".to_owned(), words: said(&mut words)? }));
        }
        if Instant::now() >= deadline {
            let why = format!("it is not done after {} s", limit.as_secs());
            return Ok(Err(BuildFailure { why, words: said(&mut words)? }));
        }
        std::thread::sleep(GLANCE);
    }
}

fn failure(status: ExitStatus, words: String) -> BuildFailure {
    let why = match status.code() {
        Some(code) => format!("it ends with status {code}"),
        None => "it was ended".to_owned(),
    };
    BuildFailure { why, words }
}

/// The beginning of what was said: a compiler's first error is the one that counts.
fn said(words: &mut File) -> io::Result<String> {
    words.rewind()?;
    let mut bytes = Vec::new();
    words.take(COMPILER_WORDS as u64 + 1).read_to_end(&mut bytes)?;
    let is_cut = bytes.len() > COMPILER_WORDS;
    let mut text = String::from_utf8_lossy(&bytes[..bytes.len().min(COMPILER_WORDS)]).into_owned();
    if is_cut {
        text.push_str("\n(and so on)");
    }
    Ok(text)
}

/// A process and its group, which do not outlive this value.
struct BuildGroup(Child);

impl Drop for BuildGroup {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
            let _ = self.0.wait();
        }
    }
}
