use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Lets the process have so many files and connections open at the same time, as far as the system allows it; how many it
/// may have then.
///
/// ```
/// let before = tabiya_system::allow_open_files(0);
/// assert!(tabiya_system::allow_open_files(before) >= before);
/// ```
pub fn allow_open_files(wanted: u64) -> u64 {
    let now = getrlimit(Resource::Nofile);
    let current = now.current.unwrap_or(u64::MAX);
    let possible = wanted.min(now.maximum.unwrap_or(u64::MAX));
    if possible <= current {
        return current;
    }
    let raised = Rlimit { current: Some(possible), maximum: now.maximum };
    if setrlimit(Resource::Nofile, raised).is_ok() { possible } else { current }
}
