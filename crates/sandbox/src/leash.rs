use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::Helper;
use crate::process_table::{descendants, with_variable};

/// How often to look whether what is stopped has started more before that.
const ROUNDS: usize = 20;

/// Where no namespace does it: ends programs when this process ends, however that happens.
///
/// A small process beside this one is told of each program. It hears that this one has ended by the end of its input, and then
/// ends the groups of the programs, all that they have started as long as nobody in between has ended before, and whoever else
/// carries its mark in their environment, as what they start does unless it is told otherwise.
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

    /// Before it is started: the program carries the watcher's mark, and so does what it starts.
    pub fn mark(&self, command: &mut Command) {
        command.env(MARK, self.watcher.id().to_string());
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

/// The variable in a program's environment that names its watcher.
const MARK: &str = "TABIYA_LEASH";

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
    let leaders: Vec<Pid> = tied.into_iter().filter(|&number| number > 1).filter_map(Pid::from_raw).collect();
    end(&leaders);
    ExitCode::SUCCESS
}

/// Ends groups, all that their leaders have started, and all that carry this watcher's mark. They are stopped first, so that
/// none starts another meanwhile, and parents are not ended before their children are found.
fn end(leaders: &[Pid]) {
    for &leader in leaders {
        let _ = kill_process_group(leader, Signal::STOP);
    }
    let mark = format!("{MARK}={}", std::process::id());
    let mut found: BTreeSet<i32> = BTreeSet::new();
    for _ in 0..ROUNDS {
        let started = leaders.iter().flat_map(|&leader| descendants(leader));
        let all: Vec<Pid> = started.chain(with_variable(mark.as_bytes())).collect();
        let new: Vec<Pid> = all.into_iter().filter(|number| found.insert(number.as_raw_pid())).collect();
        if new.is_empty() {
            break;
        }
        for number in new {
            let _ = kill_process(number, Signal::STOP);
        }
    }
    for number in found.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process(number, Signal::KILL);
    }
    for &leader in leaders {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}
