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
pub(crate) const RATED: [RatedHandicap; 13] = [
    RatedHandicap { rating: 353, nodes: 163, error: 334 },
    RatedHandicap { rating: 548, nodes: 202, error: 281 },
    RatedHandicap { rating: 771, nodes: 282, error: 220 },
    RatedHandicap { rating: 1036, nodes: 457, error: 155 },
    RatedHandicap { rating: 1244, nodes: 685, error: 118 },
    RatedHandicap { rating: 1411, nodes: 1036, error: 91 },
    RatedHandicap { rating: 1620, nodes: 1725, error: 68 },
    RatedHandicap { rating: 1804, nodes: 2740, error: 55 },
    RatedHandicap { rating: 2013, nodes: 4200, error: 45 },
    RatedHandicap { rating: 2140, nodes: 5700, error: 39 },
    RatedHandicap { rating: 2411, nodes: 13_000, error: 27 },
    RatedHandicap { rating: 2817, nodes: 36_000, error: 12 },
    RatedHandicap { rating: 3200, nodes: 400_000, error: 0 },
];

/// The ratings of the levels 1 to 9.
pub(crate) const NUMBERED: [u16; 9] = [0, 1, 383, 809, 1224, 1756, 2235, 2950, 3200];
