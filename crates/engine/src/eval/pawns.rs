use tabiya_rules::{Bitboard, Color, Position, RuleSource, Square, attacks};

use super::pieces::place;
use super::tally::Sum;
use super::{Tally, TaperedScore, sign, terms};

/// What the pawns alone tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pawns {
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
}

impl Pawns {
    /// Counts everything that follows from the pawns alone.
    pub(super) fn of<R: RuleSource, T: Tally>(position: &Position<R>, tally: &mut T) -> Pawns {
        let pawns = position.board().pawns();
        let white = pawns & position.board().by_color(Color::White);
        let black = pawns & position.board().by_color(Color::Black);
        let passed = count::<true, T>(white, black, tally) | count::<false, T>(black, white, tally);
        Pawns { passed }
    }
}

/// Counts one side's pawns and gives those that are passed.
///
/// CITE: <https://www.chessprogramming.org/Pawn_Structure>
fn count<const WHITE: bool, T: Tally>(own: Bitboard, enemy: Bitboard, tally: &mut T) -> Bitboard {
    let us = if WHITE { Color::White } else { Color::Black };
    let mut passed = Bitboard::EMPTY;
    for sq in own {
        place::<WHITE, T>(0, sq, tally);
        let at = Bitboard::of(sq);
        let ahead = ahead::<WHITE>(sq);
        let beside = files_beside(sq);
        let rank = rank_of::<WHITE>(sq);
        let is_open = (ahead & enemy).is_empty();
        let neighbours = own & beside;
        let guards = attacks::pawn(!us, sq) & own;
        let phalanx = (at.west() | at.east()) & own;
        if (ahead & own).is_any() {
            tally.add(terms::DOUBLED, sign(WHITE));
        } else if is_open
            && (ahead_on_files_beside::<WHITE>(sq) & enemy).without(attacks::pawn(us, sq)).is_empty()
        {
            // A pawn that only has to be exchanged for its neighbour in front is as good as passed when it is
            // guarded as often as attacked.
            let levers = (attacks::pawn(us, sq) & enemy).len();
            if levers <= guards.len() {
                passed |= at;
            }
        }
        if neighbours.is_empty() {
            tally.add(terms::ISOLATED + usize::from(is_open), sign(WHITE));
        } else if guards.is_empty() && phalanx.is_empty() {
            let behind = neighbours.without(ahead_on_files_beside::<WHITE>(sq));
            let stop = at.forward(us);
            if behind.is_empty() && (attacks::pawns(!us, enemy) & stop).is_any() {
                tally.add(terms::BACKWARD + usize::from(is_open), sign(WHITE));
            }
        }
        if phalanx.is_any() {
            tally.add(terms::PHALANX + rank, sign(WHITE));
        }
        if guards.is_any() {
            tally.add(terms::SUPPORTED + rank, sign(WHITE) * guards.len() as i32);
        }
    }
    passed
}

/// The rank as its side counts it, from 0.
#[inline(always)]
pub(super) fn rank_of<const WHITE: bool>(sq: Square) -> usize {
    let rank = sq.index() >> 3;
    if WHITE { rank } else { 7 - rank }
}

#[inline(always)]
pub(super) fn file_of(sq: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << (sq.index() & 7))
}

/// The squares before `sq` on its file.
#[inline(always)]
pub(super) fn ahead<const WHITE: bool>(sq: Square) -> Bitboard {
    file_of(sq) & ranks_ahead::<WHITE>(sq)
}

/// The files beside that of `sq`.
#[inline(always)]
fn files_beside(sq: Square) -> Bitboard {
    file_of(sq).west() | file_of(sq).east()
}

/// The squares before `sq` on the files beside its own.
#[inline(always)]
pub(super) fn ahead_on_files_beside<const WHITE: bool>(sq: Square) -> Bitboard {
    files_beside(sq) & ranks_ahead::<WHITE>(sq)
}

/// All squares on the ranks before that of `sq`.
#[inline(always)]
fn ranks_ahead<const WHITE: bool>(sq: Square) -> Bitboard {
    let base = sq.index() & 56;
    // In two steps: from the last rank there is nothing left to shift to.
    Bitboard(if WHITE { (!0 << base) << 8 } else { !(!0 << base) })
}

/// Remembers what pawns tell, for most positions share theirs with many others.
#[derive(Clone, Debug)]
pub(crate) struct PawnCache {
    slots: Vec<PawnCacheEntry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct PawnCacheEntry {
    white: Bitboard,
    black: Bitboard,
    score: TaperedScore,
    pawns: Pawns,
}

/// As many as fit a second-level cache.
const SLOTS: usize = 1 << 13;

impl PawnCache {
    pub(crate) fn new() -> PawnCache {
        // An empty slot is right for a board without pawns: nothing counts.
        PawnCache { slots: vec![PawnCacheEntry::default(); SLOTS] }
    }

    #[inline(always)]
    pub(super) fn look<R: RuleSource>(&mut self, position: &Position<R>, sum: &mut Sum) -> Pawns {
        let pawns = position.board().pawns();
        let white = pawns & position.board().by_color(Color::White);
        let black = pawns & position.board().by_color(Color::Black);
        let slot = &mut self.slots[pawn_hash(white, black) as usize % SLOTS];
        if slot.white != white || slot.black != black {
            let mut fresh = Sum::default();
            let pawns = Pawns::of(position, &mut fresh);
            *slot = PawnCacheEntry { white, black, score: fresh.0, pawns };
        }
        sum.0 += slot.score;
        slot.pawns
    }
}

/// A number that pawns are found by.
#[inline(always)]
pub(crate) fn pawn_hash(white: Bitboard, black: Bitboard) -> u64 {
    let mixed = white.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 40
}
