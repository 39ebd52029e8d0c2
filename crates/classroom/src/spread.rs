//! Whether a machine that should move by chance does.

use std::collections::BTreeMap;

use tabiya_classics::{MachineChoice, MachinePlay};
use tabiya_rules::{Position, Rules, Square};

/// How likely it may be at most that an honest machine is blamed.
const FALSE_ALARM: f64 = 1e-6;

/// What is looked at in a machine's moves, each a number from 0 to 1.
const FEATURES: [Feature; 6] = [
    Feature { what: "which piece it takes", of: |m| m.piece },
    Feature { what: "how far from the middle of its pieces it chooses", of: |m| m.eccentricity },
    Feature { what: "where a piece goes", of: |m| m.target },
    Feature { what: "how often it takes something", of: |m| m.capture },
    Feature { what: "which of its moves it makes", of: |m| m.any },
    Feature { what: "how many moves the piece has that it takes", of: |m| m.freedom },
];

struct Feature {
    what: &'static str,
    of: fn(&MachineMove) -> Chance,
}

/// A number that chance should have made: what it is, and what is to be expected of a machine that draws a piece first,
/// or any of its moves alike.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chance {
    found: f64,
    by_piece: f64,
    by_move: f64,
}

/// A move that a machine has drawn, and from which. A game is followed from its beginning each time that it goes on, so that no
/// more is looked at until it is over.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnMove {
    position: Position<&'static Rules>,
    moves: Vec<(Square, Square)>,
    drawn: (Square, Square),
}

impl DrawnMove {
    /// `None` where there was no choice.
    pub fn new(
        position: Option<&Position<&'static Rules>>,
        choices: &[MachineChoice],
        chosen: usize,
    ) -> Option<DrawnMove> {
        let position = *position?;
        let moves: Vec<(Square, Square)> =
            choices.iter().filter_map(|choice| choice.m.map(|m| (m.from(), m.to()))).collect();
        let &drawn = moves.get(chosen).filter(|_| moves.len() > 1)?;
        Some(DrawnMove { position, moves, drawn })
    }
}

/// A move that a machine made, beside those that it could have made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineMove {
    piece: Chance,
    eccentricity: Chance,
    target: Chance,
    capture: Chance,
    any: Chance,
    freedom: Chance,
    choice: PlaceChoice,
}

/// Which of its moves a machine made, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlaceChoice {
    /// The position, by its number.
    position: u64,
    m: (Square, Square),
    /// How many moves there were.
    moves: usize,
    /// How likely the likeliest of them is, however they are drawn.
    likeliest: f64,
}

impl MachineMove {
    pub fn new(drawn: &DrawnMove) -> MachineMove {
        let DrawnMove { position, moves, drawn: (from, to) } = drawn;
        let (from, to) = (*from, *to);
        let mut pieces: Vec<Square> = moves.iter().map(|&(from, _)| from).collect();
        pieces.sort();
        pieces.dedup();
        let mut targets: Vec<Square> =
            moves.iter().filter(|&&(other, _)| other == from).map(|&(_, to)| to).collect();
        targets.sort();
        let place = |squares: &[Square], square: Square| {
            let at = squares.iter().position(|&other| other == square).unwrap_or_default();
            (at as f64 + 0.5) / squares.len() as f64
        };
        let freedom = |piece: Square| moves.iter().filter(|&&(from, _)| from == piece).count();
        let most = pieces.iter().map(|&piece| freedom(piece)).max().unwrap_or(1);
        // What a pawn becomes is no other move here.
        let likelihood = |m: &(Square, Square)| {
            let alike = moves.iter().filter(|other| *other == m).count() as f64;
            (alike / moves.len() as f64).max(alike / (pieces.len() * freedom(m.0)) as f64)
        };
        let mut sorted = moves.clone();
        sorted.sort();
        let chance = |value: &dyn Fn(Square, Square) -> f64| {
            let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
            let of_piece = |piece: &Square| {
                mean(
                    moves
                        .iter()
                        .filter(|(from, _)| from == piece)
                        .map(|&(from, to)| value(from, to))
                        .collect(),
                )
            };
            Chance {
                found: value(from, to),
                by_piece: mean(pieces.iter().map(of_piece).collect()),
                by_move: mean(moves.iter().map(|&(from, to)| value(from, to)).collect()),
            }
        };
        MachineMove {
            piece: chance(&|from, _| place(&pieces, from)),
            eccentricity: chance(&|from, _| (2.0 * place(&pieces, from) - 1.0).abs()),
            target: Chance { found: place(&targets, to), by_piece: 0.5, by_move: 0.5 },
            capture: chance(&|_, to| f64::from(u8::from(position.piece_at(to).is_some()))),
            any: chance(&|from, to| {
                let at = sorted.iter().position(|&other| other == (from, to)).unwrap_or_default();
                (at as f64 + 0.5) / sorted.len() as f64
            }),
            freedom: chance(&|from, _| freedom(from) as f64 / most as f64),
            choice: PlaceChoice {
                position: position.key().0,
                m: (from, to),
                moves: moves.len(),
                likeliest: moves.iter().map(likelihood).fold(0.0, f64::max),
            },
        }
    }
}

/// What chance does not make so, if anything. An honest machine is blamed once in a million checks at most.
///
/// CITE: Hoeffding, "Probability inequalities for sums of bounded random variables", 1963
pub fn suspicion(moves: &[MachineMove], play: MachinePlay) -> Option<&'static str> {
    let count = moves.len() as f64;
    // Of a sum of so many numbers between 0 and 1.
    let farthest = (count * (2.0 * FEATURES.len() as f64 / EACH_FALSE_ALARM).ln() / 2.0).sqrt();
    let suspect = FEATURES.iter().find(|feature| {
        let all: Vec<Chance> = moves.iter().map(feature.of).collect();
        let away =
            |expected: fn(&Chance) -> f64| all.iter().map(|one| one.found - expected(one)).sum::<f64>().abs();
        // Where nothing is said of pieces, both are chance enough.
        let may_be_any = play != MachinePlay::PieceByChance;
        away(|one| one.by_piece) > farthest && !(may_be_any && away(|one| one.by_move) <= farthest)
    });
    suspect.map(|feature| feature.what).or_else(|| repeats_itself(moves).then_some(SAME_MOVE))
}

/// Two things are looked at, and each may be blamed wrongly half as often as both together.
const EACH_FALSE_ALARM: f64 = FALSE_ALARM / 2.0;

/// What is looked at where a machine makes the same move whenever it is in the same position.
const SAME_MOVE: &str = "which move it makes where it has been before";

/// Whether a machine makes one move in one position more often than chance does. The chance that one of some moves comes so often
/// is at most that of every way to choose those times, for each of the moves and each of the positions.
fn repeats_itself(moves: &[MachineMove]) -> bool {
    let mut positions: BTreeMap<u64, Vec<PlaceChoice>> = BTreeMap::new();
    moves.iter().for_each(|made| positions.entry(made.choice.position).or_default().push(made.choice));
    positions.values().any(|made| {
        let times = |m: (Square, Square)| made.iter().filter(|other| other.m == m).count();
        let most = made.iter().map(|one| times(one.m)).max().unwrap_or_default();
        // In logarithms, because some of these numbers are large.
        let ways: f64 = (0..most).map(|k| ((made.len() - k) as f64 / (k + 1) as f64).ln()).sum();
        let chosen = (positions.len() * made[0].moves) as f64;
        chosen.ln() + ways + most as f64 * made[0].likeliest.ln() < EACH_FALSE_ALARM.ln()
    })
}

#[cfg(test)]
mod tests {
    use tabiya_engine::{Rng, random_move, random_piece_move};
    use tabiya_rules::{CUHK, Move};

    use super::*;

    /// The moves of a machine in a game with itself.
    fn moves(choose: &mut dyn FnMut(&Position<&'static Rules>) -> Option<Move>) -> Vec<MachineMove> {
        let mut position = Position::starting(&CUHK).unwrap();
        let mut made = Vec::new();
        for _ in 0..150 {
            let all = position.legal_moves();
            let choices: Vec<MachineChoice> =
                all.iter().map(|&m| MachineChoice { m: Some(m), told: Vec::new() }).collect();
            let Some(m) = choose(&position) else { break };
            let chosen = all.iter().position(|&other| other == m).unwrap();
            made.extend(DrawnMove::new(Some(&position), &choices, chosen).as_ref().map(MachineMove::new));
            position = position.play_unchecked(m);
            if position.outcome().is_some() {
                position = Position::starting(&CUHK).unwrap();
            }
        }
        made
    }

    #[test]
    fn honest_machines_are_not_blamed() {
        for seed in 0..60 {
            let mut rng = Rng::from_seed(seed);
            let by_piece = moves(&mut |board| random_piece_move(board, &mut rng));
            assert_eq!(suspicion(&by_piece, MachinePlay::PieceByChance), None);
            assert_eq!(suspicion(&by_piece, MachinePlay::ByChance), None);
            let by_move = moves(&mut |board| random_move(board, &mut rng));
            assert_eq!(suspicion(&by_move, MachinePlay::ByChance), None);
        }
    }

    #[test]
    fn a_machine_that_always_begins_in_the_same_way_is_found() {
        let start = Position::starting(&CUHK).unwrap();
        let all = start.legal_moves();
        let choices: Vec<MachineChoice> =
            all.iter().map(|&m| MachineChoice { m: Some(m), told: Vec::new() }).collect();
        let begun = |chosen: &mut dyn FnMut() -> usize| -> Vec<MachineMove> {
            let begun = (0..40).filter_map(|_| DrawnMove::new(Some(&start), &choices, chosen()));
            begun.map(|drawn| MachineMove::new(&drawn)).collect()
        };
        // One in the middle of all: nothing else is strange about it.
        let same = begun(&mut || choices.len() / 2);
        assert_eq!(suspicion(&same, MachinePlay::ByChance), Some(SAME_MOVE));
        for seed in 0..200 {
            let mut rng = Rng::from_seed(seed);
            let honest = begun(&mut || rng.below(choices.len() as u64) as usize);
            assert_eq!(suspicion(&honest, MachinePlay::ByChance), None);
        }
    }

    #[test]
    fn machines_with_a_liking_are_found() {
        let mut first =
            |board: &Position<&'static Rules>| board.legal_moves().iter().min_by_key(|m| m.from()).copied();
        assert!(suspicion(&moves(&mut first), MachinePlay::ByChance).is_some());
        let mut last =
            |board: &Position<&'static Rules>| board.legal_moves().iter().max_by_key(|m| m.from()).copied();
        assert!(suspicion(&moves(&mut last), MachinePlay::ByChance).is_some());
        let mut rng = Rng::from_seed(1);
        let mut greedy = |board: &Position<&'static Rules>| {
            let all = board.legal_moves();
            let takes = all.iter().copied().find(|m| board.piece_at(m.to()).is_some());
            takes.or_else(|| random_move(board, &mut rng))
        };
        let taken = suspicion(&moves(&mut greedy), MachinePlay::ByChance);
        assert_eq!(taken, Some("how often it takes something"));
    }
}
