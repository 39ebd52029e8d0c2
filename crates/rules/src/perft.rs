use crate::{Position, RuleSource};

/// How many sequences of `depth` legal moves there are. Draws do not end a sequence.
///
/// ```
/// use tabiya_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
pub fn perft<R: RuleSource>(position: &Position<R>, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => return 1,
        1 => return position.count_moves() as u64,
        2 => position.for_each_move(|m| nodes += position.play_unchecked(m).count_moves() as u64),
        _ => position.for_each_move(|m| nodes += perft(&position.play_unchecked(m), depth - 1)),
    }
    nodes
}
