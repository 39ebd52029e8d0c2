use tabiya_game::Moment;
use tabiya_table::GameReview;

/// An analysis of the whole game, as it is shown.
pub(crate) struct ShownReview {
    pub review: Box<GameReview>,
    /// When the game began of which it is.
    pub begun: Moment,
    /// The number of the search that runs, if one does.
    pub number: Option<u64>,
    /// Whether it is saved with the game, once somebody has said so.
    pub is_saved: Option<bool>,
    pub exercise: Option<Exercise>,
}

/// A mistake in whose place somebody looks for a better move.
pub(crate) struct Exercise {
    /// After how many moves it was made.
    pub ply: usize,
    /// What is said of it now.
    pub says: String,
    /// The number of the move that is being judged, if one is.
    pub number: Option<u64>,
}
