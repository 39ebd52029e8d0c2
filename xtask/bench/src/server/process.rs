//! The server as a process of its own, and what the system charges it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Nobody is turned away: it is the work that is measured, not the limits.
const SETTINGS: &str = "open = false\n[limits]\nsessions-per-minute = 1000000\ngames-per-minute = 1000000\n\
                        requests-per-second = 1000000\nsockets-per-address = 100000\nconnections = 100000\n";

/// A server with games of its own, which are gone when it is.
pub struct Process {
    pub address: SocketAddr,
    child: Child,
    folder: PathBuf,
}

impl Process {
    pub fn start(program: &Path) -> Process {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tabiya-bench-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
        let settings = folder.join("settings.toml");
        fs::write(&settings, SETTINGS).expect("the folder for temporary files is writable");
        let mut serve = Command::new(program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--config"]).arg(settings);
        serve.arg("--data").arg(folder.join("data")).stdin(Stdio::null()).stdout(Stdio::piped());
        let child =
            serve.spawn().unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
        // From here on it is ended whatever happens.
        let mut process = Process { address: SocketAddr::from(([127, 0, 0, 1], 0)), child, folder };
        process.address = process.read_address();
        process
    }

    fn read_address(&mut self) -> SocketAddr {
        let output = self.child.stdout.take().expect("standard output is a pipe");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("the server prints text");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        address.unwrap_or_else(|| panic!("the server tells no address: {line:?}"))
    }

    pub fn cpu(&self) -> Duration {
        cpu(&self.child.id().to_string())
    }

    /// The processor time of its threads by their names, to the nanosecond.
    pub fn threads(&self) -> BTreeMap<String, Duration> {
        let mut times = BTreeMap::new();
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("Linux lists the threads");
        for task in tasks.flatten() {
            let name = fs::read_to_string(task.path().join("comm")).unwrap_or_default();
            let schedule = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            let nanos = schedule.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or_default();
            *times.entry(name.trim().to_owned()).or_default() += Duration::from_nanos(nanos);
        }
        times
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What came on top. A thread that has ended since is missing in it.
pub fn difference(
    after: &BTreeMap<String, Duration>,
    before: &BTreeMap<String, Duration>,
) -> BTreeMap<String, Duration> {
    let earlier = |name| before.get(name).copied().unwrap_or_default();
    after.iter().map(|(name, time)| (name.clone(), time.saturating_sub(earlier(name)))).collect()
}

/// The processor time of this program.
pub fn own_cpu() -> Duration {
    cpu("self")
}

/// User and system time of a process. Linux tells them in hundredths of a second, whatever its own clock.
fn cpu(process: &str) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux tells of its processes");
    ticks(&stat).map(|ticks| Duration::from_millis(ticks * 10)).expect("the form of /proc/PID/stat is known")
}

/// The name, in brackets, may hold anything; twelve fields behind it come the two times.
fn ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_found_behind_any_name() {
        let stat = "7 (a) b (c) S 1 2 3 4 -1 6 7 8 9 10 111 222 13 14 20 0 5 0 99";
        assert_eq!(ticks(stat), Some(333));
        assert_eq!(ticks("nothing"), None);
    }
}
