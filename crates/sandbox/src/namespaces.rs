//! Leaving the system's world for one of one's own.

use std::fs;

use rustix::io::{Errno, Result};
use rustix::process::{getegid, geteuid};
use rustix::thread::{CapabilitySet, UnshareFlags, capabilities};

/// Who the program is, in its own eyes.
const PROGRAM: u32 = 1000;

/// The user and the group nobody, to whom an administrator's programs are handed.
pub const NOBODY: u32 = 65_534;

/// How the rights to make a sandbox were come by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rights {
    /// Of the whole machine: they were there before.
    Administrator,
    /// Of the small world only.
    OwnWorld,
}

/// What is left behind, beside the user.
const WORLD: UnshareFlags = UnshareFlags::NEWNS
    .union(UnshareFlags::NEWPID)
    .union(UnshareFlags::NEWNET)
    .union(UnshareFlags::NEWIPC)
    .union(UnshareFlags::NEWUTS);

/// Leaves the system's mounts, network and processes; processes to be started are in the new world.
pub fn leave_world() -> std::result::Result<Rights, (&'static str, std::io::Error)> {
    if geteuid().is_root() {
        match unshare(WORLD) {
            Ok(()) => return Ok(Rights::Administrator),
            // The administrator of a container has not all rights.
            Err(Errno::PERM) => {}
            Err(error) => return Err(("namespaces", error.into())),
        }
    }
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(WORLD | UnshareFlags::NEWUSER).map_err(|error| match error {
        // The system's own word for it is that no space is left.
        Errno::NOSPC => {
            ("user namespaces", std::io::Error::other("none are allowed (user.max_user_namespaces)"))
        }
        _ => ("user namespaces", error.into()),
    })?;
    become_user(0, user, group).map_err(|error| ("the user of a namespace", error))?;
    Ok(Rights::OwnWorld)
}

/// Whether programs and files can be handed to nobody: the administrator of a container may not be allowed that either.
pub fn can_hand_over() -> bool {
    let needed = CapabilitySet::CHOWN | CapabilitySet::SETUID | CapabilitySet::SETGID;
    geteuid().is_root() && capabilities(None).is_ok_and(|sets| sets.effective.contains(needed))
}

/// Leaves all rights behind but those of a user who has nothing; processes are counted anew for him. He makes no worlds of
/// his own, in which he could have file systems in memory that nobody looks at.
pub fn become_nobody_special() -> std::io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(UnshareFlags::NEWUSER)?;
    become_user(PROGRAM, user, group)?;
    fs::write("/proc/sys/user/max_user_namespaces", "0")
}

/// Own mounts, so that changes are not seen by the process before.
pub fn own_mounts() -> Result<()> {
    unshare(UnshareFlags::NEWNS)
}

#[expect(
    deprecated,
    reason = "what is unsound about it is to part with open files, and nobody asks for that here"
)]
fn unshare(flags: UnshareFlags) -> Result<()> {
    rustix::thread::unshare(flags)
}

/// Says who we are in a new user namespace.
fn become_user(inside: u32, user: u32, group: u32) -> std::io::Result<()> {
    // Without this, nobody but an administrator may say anything about groups.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{inside} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{inside} {group} 1"))
}
