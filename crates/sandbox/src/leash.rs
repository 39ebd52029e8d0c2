use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::Helper;
use crate::process_table::descendants;

/// How often to look whether what is stopped has started more before that.
const ROUNDS: usize = 20;

/// Where no namespace does it: ends programs when this process ends, however that happens.
///
/// A small process beside this one is told of each program. It hears that this one has ended by the end of its input, and then
/// ends the groups of the programs and all that they have started, as long as nobody in between has ended before.
pub struct Leash {
    watcher: Child,
    /// `None` once it may go.
    orders: Mutex<Option<ChildStdin>>,
}

impl Leash {
    /// Starts the process that watches this one.
    pub fn start(helper: &Helper) -> io::Result<Leash> {
        let mut command = Command::new(&helper.path);
        command.args(&helper.words).arg(LEASH).env_clear();
        // In a group of its own no key of the terminal ends it.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let mut watcher = command.spawn()?;
        let orders = Mutex::new(watcher.stdin.take());
        Ok(Leash { watcher, orders })
    }

    /// From now on the process of this number, which leads a group, ends with this one.
    pub fn tie(&self, leader: u32) {
        self.tell('+', leader);
    }

    /// It has been ended.
    pub fn untie(&self, leader: u32) {
        self.tell('-', leader);
    }

    /// Whoever has ended the watcher wants no more of it.
    fn tell(&self, what: char, leader: u32) {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(orders) = orders.as_mut() {
            let _ = orders.write_all(format!("{what}{leader}\n").as_bytes());
        }
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        drop(self.orders.lock().unwrap_or_else(PoisonError::into_inner).take());
        let _ = self.watcher.wait();
    }
}

/// The word that makes the helper a watcher.
pub const LEASH: &str = "leash";

/// What the watcher does.
pub fn run() -> ExitCode {
    let mut tied: BTreeSet<i32> = BTreeSet::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Some((what, number)) = line.split_at_checked(1) else { continue };
        let Ok(number) = number.parse::<i32>() else { continue };
        match what {
            "+" => tied.insert(number),
            _ => tied.remove(&number),
        };
    }
    tied.into_iter().filter(|&number| number > 1).filter_map(Pid::from_raw).for_each(end_group);
    ExitCode::SUCCESS
}

/// Ends a group and all that its leader has started. They are stopped first, so that none starts another meanwhile.
fn end_group(leader: Pid) {
    let _ = kill_process_group(leader, Signal::STOP);
    let mut found: Vec<Pid> = Vec::new();
    for _ in 0..ROUNDS {
        let new: Vec<Pid> =
            descendants(leader).into_iter().filter(|number| !found.contains(number)).collect();
        if new.is_empty() {
            break;
        }
        for number in new {
            let _ = kill_process(number, Signal::STOP);
            found.push(number);
        }
    }
    for number in found {
        let _ = kill_process(number, Signal::KILL);
    }
    let _ = kill_process_group(leader, Signal::KILL);
}
