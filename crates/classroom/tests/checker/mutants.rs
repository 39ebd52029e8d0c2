//! Our own programs with one rule changed or left out in each, made by tables of changes: all of them must be caught.

pub mod change;
mod movement;
mod values;
mod voices;

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tabiya_classics::{CLASSICS, Classic, Overruling};
use tabiya_classroom::{
    AfterDifference, CheckOptions, CheckReport, InputTiming, ProgramEnd, ProgramError, ProgramRun, Runner,
    Talk, TestCase, check_with, chosen_cases,
};
use tabiya_rules::{Color, Rank, Role};

use crate::support::report_on;
use change::Mutant;

/// How many mutants of each classic there are at least.
const LEAST: usize = 60;

/// Every how many of them is tried in every test run.
const SAMPLE: usize = 61;

/// After how many of them a long run says how far it is.
const TOLD: usize = 25;

pub fn mutants(classic: &'static Classic) -> Vec<Mutant> {
    [movement::mutants(classic), values::mutants(classic), voices::mutants(classic)]
        .into_iter()
        .flatten()
        .collect()
}

fn check(mutant: &Mutant, cases: &[TestCase], after_difference: AfterDifference) -> CheckReport {
    check_at_once(mutant, cases, after_difference, 1)
}

fn check_at_once(
    mutant: &Mutant,
    cases: &[TestCase],
    after_difference: AfterDifference,
    jobs: usize,
) -> CheckReport {
    let options = CheckOptions { after_difference, jobs, ..CheckOptions::default() };
    let stop = AtomicBool::new(false);
    check_with(mutant.original, mutant, cases, &options, &stop, &|_, _, _| {}).unwrap()
}

/// What is wrong with the checker, as this mutant shows; `None` where it does well.
fn complaint(mutant: &Mutant, cases: &[TestCase]) -> Option<String> {
    let quick = check(mutant, cases, AfterDifference::Stop);
    if !quick.is_agreement() && names(mutant, &quick) {
        return None;
    }
    let report = check(mutant, cases, AfterDifference::GoOn);
    if report.is_agreement() {
        return Some(format!("{} is not caught", mutant.title()));
    }
    if names(mutant, &report) {
        return None;
    }
    let told: Vec<&str> = report.differences().map(|(_, difference)| difference.key.as_str()).collect();
    Some(format!("{}: expected {:?}, told {told:?}", mutant.title(), mutant.concerns))
}

/// Whether a report names the rule that was changed.
fn names(mutant: &Mutant, report: &CheckReport) -> bool {
    let broken =
        report.coverage.iter().filter(|rule| rule.agreed < rule.tested).map(|rule| rule.key.as_str());
    let broken: Vec<&str> = broken.collect();
    mutant.concerns.is_empty() && !broken.is_empty()
        || mutant.concerns.iter().any(|topic| broken.contains(&topic.key().as_str()))
}

/// What is wrong with the checker, as these mutants show.
fn complaints(chosen: &(dyn Fn(usize, &Mutant) -> bool + Sync)) -> Vec<String> {
    let mut all: Vec<(Mutant, Arc<[TestCase]>)> = Vec::new();
    for (offset, classic) in CLASSICS.iter().enumerate() {
        let mutants = mutants(classic);
        assert!(mutants.len() >= LEAST, "{}: {} mutants", classic.name, mutants.len());
        let cases: Arc<[TestCase]> = chosen_cases(classic, &CheckOptions::default()).into();
        let numbered = mutants.into_iter().enumerate().map(|(number, mutant)| (number + offset, mutant));
        let chosen = numbered.filter(|(number, mutant)| chosen(*number, mutant));
        all.extend(chosen.map(|(_, mutant)| (mutant, Arc::clone(&cases))));
    }
    println!("{} mutants", all.len());
    assert!(!all.is_empty(), "there is no such mutant");
    let next = AtomicUsize::new(0);
    let work = || -> Vec<String> {
        std::iter::from_fn(|| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (mutant, cases) = all.get(number)?;
            if number > 0 && number.is_multiple_of(TOLD) {
                println!("{number} of {} mutants tried", all.len());
            }
            Some(complaint(mutant, cases))
        })
        .flatten()
        .inspect(|complaint| println!("{complaint}"))
        .collect()
    };
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    })
}

#[test]
fn a_sample_of_mutants_is_caught_by_the_rule_that_was_changed() {
    let complaints = complaints(&|number, _| number.is_multiple_of(SAMPLE));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn points_do_not_depend_on_how_many_cases_run_at_a_time() {
    let hong = Classic::find("hong").unwrap();
    let cases = chosen_cases(hong, &CheckOptions { games: 4, ..CheckOptions::default() });
    let mutants = mutants(hong);
    let mutant = mutants.iter().find(|mutant| mutant.name == "a bishop jumps").unwrap();
    let reports = [1, 5].map(|jobs| check_at_once(mutant, &cases, AfterDifference::GoOn, jobs));
    let [alone, together] = &reports;
    assert!(!alone.is_agreement() && alone.points > 0.0);
    assert_eq!(alone.coverage, together.coverage);
    let told = |report: &CheckReport| -> Vec<(String, Vec<u8>)> {
        report.differences().map(|(case, found)| (case.to_owned(), found.input.clone())).collect()
    };
    assert_eq!(told(alone), told(together));
}

#[test]
fn a_king_leaps_from_where_it_could_castle() {
    let waterloo = Classic::find("waterloo").unwrap();
    let mutants = mutants(waterloo);
    let name = "a king leaps two steps to the left and ahead";
    let mutant = mutants.iter().find(|mutant| mutant.name == name).unwrap();
    let input = Some(b"game human human\nmove e1 c3\n".to_vec());
    let report = report_on(mutant, waterloo, &CheckOptions { input, ..CheckOptions::default() });
    assert!(!report.is_agreement(), "the mutant is as it should be");
}

#[test]
fn more_in_the_last_line_is_another_line_and_no_other_end() {
    let waterloo = Classic::find("waterloo").unwrap();
    let mutants = mutants(waterloo);
    let name = r#"when goodbye "\n" is another text"#;
    let mutant = mutants.iter().find(|mutant| mutant.name == name).unwrap();
    let input = Some(b"game human human\nresign\n".to_vec());
    let report = report_on(mutant, waterloo, &CheckOptions { input, ..CheckOptions::default() });
    let (_, difference) = report.differences().next().unwrap();
    assert_eq!(
        (difference.key.as_str(), difference.what.as_str()),
        ("match-score", "the output is not the same")
    );
}

#[test]
fn what_is_refused_only_in_a_shorter_game_is_left_out() {
    let waterloo = Classic::find("waterloo").unwrap();
    let mutants = mutants(waterloo);
    let name = "a rook leaps three to the right and one back";
    let mutant = mutants.iter().find(|mutant| mutant.name == name).unwrap();
    let moves = "a2 a4\nh7 h6\na1 a3\nh6 h5\nd2 d4\nh5 h4\nb2 b3\nh4 h3\na3 d2";
    let lines: String = moves.lines().map(|m| format!("move {m}\n")).collect();
    let input = format!("game human human\n{lines}").into_bytes();
    let report = report_on(mutant, waterloo, &CheckOptions { input: Some(input), ..CheckOptions::default() });
    let (_, difference) = report.differences().next().unwrap();
    let shorter = String::from_utf8_lossy(&difference.input);
    // Without White's move Black's is refused: that is no reason to keep it, or to blame it.
    assert_eq!((difference.key.as_str(), shorter.contains("h4 h3")), ("rook-pattern", false), "{shorter}");
}

/// A mutant that comes to its end in another way.
struct OtherEnd<'a, F> {
    mutant: &'a Mutant,
    end: F,
}

impl<F: Fn(&Talk<'_>, ProgramRun) -> ProgramRun + Sync> Runner for OtherEnd<'_, F> {
    fn run(&self, talk: &Talk<'_>, stop: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        Ok((self.end)(talk, self.mutant.run(talk, stop)?))
    }
}

/// A program that has written half of its output and is silent before it has all its input.
fn silent(mut run: ProgramRun) -> ProgramRun {
    run.output.truncate(run.output.len() / 2);
    ProgramRun { end: ProgramEnd::OutOfTime, is_all_given: false, ..run }
}

#[test]
fn a_program_that_waits_at_the_end_of_its_input_is_waited_for_once_a_rule() {
    let hong = Classic::find("hong").unwrap();
    let mutants = mutants(hong);
    let mutant = mutants.iter().find(|mutant| mutant.name == "a bishop jumps").unwrap();
    let waits = AtomicUsize::new(0);
    let end = |talk: &Talk<'_>, run: ProgramRun| {
        if talk.timing == InputTiming::LineByLine || talk.input.is_empty() {
            return run;
        }
        waits.fetch_add(1, Ordering::Relaxed);
        ProgramRun { end: ProgramEnd::OutOfTime, ..run }
    };
    let options = CheckOptions { games: 4, ..CheckOptions::default() };
    let report = report_on(&OtherEnd { mutant, end }, hong, &options);
    let rules: BTreeSet<&str> = report.differences().map(|(_, found)| found.key.as_str()).collect();
    let waits = waits.load(Ordering::Relaxed);
    assert!((1..=rules.len()).contains(&waits), "{waits} times for {rules:?}");
    assert!(report.differences().all(|(_, found)| !found.is_exhaustion), "what ended is told");
}

#[test]
fn what_a_program_hangs_at_is_not_asked_in_every_case() {
    let cuhk = Classic::find("cuhk").unwrap();
    let waits = AtomicUsize::new(0);
    // It falls silent wherever something is refused.
    let end = |_: &Talk<'_>, mut run: ProgramRun| {
        let refusal = b"invalid input!";
        let Some(at) = run.output.windows(refusal.len()).position(|words| words == refusal) else {
            return run;
        };
        waits.fetch_add(1, Ordering::Relaxed);
        run.output.truncate(at);
        ProgramRun { end: ProgramEnd::OutOfTime, is_all_given: false, ..run }
    };
    let options = CheckOptions { games: 20, jobs: 1, ..CheckOptions::default() };
    let report = report_on(&OtherEnd { mutant: &Mutant::new(cuhk, "as it is", &[]), end }, cuhk, &options);
    // Four refusals, a game of machines and the question for the mode, each three times at most: in haste, in patience, and
    // with all the input at once.
    let waits = waits.load(Ordering::Relaxed);
    assert!((1..=18).contains(&waits), "{waits} times");
    let steps = report.coverage.iter().find(|rule| rule.key == "rook-moves").unwrap();
    assert!(steps.agreed > 0 && steps.agreed == steps.tested, "what it can do is seen: {steps:?}");
    let machine = report.coverage.iter().find(|rule| rule.key == "computer-opponent").unwrap();
    assert_eq!(machine.points, machine.weight, "a machine can be played that refuses nothing: {machine:?}");
    assert!(!report.totals().is_agreement() && report.hangs());
}

#[test]
fn who_leaves_a_line_out_and_goes_on_is_not_waited_for_in_every_case() {
    let imperial = Classic::find("imperial").unwrap();
    let waits = AtomicUsize::new(0);
    // Nothing is said of a check: until it is given more, it is silent there.
    let end = |talk: &Talk<'_>, mut run: ProgramRun| {
        let told = String::from_utf8_lossy(&run.output).into_owned();
        let Some(at) = told.find("White is in check").into_iter().chain(told.find("Black is in check")).min()
        else {
            return run;
        };
        if talk.timing == InputTiming::LineByLine {
            waits.fetch_add(1, Ordering::Relaxed);
            run.output.truncate(at);
            return ProgramRun { end: ProgramEnd::OutOfTime, is_all_given: false, ..run };
        }
        let lines = told.split_inclusive('\n').filter(|line| !line.ends_with(" is in check\n"));
        ProgramRun { output: lines.collect::<String>().into_bytes(), ..run }
    };
    let options = CheckOptions { games: 4, jobs: 1, ..CheckOptions::default() };
    let mutant = Mutant::new(imperial, "as it is", &[]);
    let report = report_on(&OtherEnd { mutant: &mutant, end }, imperial, &options);
    let check = report.coverage.iter().find(|rule| rule.key == "check").unwrap();
    assert!(check.agreed == 0 && check.tested > 20, "{check:?}");
    // Three cases, of which two are given the whole time again, and what is tried before the cases.
    let waits = waits.load(Ordering::Relaxed);
    assert!((3..=12).contains(&waits), "{waits} times");
}

#[test]
fn who_is_late_only_when_it_is_hurried_loses_nothing() {
    let hong = Classic::find("hong").unwrap();
    let options = CheckOptions { games: 0, jobs: 1, ..CheckOptions::default() };
    let first = chosen_cases(hong, &options)[0].input().to_vec();
    // Once it has hung, it is given less time than a busy machine takes.
    let end = |talk: &Talk<'_>, run: ProgramRun| match talk.input == first || talk.patience < options.timeout
    {
        true => ProgramRun { is_all_given: true, ..silent(run) },
        false => run,
    };
    let report = report_on(&OtherEnd { mutant: &Mutant::new(hong, "as it is", &[]), end }, hong, &options);
    let wrong: Vec<&str> = report.differences().map(|(case, _)| case).collect();
    assert_eq!(wrong, [chosen_cases(hong, &options)[0].name.as_str()]);
}

#[test]
fn one_hang_does_not_hide_that_a_program_reads_ahead() {
    let hong = Classic::find("hong").unwrap();
    let options = CheckOptions { games: 0, ..CheckOptions::default() };
    let first = chosen_cases(hong, &options)[0].input().to_vec();
    let end = |talk: &Talk<'_>, run: ProgramRun| match talk.timing {
        InputTiming::AllAtOnce if talk.input != first => run,
        InputTiming::AllAtOnce => ProgramRun { is_all_given: true, ..silent(run) },
        InputTiming::LineByLine => silent(run),
    };
    let report = report_on(&OtherEnd { mutant: &Mutant::new(hong, "as it is", &[]), end }, hong, &options);
    assert!(report.differences().any(|(_, found)| found.key == "pace"), "{:?}", report.coverage);
}

#[test]
fn a_silent_program_is_not_praised_for_its_pace() {
    let hong = Classic::find("hong").unwrap();
    let options = CheckOptions { games: 0, ..CheckOptions::default() };
    let end = |talk: &Talk<'_>, run: ProgramRun| match talk.timing {
        InputTiming::AllAtOnce => ProgramRun { end: ProgramEnd::Died(11), is_all_given: true, ..silent(run) },
        InputTiming::LineByLine => silent(run),
    };
    let report = report_on(&OtherEnd { mutant: &Mutant::new(hong, "as it is", &[]), end }, hong, &options);
    let pace = report.coverage.iter().find(|rule| rule.key == "pace").unwrap();
    assert_eq!((pace.tested, pace.points), (0, 0.0));
}

#[test]
fn words_of_another_game_do_not_change_what_could_be_earned() {
    let hong = Classic::find("hong").unwrap();
    let options = CheckOptions { games: 0, ..CheckOptions::default() };
    let mutant = Mutant::new(hong, "as it is", &[]);
    let right = report_on(&mutant, hong, &options);
    for words in ["Checkmate!\n", "Stalemate!\n", "Check!\n"] {
        let end = |_: &Talk<'_>, mut run: ProgramRun| {
            run.output.truncate(run.output.len() / 2);
            run.output.extend(words.bytes());
            run
        };
        let report = report_on(&OtherEnd { mutant: &mutant, end }, hong, &options);
        assert!(!report.is_agreement());
        assert_eq!(report.max_points, right.max_points, "{words}");
    }
}

#[test]
fn who_dies_before_reading_is_told_so() {
    let hong = Classic::find("hong").unwrap();
    let options = CheckOptions { games: 0, ..CheckOptions::default() };
    for (said, last) in [
        ("Traceback:\nNameError: name 'board' is not defined\n", "NameError: name 'board' is not defined"),
        ("no chess here\nnote: run with `RUST_BACKTRACE=1` to display a backtrace\n", "no chess here"),
    ] {
        let end = |_: &Talk<'_>, run: ProgramRun| ProgramRun {
            output: Vec::new(),
            complaints: said.as_bytes().to_vec(),
            end: ProgramEnd::Exited(1),
            is_unread: true,
            ..run
        };
        let report =
            report_on(&OtherEnd { mutant: &Mutant::new(hong, "as it is", &[]), end }, hong, &options);
        let told = format!("The program fails before it reads any input. It said: {last}");
        assert_eq!(report.remarks, [told]);
    }
}

/// The shortest game that is told of a mutant by default.
fn headline(classic: &'static Classic, name: &str) -> (String, String) {
    let mutants = mutants(classic);
    let mutant = mutants.iter().find(|mutant| mutant.name == name).unwrap();
    // The machine's own games go wrong as well, and are shorter.
    let end = |talk: &Talk<'_>, mut run: ProgramRun| {
        if talk.input.first() == Some(&b'3') {
            run.output.truncate(run.output.len() / 2);
        }
        run
    };
    let options = CheckOptions { games: 4, ..CheckOptions::default() };
    let report = report_on(&OtherEnd { mutant, end }, classic, &options);
    assert!(report.differences().any(|(case, _)| case == "mode-3"));
    let (case, found) = report.plainest_difference().unwrap();
    assert!(!case.starts_with("mode-"), "{case} cannot be repeated");
    (found.key.clone(), String::from_utf8(found.input.clone()).unwrap())
}

#[test]
fn the_first_that_is_told_is_the_shortest_game_that_can_be_repeated() {
    let cuhk = Classic::find("cuhk").unwrap();
    let (key, game) = headline(cuhk, "a pawn jumps over a man with its double step");
    assert!(key == "pawn-blocked" && game.lines().count() == 4, "{key}: {game}");
    let (key, game) = headline(cuhk, "a bishop jumps");
    assert!(key == "bishop-blocked" && game.lines().count() <= 4, "{key}: {game}");
}

#[test]
fn what_one_side_does_wrong_is_shown_by_few_moves() {
    let cuhk = Classic::find("cuhk").unwrap();
    let mut mutant = Mutant::new(cuhk, "White's pawn jumps over a man with its double step", &[]);
    mutant.ruling = Some(Box::new(|table, from, to| {
        let (rise, is_pawn) = (to.index() as i64 - from.index() as i64, Some(Role::Pawn));
        let jumps = rise == 16
            && from.rank() == Rank::Second
            && table.turn() == Color::White
            && table.piece_at(from).map(|piece| piece.role) == is_pawn
            && table.piece_at(to).is_none();
        jumps.then_some(Overruling::Allow)
    }));
    let report = report_on(&mutant, cuhk, &CheckOptions::default());
    let (_, found) = report.plainest_difference().unwrap();
    let game = String::from_utf8_lossy(&found.input);
    assert_eq!((found.key.as_str(), game.lines().count()), ("pawn-blocked", 4), "{game}");

    let hong = Classic::find("hong").unwrap();
    let mut mutant = Mutant::new(hong, "a check on Black is not told", &[]);
    mutant.in_check = Some(Box::new(|table, is_check| is_check && table.turn() == Color::White));
    let report = report_on(&mutant, hong, &CheckOptions::default());
    let (_, found) = report.plainest_difference().unwrap();
    let game = String::from_utf8_lossy(&found.input);
    assert_eq!((found.key.as_str(), game.lines().count()), ("check", 3), "{game}");
}

#[test]
fn a_piece_that_is_worth_something_else_is_shown_by_few_exchanges() {
    let cuhk = Classic::find("cuhk").unwrap();
    let mut mutant = Mutant::new(cuhk, "a bishop is worth ten", &[]);
    let mut rules = *cuhk.rules;
    rules.values.bishop = 10;
    mutant.classic.rules = rules.intern();
    let report = report_on(&mutant, cuhk, &CheckOptions::default());
    let (_, found) = report.plainest_difference().unwrap();
    let game = String::from_utf8_lossy(&found.input);
    assert_eq!(found.key, "bishop-worth");
    // A bishop and a knight, and the game is stopped.
    assert!(game.lines().count() <= 6, "{game}");
}

#[test]
#[ignore = "takes minutes: cargo xtask proof mutants"]
fn all_mutants_are_caught_by_the_rule_that_was_changed() {
    let words = std::env::var("TABIYA_MUTANTS").unwrap_or_default();
    let complaints = complaints(&|_, mutant| mutant.title().contains(&words));
    assert!(complaints.is_empty(), "{} are not caught:\n{}", complaints.len(), complaints.join("\n"));
}
