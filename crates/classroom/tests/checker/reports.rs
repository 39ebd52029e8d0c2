use tabiya_classroom::{Totals, report_junit, report_lines};

use crate::support::faulty_trials;

#[test]
fn the_report_has_a_table_and_the_first_difference() {
    let trials = faulty_trials("hong", "pawns-step-twice", "--case game-05 --case game-01");
    assert!(!Totals::of(&trials).is_agreement());
    let report = report_lines(&trials, None);
    let lines: Vec<&str> = report.iter().map(String::as_str).collect();
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
            "  \"E2,E4\" must be refused. In Hong's game a pawn takes one step. After an invalid line the output",
            "  block is printed again, unchanged.",
        ]
    );
}

#[test]
fn text_of_the_program_cannot_write_to_the_terminal() {
    let report = report_lines(&faulty_trials("imperial", "escapes", "--case into-check"), None).join("\n");
    assert!(report.contains('␛') && !report.contains('\u{1b}'), "{report}");
}

#[test]
fn the_junit_report_tells_every_case() {
    let report = report_junit("hong", &faulty_trials("hong", "crashes", "--games 0"));
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
