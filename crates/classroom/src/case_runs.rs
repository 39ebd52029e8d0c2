//! All cases, several at a time, so that what comes out is the same however many there are and whichever is done first.
//!
//! What one case shows may decide how the next are run: a program that reads ahead is given everything at once from then on,
//! what one hung at, or used up its memory, is not asked again, and of one that does so in each of the first cases nothing
//! more. The workers only run ahead: each result is looked at in the order of the cases, and one that was got in another way
//! than it should have been is got anew.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::check_options::{AfterDifference, EndWait, InputTiming};
use crate::check_run::{Attempt, CaseQuestion, CheckRun, seats_topic, unless_stopped};
use crate::hung_rules::{HangPlace, HungRules};
use crate::program::ProgramError;
use crate::skip_reason::SkipReason;
use crate::test_case::TestCase;
use crate::topic::Topic;
use crate::trial::{TopicResult, Trial, Verdict};
use crate::worker_pool::{NextWork, for_each};

/// How often a case is run again without the step that differs, so that one fault does not hide the others.
const DETOURS: usize = 4;

/// How often detours are made in all.
const ALL_DETOURS: usize = 40;

/// Of a program that uses up its time or memory in each of so many first cases no more is asked.
const HOPELESS: usize = 5;

/// Who says nothing in so many cases where something should be said, and goes on once it has more input, is not waited for again.
const SILENCES: usize = 3;

/// A case that no other has shown anything before.
const NO_CASE: usize = usize::MAX;

/// The name of the trial that tells of programs which do not answer line by line.
const LINE_BY_LINE: &str = "line-by-line";

/// The cases of a check that are being run.
pub struct CaseRuns<'a> {
    check: &'a CheckRun<'a>,
    cases: &'a [TestCase],
    tell: &'a (dyn Fn(usize, usize, &str) + Sync),
    /// The first case in which the program answers only once it has more input.
    ahead: AtomicUsize,
    /// The first case in which it is silent whatever it is given.
    hung: AtomicUsize,
    /// The first case in which it says everything and does not end.
    endless: AtomicUsize,
    /// In how many of the first cases it has used up its time or memory.
    hopeless: AtomicUsize,
    /// The cases in which it says nothing where something should be said, and goes on.
    silences: Mutex<Vec<usize>>,
    /// Where it hung, and in which case.
    places: Mutex<Vec<(usize, HangPlace)>>,
}

/// What came of a case, as far as it can be told without the others.
enum CaseResult {
    Skipped(SkipReason),
    Ran {
        timing: InputTiming,
        /// What was asked of it.
        input: Vec<u8>,
        first: Box<Attempt>,
        /// With everything at once, where the program was silent before.
        second: SecondTry,
    },
}

/// What everything at once brings, where a program was silent before.
enum SecondTry {
    /// Nobody has tried.
    None,
    /// An answer: it is silent again and again until it is given more.
    ReadsAhead(Box<Attempt>),
    /// Nothing: it is silent whatever it is given.
    Hangs(Box<Attempt>),
    /// Another end.
    Ends(Box<Attempt>),
}

impl SecondTry {
    fn attempt(&self) -> Option<&Attempt> {
        match self {
            SecondTry::None => None,
            SecondTry::ReadsAhead(attempt) | SecondTry::Hangs(attempt) | SecondTry::Ends(attempt) => {
                Some(attempt)
            }
        }
    }
}

/// What is known of a program by the cases so far.
#[derive(Clone, Default)]
struct Knowledge {
    is_ahead: bool,
    has_hung: bool,
    is_endless: bool,
    /// In how many cases it says nothing where something should be said, and goes on.
    silences: usize,
    hung_at: HungRules,
}

/// What the cases show, one after the other.
#[derive(Default)]
struct CaseSummary {
    known: Knowledge,
    trials: Vec<Trial>,
    detours: Vec<Detour>,
    /// What is wrong with the program's pace.
    pace: Option<Trial>,
    /// How many of the first cases were run, and in how many of them it used up its time or memory.
    ran: usize,
    hung: usize,
}

/// A case on its way past what differs.
struct Detour {
    number: usize,
    input: Vec<u8>,
    idle: Option<Range<usize>>,
}

impl<'a> CaseRuns<'a> {
    pub fn new(
        check: &'a CheckRun<'a>,
        cases: &'a [TestCase],
        tell: &'a (dyn Fn(usize, usize, &str) + Sync),
    ) -> CaseRuns<'a> {
        let at = || AtomicUsize::new(NO_CASE);
        CaseRuns {
            check,
            cases,
            tell,
            ahead: at(),
            hung: at(),
            endless: at(),
            hopeless: AtomicUsize::new(0),
            silences: Mutex::default(),
            places: Mutex::default(),
        }
    }

    /// Runs all cases; the trial on the program's pace comes last, where something is wrong with it.
    pub fn run(&self) -> Result<Vec<Trial>, ProgramError> {
        let results = for_each(self.check.options.jobs, self.cases, &|number, case| {
            (self.tell)(number, self.cases.len(), &case.name);
            let result = self.run_case(number, case)?;
            let then = if self.is_last(&result) { NextWork::Leave } else { NextWork::Take };
            Ok::<_, ProgramError>((result, then))
        })?;
        let mut summary = CaseSummary::default();
        let mut has_ended = false;
        for (case, result) in self.cases.iter().zip(results) {
            if has_ended {
                let why = if self.check.is_skipped(case) {
                    SkipReason::OwnStart
                } else {
                    SkipReason::DifferedBefore
                };
                summary.trials.push(Trial::skipped(&case.name, why));
                continue;
            }
            let result = match summary.is_hopeless() && !self.check.is_skipped(case) {
                true => CaseResult::Skipped(SkipReason::Hangs),
                false => self.in_order(case, result, &summary.knowledge())?,
            };
            has_ended = self.is_last(&result);
            summary.add(case, result);
        }
        let detours = std::mem::take(&mut summary.detours);
        if !summary.is_hopeless() {
            self.make_detours(detours, &mut summary.trials, &summary.known)?;
        }
        Ok(summary.finish())
    }

    /// Whether nothing is wanted after this.
    fn is_last(&self, result: &CaseResult) -> bool {
        let differs = |attempt: &Attempt| matches!(attempt.finding.verdict, Verdict::Differs(_));
        match result {
            CaseResult::Skipped(_) => false,
            CaseResult::Ran { first, second, .. } => {
                self.check.options.after_difference == AfterDifference::Stop
                    && differs(first)
                    && second.attempt().is_none_or(differs)
            }
        }
    }

    /// Runs a case in the way that seems to be right by what is known now.
    fn run_case(&self, number: usize, case: &TestCase) -> Result<CaseResult, ProgramError> {
        if self.hopeless.load(Ordering::Relaxed) >= HOPELESS && !self.check.is_skipped(case) {
            return Ok(CaseResult::Skipped(SkipReason::Hangs));
        }
        let before = self.cases[..number].iter().filter(|case| !self.check.is_skipped(case)).count();
        let known = Knowledge {
            is_ahead: self.ahead.load(Ordering::Relaxed) < number,
            has_hung: before >= HOPELESS && self.hung.load(Ordering::Relaxed) < number,
            is_endless: self.endless.load(Ordering::Relaxed) < number,
            silences: self.silences_before(number),
            hung_at: self.hung_before(number),
        };
        if known.hung_at.is_hopeless() && !self.check.is_skipped(case) {
            return Ok(CaseResult::Skipped(SkipReason::Hangs));
        }
        let result = self.get(case, &known)?;
        if let CaseResult::Ran { first, second, .. } = &result {
            if counting(first, second).is_endless() {
                self.endless.fetch_min(number, Ordering::Relaxed);
            }
            let is_known = |topic| known.hung_at.is_refusal_of(topic);
            let counted = counting(first, second);
            let place = counted.hang.clone().filter(|_| !counted.refusal.is_some_and(is_known));
            let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            places.extend(place.map(|place| (number, place)));
            drop(places);
            match second {
                SecondTry::ReadsAhead(_) => {
                    self.ahead.fetch_min(number, Ordering::Relaxed);
                }
                SecondTry::Hangs(_) => {
                    self.hung.fetch_min(number, Ordering::Relaxed);
                }
                SecondTry::Ends(_) => {
                    self.silences.lock().unwrap_or_else(PoisonError::into_inner).push(number);
                }
                SecondTry::None => {}
            }
            let is_lost = first.exhausts() && second.attempt().is_none_or(Attempt::exhausts);
            self.hopeless.fetch_add(usize::from(is_lost && before < HOPELESS), Ordering::Relaxed);
        }
        Ok(result)
    }

    fn silences_before(&self, number: usize) -> usize {
        let silences = self.silences.lock().unwrap_or_else(PoisonError::into_inner);
        silences.iter().filter(|case| **case < number).count()
    }

    /// What the program hung at in the cases before this one, as far as they are done.
    fn hung_before(&self, number: usize) -> HungRules {
        let mut rules = HungRules::default();
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.iter().filter(|(case, _)| *case < number).for_each(|(_, place)| rules.add(place.clone()));
        rules
    }

    /// Runs a case as it should be run by what is known, if it is run at all.
    fn get(&self, case: &TestCase, known: &Knowledge) -> Result<CaseResult, ProgramError> {
        if let Some(why) = self.check.why_skipped(case) {
            return Ok(CaseResult::Skipped(why));
        }
        let Some(input) = known.hung_at.askable(self.check, case, case.input())? else {
            return Ok(CaseResult::Skipped(SkipReason::HungBefore));
        };
        let result = unless_stopped(self.attempts(case, &input, known))?;
        Ok(result.unwrap_or(CaseResult::Skipped(SkipReason::Stopped)))
    }

    fn attempts(&self, case: &TestCase, input: &[u8], known: &Knowledge) -> Result<CaseResult, ProgramError> {
        let (timing, end_wait) = (self.timing(case, known), known.end_wait());
        let question = CaseQuestion { case, input, timing, end_wait };
        let attempt = || Ok::<_, ProgramError>(Box::new(self.check.attempt(&question)?));
        let mut first = attempt()?;
        let mut second = SecondTry::None;
        if timing == InputTiming::LineByLine && first.may_read_ahead() && !known.has_hung {
            let other =
                self.check.hasty_attempt(&CaseQuestion { timing: InputTiming::AllAtOnce, ..question })?;
            let other = Box::new(other);
            let mut is_ahead = false;
            if other.is_farther_than(&first) {
                // One that was only slow to start is quicker the second time.
                first = attempt()?;
                is_ahead = other.is_farther_than(&first);
            }
            second = match first.is_silent() {
                false => SecondTry::None,
                true if is_ahead => SecondTry::ReadsAhead(other),
                true if other.hangs() => SecondTry::Hangs(other),
                true => SecondTry::Ends(other),
            };
        }
        Ok(CaseResult::Ran { timing, input: input.to_vec(), first, second })
    }

    /// When a program is given its input. A person who plays against a machine must wait for it.
    fn timing(&self, case: &TestCase, known: &Knowledge) -> InputTiming {
        let is_silent = known.silences >= SILENCES && case.machine.is_none();
        if known.is_ahead || is_silent { InputTiming::AllAtOnce } else { self.check.options.timing }
    }

    /// The result as it should have been got, by what the cases before it show; none is there where a worker took one
    /// before it for the last.
    fn in_order(
        &self,
        case: &TestCase,
        result: Option<CaseResult>,
        known: &Knowledge,
    ) -> Result<CaseResult, ProgramError> {
        // Of a case that nobody runs the game is not made.
        if let Some(CaseResult::Skipped(why)) = result
            && !matches!(why, SkipReason::Hangs | SkipReason::HungBefore)
        {
            return Ok(CaseResult::Skipped(why));
        }
        let has_run = matches!(result, Some(CaseResult::Ran { .. }));
        if let Some(why) = self.check.why_skipped(case).filter(|_| !has_run) {
            return Ok(CaseResult::Skipped(why));
        }
        let askable = known.hung_at.askable(self.check, case, case.input())?;
        let is_right = |result: &CaseResult| match result {
            CaseResult::Skipped(SkipReason::HungBefore) => askable.is_none(),
            CaseResult::Skipped(_) => false,
            CaseResult::Ran { timing, input, first, second } => {
                let is_tried = *timing == InputTiming::AllAtOnce
                    || !first.may_read_ahead()
                    || second.attempt().is_some();
                let is_asked = askable.as_deref() == Some(input);
                is_asked && *timing == self.timing(case, known) && (known.has_hung || is_tried)
            }
        };
        let result = result.filter(is_right).map_or_else(|| self.get(case, known), Ok)?;
        Ok(match result {
            CaseResult::Ran { timing, input, first, .. } if known.has_hung => {
                CaseResult::Ran { timing, input, first, second: SecondTry::None }
            }
            result => result,
        })
    }

    /// Runs cases on without what differs, where the game is the same without it: each once, then each a second time.
    fn make_detours(
        &self,
        mut waiting: Vec<Detour>,
        trials: &mut [Trial],
        known: &Knowledge,
    ) -> Result<(), ProgramError> {
        let mut left = ALL_DETOURS;
        for _ in 0..DETOURS {
            waiting.retain(|detour| detour.idle.is_some());
            waiting.truncate(left);
            left -= waiting.len();
            if self.check.options.after_difference == AfterDifference::Stop || self.check.is_late() {
                return Ok(());
            }
            let made = for_each(self.check.options.jobs, &waiting, &|_, detour| {
                if self.check.is_late() {
                    return Ok((None, NextWork::Leave));
                }
                let made = unless_stopped(self.make_detour(detour, known))?.flatten();
                Ok::<_, ProgramError>((made, NextWork::Take))
            })?;
            let next = made.into_iter().flatten().flatten().map(|(detour, tested)| {
                trials[detour.number].tested.extend(tested);
                detour
            });
            waiting = next.collect();
        }
        Ok(())
    }

    /// The next place that differs, and the rules that were tested on the way there.
    fn make_detour(
        &self,
        detour: &Detour,
        known: &Knowledge,
    ) -> Result<Option<(Detour, Vec<TopicResult>)>, ProgramError> {
        let Some(range) = detour.idle.clone() else { return Ok(None) };
        let mut input = detour.input.clone();
        input.drain(range.clone());
        let case = &self.cases[detour.number];
        let Some(input) = known.hung_at.askable(self.check, case, &input)? else { return Ok(None) };
        let (timing, end_wait) = (self.timing(case, known), known.end_wait());
        let again = self.check.attempt(&CaseQuestion { case, input: &input, timing, end_wait })?;
        // What comes before was counted the first time.
        let tested = again.finding.tested.into_iter().filter(|result| result.input >= range.start).collect();
        Ok(Some((Detour { number: detour.number, input: input.into_owned(), idle: again.idle }, tested)))
    }
}

impl Knowledge {
    fn end_wait(&self) -> EndWait {
        if self.is_endless { EndWait::Spared } else { EndWait::Waited }
    }
}

impl CaseSummary {
    fn is_hopeless(&self) -> bool {
        self.hung == HOPELESS || self.known.hung_at.is_hopeless()
    }

    /// What the next case is run by. In the first cases, where all would have to hang, one that does must not hide that
    /// the program reads ahead.
    fn knowledge(&self) -> Knowledge {
        Knowledge { has_hung: self.known.has_hung && self.ran >= HOPELESS, ..self.known.clone() }
    }

    /// Adds the result of the next case.
    fn add(&mut self, case: &TestCase, result: CaseResult) {
        let (timing, input, first, second) = match result {
            CaseResult::Skipped(why) => return self.trials.push(Trial::skipped(&case.name, why)),
            CaseResult::Ran { timing, input, first, second } => (timing, input, first, second),
        };
        let was_silent = first.is_silent();
        self.known.is_ahead |= matches!(second, SecondTry::ReadsAhead(_));
        self.known.has_hung |= matches!(second, SecondTry::Hangs(_));
        self.known.silences += usize::from(matches!(second, SecondTry::Ends(_)));
        let (mut attempt, fault) = which_counts(*first, second);
        self.pace = self.pace.take().or(fault);
        if self.known.is_endless {
            attempt.forget_end();
        }
        self.known.is_endless |= attempt.is_endless();
        // What goes wrong at a refusal that goes wrong in other games as well is no fault of the machines in this one.
        let is_known = attempt.refusal.is_some_and(|topic| self.is_refusal_broken(topic));
        if let Some(place) = attempt.hang.clone().filter(|_| case.machine.is_none() || !is_known) {
            self.known.hung_at.add(place);
        }
        if self.ran < HOPELESS {
            self.ran += 1;
            self.hung += usize::from(attempt.exhausts());
        }
        let breaks_off = attempt.breaks_off() && !is_known;
        let machines = machine_result(case, &mut attempt, breaks_off);
        let is_paced = timing == InputTiming::LineByLine
            && !was_silent
            && !input.is_empty()
            // What comes before any input answers nothing.
            && attempt.finding.step.is_none_or(|step| step > 1)
            && !attempt.hangs();
        let mut tested = attempt.finding.tested;
        if input.len() < case.input().len() {
            // The end of what could be asked is not that of the case.
            tested.retain(|result| result.topic != Topic::EndOfInput);
        }
        tested.extend(machines);
        tested.extend(is_paced.then(|| TopicResult::of(Topic::Pace, true)));
        let number = self.trials.len();
        let verdict = match attempt.finding.verdict {
            Verdict::Agrees { .. } if input.len() < case.input().len() => {
                Verdict::Skipped(SkipReason::HungBefore)
            }
            verdict => verdict,
        };
        self.detours.push(Detour { number, input, idle: attempt.idle });
        let name = case.name.clone();
        let is_by_luck = case.machine.is_some();
        self.trials.push(Trial { name, verdict, took: Some(attempt.took), tested, is_by_luck });
    }

    /// Whether the program was wrong before where something is refused by a rule.
    fn is_refusal_broken(&self, topic: Topic) -> bool {
        let mut tested = self.trials.iter().filter(|trial| !trial.is_by_luck).flat_map(|trial| &trial.tested);
        self.known.hung_at.is_refusal_of(topic)
            || tested.any(|result| !result.is_right && result.suspects.contains(&topic))
    }

    /// All trials; that on the program's pace comes last, where something is wrong with it.
    fn finish(mut self) -> Vec<Trial> {
        if self.pace.is_some() {
            // Whoever answers too late once is not praised for the other cases.
            self.trials
                .iter_mut()
                .for_each(|trial| trial.tested.retain(|result| result.topic != Topic::Pace));
        }
        self.trials.extend(self.pace);
        self.trials
    }
}

/// Whether a game in which machines move can be played at all; that is not known where they had nothing to do. Where it is
/// broken off, that is what is told; what else goes wrong in it is for other rules.
fn machine_result(case: &TestCase, attempt: &mut Attempt, breaks_off: bool) -> Option<TopicResult> {
    let topic = seats_topic(case)?;
    let finding = &mut attempt.finding;
    if breaks_off && let Verdict::Differs(difference) = &mut finding.verdict {
        (difference.topic, difference.key) = (topic, topic.key());
        for result in finding.tested.iter_mut().filter(|result| !result.is_right) {
            (result.topic, result.suspects, result.count) = (topic, vec![topic], None);
        }
        return None;
    }
    let has_moved = finding.tested.iter().any(|result| result.topic == Topic::Machine && result.is_right);
    has_moved.then(|| TopicResult::of(topic, true))
}

/// Which of the attempts counts, and what the other shows of the program's pace.
fn which_counts(first: Attempt, second: SecondTry) -> (Attempt, Option<Trial>) {
    match second {
        SecondTry::ReadsAhead(other) => (*other, pace_trial(first)),
        SecondTry::None | SecondTry::Hangs(_) => (first, None),
        // What it does when it need not wait tells more, if it ends.
        SecondTry::Ends(other) => (*other, None),
    }
}

/// The attempt that counts.
fn counting<'a>(first: &'a Attempt, second: &'a SecondTry) -> &'a Attempt {
    match second {
        SecondTry::ReadsAhead(other) | SecondTry::Ends(other) => other,
        SecondTry::None | SecondTry::Hangs(_) => first,
    }
}

/// That an answer is there only when more has been given, or everything.
fn pace_trial(attempt: Attempt) -> Option<Trial> {
    let Verdict::Differs(mut difference) = attempt.finding.verdict else { return None };
    difference.what = "its answer does not come before it is given more input".to_owned();
    difference.rule = "What is expected here must be on the screen before more is read: a person would sit before \
                       nothing. Print it, flush the output, and read one line at a time. From here on the program was given \
                       all its input at once, as --read-ahead does from the beginning, where an exercise allows that."
        .to_owned();
    difference.topic = Topic::Pace;
    difference.key = Topic::Pace.key();
    Some(Trial {
        name: LINE_BY_LINE.to_owned(),
        verdict: Verdict::Differs(difference),
        took: Some(attempt.took),
        tested: vec![TopicResult::of(Topic::Pace, false)],
        is_by_luck: false,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use tabiya_classics::Classic;

    use super::*;
    use crate::check_options::CheckOptions;
    use crate::program::{ProgramRun, Runner, Talk};

    /// Whoever runs it has not looked at the time.
    struct NoProgram;

    impl Runner for NoProgram {
        fn run(&self, _: &Talk<'_>, _: &AtomicBool) -> Result<ProgramRun, ProgramError> {
            Err(ProgramError::Other(std::io::Error::other("it was run")))
        }
    }

    #[test]
    fn what_should_be_run_anew_is_skipped_when_the_total_time_is_up() {
        let options = CheckOptions { total_time: Some(Duration::ZERO), ..CheckOptions::default() };
        let stop = AtomicBool::new(false);
        let check = CheckRun::new(Classic::find("hong").unwrap(), &NoProgram, &options, &stop);
        let cases = [TestCase::new("case", "E2,E3\n")];
        let runs = CaseRuns::new(&check, &cases, &|_, _, _| {});
        let known = Knowledge::default();
        for before in [None, Some(CaseResult::Skipped(SkipReason::Hangs))] {
            let result = runs.in_order(&cases[0], before, &known).unwrap();
            assert!(matches!(result, CaseResult::Skipped(SkipReason::TimeUp)));
        }
    }
}
