//! The server as a process of its own, and what the system charges it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::contestant::Contestant;

/// A server with games of its own, which are gone when it is.
pub struct Process {
    pub address: SocketAddr,
    child: Child,
    folder: PathBuf,
}

impl Process {
    pub fn start(contestant: &Contestant) -> Process {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tabiya-bench-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
        let settings = folder.join("settings.toml");
        fs::write(&settings, contestant.settings()).expect("the folder for temporary files is writable");
        let mut serve = contestant.command(&folder);
        let child = serve.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let child = child.unwrap_or_else(|error| panic!("cannot start {}: {error}", contestant.name()));
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

    /// How many bytes it has had written to the disk.
    pub fn written(&self) -> u64 {
        self.number_in("io", "write_bytes")
    }

    /// How many bytes of memory are its own, and not those of files.
    pub fn memory(&self) -> u64 {
        self.number_in("status", "RssAnon") * 1024
    }

    /// What a line of a file says that Linux keeps about the process.
    fn number_in(&self, file: &str, name: &str) -> u64 {
        let path = format!("/proc/{}/{file}", self.child.id());
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        number(&text, name).unwrap_or_else(|| panic!("no {name} in {path}"))
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
pub fn cpu(process: &str) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux tells of its processes");
    ticks(&stat).map(|ticks| Duration::from_millis(ticks * 10)).expect("the form of /proc/PID/stat is known")
}

/// The name, in brackets, may hold anything; twelve fields behind it come the two times.
fn ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

/// The number in the line that begins with a name.
fn number(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_the_whole_name() {
        let text = "write_bytes_more: 1\nRssAnon:\t  77 kB\nwrite_bytes: 42\n";
        assert_eq!(number(text, "write_bytes"), Some(42));
        assert_eq!(number(text, "RssAnon"), Some(77));
        assert_eq!(number(text, "Rss"), None);
    }

    #[test]
    fn processor_time_is_found_behind_any_name() {
        let stat = "7 (a) b (c) S 1 2 3 4 -1 6 7 8 9 10 111 222 13 14 20 0 5 0 99";
        assert_eq!(ticks(stat), Some(333));
        assert_eq!(ticks("nothing"), None);
    }
}
