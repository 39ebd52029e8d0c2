//! Random play.

use tabiya_rules::{Move, Position, RuleSource};

use super::random::Random;
use super::sets::Set;
use tabiya_rules::Rules;

/// Any legal move; `None` when there is none.
pub fn random_move<R: RuleSource>(position: &Position<R>, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| random.pick(&moves))
}

/// `count` positions from games of random moves, each game beginning with one of the set's positions.
pub fn positions(set: &Set, seed: u64, count: usize) -> Vec<Position<&'static Rules>> {
    let mut random = Random::seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let fen = &set.fens[random.below(set.fens.len())];
        let plies = 1 + random.below(60);
        found.extend(game(set.position(fen), plies, &mut random));
    }
    found.truncate(count);
    found
}

/// A position and those after it, along random moves.
pub fn game<R: RuleSource>(start: Position<R>, plies: usize, random: &mut Random) -> Vec<Position<R>> {
    let mut game = vec![start];
    while game.len() <= plies {
        let last = game[game.len() - 1];
        match random_move(&last, random) {
            Some(m) => game.push(last.play_unchecked(m)),
            None => break,
        }
    }
    game
}
