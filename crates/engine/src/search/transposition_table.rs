use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tabiya_rules::Move;

use super::parameters::{AGE_DEPTH, KEPT_DEPTH};
use super::value::{DECISIVE, MATE_BOUND, TABLE_WIN, Value};

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true one is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

impl Bound {
    const fn from_bits(bits: u64) -> Option<Bound> {
        match bits & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(crate) m: Option<Move>,
    pub(crate) value: Value,
    /// The static evaluation; none in check.
    pub(crate) eval: Option<Value>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) was_pv: bool,
}

/// Remembers positions, shared by all threads without locks: every place holds its data and the key mixed with the
/// data, so that a place written by two threads at once belongs to no position.
///
/// CITE: Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002
pub(crate) struct TranspositionTable {
    /// Check and data of one place after the other. Memory that was never touched costs nothing, however large.
    words: Box<[AtomicU64]>,
    /// Where the first cluster begins, so that each is one line of the cache.
    first: usize,
    clusters: usize,
    generation: u8,
}

/// Places that share a line of the cache.
const PLACES: usize = 4;
const CLUSTER: usize = 2 * PLACES;
const CLUSTER_BYTES: usize = CLUSTER * size_of::<AtomicU64>();

const GENERATIONS: u8 = 32;
/// Stands for no evaluation.
const NO_EVAL: i16 = i16::MIN;

impl TranspositionTable {
    /// A table of about this many megabytes; less where there is not so much memory.
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        let mut clusters = (megabytes.max(1) << 20) / CLUSTER_BYTES;
        loop {
            // One more than needed, for the first may have to begin later.
            match bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>((clusters + 1) * CLUSTER) {
                Ok(words) => {
                    let first = words.as_ptr().align_offset(CLUSTER_BYTES).min(CLUSTER);
                    return TranspositionTable { words, first, clusters, generation: 0 };
                }
                Err(()) => clusters = (clusters / 2).max(1),
            }
        }
    }

    /// How many megabytes it takes.
    pub(crate) fn megabytes(&self) -> usize {
        (self.clusters * CLUSTER_BYTES) >> 20
    }

    pub(crate) fn clear(&mut self) {
        *self = TranspositionTable::new(self.megabytes());
    }

    /// A new search begins: what is older is given up first.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        let start = self.first + index * CLUSTER;
        &self.words[start..start + CLUSTER]
    }

    /// What is known of the position with this key, `ply` moves below the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        for slot in self.cluster(key).as_chunks().0 {
            let [check, data]: &[AtomicU64; 2] = slot;
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key {
                return unpack(data, ply);
            }
        }
        None
    }

    /// Remembers a position; in place of itself, or of what is worth least.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: TableEntry) {
        let slots: &[[AtomicU64; 2]] = self.cluster(key).as_chunks().0;
        let mut target = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key {
                if let Some(old) = unpack(data, ply) {
                    let is_recent = age_of(data) == self.generation;
                    if entry.bound != Bound::Exact && is_recent && entry.depth + KEPT_DEPTH < old.depth {
                        return;
                    }
                    entry.m = entry.m.or(old.m);
                }
                target = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                least = worth;
                target = slot;
            }
        }
        let data = pack(entry, ply, self.generation);
        target[0].store(key ^ data, Relaxed);
        target[1].store(data, Relaxed);
    }

    fn worth(&self, data: u64) -> i32 {
        if Bound::from_bits(data >> 56).is_none() {
            return i32::MIN;
        }
        let age = (GENERATIONS + self.generation - age_of(data)) % GENERATIONS;
        i32::from((data >> 48) as i8) - AGE_DEPTH * i32::from(age)
    }

    /// How full the table is with positions of this search, in thousandths.
    pub(crate) fn fullness(&self) -> usize {
        let looked_at = self.clusters.min(250) * CLUSTER;
        let slots: &[[AtomicU64; 2]] = self.words[self.first..self.first + looked_at].as_chunks().0;
        let is_current = |slot: &&[AtomicU64; 2]| {
            let data = slot[1].load(Relaxed);
            Bound::from_bits(data >> 56).is_some() && age_of(data) == self.generation
        };
        slots.iter().filter(is_current).count() * 1000 / slots.len()
    }
}

// The data, from the low bits: move 16, value 16, evaluation 16, depth 8, bound 2, principal variation 1, age 5.

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn pack(entry: TableEntry, ply: usize, generation: u8) -> u64 {
    let m = entry.m.map_or(0, Move::to_bits);
    let value = to_table(entry.value, ply) as i16 as u16;
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16) as u16;
    let flags = entry.bound as u64 | u64::from(entry.was_pv) << 2 | u64::from(generation) << 3;
    u64::from(m)
        | u64::from(value) << 16
        | u64::from(eval) << 32
        | u64::from(entry.depth.clamp(-128, 127) as i8 as u8) << 48
        | flags << 56
}

fn unpack(data: u64, ply: usize) -> Option<TableEntry> {
    let bound = Bound::from_bits(data >> 56)?;
    let eval = (data >> 32) as i16;
    Some(TableEntry {
        m: Move::from_bits(data as u16),
        value: from_table(Value::from((data >> 16) as i16), ply),
        eval: (eval != NO_EVAL).then_some(Value::from(eval)),
        depth: i32::from((data >> 48) as i8),
        bound,
        was_pv: data >> 58 & 1 != 0,
    })
}

/// Wins are counted from the root in the search and from the position itself in the table. One by tables of endgames
/// never becomes a mate by that.
fn to_table(value: Value, ply: usize) -> Value {
    let ply = ply as Value;
    match value {
        MATE_BOUND.. => value + ply,
        DECISIVE.. => (value + ply).min(TABLE_WIN),
        _ if value <= -MATE_BOUND => value - ply,
        _ if value <= -DECISIVE => (value - ply).max(-TABLE_WIN),
        _ => value,
    }
}

fn from_table(value: Value, ply: usize) -> Value {
    match value {
        DECISIVE.. => value - ply as Value,
        _ if value <= -DECISIVE => value + ply as Value,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::MATE;

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1);
        let m = tabiya_rules::Position::start().legal_moves()[3];
        for (value, eval, depth) in [(0, None, 0), (-700, Some(31), 90), (MATE - 9, Some(-400), -1)] {
            let entry = TableEntry { m: Some(m), value, eval, depth, bound: Bound::Exact, was_pv: true };
            let key = 0x1234_5678_9abc_def0 ^ depth as u64;
            table.store(key, 5, entry);
            assert_eq!(table.probe(key, 5), Some(entry));
            assert_eq!(table.probe(key ^ 1, 5), None);
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1);
        let entry =
            TableEntry { m: None, value: MATE - 9, eval: None, depth: 3, bound: Bound::Lower, was_pv: false };
        table.store(77, 5, entry);
        assert_eq!(table.probe(77, 1).map(|entry| entry.value), Some(MATE - 5));
    }

    #[test]
    fn wins_by_tables_are_counted_from_the_position_and_are_no_mates() {
        let table = TranspositionTable::new(1);
        for (value, stored_at, found_at, found) in [
            (TABLE_WIN - 9, 5, 1, TABLE_WIN - 5),
            (9 - TABLE_WIN, 5, 20, 24 - TABLE_WIN),
            (TABLE_WIN - 2, 50, 0, TABLE_WIN),
        ] {
            let entry =
                TableEntry { m: None, value, eval: None, depth: 3, bound: Bound::Lower, was_pv: false };
            table.store(77, stored_at, entry);
            assert_eq!(table.probe(77, found_at).map(|entry| entry.value), Some(found));
        }
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(0, 0), None);
        assert_eq!(table.fullness(), 0);
    }
}
