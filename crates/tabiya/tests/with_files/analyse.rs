//! `tabiya analyse` with files.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::support::{Folder, tabiya, told};

/// Two games, the first with remarks of people: White hangs a queen and is mated.
const GAMES: &str = "\
[White \"Ann <b>\"]
[Black \"Bob\"]
[Date \"2026.11.18\"]

1. e4 {[%clk 0:10:00] best by test} e5 2. Qh5 Nc6 3. Qxe5+ $5 (3. Bc4 {the idea}) Nxe5 0-1

[White \"Cid\"]

1. f3 e5 2. g4 Qh4# 0-1
";

fn analyse(input: &Path, more: &[&str]) -> Output {
    tabiya().arg("analyse").arg(input).args(["--nodes", "2000"]).args(more).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn games_are_marked_and_told_and_drawn() {
    let folder = Folder::new();
    let (input, out) = (folder.write("in.pgn", GAMES), folder.join("out.pgn"));
    let run = analyse(&input, &["-o", out.to_str().unwrap()]);
    assert!(run.status.success(), "{}", told(&run));
    let report = text(&run.stdout);
    for part in [
        "1: Ann <b> - Bob, 0-1, 2026.11.18",
        "Accuracy",
        "3. Qxe5+??",
        "Qxe5+ loses the queen on e5 for a pawn.",
        "2. g4??",
        "allows mate on h4",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let pgn = fs::read_to_string(&out).unwrap();
    let flat = pgn.replace('\n', " ");
    for part in [
        "[%clk 0:10:00]",
        "best by test",
        "(3. Bc4 {the idea})",
        "[%eval ",
        "3. Qxe5+ $5",
        "2. g4 $4",
        "({Better:}",
    ] {
        assert!(flat.contains(part), "{part}: {pgn}");
    }
    let graph = fs::read_to_string(folder.join("out-1.svg")).unwrap();
    assert!(
        graph.contains("<title id=\"title\">Ann &lt;b&gt; - Bob") && graph.contains("<desc id=\"desc\">"),
        "{graph}"
    );
    assert!(folder.join("out-2.svg").exists());
    // Nothing else is left, and what was read is as it was.
    assert_eq!(folder.count(), 4);
    assert_eq!(fs::read_to_string(&input).unwrap(), GAMES);
}

#[test]
fn an_analysis_of_an_analysis_says_the_same() {
    let folder = Folder::new();
    let input = folder.write("in.pgn", GAMES);
    let (once, twice) = (folder.join("once.pgn"), folder.join("twice.pgn"));
    assert!(analyse(&input, &["-o", once.to_str().unwrap()]).status.success());
    assert!(analyse(&once, &["-o", twice.to_str().unwrap(), "--threads", "3"]).status.success());
    assert_eq!(fs::read_to_string(once).unwrap(), fs::read_to_string(twice).unwrap());
}

#[test]
fn one_game_of_many_is_chosen_and_json_tells_everything() {
    let folder = Folder::new();
    let input = folder.write("in.pgn", GAMES);
    let run = analyse(&input, &["--number", "2", "--json"]);
    assert!(run.status.success(), "{}", told(&run));
    let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(answer["number"], 2);
    assert_eq!(answer["white"], "Cid");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 4);
    assert_eq!(answer["positions"].as_array().unwrap().len(), 5);
    assert_eq!(answer["positions"][4]["score"], "0-1");
    let mistake = &answer["moves"][2];
    assert_eq!((mistake["mark"].as_str(), mistake["uci"].as_str()), (Some("??"), Some("g2g4")));
    assert!(mistake["words"].as_str().unwrap().starts_with("g4 allows mate on h4."), "{mistake}");
    assert_eq!(folder.count(), 1);
}

#[test]
fn nothing_is_replaced_without_consent() {
    let folder = Folder::new();
    let input = folder.write("in.pgn", GAMES);
    let input_name = input.to_str().unwrap();
    for (out, hint) in
        [(input_name.to_owned(), "is the file that is read"), (old(&folder, "old.pgn"), "exists already")]
    {
        let run = analyse(&input, &["-o", &out]);
        assert_eq!(run.status.code(), Some(1));
        assert!(told(&run).contains(hint) && told(&run).contains("--force"), "{}", told(&run));
    }
    old(&folder, "new-2.svg");
    let new = folder.join("new.pgn");
    let run = analyse(&input, &["-o", new.to_str().unwrap()]);
    assert!(told(&run).contains("new-2.svg exists already") && !new.exists(), "{}", told(&run));
    assert_eq!(fs::read_to_string(&input).unwrap(), GAMES);
    // With consent the file itself gets its analysis.
    let run = analyse(&input, &["-o", input_name, "--force"]);
    assert!(run.status.success(), "{}", told(&run));
    assert!(fs::read_to_string(&input).unwrap().contains("[%eval"));
}

fn old(folder: &Folder, name: &str) -> String {
    folder.write(name, "old").to_str().unwrap().to_owned()
}

#[test]
fn a_killed_analysis_goes_on_and_ends_the_same() {
    let folder = Folder::new();
    let input = folder.write("in.pgn", GAMES);
    let whole = folder.join("whole.pgn");
    let run = |out: &Path| {
        let mut command = tabiya();
        command.arg("analyse").arg(&input).args(["--nodes", "300000", "-o"]).arg(out);
        command
    };
    assert!(run(&whole).output().unwrap().status.success());
    let out = folder.join("out.pgn");
    let kept = folder.join("out.pgn.analysis");
    for _ in 0..2 {
        let mut child = run(&out).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let before = fs::read_to_string(&kept).unwrap_or_default().lines().count();
        // Until more is known than before.
        while fs::read_to_string(&kept).unwrap_or_default().lines().count() < before.max(1) + 1
            && child.try_wait().unwrap().is_none()
        {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!out.exists(), "nothing appears before it is complete");
    }
    // A crash may have left half a line.
    fs::OpenOptions::new().append(true).open(&kept).unwrap().write_all(b"2 0123").unwrap();
    let other = tabiya().arg("analyse").arg(&input).args(["--nodes", "7", "-o"]).arg(&out).output().unwrap();
    assert_eq!(other.status.code(), Some(1));
    assert!(told(&other).contains("out.pgn.analysis: this analysis was begun by tabiya"), "{}", told(&other));
    let last = run(&out).output().unwrap();
    assert!(last.status.success() && told(&last).contains("positions are known already"), "{}", told(&last));
    assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(&whole).unwrap());
    assert_eq!(fs::read(folder.join("out-1.svg")).unwrap(), fs::read(folder.join("whole-1.svg")).unwrap());
    assert!(!kept.exists());
}

/// An analysis that has begun, and the file with what it knows.
fn begun(input: &Path, out: &Path) -> (std::process::Child, std::path::PathBuf) {
    let mut command = tabiya();
    command.arg("analyse").arg(input).args(["--nodes", "300000", "-o"]).arg(out);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let kept = out.with_extension("pgn.analysis");
    while fs::read_to_string(&kept).unwrap_or_default().lines().count() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::yield_now();
    }
    (child, kept)
}

#[test]
fn what_appears_meanwhile_is_not_replaced() {
    let folder = Folder::new();
    let input = folder.write("in.pgn", GAMES);
    let out = folder.join("out.pgn");
    let (child, kept) = begun(&input, &out);
    old(&folder, "out-2.svg");
    let ended = child.wait_with_output().unwrap();
    assert!(told(&ended).contains("out-2.svg exists already"), "{}", told(&ended));
    assert_eq!(fs::read_to_string(folder.join("out-2.svg")).unwrap(), "old");
    assert!(!out.exists() && !folder.join("out-1.svg").exists() && kept.exists());
    let run =
        tabiya().arg("analyse").arg(&input).args(["--nodes", "300000", "--force", "-o"]).arg(&out).output();
    let run = run.unwrap();
    assert!(run.status.success() && told(&run).contains("positions are known already"), "{}", told(&run));
}

#[test]
fn what_another_engine_found_is_not_mixed_in() {
    let folder = Folder::new();
    let input = folder.write("in.pgn", GAMES);
    let out = folder.join("out.pgn");
    let (mut child, kept) = begun(&input, &out);
    child.kill().unwrap();
    child.wait().unwrap();
    let known = fs::read_to_string(&kept).unwrap();
    let (before, after) = known.split_once("(engine ").unwrap();
    let (_, after) = after.split_once(')').unwrap();
    fs::write(&kept, format!("{before}(engine 1){after}")).unwrap();
    let run =
        tabiya().arg("analyse").arg(&input).args(["--nodes", "300000", "-o"]).arg(&out).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(told(&run).contains("begun by tabiya") && told(&run).contains("(engine 1)"), "{}", told(&run));
}

#[test]
fn every_form_is_read() {
    let folder = Folder::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(GAMES.as_bytes()).unwrap();
    let input = folder.write("in.pgn.gz", packed.finish().unwrap());
    let run = analyse(&input, &["--number", "2"]);
    assert!(run.status.success() && text(&run.stdout).contains("2. g4??"), "{}", told(&run));
    let fen = folder.write("in.fen", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1\n");
    let run = analyse(&fen, &[]);
    assert!(
        run.status.success() && text(&run.stdout).contains("#1  Rb8#"),
        "{}{}",
        text(&run.stdout),
        told(&run)
    );
    let xml = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../notation/tests/byu/queen-check.xml"));
    let run = analyse(xml, &[]);
    assert!(run.status.success() && text(&run.stdout).contains("Accuracy"), "{}", told(&run));
}

#[test]
fn standard_input_and_output_will_do() {
    let mut child = tabiya()
        .args(["analyse", "-", "-o", "-", "--nodes", "500"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let mut pgn = String::new();
    child.stdout.take().unwrap().read_to_string(&mut pgn).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(pgn.starts_with("[Event") && pgn.contains("2. g4 $4"), "{pgn}");
}

#[test]
fn what_cannot_be_analysed_is_told_why() {
    let folder = Folder::new();
    let damaged = folder.write("damaged.pgn", "1. e4 e5 2. Ke3 *\n");
    let empty = folder.write("empty.pgn", "");
    let other = folder.write("games.txt", GAMES);
    for (path, more, status, reason) in [
        (&damaged, &[][..], 1, "--lossy"),
        (&empty, &[], 1, "there is no game in it"),
        (&other, &[], 2, "cannot be told from its ending"),
        (&folder.write("in.pgn", GAMES), &["--number", "9"], 1, "there is no game 9, only 2"),
        (&folder.join("in.pgn"), &["-o", "x.svg"], 2, "x.svg should end with .pgn"),
    ] {
        let run = analyse(path, more);
        assert_eq!(run.status.code(), Some(status), "{}", told(&run));
        assert!(told(&run).contains(reason), "{reason}: {}", told(&run));
    }
    let run = analyse(&damaged, &["--lossy"]);
    assert!(run.status.success(), "{}", told(&run));
    let run = tabiya().args(["analyse", "x.pgn", "--nodes", "5", "--depth", "3"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
}
