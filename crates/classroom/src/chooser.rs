//! Moves that show something: what a program is likely to get wrong is chosen more often than chance would.

use std::mem::discriminant;

use tabiya_engine::Rng;
use tabiya_rules::{Illegal, Move, Position, Role, Rules, Square};

/// How much a side wants the game to end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    /// It leaves half of its chances.
    Leisurely,
    /// It takes the first chance.
    Eager,
}

/// A legal move; `None` where there is none.
pub fn choose(board: &Position<&'static Rules>, haste: Haste, rng: &mut Rng) -> Option<Move> {
    let moves = board.legal_moves();
    if haste == Haste::Eager || rng.below(2) == 0 {
        let ends = |m: &&Move| board.play_unchecked(**m).outcome().is_some();
        if let Some(m) = pick(moves.iter().filter(ends), rng) {
            return Some(m);
        }
    }
    let special = |m: &&Move| m.is_castling() || m.is_en_passant() || m.promotion().is_some();
    let is_capture = |m: &&Move| board.piece_at(m.to()).is_some();
    let gives_check = |m: &&Move| board.play_unchecked(**m).is_check();
    let chosen = match rng.below(8) {
        0 | 1 => pick(moves.iter().filter(special), rng),
        2 => pick(moves.iter().filter(is_capture), rng),
        3 => pick(moves.iter().filter(gives_check), rng),
        // Pawns that stand beside each other in the middle take in passing and reach the end.
        4 => pick(moves.iter().filter(|m| m.role() == Some(Role::Pawn)), rng),
        _ => None,
    };
    chosen.or_else(|| rng.pick(&moves))
}

fn pick<'a>(moves: impl Iterator<Item = &'a Move>, rng: &mut Rng) -> Option<Move> {
    rng.pick(&moves.copied().collect::<Vec<_>>())
}

/// Two squares that are no legal move, for any reason there is here with the same chance; `None` where everything is
/// legal.
pub fn mistake(board: &Position<&'static Rules>, rng: &mut Rng) -> Option<(Square, Square)> {
    let mut kinds: Vec<(Illegal, Vec<(Square, Square)>)> = Vec::new();
    for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
        // A promotion without its piece is half a move, not a wrong one.
        let why = match board.legal(from, to, None) {
            Ok(_) | Err(Illegal::PromotionMissing { .. }) => continue,
            Err(why) => why,
        };
        match kinds.iter_mut().find(|(kind, _)| discriminant(kind) == discriminant(&why)) {
            Some((_, pairs)) => pairs.push((from, to)),
            None => kinds.push((why, vec![(from, to)])),
        }
    }
    let kind = rng.below(kinds.len() as u64) as usize;
    rng.pick(&kinds.get(kind)?.1)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{FIDE, HONG};

    use super::*;

    #[test]
    fn choices_are_legal_and_mistakes_are_not() {
        for (seed, rules) in [(1, &FIDE), (2, &HONG)] {
            let mut rng = Rng::from_seed(seed);
            let mut board = Position::starting(rules).unwrap();
            for _ in 0..200 {
                let (from, to) = mistake(&board, &mut rng).unwrap();
                assert!(board.legal(from, to, None).is_err());
                let Some(m) = choose(&board, Haste::Leisurely, &mut rng) else { break };
                assert!(board.is_legal(m));
                board = board.play_unchecked(m);
                if board.outcome().is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn an_eager_side_mates_when_it_can() {
        let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        let read = tabiya_notation::read_position(fen, &FIDE, tabiya_notation::Strictness::Strict).unwrap();
        let m = choose(&read.position, Haste::Eager, &mut Rng::from_seed(3)).unwrap();
        assert_eq!((m.from().to_string(), m.to().to_string()), ("a1".to_owned(), "a8".to_owned()));
    }
}
