use std::fmt;
use std::ops::Deref;

use crate::Move;

/// The most moves that any position can have, whatever stands on the board.
///
/// A square can be reached along each of eight lines by the first piece on that line only, and by eight
/// knights: 16 moves to each of 64 squares. A pawn's moves run along lines too; where it promotes, up to three
/// pawns reach each of eight squares, each with four choices more than counted. Two castlings come on top.
const MOST_MOVES: usize = 16 * 64 + 3 * 8 * 4 + 2;

/// The legal moves of a position, held in place without allocation; it cannot overflow.
///
/// ```
/// use tabiya_rules::Position;
///
/// let moves = Position::start().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().any(|m| m.to_string() == "e2e4"));
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MOST_MOVES],
    len: usize,
}

impl MoveList {
    /// A list without moves.
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::FILLER; MOST_MOVES], len: 0 }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, m: Move) {
        self.moves[self.len] = m;
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}
