//! Clocks with a made-up time.

use std::time::Duration;

use tabiya_game::{Clock, Moment, Seat, TimeControl};

/// A clock and the moves made on it: each took so many seconds, and left so many for the mover.
struct Case {
    name: &'static str,
    control: &'static str,
    moves: &'static [(f64, f64)],
    /// How many seconds later the next mover's flag falls.
    falls: f64,
}

const CASES: &[Case] = &[
    Case { name: "sudden death", control: "1", moves: &[(10.0, 50.0), (59.0, 1.0), (49.9, 0.1)], falls: 1.0 },
    Case {
        name: "an increment is added after every move",
        control: "1+2",
        moves: &[(10.0, 52.0), (0.0, 62.0), (1.5, 52.5)],
        falls: 62.0,
    },
    Case {
        name: "a delay costs nothing until it is over, and is not saved",
        control: "1d5",
        moves: &[(3.0, 60.0), (7.0, 58.0), (65.0 - 0.5, 0.5)],
        falls: 63.0,
    },
    Case {
        name: "Bronstein gives back what was used, up to so much",
        control: "1b5",
        moves: &[(3.0, 60.0), (7.0, 58.0), (59.0, 6.0)],
        falls: 58.0,
    },
    Case {
        name: "a stage adds its time after its last move",
        control: "2/60s,30s+1",
        moves: &[(10.0, 50.0), (1.0, 59.0), (10.0, 70.0), (1.0, 88.0), (20.0, 51.0), (3.0, 86.0)],
        falls: 51.0,
    },
    Case {
        name: "the last stage comes again where it has a number of moves",
        control: "1/60s,1/10s",
        moves: &[(5.0, 65.0), (0.0, 70.0), (5.0, 70.0), (0.0, 80.0), (5.0, 75.0)],
        falls: 80.0,
    },
];

fn seconds(count: f64) -> Duration {
    Duration::from_millis((count * 1000.0).round() as u64)
}

#[test]
fn clocks_run_as_their_control_says() {
    for case in CASES {
        let mut now = Moment(1_000);
        let mut clock = Clock::new(case.control.parse().unwrap()).started(Seat::First, now);
        for (number, (used, left)) in case.moves.iter().enumerate() {
            let seat = clock.running().unwrap().seat;
            now = now.after(seconds(*used));
            clock = clock.pressed(now).unwrap_or_else(|_| panic!("{}: flag at move {number}", case.name));
            assert_eq!(clock.left(seat, now), seconds(*left), "{}, move {number}", case.name);
            assert_eq!(clock.running().unwrap().seat, !seat);
        }
        assert_eq!(clock.flag_falls(), Some(now.after(seconds(case.falls))), "{}", case.name);
    }
}

#[test]
fn a_flag_falls_in_its_very_millisecond() {
    let clock = Clock::new("1d5".parse().unwrap()).started(Seat::Second, Moment(0));
    assert_eq!(clock.flagged(Moment(64_999)), None);
    assert!(clock.pressed(Moment(64_999)).is_ok());
    assert_eq!(clock.flagged(Moment(65_000)), Some(Seat::Second));
    assert!(clock.pressed(Moment(65_000)).is_err());
}

#[test]
fn a_standing_clock_costs_nothing() {
    let clock = Clock::new("1".parse().unwrap());
    assert_eq!(clock.left(Seat::First, Moment(999_999)), seconds(60.0));
    assert_eq!(clock.flag_falls(), None);
    let clock = clock.started(Seat::First, Moment(0)).stopped(Moment(10_000));
    assert_eq!(clock.left(Seat::First, Moment(999_999)), seconds(50.0));
}

#[test]
fn a_time_that_goes_backwards_costs_nothing() {
    let clock = Clock::new("1".parse().unwrap()).started(Seat::First, Moment(50_000));
    assert_eq!(clock.left(Seat::First, Moment(0)), seconds(60.0));
}

#[test]
fn time_controls_are_written_as_they_are_read() {
    for text in ["5", "5+3", "90s", "0.5s", "40/90+30,30+30", "5d3", "5b2.5", "40/120,20/60,15+30", "1/1,1/1"]
    {
        assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
    }
    assert_eq!("0.5+1".parse::<TimeControl>().unwrap().to_string(), "30s+1");
    assert_eq!("5+0".parse::<TimeControl>().unwrap().to_string(), "5");
}

#[test]
fn what_is_no_time_control_is_refused() {
    for text in [
        "",
        "+",
        "5+",
        "+3",
        "0",
        "0+1",
        "0d0",
        "0/5",
        "5,5",
        "-5",
        "5+-3",
        "5 + x",
        "1e9",
        "99999999",
        "5.",
        ".5",
        "5/",
        "40/5,0/5,5",
        "1,1,1,1,1,1,1,1,1",
        "5++3",
        "5+3+3",
        "٥",
        "5s3",
        "inf",
        "NaN",
        "99999/5",
    ] {
        assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
    }
}
