use tabiya_rules::{Color, Move, Position, Role, RuleSource};

use super::parameters::{
    CORRECTION_MOST, CORRECTION_PAWNS, CORRECTION_PIECES, CORRECTION_WEIGHT_MOST, HISTORY_LIMIT,
};

/// A piece and where it goes, as an index below [`PIECE_TOS`]; 0 belongs to no piece.
pub(crate) type PieceTo = usize;
/// Role codes and colors take four bits, squares six.
pub(crate) const PIECE_TOS: usize = 16 * 64;

/// The index of a move by what moves where.
#[inline(always)]
pub(crate) fn piece_to<R: RuleSource>(position: &Position<R>, m: Move) -> PieceTo {
    ((position.turn() as usize) << 3 | position.role_of(m) as usize) << 6 | m.to().index()
}

/// What quiet moves and captures did elsewhere in the tree.
///
/// CITE: history heuristic, <https://www.chessprogramming.org/History_Heuristic>
pub(crate) struct HistoryTable {
    /// By color, from and to.
    quiet: Vec<i16>,
    /// By what moved before, and what moves now.
    ///
    /// CITE: <https://www.chessprogramming.org/History_Heuristic>
    continuation: Vec<i16>,
    /// By what moves, where, and what is taken.
    ///
    /// CITE: <https://www.chessprogramming.org/History_Heuristic>
    capture: Vec<i16>,
    /// The quiet move that refuted what moved before.
    ///
    /// CITE: Uiterwijk, "The countermove heuristic", 1992; <https://www.chessprogramming.org/Countermove_Heuristic>
    counter: Vec<Option<Move>>,
}

impl HistoryTable {
    pub(crate) fn new() -> HistoryTable {
        HistoryTable {
            quiet: vec![0; 2 * 4096],
            continuation: vec![0; PIECE_TOS * PIECE_TOS],
            capture: vec![0; PIECE_TOS * 8],
            counter: vec![None; PIECE_TOS],
        }
    }

    #[inline(always)]
    pub(crate) fn quiet(&self, color: Color, m: Move) -> i32 {
        i32::from(self.quiet[quiet_index(color, m)])
    }

    #[inline(always)]
    pub(crate) fn continuation(&self, before: PieceTo, now: PieceTo) -> i32 {
        i32::from(self.continuation[before * PIECE_TOS + now])
    }

    #[inline(always)]
    pub(crate) fn capture(&self, now: PieceTo, taken: Option<Role>) -> i32 {
        i32::from(self.capture[now << 3 | code(taken)])
    }

    #[inline(always)]
    pub(crate) fn counter(&self, before: PieceTo) -> Option<Move> {
        self.counter[before]
    }

    pub(crate) fn set_counter(&mut self, before: PieceTo, m: Move) {
        self.counter[before] = Some(m);
    }

    pub(crate) fn add_quiet(&mut self, color: Color, m: Move, bonus: i32) {
        gravitate(&mut self.quiet[quiet_index(color, m)], bonus);
    }

    pub(crate) fn add_continuation(&mut self, before: PieceTo, now: PieceTo, bonus: i32) {
        gravitate(&mut self.continuation[before * PIECE_TOS + now], bonus);
    }

    pub(crate) fn add_capture(&mut self, now: PieceTo, taken: Option<Role>, bonus: i32) {
        gravitate(&mut self.capture[now << 3 | code(taken)], bonus);
    }
}

#[inline(always)]
fn quiet_index(color: Color, m: Move) -> usize {
    (color as usize) << 12 | m.from().index() << 6 | m.to().index()
}

#[inline(always)]
fn code(role: Option<Role>) -> usize {
    role.map_or(0, |role| role as usize)
}

/// Moves an entry towards the bonus, the less the nearer it is, so that it stays within the limit.
#[inline(always)]
fn gravitate(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// How far the static evaluation was off where pawns, or the pieces of a side, stood like this.
///
/// CITE: static evaluation correction history, <https://www.chessprogramming.org/Static_Evaluation_Correction_History>
pub(crate) struct Corrections {
    tables: Vec<i16>,
}

const CORRECTION_SLOTS: usize = 1 << 14;
/// Pawns, White's pieces, Black's pieces.
const FEATURES: usize = 3;
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_LIMIT: i32 = CORRECTION_MOST * CORRECTION_GRAIN;

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections { tables: vec![0; FEATURES * 2 * CORRECTION_SLOTS] }
    }

    fn slots<R: RuleSource>(position: &Position<R>) -> [usize; FEATURES] {
        let board = position.board();
        let mover = position.turn() as usize;
        let features = [
            crate::eval::pawn_hash(
                board.pawns() & board.by_color(Color::White),
                board.pawns() & board.by_color(Color::Black),
            ),
            mix(
                board.by_color(Color::White).without(board.pawns()).0,
                board.straight_sliders().0,
                board.diagonal_sliders().0,
            ),
            mix(
                board.by_color(Color::Black).without(board.pawns()).0,
                board.straight_sliders().0,
                board.diagonal_sliders().0,
            ),
        ];
        let mut i = 0;
        features.map(|feature| {
            i += 1;
            ((i - 1) * 2 + mover) * CORRECTION_SLOTS + feature as usize % CORRECTION_SLOTS
        })
    }

    /// What to add to the static evaluation.
    pub(crate) fn of<R: RuleSource>(&self, position: &Position<R>) -> i32 {
        let [pawns, white, black] = Corrections::slots(position).map(|slot| i32::from(self.tables[slot]));
        (CORRECTION_PAWNS * pawns + CORRECTION_PIECES * (white + black)) / (3 * CORRECTION_GRAIN)
    }

    /// The search found a value that differs from the static evaluation.
    pub(crate) fn learn<R: RuleSource>(&mut self, position: &Position<R>, depth: i32, difference: i32) {
        let weight = (depth + 1).min(CORRECTION_WEIGHT_MOST);
        for slot in Corrections::slots(position) {
            let entry = &mut self.tables[slot];
            let mixed = (i32::from(*entry) * (256 - weight) + difference * CORRECTION_GRAIN * weight) / 256;
            *entry = mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        }
    }
}

fn mix(men: u64, straight: u64, diagonal: u64) -> u64 {
    let mixed = men.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (men & straight).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ (men & diagonal).wrapping_mul(0x1656_67b1_9e37_79f9);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 40
}
