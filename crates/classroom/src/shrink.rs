//! The shortest game that still goes wrong.
//!
//! How far it is looked for is counted in games, never in seconds, but for the total time: which rule is named, and so what is
//! earned, must not depend on how busy the machine is.

use std::collections::BTreeSet;

use crate::check_options::{EndWait, InputTiming};
use crate::check_run::{CaseQuestion, CheckRun, unless_stopped};
use crate::difference::{Difference, whole_lines};
use crate::game_sketch::{GameSketch, SketchMove};
use crate::program::ProgramError;
use crate::reference::Reference;
use crate::step_context::StepContext;
use crate::test_case::TestCase;
use crate::topic::Topic;
use crate::trial::{TopicResult, Trial, Verdict};
use crate::worker_pool::{NextWork, for_each};

/// How often a program is run to shorten one game.
const RUNS: usize = 40;

/// For how many rules that is done.
const RULES: usize = 8;

/// Shortens the first game of every rule that is broken, as far as there are not too many.
pub fn shrink(check: &CheckRun<'_>, cases: &[TestCase], trials: &mut [Trial]) -> Result<(), ProgramError> {
    let searches: Vec<(usize, ShrinkSearch<'_>)> = chosen(check, cases, trials);
    let found = for_each(check.options.jobs, &searches, &|_, (_, search)| {
        let shorter = unless_stopped(search.run())?.flatten();
        Ok::<_, ProgramError>((shorter, NextWork::Take))
    })?;
    let numbers: Vec<usize> = searches.iter().map(|(number, _)| *number).collect();
    drop(searches);
    for (number, shorter) in numbers.into_iter().zip(found) {
        if let Some(shorter) = shorter.flatten() {
            let Trial { verdict: Verdict::Differs(difference), tested, .. } = &mut trials[number] else {
                continue;
            };
            let (before, topic) = (difference.topic, shorter.culprit(difference.topic));
            **difference = Difference { is_made_short: true, ..*shorter.difference };
            (difference.topic, difference.key) = (topic, topic.key());
            rename(tested, before, topic);
        }
    }
    Ok(())
}

/// The games that are shortened, each with the number of its trial: of every rule that is broken the one with the fewest
/// moves, and those with the fewest of all.
fn chosen<'a>(
    check: &'a CheckRun<'a>,
    cases: &'a [TestCase],
    trials: &[Trial],
) -> Vec<(usize, ShrinkSearch<'a>)> {
    let mut games: Vec<(usize, &'a TestCase, &Difference)> = Vec::new();
    for (number, trial) in trials.iter().enumerate() {
        let Verdict::Differs(difference) = &trial.verdict else { continue };
        let case = cases.iter().find(|case| case.name == trial.name);
        // Every run of a program that hangs would use up its time.
        let can_be_shorter = |case: &&TestCase| case.machine.is_none() && !difference.is_exhaustion;
        games.extend(case.filter(can_be_shorter).map(|case| (number, case, &**difference)));
    }
    games.sort_by_key(|(_, _, difference)| difference.game_length());
    let mut seen: BTreeSet<Topic> = BTreeSet::new();
    games.retain(|(_, _, difference)| seen.insert(difference.topic));
    let searches = games.into_iter().take(RULES).map(|(number, case, difference)| {
        let input = whole_lines(&difference.input, difference.fed_until).to_vec();
        (number, ShrinkSearch { check, case, topic: difference.topic, input })
    });
    searches.collect()
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
    fn culprit(&self, known: Topic) -> Topic {
        self.refused_before.filter(|_| self.is_shortest).unwrap_or(known)
    }
}

struct ShrinkSearch<'a> {
    check: &'a CheckRun<'a>,
    case: &'a TestCase,
    topic: Topic,
    /// The game up to where it goes wrong.
    input: Vec<u8>,
}

impl ShrinkSearch<'_> {
    /// The shortest game that is found in which the same rule is broken.
    fn run(&self) -> Result<Option<Shorter>, ProgramError> {
        let mut runs = RUNS;
        let Some(whole) = self.attempt(&self.input, &mut runs)? else { return Ok(None) };
        let input = lines_of(&self.input)[..whole.lines].concat();
        match self.by_moves(&input, &mut runs)? {
            Some(shorter) => Ok(Some(shorter)),
            None => self.by_lines(&input, whole, runs).map(Some),
        }
    }

    /// As few moves as possible before what goes wrong, where it is a game and goes wrong without all that was refused.
    ///
    /// What the rules alone can tell is not asked of the program: first very short games with anything by the same rule, then
    /// the fewest moves of all that lead to the same situation, then of those of the game. Only where it is right there, they
    /// are left out one after the other. Last comes what leads to another count of the pieces, which may be wrong as well.
    fn by_moves(&self, input: &[u8], runs: &mut usize) -> Result<Option<Shorter>, ProgramError> {
        let reference = self.reference(input)?;
        let Some(sketch) = GameSketch::of(self.check.classic, &reference, input) else { return Ok(None) };
        for other in sketch.others_by_rule(self.topic) {
            if let Some(found) = self.attempt(&other, runs)? {
                return Ok(Some(Shorter { is_shortest: true, ..found }));
            }
        }
        if let Some(plies) = sketch.invented()
            && let Some(found) = self.attempt(&sketch.input(&plies), runs)?
        {
            return Ok(Some(Shorter { is_shortest: true, ..found }));
        }
        let games =
            [sketch.reduced(), sketch.plies.clone()].into_iter().filter(|plies| sketch.is_alike(plies));
        let Some((mut plies, mut best)) = self.first_wrong(&sketch, games.collect(), runs)? else {
            return Ok(None);
        };
        let is_alike = |plies: &[SketchMove]| sketch.is_alike(plies);
        let is_counted = |plies: &[SketchMove]| sketch.is_counted(plies, self.topic);
        for is_wanted in [&is_alike as &dyn Fn(&[SketchMove]) -> bool, &is_counted] {
            let mut pairs = plies.len() / 2;
            while pairs > 0 {
                let mut games = chunks_left_out(&plies, 2 * pairs);
                if pairs == 1 {
                    games.extend(sketch.pairs_left_out(&plies));
                }
                games.retain(|plies| is_wanted(plies));
                match self.first_wrong(&sketch, games, runs)? {
                    Some((shorter, found)) => (plies, best) = (shorter, found),
                    None => pairs -= 1,
                }
            }
        }
        Ok(Some(Shorter { is_shortest: *runs > 0, ..best }))
    }

    /// The first of these games that goes wrong in the same way.
    fn first_wrong(
        &self,
        sketch: &GameSketch<'_>,
        games: Vec<Vec<SketchMove>>,
        runs: &mut usize,
    ) -> Result<Option<(Vec<SketchMove>, Shorter)>, ProgramError> {
        let mut tried: Vec<Vec<SketchMove>> = Vec::new();
        for plies in games {
            if *runs == 0 || self.check.is_late() {
                return Ok(None);
            }
            if tried.contains(&plies) {
                continue;
            }
            if let Some(found) = self.attempt(&sketch.input(&plies), runs)? {
                return Ok(Some((plies, found)));
            }
            tried.push(plies);
        }
        Ok(None)
    }

    /// Leaves out what was refused, then lines, many at a time and then fewer, as long as the same rule is broken.
    fn by_lines(&self, input: &[u8], whole: Shorter, mut runs: usize) -> Result<Shorter, ProgramError> {
        let mut best = whole;
        let steps = self.steps(input)?;
        // A rule that our program does not follow at this place is told by the words of the other.
        let is_told_by_step = steps.last().is_some_and(|step| step.topics.contains(&self.topic));
        let mut lines = lines_of(input);
        let moves = without_idle(input, &steps);
        let moves = lines_of(&moves);
        if moves.len() < lines.len()
            && !self.check.is_late()
            && let Some(found) = self.attempt(&moves.concat(), &mut runs)?
        {
            lines = moves[..found.lines].to_vec();
            best = found;
        }
        let mut size = lines.len().div_ceil(2);
        while size > 0 {
            let mut is_shorter = false;
            let mut at = lines.len();
            while at > 0 {
                at = at.saturating_sub(size);
                let end = (at + size).min(lines.len());
                let shorter = [&lines[..at], &lines[end..]].concat();
                if is_told_by_step && !self.is_step_left(&shorter)? {
                    continue;
                }
                if runs == 0 || self.check.is_late() {
                    return Ok(best);
                }
                if let Some(found) = self.attempt(&shorter.concat(), &mut runs)? {
                    lines = shorter[..found.lines].to_vec();
                    at = at.min(lines.len());
                    best = found;
                    is_shorter = true;
                }
            }
            // Without one line another may be idle that was needed with it.
            size = match size {
                1 if is_shorter => 1,
                1 => 0,
                size => size.div_ceil(2),
            };
        }
        Ok(Shorter { is_shortest: true, ..best })
    }

    fn reference(&self, input: &[u8]) -> Result<Reference, ProgramError> {
        let session = self.check.session(self.case)?;
        Ok(Reference::record(self.check.classic, &session, input, None)?)
    }

    /// What our program does with an input.
    fn steps(&self, input: &[u8]) -> Result<Vec<StepContext>, ProgramError> {
        let reference = self.reference(input)?;
        let mut steps: Vec<StepContext> =
            reference.moments().iter().filter(|step| !step.reads_nothing()).cloned().collect();
        // What is printed in several parts is one step.
        steps.dedup_by_key(|step| step.input.clone());
        Ok(steps)
    }

    /// Whether the last of these lines tests the same rule still: nobody needs to ask the program otherwise.
    fn is_step_left(&self, lines: &[&[u8]]) -> Result<bool, ProgramError> {
        let steps = self.steps(&lines.concat())?;
        Ok(steps.last().is_some_and(|step| step.topics.contains(&self.topic)))
    }

    /// Whether the same goes wrong with this input.
    fn attempt(&self, input: &[u8], runs: &mut usize) -> Result<Option<Shorter>, ProgramError> {
        if *runs == 0 {
            return Ok(None);
        }
        *runs -= 1;
        // Nobody waits for a person here: what matters is the same.
        let (case, timing, end_wait) = (self.case, InputTiming::AllAtOnce, EndWait::Waited);
        let attempt = self.check.attempt(&CaseQuestion { case, input, timing, end_wait })?;
        // It would hang in the next as well, and each such run uses up its time. The difference that is known ended.
        if attempt.end.is_exhaustion() {
            *runs = 0;
            return Ok(None);
        }
        let suspects =
            attempt.finding.tested.last().map(|result| result.suspects.as_slice()).unwrap_or_default();
        let is_same = suspects.contains(&self.topic);
        let Verdict::Differs(mut difference) = attempt.finding.verdict else { return Ok(None) };
        if !is_same {
            return Ok(None);
        }
        let lines = lines_of(input);
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

/// Moves without so many of them that follow each other, from the end on.
fn chunks_left_out(plies: &[SketchMove], size: usize) -> Vec<Vec<SketchMove>> {
    let starts = (0..=plies.len().saturating_sub(size)).rev().filter(|_| size <= plies.len());
    starts.map(|at| [&plies[..at], &plies[at + size..]].concat()).collect()
}

fn lines_of(input: &[u8]) -> Vec<&[u8]> {
    input.split_inclusive(|&byte| byte == b'\n').collect()
}

/// An input without what changes nothing, but for its last step.
fn without_idle(input: &[u8], steps: &[StepContext]) -> Vec<u8> {
    let Some((last, before)) = steps.split_last() else { return input.to_vec() };
    let kept = before.iter().filter(|step| !step.is_idle).map(|step| step.input.clone());
    kept.chain(std::iter::once(last.input.start..input.len()))
        .flat_map(|range| input[range].iter().copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_nothing_is_left_out_but_at_the_end() {
        let step = |input, is_idle| StepContext { input, is_idle, ..StepContext::default() };
        let steps = [step(0..2, false), step(2..4, true), step(4..6, false), step(6..8, true)];
        assert_eq!(without_idle(b"a\nb\nc\nd\n", &steps), b"a\nc\nd\n");
        assert_eq!(without_idle(b"a\n", &[]), b"a\n");
    }
}
