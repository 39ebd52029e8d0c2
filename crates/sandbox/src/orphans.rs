use std::fs;
use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

/// How often to look for processes that are left: one that is ended may just have started another, and one that cannot be
/// ended is not waited for.
const ROUNDS: usize = 1000;

/// How long a process may take to end once it must.
const ROUND: Duration = Duration::from_millis(1);

/// Where no namespace ends what programs leave in the background: such processes become children of ours, and are ended
/// with this value. To be kept until no child of ours is wanted any more.
pub struct Orphans(());

impl Orphans {
    /// From now on, processes that have lost their parent are ours.
    pub fn adopt() -> io::Result<Orphans> {
        set_child_subreaper(Some(getpid()))?;
        Ok(Orphans(()))
    }
}

impl Drop for Orphans {
    fn drop(&mut self) {
        for _ in 0..ROUNDS {
            let children = children();
            if children.is_empty() {
                return;
            }
            for child in children {
                let _ = kill_process(child, Signal::KILL);
                let _ = waitpid(Some(child), WaitOptions::NOHANG);
            }
            std::thread::sleep(ROUND);
        }
    }
}

/// All processes that we are the parent of.
fn children() -> Vec<Pid> {
    let us = getpid().as_raw_pid();
    let numbers = fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|entry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        let line = fs::read(entry.path().join("stat")).ok()?;
        (parent(&line)? == us).then(|| Pid::from_raw(number)).flatten()
    });
    numbers.collect()
}

/// Field 4 of the kernel's line on a process. Its name may have anything in it, brackets too.
fn parent(line: &[u8]) -> Option<i32> {
    let name_end = line.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&line[name_end + 1..]).ok()?;
    rest.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_found_whatever_the_program_is_called() {
        assert_eq!(parent(b"7 (a) b (c) S 5 7 7 0"), Some(5));
        assert_eq!(parent(b"7 (a"), None);
        let line = fs::read("/proc/self/stat").unwrap();
        assert_eq!(parent(&line), rustix::process::getppid().map(Pid::as_raw_pid));
    }
}
