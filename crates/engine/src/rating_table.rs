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
    RatedHandicap { rating: 400, nodes: 66, error: 720 },
    RatedHandicap { rating: 600, nodes: 101, error: 478 },
    RatedHandicap { rating: 800, nodes: 155, error: 345 },
    RatedHandicap { rating: 1000, nodes: 243, error: 245 },
    RatedHandicap { rating: 1200, nodes: 363, error: 184 },
    RatedHandicap { rating: 1400, nodes: 552, error: 138 },
    RatedHandicap { rating: 1600, nodes: 1090, error: 90 },
    RatedHandicap { rating: 1800, nodes: 1950, error: 64 },
    RatedHandicap { rating: 2000, nodes: 3250, error: 50 },
    RatedHandicap { rating: 2200, nodes: 5250, error: 40 },
    RatedHandicap { rating: 2400, nodes: 8000, error: 33 },
    RatedHandicap { rating: 2600, nodes: 11_900, error: 27 },
    RatedHandicap { rating: 2800, nodes: 17_600, error: 21 },
    RatedHandicap { rating: 3000, nodes: 27_000, error: 13 },
    RatedHandicap { rating: 3200, nodes: 400_000, error: 0 },
];

/// The ratings of the levels 1 to 9.
pub(crate) const NUMBERED: [u16; 9] = [0, 1, 443, 845, 1143, 1647, 2160, 2950, 3200];
