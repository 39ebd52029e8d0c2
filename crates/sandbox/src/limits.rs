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
