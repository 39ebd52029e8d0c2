use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use tabiya_files::Packing;
use tabiya_system::{Draft, FileError, shown};

use crate::signals::status_of;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Done,
    Refused,
    /// It is done, and the answer to what was asked is no.
    No,
    /// It is done, and there is no answer.
    Undecided,
    /// A signal ended it, in order.
    BySignal(i32),
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Done => ExitCode::SUCCESS,
            Status::Refused => ExitCode::FAILURE,
            // 2 is wrong usage.
            Status::No => ExitCode::from(3),
            Status::Undecided => ExitCode::from(4),
            Status::BySignal(signal) => {
                u8::try_from(status_of(signal)).map_or(ExitCode::FAILURE, ExitCode::from)
            }
        }
    }
}

/// Writes what was asked for with `--help` or `--version`.
pub fn print_help(help: &clap::Error) -> Status {
    let printed = tabiya_system::stdout().and_then(|mut out| {
        help.print()?;
        out.flush()
    });
    printed.map_or_else(|error| failed(&error.into()), |()| Status::Done)
}

/// Writes lines to standard output.
pub fn print_lines(lines: impl IntoIterator<Item = impl Display>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(tabiya_system::stdout()?);
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Saves a file whole or not at all.
pub fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes).with_context(|| shown(path))?;
    Ok(draft.commit()?)
}

/// Refuses to write games, which are plain text, under a name for compressed files.
pub fn check_plain_name(path: &Path) -> anyhow::Result<()> {
    if Packing::of_path(path).is_some() {
        let (name, plain) = (shown(path), shown(&path.with_extension("")));
        bail!(
            "{name} is a name for a compressed file, and games are saved as plain text: choose another name, such as {plain}"
        );
    }
    Ok(())
}

/// Writes a line to standard error. Where nobody listens there, nothing can be done about it.
pub fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Tells why a command failed. That the reader of our output has left (`tabiya moves | head -1`) is no failure.
pub fn failed(error: &anyhow::Error) -> Status {
    let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
        let of_file = cause.downcast_ref::<FileError>().and_then(FileError::of_system);
        let error = cause.downcast_ref::<io::Error>().or(of_file);
        error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed_pipe) {
        return Status::Done;
    }
    tell(format_args!("error: {error:#}"));
    Status::Refused
}
