//! Programs that are right but for one thing that they always do otherwise: it costs once, and the rest is judged.

use std::sync::atomic::AtomicBool;

use tabiya_classics::Part::{Board, From, Restyled, Round, Text, To, Turn, Winner};
use tabiya_classics::{Classic, EndParts, Part, PieceStyle, RefusalParts, ValueStyle, Voice};
use tabiya_classroom::{
    Advice, CheckOptions, CheckReport, ProgramEnd, ProgramError, ProgramRun, Prompts, Runner, Talk, Topic,
    report_lines,
};
use tabiya_rules::{ByColor, ByRole, Color, EndRules, Piece, Rules, Stalemate};

use crate::mutants::change::Mutant;
use crate::support::{report_on, sampled};

/// What a kind of fault in the layout costs.
const LAYOUT: f64 = 2.5;

/// Of the directed games every so many are tried here.
const SAMPLE: usize = 6;

fn options() -> CheckOptions {
    CheckOptions { games: 4, ..CheckOptions::default() }
}

/// The report on a program in a sample of the cases.
fn sampled_report(program: &dyn Runner, classic: &'static Classic) -> CheckReport {
    report_on(program, classic, &sampled(classic, CheckOptions { games: 1, ..options() }, SAMPLE))
}

/// A program with another voice.
fn speaking(name: &'static str, change: impl Fn(&mut Voice)) -> Mutant {
    let mut mutant = Mutant::new(Classic::find(name).unwrap(), "changed", &[]);
    change(&mut mutant.classic.voice);
    mutant
}

/// What a program with another voice loses, and what is told of it as layout.
#[track_caller]
fn assert_costs_layout(name: &'static str, change: impl Fn(&mut Voice), what: &str) {
    let report = sampled_report(&speaking(name, change), Classic::find(name).unwrap());
    let told = report_lines(&report, None).join("\n");
    assert_eq!(report.totals().differing, 0, "{name}:\n{told}");
    assert!((report.max_points - report.points - LAYOUT).abs() < 0.01, "{name}:\n{told}");
    assert!(report.layout.iter().any(|fault| fault.what == what), "{name}:\n{told}");
}

const WORDS: &str = "a text is in other words";
const BOARD: &str = "the board is drawn otherwise";

#[test]
fn rounds_may_be_counted_otherwise() {
    for style in ValueStyle::OF_COUNTS {
        let turn = Vec::leak(vec![Text("Round "), Restyled(&Round, style), Text(":\n"), Board]);
        assert_costs_layout("cuhk", |voice| voice.turn = turn, WORDS);
    }
}

#[test]
fn a_side_may_be_told_by_a_letter() {
    let prompt = &[Restyled(&Turn, ValueStyle::SmallInitial), Text("> ")];
    assert_costs_layout("cuhk", |voice| voice.prompt = prompt, WORDS);
}

#[test]
fn letters_of_men_may_be_others() {
    assert_costs_layout("cuhk", |voice| voice.frame.men = PieceStyle::WhiteCapital, BOARD);
    assert_costs_layout("waterloo", |voice| voice.frame.men = PieceStyle::BlackCapital, BOARD);
    let small = ByColor::from_fn(|color| {
        ByRole::from_fn(|role| {
            let side = if color == Color::White { 'w' } else { 'b' };
            let man = Piece { color: Color::Black, role }.letter();
            &*String::leak(format!("{side}{man}"))
        })
    });
    let men = PieceStyle::Letters(Box::leak(Box::new(small)));
    assert_costs_layout("hong", |voice| voice.frame.men = men, BOARD);
}

#[test]
fn several_words_for_refusals_are_all_taken() {
    let several = |voice: &mut Voice| {
        let refused = voice.refused;
        voice.refused = RefusalParts {
            empty: &[Text("Nothing stands there.\n")],
            turn: &[Text("That is not yours.\n")],
            ..refused
        };
    };
    assert_costs_layout("cuhk", several, WORDS);
}

#[test]
fn the_documents_words_are_taken_beside_others() {
    let some = |voice: &mut Voice| voice.refused.cannot = &[Text("You cannot do that.\n")];
    assert_costs_layout("cuhk", some, WORDS);
}

#[test]
fn a_board_before_the_result_costs_once() {
    let next = Restyled(Box::leak(Box::new(Round)), ValueStyle::OneMore);
    let befores: [&[Part]; 3] =
        [&[Text("Round "), Round, Text(":\n"), Board], &[Text("Round "), next, Text(":\n"), Board], &[Board]];
    for before in befores {
        let won = Vec::leak([before, &[Winner, Text(" wins!\n")]].concat());
        let drawn = Vec::leak([before, &[Text("Draw game!\n")]].concat());
        let with = |voice: &mut Voice| voice.ended = EndParts { won, drawn, ..voice.ended };
        assert_costs_layout("cuhk", with, "a board is printed before the result");
    }
}

#[test]
fn a_computer_may_write_its_moves_in_small_letters() {
    let small: &[Part] =
        &[Restyled(&From, ValueStyle::Small), Text(" "), Restyled(&To, ValueStyle::Small), Text("\n")];
    assert_costs_layout(
        "cuhk",
        |voice| voice.machine_moved = small,
        "the computer writes its moves in small letters",
    );
}

#[test]
fn a_spelling_that_is_not_read_costs_no_other_rule() {
    let imperial = Classic::find("imperial").unwrap();
    let mut mutant = Mutant::new(imperial, "small letters are no squares", &[]);
    mutant.hearing = Some(|line| match line {
        "reset" => line.to_owned(),
        squares => squares.replace(|letter: char| letter.is_ascii_lowercase(), "Z"),
    });
    let report = report_on(&mutant, imperial, &options());
    assert_eq!(broken(&report), ["spelling"], "{}", report_lines(&report, None).join("\n"));
}

/// A program that has said everything and does not end.
struct Endless(Mutant);

impl Runner for Endless {
    fn run(&self, talk: &Talk<'_>, stop: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        let mut run = self.0.run(talk, stop)?;
        if run.end == ProgramEnd::Exited(0) {
            run.end = match (talk.advise)(&run.output, Prompts::Shown) {
                Advice::Enough => ProgramEnd::Stopped,
                _ => ProgramEnd::OutOfTime,
            };
        }
        Ok(run)
    }
}

fn broken(report: &CheckReport) -> Vec<&str> {
    let broken = report.coverage.iter().filter(|rule| rule.points < rule.weight);
    broken.map(|rule| rule.key.as_str()).collect()
}

#[test]
fn who_does_not_end_loses_only_that() {
    for name in ["hong", "cuhk", "waterloo"] {
        let classic = Classic::find(name).unwrap();
        for jobs in [1, 4] {
            let options = sampled(classic, CheckOptions { jobs, games: 1, ..options() }, SAMPLE);
            let report = report_on(&Endless(Mutant::new(classic, "as it is", &[])), classic, &options);
            assert_eq!(broken(&report), ["ends"], "{name}:\n{}", report_lines(&report, None).join("\n"));
            assert_eq!(report.max_points - report.points, Topic::Ends.weight(), "{name}");
            assert!(!report.is_agreement() && report.totals().differing == 1, "{name}");
        }
    }
}

/// What is there of a program that wrote this.
fn wrote(output: Vec<u8>, end: ProgramEnd) -> ProgramRun {
    ProgramRun {
        output,
        complaints: Vec::new(),
        end,
        took: std::time::Duration::ZERO,
        slowest: std::time::Duration::ZERO,
        is_all_given: true,
        is_unread: end == ProgramEnd::Flooded,
        prompts: Prompts::Shown,
    }
}

/// A program that does nothing of what is asked.
enum Idle {
    Silent,
    /// It says what is said before anything is read, and hangs then.
    Greets(Box<Mutant>),
    /// It repeats a move that is often the first, without end, and reads nothing.
    Floods,
    Echoes,
}

impl Runner for Idle {
    fn run(&self, talk: &Talk<'_>, stop: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        const GAME: &str = "A new chess game is started!\n";
        const MOVE: &str = "White's Pawn moves from E2 to E4\n";
        Ok(match self {
            Idle::Silent => wrote(Vec::new(), ProgramEnd::Exited(0)),
            Idle::Greets(program) => {
                let run = program.run(&Talk { input: b"", ..*talk }, stop)?;
                let end = if talk.input.is_empty() { run.end } else { ProgramEnd::OutOfTime };
                ProgramRun { end, ..run }
            }
            Idle::Floods => wrote((GAME.to_owned() + &MOVE.repeat(500)).into_bytes(), ProgramEnd::Flooded),
            Idle::Echoes => wrote(talk.input.to_vec(), ProgramEnd::Exited(0)),
        })
    }
}

#[test]
fn who_does_nothing_that_is_asked_earns_nothing_of_the_same_total() {
    for classic in &tabiya_classics::CLASSICS {
        let right = Mutant::new(classic, "as it is", &[]);
        let total = sampled_report(&right, classic).max_points;
        for idle in [Idle::Silent, Idle::Greets(Box::new(right)), Idle::Floods, Idle::Echoes] {
            let report = sampled_report(&idle, classic);
            let told = report_lines(&report, None).join("\n");
            assert_eq!((report.points, report.max_points), (0.0, total), "{}:\n{told}", classic.name);
            assert!(!report.is_agreement());
        }
    }
}

#[test]
fn an_empty_line_that_is_missing_is_told_as_that() {
    assert_costs_layout("waterloo", |voice| voice.frame.bottom = "  abcdefgh\n", "an empty line is missing");
}

#[test]
fn what_is_wrong_with_chess_is_no_fault_of_the_layout() {
    let hong = Classic::find("hong").unwrap();
    let ends = EndRules { stalemate: Stalemate::Passes, ..hong.rules.ends };
    let mut undrawn = Mutant::new(hong, "no draws", &[]);
    undrawn.classic.rules = Rules { ends, ..*hong.rules }.intern();
    let report = report_on(&undrawn, hong, &options());
    assert!(report.totals().differing > 0);
    assert_eq!(report.layout, [], "{}", report_lines(&report, None).join("\n"));
    assert_eq!(broken(&report), ["no-safe-move"]);
}
