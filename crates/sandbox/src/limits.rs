use rustix::io;
use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};

/// How far a program may go. Time is measured by whoever started it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SandboxLimits {
    /// Bytes of memory, of all its processes together.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// Bytes in files that it writes, all together.
    pub disk: u64,
    /// Seconds of processor time, for each process.
    pub cpu_seconds: u64,
}

/// How much of its address space a process may fill, as a multiple of the memory it may use: programs with a runtime of
/// their own reserve far more than they ever touch. What they touch is watched.
const RESERVE: u64 = 4;

/// No runtime starts with less than that.
const LEAST_RESERVE: u64 = 2 << 30;

/// How many files may be open at once.
const OPEN_FILES: u64 = 128;

/// Whether the number of processes can be limited: it is counted for each user, so that somebody who has other processes
/// needs a namespace of his own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    Apart,
    WithOthers,
}

impl Counting {
    /// Of a user in a namespace of his own. Kernels before 5.14 count him together with whoever he was before.
    pub fn in_namespace() -> Counting {
        let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        if version(&release) >= (5, 14) { Counting::Apart } else { Counting::WithOthers }
    }
}

/// The first two numbers of a kernel's version.
fn version(release: &str) -> (u32, u32) {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map_while(|digits| digits.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

impl SandboxLimits {
    /// Takes the limits on, for this process and all that it starts.
    pub fn take_on(&self, counting: Counting) -> io::Result<()> {
        let SandboxLimits { memory, processes, disk, cpu_seconds } = *self;
        let data = memory.saturating_mul(RESERVE).max(LEAST_RESERVE);
        let mut limits = vec![
            (Resource::Core, 0),
            (Resource::Data, data),
            (Resource::Fsize, disk),
            (Resource::Cpu, cpu_seconds),
            (Resource::Nofile, OPEN_FILES),
            (Resource::Msgqueue, 0),
        ];
        limits.extend((counting == Counting::Apart).then_some((Resource::Nproc, processes)));
        limits.into_iter().try_for_each(|(resource, most)| limit(resource, most))
    }
}

/// A limit that is lower already stays.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let old = rustix::process::getrlimit(resource);
    let most = old.maximum.map_or(most, |maximum| maximum.min(most));
    setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(version("5.14.0-427.el9.x86_64\n"), (5, 14));
        assert_eq!(version("6.1-rc2"), (6, 1));
        assert!(version("5.4.0-150-generic") < (5, 14) && version("10.0") > (5, 14));
        assert_eq!(version(""), (0, 0));
    }
}
