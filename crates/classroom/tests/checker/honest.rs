use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tabiya_classics::{CLASSICS, Classic};
use tabiya_classroom::{CheckOptions, CheckReport, Checker, ProgramError, Trial, Verdict, report_lines};

use crate::support::{faulty, faulty_report, first_difference, report, text};

#[test]
fn a_right_program_agrees_in_every_dialect() {
    for classic in &CLASSICS {
        let report = report(classic.name, "right", "--strict --with-fen --games 3");
        assert_eq!(report["agrees"], true, "{}: {:?}", classic.name, first_difference(&report));
        let is_told = usize::from(classic.dialect.sample.is_some());
        assert_eq!(report["skipped"], is_told, "the sample is for programs that read nothing");
    }
}

/// When we are asked to stop.
#[derive(Clone, Copy)]
enum StopAt {
    /// As soon as the program has been started.
    Start,
    /// At the beginning of this case.
    Case(usize),
}

/// Checks a program that is started so, until we are asked to stop.
fn checked_until(program: &[&str], stop_at: StopAt) -> Result<CheckReport, ProgramError> {
    let options = CheckOptions { timeout: Duration::from_secs(60), jobs: 1, ..CheckOptions::default() };
    let stop = AtomicBool::new(false);
    let start = || {
        stop.fetch_or(matches!(stop_at, StopAt::Start), Ordering::Relaxed);
        let mut command = Command::new(program[0]);
        command.args(&program[1..]);
        command
    };
    let checker =
        Checker { classic: Classic::find("hong").unwrap(), start: &start, options: &options, leash: None };
    let is_last = |number: usize| matches!(stop_at, StopAt::Case(last) if number >= last);
    checker.run(&stop, &|number, _, _| {
        stop.fetch_or(is_last(number), Ordering::Relaxed);
    })
}

#[test]
fn a_program_that_is_not_there_is_told_from_one_that_is_stopped() {
    assert!(matches!(checked_until(&["/nowhere/chess"], StopAt::Case(9)), Err(ProgramError::Start(_))));
    let report = checked_until(&["sleep", "1000"], StopAt::Start).unwrap();
    let is_skipped = |trial: &Trial| matches!(trial.verdict, Verdict::Skipped(_));
    assert!(!report.is_agreement() && report.trials.iter().all(is_skipped));
}

#[test]
fn a_check_that_is_stopped_tells_what_it_has_found() {
    let faulty = faulty();
    let report = checked_until(&[faulty.to_str().unwrap(), "hong", "right"], StopAt::Case(4)).unwrap();
    let totals = report.totals();
    assert_eq!((totals.agreeing, totals.differing), (4, 0));
    assert!(totals.left > 40 && !report.is_agreement());
    let told = report_lines(&report, None);
    let line = format!("Skipped {} cases: you stopped the check.", totals.left);
    assert!(told.contains(&line), "{told:#?}");
    assert!(told.iter().any(|line| line.ends_with("not reached")));
}

#[test]
fn what_does_not_fit_into_the_time_is_skipped_and_no_agreement() {
    let report = report("hong", "right", "--total-time 0");
    assert_eq!((&report["agrees"], &report["agreeing"]), (&Value::Bool(false), &Value::from(0)));
    assert_eq!(report["cases"][0]["why"], "the total time was up");
    assert_eq!(report["points"], 0.0);
}

#[test]
fn honest_programs_may_loop_wait_or_die_at_the_end_of_their_input() {
    for behaviour in ["loops-at-end", "waits-at-end", "crashes-at-end", "right"] {
        let cases = "--case after-mate --case stalemate --case rules-01 --case rules-02 --case random-1";
        let report = report("imperial", behaviour, cases);
        assert_eq!(report["agrees"], true, "{behaviour}: {:?}", first_difference(&report));
    }
}

#[test]
fn a_program_that_reads_ahead_is_told_so_once_and_its_chess_is_judged() {
    let report = report("imperial", "buffers", "--games 2 --timeout 5");
    let wrong: Vec<&Value> =
        report["cases"].as_array().unwrap().iter().filter(|case| case["result"] == "differs").collect();
    assert_eq!(wrong.len(), 1, "{:?}", first_difference(&report));
    assert_eq!((&wrong[0]["name"], &wrong[0]["difference"]["key"]), (&"line-by-line".into(), &"pace".into()));
    assert_eq!(crate::support::report("imperial", "buffers", "--read-ahead --games 2")["agrees"], true);
}

#[test]
fn a_program_that_hangs_is_not_asked_again_and_again() {
    let hung = report("hong", "closes-output", "--timeout 1");
    assert_eq!(hung["differing"], 5, "{:?}", first_difference(&hung));
    let reasons = hung["cases"].as_array().unwrap().iter().filter_map(|case| case["why"].as_str());
    assert!(reasons.into_iter().any(|why| why == "the program used up its time or memory again and again"));
    assert_eq!(hung["remarks"][0], "In the time that it was given, the program read none of its input.");
    let over = report("hong", "exits-at-once", "--case game-01");
    assert_eq!(
        over["remarks"][0],
        "The program reads no input at all: it writes 0 lines by itself and ends."
    );
}

#[test]
fn that_nothing_is_read_is_told_first() {
    let told = report_lines(&faulty_report("hong", "exits-at-once", "--case game-01"), None);
    assert_eq!(told[0], "The program reads no input at all: it writes 0 lines by itself and ends.");
}

#[test]
fn a_program_that_only_greets_is_not_praised_for_its_answers() {
    let report = report("imperial", "greets-and-exits", "--case after-mate --case sample");
    let pace = report["rules"].as_array().unwrap().iter().find(|rule| rule["key"] == "pace").unwrap();
    assert_eq!((&pace["tested"], &pace["points"]), (&0.into(), &0.0.into()), "{pace}");
    let sample = report["cases"].as_array().unwrap().iter().find(|case| case["name"] == "sample").unwrap();
    assert_eq!(sample["why"], "the program does not begin the exercise's own game by itself");
}

#[test]
fn children_that_keep_the_pipe_hold_nobody_up() {
    for behaviour in ["leaves-children", "leaves-strangers"] {
        let report = report("waterloo", behaviour, "--case fools-mate --timeout 60");
        assert_eq!(report["agrees"], true, "{behaviour}: {:?}", first_difference(&report));
    }
}

#[test]
fn what_the_document_leaves_open_is_noted_and_counts_only_when_strict() {
    let fair = report("imperial", "own-words", "--games 0");
    assert_eq!(fair["agrees"], true, "{:?}", first_difference(&fair));
    let case = fair["cases"].as_array().unwrap().iter().find(|case| case["name"] == "after-mate").unwrap();
    assert_eq!(case["notes"][0]["expected"], "The·game·is·already·over!⏎");
    assert_eq!(case["notes"][0]["found"], "Game·over.⏎");
    assert_eq!(report("imperial", "own-words", "--strict --fail-fast")["agrees"], false);
}

#[test]
fn a_word_may_be_spelled_as_the_document_misprints_it() {
    let report = report("hong", "misprints", "--strict --games 2");
    assert_eq!(report["agrees"], true, "{:?}", first_difference(&report));
}

#[test]
fn a_refusal_in_waterloos_game_may_be_worded_in_any_way_but_must_be_told() {
    let cases = "--case refusals --case into-check";
    let own_words = report("waterloo", "own-refusals", cases);
    assert_eq!(own_words["agrees"], true, "{:?} {:?}", first_difference(&own_words), own_words["layout"]);
    assert!(own_words["notes"].as_u64().unwrap() > 3);
    let silent = report("waterloo", "no-board-when-refused", cases);
    let difference = first_difference(&silent).unwrap();
    assert_eq!(text(difference, "what"), "nothing is said here");
    assert!(text(difference, "rule").contains("must be refused"), "{difference}");
}

#[test]
fn that_the_own_king_would_be_in_check_is_told_in_words_of_waterloos_game() {
    let report = report("waterloo", "silent-of-check", "--case refusals --case into-check");
    let wrong = report["rules"].as_array().unwrap().iter().filter(|rule| rule["agreed"] != rule["tested"]);
    let keys: Vec<&str> = wrong.map(|rule| rule["key"].as_str().unwrap()).collect();
    assert!(!keys.is_empty());
    for key in &keys {
        assert!(["into-check", "check-remains", "pinned"].contains(key), "{keys:?}");
    }
}

#[test]
fn a_program_that_prints_on_at_the_end_of_its_input_like_the_listing_is_told_so() {
    let report = report("hong", "loops-at-end", "--games 0");
    assert_eq!(report["agrees"], true, "{:?}", first_difference(&report));
    let remark = report["remarks"][0].as_str().unwrap_or_default();
    assert!(remark.contains("This is departure 13 of the listing: it does not stop"), "{remark}");
}

#[test]
fn an_exit_status_is_a_note() {
    let fair = report("hong", "status", "--games 2");
    assert_eq!(fair["agrees"], true, "{:?}", first_difference(&fair));
    assert!(fair["notes"].as_u64().unwrap() > 5);
    assert_eq!(report("hong", "status", "--games 2 --strict --fail-fast")["agrees"], false);
}

#[test]
fn a_position_of_its_own_is_given_only_to_those_who_take_it() {
    let without = report("hong", "right", "--games 0");
    assert_eq!(without["skipped"], 22);
    let nothing = report("hong", "right", "--case verification-01");
    assert_eq!((&nothing["agrees"], &nothing["skipped"]), (&Value::Bool(false), &Value::from(1)));
    let with = report("hong", "right", "--games 0 --with-fen");
    assert_eq!((&with["agrees"], &with["skipped"]), (&Value::Bool(true), &Value::from(0)));
}
