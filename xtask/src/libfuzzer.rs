//! What libFuzzer prints, cut down to what a person reads.

/// Follows a run: shows where it stands and what it finds wrong, and remembers how much code it has reached.
pub struct Log<'a> {
    target: &'a str,
    pub coverage: Option<u64>,
}

impl<'a> Log<'a> {
    pub fn new(target: &'a str) -> Self {
        Self { target, coverage: None }
    }

    pub fn read(&mut self, line: &str) {
        self.coverage = coverage(line).or(self.coverage);
        if is_worth_showing(line) {
            // Several targets run at once, and their lines come mixed.
            println!("{}: {line}", self.target);
        }
    }
}

/// Status lines begin with `#` and tell every small step; the list of words for a dictionary has no reader here, and
/// the sanitizers whose functions are missing are not meant to be there.
fn is_worth_showing(line: &str) -> bool {
    let is_milestone = ["INITED", "pulse", "DONE"].iter().any(|event| line.contains(event));
    let is_noise =
        ["#", "\"", "\tNEW_FUNC", "WARNING: Failed to find function"].iter().any(|s| line.starts_with(s));
    is_milestone || !is_noise
}

/// The number after `cov:` in a status line.
fn coverage(line: &str) -> Option<u64> {
    let (_, rest) = line.strip_prefix('#')?.split_once(" cov: ")?;
    rest.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &str =
        "#11\tNEW    cov: 18 ft: 19 corp: 2/3b lim: 4 exec/s: 0 rss: 27Mb L: 2/2 MS: 4 ChangeByte-";
    const END: &str = "#5202444\tDONE   cov: 320 ft: 2311 corp: 900/48Kb lim: 254 exec/s: 472949 rss: 29Mb";

    #[test]
    fn coverage_is_read_from_every_status_line() {
        assert_eq!(coverage(STEP), Some(18));
        assert_eq!(coverage(END), Some(320));
        assert_eq!(coverage("INFO: seed corpus: files: 3"), None);
    }

    #[test]
    fn errors_and_milestones_are_shown() {
        assert!(is_worth_showing(END));
        assert!(is_worth_showing("thread '<unnamed>' panicked at fuzz_targets/fen.rs:7:9:"));
        assert!(!is_worth_showing(STEP));
    }
}
