//! A check from its beginning to its end, and one session with a program.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tabiya_classics::{Classic, ClassicOptions, MachinePlay, MachineSeats, Machines, PersonPlay};
use tabiya_game::narration::sentence;

use crate::blame;
use crate::case_runs::CaseRuns;
use crate::check_options::{CheckOptions, EndWait, InputTiming, OwnStarts};
use crate::check_report::CheckReport;
use crate::comparison::Rest;
use crate::coverage::coverage;
use crate::feeder::Feeder;
use crate::hung_rules::HangPlace;
use crate::judge::{Finding, Hearing, judge};
use crate::manner::{Manner, recorded};
use crate::patience::Patience;
use crate::person::Person;
use crate::program::{Advice, ProgramEnd, ProgramError, ProgramRun, Prompts, Runner, Talk};
use crate::random_game::Undo;
use crate::reference::Reference;
use crate::report::counted;
use crate::sample;
use crate::shrink::shrink;
use crate::skip_reason::SkipReason;
use crate::spread::{MachineMove, suspicion};
use crate::test_case::TestCase;
use crate::topic::Topic;
use crate::trial::{TopicResult, Trial, Verdict};
use crate::voice_lessons::{self, LearnedVoice, OtherWords};

/// How much more than expected a program may write before it is stopped.
const SLACK: usize = 256 * 1024;

/// How much a program may write where its machines decide how long a game is. Of 4,000 games of two machines by chance the
/// longest took 457 kB and 665 moves; beyond 300 moves, each hundred more leaves about a quarter of them.
const LONG_GAME: usize = 2 * 1024 * 1024;

/// How long a program may be silent at the end of its input before it counts as one that waits there.
const ENDLESS_PATIENCE: Duration = Duration::from_secs(1);

/// How long a case is played again and again. Whoever agrees until then agrees.
const MANY_GAMES: Duration = Duration::from_secs(20);

/// How many random games are looked at to know which rules such games test.
const TELLING_GAMES: usize = 20;

/// A check that is under way.
pub struct CheckRun<'a> {
    /// In the words of the program, once they are known.
    pub classic: &'static Classic,
    /// Which of those are not the document's.
    words: Vec<OtherWords>,
    /// The ways in which the program may say things; the first is that of the classic.
    manners: Vec<Manner>,
    pub options: &'a CheckOptions,
    pub stop: &'a AtomicBool,
    runner: &'a dyn Runner,
    deadline: Option<Instant>,
    /// The rules that its cases test, whether all of them are run or not.
    known: OnceLock<BTreeSet<Topic>>,
    pub patience: Patience,
    /// Whether the program has printed anything.
    has_printed: AtomicBool,
    /// What machines did that should move by chance, game by game.
    machine_moves: Mutex<Vec<Vec<MachineMove>>>,
}

/// One session with the program, and what came of it.
pub struct Attempt {
    pub finding: Finding,
    pub took: Duration,
    /// What was fed in the step that differs, where the game goes on the same without it, as no game of machines does.
    pub idle: Option<Range<usize>>,
    /// Where the input of that step ends.
    pub fed_until: usize,
    /// The rule by which our program refused what came just before it, if it did.
    pub refused_before: Option<Topic>,
    pub end: ProgramEnd,
    /// Where it used up its time or memory, if it did.
    pub hang: Option<HangPlace>,
    /// The rule by which something should be refused where it differs, if it does there.
    pub refusal: Option<Topic>,
    is_all_given: bool,
}

/// What is asked of a program in a session.
#[derive(Clone, Copy)]
pub struct CaseQuestion<'a> {
    pub case: &'a TestCase,
    /// The input of the case, or less of it.
    pub input: &'a [u8],
    pub timing: InputTiming,
    pub end_wait: EndWait,
}

impl Attempt {
    /// What came of a session in which this was said.
    fn of(
        question: &CaseQuestion<'_>,
        said: &[u8],
        reference: &Reference,
        run: &ProgramRun,
        finding: Finding,
    ) -> Attempt {
        let CaseQuestion { case, input, .. } = *question;
        let moment = finding.step.and_then(|step| reference.moments().get(step));
        let idle = moment.filter(|moment| moment.is_idle && !moment.input.is_empty());
        Attempt {
            took: run.took,
            idle: idle.filter(|_| case.machine.is_none()).map(|moment| moment.input.clone()),
            fed_until: moment.map_or(said.len(), |moment| moment.input.end),
            refusal: idle.and_then(|moment| moment.topics.first().copied()),
            refused_before: refused_before(reference, finding.step),
            hang: moment.filter(|_| run.end.is_exhaustion()).map(|moment| HangPlace::of(case, moment)),
            end: run.end,
            // What a person would say next, nobody has said too late.
            is_all_given: run.is_all_given || said.len() > input.len(),
            finding,
        }
    }

    /// Whether the program used up its time before it had said everything.
    pub fn hangs(&self) -> bool {
        self.end == ProgramEnd::OutOfTime && !self.finding.is_only_end
    }

    /// Whether it used up what it was given before it had said everything: every such run takes long.
    pub fn exhausts(&self) -> bool {
        self.end.is_exhaustion() && !self.finding.is_only_end
    }

    /// Whether it has said everything, and does not end.
    pub fn is_endless(&self) -> bool {
        self.end == ProgramEnd::OutOfTime && self.finding.is_only_end
    }

    /// Leaves out how it ended, where that is known: whoever never ends is told so once.
    pub fn forget_end(&mut self) {
        let finding = &mut self.finding;
        finding.tested.retain(|result| result.topic != Topic::Ends);
        if finding.is_only_end
            && let Verdict::Differs(difference) = &mut finding.verdict
        {
            let layout = std::mem::take(&mut difference.layout);
            finding.verdict = Verdict::Agrees { notes: Vec::new(), layout };
            (finding.step, finding.is_only_end) = (None, false);
            self.end = ProgramEnd::Stopped;
        }
    }

    /// Whether it came to its end before its game did. What has said something else may end, or wait, for that.
    pub fn breaks_off(&self) -> bool {
        match self.end {
            _ if self.finding.is_only_end => false,
            ProgramEnd::Stopped => false,
            ProgramEnd::Exited(_) | ProgramEnd::OutOfTime | ProgramEnd::Flooded => self.finding.is_cut,
            ProgramEnd::Died(_) => true,
        }
    }

    /// Whether it was silent where it was not given more before it spoke.
    pub fn is_silent(&self) -> bool {
        self.hangs() && !self.is_all_given
    }

    /// Whether it may only be waiting for more before it answers. Whoever says nothing to the rest of a line has not read
    /// that, and answers something else with whatever comes then.
    pub fn may_read_ahead(&self) -> bool {
        self.is_silent() && !self.finding.is_rest
    }

    /// Whether it agrees for longer than in another attempt at the same.
    pub fn is_farther_than(&self, other: &Attempt) -> bool {
        self.finding.step.is_none_or(|step| other.finding.step.is_some_and(|other| step > other))
    }
}

impl<'a> CheckRun<'a> {
    pub fn new(
        classic: &'static Classic,
        runner: &'a dyn Runner,
        options: &'a CheckOptions,
        stop: &'a AtomicBool,
    ) -> CheckRun<'a> {
        CheckRun {
            classic,
            words: Vec::new(),
            manners: vec![Manner::of(classic)],
            options,
            stop,
            runner,
            deadline: options.total_time.map(|time| Instant::now() + time),
            known: OnceLock::new(),
            patience: Patience::new(options.timeout),
            has_printed: AtomicBool::new(false),
            machine_moves: Mutex::new(Vec::new()),
        }
    }

    /// The same, with an ear for the program's words.
    pub fn with_lessons(self) -> Result<CheckRun<'a>, ProgramError> {
        Ok(match voice_lessons::learn(&self)? {
            Some(LearnedVoice { classic, words, manners }) => CheckRun { classic, words, manners, ..self },
            None => self,
        })
    }

    /// Runs the cases and sums up.
    pub fn run(
        &self,
        cases: &[TestCase],
        tell: &(dyn Fn(usize, usize, &str) + Sync),
    ) -> Result<CheckReport, ProgramError> {
        let mut remarks = Vec::new();
        let known = known_topics(self.classic, self.options, cases)?;
        let mut known = self.known.get_or_init(|| known).clone();
        let mut trials = Vec::new();
        let mut is_unread = false;
        match unless_stopped(sample::trial(self))?.flatten() {
            Some(sample) if sample.tested.iter().any(|result| result.topic == Topic::Sample) => {
                known = BTreeSet::from([Topic::Sample, Topic::Layout]);
                remarks.push(sample::READS_NOTHING.to_owned());
                trials.push(sample);
            }
            sample => {
                trials.extend(CaseRuns::new(self, cases, tell).run()?);
                trials.extend(sample);
                let unread = unless_stopped(self.unread_remark(cases, &trials))?.flatten();
                is_unread = unread.is_some();
                remarks.extend(unread);
            }
        }
        trials.extend(self.chance_trial());
        remarks.extend(unless_stopped(self.endless_remark(&trials))?.flatten());
        if !self.has_printed.load(Ordering::Relaxed) || is_unread || !has_done_anything(&trials) {
            // Whoever says nothing has said nothing wrong, and nothing right; what is said before anything is read, or to
            // all alike, is no answer.
            trials.iter_mut().for_each(|trial| trial.tested.retain(|result| !result.is_right));
        }
        blame::settle(&mut trials, &self.classic.rules.values);
        blame::leave_luck_out(&mut trials);
        unless_stopped(shrink(self, cases, &mut trials))?;
        Ok(coverage(self.classic, &known, trials, remarks, &self.options.weights))
    }

    pub fn is_skipped(&self, case: &TestCase) -> bool {
        is_skipped(self.options, case)
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether there is no time for more.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Why a case is not run, if it is not.
    pub fn why_skipped(&self, case: &TestCase) -> Option<SkipReason> {
        let reasons = [
            (self.is_skipped(case), SkipReason::OwnStart),
            (self.is_stopped(), SkipReason::Stopped),
            (self.is_late(), SkipReason::TimeUp),
        ];
        reasons.into_iter().find_map(|(applies, why)| applies.then_some(why))
    }

    /// How our program would be started for a case.
    pub fn session(&self, case: &TestCase) -> Result<ClassicOptions, ProgramError> {
        session(self.options, case)
    }

    /// How our program would be started for a case that asks for nothing.
    pub fn usual_session(&self) -> ClassicOptions {
        ClassicOptions { undo: self.options.undo == Undo::Yes, ..ClassicOptions::default() }
    }

    /// Runs the program on an input of a case and judges it: until it differs, where the case is played again and again. Who
    /// was too late for less than the usual time is given that before it counts: the machine may have been busy.
    pub fn attempt(&self, question: &CaseQuestion<'_>) -> Result<Attempt, ProgramError> {
        let patience = self.patience.now();
        let attempt = self.attempt_within(patience, question)?;
        if attempt.end != ProgramEnd::OutOfTime || patience >= self.options.timeout || self.is_late() {
            return Ok(attempt);
        }
        self.attempt_within(self.options.timeout, question)
    }

    /// The same for what counts only if it brings more than another attempt.
    pub fn hasty_attempt(&self, question: &CaseQuestion<'_>) -> Result<Attempt, ProgramError> {
        self.attempt_within(self.patience.now(), question)
    }

    fn attempt_within(
        &self,
        patience: Duration,
        question: &CaseQuestion<'_>,
    ) -> Result<Attempt, ProgramError> {
        let begun = Instant::now();
        let mut attempt = self.attempt_once(patience, question)?;
        for _ in 1..question.case.machine.map_or(1, |game| game.games) {
            let differs = matches!(attempt.finding.verdict, Verdict::Differs(_));
            let is_slow = attempt.end == ProgramEnd::OutOfTime || begun.elapsed() >= MANY_GAMES;
            if differs || is_slow || self.is_late() {
                break;
            }
            let next = self.attempt_once(patience, question)?;
            attempt = Attempt { took: attempt.took + next.took, ..next };
        }
        Ok(attempt)
    }

    fn attempt_once(&self, patience: Duration, question: &CaseQuestion<'_>) -> Result<Attempt, ProgramError> {
        let CaseQuestion { case, input, timing, end_wait } = *question;
        let session = self.session(case)?;
        let follows = case.machine.is_some();
        let planned = recorded(&self.manners, &session, input, follows.then_some(b""))?;
        let person = Person::new(self.classic, person_play(case, timing), input);
        let feeder = Feeder::new(self, question, &session, &planned, &person);
        let output_limit = if follows { LONG_GAME } else { 2 * planned.output().len() + SLACK };
        let talk = Talk {
            fen: case.fen.as_deref(),
            input,
            timing,
            patience,
            start_patience: self.patience.at_start().max(patience),
            output_limit,
            advise: &|output: &[u8], prompts: Prompts| feeder.advise(output, prompts),
        };
        let run = self.heard(self.runner.run(&talk, self.stop)?, follows);
        let said = person.said();
        let reference = match follows {
            true => &recorded(&self.manners, &session, &said, Some(&run.output))?,
            false => &planned,
        };
        let finding = judge(&Hearing {
            case: &case.name,
            reference,
            input: &said,
            run: &run,
            severity: self.options.severity,
            end_wait,
            end_topic: self.end_topic(),
            known: self.known.get(),
            words: &self.words,
            manners: &self.manners,
        });
        self.note_machine_moves(case, reference, &finding);
        Ok(Attempt::of(question, &said, reference, &run, finding))
    }

    /// What a program did, as it is judged.
    fn heard(&self, mut run: ProgramRun, follows: bool) -> ProgramRun {
        run.output = self.classic.dialect.corrected(&run.output);
        self.patience.note(&run);
        self.note_output(&run);
        if follows && run.end == ProgramEnd::Flooded {
            // Where we stopped to read, in the middle of a line, is no doing of the program.
            run.output.truncate(run.output.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1));
        }
        run
    }

    /// Takes note of what machines did by chance, in a game that can be followed to its end.
    fn note_machine_moves(&self, case: &TestCase, reference: &Reference, finding: &Finding) {
        if moves_by_chance(case) && (finding.step.is_none() || finding.is_only_end) {
            let mut games = self.machine_moves.lock().unwrap_or_else(PoisonError::into_inner);
            // Luck that is drawn from the clock is the same for a second: that is one game.
            let game: Vec<MachineMove> = reference.machine.iter().map(MachineMove::new).collect();
            if !games.contains(&game) {
                games.push(game);
            }
        }
    }

    /// Whether two machines play a game by themselves, and nobody asks them for their moves.
    pub fn plays_alone(&self, case: &TestCase) -> bool {
        seats_topic(case) == Some(Topic::MachinesAlone) && self.classic.conduct.machines == Machines::Unasked
    }

    /// The rule by which games usually end.
    fn end_topic(&self) -> Topic {
        if self.classic.rules.moves.knows_check() { Topic::Checkmate } else { Topic::RoyalTaken }
    }

    /// Takes note of whether the program prints anything.
    pub fn note_output(&self, run: &ProgramRun) {
        self.has_printed.fetch_or(!run.output.is_empty(), Ordering::Relaxed);
    }

    pub fn manners(&self) -> &[Manner] {
        &self.manners
    }

    pub fn runner(&self) -> &dyn Runner {
        self.runner
    }

    /// Whether machines that should move by chance do, over all cases.
    fn chance_trial(&self) -> Option<Trial> {
        let moves = self.machine_moves.lock().unwrap_or_else(PoisonError::into_inner).concat();
        if moves.is_empty() {
            return None;
        }
        let by_piece = |play: &MachinePlay| *play == MachinePlay::PieceByChance;
        let mut plays = self.classic.dialect.machines.iter().map(|script| script.game.play);
        let play = plays.find(by_piece).unwrap_or(MachinePlay::ByChance);
        let name = "machine-chance".to_owned();
        let (verdict, is_right) = match suspicion(&moves, play) {
            None => (Verdict::Agrees { notes: Vec::new(), layout: Vec::new() }, true),
            Some(what) => {
                let told = format!("the computer does not move by chance: look at {what}");
                let drawn = match play {
                    MachinePlay::PieceByChance => {
                        "It draws one of its pieces that can move, each as likely as the others, and then one of the \
                         squares to which that can go."
                    }
                    MachinePlay::ByChance | MachinePlay::ByPlan => {
                        "Every legal move of the computer may come."
                    }
                };
                let rule = format!(
                    "{drawn} Over {} moves chance makes what was seen here less than once in a million checks.",
                    moves.len()
                );
                (Verdict::told(told, rule, Topic::MachineChance), false)
            }
        };
        Some(Trial {
            name,
            verdict,
            took: None,
            tested: vec![TopicResult::of(Topic::MachineChance, is_right)],
            is_by_luck: true,
        })
    }

    /// That the program reads nothing, where nothing else agrees.
    fn unread_remark(&self, cases: &[TestCase], trials: &[Trial]) -> Result<Option<String>, ProgramError> {
        let at_start = |trial: &&Trial| matches!(&trial.verdict, Verdict::Differs(_));
        let is_hopeless = trials.iter().any(|trial| at_start(&trial))
            && trials.iter().all(|trial| !matches!(trial.verdict, Verdict::Agrees { .. }));
        let Some(case) = cases.iter().find(|case| !self.is_skipped(case) && !case.input().is_empty()) else {
            return Ok(None);
        };
        if !is_hopeless || self.is_late() || self.is_stopped() {
            return Ok(None);
        }
        let all = case.input().len();
        let talk = Talk {
            fen: case.fen.as_deref(),
            input: case.input(),
            timing: InputTiming::AllAtOnce,
            patience: self.patience.now(),
            start_patience: self.patience.at_start(),
            output_limit: SLACK,
            advise: &|_, _| Advice::Give(all),
        };
        let run = self.runner.run(&talk, self.stop)?;
        let lines = counted(run.output.iter().filter(|&&byte| byte == b'\n').count(), "line");
        let told = match run.end {
            ProgramEnd::Exited(1..) | ProgramEnd::Died(_) => died_unread(&run.complaints),
            // Only who has ended without it certainly wants no input.
            ProgramEnd::Exited(_) => {
                format!("The program reads no input at all: it writes {lines} by itself and ends.")
            }
            ProgramEnd::Flooded => "The program writes without end and reads no input.".to_owned(),
            ProgramEnd::OutOfTime | ProgramEnd::Stopped => {
                "In the time that it was given, the program read none of its input.".to_owned()
            }
        };
        Ok(run.is_unread.then_some(told))
    }

    /// That the program does not stop at the end of its input, where the one that the document prints does not either.
    fn endless_remark(&self, trials: &[Trial]) -> Result<Option<String>, ProgramError> {
        let works = trials.iter().any(|trial| matches!(trial.verdict, Verdict::Agrees { .. }));
        let is_all = self.options.only.is_empty() && self.options.input.is_none();
        if !works || !is_all || self.is_late() || self.is_stopped() {
            return Ok(None);
        }
        let reference = Reference::record(self.classic, &ClassicOptions::default(), b"", None)?;
        let departures = reference.moments().last().map(|moment| moment.departures.as_slice());
        let Some(departure) = departures.unwrap_or_default().iter().find(|one| one.instead.is_none()) else {
            return Ok(None);
        };
        let talk = Talk {
            fen: None,
            input: b"",
            timing: InputTiming::AllAtOnce,
            patience: self.patience.now().min(ENDLESS_PATIENCE),
            start_patience: ENDLESS_PATIENCE,
            output_limit: SLACK,
            advise: &|_, _| Advice::GiveAll,
        };
        let run = self.runner.run(&talk, self.stop)?;
        Ok((run.end == ProgramEnd::Flooded).then(|| {
            format!("At the end of its input the program prints on. {}", sentence(departure.to_string()))
        }))
    }
}

/// Whether the program has ever done what was asked of it.
fn has_done_anything(trials: &[Trial]) -> bool {
    trials.iter().flat_map(|trial| &trial.tested).any(|result| result.is_right && result.topic.is_deed())
}

/// That a program died before it read anything, and the last that it said of that.
fn died_unread(complaints: &[u8]) -> String {
    let said = String::from_utf8_lossy(complaints);
    // Behind what it died of, Rust says how to learn more.
    let is_reason = |line: &&str| !line.is_empty() && !line.starts_with("note: run with");
    let last = said.lines().rev().map(str::trim).find(is_reason);
    let said = last.map(|line| format!(" It said: {}", tabiya_system::visible(line)));
    format!("The program fails before it reads any input.{}", said.unwrap_or_default())
}

/// What came out, or nothing where we were asked to stop meanwhile.
pub fn unless_stopped<T>(result: Result<T, ProgramError>) -> Result<Option<T>, ProgramError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(ProgramError::Stopped) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The rule by which our program refused what was read before a step.
fn refused_before(reference: &Reference, step: Option<usize>) -> Option<Topic> {
    let before = reference.moments().get(step?.checked_sub(1)?)?;
    before.topics.first().copied().filter(|_| before.is_idle)
}

/// Whether a case is not asked for.
fn is_skipped(options: &CheckOptions, case: &TestCase) -> bool {
    // Whoever names an input and where it begins wants it to be run.
    case.fen.is_some() && options.own_starts == OwnStarts::Skipped && options.input.is_none()
}

/// How our program would be started for a case.
fn session(options: &CheckOptions, case: &TestCase) -> Result<ClassicOptions, ProgramError> {
    let fen = case.fen.as_deref().map(str::parse).transpose().map_err(io::Error::other)?;
    Ok(ClassicOptions { fen, undo: options.undo == Undo::Yes, ..ClassicOptions::default() })
}

/// The rules that these cases should test.
pub fn known_topics(
    classic: &Classic,
    options: &CheckOptions,
    cases: &[TestCase],
) -> Result<BTreeSet<Topic>, ProgramError> {
    let mut known = always_known(options);
    for case in telling(cases).filter(|case| !is_skipped(options, case)) {
        known.extend(topics(classic, &session(options, case)?, case)?);
    }
    Ok(known)
}

/// The cases by which it is known what all of them test: of many random games the first, which show what there is to show.
fn telling(cases: &[TestCase]) -> impl Iterator<Item = &TestCase> {
    let random = cases.iter().filter(|case| case.is_random()).take(TELLING_GAMES);
    cases.iter().filter(|case| !case.is_random()).chain(random)
}

/// The rules that every case tests.
fn always_known(options: &CheckOptions) -> BTreeSet<Topic> {
    let pace = (options.timing == InputTiming::LineByLine).then_some(Topic::Pace);
    [Topic::Layout].into_iter().chain(pace).collect()
}

/// All the rules that some cases test; those with a start position of their own are left out.
pub fn tested_topics(classic: &Classic, cases: &[TestCase]) -> io::Result<BTreeSet<Topic>> {
    let mut tested = BTreeSet::new();
    for case in telling(cases).filter(|case| case.fen.is_none()) {
        tested.extend(topics(classic, &ClassicOptions::default(), case)?);
    }
    Ok(tested)
}

fn topics(classic: &Classic, session: &ClassicOptions, case: &TestCase) -> io::Result<BTreeSet<Topic>> {
    let reference = Reference::record(classic, session, case.input(), None)?;
    let tested = reference.moments().iter().flat_map(|moment| moment.topics.iter().copied());
    let chance = moves_by_chance(case).then_some(Topic::MachineChance);
    // A person who answers machines plays on until the game is over.
    let ends = (reference.rest == Rest::Nothing || case.machine.is_some()).then_some(Topic::Ends);
    Ok(tested.chain(chance).chain(seats_topic(case)).chain(ends).collect())
}

fn moves_by_chance(case: &TestCase) -> bool {
    case.machine.is_some_and(|game| match game.play {
        MachinePlay::ByChance | MachinePlay::PieceByChance => true,
        MachinePlay::ByPlan => false,
    })
}

/// What a person does in a case. Only a program that answers line by line can be answered.
fn person_play(case: &TestCase, timing: InputTiming) -> PersonPlay {
    let answers = case.machine.filter(|_| timing == InputTiming::LineByLine);
    answers.map_or(PersonPlay::AsWritten, |game| game.person)
}

/// The rule that machines can play at all as they do in a case.
pub fn seats_topic(case: &TestCase) -> Option<Topic> {
    case.machine.map(|game| match game.seats {
        MachineSeats::One => Topic::MachineOpponent,
        MachineSeats::Both => Topic::MachinesAlone,
    })
}
