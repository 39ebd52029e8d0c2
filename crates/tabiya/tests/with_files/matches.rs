//! Engines against each other, with whatever they do.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tabiya_notation::pgn::{PgnGame, PgnReader};

use crate::fake_engine::{closing_script, command, script};
use crate::support::{Folder, tabiya, told};

fn play(arguments: &[&str]) -> Output {
    tabiya().arg("match").args(arguments).output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", told(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn games(path: &Path) -> Vec<PgnGame> {
    let reader = PgnReader::new(fs::File::open(path).unwrap());
    reader
        .games()
        .map(|read| read.unwrap())
        .map(|(game, end)| {
            assert_eq!(end.damage, None);
            game
        })
        .collect()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Until no process runs that was started from a folder.
fn assert_nobody_is_left(folder: &Folder) {
    let end = Instant::now() + Duration::from_secs(10);
    let is_ours = |id: &str| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        let command = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let place = text(folder.path()).as_bytes();
        [environment, command].iter().any(|bytes| bytes.windows(place.len()).any(|part| part == place))
    };
    loop {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let left: Vec<String> = names.filter(|name| name.parse::<u32>().is_ok() && is_ours(name)).collect();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < end, "processes are left: {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// An engine that fails, how it is told, and how much time it needs for that.
struct Failure {
    behavior: &'static str,
    fault: &'static str,
    reason: &'static str,
    termination: &'static str,
    clock: &'static str,
}

/// Time enough for everything on any machine.
const AMPLE: &str = "60";

/// Time that has to run out.
const SHORT: &str = "0.5";

#[rustfmt::skip]
const FAILURES: [Failure; 16] = [
    Failure { behavior: "crashes", fault: "crash", reason: "fails: it exited with status 3", termination: "abandoned", clock: AMPLE },
    Failure { behavior: "aborts", fault: "crash", reason: "fails: it was ended by signal 6", termination: "abandoned", clock: AMPLE },
    Failure { behavior: "leaves", fault: "crash", reason: "fails: it exited with status 0", termination: "abandoned", clock: AMPLE },
    Failure { behavior: "closes", fault: "crash", reason: "fails: it closed its output", termination: "abandoned", clock: AMPLE },
    Failure { behavior: "cheats", fault: "illegal", reason: "makes an illegal move: it played 0000", termination: "rules infraction", clock: AMPLE },
    Failure { behavior: "stammers", fault: "illegal", reason: "it played ‹escape›[2J", termination: "rules infraction", clock: AMPLE },
    Failure { behavior: "gives-none", fault: "illegal", reason: "it played (none): that is no move", termination: "rules infraction", clock: AMPLE },
    Failure { behavior: "names-none", fault: "illegal", reason: "makes an illegal move: it named no move", termination: "rules infraction", clock: AMPLE },
    Failure { behavior: "xcomplains", fault: "crash", reason: "fails: it said: Illegal move (no such piece)", termination: "abandoned", clock: AMPLE },
    Failure { behavior: "xdraws", fault: "claim", reason: "makes a false claim: it said '1/2-1/2 {Draw}' and made no move", termination: "rules infraction", clock: AMPLE },
    Failure { behavior: "xwins", fault: "claim", reason: "mates}' and made no move", termination: "rules infraction", clock: AMPLE },
    Failure { behavior: "hangs", fault: "hang", reason: "hangs: it did not answer for 1.", termination: "abandoned", clock: SHORT },
    Failure { behavior: "floods", fault: "hang", reason: ", but wrote one other line (waited for bestmove)", termination: "abandoned", clock: SHORT },
    Failure { behavior: "chatters", fault: "hang", reason: " other lines (waited for bestmove)", termination: "abandoned", clock: SHORT },
    Failure { behavior: "xhangs", fault: "hang", reason: "hangs: it did not answer for 1.", termination: "abandoned", clock: SHORT },
    Failure { behavior: "is-slow", fault: "time", reason: "loses on time", termination: "time forfeit", clock: SHORT },
];

/// Some at once: most of the time is spent waiting for what does not come.
#[test]
fn an_engine_that_fails_loses_and_is_started_again() {
    std::thread::scope(|scope| {
        for some in FAILURES.chunks(4) {
            scope.spawn(move || some.iter().for_each(assert_it_loses));
        }
    });
}

fn assert_it_loses(&Failure { behavior, fault, reason, termination, clock }: &Failure) {
    let folder = Folder::new();
    let pgn = folder.join("games.pgn");
    let path = if behavior == "closes" { closing_script(&folder) } else { script(&folder, behavior) };
    let engine = match behavior.starts_with('x') {
        true => format!("{} proto=xboard", text(&path)),
        false => text(&path).to_owned(),
    };
    let engines = ["--engine", "level:1", "--engine", &engine, "--tc", clock];
    let run = play(&[&engines[..], &["--games", "2", "--json", "--pgn", text(&pgn)]].concat());
    let answer = json(&run);
    assert_eq!(answer["pairings"][0]["wins"], 2, "{behavior}: {answer}");
    // All that two wins say: 0.05 ^ 0.5 = 0.2236.
    assert_eq!(answer["pairings"][0]["elo_low"].as_f64().unwrap().round(), -216.0);
    assert_eq!(answer["pairings"][0]["elo_high"], Value::Null);
    assert_eq!(answer["faults"][0]["engine"], behavior);
    assert_eq!(answer["faults"][0]["fault"], fault, "{behavior}");
    assert_eq!(answer["faults"][0]["count"], 2);
    let games = games(&pgn);
    for (game, color) in games.iter().zip(["Black", "White"]) {
        let last = game.main_line().last().unwrap();
        let comment = game[last].after.last().unwrap();
        assert!(comment.starts_with(color) && comment.contains(reason), "{behavior}: {comment}");
        // Who hangs is waited for at least as long as it takes to tell it from one that is slow.
        assert!(!comment.contains("for 0."), "{behavior}: {comment}");
        assert_eq!(game.tags.get("Termination"), Some(termination), "{behavior}");
    }
    assert_nobody_is_left(&folder);
}

#[test]
fn engines_of_both_kinds_play_to_the_end() {
    let folder = Folder::new();
    let uci = text(&script(&folder, "good")).to_owned();
    for behavior in ["xgood", "xold", "xtwice", "xresigns"] {
        let pgn = folder.join(format!("{behavior}.pgn"));
        let xboard = format!("{} proto=xboard", text(&script(&folder, behavior)));
        let arguments = [
            "--engine",
            &uci,
            "--engine",
            &xboard,
            "--engine",
            "level:2",
            "--tc",
            "40/60",
            "--round-robin",
            "--games",
            "2",
            "--patience",
            "1",
            "--json",
            "--pgn",
            text(&pgn),
            "--max-moves",
            "60",
        ];
        let answer = json(&play(&arguments));
        assert_eq!(answer["finished"], 6);
        assert_eq!(answer["faults"], Value::Array(Vec::new()), "{behavior}");
        let resignations = games(&pgn)
            .iter()
            .filter(|game| {
                let last = game.main_line().last().unwrap();
                game[last].after.last().unwrap().ends_with("resigns")
            })
            .count();
        // It resigns at the third move it is asked for, counted from its start.
        assert_eq!(resignations, if behavior == "xresigns" { 1 } else { 0 }, "{behavior}");
    }
    assert_nobody_is_left(&folder);
}

#[test]
fn ratings_are_fitted_to_all_games_beside_those_that_are_known() {
    let common = ["--rules", "hong", "--games", "6", "--max-moves", "40"];
    let engines = ["--engine", "level:1", "--engine", "level:2 name=greedy", "--engine", "level:3"];
    let ladder = ["--neighbours", "1", "--anchor", "greedy=1000"];
    let answer = json(&play(&[&common[..], &engines, &ladder, &["--json"]].concat()));
    assert_eq!(answer["finished"], 12);
    let ratings = answer["ratings"].as_array().unwrap();
    let names: Vec<&str> = ratings.iter().map(|rating| rating["engine"].as_str().unwrap()).collect();
    assert_eq!(names, ["level:1", "greedy", "level:3"]);
    assert!((ratings[1]["elo"].as_f64().unwrap() - 1000.0).abs() < 1e-6 && ratings[1]["error"] == 0.0);
    assert!(ratings[2]["error"].as_f64().unwrap() > 10.0, "{answer}");
    let told = play(&[&common[..], &engines, &ladder].concat());
    let table = String::from_utf8(told.stdout).unwrap();
    assert!(table.contains("Ratings by all games together (95 %):\n"), "{table}");
    assert!(table.contains("  1000 +- 0, known as 1000\n"), "{table}");
    let wrong = play(&[&common[..], &engines, &["--anchor", "nobody=5"]].concat());
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn the_rules_are_told_to_engines_that_know_them() {
    let folder = Folder::new();
    let uci = text(&script(&folder, "good")).to_owned();
    let xboard = format!("{} proto=xboard", text(&script(&folder, "xgood")));
    let common = ["--games", "4", "--nodes", "5", "--json", "--max-moves", "40", "--engine", "level:1"];
    for rules in ["hong", "chess960", "waterloo"] {
        let run = play(&[&common[..], &["--rules", rules, "--engine", &uci]].concat());
        assert_eq!(json(&run)["faults"], Value::Array(Vec::new()), "{rules}");
    }
    let run = play(&[
        "--engine",
        &uci,
        "--engine",
        &xboard,
        "--rules",
        "chess960",
        "--games",
        "4",
        "--depth",
        "3",
        "--json",
        "--max-moves",
        "40",
    ]);
    assert_eq!(json(&run)["faults"], Value::Array(Vec::new()));
    for (rules, engine) in [("byu", &uci), ("hong", &xboard)] {
        let run = play(&["--engine", "level:1", "--engine", engine, "--rules", rules, "--tc", "5"]);
        assert_eq!(run.status.code(), Some(1));
        assert!(told(&run).contains(&format!("it does not know the rules '{rules}'")), "{}", told(&run));
    }
    assert_nobody_is_left(&folder);
}

#[test]
fn what_is_wrong_with_an_engine_is_told_before_the_first_game() {
    let folder = Folder::new();
    let engine = |behavior, rest: &str| format!("{} {rest}", text(&script(&folder, behavior)));
    for (engine, why) in [
        (engine("mute", ""), "needs proto=xboard"),
        (engine("mute", ""), "perhaps an argument such as 'uci' is missing"),
        (engine("leaves-at-once", ""), "it exited with status 7"),
        (engine("good", "option.Hush=1"), "it has no option 'Hush', only: Hash, UCI_Chess960, UCI_Variant"),
        (engine("xgood", "proto=xboard option.Hush=1"), "it has no option 'Hush', only: Depth Charge, Hash"),
        (engine("xgood", "proto=xboard nodes=100"), "no limit on nodes"),
        ("/no/such/program".to_owned(), "it could not be started: No such file"),
        ("no-such-program".to_owned(), "it could not be started: No such file"),
    ] {
        let pgn = folder.join("none.pgn");
        let run = play(&[
            "--engine",
            "level:1",
            "--engine",
            &engine,
            "--patience",
            "1",
            "--tc",
            "5",
            "--pgn",
            text(&pgn),
        ]);
        assert_eq!(run.status.code(), Some(1), "{engine}");
        assert!(told(&run).contains(why), "{engine}: {}", told(&run));
        assert!(run.stdout.is_empty());
        let _ = fs::remove_file(&pgn);
        let _ = fs::remove_file(folder.join("none.pgn.state"));
    }
    assert_nobody_is_left(&folder);
}

#[test]
fn odd_commands_are_refused() {
    for (arguments, status, why) in [
        (&["--engine", "level:1"][..], 2, "two engines are needed"),
        (&["--engine", "level:1", "--engine", "level:0"], 2, "from 1 to 9"),
        (&["--engine", "level:1", "--engine", "level:2", "--games", "3"], 2, "must be even"),
        (&["--engine", "level:1", "--engine", "level:2", "--tc", "0"], 2, "no time"),
        (
            &["--engine", "level:1", "--engine", "level:2", "--tc", "5d3"],
            2,
            "'5d3' is written as for tabiya play --clock",
        ),
        (&["--engine", "level:1", "--engine", "level:2 tc=90s"], 2, "in seconds, as here, it is 90"),
        (
            &["--engine", "level:1", "--engine", "level:2", "--tc", "1", "--nodes", "3"],
            2,
            "cannot be used with",
        ),
        (&["--engine", "level:1", "--engine", "level:2", "--sprt", "5", "0"], 2, "the smaller one first"),
        (&["--engine", "level:1", "--engine", "level:2", "--sprt", "0", "nan"], 2, "the smaller one first"),
        (
            &["--engine", "level:1", "--engine", "level:2", "--engine", "level:3", "--sprt", "0", "5"],
            2,
            "two engines",
        ),
        (&["--engine", "level:1", "--engine", "level:2", "--draw", "moves"], 2, "expected after=NUMBER"),
        (&["--engine", "level:1", "--engine", "level:2", "--rules", "nope"], 1, "a path to a rule file"),
        (
            &["--engine", "level:1", "--engine", "level:2", "--openings", "files/wrong.fen"],
            1,
            "files/wrong.fen: line",
        ),
        (
            &["--engine", "level:1", "--engine", "level:2", "--openings", "files/empty.pgn"],
            1,
            "no opening in it",
        ),
        (
            &["--engine", "level:1", "--engine", "level:2", "--openings", "files/wrong.toml"],
            1,
            ".epd, .fen or .pgn",
        ),
        (
            &["--engine", "level:1", "--engine", "level:2", "--openings", "no/file.epd"],
            1,
            "the openings: no/file.epd: No such file",
        ),
    ] {
        let run = play(arguments);
        assert_eq!(run.status.code(), Some(status), "{arguments:?}: {}", told(&run));
        assert!(told(&run).contains(why), "{arguments:?}: {}", told(&run));
    }
}

#[test]
fn a_clock_that_is_surely_meant_in_minutes_is_noted() {
    let told_for = |clock: &str| {
        let run = play(&["--engine", "level:1", "--engine", "level:1", "--games", "2", "--tc", clock]);
        assert!(run.status.success());
        told(&run)
    };
    assert!(told_for("5+3").contains("note: 5+3 is in seconds here"), "{}", told_for("5+3"));
    assert_eq!(told_for("300+3"), "");
}

#[test]
fn openings_come_from_files_and_both_sides_play_them() {
    let folder = Folder::new();
    let epd = folder
        .write("two.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n4k3/4p3/8/8/8/8/8/4K3 b - - id \"b\";\n");
    // As many files have them, with the counters of a FEN.
    let counted = folder
        .write("counted.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 b - - 3 9 id \"b\";\n");
    let pgn = folder.write("one.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    for (file, plies, fens) in [(&epd, "99", 2), (&counted, "99", 2), (&pgn, "2", 1)] {
        let out = folder.join("out.pgn");
        let run = play(&[
            "--engine",
            "level:3",
            "--engine",
            "level:2",
            "--openings",
            text(file),
            "--plies",
            plies,
            "--games",
            "4",
            "--json",
            "--pgn",
            text(&out),
            "--max-moves",
            "30",
        ]);
        assert_eq!(json(&run)["finished"], 4);
        let games = games(&out);
        let mut starts: Vec<String> =
            games.iter().map(|game| format!("{:?}", game.start().setup())).collect();
        starts.dedup();
        assert_eq!(starts.len(), if fens == 2 { 2 } else { 1 });
        assert_eq!(games[0].tags.get("White"), Some("level:3"));
        assert_eq!(games[1].tags.get("White"), Some("level:2"));
        if fens == 1 {
            // The two moves of the opening have no remarks; what follows was thought about.
            let remarks: Vec<usize> =
                games[0].main_line().take(3).map(|node| games[0][node].after.len()).collect();
            assert_eq!(remarks, [0, 0, 1]);
        }
        fs::remove_file(&out).unwrap();
        fs::remove_file(folder.join("out.pgn.state")).unwrap();
    }
}

#[test]
fn openings_with_other_faults_are_refused() {
    let folder = Folder::new();
    for (name, text, why) in [
        (
            "twice.epd",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 id \"a\"; id \"b\";\n",
            "twice.epd: line 1: this is no EPD",
        ),
        ("kings.epd", "4k3/8/8/8/8/8/4P3/8 w - - 0 1\n", "kings.epd: line 1: this is no position"),
        ("number.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 9\n", "number.epd: line 1: this is no EPD"),
    ] {
        let file = folder.write(name, text);
        let run = play(&["--engine", "level:1", "--engine", "level:2", "--openings", file.to_str().unwrap()]);
        assert_eq!(run.status.code(), Some(1), "{name}");
        assert!(told(&run).contains(why), "{name}: {}", told(&run));
    }
}

#[test]
fn several_games_at_once_are_the_same_games() {
    let folder = Folder::new();
    let run = |name: &str, concurrency: &str| {
        let pgn = folder.join(name);
        let run = play(&[
            "--engine",
            "level:3",
            "--engine",
            "level:1",
            "--games",
            "20",
            "--nodes",
            "1",
            "--concurrency",
            concurrency,
            "--pgn",
            text(&pgn),
            "--max-moves",
            "100",
            "--json",
        ]);
        let answer = json(&run);
        let mut games: Vec<(u32, Vec<String>)> = games(&pgn)
            .iter()
            .map(|game| {
                let moves = game.moves().map(|m| m.to_string()).collect();
                (game.tags.get("Round").unwrap().parse().unwrap(), moves)
            })
            .collect();
        games.sort();
        (answer, games)
    };
    assert_eq!(run("one.pgn", "1"), run("four.pgn", "4"));
}

#[test]
fn a_test_ends_when_it_is_clear() {
    let run =
        play(&["--engine", "level:3", "--engine", "level:1", "--sprt", "0", "100", "--nodes", "1", "--json"]);
    let answer = json(&run);
    assert_eq!(answer["sprt"]["verdict"], "accepted");
    assert!(answer["finished"].as_u64().unwrap() < 2000);
    assert_eq!(run.status.code(), Some(0));
    let run = play(&["--engine", "level:1", "--engine", "level:3", "--sprt", "0", "100", "--nodes", "1"]);
    let out = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.status.code(), Some(3), "the answer is no");
    let last = out.lines().last().unwrap();
    assert!(last.starts_with("Verdict: no. "), "{last}");
    assert!(
        last.contains(" games speak for level:1 being 0 Elo above level:3 rather than 100. At most 5 % "),
        "{last}"
    );
    let heads: Vec<&str> =
        out.lines().rev().skip(1).take(5).filter_map(|line| line.split(" | ").next()).collect();
    assert_eq!(heads, ["Pairs", "Games", "LLR  ", "SPRT ", "Elo  "]);
    let line = out.lines().find(|line| line.starts_with("LLR   | -")).unwrap();
    assert!(line.ends_with("(-2.94, 2.94) [0.00, 100.00]"), "{line}");
}

#[test]
fn a_match_is_lengthened_by_more_games() {
    for rules in ["fide", "hong"] {
        let folder = Folder::new();
        let pgn = folder.join("games.pgn");
        let run = |games: &str, rest: &[&str]| {
            let common = ["--engine", "level:2", "--engine", "level:1", "--rules", rules, "--nodes", "1"];
            let files = ["--pgn", text(&pgn), "--max-moves", "30", "--games", games];
            play(&[&common[..], &files[..], rest].concat())
        };
        let test = ["--sprt", "0", "1", "--json"];
        // A few games do not tell a difference of one Elo.
        let short = run("4", &test);
        assert_eq!(short.status.code(), Some(4), "{}", told(&short));
        let first = games(&pgn);
        let long = run("8", &test);
        assert_eq!(long.status.code(), Some(4), "{}", told(&long));
        assert!(told(&long).contains("going on after 4 games"), "{}", told(&long));
        let all = games(&pgn);
        assert_eq!((first.len(), all.len()), (4, 8));
        for (before, after) in first.iter().zip(&all) {
            assert_eq!(before.to_string(), after.to_string());
        }
        let said = String::from_utf8(run("8", &test[..3]).stdout).unwrap();
        let last = said.lines().last().unwrap();
        assert!(
            last.starts_with("Verdict: open. 8 games do not tell whether level:2 is 0 or 1 Elo above"),
            "{last}"
        );
        // Nothing of it is thrown away, and another match is another one.
        let shorter = run("4", &test);
        assert_eq!(shorter.status.code(), Some(1));
        assert!(told(&shorter).contains("the match has been lengthened"), "{}", told(&shorter));
        let other = run("12", &["--seed", "5"]);
        assert_eq!(other.status.code(), Some(1));
        assert!(told(&other).contains("seed: was 1, is 5"), "{}", told(&other));
        assert!(!told(&other).contains("games: was"), "{}", told(&other));
    }
}

/// A match of thirty games that takes a few seconds.
fn long_match(folder: &Folder) -> Command {
    let engine = script(folder, "unhurried");
    let mut command = tabiya();
    command.args([
        "match",
        "--engine",
        "level:1",
        "--games",
        "30",
        "--nodes",
        "1",
        "--max-moves",
        "20",
        "--json",
    ]);
    command.args(["--concurrency", "2", "--engine"]).arg(engine);
    command.arg("--pgn").arg(folder.join("games.pgn"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How many lines of a match's state are there.
fn lines(folder: &Folder) -> usize {
    fs::read_to_string(folder.join("games.pgn.state")).unwrap_or_default().lines().count()
}

fn wait_for_lines(folder: &Folder, count: usize) {
    let end = Instant::now() + Duration::from_secs(60);
    while lines(folder) < count {
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn a_match_that_was_killed_goes_on_with_nothing_lost_or_repeated() {
    let folder = Folder::new();
    let mut kept = String::new();
    for count in [3, 6, 11] {
        let mut child = long_match(&folder).spawn().unwrap();
        wait_for_lines(&folder, count);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_nobody_is_left(&folder);
        let now = fs::read_to_string(folder.join("games.pgn.state")).unwrap();
        assert!(now.starts_with(&kept));
        kept = now;
        // As if the last line had not reached the disk whole.
        fs::write(folder.join("games.pgn.state"), format!("{kept}{{\"game\": 17, \"pg")).unwrap();
    }
    let done = kept.lines().count() - 1;
    let run = long_match(&folder).output().unwrap();
    assert!(told(&run).contains(&format!("going on after {done} games")), "{}", told(&run));
    assert_eq!(json(&run)["finished"], 30);
    let mut rounds: Vec<u32> = games(&folder.join("games.pgn"))
        .iter()
        .map(|game| game.tags.get("Round").unwrap().parse().unwrap())
        .collect();
    rounds.sort_unstable();
    assert_eq!(rounds, (1..=30).collect::<Vec<_>>());
    // Once more there is nothing left to play, and the answer is the same.
    let again = long_match(&folder).output().unwrap();
    assert_eq!(json(&again), json(&run));
    assert_eq!(lines(&folder), 31);
}

#[test]
fn ctrl_c_keeps_what_is_finished_and_says_so() {
    let folder = Folder::new();
    let child = long_match(&folder).spawn().unwrap();
    wait_for_lines(&folder, 3);
    signal(&child, "INT");
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", told(&run));
    assert!(told(&run).contains("the same command goes on from here"), "{}", told(&run));
    let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
    let finished = answer["finished"].as_u64().unwrap() as usize;
    assert!((2..30).contains(&finished));
    assert_eq!((lines(&folder), games(&folder.join("games.pgn")).len()), (finished + 1, finished));
    assert_nobody_is_left(&folder);
}

#[test]
fn a_changed_command_is_refused_with_what_changed() {
    let folder = Folder::new();
    let engine = text(&script(&folder, "good")).to_owned();
    let pgn = folder.join("games.pgn");
    let run = |changes: &[&str]| {
        let common =
            ["--engine", "level:1", "--engine", &engine, "--pgn", text(&pgn), "--max-moves", "20", "--json"];
        play(&[&common[..], changes].concat())
    };
    let first = run(&["--games", "4", "--tc", "3+1"]);
    let state = fs::read(folder.join("games.pgn.state")).unwrap();
    assert_eq!(json(&first)["finished"], 4);
    for (changes, why) in [
        (&["--games", "2", "--tc", "3+1"][..], "games: was 4, is 2"),
        (&["--games", "4", "--tc", "4+1"], "was good: 3+1, "),
        (&["--games", "4", "--tc", "3+1", "--seed", "2"], "openings: was 2 "),
        (&["--games", "4", "--tc", "3+1", "--rules", "hong"], "rules: was fide "),
        (
            &["--games", "4", "--tc", "3+1", "--draw", "moves=3"],
            "draw: was not given, is after=40 moves=3 score=10",
        ),
    ] {
        let run = run(changes);
        assert_eq!(run.status.code(), Some(1));
        assert!(told(&run).contains(why), "{}", told(&run));
        assert_eq!(fs::read(folder.join("games.pgn.state")).unwrap(), state);
    }
    // What changes no game may change.
    assert_eq!(json(&run(&["--games", "4", "--tc", "3+1", "--concurrency", "2"])), json(&first));
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = Folder::new();
    let pgn = folder.write("games.pgn", "1. e4 *\n");
    let state = folder.write("other.txt", "a diary\nof mine");
    let short = folder.write("short.txt", "a diary");
    let engines = ["--engine", "level:1", "--engine", "level:2", "--games", "2"];
    for (files, why) in [
        (&["--pgn", text(&pgn)][..], "games.pgn exists and is not this match's"),
        (&["--state", text(&state)], "line 1: this is no line of a match"),
        (&["--state", text(&short)], "it is no file of a match"),
        (&["--state", text(folder.path())], "Is a directory"),
    ] {
        let run = play(&[&engines[..], files].concat());
        assert_eq!(run.status.code(), Some(1));
        assert!(told(&run).contains(why), "{}", told(&run));
    }
    assert_eq!(fs::read(&pgn).unwrap(), b"1. e4 *\n");
    assert_eq!(fs::read(&state).unwrap(), b"a diary\nof mine");
    assert_eq!(fs::read(&short).unwrap(), b"a diary");
    assert_eq!(folder.count(), 3);
}

#[test]
fn two_processes_do_not_play_the_same_match() {
    let folder = Folder::new();
    let mut child = long_match(&folder).spawn().unwrap();
    wait_for_lines(&folder, 2);
    let second = long_match(&folder).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(told(&second).contains("is being played by another process"), "{}", told(&second));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// `begun.state` holds the first two games of four, as they were kept by the program before its games were `Game`s.
#[test]
fn a_match_that_an_earlier_program_began_goes_on() {
    let folder = Folder::new();
    let begun =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/match/begun.state")).unwrap();
    let (state, pgn) = (folder.write("games.state", &begun), folder.join("games.pgn"));
    let run = tabiya()
        .args(["match", "--engine", "files/match/engine name=one", "--engine", "files/match/engine name=two"])
        .args(["--tc", "60+1", "--games", "4", "--json", "--state", text(&state), "--pgn", text(&pgn)])
        .env("TABIYA_TEST_ENGINE", command("good"))
        .output()
        .unwrap();
    assert!(told(&run).contains("going on after 2 games"), "{}", told(&run));
    assert_eq!((&json(&run)["finished"], &json(&run)["faults"]), (&Value::from(4), &Value::Array(vec![])));
    assert!(fs::read_to_string(&state).unwrap().starts_with(&begun));
    let white: Vec<String> =
        games(&pgn).iter().map(|game| game.tags.get("White").unwrap().to_owned()).collect();
    assert_eq!(white, ["one", "two", "one", "two"]);
}
