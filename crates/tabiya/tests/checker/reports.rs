use crate::support::{check, check_faulty, faulty};

#[test]
fn the_report_has_a_table_and_the_first_difference() {
    let output = check_faulty("hong", "pawns-step-twice", "--case game-05 --case game-01");
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "Case     Result      Time");
    assert!(lines[1].starts_with("game-01  agrees"));
    assert!(lines[2].starts_with("game-05  differs") && lines[2].ends_with("the output is not the same"));
    let story: Vec<&str> = lines[4..].iter().filter(|line| !line.is_empty()).copied().collect();
    assert_eq!(
        story,
        [
            "1 of 2 cases differ.",
            "First difference: game-05, line 26: the output is not the same.",
            "  Fed last: E2,E4",
            "    8  r . b . k b . r",
            "    7  p p p p p p p p",
            "    6  . . . . . . . .",
            "    5  . . . . . . . .",
            "    4  . . . . . . . .",
            "    3  . . . . . . . .",
            "    2  P P P P P P P P",
            "    1  R . B . K B . R",
            "       a b c d e f g h   White to move",
            "    Expected                      Found",
            "    6|..·..·..·..·..·..·..·..|⏎   6|..·..·..·..·..·..·..·..|⏎",
            "    5|..·..·..·..·..·..·..·..|⏎   5|..·..·..·..·..·..·..·..|⏎",
            "    4|..·..·..·..·..·..·..·..|⏎ ≠ 4|..·..·..·..·WP·..·..·..|⏎",
            "    3|..·..·..·..·..·..·..·..|⏎   3|..·..·..·..·..·..·..·..|⏎",
            "    2|WP·WP·WP·WP·WP·WP·WP·WP|⏎ ≠ 2|WP·WP·WP·WP·..·WP·WP·WP|⏎",
            "    1|WR·..·WB·..·WK·WB·..·WR|⏎   1|WR·..·WB·..·WK·WB·..·WR|⏎",
            "    ··-----------------------⏎    ··-----------------------⏎",
            "    (· is a blank, ⏎ is the end of a line)",
            "  \"E2,E4\" must be refused. A pawn does not move from e2 to e4. After an invalid line the output",
            "  block is printed again, unchanged.",
        ]
    );
}

#[test]
fn the_junit_report_is_written_whole() {
    let path = std::env::temp_dir().join(format!("tabiya-junit-{}.xml", std::process::id()));
    let mut command = check("hong", "--games 0 --junit");
    let output = command.arg(&path).arg("--").arg(faulty()).args(["hong", "crashes"]).output().unwrap();
    let report = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        report.starts_with(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"29\" failures=\"7\""
        )
    );
    assert_eq!(report.matches("<testcase ").count(), 29);
    assert_eq!(report.matches("<failure message=\"it died of signal 6 (SIGABRT)\"").count(), 7);
    assert_eq!(report.matches("<skipped message=").count(), 22);
    assert!(report.ends_with("  </testsuite>\n</testsuites>\n"));
}

#[test]
fn a_report_that_cannot_be_written_is_told() {
    let mut command = check("cuhk", "--games 0 --junit /nowhere/report.xml --");
    let output = command.arg(faulty()).args(["cuhk", "right"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/report.xml"));
}

#[test]
fn cases_can_be_listed() {
    let output = check("cuhk", "--list --games 2").output().unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    assert_eq!(list.lines().next(), Some("mode1-01"));
    assert_eq!(list.lines().last(), Some("random-2"));
    assert_eq!(list.lines().count(), 8);
}

#[test]
fn text_of_the_program_cannot_write_to_the_terminal() {
    let output = check_faulty("imperial", "escapes", "--case into-check");
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.contains('␛') && !report.contains('\u{1b}'), "{report}");
}
