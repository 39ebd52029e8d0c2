//! Corners of Hong's game, both ways.

use std::io;

use crate::support::{classic, from_fen, printed, session};
use tabiya_classics::{
    Classic, ClassicOptions, Departure, DepartureMoment, InputFault, LastLine, NextMove, ReasonReader,
    SessionHost, SessionView, run_hosted,
};

const ASK: &str = "\n==== BEGIN GAME INPUT ====\n";
const HEARD: &str = "====  END GAME INPUT  ====\n\n";

fn result(winner: char) -> String {
    format!("==== BEGIN GAME OUTPUT ====\nWinner: {winner}\n====  END GAME OUTPUT  ====\n")
}

/// The first block that is printed.
fn first_block(name: &str, options: &ClassicOptions) -> String {
    printed(name, options, b"").strip_suffix(ASK).unwrap().to_owned()
}

#[test]
fn the_first_five_characters_of_a_line_are_the_move() {
    let usual = ClassicOptions::default();
    let refused = printed("hong", &usual, b"nonsense\n");
    let moved = printed("hong", &usual, b"E2,E3\n");
    assert_ne!(refused, moved);
    for same in
        [&b"E2,E3"[..], b"e2,e3\r\n", b"E2,e3 and more\n", b"e2,E3\xff\xfe\n", b"E2,E3\0\n", b"E2,E34\n"]
    {
        assert_eq!(printed("hong", &usual, same), moved, "{}", same.escape_ascii());
    }
    let long = [b"E2,E3".as_slice(), &vec![b'x'; 1 << 20], b"\n"].concat();
    assert_eq!(printed("hong", &usual, &long), moved);
    for wrong in [
        &b"\n"[..],
        b"\r\n",
        b" E2,E3\n",
        b"E2, E3\n",
        b"E2E3\n",
        b"E2 E3\n",
        b"E2,E",
        b"E2,E9\n",
        b"I2,E3\n",
        b"E0,E3\n",
        b"2E,3E\n",
        b"E2,E5\n",
        b"E7,E6\n",
        b"D1,D2\n",
        b"E2,E4\n",
        b"E2,E2\n",
        b"\xff\xfe,\xff\xfe\n",
        b"\xc3\xa92,E3\n",
    ] {
        assert_eq!(printed("hong", &usual, wrong), refused, "{}", wrong.escape_ascii());
    }
}

#[test]
fn an_invalid_line_shows_the_board_again_as_verified_and_nothing_as_written() {
    let usual = ClassicOptions::default();
    let board = first_block("hong", &usual);
    assert_eq!(printed("hong", &usual, b"x\n"), format!("{board}{ASK}{HEARD}{board}{ASK}"));
    let board = first_block("hong-written", &usual);
    assert_eq!(printed("hong-written", &usual, b"x\ny\n"), format!("{board}{ASK}{HEARD}{ASK}{HEARD}{ASK}"));
    assert!(board.contains("\nMove: W\n") && !board.contains("Next"));
}

#[test]
fn the_end_of_the_input_is_quiet_at_every_point() {
    for name in ["hong", "hong-written"] {
        let case = Classic::find(name).unwrap().cases()[0];
        let whole = printed(name, &ClassicOptions::default(), case.input);
        // Without its last newline the last move is whole, and ends the game.
        for cut in 0..case.input.len() - 1 {
            let output = printed(name, &ClassicOptions::default(), &case.input[..cut]);
            assert!(output.ends_with(ASK), "{name} cut at {cut}");
            // What was not cut in the middle of a line is the beginning of the whole.
            if cut == 0 || case.input[cut - 1] == b'\n' {
                assert!(whole.starts_with(&output), "{name} cut at {cut}");
            }
        }
    }
}

#[test]
fn a_game_that_is_over_prints_its_result_at_once_and_reads_nothing() {
    for (name, fen, winner) in [
        ("hong", "4k3/8/8/8/8/8/8/8 w - - 0 1", 'B'),
        ("hong", "8/8/8/8/8/8/8/4K3 b - - 0 1", 'W'),
        // The king can go nowhere safely, and nothing else can move: in check or not.
        ("hong", "k7/1R6/1K6/8/8/8/8/8 b - - 0 1", 'D'),
        ("hong", "k6R/8/1K6/8/8/8/8/8 b - - 0 1", 'D'),
        ("hong-written", "k6R/8/1K6/8/8/8/8/8 b - - 0 1", 'W'),
        ("hong-written", "k7/8/K7/8/8/8/8/1R6 b - - 0 1", 'W'),
        ("hong-written", "8/8/8/8/8/k7/8/K6r w - - 0 1", 'B'),
    ] {
        assert_eq!(printed(name, &from_fen(fen), b"A1,A2\n"), result(winner), "{name} {fen}");
    }
}

#[test]
fn a_king_walled_in_by_its_own_men_is_no_draw() {
    let fen = "4k3/8/8/8/8/8/PPP5/1KB5 w - - 0 1";
    assert!(printed("hong", &from_fen(fen), b"").ends_with(ASK));
}

#[test]
fn kings_walk_into_attack_and_take_each_other_as_verified_only() {
    let fen = "8/8/8/4k3/8/4K3/8/8 w - - 0 1";
    let steps = b"E3,E4\nE5,E4\n";
    assert!(printed("hong", &from_fen(fen), steps).ends_with(&result('B')));
    assert!(printed("hong", &from_fen(fen), &steps[..6]).contains("In check: Y\nNext move: B"));
    let written = printed("hong-written", &from_fen(fen), steps);
    assert!(written.ends_with(&format!("{HEARD}{ASK}{HEARD}{ASK}")), "{written}");
}

#[test]
fn pawns_check_and_stay_at_the_end_of_the_board() {
    let fen = "8/4P3/8/8/3k4/8/4P3/4K3 w - - 0 1";
    assert!(printed("hong", &from_fen(fen), b"E2,E3\n").contains("In check: Y\nNext move: B"));
    let stuck = printed("hong-written", &from_fen(fen), b"E7,E8\nD4,D5\nE8,E7\nE2,E4\n");
    assert!(stuck.contains("8|.. .. .. .. WP"));
    assert!(
        stuck.contains(&format!("{HEARD}{ASK}{HEARD}==== BEGIN GAME OUTPUT")),
        "E8,E7 is refused, E2,E4 is not"
    );
}

#[test]
fn only_people_are_told_reasons() {
    let person = ClassicOptions { listener: ReasonReader::Person, ..ClassicOptions::default() };
    let input = b"E2,E5\nx\nE2,E3\n";
    let (output, asides) = session(classic("hong"), &person, input);
    assert_eq!(asides, "A pawn does not move from e2 to e5.\nThis is no move: one is written E2,E3.\n");
    let (piped, silence) = session(classic("hong"), &ClassicOptions::default(), input);
    assert_eq!((piped, silence), (output, String::new()));
}

#[test]
fn a_game_may_go_on_for_ever() {
    // Rooks go to and fro, 120,000 single moves long.
    let input = b"A1,B1\nA8,B8\nB1,A1\nB8,A8\n".repeat(30_000);
    let output = printed("hong", &ClassicOptions::default(), &input);
    assert_eq!(output.matches("==== BEGIN GAME OUTPUT ====").count(), 120_001);
    assert!(output.ends_with(&format!("{}{ASK}", first_block("hong", &ClassicOptions::default()))));
}

#[test]
fn our_side_of_every_departure_of_the_listing_is_as_described() {
    for departure in classic("hong").departures {
        let options = departure.fen.map_or_else(ClassicOptions::default, from_fen);
        let output = printed("hong", &options, departure.input.as_bytes());
        // What is printed last is a question for the next move, unless the game is over.
        let block = output.strip_suffix(ASK).unwrap_or(&output);
        let shown = block.strip_suffix("====  END GAME OUTPUT  ====\n").unwrap_or(block);
        let shown = if departure.ours == ASK { &output } else { shown };
        assert!(shown.ends_with(departure.ours), "departure {}: {shown}", departure.number);
    }
}

/// Looks at every moment of a game.
struct Watcher<'a> {
    last: LastLine<'static>,
    see: &'a mut dyn FnMut(&DepartureMoment<'_>),
}

impl SessionHost for Watcher<'_> {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn hear_fault(&mut self, _: &InputFault) {
        self.last = LastLine::Refused(b"x");
    }

    fn show(&mut self, view: SessionView<'_>, _: NextMove) {
        if let SessionView::Game(game) | SessionView::End(game) = view {
            (self.see)(&DepartureMoment { game, last: self.last });
            self.last = LastLine::Obeyed;
        }
    }
}

/// Every moment of a departure's own game.
fn each_moment(departure: &Departure, see: &mut dyn FnMut(&DepartureMoment<'_>)) {
    let options = departure.fen.map_or_else(ClassicOptions::default, from_fen);
    let mut input = departure.input.as_bytes();
    run_hosted(
        classic("hong"),
        &options,
        &mut input,
        &mut io::sink(),
        &mut Watcher { last: LastLine::Obeyed, see },
    )
    .unwrap();
}

#[test]
fn a_departure_is_named_by_the_line_that_the_listing_prints_in_its_own_game_and_not_before() {
    for departure in classic("hong").departures {
        let Some(instead) = departure.instead else { continue };
        let mut named = Vec::new();
        each_moment(departure, &mut |now| {
            let possible = classic("hong").departures.iter();
            let found = possible.filter(|other| (other.shows)(now) && other.explains(instead.as_bytes()));
            named.push(found.map(|other| other.number).next());
        });
        assert_eq!(named.pop(), Some(Some(departure.number)), "{departure}");
        // A side with its king alone may depart at any time, in another way.
        let is_new = |number: &Option<u8>| match departure.fen {
            None => number.is_none(),
            Some(_) => *number != Some(departure.number),
        };
        assert!(named.iter().all(is_new), "{departure}: {named:?}");
    }
}

#[test]
fn the_description_lists_every_departure_with_its_game() {
    let spec = include_str!("../../SPEC.md");
    for departure in classic("hong").departures {
        let input = departure.input.trim_end().replace('\n', " ");
        let row = spec.lines().find(|line| line.starts_with(&format!("| {} | ", departure.number)));
        let row = row.unwrap_or_else(|| panic!("no row {}", departure.number));
        assert!(row.contains(&input), "{row}");
        assert!(departure.fen.is_none_or(|fen| row.contains(fen)), "{row}");
    }
}
