//! Which processes there are, and whose children they are.

use std::fs;

use rustix::process::Pid;

/// A process and its parent.
#[derive(Clone, Copy)]
pub struct ProcessEntry {
    pub number: Pid,
    pub parent: i32,
}

/// All processes that can be seen.
pub fn processes() -> Vec<ProcessEntry> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|entry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        // Processes come and go meanwhile.
        let line = fs::read(entry.path().join("stat")).ok()?;
        Some(ProcessEntry { number: Pid::from_raw(number)?, parent: parent(&line)? })
    });
    entries.collect()
}

/// All that a process has started, and what those have, as long as nobody in between has ended.
pub fn descendants(of: Pid) -> Vec<Pid> {
    let all = processes();
    let mut found = Vec::new();
    let mut waiting = vec![of];
    while let Some(next) = waiting.pop() {
        let children = all.iter().filter(|entry| entry.parent == next.as_raw_pid()).map(|entry| entry.number);
        // Each has one parent, so that none is found twice.
        let children: Vec<Pid> = children.collect();
        found.extend_from_slice(&children);
        waiting.extend(children);
    }
    found
}

/// All that have this variable, written `NAME=value`, in their environment, as far as we may look.
pub fn with_variable(variable: &[u8]) -> Vec<Pid> {
    let has_it = |entry: &ProcessEntry| {
        let environment =
            fs::read(format!("/proc/{}/environ", entry.number.as_raw_pid())).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|word| word == variable)
    };
    processes().into_iter().filter(has_it).map(|entry| entry.number).collect()
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
