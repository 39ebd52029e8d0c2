//! Games of this board as PGN and as lists of moves.

use tabiya_game::{By, Command, Date, Game, History, Moment, NodeId, Step};
use tabiya_notation::SanPlus;
use tabiya_notation::pgn::PgnGame;
use tabiya_rules::{ByColor, Position, Rules};

/// How much of a game is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Every move, also those that were taken back or only not stepped to yet: for what is kept unasked.
    Everything,
    /// The game as it stands, without what was taken back at its end.
    Line,
}

/// The game as PGN: the line that was played last is the main one.
pub fn to_pgn(game: &Game, names: &ByColor<String>, began: Moment, extent: Extent) -> PgnGame {
    let mut pgn = match extent {
        Extent::Everything => at_its_end(game).to_pgn(),
        Extent::Line => game.to_pgn(),
    };
    pgn.tags.set("Event", "Tabiya");
    pgn.tags.set("Date", &Date::of(began).to_pgn());
    pgn.tags.set("White", &names.white);
    pgn.tags.set("Black", &names.black);
    pgn
}

/// The game gone on with as far as it was ever played.
fn at_its_end(game: &Game) -> Game {
    let mut end = game.clone();
    let ahead = u32::try_from(game.history().ahead().count()).unwrap_or(u32::MAX);
    if ahead > 0 {
        // A game that cannot go on is told as it stands.
        let _ = end.apply(By::Board, Command::Redo(ahead), game.last_moment());
    }
    end
}

/// Moves with their numbers: `1. e4 e5 2. Nf3`.
pub fn numbered(history: &History, nodes: impl IntoIterator<Item = NodeId>) -> Vec<String> {
    let mut words = Vec::new();
    for node in nodes {
        let Some(before) = history.parent(node).and_then(|parent| history.get(parent)) else { continue };
        let step = history.get(node).and_then(|node| node.step);
        let number = before.position.fullmoves();
        match before.position.turn() {
            color if color.is_white() => words.push(format!("{number}.")),
            _ if words.is_empty() => words.push(format!("{number}...")),
            _ => {}
        }
        words.push(step.map_or_else(String::new, |step| notation(step, &before.position)));
    }
    words
}

fn notation(step: Step, position: &Position<&'static Rules>) -> String {
    match step {
        Step::Move(m) => SanPlus::from_move(m, position).to_string(),
        Step::Pass => "pass".to_owned(),
    }
}
