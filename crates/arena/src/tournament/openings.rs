use std::collections::HashSet;

use anyhow::{Context, anyhow, ensure};
use tabiya_engine::{Rng, random_move};
use tabiya_notation::San;
use tabiya_notation::pgn::PgnGame;
use tabiya_rules::{Position, Rules, Start};

use crate::engine_process::{GameLine, Variant};

/// Balanced openings of ordinary chess. How they are made is told in their first lines.
const BUILT_IN: &str = include_str!("openings.txt");

/// The most openings that a match takes.
pub const MAX_OPENINGS: usize = 100_000;

/// How long openings by chance are, under rules that nobody has theory for.
const CHANCE_PLIES: usize = 6;

/// Which openings a match has.
pub struct Openings {
    /// For chance, and for the order.
    pub seed: u64,
    /// How many are needed at most.
    pub count: usize,
}

impl Openings {
    /// Our own openings, in the order in which they are played: always the same for a seed.
    pub fn built_in(&self, variant: &Variant) -> anyhow::Result<Vec<GameLine>> {
        let mut rng = Rng::from_seed(self.seed);
        let openings = match () {
            () if variant.is_shuffled() => shuffled_starts(variant.rules)?,
            () if variant.is_chess() => built_in(variant.rules)?,
            // In the order in which chance has them: a longer match begins with the same ones.
            () => return by_chance(variant.rules, self.count, &mut rng),
        };
        Ok(self.shuffled(openings, &mut rng))
    }

    /// Somebody's openings, in the order in which they are played.
    pub fn given(&self, openings: Vec<GameLine>) -> Vec<GameLine> {
        self.shuffled(openings, &mut Rng::from_seed(self.seed))
    }

    fn shuffled(&self, mut openings: Vec<GameLine>, rng: &mut Rng) -> Vec<GameLine> {
        for i in (1..openings.len()).rev() {
            openings.swap(i, rng.below(i as u64 + 1) as usize);
        }
        openings.truncate(self.count);
        openings
    }

    /// The opening that a game is, or the beginning of so many single moves.
    pub fn line(game: &PgnGame, plies: usize, rules: &'static Rules) -> anyhow::Result<GameLine> {
        ensure!(*game.rules() == *rules, "it is a game under other rules");
        let mut line = GameLine::new(*game.start());
        for node in game.main_line().take(plies) {
            line.push(game[node].m.context("a side passes in it")?);
        }
        match line.current().outcome() {
            Some(outcome) => Err(anyhow!("the game is over after it: {outcome}")),
            None => Ok(line),
        }
    }
}

fn start(rules: &'static Rules) -> anyhow::Result<Position<&'static Rules>> {
    Position::starting(rules).context("the start position is wrong")
}

fn built_in(rules: &'static Rules) -> anyhow::Result<Vec<GameLine>> {
    let start = start(rules)?;
    BUILT_IN.lines().filter(|text| !text.starts_with('#')).map(|text| line_of(start, text)).collect()
}

/// A line of moves with their numbers.
fn line_of(start: Position<&'static Rules>, text: &str) -> anyhow::Result<GameLine> {
    let mut line = GameLine::new(start);
    for word in text.split_whitespace().filter(|word| !word.ends_with('.')) {
        let san: San = word.parse()?;
        line.push(san.to_move(line.current())?);
    }
    Ok(line)
}

fn shuffled_starts(rules: &'static Rules) -> anyhow::Result<Vec<GameLine>> {
    let setups = (0..960).filter_map(Start::chess960);
    setups.map(|setup| Ok(GameLine::new(Position::new(setup, rules)?))).collect()
}

/// Random moves after which nothing hangs: nobody has taken anything or can take anything. Both sides of each are
/// played, so that what balance is missing does not matter.
fn by_chance(rules: &'static Rules, count: usize, rng: &mut Rng) -> anyhow::Result<Vec<GameLine>> {
    let start = start(rules)?;
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    // Rules may have few openings or none of this kind.
    for _ in 0..count.saturating_mul(200) {
        if openings.len() == count {
            break;
        }
        if let Some(line) = walk(start, rng).filter(|line| seen.insert(line.current().key())) {
            openings.push(line);
        }
    }
    if openings.is_empty() {
        openings.push(GameLine::new(start));
    }
    Ok(openings)
}

fn walk(start: Position<&'static Rules>, rng: &mut Rng) -> Option<GameLine> {
    let mut line = GameLine::new(start);
    for _ in 0..CHANCE_PLIES {
        line.push(random_move(line.current(), rng)?);
        line.current().outcome().is_none().then_some(())?;
    }
    let end = line.current();
    let is_quiet = end.board().occupied().len() == start.board().occupied().len()
        && !can_take(end)
        && end.pass().is_some_and(|passed| !can_take(&passed));
    is_quiet.then_some(line)
}

fn can_take(position: &Position<&'static Rules>) -> bool {
    let men = position.board().occupied().len();
    let takes = |m| position.play_unchecked(m).board().occupied().len() < men;
    position.legal_moves().into_iter().any(takes)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{CHESS960, FIDE, HONG};

    use super::*;

    fn load(name: &str, rules: &'static Rules, seed: u64, count: usize) -> Vec<GameLine> {
        Openings { seed, count }.built_in(&Variant { rules, name: name.to_owned(), path: None }).unwrap()
    }

    #[test]
    fn the_built_in_openings_are_many_and_different() {
        let openings = load("fide", &FIDE, 1, usize::MAX);
        assert_eq!(openings.len(), 500);
        let ends: HashSet<_> = openings.iter().map(|line| line.current().key()).collect();
        assert_eq!(ends.len(), openings.len());
        assert!(openings.iter().all(|line| line.moves().len() == 8 && line.current().outcome().is_none()));
    }

    #[test]
    fn a_seed_settles_the_order() {
        let ends = |seed| -> Vec<_> {
            load("fide", &FIDE, seed, 20).iter().map(|line| line.current().key()).collect()
        };
        assert_eq!(ends(1), ends(1));
        assert_ne!(ends(1), ends(2));
    }

    #[test]
    fn a_longer_match_begins_with_the_same_openings() {
        for (name, rules) in [("fide", &FIDE), ("chess960", &CHESS960), ("hong", &HONG)] {
            let ends = |count| -> Vec<_> {
                load(name, rules, 7, count).iter().map(|line| line.current().key()).collect()
            };
            assert_eq!(ends(10), ends(30)[..10], "{name}");
        }
    }

    #[test]
    fn other_rules_have_openings_too() {
        assert_eq!(load("chess960", &CHESS960, 1, usize::MAX).len(), 960);
        let openings = load("hong", &HONG, 1, 50);
        assert_eq!(openings.len(), 50);
        assert!(openings.iter().all(|line| !can_take(line.current())));
    }
}
