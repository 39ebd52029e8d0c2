//! How the engine plays at each rating, and how strong the numbered levels are: as `cargo xtask calibrate` measures and writes it.
//! What of it rests on how many games is in `docs/strength.md`.

/// A handicap whose strength was measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatedHandicap {
    pub(crate) rating: u16,
    /// Positions seen for a move.
    pub(crate) nodes: u64,
    /// How far off positions seem, in hundredths of a pawn.
    pub(crate) error: u32,
}

/// From the weakest to the strongest.
pub(crate) const RATED: [RatedHandicap; 15] = [
    RatedHandicap { rating: 353, nodes: 163, error: 334 },
    RatedHandicap { rating: 534, nodes: 202, error: 281 },
    RatedHandicap { rating: 767, nodes: 282, error: 220 },
    RatedHandicap { rating: 967, nodes: 410, error: 167 },
    RatedHandicap { rating: 1150, nodes: 610, error: 127 },
    RatedHandicap { rating: 1341, nodes: 1000, error: 93 },
    RatedHandicap { rating: 1527, nodes: 1660, error: 69 },
    RatedHandicap { rating: 1723, nodes: 2700, error: 55 },
    RatedHandicap { rating: 1943, nodes: 4100, error: 45 },
    RatedHandicap { rating: 2094, nodes: 6200, error: 37 },
    RatedHandicap { rating: 2282, nodes: 9800, error: 31 },
    RatedHandicap { rating: 2393, nodes: 13_000, error: 27 },
    RatedHandicap { rating: 2680, nodes: 21_660, error: 19 },
    RatedHandicap { rating: 2844, nodes: 36_000, error: 12 },
    RatedHandicap { rating: 3200, nodes: 400_000, error: 0 },
];

/// The ratings of the levels 1 to 9.
pub(crate) const NUMBERED: [u16; 9] = [0, 1, 443, 845, 1143, 1647, 2160, 2950, 3200];
