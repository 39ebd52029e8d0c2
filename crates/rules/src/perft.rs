use crate::{MoveList, Position, RuleSource};

/// How many sequences of `depth` legal moves there are. Draws do not end a sequence.
///
/// ```
/// use tabiya_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
pub fn perft<R: RuleSource>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_moves() as u64,
        _ => {}
    }
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    match depth {
        2 => moves.iter().map(|&m| position.play_unchecked(m).count_moves() as u64).sum(),
        _ => moves.iter().map(|&m| perft(&position.play_unchecked(m), depth - 1)).sum(),
    }
}
