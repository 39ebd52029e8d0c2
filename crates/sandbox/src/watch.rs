//! How much a program uses, as seen by the first process of its world.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
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
        let usage = usage(of_pages);
        // Who starts too many processes uses much memory by that alone.
        if usage.threads + ended >= self.limits.processes {
            return Some(Incident::Processes);
        }
        // What processes have in common is in memory once. To tell it apart takes long, so it is asked for only here.
        let is_too_much = |usage: &Usage| usage.memory > self.limits.memory;
        (is_too_much(&usage) && is_too_much(&self::usage(of_shares))).then_some(Incident::Memory)
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

/// How the memory of a process is counted: by its folder in `/proc` and what its line there says.
type MemoryCount = fn(&Path, &Usage) -> u64;

/// All that it has in memory.
fn of_pages(_: &Path, line: &Usage) -> u64 {
    line.memory
}

/// The same, but of what it has in common with others its share only.
fn of_shares(folder: &Path, line: &Usage) -> u64 {
    let table = fs::read_to_string(folder.join("smaps_rollup")).unwrap_or_default();
    read_share(&table).unwrap_or(line.memory)
}

/// The line of the kernel's table that tells a process's share, in kilobytes.
fn read_share(table: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.split_ascii_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

fn usage(count: MemoryCount) -> Usage {
    let mut usage = Usage { memory: shared_segments(), threads: 0 };
    let mut shared = BTreeSet::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.parse::<u32>().ok());
        // Processes come and go meanwhile.
        let about =
            number.filter(|&number| number != 1).and_then(|_| fs::read(entry.path().join("stat")).ok());
        if let Some(of_process) = about.as_deref().and_then(read_usage) {
            let maps = fs::read(entry.path().join("maps")).unwrap_or_default();
            usage.memory += count(&entry.path(), &of_process);
            shared.extend(shared_mappings(&maps));
            usage.threads += of_process.threads;
        }
    }
    usage.memory += shared.iter().map(|mapping| mapping.length).sum::<u64>();
    usage
}

/// Bytes in System V's shared memory, which belongs to no process.
fn shared_segments() -> u64 {
    read_segments(&fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default())
}

/// The sums of fields 15 and 16 of each line but the heading: what is in memory, and what was swapped out of it.
fn read_segments(table: &str) -> u64 {
    let fields = table.lines().skip(1).flat_map(|line| line.split_ascii_whitespace().skip(14).take(2));
    fields.filter_map(|bytes| bytes.parse::<u64>().ok()).sum()
}

/// Memory that a process shares with others and has in no file. It is counted by its size: whoever tells the kernel not to
/// need it for now has it still, and the kernel counts it no more. By its number it is known in every process that has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SharedMapping {
    inode: u64,
    offset: u64,
    length: u64,
}

fn shared_mappings(maps: &[u8]) -> impl Iterator<Item = SharedMapping> {
    maps.split(|&byte| byte == b'\n').filter_map(|line| read_mapping(std::str::from_utf8(line).ok()?))
}

fn read_mapping(line: &str) -> Option<SharedMapping> {
    let number = |digits| u64::from_str_radix(digits, 16).ok();
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let is_shared = fields.next()?.ends_with('s');
    let offset = number(fields.next()?)?;
    let inode = fields.nth(1)?.parse().ok()?;
    let file = fields.next()?;
    if !is_shared || !(file.starts_with("/dev/zero") || file.starts_with("/memfd:")) {
        return None;
    }
    Some(SharedMapping { inode, offset, length: number(end)?.saturating_sub(number(start)?) })
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

    #[test]
    fn a_share_is_read_in_bytes() {
        let table =
            "55d0-7ffe ---p 00000000 00:00 0 [rollup]\nRss:  1840 kB\nPss:   420 kB\nPss_Dirty: 96 kB\n";
        assert_eq!(read_share(table), Some(420 * 1024));
        assert_eq!(read_share("Pss: much"), None);
        assert_eq!(read_share(""), None);
    }

    #[test]
    fn what_is_shared_is_counted_by_its_size() {
        let maps = b"5581-5583 r--p 00000000 fe:00 1311 /usr/bin/dash\n\
            7f0000-7f2000 rw-s 00000000 00:01 1042 /dev/zero (deleted)\n\
            7f3000-7f3800 rw-s 00000000 00:01 1043 /memfd:a b (deleted)\n\
            7f4000-7f5000 rw-p 00000000 00:00 0 \n\
            7f6000-7f7000 rw-s 00000000 fe:00 77 /tmp/file\n\
            rubbish";
        let of = |inode, length| SharedMapping { inode, offset: 0, length };
        assert_eq!(shared_mappings(maps).collect::<Vec<_>>(), [of(1042, 0x2000), of(1043, 0x800)]);
        assert_eq!(shared_mappings(b"").count(), 0);
    }

    #[test]
    fn segments_are_counted_by_what_they_hold() {
        let table = "key shmid perms size cpid lpid nattch uid gid cuid cgid atime dtime ctime rss swap\n\
            0 3 600 4194304 5 5 0 0 0 0 0 1 1 1 4096 8192\n0 4 600 4096 5 5 0 0 0 0 0 1 1 1 100 0\n";
        assert_eq!(read_segments(table), 4096 + 8192 + 100);
        assert_eq!(read_segments(""), 0);
    }
}
