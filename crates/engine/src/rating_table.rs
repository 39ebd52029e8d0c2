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
    RatedHandicap { rating: 369, nodes: 66, error: 720 },
    RatedHandicap { rating: 568, nodes: 95, error: 511 },
    RatedHandicap { rating: 748, nodes: 140, error: 376 },
    RatedHandicap { rating: 981, nodes: 225, error: 262 },
    RatedHandicap { rating: 1209, nodes: 363, error: 184 },
    RatedHandicap { rating: 1403, nodes: 590, error: 133 },
    RatedHandicap { rating: 1604, nodes: 1007, error: 97 },
    RatedHandicap { rating: 1835, nodes: 1716, error: 70 },
    RatedHandicap { rating: 2035, nodes: 2788, error: 54 },
    RatedHandicap { rating: 2214, nodes: 4400, error: 44 },
    RatedHandicap { rating: 2375, nodes: 7445, error: 34 },
    RatedHandicap { rating: 2584, nodes: 11_900, error: 27 },
    RatedHandicap { rating: 2737, nodes: 19_500, error: 19 },
    RatedHandicap { rating: 3000, nodes: 27_000, error: 13 },
    RatedHandicap { rating: 3200, nodes: 400_000, error: 0 },
];

/// Up to here ratings rest on many games of each two neighbours; what is above is an estimate.
pub(crate) const MEASURED: u16 = 2737;

/// The ratings of the levels 1 to 9.
pub(crate) const NUMBERED: [u16; 9] = [0, 1, 375, 741, 1049, 1692, 2314, 2950, 3200];
