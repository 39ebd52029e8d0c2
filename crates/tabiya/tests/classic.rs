//! The classic programs from outside: through pipes, byte for byte.

#[path = "classic/grade.rs"]
mod grade;

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tabiya_classics::{CLASSICS, Case, Classic, ClassicOptions, run};

/// Neither side of this can move, so that two machines give up their turns for ever.
const ENDLESS: &str = "KP6/PP6/8/8/8/8/6pp/6pk w - - 0 1";

fn command(classic: &Classic) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.arg("classic");
    match classic.name.strip_suffix("-written") {
        Some(name) => command.args([name, "--as-written"]),
        None => command.arg(classic.name),
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(classic: &Classic, case: &Case) -> Child {
    let mut command = command(classic);
    if let Some(fen) = case.fen {
        command.args(["--fen", fen]);
    }
    command.spawn().unwrap()
}

fn endless() -> Child {
    let mut child = command(Classic::find("cuhk").unwrap()).args(["--fen", ENDLESS]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"3\n").unwrap();
    child
}

#[test]
fn every_case_goes_through_pipes() {
    for classic in &CLASSICS {
        for case in classic.cases() {
            let mut child = start(classic, case);
            child.stdin.take().unwrap().write_all(case.input).unwrap();
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success());
            assert!(output.stdout == case.output, "{} {}", classic.name, case.name);
            assert!(output.stderr.is_empty() || classic.name == "waterloo", "{} {}", classic.name, case.name);
        }
    }
}

/// What a classic has said when it waits for more than this input: all but what it says because the input ends.
fn said_before_more(classic: &Classic, mut input: &[u8]) -> Vec<u8> {
    let mut said = Vec::new();
    run(classic, &ClassicOptions::default(), &mut input, &mut said, &mut std::io::sink()).unwrap();
    let text = String::from_utf8(said).unwrap();
    text.split("Final Score:").next().unwrap().into()
}

/// Whoever talks to the program line by line hears each answer before the next line; a program that kept it back
/// would make this wait for ever.
#[test]
fn every_answer_comes_before_the_next_line() {
    for classic in &CLASSICS {
        let case = &classic.cases()[0];
        let mut child = start(classic, case);
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (mut sent, mut heard) = (0, 0);
        for line in case.input.split_inclusive(|&byte| byte == b'\n') {
            let expected = said_before_more(classic, &case.input[..sent]);
            let mut answer = vec![0; expected.len() - heard];
            output.read_exact(&mut answer).unwrap();
            assert!(answer == expected[heard..], "{} after {sent} bytes", classic.name);
            heard = expected.len();
            sent += line.len();
            input.write_all(line).unwrap();
        }
        drop(input);
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).unwrap();
        assert!(rest == case.output[heard..], "{}", classic.name);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child = endless();
    let mut some = [0; 5000];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn an_interruption_leaves_whole_lines() {
    for _ in 0..5 {
        let mut child = endless();
        let mut output = child.stdout.take().unwrap();
        let mut heard = vec![0; 5000];
        output.read_exact(&mut heard).unwrap();
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        output.read_to_end(&mut heard).unwrap();
        assert_eq!(heard.last(), Some(&b'\n'));
        assert_eq!(child.wait().unwrap().signal(), Some(2));
    }
}

#[test]
fn a_program_that_waits_for_input_is_interrupted_at_once() {
    let mut child = command(Classic::find("cuhk").unwrap()).spawn().unwrap();
    let mut question = [0; 28];
    child.stdout.as_mut().unwrap().read_exact(&mut question).unwrap();
    assert_eq!(&question, b"Choose game mode (1, 2, 3): ");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
}

#[test]
fn a_seed_repeats_the_machines_game_and_without_one_it_differs() {
    let game = |options: &[&str]| {
        let mut child = command(Classic::find("cuhk").unwrap()).args(options).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"3\n").unwrap();
        child.wait_with_output().unwrap().stdout
    };
    assert_eq!(game(&["--seed", "7"]), game(&["--seed", "7"]));
    assert_ne!(game(&[]), game(&[]));
}

#[test]
fn undo_is_written_with_one_dash_or_two() {
    let input = b"game human human\nplay\nmove e2 e4\nundo\n";
    let printed = |option: &str| {
        let mut child = command(Classic::find("waterloo").unwrap()).arg(option).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    let (one, two) = (printed("-undo"), printed("--undo"));
    assert_eq!(one, two);
    assert_eq!(String::from_utf8(one.stdout).unwrap().matches("abcdefgh").count(), 3);
    assert!(one.stderr.is_empty());
}

#[test]
fn the_sample_is_told() {
    let mut child = command(Classic::find("imperial").unwrap()).arg("--sample").spawn().unwrap();
    drop(child.stdin.take());
    let expected = include_bytes!("../../classics/cases/imperial/sample.out");
    assert!(child.wait_with_output().unwrap().stdout == expected);
}

/// A line of 60 MB is read with a little memory.
#[test]
fn a_line_without_end_takes_little_memory() {
    for (classic, expected) in [("hong", 2), ("waterloo", 0), ("imperial", 0), ("cuhk", 0)] {
        let classic = Classic::find(classic).unwrap();
        let mut child = command(classic).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let chunk = vec![b'x'; 1 << 20];
        for _ in 0..60 {
            input.write_all(&chunk).unwrap();
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 40_000, "{}: {kilobytes} kB", classic.name);
        drop(input);
        let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!(output.matches("BEGIN GAME OUTPUT").count(), expected);
    }
}

/// `tabiya classic check CLASSIC OPTIONS`.
fn check(classic: &str, options: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["classic", "check", classic]).args(options.split_whitespace()).env_remove("COLUMNS");
    command
}

/// What our own program is called with.
fn ours(classic: &str) -> (&str, &[&str]) {
    match classic {
        "hong-written" => ("hong", &["--as-written"]),
        other => (other, &[]),
    }
}

#[test]
fn our_own_program_agrees_in_every_dialect() {
    for classic in &CLASSICS {
        let (cases, classic) = (classic.cases(), classic.name);
        let (name, options) = ours(classic);
        // The library's tests run all cases; here it is the program itself that matters, as a process.
        let first = cases[0].name;
        let words =
            format!("--json --strict --with-fen --seed 3 --case {first} --case rules-01 --case random-1");
        let mut command = check(classic, &words);
        command.args(["--", env!("CARGO_BIN_EXE_tabiya"), "classic", name]).args(options);
        let output = command.output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(output.status.success(), "{classic}: {report}");
        assert_eq!(
            (&report["agreeing"], &report["skipped"]),
            (&Value::from(3), &Value::from(0)),
            "{classic}"
        );
    }
}

#[test]
fn moves_are_taken_back_alike() {
    let mut command = check("waterloo", "--undo --strict --games 4");
    let output = command.args(["--", env!("CARGO_BIN_EXE_tabiya"), "classic", "waterloo", "--undo"]).output();
    assert!(output.unwrap().status.success());
    // Without the flag on the program's side nothing fits together.
    let output = check("waterloo", "--undo --strict --fail-fast --games 3")
        .args(["--", env!("CARGO_BIN_EXE_tabiya"), "classic", "waterloo"])
        .output();
    assert_eq!(output.unwrap().status.code(), Some(1));
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

#[test]
fn the_junit_report_is_written_whole() {
    let path = std::env::temp_dir().join(format!("tabiya-junit-{}.xml", std::process::id()));
    let mut command = check("hong", "--games 0 --junit");
    let output = command.arg(&path).args(["--", "sh", "-c", "kill -s ABRT $$"]).output().unwrap();
    let report = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.starts_with("The program fails before it reads any input.") && told.contains("\nRule "),
        "{told}"
    );
    // All that need no start position of their own fail.
    let suite = "<testsuite name=\"tabiya classic check hong\" tests=\"60\" failures=\"38\" errors=\"0\" skipped=\"22\"";
    assert!(report.contains(suite));
    assert!(report.ends_with("  </testsuite>\n</testsuites>\n"));
}

#[test]
fn a_report_that_cannot_be_written_is_told() {
    let mut command = check("cuhk", "--games 0 --junit /nowhere/report.xml --");
    let output = command.args([env!("CARGO_BIN_EXE_tabiya"), "classic", "cuhk"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/report.xml"));
}

#[test]
fn an_interrupted_check_tells_what_it_has_found_and_leaves_no_process() {
    let fifo = std::env::temp_dir().join(format!("tabiya-check-{}", std::process::id()));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // So many random games are made while the first cases are run, or nobody would hear anything for minutes.
    let mut command = check("hong", "--timeout 600 --games 100000");
    // One that tells its number and then keeps silent.
    command.args(["--", "sh", "-c", "echo $$ > \"$0\"; exec sleep 1000"]).arg(&fifo);
    let child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut number = String::new();
    BufReader::new(std::fs::File::open(&fifo).unwrap()).read_line(&mut number).unwrap();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    std::fs::remove_file(&fifo).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.starts_with("Rule ") && report.contains("cases: you stopped the check."), "{report}");
    assert!(!std::path::Path::new("/proc").join(number.trim()).exists(), "it is still there");
}

#[test]
fn a_check_that_is_killed_takes_the_program_along() {
    let fifo = std::env::temp_dir().join(format!("tabiya-killed-{}", std::process::id()));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let mut command = check("hong", "--timeout 600 --case game-01");
    // One that has started another, in a session of that one's own, and a third whose own parent has ended.
    let script = "setsid sleep 1000 & second=$!; third=$(setsid sleep 1000 >/dev/null & echo $!); \
                  echo $$ $second $third > \"$0\"; exec sleep 1000";
    let mut child =
        command.args(["--", "sh", "-c", script]).arg(&fifo).stdout(Stdio::null()).spawn().unwrap();
    let mut numbers = String::new();
    BufReader::new(std::fs::File::open(&fifo).unwrap()).read_line(&mut numbers).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_file(&fifo).unwrap();
    assert_eq!(numbers.split_whitespace().count(), 3);
    for number in numbers.split_whitespace() {
        let line = format!("/proc/{number}/stat");
        let is_gone = || std::fs::read_to_string(&line).map_or(true, |about| about.contains(") Z "));
        let waits = (0..200).take_while(|_| !is_gone());
        waits.for_each(|_| std::thread::sleep(std::time::Duration::from_millis(50)));
        assert!(is_gone(), "{number} is still there");
    }
}

#[test]
fn a_check_ends_what_parts_from_the_program() {
    let register = std::env::temp_dir().join(format!("tabiya-parted-{}", std::process::id()));
    // One in a session of its own, and one whose parents have ended besides.
    let script = "setsid sleep 1000 & echo $! >> \"$0\"; (setsid sh -c 'echo $$; exec sleep 1000' >> \"$0\" &); \
                  until [ \"$(wc -l < \"$0\")\" -ge 2 ]; do :; done; exec \"$1\" classic waterloo";
    let mut command = check("waterloo", "--case fools-mate -- sh -c");
    let output = command.arg(script).arg(&register).arg(env!("CARGO_BIN_EXE_tabiya")).output().unwrap();
    let numbers = std::fs::read_to_string(&register).unwrap();
    std::fs::remove_file(&register).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    // The program is also run to learn its words.
    assert!(numbers.lines().count() >= 2, "{numbers}");
    for number in numbers.lines() {
        assert!(!std::path::Path::new("/proc").join(number).exists(), "{number} is still there");
    }
}

#[test]
fn a_saved_case_is_repeated_by_the_line_that_is_told() {
    let folder = std::env::temp_dir().join(format!("tabiya-cases-{}", std::process::id()));
    let again = |command: &mut Command| -> String {
        let output = command.args(["--", "sh", "-c", "exit 3"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let report = String::from_utf8(output.stdout).unwrap();
        report.lines().find_map(|line| line.strip_prefix("Again: ")).unwrap().to_owned()
    };
    let saved = again(check("hong", "--with-fen --case verification-01 --save-case").arg(&folder));
    let (input, fen) = (folder.join("verification-01.in"), folder.join("verification-01.fen"));
    let fen = std::fs::read_to_string(fen).unwrap();
    let line = format!("--input {} --fen '{}' --with-fen -- sh", input.display(), fen.trim());
    assert!(saved.contains(&line), "{saved}");
    let repeated = again(check("hong", "--input").arg(&input).arg("--fen").arg(fen.trim()));
    assert!(repeated.contains(&format!("--input {} --fen", input.display())), "{repeated}");
    let refused = check("hong", "--fen banana --input").arg(&input).arg("--").arg("true").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no game of hong starts there"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_input_without_end_is_refused() {
    let output = check("hong", "--input /dev/zero -- true").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/dev/zero is longer than 1 MB"), "{output:?}");
}

#[test]
fn cases_can_be_listed() {
    let output = check("cuhk", "--list --games 2").output().unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    assert_eq!(list.lines().next(), Some("mode1-01"));
    assert_eq!(list.lines().last(), Some("random-2"));
    assert!(list.lines().any(|case| case.starts_with("rules-")), "{list}");
}
