//! The first process of the new world. When it ends, all others there do.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::ExitCode;

use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, chdir, pivot_root, wait};

use crate::layout::SUBMISSION;
use crate::mounts::under;
use crate::namespaces::{NOBODY, own_mounts};
use crate::outer::{NO_SANDBOX, SIGNALS, die_with_parent};
use crate::sandbox::SandboxOrders;
use crate::watch::SandboxWatch;
use crate::{Folder, Incident, Journal};

pub fn run(orders: &SandboxOrders, program: &[OsString]) -> ExitCode {
    // They cannot be opened any more in the new world.
    let path = &orders.sandbox.journal;
    let (Ok(mut journal), Ok(of_watch)) = (Journal::open(path), Journal::open(path)) else {
        return NO_SANDBOX.into();
    };
    match keep(orders, program, of_watch) {
        Ok(end) => {
            let _ = end.last_sight.map(|incident| journal.note(&incident));
            match end.status.terminating_signal() {
                Some(signal) => died(&mut journal, orders.outer, signal).into(),
                None => exit_code(end.status).into(),
            }
        }
        Err((what, error)) => {
            let _ = journal.note(&Incident::Failure(format!("{what}: {error}")));
            NO_SANDBOX.into()
        }
    }
}

/// How it ended.
struct KeeperReport {
    status: WaitStatus,
    /// It may have ended before anybody looked; then this is what it left.
    last_sight: Option<Incident>,
}

fn exit_code(status: WaitStatus) -> u8 {
    status.exit_status().and_then(|code| u8::try_from(code).ok()).unwrap_or(NO_SANDBOX)
}

fn keep(
    orders: &SandboxOrders,
    program: &[OsString],
    journal: Journal,
) -> Result<KeeperReport, (&'static str, io::Error)> {
    die_with_parent().map_err(|error| ("the end of the parent", error.into()))?;
    enter_root(&orders.sandbox.mount_point)?;
    let mut inner = orders.next("inner", program).map_err(|error| ("orders", error))?;
    if orders.is_handed_to_nobody {
        inner.uid(NOBODY).gid(NOBODY);
    }
    let inner = inner.spawn().map_err(|error| ("the program's process", error))?;
    // The end of this process does not wait for the watch.
    let mut watch = SandboxWatch::new(orders.sandbox.limits, writable(&orders.sandbox.folder));
    start_watch(watch.clone(), orders.outer, journal);
    let status =
        wait_for(Pid::from_child(&inner)).map_err(|error| ("the end of the program", error.into()))?;
    Ok(KeeperReport { status, last_sight: watch.look(1) })
}

/// The folders that the program can write to.
fn writable(folder: &Folder) -> Vec<&'static str> {
    match folder {
        Folder::ReadOnly(_) => vec!["/tmp"],
        Folder::Kept(..) => vec!["/tmp", SUBMISSION],
    }
}

/// Moves into the file system that was laid out, from where there is no way back.
fn enter_root(root: &Path) -> Result<(), (&'static str, io::Error)> {
    own_mounts().map_err(|error| ("own mounts", error.into()))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", under(root, Path::new("/proc")), "proc", flags, None)
        .map_err(|error| ("/proc", error.into()))?;
    // The old root ends up on top of the new one, and is taken away with all that is in it.
    chdir(root)
        .and_then(|()| pivot_root(".", "."))
        .and_then(|()| unmount(".", UnmountFlags::DETACH))
        .and_then(|()| chdir("/"))
        .map_err(|error| ("another root", error.into()))
}

/// Waits for a process. Whoever has lost his parent is a child of this process, and is reaped, too.
fn wait_for(number: Pid) -> rustix::io::Result<WaitStatus> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if ended == number => return Ok(status),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
}

/// Ends everything as soon as there is too much.
fn start_watch(mut watch: SandboxWatch, outer: i32, mut journal: Journal) {
    std::thread::spawn(move || {
        loop {
            let incident = watch.next();
            let _ = journal.note(&incident);
            if incident != Incident::Disk {
                std::process::exit(died(&mut journal, outer, Signal::KILL.as_raw()).into());
            }
        }
    });
}

/// Notes of which signal the program died, and says the status that stands for it.
fn died(journal: &mut Journal, outer: i32, signal: i32) -> u8 {
    let _ = journal.note(&Incident::Died { outer, signal });
    u8::try_from(SIGNALS + signal).unwrap_or(NO_SANDBOX)
}
