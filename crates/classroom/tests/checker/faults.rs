use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};
use tabiya_classics::Classic;
use tabiya_classroom::{CheckOptions, case_names};

use crate::support::{checked, faulty, first_difference, report, text};

/// A fault, what is said of it, and a few words of the rule.
struct Fault {
    classic: &'static str,
    name: &'static str,
    options: &'static str,
    what: &'static str,
    rule: &'static str,
}

const fn fault(
    classic: &'static str,
    name: &'static str,
    options: &'static str,
    what: &'static str,
    rule: &'static str,
) -> Fault {
    Fault { classic, name, options, what, rule }
}

const NOT_THE_SAME: &str = "the output is not the same";

/// Those that nobody waits for.
const FAULTS: [Fault; 13] = [
    // Bytes.
    fault("hong", "wrong-byte", "--games 0", NOT_THE_SAME, "A game begins"),
    fault("hong", "small-letters", "--games 0", "the letters of the files is another", ""),
    fault("imperial", "crlf", "--games 0", "lines end in CR LF instead of LF", ""),
    fault("hong", "no-last-newline", "--games 0 --read-ahead", "the end of a line", ""),
    fault("hong", "says-goodbye", "--games 0 --read-ahead", "more than there should be", "takes the king"),
    // Rules.
    fault("hong", "pawns-step-twice", "--games 0", NOT_THE_SAME, "In Hong's game a pawn takes one step"),
    fault("cuhk", "other-values", "--games 0", NOT_THE_SAME, "the game ends"),
    // Ends.
    fault("hong", "crashes", "--games 1", "died of signal 6 (SIGABRT)", "is legal"),
    fault("waterloo", "panics", "--games 0", "exited with status 101", ""),
    fault("imperial", "exits-early", "--games 0", "ends too early", ""),
    fault("cuhk", "fails-early", "--games 0", "exited with status 3", ""),
    fault("hong", "exits-at-once", "--games 0", "ends too early", "A game begins"),
    fault(
        "hong",
        "crashes-after",
        "--games 0",
        "after the right output it died of signal 6",
        "the game ends",
    ),
];

/// Those that are waited for: they never end, or say too little where the document leaves open how much they say.
const SILENT: [Fault; 20] = [
    fault("cuhk", "lost-blanks", "--games 0", "the blanks within a line are others", ""),
    fault("waterloo", "lost-blanks", "--games 0", "blanks at the end of a line are missing", ""),
    fault("hong", "extra-blanks", "--games 0", "blanks at the end of a line are too much", ""),
    fault("hong", "tabs", "--games 0", "blanks", ""),
    fault("imperial", "king-left-in-check", "--games 0", "ends too early", "wins by checkmate"),
    fault("imperial", "king-left-in-check", "--case into-check", NOT_THE_SAME, "must be refused"),
    fault("imperial", "no-double-step", "--games 0", NOT_THE_SAME, "is legal"),
    fault("waterloo", "no-en-passant", "--case castling-enpassant", NOT_THE_SAME, "in passing"),
    fault("waterloo", "no-castling", "--case castling-enpassant", NOT_THE_SAME, "castles"),
    fault("waterloo", "only-queens", "--case castling-enpassant", NOT_THE_SAME, "becomes a"),
    fault("waterloo", "stalemate-loses", "--case setup-stalemate", NOT_THE_SAME, "The input is at its end"),
    fault("hong", "goes-on", "--case game-01", "it does not end", "the game ends"),
    fault("hong", "hangs", "--case game-01", "nothing more came in time", "flush it"),
    fault("imperial", "spins", "--case refusals", "nothing more came in time", ""),
    fault("hong", "reads-nothing", "--case game-01", NOT_THE_SAME, ""),
    fault("hong", "closes-output", "--case game-01", "nothing more came in time", ""),
    fault("hong", "floods", "--case game-01", "and has no end", ""),
    fault("hong", "floods-one-line", "--case game-01", "and has no end", ""),
    fault("hong", "floods-errors", "--case game-01", "nothing more came in time", ""),
    fault("hong", "floods-after", "--case game-01", "it writes on without end", "the game ends"),
];

/// What is wrong with what is told of faults, so many tried at a time.
fn complaints<const LOTS: usize>(faults: &[Fault], timeout: u32) -> Vec<String> {
    thread::scope(|scope| {
        let lot = move |first| {
            let chosen = faults.iter().skip(first).step_by(LOTS);
            chosen.filter_map(|fault| complaint(fault, timeout)).collect::<Vec<_>>()
        };
        let lots = std::array::from_fn::<_, LOTS, _>(|first| scope.spawn(move || lot(first)));
        lots.into_iter().flat_map(|lot| lot.join().unwrap()).collect()
    })
}

#[test]
fn every_fault_is_found_and_explained() {
    // Where nobody waits for it, there is time enough for a busy machine.
    let complaints = complaints::<4>(&FAULTS, 10);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_fault_that_is_waited_for_is_found_and_explained() {
    // Many at a time, because they do little but hang.
    let complaints = complaints::<10>(&SILENT, 4);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is not said of a fault and should be, where the program may be silent for so many seconds.
fn complaint(fault: &Fault, timeout: u32) -> Option<String> {
    let options = format!("--timeout {timeout} --fail-fast {}", fault.options);
    let report = report(fault.classic, fault.name, &options);
    let told = first_difference(&report).unwrap_or(&report["layout"][0]);
    let (what, rule) = (text(told, "what"), text(told, "rule"));
    let is_told = report["agrees"] == false && what.contains(fault.what) && rule.contains(fault.rule);
    (!is_told).then(|| format!("{} of {}: {what}. {rule}", fault.name, fault.classic))
}

#[test]
fn what_a_program_said_when_it_died_is_shown() {
    let report = report("hong", "crashes", "--case game-01");
    let difference = first_difference(&report).unwrap();
    assert_eq!(text(difference, "standard_error"), "assertion failed: the bishop is a knight");
    assert_eq!(text(difference, "moves"), "1. e2-e3 a7-a6 2. f1-b5");
    assert_eq!(text(difference, "fed"), "F1,B5");
    assert!(text(difference, "board").starts_with("8  r . b . k b . r\n"));
}

#[test]
fn a_crash_while_the_computer_thinks_is_told_as_one() {
    let report = report("cuhk", "crashes-thinking", "--case mode-2 --case mode-3");
    for (case, key) in
        report["cases"].as_array().unwrap().iter().zip(["computer-opponent", "computers-alone"])
    {
        let difference = &case["difference"];
        let told = "it died of signal 6 (SIGABRT) while the computer was to move";
        assert_eq!((text(difference, "what"), text(difference, "key")), (told, key), "{difference}");
    }
    let moves = report["cases"][0]["difference"]["moves"].as_str();
    assert_eq!(moves, Some("1. a7-a5"), "the move before is shown");
}

#[test]
fn a_crash_is_blamed_on_what_was_asked_last_and_not_on_what_comes_after_it() {
    // In the second random game a question follows a move that is refused, in whatever words.
    let report = report("waterloo", "dies-of-questions", "--case random-2 --case castling-enpassant");
    let rules = report["rules"].as_array().unwrap().iter();
    let wrong = rules.filter(|rule| rule["agreed"] != rule["tested"]);
    assert_eq!(wrong.map(|rule| rule["key"].as_str().unwrap()).collect::<Vec<_>>(), ["questions"]);
    for case in report["cases"].as_array().unwrap() {
        assert!(text(&case["difference"], "fed").starts_with("threats-"), "{}", case["difference"]);
    }
}

#[test]
fn a_mode_that_crashes_costs_what_a_mode_is_worth() {
    let lost = |fault: &str| -> Vec<(String, f64)> {
        let cases = case_names(Classic::find("cuhk").unwrap(), &CheckOptions::default());
        let modes = cases.iter().filter(|name| name.starts_with("mode"));
        let report = report("cuhk", fault, &modes.map(|name| format!(" --case {name}")).collect::<String>());
        let rules = report["rules"].as_array().unwrap().iter();
        let lost = rules.map(|rule| {
            let points = rule["max_points"].as_f64().unwrap() - rule["points"].as_f64().unwrap();
            (rule["key"].as_str().unwrap().to_owned(), points)
        });
        lost.filter(|(_, points)| *points > 0.0).collect()
    };
    assert_eq!(lost("right"), []);
    let crash = lost("crashes-thinking");
    let of = |key: &str| crash.iter().find(|(lost, _)| lost == key).map_or(0.0, |(_, points)| *points);
    assert_eq!((of("computer-opponent"), of("computers-alone")), (10.0, 10.0), "{crash:?}");
    // Of two modes only one.
    let crash = lost("crashes-in-its-own-games");
    let of = |key: &str| crash.iter().find(|(lost, _)| lost == key).map_or(0.0, |(_, points)| *points);
    assert!(of("computer-opponent") == 0.0 && of("computers-alone") >= 5.0, "{crash:?}");
}

#[test]
fn what_eats_all_memory_is_not_asked_again_and_again() {
    // As the sandbox does with it.
    let report = report("hong", "is-killed", "--timeout 60");
    assert_eq!(report["differing"], 5, "{:?}", first_difference(&report));
    let reasons: Vec<&str> =
        report["cases"].as_array().unwrap().iter().filter_map(|case| case["why"].as_str()).collect();
    assert!(reasons.contains(&"the program used up its time or memory again and again"));
}

#[test]
fn what_is_told_of_a_hang_does_not_depend_on_how_long_it_was_waited_for() {
    let told = |timeout: &str| {
        let report = report("hong", "hangs", &format!("--case game-01 --timeout {timeout}"));
        text(first_difference(&report).unwrap(), "what").to_owned()
    };
    assert_eq!(told("1"), told("2"));
}

#[test]
fn a_program_that_drops_the_rest_of_a_line_does_not_read_ahead() {
    let report = report("cuhk", "first-of-line", "--case mode1-05 --timeout 5");
    let difference = first_difference(&report).unwrap();
    assert_eq!(text(difference, "fed"), "d2·d4, in the line d5·e4·d2·d4");
    assert!(text(difference, "rule").contains("the rest of a line is read on"), "{difference}");
    let wrong = report["rules"].as_array().unwrap().iter().filter(|rule| rule["agreed"] != rule["tested"]);
    assert!(wrong.into_iter().all(|rule| rule["key"] != "pace"), "{}", report["rules"]);
}

#[test]
fn no_process_is_left() {
    let folder = std::env::temp_dir().join(format!("tabiya-checker-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    thread::scope(|scope| {
        for name in ["hangs", "spins", "floods", "leaves-children"] {
            let path = folder.join(name);
            scope.spawn(move || assert_no_process_is_left(name, &path));
        }
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

/// `path` is where the program writes the numbers of its processes.
fn assert_no_process_is_left(name: &str, path: &Path) {
    let mut register = OsString::from("FAULTY_PROCESSES=");
    register.push(path);
    let program = ["env".into(), register, faulty().into(), "waterloo".into(), name.into()];
    checked("waterloo", &program, "--timeout 5 --case fools-mate");
    let numbers = std::fs::read_to_string(path).unwrap();
    let numbers: BTreeSet<i32> = numbers.lines().map(|line| line.parse().unwrap()).collect();
    assert!(numbers.len() >= if name == "leaves-children" { 2 } else { 1 }, "{name}");
    for number in numbers {
        assert!((0..200).any(|_| is_gone(number)), "{name}: {number} is left");
    }
}

/// Whether a process has ended; a signal takes a moment. One that nobody has asked how it ended is gone as well.
fn is_gone(number: i32) -> bool {
    let about = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    let is_gone = about.contains(") Z ") || test_kill_process(Pid::from_raw(number).unwrap()).is_err();
    if !is_gone {
        thread::sleep(Duration::from_millis(50));
    }
    is_gone
}
