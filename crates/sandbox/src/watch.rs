//! How much a program uses, as seen by the first process of its world.

use std::fs;
use std::time::Duration;

use rustix::fs::statvfs;
use rustix::param::page_size;

use crate::{Incident, SandboxLimits};

/// How often to look. Memory cannot be filled very far in that time.
const INTERVAL: Duration = Duration::from_millis(20);

/// Looks after a program until there is something to note.
#[derive(Clone)]
pub struct SandboxWatch {
    limits: SandboxLimits,
    /// Folders that may become full, as long as they are not.
    folders: Vec<&'static str>,
}

/// What all processes but the first use together.
#[derive(Default, PartialEq, Eq, Debug)]
struct Usage {
    memory: u64,
    threads: u64,
}

impl SandboxWatch {
    pub fn new(limits: SandboxLimits, folders: Vec<&'static str>) -> SandboxWatch {
        SandboxWatch { limits, folders }
    }

    /// What is to be noted now, where so many processes have just ended.
    pub fn look(&mut self, ended: u64) -> Option<Incident> {
        if let Some(full) = self.folders.iter().position(|folder| is_full(folder)) {
            self.folders.remove(full);
            return Some(Incident::Disk);
        }
        let usage = usage();
        if usage.memory > self.limits.memory {
            return Some(Incident::Memory);
        }
        (usage.threads + ended >= self.limits.processes).then_some(Incident::Processes)
    }

    /// Waits until something happens.
    pub fn next(&mut self) -> Incident {
        loop {
            if let Some(incident) = self.look(0) {
                return incident;
            }
            std::thread::sleep(INTERVAL);
        }
    }
}

fn is_full(folder: &str) -> bool {
    statvfs(folder).is_ok_and(|about| about.f_bavail == 0 || about.f_favail == 0)
}

fn usage() -> Usage {
    let mut usage = Usage::default();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.parse::<u32>().ok());
        // Processes come and go meanwhile.
        let about =
            number.filter(|&number| number != 1).and_then(|_| fs::read(entry.path().join("stat")).ok());
        if let Some(of_process) = about.as_deref().and_then(read_usage) {
            usage.memory += of_process.memory;
            usage.threads += of_process.threads;
        }
    }
    usage
}

/// Fields 20 and 24 of the kernel's line on a process. Its name may have anything in it, brackets too.
fn read_usage(line: &[u8]) -> Option<Usage> {
    let name_end = line.iter().rposition(|&byte| byte == b')')?;
    let rest = std::str::from_utf8(&line[name_end + 1..]).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let threads = fields.nth(17)?.parse().ok()?;
    let pages: u64 = fields.nth(3)?.parse().ok()?;
    Some(Usage { memory: pages * page_size() as u64, threads })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_line_is_read_whatever_the_program_is_called() {
        let line = b"7 (a) b (c) S 1 7 7 0 -1 4194304 91 0 0 0 0 0 0 0 20 0 3 0 100 2703360 250 184 1 1 0 0";
        assert_eq!(read_usage(line), Some(Usage { memory: 250 * page_size() as u64, threads: 3 }));
        assert_eq!(read_usage(b"7 (a"), None);
        assert_eq!(read_usage(b""), None);
    }
}
