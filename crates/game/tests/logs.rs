//! Logs of every schema that was ever released: what was played once can be replayed for ever.
//!
//! `logs/NAME.jsonl` holds events, one a line; `logs/NAME.txt` where they lead: the position, the ending in words, what
//! each seat has left.

use std::fs;
use std::path::Path;

use tabiya_game::{Event, Game, narration};
use tabiya_notation::Fen;

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
    let ending =
        game.ending().map_or("not ended".to_owned(), |ending| narration::ending_words(ending, game.seats()));
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
    for bad in [r#"{"schema":0}"#, r#"{"schema":2,"at":0,"left":null,"fact":"passed"}"#, "", "[]"] {
        assert!(read(bad).is_err(), "{bad}");
    }
}
