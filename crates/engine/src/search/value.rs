/// The worth of a position for the side to move, in hundredths of a pawn; near [`MATE`] it counts moves to mate.
pub(crate) type Value = i32;

/// Mated here and now, but for the sign.
pub(crate) const MATE: Value = 32_000;
/// Above everything.
pub(crate) const INFINITE: Value = 32_001;
/// From here on it is mate.
pub(crate) const MATE_BOUND: Value = MATE - 512;
/// The best that tables of endgames promise.
pub(crate) const TABLE_WIN: Value = MATE_BOUND - 1;
/// A win that the fifty moves come before, by the tables.
pub(crate) const CURSED: Value = 2;
/// How far a line of moves is followed.
pub(crate) const MAX_PLY: usize = 240;

/// The side to move is lost at this distance from the root.
#[inline(always)]
pub(crate) const fn lost(ply: usize) -> Value {
    ply as Value - MATE
}

/// From here on it is mate or a win by tables.
pub(crate) const DECISIVE: Value = TABLE_WIN - MAX_PLY as Value;

#[inline(always)]
pub(crate) const fn is_decisive(value: Value) -> bool {
    value >= DECISIVE || value <= -DECISIVE
}
