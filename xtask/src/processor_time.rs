//! How much of the processors the commands of this program took.

use std::fs;
use std::time::Duration;

/// The kernel counts in these, whatever its own clock does.
const TICKS_A_SECOND: f64 = 100.0;

/// What all commands together took that have ended by now, with all that they started; unknown where the system does not tell.
pub fn of_commands() -> Option<Duration> {
    let line = fs::read_to_string("/proc/self/stat").ok()?;
    // The name before it stands in parentheses, and may hold anything.
    let (_, numbers) = line.rsplit_once(')')?;
    let ticks: Vec<f64> = numbers
        .split_whitespace()
        .skip(13)
        .take(2)
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    Some(Duration::from_secs_f64(ticks.iter().sum::<f64>() / TICKS_A_SECOND))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    #[test]
    fn what_a_command_took_is_counted_once_it_has_ended() {
        let before = super::of_commands().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done"]).status().unwrap();
        assert!(super::of_commands().unwrap() > before);
    }
}
