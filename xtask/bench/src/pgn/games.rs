//! Games of random moves, the same in every run.

use tabiya_notation::pgn::PgnGame;
use tabiya_rules::Position;

use super::Found;

/// Random games go on for ever; people's have about as many moves.
const LONGEST: usize = 80;

pub fn generate(games: usize) -> (String, Found) {
    let mut text = String::new();
    let mut moves = 0;
    let mut random = 1u64;
    for number in 0..games {
        let game = random_game(number, &mut random);
        moves += game.moves().count() as u64;
        text += &game.to_string();
        text.push('\n');
    }
    (text, Found { games: games as u64, moves })
}

fn random_game(number: usize, random: &mut u64) -> PgnGame {
    let mut game = PgnGame::default();
    game.tags.set("Event", "Random games");
    game.tags.set("White", &format!("Player {number}"));
    game.tags.set("Black", &format!("Player {}", number + 1));
    let mut position = Position::start();
    let mut last = PgnGame::ROOT;
    for _ in 0..LONGEST {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let m = moves[(*random >> 33) as usize % moves.len()];
        last = game.add(last, Some(m));
        position.make_unchecked(m);
    }
    game
}
