//! `tabiya uci` as a chess program sees it, and as nobody should use it.

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tabiya_notation::{Strictness, UciMove, read_position};
use tabiya_rules::{CHESS960, FIDE, HONG, Position, Rules};

/// What is answered to some input, which then ends.
fn answers(input: &[u8]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tabiya starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Whoever said quit does not listen any more.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("tabiya ends");
    writer.join().expect("the input is written");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_string).collect()
}

/// A conversation in which the answers are waited for.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Talk {
    fn new() -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tabiya starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Talk { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// Waits for such a line and gives all up to it.
    #[track_caller]
    fn hear(&mut self, is_awaited: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        for line in self.output.by_ref() {
            lines.push(line.expect("text"));
            if lines.last().is_some_and(|line| is_awaited(line)) {
                return lines;
            }
        }
        panic!("the engine ended: {lines:?}");
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn best_moves(lines: &[String]) -> Vec<String> {
    let word = |line: &String| Some(line.strip_prefix("bestmove ")?.split(' ').next()?.to_string());
    lines.iter().filter_map(word).collect()
}

fn notes(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("info string")).count()
}

#[track_caller]
fn assert_legal(m: &str, position: &Position<&'static Rules>) {
    let m: UciMove = m.parse().expect("a move");
    m.to_move(position).expect("a legal move");
}

fn start() -> Position<&'static Rules> {
    Position::start().generalized()
}

#[test]
fn the_engine_introduces_itself() {
    let lines = answers(b"uci\nisready\nquit\n");
    assert!(lines[0].starts_with("id name Tabiya"));
    for option in [
        "Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_Elo",
        "SyzygyPath",
        "Clear Hash",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} type"))), "{option}");
    }
    let ends = ["uciok".to_string(), "readyok".to_string()];
    assert_eq!(lines[lines.len() - 2..], ends);
}

#[test]
fn a_bad_position_keeps_the_last_one() {
    let lines = answers(b"position startpos moves e2e4\nposition fen blah\ngo depth 3\n");
    assert_eq!(notes(&lines), 1);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let after = read_position(fen, &FIDE, Strictness::Strict).expect("a position").position;
    assert_legal(&best_moves(&lines)[0], &after);
}

#[test]
fn an_illegal_move_refuses_the_whole_command() {
    let lines = answers(b"position startpos moves e2e4 e7e5 e4e6\nd\n");
    assert_eq!(notes(&lines), 1);
    assert!(
        lines.iter().any(|line| line.starts_with("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")),
        "{lines:?}"
    );
}

#[test]
fn a_list_of_moves_may_be_empty_or_long() {
    assert_eq!(notes(&answers(b"position startpos moves\n")), 0);
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: Vec<&str> = there_and_back.into_iter().cycle().take(8_000).collect();
    let lines = answers(format!("position startpos moves {}\ngo depth 2\n", moves.join(" ")).as_bytes());
    assert_eq!(notes(&lines), 0);
    assert_legal(&best_moves(&lines)[0], &start());
}

#[test]
fn impossible_values_are_clamped_and_told() {
    for line in ["go depth 0", "go movetime -1"] {
        let lines = answers(format!("{line}\ngo depth 1\n").as_bytes());
        assert!(notes(&lines) >= 1, "{line}: {lines:?}");
        assert!(!best_moves(&lines).is_empty());
    }
}

#[test]
fn whoever_says_go_gets_a_move_whatever_moves_are_to_be_searched() {
    for moves in ["zzzz", "e2e5", "zzzz e2e5 here", "0000"] {
        let lines = answers(format!("go depth 1 searchmoves {moves}\n").as_bytes());
        assert_eq!((notes(&lines), best_moves(&lines).len()), (1, 1), "{moves}: {lines:?}");
    }
    let lines = answers(b"go depth 1 searchmoves zzzz a2a3\n");
    assert_eq!(best_moves(&lines), ["a2a3"], "{lines:?}");
}

#[test]
fn nonsense_changes_nothing() {
    let said = [
        "fly",
        "go fast",
        "go depth",
        "go depth x",
        "setoption",
        "setoption name",
        "setoption name Hash value many",
        "setoption name Hash value 99999999",
        "setoption name Threads value -5",
        "setoption name MultiPV value 99999999999999999999999",
        "setoption name Colour value blue",
        "setoption name UCI_Variant value checkers",
        "position",
        "position here",
        "position fen",
        "position startpos e2e4",
        "position startpos moves Nf3",
        "debug perhaps",
        "bench deep",
        "setoption name BookFile value /nowhere/at/all.bin",
        "setoption name SyzygyPath value /nowhere/at/all",
        "setoption name SyzygyPath value src",
        "setoption name UCI_Variant value /nowhere/at/all.toml",
        "setoption name Ponder value perhaps",
    ];
    for line in said {
        let lines = answers(format!("{line}\nisready\n").as_bytes());
        assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 1, "{line}");
        assert_eq!((notes(&lines), lines.len()), (1, 2), "{line}: {lines:?}");
    }
}

#[test]
fn tables_are_taken_used_and_given_up() {
    let fen = "position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1\ngo nodes 300\n";
    let told = |lines: &[String]| {
        lines.iter().rfind(|line| line.starts_with("info depth")).cloned().unwrap_or_default()
    };
    let tables = "setoption name SyzygyPath value ../engine/tests/tables\n";
    let with = answers(format!("{tables}{fen}").as_bytes());
    assert_eq!(with[0], "info string SyzygyPath: 5 tables with results, 5 with distances, up to 3 men");
    assert!(told(&with).contains("score cp 314") && !told(&with).contains("tbhits 0"), "{with:?}");
    // What is wrong changes nothing, other options do not load again, nothing gives them up.
    let kept = answers(format!("{tables}setoption name SyzygyPath value src\n{fen}").as_bytes());
    assert_eq!(notes(&kept), 2);
    assert!(!told(&kept).contains("tbhits 0"), "{kept:?}");
    let other = answers(format!("{tables}setoption name Hash value 8\n{fen}").as_bytes());
    assert_eq!(notes(&other), 1);
    for without in ["setoption name SyzygyPath value <empty>", "setoption name UCI_Variant value byu"] {
        let lines = answers(format!("{tables}{without}\n{fen}").as_bytes());
        assert!(told(&lines).contains("tbhits 0"), "{lines:?}");
    }
}

#[test]
fn every_go_has_one_answer() {
    let lines = answers(b"stop\nponderhit\ngo infinite\ngo depth 4\nstop\nstop\n");
    assert_eq!(best_moves(&lines).len(), 2);
    let lines = answers(b"go wtime 0 btime 0\ngo movetime 1\ngo nodes 1\ngo mate 1 depth 2\n");
    assert_eq!(best_moves(&lines).len(), 4);
    for m in best_moves(&lines) {
        assert_legal(&m, &start());
    }
}

#[test]
fn the_end_of_input_ends_a_search() {
    for (hopeless, told) in
        [("go perft 50", "info string perft was stopped"), ("bench 64", "info string bench was stopped")]
    {
        for last in ["", "\nquit\n", "\nstop\n", "\nstop\nisready\nquit\n"] {
            let lines = answers(format!("{hopeless}{last}").as_bytes());
            assert_eq!(
                lines.iter().filter(|line| *line != "readyok").collect::<Vec<_>>(),
                [told],
                "{hopeless}{last}"
            );
        }
    }
    for last in ["go infinite\nquit\n", "go infinite\n", "go ponder wtime 1000 btime 1000", "go infinite"] {
        assert_eq!(best_moves(&answers(last.as_bytes())).len(), 1, "{last}");
    }
}

#[test]
fn a_search_in_the_opponents_time_waits_for_its_move() {
    let lines = answers(b"go ponder depth 2\nisready\nponderhit\nisready\n");
    assert_eq!(best_moves(&lines).len(), 1);
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 2);
}

#[test]
fn endless_lines_and_rubbish_are_survived() {
    let mut input = vec![b'x'; 10 << 20];
    input.extend_from_slice(b"\n\xff\xfe\x00\x01rubbish\xf0\n\r\n  \t\nisready\n");
    let lines = answers(&input);
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
    assert_eq!(notes(&lines), 2);
}

#[test]
fn a_mated_side_has_no_move() {
    let lines = answers(b"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 5\n");
    assert_eq!(best_moves(&lines), ["0000"]);
}

#[test]
fn rule_sets_are_variants() {
    let lines = answers(b"setoption name UCI_Variant value hong\nposition startpos\ngo depth 4\n");
    assert_legal(&best_moves(&lines)[0], &Position::starting(&HONG).expect("a start"));
}

#[test]
fn castling_is_written_as_the_rules_write_it() {
    let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo depth 1 searchmoves e1g1\n";
    assert_eq!(best_moves(&answers(position.as_bytes())), ["e1g1"]);
    let chess960 = format!("setoption name UCI_Chess960 value true\n{}", position.replace("e1g1", "e1h1"));
    let moves = best_moves(&answers(chess960.as_bytes()));
    assert_eq!(moves, ["e1h1"]);
    let read = read_position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &CHESS960, Strictness::Strict);
    assert_legal(&moves[0], &read.expect("a position").position);
}

#[test]
fn lines_tell_what_programs_want_to_know() {
    let lines = answers(
        b"setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 4\nisready\n",
    );
    let deepest: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    for word in ["seldepth", "multipv", "score", "wdl", "nodes", "nps", "hashfull", "tbhits", "time", "pv"] {
        assert!(deepest.iter().all(|line| line.contains(&format!(" {word} "))), "{word}: {deepest:?}");
    }
}

#[test]
fn perft_eval_flip_and_bench_answer() {
    let lines = answers(b"go perft 3\neval\nflip\nd\n");
    assert!(lines.iter().any(|line| line == "Nodes searched: 8902"));
    assert!(lines.iter().any(|line| line.starts_with("Evaluation: +0.")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" b KQkq ")));
    let mut engine = Talk::new();
    engine.say("bench 1");
    engine.hear(|line| line.ends_with(" nps"));
    engine.say("go perft 5");
    let lines = engine.hear(|line| line.starts_with("Nodes searched"));
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 4865609"));
}

#[test]
fn long_counts_are_stopped_and_hold_nobody_up() {
    let mut engine = Talk::new();
    for (long, told) in [("go perft 50", "perft"), ("bench 64", "bench")] {
        engine.say(long);
        engine.say("isready");
        engine.hear(|line| line == "readyok");
        engine.say("stop");
        engine.hear(|line| line == format!("info string {told} was stopped"));
    }
    // The next question ends the one before.
    engine.say("go perft 50");
    engine.say("go depth 1");
    engine.hear(|line| line.starts_with("bestmove "));
}

#[test]
fn strength_can_be_limited() {
    let lines = answers(
        b"setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\ngo movetime 50\n",
    );
    assert_legal(&best_moves(&lines)[0], &start());
}

#[test]
fn limited_strength_keeps_to_the_limits_and_tells() {
    let weak = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\n";
    for go in
        ["wtime 20 btime 20", "movetime 20", "depth 2", "nodes 50", "infinite", "ponder wtime 20 btime 20"]
    {
        let lines = answers(format!("{weak}go {go} searchmoves a2a3 h2h3\n").as_bytes());
        let moves = best_moves(&lines);
        assert!(moves == ["a2a3"] || moves == ["h2h3"], "{go}: {moves:?}");
    }
    // The answer to an open question waits until somebody wants it.
    let lines = answers(format!("{weak}go infinite depth 1\nisready\nstop\n").as_bytes());
    let m = best_moves(&lines)[0].clone();
    assert!(lines.last().is_some_and(|line| *line == format!("bestmove {m}")), "{lines:?}");
    let told = lines.iter().rfind(|line| line.starts_with("info depth 1 "));
    assert!(told.is_some_and(|line| line.contains(&format!(" pv {m}"))), "{lines:?}");
}

/// A book that knows the start only, where it moves the pawn of the a-file.
const BOOK: [u8; 16] = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0x10, 0, 1, 0, 0, 0, 0];

#[test]
fn a_bad_file_keeps_the_good_one_and_may_be_tried_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uci-files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let (good, late) = (folder.join("good.bin"), folder.join("late.bin"));
    fs::write(&good, BOOK).expect("a book");
    let mut engine = Talk::new();
    engine.say("setoption name OwnBook value true");
    engine.say(&format!("setoption name BookFile value {}", late.display()));
    engine.hear(|line| line.starts_with("info string BookFile"));
    fs::copy(&good, &late).expect("a copy");
    for path in [&late, &good, &folder.join("none.bin")] {
        engine.say(&format!("setoption name BookFile value {}", path.display()));
        engine.say("go depth 1");
        let lines = engine.hear(|line| line.starts_with("bestmove "));
        assert_eq!(best_moves(&lines), ["a2a3"], "{}", path.display());
    }
    let tables = folder.join("tables");
    let said = format!("setoption name SyzygyPath value {}", tables.display());
    engine.say(&said);
    engine.hear(|line| line.starts_with("info string SyzygyPath"));
    fs::create_dir(&tables).expect("a folder");
    for file in fs::read_dir("../engine/tests/tables").expect("tables") {
        let file = file.expect("a file");
        fs::copy(file.path(), tables.join(file.file_name())).expect("a copy");
    }
    engine.say(&said);
    engine.say("isready");
    let lines = engine.hear(|line| line == "readyok");
    assert!(lines[0].starts_with("info string SyzygyPath: 5 tables"), "{lines:?}");
    // What is open is not read again.
    engine.say(&said);
    engine.say("isready");
    assert_eq!(engine.hear(|line| line == "readyok"), ["readyok"]);
}

#[test]
fn a_rule_file_is_refused_with_the_reason() {
    let lines = answers(b"setoption name UCI_Variant value /nowhere/at/all.toml\n");
    let reason = fs::read("/nowhere/at/all.toml").expect_err("there is no such file").to_string();
    assert!(lines[0].contains("/nowhere/at/all.toml") && lines[0].contains(&reason), "{lines:?}");
}

#[test]
fn without_a_file_the_own_book_is_the_built_in_one() {
    let lines = answers(b"setoption name OwnBook value true\ngo depth 20\n");
    assert_eq!(lines.len(), 1, "no search: {lines:?}");
    assert!(["e2e4", "d2d4", "c2c4", "g1f3"].iter().any(|m| lines[0].ends_with(m)), "{lines:?}");
}
