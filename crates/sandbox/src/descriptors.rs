//! The open files of whoever started us.

use std::fs;
use std::os::fd::{BorrowedFd, RawFd};

use rustix::io::{Errno, FdFlags, fcntl_setfd};

/// Standard input, output and errors.
const KEPT: RawFd = 2;

/// Lets nothing that is open reach a program that is started from here on, but for its standard input and outputs: what
/// a teacher's shell or script has open would be a door out of the sandbox.
pub fn close_to_programs() -> std::io::Result<()> {
    let numbers = fs::read_dir("/proc/self/fd")?.flatten();
    let numbers: Vec<RawFd> = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    numbers.into_iter().filter(|&number| number > KEPT).try_for_each(|number| {
        // SAFETY: it was open just now, there are no other threads, and it is lent for this one call.
        let file = unsafe { BorrowedFd::borrow_raw(number) };
        match fcntl_setfd(file, FdFlags::CLOEXEC) {
            // That was the list itself.
            Ok(()) | Err(Errno::BADF) => Ok(()),
            Err(error) => Err(error.into()),
        }
    })
}
