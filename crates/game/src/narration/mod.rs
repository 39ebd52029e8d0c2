//! Everything that happens, and every reason, in plain sentences: worded once in each language, for all who show games.
//! English is here, every other language in a module of its own.

mod advice;
mod endings;
mod events;
mod moves;
mod spans;

use std::fmt::Display;

use tabiya_rules::Language;

pub use advice::{best_move_note, best_move_words};
pub use endings::{ending_words, result_words};
pub use events::tell;
pub(crate) use moves::castling_targets;
pub use moves::move_words;
pub use spans::span_words;

use crate::{DamageKind, Decision, Event, Game};

/// What some events did to a game, in sentences. `before` is the game before the first of them.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment, narration};
/// use tabiya_rules::{FIDE, Language};
///
/// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// for m in ["f2f3", "e7e5", "g2g4"] {
///     game.apply(By::Board, Command::Move(m.parse().unwrap()), Moment(0)).unwrap();
/// }
/// let before = game.clone();
/// let events = game.apply(By::Board, Command::Move("d8h4".parse().unwrap()), Moment(0)).unwrap();
/// assert_eq!(
///     narration::tell_all(Language::English, &before, &events),
///     "Black's queen goes from d8 to h4. Black wins by checkmate."
/// );
/// ```
pub fn tell_all(language: Language, before: &Game, events: &[Event]) -> String {
    let told = tell_and_absorb(language, &mut before.clone(), events);
    told.unwrap_or_else(|why| sentence(language.words(&why)))
}

/// The same, and the game takes them in: of a long log each event is looked at once. The first that cannot have
/// happened is told instead, and nothing behind it was taken in.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment, narration};
/// use tabiya_rules::{FIDE, Language};
///
/// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// let mut other = game.clone();
/// let events = game.apply(By::Board, Command::Move("e2e4".parse().unwrap()), Moment(0)).unwrap();
/// let told = narration::tell_and_absorb(Language::English, &mut other, &events);
/// assert_eq!(told, Ok("White's pawn goes from e2 to e4.".to_owned()));
/// assert_eq!(other, game);
/// assert!(narration::tell_and_absorb(Language::English, &mut other, &events).is_err());
/// ```
pub fn tell_and_absorb(language: Language, game: &mut Game, events: &[Event]) -> Result<String, DamageKind> {
    let mut sentences = Vec::with_capacity(events.len());
    for event in events {
        let change = game.check(event)?;
        sentences.push(events::tell_change(language, game, event, &change, game.position()));
        game.take(event, change);
    }
    sentences.extend(events::check_words(language, events, game.ending(), game.position()));
    Ok(sentences.join(" "))
}

/// What a decision does to a game that has not taken it in yet.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment, narration};
/// use tabiya_rules::{FIDE, Language};
///
/// let (game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// let decision = game.decide(By::Board, Command::Move("g1f3".parse().unwrap()), Moment(0)).unwrap();
/// let told = narration::tell_decision(Language::German, &game, &decision);
/// assert_eq!(told, "Weiß zieht den Springer von g1 nach f3.");
/// ```
pub fn tell_decision(language: Language, before: &Game, decision: &Decision) -> String {
    let events = decision.events();
    let after = decision.position(before);
    let told =
        events.iter().map(|event| events::tell_change(language, before, event, decision.change(), after));
    let mut sentences: Vec<String> = told.collect();
    sentences.extend(events::check_words(language, events, decision.standing().ending, after));
    sentences.join(" ")
}

/// A reason as a sentence: a capital letter before and a full stop behind.
///
/// ```
/// use tabiya_game::narration::sentence;
///
/// assert_eq!(sentence("there is no piece on e4"), "There is no piece on e4.");
/// assert_eq!(sentence("what?"), "What?");
/// ```
pub fn sentence(reason: impl Display) -> String {
    let reason = capitalized(&reason.to_string());
    let stop = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    reason + stop
}

/// Words that begin with a capital.
pub fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
