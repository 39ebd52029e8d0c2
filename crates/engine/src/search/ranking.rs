use tabiya_rules::{Position, RuleSource};

use super::root_move::RootMove;
use super::transposition_table::Bound;
use super::value::{CURSED, MAX_PLY, TABLE_WIN, Value};
use crate::tables::{Distance, Prober, Wdl};

/// The rank of a move that surely wins, and but for the sign of one that surely loses.
const SURE: i32 = 1_000_000;
/// From here down are wins that may come too late, sooner ones first.
const DOUBTFUL: i32 = SURE / 2;
/// Quiet moves after which a draw can be claimed.
const FIFTY: i32 = 100;

/// What the tables said of the first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranking {
    /// How often a table was asked.
    pub(super) hits: u64,
    /// Whether the search should go on asking: without distances nothing else tells how a win is brought home.
    pub(super) asks_on: bool,
}

/// Ranks the first moves by what the tables say of them, the best first; nothing where they do not know the position.
/// All moves that surely win in time are equal, so that the search chooses the natural one; as soon as a position comes
/// again, only those that are nearest to their goal are.
///
/// CITE: root probing in Stockfish, <https://github.com/official-stockfish/Stockfish/blob/sf_15.1/src/syzygy/tbprobe.cpp>
pub(super) fn rank<R: RuleSource>(
    prober: Prober<'_>,
    position: &Position<R>,
    history: &[u64],
    roots: &mut [RootMove],
) -> Option<Ranking> {
    if !prober.knows(position) {
        return None;
    }
    let root_position = RootPosition::new(position, history, prober.repetition);
    let distances: Option<Vec<Distance>> =
        roots.iter().map(|root| root_position.distance(prober, root)).collect();
    let asks_on = distances.is_none();
    if let Some(distances) = distances {
        for (root, distance) in roots.iter_mut().zip(distances) {
            root.rank = root_position.rank(distance, prober.counts_moves);
            root.table = Some(root_position.value(distance, prober.counts_moves));
        }
    } else {
        let results: Option<Vec<Wdl>> = roots.iter().map(|root| root_position.result(prober, root)).collect();
        for (root, result) in roots.iter_mut().zip(results?) {
            root.rank = i32::from(result) * SURE / 2;
            root.table = Some(table_value(result, 1).0);
        }
    }
    roots.sort_by_key(|root| std::cmp::Reverse(root.rank));
    let is_winning = roots.first().is_some_and(|root| root.rank > 0);
    Some(Ranking { hits: roots.len() as u64, asks_on: asks_on && is_winning })
}

/// The value of a table's result so many moves from the root, and which side of the truth it is on: a mate may be
/// better than a win.
pub(super) fn table_value(result: Wdl, ply: usize) -> (Value, Bound) {
    match result {
        Wdl::Win => (TABLE_WIN - ply as Value, Bound::Lower),
        Wdl::CursedWin => (CURSED, Bound::Exact),
        Wdl::Draw => (0, Bound::Exact),
        Wdl::BlessedLoss => (-CURSED, Bound::Exact),
        Wdl::Loss => (ply as Value - TABLE_WIN, Bound::Upper),
    }
}

/// A position with what led to it.
struct RootPosition<'a, R> {
    position: &'a Position<R>,
    /// The positions since the last capture or pawn's move, this one included.
    keys: Vec<u64>,
    /// How often a position must come for a draw.
    repetition: Option<u16>,
    has_repeated: bool,
}

impl<R: RuleSource> RootPosition<'_, R> {
    fn new<'a>(position: &'a Position<R>, history: &[u64], repetition: Option<u16>) -> RootPosition<'a, R> {
        let reach = usize::from(position.halfmoves()).min(history.len());
        let mut keys = history[history.len() - reach..].to_vec();
        keys.push(position.key().0);
        let has_repeated = (1..keys.len()).any(|i| keys[..i].contains(&keys[i]));
        RootPosition { position, keys, repetition, has_repeated }
    }

    /// Whether a position comes once too often.
    fn is_repeated(&self, next: &Position<R>) -> bool {
        let before = self.keys.iter().filter(|&&key| key == next.key().0).count();
        self.repetition.is_some_and(|times| before + 1 >= usize::from(times))
    }

    fn is_drawn(&self, next: &Position<R>, counts_moves: bool) -> bool {
        self.is_repeated(next) || counts_moves && i32::from(next.halfmoves()) >= FIFTY
    }

    fn distance(&self, prober: Prober<'_>, root: &RootMove) -> Option<Distance> {
        let next = self.position.play_unchecked(root.m);
        if next.is_check() && !next.has_moves() {
            return Some(Distance::exactly(1));
        }
        if next.halfmoves() == 0 {
            return Some(Distance::exactly(match -prober.result(&next)? {
                Wdl::Win => 1,
                Wdl::CursedWin => FIFTY + 1,
                Wdl::Draw => 0,
                Wdl::BlessedLoss => -FIFTY - 1,
                Wdl::Loss => -1,
            }));
        }
        if self.is_drawn(&next, prober.counts_moves) {
            return Some(Distance::exactly(0));
        }
        prober.distance(&next).map(Distance::before)
    }

    fn result(&self, prober: Prober<'_>, root: &RootMove) -> Option<Wdl> {
        let next = self.position.play_unchecked(root.m);
        let is_mate = next.is_check() && !next.has_moves();
        if !is_mate && self.is_drawn(&next, prober.counts_moves) {
            return Some(Wdl::Draw);
        }
        Some(-prober.result(&next)?)
    }

    /// Quiet moves made when the way of a distance has been gone, at most.
    fn clock_after(&self, distance: Distance) -> i32 {
        i32::from(self.position.halfmoves()) + distance.plies.abs() + i32::from(distance.is_rounded)
    }

    fn rank(&self, distance: Distance, counts_moves: bool) -> i32 {
        let clock = self.clock_after(distance);
        let is_timely = !counts_moves || clock <= FIFTY;
        match distance.plies {
            0 => 0,
            1.. if is_timely && !self.has_repeated => SURE,
            1.. => DOUBTFUL - clock,
            // Far from a draw all losses are the same, and the search sets the most traps; else the longest is best.
            plies if !counts_moves || clock - plies < FIFTY => -SURE,
            _ => clock - DOUBTFUL,
        }
    }

    fn value(&self, distance: Distance, counts_moves: bool) -> Value {
        // Where rounding leaves it open, a win is taken for one.
        let clock = self.clock_after(distance) - i32::from(distance.is_rounded);
        let is_timely = !counts_moves || clock <= FIFTY;
        let win = TABLE_WIN - distance.plies.abs().min(MAX_PLY as i32);
        distance.plies.signum() * if is_timely { win } else { CURSED }
    }
}
