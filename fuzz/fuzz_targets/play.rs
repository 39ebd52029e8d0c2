//! Bytes choose a rule set, a start and the moves: all laws hold in every position on the way.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_fuzz::bytes::Bytes;
use tabiya_fuzz::laws;
use tabiya_rules::Move;

/// Longer games reach nothing new, only later.
const PLIES: usize = 128;

fn play(bytes: &mut Bytes) -> Option<()> {
    let rules = bytes.rules()?;
    let mut position = bytes.position(rules)?;
    let mut last: Option<Move> = None;
    for _ in 0..PLIES {
        laws::check(&position, bytes.square()?);
        if let Some(m) = last {
            laws::foreign_move_is_legal_if_generated(&position, m);
        }
        let m = bytes.choose(&position.legal_moves())?;
        position = position.play_unchecked(m);
        last = Some(m);
    }
    Some(())
}

fuzz_target!(|data: &[u8]| {
    play(&mut Bytes(data));
});
