//! The shortest game that still goes wrong.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Duration;

use crate::check_options::InputTiming;
use crate::check_run::CheckRun;
use crate::difference::Difference;
use crate::program::ProgramError;
use crate::test_case::TestCase;
use crate::topic::Topic;
use crate::trial::{TopicResult, Trial, Verdict};

/// How often a program is run to shorten one game, and how long it may run in all for that.
const RUNS: usize = 240;
const TIME: Duration = Duration::from_secs(20);

/// Shortens the first game of every rule that is broken, as far as time allows.
pub fn shrink(check: &CheckRun<'_>, cases: &[TestCase], trials: &mut [Trial]) -> Result<(), ProgramError> {
    let spent = Cell::new(Duration::ZERO);
    let mut seen: BTreeSet<Topic> = BTreeSet::new();
    for trial in trials {
        let Verdict::Differs(difference) = &mut trial.verdict else { continue };
        let Some(case) = cases.iter().find(|case| case.name == trial.name) else { continue };
        // Every run of a program that hangs would use up its time.
        if !seen.insert(difference.topic) || case.machine.is_some() || difference.is_out_of_time {
            continue;
        }
        let search = ShrinkSearch { check, case, topic: difference.topic, spent: &spent };
        if let Some(shorter) = search.run(&difference.input)? {
            let topic = shorter.culprit();
            **difference = *shorter.difference;
            rename(&mut trial.tested, difference.topic, topic);
            (difference.topic, difference.key) = (topic, topic.key());
        }
    }
    Ok(())
}

/// Counts the rule that is broken under its right name.
fn rename(tested: &mut [TopicResult], from: Topic, to: Topic) {
    if let Some(result) = tested.iter_mut().find(|result| !result.is_right && result.topic == from) {
        result.topic = to;
    }
}

/// A game that still goes wrong.
struct Shorter {
    difference: Box<Difference>,
    /// How many of its lines are needed.
    lines: usize,
    /// The rule by which something was refused just before.
    refused_before: Option<Topic>,
    /// Whether no line can be left out.
    is_shortest: bool,
}

impl Shorter {
    /// The rule that is broken. What is refused and cannot be left out was not refused by the program, even if that is
    /// only seen later.
    fn culprit(&self) -> Topic {
        self.refused_before.filter(|_| self.is_shortest).unwrap_or(self.difference.topic)
    }
}

struct ShrinkSearch<'a> {
    check: &'a CheckRun<'a>,
    case: &'a TestCase,
    topic: Topic,
    spent: &'a Cell<Duration>,
}

impl ShrinkSearch<'_> {
    /// Leaves out lines, many at a time and then fewer, as long as the same rule is broken.
    fn run(&self, input: &[u8]) -> Result<Option<Shorter>, ProgramError> {
        let mut lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        let mut best: Option<Shorter> = None;
        let mut runs = 0;
        let mut size = lines.len().div_ceil(2);
        while size > 0 {
            let mut at = lines.len();
            while at > 0 {
                at = at.saturating_sub(size);
                let end = (at + size).min(lines.len());
                if runs >= RUNS || self.spent.get() >= TIME || self.check.is_late() {
                    return Ok(best);
                }
                let shorter = [&lines[..at], &lines[end..]].concat();
                runs += 1;
                if let Some(found) = self.try_input(&shorter)? {
                    lines = shorter[..found.lines].to_vec();
                    at = at.min(lines.len());
                    best = Some(found);
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(best.map(|best| Shorter { is_shortest: true, ..best }))
    }

    /// Whether the same goes wrong with these lines.
    fn try_input(&self, lines: &[&[u8]]) -> Result<Option<Shorter>, ProgramError> {
        let input = lines.concat();
        // Nobody waits for a person here: what matters is the same.
        let attempt = self.check.attempt(self.case, &input, InputTiming::AllAtOnce)?;
        self.spent.set(self.spent.get() + attempt.took);
        let Verdict::Differs(mut difference) = attempt.finding.verdict else { return Ok(None) };
        if difference.topic != self.topic {
            return Ok(None);
        }
        let mut needed = 0;
        let mut count = 0;
        while needed < attempt.fed_until && count < lines.len() {
            needed += lines[count].len();
            count += 1;
        }
        difference.input.truncate(needed);
        let refused_before = attempt.refused_before;
        Ok(Some(Shorter { difference, lines: count, refused_before, is_shortest: false }))
    }
}
