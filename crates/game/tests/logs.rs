//! Logs of every schema that was ever released: what was played once can be replayed for ever.
//!
//! `logs/NAME.jsonl` holds events, one a line; `logs/NAME.txt` where they lead: the position, the ending in words, what
//! each seat has left.

use std::fs;
use std::path::Path;

use crate::support::Logged;
use tabiya_game::{By, BySeat, Command, Event, Fact, Game, GameStart, Moment, Schema, Seat, narration};
use tabiya_notation::Fen;
use tabiya_notation::pgn::PgnReader;
use tabiya_rules::Language;

#[test]
fn old_logs_lead_to_the_same_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            let log = fs::read_to_string(&path).unwrap();
            let wanted = fs::read_to_string(path.with_extension("txt")).unwrap();
            assert_eq!(summary(&log), wanted, "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 6, "only {count} logs");
}

fn summary(log: &str) -> String {
    let events: Vec<Event> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let game = Game::replay(&events).unwrap();
    let ending = game.ending().map_or("not ended".to_owned(), |ending| {
        narration::ending_words(Language::English, ending, game.seats())
    });
    let left = game.clock().map(|clock| clock.reading(game.last_moment()).map(|left| left.as_millis()));
    format!("{}\n{ending}\n{left:?}\n{} moves\n", Fen::from(game.position()), game.history().len())
}

#[test]
fn a_damaged_log_is_told_and_not_guessed() {
    let read = |line: &str| serde_json::from_str::<Event>(line);
    let event = |fact: &str| read(&format!(r#"{{"schema":1,"at":0,"left":null,"fact":{fact}}}"#)).unwrap();
    let rules =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/mate.jsonl")).unwrap();
    let start = read(rules.lines().next().unwrap()).unwrap();
    let cases = [
        (r#"{"moved":"e2e5"}"#, "event 1: a pawn does not move from e2 to e5"),
        (r#"{"undone":1}"#, "event 1: there is nothing to take back"),
        (r#"{"redone":1}"#, "event 1: there is nothing to make again"),
        (r#"{"went_to":7}"#, "event 1: this game has no move with the number 7"),
        (r#"{"position_set":"8/8/8/8/8/8/8/8 w - - 0 1"}"#, "event 1: White has no king; Black has no king"),
    ];
    for (fact, wanted) in cases {
        let damage = Game::replay(&[start.clone(), event(fact)]).unwrap_err();
        assert_eq!(damage.to_string(), wanted);
    }
    let twice = Game::replay(&[start.clone(), start.clone()]).unwrap_err();
    assert_eq!(twice.to_string(), "event 1: the game starts a second time");
    let headless = Game::replay(&[event(r#"{"moved":"e2e4"}"#)]).unwrap_err();
    assert_eq!(headless.to_string(), "event 0: the log does not begin with the start of a game");
    for bad in [r#"{"schema":0}"#, r#"{"schema":3,"at":0,"left":null,"fact":"passed"}"#, "", "[]"] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

/// A game with a clock in which White has moved and offers a draw, and what cannot come next.
#[test]
fn what_cannot_have_happened_is_told_whatever_it_is() {
    let start = GameStart { time: Some("5+3".parse().unwrap()), ..GameStart::usual(tabiya_rules::FIDE) };
    let mut logged = Logged::start(start);
    logged.now = Moment(1000);
    logged.moves("e2e4");
    logged.apply(By::Seat(Seat::First), Command::OfferDraw).unwrap();
    let (at, left) = (Moment(2000), Some(BySeat([300_000, 299_000])));
    let cases = [
        (r#"{"draw_offered":{"seat":0}}"#, "you have offered a draw already"),
        (r#"{"draw_offered":{"seat":1}}"#, "you have offered a draw already"),
        (r#"{"draw_declined":{"seat":0}}"#, "this is for your opponent to answer"),
        (r#"{"takeback_declined":{"seat":1}}"#, "nobody has asked for anything"),
        (r#"{"takeback_asked":{"seat":1,"plies":1}}"#, "you may take back without asking"),
        (r#"{"undone":0}"#, "there is only one move to take back"),
        (r#"{"redone":0}"#, "there is nothing to make again"),
        (r#"{"interrupted":2001}"#, "that moment is not between the last move and now"),
        (r#"{"interrupted":999}"#, "that moment is not between the last move and now"),
        (
            r#"{"position_set":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#,
            "the game is under way: a position is put up before the first move",
        ),
        (r#"{"ended":{"by_rules":"white checkmate"}}"#, "the rules see no end of the game here"),
        (r#"{"ended":{"by_rules":"draw stalemate"}}"#, "the rules see no end of the game here"),
        (r#"{"ended":{"flagged":{"seat":0,"wins":true}}}"#, "no clock is running"),
        (r#"{"ended":{"flagged":{"seat":1,"wins":true}}}"#, "Black has 4 minutes 59 seconds left"),
    ];
    for (fact, wanted) in cases {
        let fact: Fact = serde_json::from_str(fact).unwrap();
        let event = Event { schema: Schema::NOW, at, left, fact };
        refuses(&logged, &event, wanted);
    }
    let declined =
        |at, left| Event { schema: Schema::NOW, at, left, fact: Fact::DrawDeclined { seat: Seat::Second } };
    refuses(&logged, &declined(Moment(999), left), "that moment is not between the last move and now");
    refuses(&logged, &declined(at, None), "it does not tell what is left on the clocks");
    logged.game.absorb(&declined(at, left)).unwrap();
}

/// After the end nothing happens but going back and forth.
#[test]
fn nothing_happens_after_the_end() {
    let mut logged = Logged::start(GameStart::usual(tabiya_rules::FIDE));
    logged.moves("f2f3 e7e5");
    logged.apply(By::Seat(Seat::First), Command::Resign).unwrap();
    for fact in [
        r#"{"moved":"g2g4"}"#,
        r#"{"draw_offered":{"seat":0}}"#,
        r#"{"takeback_asked":{"seat":1,"plies":1}}"#,
        r#"{"interrupted":0}"#,
        r#"{"ended":"aborted"}"#,
        r#"{"ended":"agreed"}"#,
    ] {
        let fact: Fact = serde_json::from_str(fact).unwrap();
        let event = Event { schema: Schema::NOW, at: Moment(0), left: None, fact };
        refuses(&logged, &event, "the game is over: Black wins: White resigned");
    }
    let timed =
        Event { schema: Schema::NOW, at: Moment(0), left: Some(BySeat([1, 1])), fact: Fact::Undone(1) };
    refuses(&logged, &timed, "it tells what is left on clocks, but the game has none");
    logged.game.absorb(&Event { left: None, ..timed }).unwrap();
    assert_eq!(logged.game.ending(), None);
}

/// A file may go on after the rules have seen the end of its very first position.
#[test]
fn moves_after_a_start_that_is_over_are_replayed() {
    let text = "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n\n1. Ka2 Kc2 2. Ka1 *";
    let (pgn, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    let (game, events) = Game::from_pgn(&pgn, Moment(0)).unwrap();
    assert_eq!(Game::replay(&events), Ok(game));
}

fn refuses(logged: &Logged, event: &Event, wanted: &str) {
    let mut game = logged.game.clone();
    let told = game.absorb(event).map_err(|why| why.to_string());
    assert_eq!(told, Err(wanted.to_owned()), "{event:?}");
    assert_eq!(game, logged.game, "{event:?}");
    let number = logged.log.len();
    let log = logged.log.iter().chain([event]);
    let damage = Game::replay(log).unwrap_err();
    assert_eq!(damage.to_string(), format!("event {number}: {wanted}"));
}
