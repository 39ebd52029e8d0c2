//! A game as a server tells it, made again here: by the same rules, so that boards can show what is possible.

use tabiya_game::narration::tell_all;
use tabiya_game::{By, BySeat, Command, Ending, Event, Fact, Game, GameStart, Moment, Schema, Seat};
use tabiya_notation::{RuleFile, Strictness, UciMove, read_position};
use tabiya_rules::{ByColor, Language};

use crate::api::{EndingOnServer, GameOnServer, MoveOnServer};

/// Who has which color here: the first seat is White's.
const SEATS: ByColor<Seat> = ByColor { white: Seat::First, black: Seat::Second };

/// The game that is told, and a move after it that is on its way; nothing where it cannot be understood here.
pub(crate) fn mirror(told: &GameOnServer, on_its_way: Option<UciMove>) -> Option<Game> {
    let mut game = begun(told)?;
    for m in &told.line {
        step(&mut game, read(m)?)?;
    }
    match (&told.state.ending, on_its_way) {
        (Some(ending), _) => end(&mut game, ending),
        // A move that cannot be made here is the server's to refuse.
        (None, Some(m)) => drop(step(&mut game, m)),
        (None, None) => {}
    }
    Some(game)
}

/// The moves behind the first `known` ones, in sentences, with the end where the board shows it; nothing where there are none,
/// or they cannot be understood here.
pub(crate) fn narrated(language: Language, told: &GameOnServer, known: usize) -> Option<NarratedMoves> {
    let mut game = begun(told)?;
    let mut sentences = Vec::new();
    for (number, m) in told.line.iter().enumerate() {
        let before = game.clone();
        let events = step(&mut game, read(m)?)?;
        if number >= known {
            sentences.push(tell_all(language, &before, &events));
        }
    }
    let ends_game = game.ending().is_some();
    (!sentences.is_empty()).then(|| NarratedMoves { says: sentences.join(" "), ends_game })
}

/// Moves in sentences.
pub(crate) struct NarratedMoves {
    pub says: String,
    /// Whether the last of them tells how the game ended.
    pub ends_game: bool,
}

/// The game before its first move.
fn begun(told: &GameOnServer) -> Option<Game> {
    let rules = rules(told)?;
    let position =
        read_position(&told.start, rules.rules.intern(), Strictness::Lenient).ok()?.position.setup();
    let names = BySeat([told.white.name.clone(), told.black.name.clone()]);
    let start = GameStart { position, seats: SEATS, names, ..GameStart::usual(rules) };
    Game::start(start, Moment(0)).ok().map(|(game, _)| game)
}

fn read(MoveOnServer { uci }: &MoveOnServer) -> Option<UciMove> {
    uci.parse().ok()
}

fn rules(told: &GameOnServer) -> Option<RuleFile> {
    let file: RuleFile = told.rules.differences.parse().ok()?;
    Some(RuleFile::named(file.rules, Some(&told.rules.name)))
}

fn step(game: &mut Game, m: UciMove) -> Option<Vec<Event>> {
    let command = if m == UciMove::Null { Command::Pass } else { Command::Move(m) };
    game.apply(By::Board, command, Moment(0)).ok()
}

/// Ends the game where the board does not show it: how it came about, the server says in words.
fn end(game: &mut Game, told: &EndingOnServer) {
    if game.ending().is_some() {
        return;
    }
    let (schema, ending) = match told.result.as_str() {
        "*" => (Schema::NOW, Ending::Aborted),
        _ => {
            let winner = told.winner.map(|side| *SEATS.get(side.into()));
            (Schema::RECORDED, Ending::Recorded { winner })
        }
    };
    // A game that has not ended can.
    let _ = game.absorb(&Event { schema, at: Moment(0), left: None, fact: Fact::Ended(ending) });
}
