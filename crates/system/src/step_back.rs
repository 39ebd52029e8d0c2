/// How far a thread steps back, of 19.
#[cfg(target_os = "linux")]
const STEPS: i32 = 10;

/// Lets the thread that calls this run behind others when there is more to do than the processors can. It stays so. Only
/// Linux counts that by threads: elsewhere nothing happens.
pub fn step_back() {
    // Whoever may not, runs as before.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(STEPS);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{fs, thread};

    use super::*;

    /// How far this thread has stepped back, as the system tells it: seventeen fields behind the name.
    fn niceness() -> i32 {
        let stat = fs::read_to_string("/proc/thread-self/stat").unwrap();
        stat.rsplit_once(')').unwrap().1.split_whitespace().nth(16).unwrap().parse().unwrap()
    }

    #[test]
    fn a_thread_steps_back_alone() {
        let before = niceness();
        let stepped = thread::spawn(|| {
            step_back();
            niceness()
        });
        assert_eq!(stepped.join().unwrap(), (before + STEPS).min(19));
        assert_eq!(niceness(), before);
    }
}
