use crate::{Move, Position, RuleSource};

/// How many sequences of `depth` legal moves there are. Draws do not end a sequence.
///
/// ```
/// use tabiya_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
pub fn perft<R: RuleSource>(position: &Position<R>, depth: u32) -> u64 {
    let child = |m: &Move| position.play_unchecked(*m);
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        2 => position.legal_moves().iter().map(|m| child(m).count_moves() as u64).sum(),
        _ => position.legal_moves().iter().map(|m| perft(&child(m), depth - 1)).sum(),
    }
}
