//! Sliding attacks: one look-up by extracted bits where the CPU has the instruction, arithmetic elsewhere.

use super::lines::ray;
use crate::{Bitboard, Square};

/// The squares a bishop on `square` attacks.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return extracted::bishop(square, occupied);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return computed::bishop(square, occupied);
}

/// The squares a rook on `square` attacks.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return extracted::rook(square, occupied);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return computed::rook(square, occupied);
}

/// Look-up tables indexed by the occupied squares that matter, packed together by PEXT.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod extracted {
    use super::*;
    use crate::cpu::extract_bits;

    const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

    /// One square's part of the table.
    #[derive(Clone, Copy)]
    struct TablePart {
        /// The squares whose occupation changes the attacks.
        mask: u64,
        start: u32,
    }

    #[derive(Clone, Copy)]
    enum Slider {
        Bishop,
        Rook,
    }

    struct SliderTables {
        bishop: [TablePart; 64],
        rook: [TablePart; 64],
        attacks: [Bitboard; SIZE],
    }

    /// All parts together take 107,648 entries. The next power of two lets an index be masked instead of checked.
    const SIZE: usize = 1 << 17;

    #[expect(long_running_const_eval, reason = "a hundred thousand entries, made once per build")]
    static TABLES: SliderTables = tables();

    #[inline(always)]
    pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(TABLES.bishop[square.index()], occupied)
    }

    #[inline(always)]
    pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(TABLES.rook[square.index()], occupied)
    }

    #[inline(always)]
    fn look_up(part: TablePart, occupied: Bitboard) -> Bitboard {
        let index = part.start as usize + extract_bits(occupied.0, part.mask) as usize;
        TABLES.attacks[index % SIZE]
    }

    const fn tables() -> SliderTables {
        let nothing = [TablePart { mask: 0, start: 0 }; 64];
        let mut tables = SliderTables { bishop: nothing, rook: nothing, attacks: [Bitboard::EMPTY; SIZE] };
        let mut start = 0;
        let mut sq = 0;
        while sq < 64 {
            let square = Square::from_index(sq);
            tables.bishop[sq] = TablePart { mask: relevant(square, &DIAGONAL), start };
            start = fill(&mut tables.attacks, tables.bishop[sq], square, Slider::Bishop);
            tables.rook[sq] = TablePart { mask: relevant(square, &STRAIGHT), start };
            start = fill(&mut tables.attacks, tables.rook[sq], square, Slider::Rook);
            sq += 1;
        }
        tables
    }

    /// The squares on the rays without the last of each: a piece on the edge stops nothing.
    const fn relevant(square: Square, directions: &[(i8, i8); 4]) -> u64 {
        let mut mask = 0;
        let mut d = 0;
        while d < 4 {
            let (files, ranks) = directions[d];
            let mut at = square.offset(files, ranks);
            while let Some(sq) = at {
                at = sq.offset(files, ranks);
                if at.is_some() {
                    mask |= 1 << sq.index();
                }
            }
            d += 1;
        }
        mask
    }

    /// Writes the attacks for every subset of the mask; returns where the next part starts.
    const fn fill(table: &mut [Bitboard; SIZE], part: TablePart, square: Square, slider: Slider) -> u32 {
        let mut index = part.start;
        let mut occupied = Bitboard::EMPTY;
        loop {
            table[index as usize] = match slider {
                Slider::Bishop => computed::bishop(square, occupied),
                Slider::Rook => computed::rook(square, occupied),
            };
            index += 1;
            // Subtracting the mask steps through its subsets in the order of their extracted bits.
            occupied = Bitboard(occupied.0.wrapping_sub(part.mask) & part.mask);
            if occupied.is_empty() {
                return index;
            }
        }
    }
}

/// Attacks without that instruction, and what the tables are filled with: subtraction carries run along a line until the first piece.
///
/// CITE: hyperbola quintessence, Aleks Peshkov; <https://www.chessprogramming.org/Hyperbola_Quintessence>
mod computed {
    use super::*;

    /// The lines through a square, without the square.
    #[derive(Clone, Copy)]
    struct Lines {
        rank: u64,
        file: u64,
        diagonal: u64,
        antidiagonal: u64,
    }

    static LINES: [Lines; 64] = {
        let mut lines = [Lines { rank: 0, file: 0, diagonal: 0, antidiagonal: 0 }; 64];
        let mut sq = 0;
        while sq < 64 {
            let at = Square::from_index(sq);
            lines[sq] = Lines {
                rank: ray(at, 1, 0) | ray(at, -1, 0),
                file: ray(at, 0, 1) | ray(at, 0, -1),
                diagonal: ray(at, 1, 1) | ray(at, -1, -1),
                antidiagonal: ray(at, 1, -1) | ray(at, -1, 1),
            };
            sq += 1;
        }
        lines
    };

    #[inline(always)]
    pub(super) const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let lines = LINES[square.index()];
        Bitboard(across(square, occupied.0, lines.diagonal) | across(square, occupied.0, lines.antidiagonal))
    }

    #[inline(always)]
    pub(super) const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let lines = LINES[square.index()];
        Bitboard(across(square, occupied.0, lines.file) | along(square, occupied.0, lines.rank))
    }

    /// Attacks on a line that has one square on each rank: turning the bytes round turns the line round.
    #[inline(always)]
    const fn across(square: Square, occupied: u64, line: u64) -> u64 {
        let from = 1u64 << square.index();
        let up = occupied & line;
        let down = up.swap_bytes();
        let up = up.wrapping_sub(from);
        let down = down.wrapping_sub(from.swap_bytes());
        (up ^ down.swap_bytes()) & line
    }

    /// Attacks on a rank, where the bits themselves must be turned round.
    #[inline(always)]
    const fn along(square: Square, occupied: u64, line: u64) -> u64 {
        let from = 1u64 << square.index();
        let right = occupied & line;
        let left = right.reverse_bits();
        let right = right.wrapping_sub(from);
        let left = left.wrapping_sub(from.reverse_bits());
        (right ^ left.reverse_bits()) & line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[test]
    fn extracted_attacks_equal_computed_attacks() {
        let mut seed = 1u64;
        for _ in 0..2000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let occupied = Bitboard(seed & seed.rotate_left(21));
            for sq in Square::all() {
                assert_eq!(extracted::bishop(sq, occupied), computed::bishop(sq, occupied));
                assert_eq!(extracted::rook(sq, occupied), computed::rook(sq, occupied));
            }
        }
    }

    #[test]
    fn a_rook_stops_at_the_first_piece() {
        let occupied = Bitboard::from_iter(["d4", "d6", "b4", "h8"].map(|sq| sq.parse().unwrap()));
        let expected = ["d5", "d6", "d3", "d2", "d1", "c4", "b4", "e4", "f4", "g4", "h4"];
        let expected = Bitboard::from_iter(expected.map(|sq| sq.parse().unwrap()));
        assert_eq!(rook("d4".parse().unwrap(), occupied), expected);
    }
}
