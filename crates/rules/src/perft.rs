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
    let mut nodes = 0;
    for &m in &*moves {
        // Made on a copy of our own: a position that is returned may be copied once more.
        let mut child = *position;
        child.make_unchecked(m);
        nodes += if depth == 2 { child.count_moves() as u64 } else { perft(&child, depth - 1) };
    }
    nodes
}
