use crate::{Bitboard, File, Square};

/// The side of the board on which a royal piece castles.
///
/// ```
/// use tabiya_rules::CastlingSide;
///
/// assert_eq!(CastlingSide::of("e1".parse().unwrap(), "h1".parse().unwrap()), CastlingSide::Short);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Towards the h-file: the royal piece ends on the g-file.
    Short,
    /// Towards the a-file: it ends on the c-file.
    Long,
}

impl CastlingSide {
    /// The side on which a rook stands of its royal piece.
    pub fn of(royal: Square, rook: Square) -> CastlingSide {
        if royal.file() < rook.file() { CastlingSide::Short } else { CastlingSide::Long }
    }
}

/// One castling: a royal piece and a rook on the same rank, and where they go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castle {
    royal: Square,
    rook: Square,
}

/// For the files of royal piece and rook: which squares of the rank must be empty beside the two themselves, and
/// which the royal piece crosses or enters.
#[derive(Clone, Copy)]
struct Needs {
    empty: u8,
    path: u8,
}

static NEEDS: [[Needs; 8]; 8] = {
    let mut needs = [[Needs { empty: 0, path: 0 }; 8]; 8];
    let mut royal = 0;
    while royal < 8 {
        let mut rook = 0;
        while rook < 8 {
            if royal != rook {
                needs[royal][rook] = needs_of(royal, rook);
            }
            rook += 1;
        }
        royal += 1;
    }
    needs
};

const fn needs_of(royal: usize, rook: usize) -> Needs {
    let (royal_to, rook_to) = goals(royal, rook);
    let path = span(royal, royal_to) & !(1 << royal);
    let empty = (span(royal, royal_to) | span(rook, rook_to)) & !(1 << royal) & !(1 << rook);
    Needs { empty, path }
}

/// The files on which royal piece and rook end.
const fn goals(royal: usize, rook: usize) -> (usize, usize) {
    if royal < rook { (File::G as usize, File::F as usize) } else { (File::C as usize, File::D as usize) }
}

/// The files from one to the other, both included.
const fn span(a: usize, b: usize) -> u8 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((2 << high) - (1 << low)) as u8
}

impl Castle {
    #[inline(always)]
    pub(crate) const fn new(royal: Square, rook: Square) -> Castle {
        Castle { royal, rook }
    }

    /// Where the royal piece ends.
    #[inline(always)]
    pub(crate) fn royal_to(self) -> Square {
        self.on_rank(goals(self.royal.index() & 7, self.rook.index() & 7).0)
    }

    /// Where the rook ends.
    #[inline(always)]
    pub(crate) fn rook_to(self) -> Square {
        self.on_rank(goals(self.royal.index() & 7, self.rook.index() & 7).1)
    }

    /// The squares that must be empty, beside those of the two pieces themselves.
    #[inline(always)]
    pub(crate) fn empty(self) -> Bitboard {
        self.spread(self.needs().empty)
    }

    /// The squares that the royal piece crosses or enters.
    #[inline(always)]
    pub(crate) fn path(self) -> Bitboard {
        self.spread(self.needs().path)
    }

    #[inline(always)]
    fn needs(self) -> Needs {
        NEEDS[self.royal.index() & 7][self.rook.index() & 7]
    }

    #[inline(always)]
    fn spread(self, files: u8) -> Bitboard {
        Bitboard(u64::from(files) << (self.royal.index() & 56))
    }

    #[inline(always)]
    fn on_rank(self, file: usize) -> Square {
        Square::from_index(self.royal.index() & 56 | file)
    }
}
