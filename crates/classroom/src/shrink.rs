//! The shortest game that still goes wrong.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::check_options::InputTiming;
use crate::check_run::CheckRun;
use crate::program::ProgramError;
use crate::test_case::TestCase;
use crate::topic::Topic;
use crate::trial::{Trial, Verdict};

/// How often a program is run to shorten one game, and how long all of that may take.
const RUNS: usize = 60;
const TIME: Duration = Duration::from_secs(20);

/// Shortens the first game of every rule that is broken, as far as time allows.
pub fn shrink(check: &CheckRun<'_>, cases: &[TestCase], trials: &mut [Trial]) -> Result<(), ProgramError> {
    let begun = Instant::now();
    let mut seen: BTreeSet<Topic> = BTreeSet::new();
    for trial in trials {
        let Verdict::Differs(difference) = &mut trial.verdict else { continue };
        let Some(case) = cases.iter().find(|case| case.name == trial.name) else { continue };
        // Every run of a program that hangs would use up its time.
        if !seen.insert(difference.topic) || case.machine.is_some() || difference.is_out_of_time {
            continue;
        }
        let search = Search { check, case, topic: difference.topic, begun };
        if let Some(shorter) = search.run(&difference.input)? {
            **difference = *shorter;
        }
    }
    Ok(())
}

struct Search<'a> {
    check: &'a CheckRun<'a>,
    case: &'a TestCase,
    topic: Topic,
    begun: Instant,
}

type Found = Option<Box<crate::difference::Difference>>;

impl Search<'_> {
    /// Leaves out lines, many at a time and then fewer, as long as the same rule is broken.
    fn run(&self, input: &[u8]) -> Result<Found, ProgramError> {
        let mut lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        let mut best = None;
        let mut runs = 0;
        let mut size = lines.len().div_ceil(2);
        while size > 0 {
            let mut at = lines.len();
            while at > 0 {
                at = at.saturating_sub(size);
                let end = (at + size).min(lines.len());
                if runs >= RUNS || self.begun.elapsed() >= TIME || self.check.is_late() {
                    return Ok(best);
                }
                let shorter = [&lines[..at], &lines[end..]].concat();
                runs += 1;
                if let Some((found, length)) = self.try_input(&shorter)? {
                    best = Some(found);
                    lines = shorter[..length].to_vec();
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(best)
    }

    /// Whether the same goes wrong with these lines, and how many of them are needed for it.
    #[expect(clippy::type_complexity, reason = "a difference and a number")]
    fn try_input(
        &self,
        lines: &[&[u8]],
    ) -> Result<Option<(Box<crate::difference::Difference>, usize)>, ProgramError> {
        let input = lines.concat();
        // Nobody waits for a person here: what matters is the same.
        let attempt = self.check.attempt(self.case, &input, InputTiming::AllAtOnce)?;
        let Verdict::Differs(mut difference) = attempt.finding.verdict else { return Ok(None) };
        if difference.topic != self.topic {
            return Ok(None);
        }
        let mut needed = 0;
        let mut length = 0;
        while needed < attempt.fed_until && length < lines.len() {
            needed += lines[length].len();
            length += 1;
        }
        difference.input.truncate(needed);
        Ok(Some((difference, length)))
    }
}
