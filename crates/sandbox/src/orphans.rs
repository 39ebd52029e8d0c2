use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

use crate::process_table::processes;

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
    processes().into_iter().filter(|entry| entry.parent == us).map(|entry| entry.number).collect()
}
