use crate::{Bitboard, Square};

static BETWEEN: [[Bitboard; 64]; 64] = pairs(false);
static LINE: [[Bitboard; 64]; 64] = pairs(true);

/// The squares strictly between two squares on one rank, file or diagonal; none where there is no such line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, from edge to edge; none where there is no such line.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// For each pair of squares on a line: the line from edge to edge, or only what lies between the two.
const fn pairs(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let directions: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = directions[d];
            let origin = Square::from_index(from);
            let full = ray(origin, files, ranks) | ray(origin, -files, -ranks) | Bitboard::of(origin).0;
            let mut passed = 0;
            let mut at = origin.offset(files, ranks);
            while let Some(to) = at {
                table[from][to.index()] = Bitboard(if whole { full } else { passed });
                passed |= Bitboard::of(to).0;
                at = to.offset(files, ranks);
            }
            d += 1;
        }
        from += 1;
    }
    table
}

/// The squares from `origin` (without it) to the edge in one direction.
pub(crate) const fn ray(origin: Square, files: i8, ranks: i8) -> u64 {
    let mut squares = 0;
    let mut at = origin.offset(files, ranks);
    while let Some(sq) = at {
        squares |= Bitboard::of(sq).0;
        at = sq.offset(files, ranks);
    }
    squares
}
