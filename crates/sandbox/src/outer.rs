//! The first process: it leaves the system's world, and waits for the end.

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::chown;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

use rustix::process::{Gid, Pid, Resource, Rlimit, Signal, Uid, getpid, getppid, kill_process, setrlimit};
use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};

use crate::descriptors::close_to_programs;
use crate::file_access::close_files;
use crate::layout::{SUBMISSION, lay_out};
use crate::limits::Counting;
use crate::mounts::{keep_to_ourselves, under};
use crate::namespaces::{NOBODY, Rights, can_hand_over, leave_world};
use crate::sandbox::SandboxOrders;
use crate::{Confinement, Folder, Incident, Journal, TreeError, TreeLimits, copy_tree};

/// The status where the sandbox could not be made.
pub const NO_SANDBOX: u8 = 125;

/// From this status on, one may stand for a signal.
pub const SIGNALS: i32 = 128;

pub fn run(mut orders: SandboxOrders, program: &[OsString]) -> ExitCode {
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    if let Err(error) = tie_to_caller(&orders) {
        return failed(&orders, "the caller", &error);
    }
    if let Err(error) = close_to_programs() {
        return failed(&orders, "open files", &error);
    }
    orders.outer = getpid().as_raw_pid();
    let ended = match orders.sandbox.confinement {
        Confinement::Namespaces => confined(&mut orders, program),
        Confinement::Landlock | Confinement::LimitsOnly => limited(&orders, program),
    };
    match ended {
        Ok(status) => end_like(status, &orders),
        Err((what, error)) => failed(&orders, &what, &error),
    }
}

/// Ends this process when the one that started it ends, however that happens.
pub fn die_with_parent() -> rustix::io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
}

/// Lets this process end with the one that has ordered it, if that is still there.
fn tie_to_caller(orders: &SandboxOrders) -> io::Result<()> {
    die_with_parent()?;
    let is_there = getppid().map(Pid::as_raw_pid) == i32::try_from(orders.caller).ok();
    if is_there { Ok(()) } else { Err(io::Error::other("it has ended")) }
}

/// Notes that there is no sandbox, and why.
pub fn failed(orders: &SandboxOrders, what: &str, error: &io::Error) -> ExitCode {
    let incident = Incident::Failure(format!("{what}: {error}"));
    // Where nothing can be noted, the status says it.
    let _ = Journal::open(&orders.sandbox.journal).and_then(|mut journal| journal.note(&incident));
    NO_SANDBOX.into()
}

type Ended = Result<ExitStatus, (String, io::Error)>;

fn confined(orders: &mut SandboxOrders, program: &[OsString]) -> Ended {
    let rights = leave_world().map_err(|(what, error)| (what.to_owned(), error))?;
    orders.is_handed_to_nobody = rights == Rights::Administrator;
    keep_to_ourselves().map_err(|error| ("own mounts".to_owned(), error))?;
    lay_out(&orders.sandbox, rights)?;
    let status = orders
        .next("keeper", program)
        .and_then(|mut keeper| keeper.status())
        .map_err(|error| ("the first process".to_owned(), error))?;
    if let Folder::Kept(_, target) = &orders.sandbox.folder
        && status.success()
    {
        // No process of the program is left that could change anything meanwhile.
        let folder = under(&orders.sandbox.mount_point, Path::new(SUBMISSION));
        match copy_tree(&folder, target, TreeLimits::of_own_folder(orders.sandbox.limits.disk), None) {
            Ok(()) => {}
            Err(error) if error.is_of_copier() => {
                return Err(("what was made".to_owned(), io::Error::other(error)));
            }
            Err(_) => return too_much(&orders.sandbox.journal),
        }
    }
    Ok(status)
}

/// Ends as a program does that has made more than can be kept.
fn too_much(journal: &Path) -> Ended {
    let noted = Journal::open(journal).and_then(|mut journal| journal.note(&Incident::Disk));
    noted.map_err(|error| ("the journal".to_owned(), error))?;
    Ok(ExitStatus::from_raw(1 << 8))
}

/// Where the system does not help: limits, Landlock, and the user nobody if that is possible.
fn limited(orders: &SandboxOrders, program: &[OsString]) -> Ended {
    let sandbox = &orders.sandbox;
    let owner = can_hand_over().then_some(NOBODY);
    let folder = own_folder(&sandbox.folder, sandbox.limits.disk, owner)
        .map_err(|error| ("the folder".to_owned(), io::Error::other(error)))?;
    owner
        .map_or(Ok(()), |owner| chown(&sandbox.mount_point, Some(owner), Some(owner)))
        .map_err(|error| ("a folder for what it writes".to_owned(), error))?;
    let counting = if owner.is_some() { Counting::Apart } else { Counting::WithOthers };
    let limits = sandbox.limits.take_on(counting).and_then(|()| rustix::thread::set_no_new_privs(true));
    limits.map_err(|error| ("limits".to_owned(), error.into()))?;
    if sandbox.confinement == Confinement::Landlock {
        close_files(sandbox, folder).map_err(|error| ("Landlock".to_owned(), error))?;
    }
    let mut command = program_command(orders, program);
    // There is no /tmp of its own.
    command.current_dir(folder).envs(["HOME", "TMPDIR"].map(|name| (name, &sandbox.mount_point)));
    if let Some(owner) = owner {
        become_user(owner).map_err(|error| ("the user nobody".to_owned(), error.into()))?;
        // Who becomes another user has forgotten that.
        tie_to_caller(orders).map_err(|error| ("the caller".to_owned(), error))?;
    }
    Ok(ExitStatus::from_raw(i32::from(become_program(command, program)) << 8))
}

/// Becomes another user, of that user's group alone.
fn become_user(user: u32) -> rustix::io::Result<()> {
    set_thread_groups(&[])?;
    set_thread_gid(Gid::from_raw(user))?;
    set_thread_uid(Uid::from_raw(user))
}

/// The program's folder, which is a copy where it may be changed.
fn own_folder(folder: &Folder, bytes: u64, owner: Option<u32>) -> Result<&Path, TreeError> {
    match folder {
        Folder::ReadOnly(folder) => Ok(folder),
        Folder::Kept(source, target) => {
            copy_tree(source, target, TreeLimits::of_own_folder(bytes), owner)?;
            Ok(target)
        }
    }
}

/// The program with its environment.
pub fn program_command(orders: &SandboxOrders, program: &[OsString]) -> Command {
    let mut command = Command::new(program.first().cloned().unwrap_or_default());
    command.args(program.iter().skip(1)).env_clear().envs(orders.sandbox.environment.iter().cloned());
    command
}

/// Becomes the program. Where that fails, it is told as shells do it, and the status is theirs as well.
pub fn become_program(mut command: Command, program: &[OsString]) -> u8 {
    let error = command.exec();
    let name = program.first().map(|name| name.to_string_lossy()).unwrap_or_default();
    eprintln!("{name} cannot be started: {error}");
    if error.kind() == io::ErrorKind::NotFound { 127 } else { 126 }
}

/// Ends as the program did.
fn end_like(status: ExitStatus, orders: &SandboxOrders) -> ExitCode {
    let code = status.code().unwrap_or(i32::from(NO_SANDBOX));
    if let Some(signal) = (code >= SIGNALS).then(|| signal_of(orders)).flatten() {
        // The first one may only take a handler of the runtime away.
        let _ = kill_process(getpid(), signal);
        let _ = kill_process(getpid(), signal);
    }
    ExitCode::from(u8::try_from(code).unwrap_or(NO_SANDBOX))
}

/// The signal that the program died of, by the keeper's word.
fn signal_of(orders: &SandboxOrders) -> Option<Signal> {
    let incidents = Journal::read(&orders.sandbox.journal).ok()?;
    incidents.into_iter().find_map(|incident| match incident {
        Incident::Died { outer, signal } if outer == orders.outer => Signal::from_named_raw(signal),
        _ => None,
    })
}
