//! What is asked of a game wherever files are read or written.

use tabiya_notation::pgn::{GameBuilder, PgnEnding, PgnGame};
use tabiya_rules::{Outcome, Position, Rules};

/// The game that was read, unless its rules or start position could not be. Where its last word does not tell how
/// it ended, its tag may.
///
/// ```
/// use tabiya_files::take_game;
/// use tabiya_notation::pgn::{GameBuilder, PgnReader};
///
/// let mut builder = GameBuilder::new();
/// PgnReader::new("[Variant \"drops\"]\n\n1. e4 *".as_bytes()).read_game(&mut builder).unwrap();
/// assert!(take_game(&mut builder).is_none());
/// ```
pub fn take_game(builder: &mut GameBuilder) -> Option<PgnGame> {
    let mut game = builder.take();
    // These are taken out when they have been understood.
    if ["Variant", "Rules", "FEN"].iter().any(|name| game.tags.get(name).is_some()) {
        return None;
    }
    if game.ending == PgnEnding::Unknown
        && let Some(told) =
            game.tags.get("Result").and_then(|tag| PgnEnding::from_text(tag.trim().as_bytes()))
    {
        game.ending = told;
    }
    Some(game)
}

/// The position after the last move of the main line.
pub fn last_position(game: &PgnGame) -> Position<&'static Rules> {
    game.moves().fold(*game.start(), |position, m| position.play_unchecked(m))
}

/// How a game has ended by what is on the board.
pub fn ending_on_board(position: &Position<&'static Rules>) -> PgnEnding {
    match position.outcome() {
        Some(Outcome::Won { winner, .. }) => PgnEnding::Won(winner),
        Some(Outcome::Drawn(_)) => PgnEnding::Drawn,
        None => PgnEnding::Unknown,
    }
}
