use std::fmt;

use super::Position;
use crate::{Color, RuleSource, Square};

/// A 64-bit name of a position, the same for positions in which the same moves can be made: pieces, turn,
/// castling rights, and en passant where such a move is legal.
///
/// ```
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let back = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().fold(start, |pos, text| {
///     let m = pos.legal(text[..2].parse().unwrap(), text[2..].parse().unwrap(), None).unwrap();
///     pos.play_unchecked(m)
/// });
/// assert_eq!(back.key(), start.key());
/// assert_ne!(start.pass().unwrap().key(), start.key());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Random numbers for every feature of a position.
pub(super) struct Numbers {
    /// By role code, plus 8 for Black; the rows of code 0 are zero, so that taking nothing changes nothing.
    pieces: [[u64; 64]; 16],
    /// By the square of a rook that may castle.
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = {
    let mut state = 0;
    let mut numbers =
        Numbers { pieces: [[0; 64]; 16], castling: [0; 64], en_passant: [0; 8], black_to_move: 0 };
    let mut i = 0;
    while i < 64 {
        let mut code = 1;
        while code < 8 {
            numbers.pieces[code][i] = random(&mut state);
            numbers.pieces[8 + code][i] = random(&mut state);
            code += 1;
        }
        numbers.castling[i] = random(&mut state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        numbers.en_passant[i] = random(&mut state);
        i += 1;
    }
    numbers.black_to_move = random(&mut state);
    numbers
};

/// CITE: SplitMix64, Sebastiano Vigna; <https://prng.di.unimi.it/splitmix64.c>
const fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[inline(always)]
pub(super) fn piece(color: Color, code: u8, square: Square) -> u64 {
    colored((color as u8) << 3 | code & 7, square)
}

/// The number of a piece whose code has the color in it.
#[inline(always)]
pub(super) fn colored(code: u8, square: Square) -> u64 {
    NUMBERS.pieces[(code & 15) as usize][square.index()]
}

#[inline(always)]
pub(super) fn castling(rook: Square) -> u64 {
    NUMBERS.castling[rook.index()]
}

#[inline(always)]
pub(super) fn turn_change() -> u64 {
    NUMBERS.black_to_move
}

impl<R: RuleSource> Position<R> {
    /// The name under which the position can be found again.
    #[inline(always)]
    pub fn key(&self) -> Key {
        match self.en_passant {
            None => Key(self.key),
            Some(passed) => Key(self.key ^ self.en_passant_number(passed)),
        }
    }

    #[cold]
    fn en_passant_number(&self, passed: Square) -> u64 {
        let is_legal =
            self.takers_in_passing(passed).into_iter().any(|from| self.is_safe_in_passing(from, passed));
        if is_legal { NUMBERS.en_passant[passed.file() as usize] } else { 0 }
    }

    /// The part of the key that is kept up to date, made from nothing.
    pub(super) fn fresh_key(&self) -> u64 {
        let pieces = self.board.pieces().map(|(sq, p)| piece(p.color, p.role as u8, sq));
        let rights = self.castling.into_iter().map(castling);
        let turn = if self.turn.is_white() { 0 } else { turn_change() };
        pieces.chain(rights).fold(turn, |key, number| key ^ number)
    }
}
