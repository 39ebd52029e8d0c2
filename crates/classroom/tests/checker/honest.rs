use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;
use tabiya_classics::{CLASSICS, Classic};
use tabiya_classroom::{CheckOptions, Checker, ProgramError};

use crate::support::{first_difference, report};

#[test]
fn a_right_program_agrees_in_every_dialect() {
    for classic in &CLASSICS {
        let report = report(classic.name, "right", "--strict --with-fen --games 10");
        assert_eq!(report["agrees"], true, "{}: {:?}", classic.name, first_difference(&report));
        let is_told = usize::from(classic.dialect.sample.is_some());
        assert_eq!(report["skipped"], is_told, "the sample is for programs that read nothing");
    }
}

#[test]
fn a_program_that_is_not_there_is_told_from_one_that_is_stopped() {
    let classic = Classic::find("hong").unwrap();
    let run = |path: &str, stop: bool| {
        let options = CheckOptions { timeout: Duration::from_secs(60), ..CheckOptions::default() };
        let start = || {
            let mut command = Command::new(path);
            command.arg("1000");
            command
        };
        let checker = Checker { classic, start: &start, options: &options };
        checker.run(&AtomicBool::new(stop), &|_, _, _| {}).err().unwrap()
    };
    assert!(matches!(run("/nowhere/chess", false), ProgramError::Start(_)));
    assert!(matches!(run("sleep", true), ProgramError::Stopped));
}

#[test]
fn honest_programs_may_loop_wait_or_die_at_the_end_of_their_input() {
    for behaviour in ["loops-at-end", "waits-at-end", "crashes-at-end", "right"] {
        let report = report("imperial", behaviour, "--timeout 5");
        assert_eq!(report["agrees"], true, "{behaviour}: {:?}", first_difference(&report));
    }
}

#[test]
fn a_program_that_reads_ahead_is_told_so_once_and_its_chess_is_judged() {
    let report = report("imperial", "buffers", "--games 2 --timeout 2");
    let wrong: Vec<&Value> =
        report["cases"].as_array().unwrap().iter().filter(|case| case["result"] == "differs").collect();
    assert_eq!(wrong.len(), 1, "{:?}", first_difference(&report));
    assert_eq!((&wrong[0]["name"], &wrong[0]["difference"]["key"]), (&"line-by-line".into(), &"pace".into()));
    assert_eq!(crate::support::report("imperial", "buffers", "--read-ahead --games 2")["agrees"], true);
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
    let fair = report("imperial", "own-words", "");
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
fn silent_refusals_are_noted_in_waterloos_game() {
    let fair = report("waterloo", "no-board-when-refused", "--games 5");
    assert_eq!(fair["agrees"], true, "{:?}", first_difference(&fair));
    assert!(fair["notes"].as_u64().unwrap() > 3);
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
