//! Programs whose chess is right and whose words are others, and programs whose other words hide wrong chess.

use std::sync::atomic::AtomicBool;

use tabiya_classics::Part::{
    Board, From, InCheck, Loser, Man, Mover, Points, Round, Taken, Text, To, Turn, TurnLetter, Winner,
    WinnerLetter,
};
use tabiya_classics::{CLASSICS, Classic, EndParts, FirstGame, Parts, RefusalParts, Voice};
use tabiya_classroom::{
    Advice, AfterDifference, CheckOptions, CheckReport, ProgramEnd, ProgramError, ProgramRun, Prompts,
    Runner, Severity, Talk, report_lines,
};
use tabiya_rules::Color;

use crate::mutants::change::Mutant;
use crate::mutants::mutants;
use crate::python::replaced;
use crate::support::{report_on, sampled};

/// What a kind of fault in the layout costs.
const LAYOUT: f64 = 2.5;

/// Of the directed games every so many are tried here.
const SAMPLE: usize = 6;

fn options() -> CheckOptions {
    CheckOptions { games: 4, ..CheckOptions::default() }
}

/// The classic in other words.
fn reworded(name: &str) -> Mutant {
    let mut mutant = Mutant::new(Classic::find(name).unwrap(), "in other words", &[]);
    reword(&mut mutant);
    mutant
}

fn reword(mutant: &mut Mutant) {
    let classic = &mut mutant.classic;
    let voice = classic.voice;
    classic.voice = match classic.name {
        "cuhk" => {
            if let FirstGame::Mode { question, .. } = &mut classic.conduct.opening {
                *question = "Welcome!\nWhich mode? ";
            }
            const NO: Parts = &[Text("That is not possible.\n")];
            Voice {
                turn: &[Text("--- Turn "), Round, Text(" ---\n"), Board],
                prompt: &[Text("Your move: ")],
                refused: RefusalParts::always(NO),
                unclear: NO,
                ended: EndParts {
                    won: &[Text("The winner is "), Winner, Text(".\n")],
                    drawn: &[Text("Remis!\n")],
                    ..voice.ended
                },
                ..voice
            }
        }
        "hong" => {
            const POSITION: Parts = &[
                Text("OUTPUT\n"),
                Board,
                Text("Check? "),
                InCheck,
                Text("\nTo move: "),
                TurnLetter,
                Text("\nEND OUTPUT\n"),
            ];
            Voice {
                started: &[Text("Welcome to chess!\n")],
                turn: POSITION,
                refused: RefusalParts::always(POSITION),
                unclear: POSITION,
                prompt: &[Text("Your move:\n")],
                heard: &[],
                ended: EndParts::always(&[
                    Text("OUTPUT\nThe winner is "),
                    WinnerLetter,
                    Text("\nEND OUTPUT\n"),
                ]),
                ..voice
            }
        }
        "hong-written" => Voice { prompt: &[Text("Your move:\n")], heard: &[Text("Thank you.\n")], ..voice },
        "waterloo" => Voice {
            prompt: &[Text("> ")],
            check: &[Text("Check for "), Turn, Text("!\n")],
            goodbye: &[
                Text("Score\nWhite has "),
                Points(Color::White),
                Text("\nBlack has "),
                Points(Color::Black),
                Text("\n"),
            ],
            ..voice
        },
        _ => Voice {
            started: &[Text("Hello!\n")],
            prompt: &[Text("Your move: ")],
            moved: &[Mover, Text(": "), Man, Text(" "), From, Text("-"), To, Text("\n")],
            took: &[
                Mover,
                Text(": "),
                Man,
                Text(" "),
                From,
                Text("x"),
                To,
                Text(" ("),
                Loser,
                Text(" "),
                Taken,
                Text(")\n"),
            ],
            refused: RefusalParts { empty: &[Text("Nothing is on "), From, Text("\n")], ..voice.refused },
            ..voice
        },
    };
}

fn told(report: &CheckReport) -> String {
    report_lines(report, None).join("\n")
}

#[test]
fn other_words_cost_once_and_as_layout() {
    for classic in &CLASSICS {
        let report = report_on(&reworded(classic.name), classic, &sampled(classic, options(), SAMPLE));
        assert_eq!(report.totals().differing, 0, "{}:\n{}", classic.name, told(&report));
        assert!(
            (report.max_points - report.points - LAYOUT).abs() < 0.01,
            "{}:\n{}",
            classic.name,
            told(&report)
        );
        assert!(!report.is_agreement(), "{}", classic.name);
    }
}

#[test]
fn which_words_differ_is_told_beside_the_documents() {
    let cuhk = Classic::find("cuhk").unwrap();
    let report = report_on(&reworded("cuhk"), cuhk, &sampled(cuhk, options(), SAMPLE));
    let words: Vec<(&str, &str)> =
        report.layout.iter().map(|fault| (fault.expected.as_str(), fault.found.as_str())).collect();
    assert!(words.contains(&("White's·turn:·", "Your·move:·")), "{words:?}");
    assert!(words.contains(&("Round·1:⏎", "---·Turn·1·---⏎")), "{words:?}");
    assert!(words.contains(&("Choose·game·mode·(1,·2,·3):·", "Welcome!⏎Which·mode?·")), "{words:?}");
    assert_eq!(words.len(), 6, "{words:?}");
}

#[test]
fn texts_of_several_lines_stand_beside_those_that_they_mean() {
    let hong = Classic::find("hong").unwrap();
    let report = report_on(&reworded("hong"), hong, &sampled(hong, options(), SAMPLE));
    let words: Vec<(&str, &str)> =
        report.layout.iter().map(|fault| (fault.expected.as_str(), fault.found.as_str())).collect();
    let expected = [
        ("(nothing)", "Welcome·to·chess!⏎"),
        ("====·BEGIN·GAME·OUTPUT·====⏎", "OUTPUT⏎"),
        ("In·check:·N⏎Next·move:·W⏎====··END·GAME·OUTPUT··====⏎", "Check?·N⏎To·move:·W⏎END·OUTPUT⏎"),
        ("⏎====·BEGIN·GAME·INPUT·====⏎", "Your·move:⏎"),
        ("====··END·GAME·INPUT··====⏎⏎", "(nothing)"),
    ];
    for pair in expected {
        assert!(words.contains(&pair), "{pair:?} is not in {words:#?}");
    }
    assert_eq!(words.len(), 6, "{words:#?}");
    assert!(report.layout.iter().all(|fault| fault.lines.is_none()), "nobody has counted them");
}

#[test]
fn other_words_hide_no_wrong_chess() {
    let cuhk = Classic::find("cuhk").unwrap();
    let name = "a pawn jumps over a man with its double step";
    let find = || mutants(cuhk).into_iter().find(|mutant| mutant.name == name).unwrap();
    let plain = report_on(&find(), cuhk, &options());
    let mut mutant = find();
    reword(&mut mutant);
    let report = report_on(&mutant, cuhk, &options());
    let broken = |report: &CheckReport| -> Vec<String> {
        let broken = report.coverage.iter().filter(|rule| rule.agreed < rule.tested && rule.key != "layout");
        broken.map(|rule| rule.key.clone()).collect()
    };
    assert_eq!(broken(&report), broken(&plain), "{}", told(&report));
    assert!((plain.points - report.points - LAYOUT).abs() < 1.0, "{} {}", plain.points, report.points);
}

/// A program that waits for more at the end of its input, as one that reads until it is killed.
struct Waiting(Mutant);

impl Runner for Waiting {
    fn run(&self, talk: &Talk<'_>, stop: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        let mut run = self.0.run(talk, stop)?;
        if [&b"Your move: "[..], b"Your move:\n", b"> "].iter().any(|prompt| run.output.ends_with(prompt)) {
            run.end = match (talk.advise)(&run.output, Prompts::Shown) {
                Advice::Enough => ProgramEnd::Stopped,
                _ => ProgramEnd::OutOfTime,
            };
        }
        Ok(run)
    }
}

#[test]
fn who_waits_at_the_end_of_the_input_is_heard_with_any_number_of_jobs() {
    for name in ["hong", "imperial"] {
        let lost = [1, 8].map(|jobs| {
            let classic = Classic::find(name).unwrap();
            let options = CheckOptions { jobs, games: 1, ..CheckOptions::default() };
            let options = sampled(classic, options, SAMPLE);
            let report = report_on(&Waiting(reworded(name)), classic, &options);
            report.max_points - report.points
        });
        assert!(lost.iter().all(|lost| (lost - LAYOUT).abs() < 0.01), "{name}: {lost:?}");
    }
}

/// What comes of a program with another voice, until chess differs.
fn checked(name: &'static str, change: impl Fn(&mut Voice)) -> CheckReport {
    let classic = Classic::find(name).unwrap();
    let mut mutant = Mutant::new(classic, "changed", &[]);
    change(&mut mutant.classic.voice);
    let options = CheckOptions { after_difference: AfterDifference::Stop, ..options() };
    report_on(&mutant, classic, &options)
}

#[test]
fn words_that_tell_something_else_are_faults_in_chess() {
    const ALWAYS_NO: Parts = &[
        Text("==== BEGIN GAME OUTPUT ====\n"),
        Board,
        Text("In check: N\nNext move: "),
        TurnLetter,
        Text("\n====  END GAME OUTPUT  ====\n"),
    ];
    type VoiceChange<'a> = &'a dyn Fn(&mut Voice);
    let wrong: [(&str, VoiceChange<'_>); 10] = [
        ("hong", &|voice| voice.turn = ALWAYS_NO),
        ("cuhk", &|voice| voice.turn = &[Text("Round 1:\n"), Board]),
        ("cuhk", &|voice| voice.prompt = &[Text("White's turn: ")]),
        ("cuhk", &|voice| voice.ended.won = &[Text("White wins!\n")]),
        ("cuhk", &|voice| voice.ended.won = &[Winner, Text(" loses!\n")]),
        ("cuhk", &|voice| voice.ended.drawn = &[Text("White wins!\n")]),
        ("cuhk", &|voice| voice.ended.drawn = &[Text("The game was won.\n")]),
        ("waterloo", &|voice| voice.check = &[]),
        ("imperial", &|voice| voice.refused.cannot = voice.refused.empty),
        ("imperial", &|voice| voice.check = &[Turn, Text(" is in checkmate\n")]),
    ];
    for (number, (name, change)) in wrong.into_iter().enumerate() {
        let report = checked(name, change);
        assert!(report.totals().differing > 0, "{name}, {number}:\n{}", told(&report));
    }
}

#[test]
fn every_word_counts_when_strict() {
    let options = CheckOptions { severity: Severity::Strict, games: 0, ..CheckOptions::default() };
    let cuhk = Classic::find("cuhk").unwrap();
    assert!(report_on(&reworded("cuhk"), cuhk, &options).totals().differing > 0);
}

#[test]
fn a_right_program_of_another_has_nearly_all_points_in_other_words() {
    let cuhk = [
        ("{self.color}'s turn: ", "Your move: "),
        ("Choose game mode (1, 2, 3): ", "Mode: "),
        ("Round {played + 1}:", "Turn {played + 1}"),
        ("invalid input!", "You cannot do that."),
    ];
    let cases = "--case mode1-02 --case rules-01 --case rules-28 --case mode-2 --case random-1 --games 1";
    let Some(report) = replaced("cuhk", &cuhk, cases) else { return };
    assert_eq!(report.totals().differing, 0, "{}", told(&report));
    assert!((report.max_points - report.points - LAYOUT).abs() < 0.01, "{}", told(&report));
}
