use tabiya_classroom::{report_json, report_junit, report_lines};

use crate::support::faulty_report;

#[test]
fn the_report_has_a_line_for_each_rule_and_the_first_difference() {
    let checked = faulty_report("hong", "pawns-step-twice", "--case game-05 --case game-01");
    assert!(!checked.is_agreement() && checked.points < checked.max_points);
    let report = report_lines(&checked, None);
    let lines: Vec<&str> = report.iter().map(String::as_str).collect();
    assert!(lines[0].starts_with("Rule ") && lines[0].ends_with("Tested  Agreed     Points"), "{}", lines[0]);
    let of = |label: &str| lines.iter().find(|line| line.starts_with(label)).copied().unwrap_or_default();
    assert!(of("a pawn does not move like that").ends_with("differs"), "{report:#?}");
    assert!(of("game-05").ends_with("a pawn does not move like that: the output is not the same"));
    let begin = lines.iter().position(|line| line.starts_with("First difference")).unwrap();
    let story: Vec<&str> = lines[begin..].iter().filter(|line| !line.is_empty()).copied().collect();
    assert_eq!(
        story,
        [
            "First difference: game-05, line 26: the output is not the same.",
            "  Rule: a pawn does not move like that.",
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
            "  block is printed again, unchanged. (Section 1 of the document has none: --as-written.)",
        ]
    );
    let (_, difference) = checked.differences().next().unwrap();
    assert_eq!(difference.input, b"E2,E4\n", "the game is as short as it can be");
    assert_eq!(difference.fen.as_deref(), Some("r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w - - 0 1"));
}

#[test]
fn layout_is_told_apart_from_chess_and_costs_little() {
    let report = faulty_report("cuhk", "lost-blanks", "--case mode1-01 --case mode1-02");
    let totals = report.totals();
    assert_eq!((totals.agreeing, totals.differing, totals.layout), (2, 0, 2));
    assert!(!report.is_agreement());
    let lost: Vec<&str> = report
        .coverage
        .iter()
        .filter(|rule| rule.points < rule.weight)
        .map(|rule| rule.key.as_str())
        .collect();
    assert_eq!(lost, ["layout"]);
}

#[test]
fn the_layout_earns_nothing_where_nothing_is_printed_and_everything_where_only_chess_is_wrong() {
    let layout = |fault: &str, cases: &str| {
        let report = faulty_report("hong", fault, cases);
        let rule = report.coverage.iter().find(|rule| rule.key == "layout").unwrap().clone();
        (rule.points / rule.weight, rule.agreed == rule.tested)
    };
    let games = "--case game-05 --case game-01";
    assert_eq!(layout("pawns-step-twice", games), (1.0, true));
    assert_eq!(layout("exits-at-once", games), (0.0, true));
    let (share, _) = layout("exits-early", games);
    assert!(share > 0.0 && share < 0.5, "most is never reached: {share}");
}

#[test]
fn why_points_are_missing_where_all_agrees_is_told() {
    let report = faulty_report("hong", "exits-early", "--case game-05 --case game-01");
    let rule = report.coverage.iter().find(|rule| rule.key == "layout").unwrap();
    assert!(rule.points < rule.weight && rule.agreed == rule.tested);
    let lines = report_lines(&report, None);
    let row = lines.iter().find(|line| line.starts_with(&rule.label)).unwrap();
    let prints = report.coverage.len() - 3;
    assert!(row.contains("  nothing printed for ") && row.ends_with(&format!(" of {prints} rules")), "{row}");
    // In every form of the report.
    assert!(report_json(serde_json::json!({}), &report).to_string().contains("nothing printed for "));
    assert!(report_junit("hong", &report).contains("nothing printed for "));
}

#[test]
fn the_shortest_input_known_is_told_where_none_is_looked_for() {
    let story = |classic: &str, fault: &str, options: &str| {
        let report = faulty_report(classic, fault, options);
        let (name, difference) = report.plainest_difference().unwrap();
        difference.lines(name, 100)
    };
    let input = |story: &[String]| {
        let at = story.iter().position(|line| line == "  The shortest input known to show it:");
        at.map(|at| story[at + 1..].iter().take_while(|line| !line.is_empty()).cloned().collect::<Vec<_>>())
    };
    let crash = story("cuhk", "crashes-thinking", "--case mode-2");
    assert_eq!(input(&crash).map(|lines| lines[0].clone()), Some("    2⏎".to_owned()), "{crash:#?}");
    // Both are waited for as long as that, several times over.
    let hang = story("hong", "hangs", "--case game-01 --timeout 4");
    assert!(input(&hang).is_some(), "{hang:#?}");
    let ahead = story("hong", "buffers", "--case game-01 --case game-02 --timeout 4");
    let none = "  The shortest input known to show it: none. It shows before anything is read.";
    assert!(ahead.iter().any(|line| line == none), "{ahead:#?}");
    // A game that was made as short as it can be is told as one.
    let short = story("hong", "pawns-step-twice", "--case game-05");
    assert!(!short.iter().any(|line| line.contains("shortest input")), "{short:#?}");
}

#[test]
fn what_was_counted_is_told_beside_what_the_program_says() {
    let report = faulty_report("cuhk", "bishops-worth-10", "--games 0");
    let worth = report.differences().find(|(_, difference)| difference.key == "bishop-worth");
    let told = &worth.expect("a count differs").1.rule;
    let has_sums = told.contains(" for White and ") && told.contains(" for Black");
    assert!(has_sums && told.contains("by what the program says"), "{told}");
}

#[test]
fn a_program_that_plays_the_exercises_own_game_is_judged_by_that_alone() {
    let whole = faulty_report("imperial", "tells-sample", "");
    assert!(whole.is_agreement());
    assert_eq!((whole.points, whole.trials.len()), (whole.max_points, 1));
    assert!(whole.remarks[0].contains("reads no moves") && whole.remarks.len() == 1, "{:?}", whole.remarks);
    let half = faulty_report("imperial", "tells-half-sample", "");
    let share = half.points / half.max_points;
    assert!(!half.is_agreement() && share > 0.2 && share < 0.8, "half of the game is there: {share}");
}

#[test]
fn text_of_the_program_cannot_write_to_the_terminal() {
    let report = report_lines(&faulty_report("imperial", "escapes", "--case into-check"), None).join("\n");
    assert!(report.contains('␛') && !report.contains('\u{1b}'), "{report}");
}

#[test]
fn the_junit_report_tells_every_case() {
    let checked = faulty_report("hong", "crashes", "--games 0");
    let report = report_junit("hong", &checked);
    let failures = checked.differences().count();
    let head = format!("<testsuites tests=\"{}\" failures=\"{failures}\"", checked.trials.len());
    assert!(
        report.starts_with(&format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{head}")),
        "{}",
        &report[..200]
    );
    assert_eq!(report.matches("<testcase ").count(), checked.trials.len());
    assert!(report.matches("<failure message=\"it died of signal 6 (SIGABRT)\"").count() >= 7);
    assert_eq!(report.matches("<skipped message=").count(), 22);
    assert!(report.contains("<property name=\"rule:start\" value=\"2 of 2 points"));
    assert!(report.ends_with("  </testsuite>\n</testsuites>\n"));
}

#[test]
fn what_is_not_run_after_the_first_difference_is_told() {
    let checked = faulty_report("hong", "pawns-step-twice", "--games 0 --fail-fast");
    let totals = checked.totals();
    assert!(totals.differing == 1 && totals.left > 20, "{totals:?}");
    let report = report_lines(&checked, None).join("\n");
    let told =
        format!("Skipped {} cases: --fail-fast ends the check at the first case that differs.", totals.left);
    assert!(report.contains(&told) && report.contains("\nOnly "), "{report}");
    let whole = faulty_report("hong", "pawns-step-twice", "--games 0");
    assert_eq!(checked.max_points, whole.max_points, "what could be earned is the same");
}
