//! Bytes choose a rule set, a start and the moves: all laws hold in every position on the way.

use crate::bytes::Bytes;
use crate::position;
use tabiya_rules::Move;

/// Longer games reach nothing new, only later.
const PLIES: usize = 128;

fn play(bytes: &mut Bytes) -> Option<()> {
    let rules = bytes.rules()?;
    let mut position = bytes.position(rules)?;
    let mut last: Option<Move> = None;
    for _ in 0..PLIES {
        position::check(&position, bytes.square()?);
        if let Some(m) = last {
            position::foreign_move_is_legal_if_generated(&position, m);
        }
        let m = bytes.choose(&position.legal_moves())?;
        position = position.play_unchecked(m);
        last = Some(m);
    }
    Some(())
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    play(&mut Bytes(data));
}
