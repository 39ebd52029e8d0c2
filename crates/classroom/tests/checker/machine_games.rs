//! Programs that go wrong only in a machine's game, and only after a while.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tabiya_classics::{Classic, MachineTurn, SessionHost};
use tabiya_classroom::{CheckOptions, CheckReport, ProgramEnd, ProgramError, ProgramRun, Runner, Talk};
use tabiya_engine::random_move;
use tabiya_rules::{Move, Square};

use crate::support::{LONG_CASE, report_on, run_in_process, sampled};

/// Of the directed games every so many are tried here.
const SAMPLE: usize = 20;

/// CUHK's program; `spoil` is what it does otherwise.
struct Spoiled<F> {
    seeds: AtomicU64,
    spoil: F,
}

impl<F: Fn(&Talk<'_>, &mut ProgramRun) + Sync> Runner for Spoiled<F> {
    fn run(&self, talk: &Talk<'_>, _: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        let seed = self.seeds.fetch_add(1, Ordering::Relaxed);
        let mut run = run_in_process(cuhk(), talk, seed, &mut Quiet);
        (self.spoil)(talk, &mut run);
        Ok(run)
    }
}

struct Quiet;

impl SessionHost for Quiet {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

fn cuhk() -> &'static Classic {
    Classic::find("cuhk").unwrap()
}

/// The report on CUHK's program with something spoiled.
fn spoiled(spoil: impl Fn(&Talk<'_>, &mut ProgramRun) + Sync) -> CheckReport {
    spoiled_from(1, spoil)
}

/// The same where two computers play again and again.
fn long_options() -> CheckOptions {
    let mut options = options();
    // Where all cases are tried, there is none to name.
    if !options.only.is_empty() {
        options.only.push(LONG_CASE.to_owned());
    }
    options
}

/// One case at a time. Directed games without machines have nothing to do with them: of those only a few are tried.
fn options() -> CheckOptions {
    sampled(cuhk(), CheckOptions { games: 0, jobs: 1, ..CheckOptions::default() }, SAMPLE)
}

fn spoiled_from(seed: u64, spoil: impl Fn(&Talk<'_>, &mut ProgramRun) + Sync) -> CheckReport {
    report_on(&Spoiled { seeds: AtomicU64::new(seed), spoil }, cuhk(), &options())
}

fn find(text: &[u8], words: &str) -> Option<usize> {
    text.windows(words.len()).position(|window| window == words.as_bytes())
}

fn is_mode(talk: &Talk<'_>, mode: u8) -> bool {
    talk.input.first() == Some(&mode)
}

/// The program dies instead of writing these words.
fn die_before(run: &mut ProgramRun, words: &str) {
    if let Some(at) = find(&run.output, words) {
        run.output.truncate(at);
        run.end = ProgramEnd::Died(6);
    }
}

/// The rules that were broken.
fn broken(report: &CheckReport) -> Vec<&str> {
    let broken = report.coverage.iter().filter(|rule| rule.agreed < rule.tested);
    broken.map(|rule| rule.key.as_str()).collect()
}

#[test]
fn a_right_program_agrees_whatever_its_luck() {
    for seed in [1, 1000, 2000] {
        let report = spoiled_from(seed, |_, _| {});
        assert!(report.is_agreement(), "{:?}", broken(&report));
        assert_eq!(report.points, report.max_points);
    }
}

#[test]
fn the_end_of_a_game_against_the_computer_is_seen() {
    // The person takes the king, or the computer does.
    for winner in ["White wins!", "Black wins!"] {
        let report = spoiled(|talk, run| {
            // Where no other line is known before, nobody stops the game.
            if talk.input == b"2\n" {
                die_before(run, winner);
            }
        });
        assert_eq!(broken(&report), ["computer-opponent"], "{winner}");
    }
}

#[test]
fn a_computer_that_moves_no_more_after_a_while_is_seen() {
    for round in [22, 62] {
        let report = spoiled(|talk, run| {
            let begin = format!("Round {round}:");
            if is_mode(talk, b'2')
                && let Some(at) = find(&run.output, &begin)
                && let Some(turn) = find(&run.output[at..], "Black's turn: ")
            {
                run.output.truncate(at + turn);
                run.output.extend_from_slice(b"Black's turn: A2 A3\n");
                run.end = ProgramEnd::Stopped;
            }
        });
        assert_eq!(broken(&report), ["machine"], "round {round}");
    }
}

#[test]
fn two_computers_that_leave_a_long_game_are_seen() {
    let spoil = |talk: &Talk<'_>, run: &mut ProgramRun| {
        if is_mode(talk, b'3')
            && let Some(at) = find(&run.output, "Round 201:")
        {
            run.output.truncate(at);
        }
    };
    let report = report_on(&Spoiled { seeds: AtomicU64::new(1), spoil }, cuhk(), &long_options());
    assert_eq!(broken(&report), ["computers-alone"]);
}

/// Draws any move alike, not a piece first.
struct AnyMove;

impl SessionHost for AnyMove {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn choose(&mut self, turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        Ok(random_move(turn.game.position(), turn.rng))
    }
}

struct AnyMoves(AtomicU64);

impl Runner for AnyMoves {
    fn run(&self, talk: &Talk<'_>, _: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        Ok(run_in_process(cuhk(), talk, self.0.fetch_add(1, Ordering::Relaxed), &mut AnyMove))
    }
}

#[test]
fn a_computer_that_does_not_draw_a_piece_first_is_seen() {
    let options = long_options();
    let report = report_on(&AnyMoves(AtomicU64::new(1)), cuhk(), &options);
    assert_eq!(broken(&report), ["machine-chance"]);
}

/// Goes out with a knight and back again, for ever.
struct SameKnight;

impl SessionHost for SameKnight {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn choose(&mut self, turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        let between = ["b1", "c3", "b8", "c6"].map(|name| name.parse::<Square>().unwrap());
        let mut drawn = std::iter::repeat_with(|| random_move(turn.game.position(), turn.rng)).take(10_000);
        let is_same =
            |m: &Option<Move>| m.is_some_and(|m| between.contains(&m.from()) && between.contains(&m.to()));
        Ok(drawn.find(is_same).flatten())
    }
}

struct EndlessMachines(AtomicU64);

impl Runner for EndlessMachines {
    fn run(&self, talk: &Talk<'_>, _: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        let seed = self.0.fetch_add(1, Ordering::Relaxed);
        Ok(match is_mode(talk, b'3') {
            true => run_in_process(cuhk(), talk, seed, &mut SameKnight),
            false => run_in_process(cuhk(), talk, seed, &mut Quiet),
        })
    }
}

#[test]
fn two_computers_that_play_for_ever_are_told_so() {
    let only = vec!["mode-3".to_owned()];
    let options = CheckOptions { games: 0, jobs: 1, only, ..CheckOptions::default() };
    let report = report_on(&EndlessMachines(AtomicU64::new(1)), cuhk(), &options);
    assert_eq!(broken(&report), ["computers-alone"]);
    let (_, found) = report.differences().next().unwrap();
    assert_eq!(found.what, "the two machines play on without an end");
    assert!(
        found.moves.len() < 5_000 && !found.rule.contains("flush"),
        "{} {}",
        found.moves.len(),
        found.rule
    );
    assert!(found.sides.found.iter().all(|line| line.ends_with('⏎')), "{:?}", found.sides.found);
}

#[test]
fn what_breaks_off_is_told_by_the_mode_alone() {
    let first_prompt = |talk: &Talk<'_>, run: &mut ProgramRun, end: ProgramEnd| {
        if is_mode(talk, b'2')
            && let Some(at) = find(&run.output, "White's turn: ")
        {
            run.output.truncate(at + "White's turn: ".len());
            run.end = end;
        }
    };
    for end in [ProgramEnd::Exited(0), ProgramEnd::Died(11), ProgramEnd::OutOfTime] {
        let report = spoiled(|talk, run| first_prompt(talk, run, end));
        assert_eq!(broken(&report), ["computer-opponent"], "{end:?}");
        assert_eq!(report.plainest_difference().unwrap().1.key, "computer-opponent", "{end:?}");
    }
    let report = spoiled(|talk, run| {
        if is_mode(talk, b'3') {
            run.output.truncate("Choose game mode (1, 2, 3): ".len());
            run.end = ProgramEnd::Died(11);
        }
    });
    assert_eq!(broken(&report), ["computers-alone"]);
}

#[test]
fn another_fault_does_not_cost_the_mode() {
    // No draw is told.
    let report = spoiled(|_, run| {
        if run.output.ends_with(b"Draw game!\n") {
            run.output.truncate(run.output.len() - b"Draw game!\n".len());
            run.output.extend_from_slice(b"White wins!\n");
        }
    });
    assert!(!broken(&report).is_empty() && !broken(&report).contains(&"computer-opponent"));
    let mode = report.coverage.iter().find(|rule| rule.key == "computer-opponent").unwrap();
    assert_eq!(mode.points, mode.weight);
}

#[test]
fn points_do_not_depend_on_luck() {
    // What ends a game is told otherwise, and a king makes the computer move no more: that comes sooner or later, or never.
    let spoil = |talk: &Talk<'_>, run: &mut ProgramRun| {
        if is_mode(talk, b'1') && run.output.ends_with(b" wins!\n") {
            run.output.truncate(run.output.len() - b" wins!\n".len());
            run.output.extend_from_slice(b" loses!\n");
        }
        if is_mode(talk, b'2')
            && let Some(at) = find(&run.output, "Black's turn: E1 ")
        {
            run.output.truncate(at);
            run.output.extend_from_slice(b"Black's turn: A1 A1\n");
            run.end = ProgramEnd::Stopped;
        }
    };
    let points: Vec<f64> = [1, 500, 1000, 1500].map(|seed| spoiled_from(seed, spoil).points).to_vec();
    assert!(points.iter().all(|&other| other == points[0]), "{points:?}");
}
