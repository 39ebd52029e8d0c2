//! Any lines are a game's log or are refused with a reason; what is read is written and read again as the same, leads
//! to the same game, and that game obeys or refuses whatever comes next without a trace of a refusal.

use tabiya_game::{By, Command, Event, Game, Moment, narration};
use tabiya_rules::Language;

fn read(text: &str) -> Result<Vec<Event>, serde_json::Error> {
    text.lines().map(serde_json::from_str).collect()
}

/// What could be wanted next.
const COMMANDS: [Command; 7] = [
    Command::Undo(1),
    Command::Redo(1),
    Command::Pass,
    Command::OfferDraw,
    Command::ClaimDraw,
    Command::Flag,
    Command::Stop,
];

fn check(game: &Game, command: Command) {
    let mut after = game.clone();
    match after.apply(By::Board, command, Moment(u64::MAX)) {
        Ok(events) => assert!(!narration::tell_all(Language::English, game, &events).is_empty()),
        Err(refusal) => {
            assert_eq!(&after, game);
            assert!(!refusal.to_string().is_empty());
        }
    }
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(events) = read(text) else { return };
    let lines: Vec<String> =
        events.iter().map(|event| serde_json::to_string(event).expect("it was read")).collect();
    assert_eq!(read(&lines.join("\n")).expect("it was written"), events);
    match Game::replay(&events) {
        Ok(game) => COMMANDS.into_iter().for_each(|command| check(&game, command)),
        Err(damage) => assert!(!damage.to_string().is_empty()),
    }
}
