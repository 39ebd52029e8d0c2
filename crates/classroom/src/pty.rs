//! A pseudo-terminal for a program's output.
//!
//! On a pipe the libraries of C and Python hold output back until there is much of it; before a person they do not.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

/// Both ends of a terminal that changes nothing of what is written to it.
pub struct Pty {
    /// Ours.
    pub ours: File,
    /// The program's.
    pub theirs: OwnedFd,
}

impl Pty {
    pub fn open() -> io::Result<Pty> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let name = ptsname(&ours, Vec::new())?;
        // It must not become our own terminal.
        let theirs = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        let mut settings = tcgetattr(&theirs)?;
        settings.make_raw();
        tcsetattr(&theirs, OptionalActions::Now, &settings)?;
        tcsetwinsize(&theirs, Winsize { ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0 })?;
        Ok(Pty { ours: File::from(ours), theirs })
    }
}
