use std::process::Command;

use serde_json::Value;

use crate::support::{CLASSICS, check, first_difference, report};

/// What our own program is called with.
fn ours(classic: &str) -> (&str, &[&str]) {
    match classic {
        "hong-written" => ("hong", &["--as-written"]),
        other => (other, &[]),
    }
}

#[test]
fn our_own_program_agrees_in_every_dialect() {
    for classic in CLASSICS {
        let (name, options) = ours(classic);
        let mut command = check(classic, "--json --strict --with-fen --games 25 --seed 3");
        command.args(["--", env!("CARGO_BIN_EXE_tabiya"), "classic", name]).args(options);
        let output = command.output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(output.status.success(), "{classic}: {:?}", first_difference(&report));
        assert_eq!(report["skipped"], 0);
        assert!(report["agreeing"].as_u64().unwrap() >= 29, "{classic}");
    }
}

#[test]
fn moves_are_taken_back_alike() {
    let mut command = check("waterloo", "--undo --strict --games 25");
    let output = command.args(["--", env!("CARGO_BIN_EXE_tabiya"), "classic", "waterloo", "--undo"]).output();
    assert!(output.unwrap().status.success());
    // Without the flag on the program's side nothing fits together.
    let output = check("waterloo", "--undo --strict --games 3")
        .args(["--", env!("CARGO_BIN_EXE_tabiya"), "classic", "waterloo"])
        .output();
    assert_eq!(output.unwrap().status.code(), Some(1));
}

#[test]
fn honest_programs_may_loop_wait_or_die_at_the_end_of_their_input() {
    for behaviour in ["loops-at-end", "waits-at-end", "crashes-at-end", "buffers", "right"] {
        let report = report("imperial", behaviour, "--timeout 5");
        assert_eq!(report["agrees"], true, "{behaviour}: {:?}", first_difference(&report));
    }
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
    assert_eq!(report("imperial", "own-words", "--strict")["agrees"], false);
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
    assert_eq!((&fair["agrees"], &fair["notes"]), (&Value::Bool(true), &Value::from(9)));
    assert_eq!(report("hong", "status", "--games 2 --strict")["agrees"], false);
}

#[test]
fn a_position_of_its_own_is_given_only_to_those_who_take_it() {
    let without = report("hong", "right", "--games 0");
    assert_eq!((&without["agreeing"], &without["skipped"]), (&Value::from(7), &Value::from(22)));
    let nothing = report("hong", "right", "--case verification-01");
    assert_eq!((&nothing["agrees"], &nothing["skipped"]), (&Value::Bool(false), &Value::from(1)));
    let with = report("hong", "right", "--games 0 --with-fen");
    assert_eq!((&with["agreeing"], &with["skipped"]), (&Value::from(29), &Value::from(0)));
}

#[test]
fn a_program_that_cannot_be_started_is_wrong_usage() {
    for program in ["/nowhere/chess", "/"] {
        let output = check("hong", "").args(["--", program]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with(&format!("error: {program} cannot be started: ")), "{told}");
    }
    let wrong: [&[&str]; 5] = [
        &["hong"],
        &["chess", "--", "true"],
        &["cuhk", "--as-written", "--", "true"],
        &["hong", "--undo", "--", "true"],
        &["hong", "--case", "nonsense", "--", "true"],
    ];
    for args in wrong {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        let output = command.args(["classic", "check"]).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}
