//! What the tests share: rule sets, and games between ways of moving.

#![allow(dead_code, reason = "each test uses its part")]

use tabiya_engine::{GameSeed, Level, Rng, choose, random_move};
use tabiya_rules::{Color, FIDE, Key, Move, MoveRules, Position, RULE_SETS, Role, Roles, Royalty, Rules};

/// The built-in rule sets, and some that combine what those do not.
pub fn rule_sets() -> Vec<&'static Rules> {
    let promotes_to = Roles::of(&[Role::Queen, Role::Rook, Role::Bishop, Role::King]);
    let knightmate = MoveRules { royal: Role::Knight, promotes_to, ..FIDE.moves };
    let careless = MoveRules { royalty: Royalty::Taken, ..FIDE.moves };
    let made = [knightmate, careless].map(|moves| Rules { moves, ..FIDE }.intern());
    RULE_SETS.iter().map(|set| set.rules).chain(made).collect()
}

/// The start of a rule set; where the usual one has two royal pieces of a side, one less.
pub fn start(rules: &'static Rules) -> Position<&'static Rules> {
    match Position::starting(rules) {
        Ok(position) => position,
        Err(_) => {
            let fen = "r1bqknbr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKNBR w - - 0 1";
            let strict = tabiya_notation::Strictness::Strict;
            tabiya_notation::read_position(fen, rules, strict).expect("one knight each").position
        }
    }
}

/// How a game goes on: by a move, by passing where the rules say so, or not at all.
pub fn next(position: &Position<&'static Rules>, m: Option<Move>) -> Option<Position<&'static Rules>> {
    match m {
        Some(m) => Some(position.play(m).expect("a chosen move is legal")),
        None => position.pass(),
    }
}

/// The winner of a game from a start with some random moves; a game of `most` single moves is drawn.
pub fn play(rules: &'static Rules, white: Level, black: Level, seed: u64, most: usize) -> Option<Color> {
    let mut rng = Rng::from_seed(seed);
    let mut position = start(rules);
    let mut history: Vec<Key> = Vec::new();
    for ply in 0..most {
        let occurrences = 1 + history.iter().filter(|&&key| key == position.key()).count() as u16;
        if let Some(outcome) = position.judge(occurrences).outcome {
            return outcome.winner();
        }
        let level = if position.turn().is_white() { white } else { black };
        let m = if ply < 4 {
            random_move(&position, &mut rng)
        } else {
            choose(level, &position, &history, GameSeed(seed), &mut rng)
        };
        history.push(position.key());
        position = next(&position, m)?;
    }
    None
}

/// The points of a level against another over some games with both colors, in halves.
pub fn points(rules: &'static Rules, level: u16, opponent: u16, games: u64, most: usize) -> u64 {
    let [level, opponent] = [level, opponent].map(|number| Level::new(number).expect("a level"));
    let game = |seed| {
        let color = Color::ALL[seed as usize % 2];
        let [white, black] = if color.is_white() { [level, opponent] } else { [opponent, level] };
        match play(rules, white, black, seed, most) {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        }
    };
    (0..games).map(game).sum()
}
