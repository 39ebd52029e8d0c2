//! The plain board at a terminal: lines are edited, completed and found again, whatever happens meanwhile.

use std::os::unix::fs::PermissionsExt;

use crate::board::Folder;
use crate::full_screen::engine;
use crate::tty::Tty;

const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_U: &str = "\u{15}";
const BACKSPACE: &str = "\u{7f}";

fn people(folder: &Folder, rest: &[&str]) -> Tty {
    let tty = Tty::new(folder, &[&["--plain", "--white", "human", "--black", "human"], rest].concat());
    tty.wait_for("White>");
    tty
}

fn status(mut tty: Tty) -> Option<i32> {
    let status = tty.wait().code();
    assert!(tty.is_plain(), "the terminal is left as it was\n{}", tty.text());
    status
}

#[test]
fn a_line_is_edited_completed_and_found_again() {
    let folder = Folder::new();
    let mut tty = people(&folder, &[]);
    tty.ask(&format!("e5{BACKSPACE}4\r"), "White's pawn goes from e2 to e4.");
    tty.wait_for("Black>");
    // The middle of a line, and a square that was forgotten.
    tty.ask(&format!("c5{LEFT}7c\r"), "Black's pawn goes from c7 to c5.");
    tty.ask("Nf\t\r", "White's knight goes from g1 to f3.");
    tty.ask("und\t", "Black> undo");
    tty.ask(&format!("{CTRL_U}board un\t"), "Black> board unicode");
    tty.ask(&format!("{CTRL_U}{UP}"), "Black> Nf3");
    tty.ask(&format!("{UP}{UP}"), "Black> e4");
    tty.ask(&format!("{CTRL_U}help gnuc"), "Black> help gnuc");
    tty.ask("hess\r", "something else there:");
    tty.send("quit\r");
    assert_eq!(status(tty), Some(0));
    // The next board knows what was typed at this one, and nobody else does.
    let history = folder.path().join("data/play-history");
    assert_eq!(std::fs::metadata(&history).unwrap().permissions().mode() & 0o777, 0o600);
    let lines = std::fs::read_to_string(&history).unwrap();
    assert_eq!(lines, "e4\nc7c5\nNf3\nhelp gnuchess\nquit\n");
    let mut tty = people(&folder, &[]);
    tty.ask(&format!("{UP}{UP}"), "White> help gnuchess");
    tty.send(&format!("{CTRL_U}{CTRL_D}"));
    assert_eq!(status(tty), Some(0));
}

#[test]
fn a_byte_that_is_no_text_is_told_and_the_board_goes_on() {
    let folder = Folder::new();
    let mut tty = people(&folder, &[]);
    tty.send_bytes(b"e\xff");
    tty.wait_for("no text");
    tty.ask("\re4\r", "White's pawn goes from e2 to e4.");
    tty.send("quit\r");
    assert_eq!(status(tty), Some(0));
}

#[test]
fn names_of_files_are_completed() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("club games.pgn"), "1. d4 d5 *\n").unwrap();
    let mut tty = people(&folder, &[]);
    tty.ask("open cl\t", "White> open club games.pgn");
    tty.ask("\r", "It is White's turn.");
    tty.ask("list\r", "1. d4 d5");
    tty.send("quit\r");
    assert_eq!(status(tty), Some(0));
}

#[test]
fn ctrl_c_takes_away_what_is_typed_and_then_leaves() {
    let folder = Folder::new();
    let mut tty = people(&folder, &[]);
    tty.ask("e4\r", "Black>");
    tty.ask("resign", "Black> resign");
    tty.send(CTRL_C);
    tty.wait_until("an empty line", |seen| seen.trim_end().ends_with("Black>"));
    tty.ask("e5\r", "Black's pawn goes from e7 to e5.");
    tty.wait_until("the next question", |seen| seen.trim_end().ends_with("White>"));
    tty.send(CTRL_C);
    tty.wait_for("The game is kept: tabiya play --resume goes on with it.");
    assert_eq!(status(tty), Some(130));
    let mut tty = Tty::new(&folder, &["--plain", "--resume"]);
    tty.wait_for("The game goes on: 2 single moves played");
    // A key that comes before the question is the terminal's.
    tty.wait_for("White>");
    tty.send(CTRL_D);
    assert_eq!(status(tty), Some(0));
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    for (signal, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)] {
        let folder = Folder::new();
        let mut tty = people(&folder, &[]);
        tty.ask("e4\r", "Black>");
        tty.ask("half a li", "Black> half a li");
        assert!(!tty.is_plain(), "the line is edited");
        tty.signal(signal);
        tty.wait_for("The game is kept");
        assert_eq!(status(tty), Some(code), "{signal:?}");
    }
}

#[test]
fn a_computer_thinks_while_somebody_types() {
    let folder = Folder::new();
    let command = engine(&folder, "sleep 600");
    let mut tty = Tty::new(&folder, &["--plain", "--white", "human", "--black", &command]);
    tty.ask("e4\r", "White's pawn goes from e2 to e4.");
    // Whoever answers is asked already, and commands are obeyed.
    tty.ask("fen\r", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    tty.ask("d4\r", "The computer moves first, and then you; stop lets it rest.");
    tty.ask("stop\r", "The computer rests: go lets it go on.");
    tty.ask("undo\r", "The last move is taken back.");
    tty.ask("d4\r", "White's pawn goes from d2 to d4.");
    tty.ask("half a li", "White> half a li");
    tty.send(CTRL_C);
    tty.wait_until("an empty line", |seen| seen.trim_end().ends_with("White>"));
    tty.send(CTRL_C);
    tty.wait_for("The game is kept: tabiya play --resume goes on with it.");
    assert_eq!(status(tty), Some(130));
    // Nor does the engine outlive the board.
    wait_until_nobody_runs(&command);
}

/// Waits until no process has this program's name among its words.
fn wait_until_nobody_runs(program: &str) {
    let begun = std::time::Instant::now();
    loop {
        let running = std::process::Command::new("pgrep").args(["-f", program]).output().unwrap();
        if running.stdout.is_empty() {
            return;
        }
        assert!(begun.elapsed().as_secs() < 30, "{running:?}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn giving_up_is_asked_first() {
    let folder = Folder::new();
    let mut tty = people(&folder, &[]);
    tty.ask("resign\r", "Do you give up? resign once more does, anything else plays on.");
    tty.ask("e4\r", "White's pawn goes from e2 to e4.");
    tty.send("resign\r");
    tty.wait_until("the question again", |seen| seen.matches("Do you give up?").count() == 2);
    tty.ask("resign\r", "White wins: Black resigned.");
    tty.kill();
}

#[test]
fn what_the_computer_answers_stands_above_what_is_typed() {
    let folder = Folder::new();
    let command = engine(&folder, "while ! test -e answer; do sleep 0.1; done; echo bestmove e7e5");
    let mut tty = Tty::new(&folder, &["--plain", "--white", "human", "--black", &command]);
    tty.ask("e4\r", "White's pawn goes from e2 to e4.");
    tty.ask("Nf", "White> Nf");
    std::fs::write(folder.path().join("answer"), "").unwrap();
    tty.wait_for("Black's pawn goes from e7 to e5.");
    tty.wait_until("the line below what was said", |seen| seen.trim_end().ends_with("White> Nf"));
    // What can be typed is what White can play now.
    tty.ask("\t", "White> Nf3");
    tty.ask("\r", "White's knight goes from g1 to f3.");
    tty.kill();
}

#[test]
fn a_clock_runs_out_while_somebody_types() {
    let folder = Folder::new();
    let mut tty = people(&folder, &["--clock", "2s"]);
    tty.ask("e4\r", "Black>");
    tty.ask("half a li", "Black> half a li");
    tty.wait_for("The game is over: 1-0.");
    // What was typed is still there, and goes on.
    tty.wait_until("the line below what was said", |seen| seen.trim_end().ends_with("Black> half a li"));
    tty.ask("ne", "Black> half a line");
    tty.send(&format!("{CTRL_U}new\r"));
    tty.wait_until("the next question", |seen| seen.trim_end().ends_with("White>"));
    tty.send(CTRL_D);
    assert_eq!(status(tty), Some(0));
}

#[test]
fn the_computer_answers_between_lines_that_come_at_once() {
    let folder = Folder::new();
    let mut tty = Tty::new(&folder, &["--plain", "--black", "1", "--seed", "1"]);
    tty.wait_for("White>");
    tty.send("a3\rh3\rlist\r");
    tty.wait_for("1. a3");
    tty.wait_until("three moves of White and the answers", |seen| {
        seen.lines().any(|line| line.starts_with("1. a3 ") && line.contains(" 2. h3 "))
    });
    assert!(tty.text().contains("White's pawn goes from h2 to h3."), "{}", tty.text());
    tty.send(CTRL_D);
    assert_eq!(status(tty), Some(0));
}

#[test]
fn words_are_wrapped_to_the_width_also_when_it_changes() {
    let folder = Folder::new();
    let mut tty = people(&folder, &[]);
    tty.resize(40, 24);
    tty.ask("help save\r", "save [over] [anyway] [FILE]: save the");
    tty.wait_until("whole words at the ends of lines", |seen| {
        seen.lines().any(|line| line.ends_with("game: .pgn, .xml, .fen or .epd by the"))
    });
    // However narrow it is, it goes on.
    for columns in [12, 5, 2, 1] {
        tty.resize(columns, 5);
        tty.send("a rather long line that fits nowhere\t\t");
        tty.send(CTRL_U);
        tty.send("n\t\tq");
        tty.send(CTRL_C);
    }
    tty.resize(80, 24);
    tty.send(CTRL_U);
    tty.ask("Nc3\r", "White's knight goes from b1 to c3.");
    tty.send("quit\r");
    assert_eq!(status(tty), Some(0));
}

#[test]
fn what_a_terminal_pastes_as_one_piece_is_read_line_by_line() {
    let folder = Folder::new();
    for end in ["\n", "\r", "\r\n"] {
        let mut tty = people(&folder, &[]);
        let game = ["[White \"Ann\"]", "[Black \"Bob\"]", "", "1. e4 e5", "2. Nf3 *"].join(end);
        tty.ask(&format!("\u{1b}[200~{game}\u{1b}[201~\r"), "Ann");
        tty.wait_for("Black> ");
        tty.ask("Nc6\r", "Black's knight goes from b8 to c6.");
        assert!(!tty.text().lines().last().unwrap().starts_with("pgn>"), "{}", tty.text());
        tty.send("quit\r");
        assert_eq!(status(tty), Some(0));
    }
}
