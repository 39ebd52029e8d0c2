/// What ends a game, beside checkmate.
///
/// ```
/// use tabiya_rules::{EndRules, FIDE, Stalemate};
///
/// let ends = EndRules { stalemate: Stalemate::Loses, ..FIDE.ends };
/// assert_eq!(ends.repetition.claim, Some(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndRules {
    /// What it means for a side that it has no move and is not in check.
    pub stalemate: Stalemate,
    /// Which moves save a side from stalemate.
    pub stalemate_test: StalemateTest,
    /// Who wins when a royal piece is taken.
    pub royal_taken: RoyalTaken,
    /// How often a position must have occurred.
    pub repetition: Limits,
    /// How many single moves must have passed without a capture or a pawn's move.
    pub quiet_moves: Limits,
    /// Whether the game is drawn as soon as neither side has the men to mate.
    pub dead_position: bool,
}

impl EndRules {
    /// Whether a side that cannot move passes.
    ///
    /// ```
    /// use tabiya_rules::{CUHK, FIDE};
    ///
    /// assert!(CUHK.ends.lets_pass() && !FIDE.ends.lets_pass());
    /// ```
    pub fn lets_pass(&self) -> bool {
        let EndRules {
            stalemate,
            stalemate_test: _,
            royal_taken: _,
            repetition: _,
            quiet_moves: _,
            dead_position: _,
        } = *self;
        match stalemate {
            Stalemate::Passes => true,
            Stalemate::Draws | Stalemate::Loses | Stalemate::Wins => false,
        }
    }

    /// Whether there is a draw that a side can claim.
    ///
    /// ```
    /// use tabiya_rules::{CUHK, FIDE};
    ///
    /// assert!(FIDE.ends.knows_claims() && !CUHK.ends.knows_claims());
    /// ```
    pub fn knows_claims(&self) -> bool {
        let EndRules {
            stalemate: _,
            stalemate_test: _,
            royal_taken: _,
            repetition,
            quiet_moves,
            dead_position: _,
        } = *self;
        repetition.claim.is_some() || quiet_moves.claim.is_some()
    }

    /// Whether the living pieces are counted at the end of a game.
    ///
    /// ```
    /// use tabiya_rules::{CUHK, FIDE};
    ///
    /// assert!(CUHK.ends.counts_pieces() && !FIDE.ends.counts_pieces());
    /// ```
    pub fn counts_pieces(&self) -> bool {
        let EndRules {
            stalemate: _,
            stalemate_test: _,
            royal_taken,
            repetition: _,
            quiet_moves: _,
            dead_position: _,
        } = *self;
        match royal_taken {
            RoyalTaken::Scored => true,
            RoyalTaken::Wins => false,
        }
    }
}

/// What stalemate means for the side that cannot move.
///
/// ```
/// use tabiya_rules::{CUHK, FIDE, HONG_WRITTEN, Stalemate};
///
/// assert_eq!(FIDE.ends.stalemate, Stalemate::Draws);
/// assert_eq!(HONG_WRITTEN.ends.stalemate, Stalemate::Loses);
/// assert_eq!(CUHK.ends.stalemate, Stalemate::Passes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// The game is drawn.
    Draws,
    /// That side loses.
    Loses,
    /// That side wins.
    Wins,
    /// Nothing: the game goes on, and that side passes.
    Passes,
}

/// Which moves count when a side is looked at for stalemate.
///
/// ```
/// use tabiya_rules::{FIDE, HONG, StalemateTest};
///
/// assert_eq!(FIDE.ends.stalemate_test, StalemateTest::NoMove);
/// assert_eq!(HONG.ends.stalemate_test, StalemateTest::NoSafeMove);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StalemateTest {
    /// Every legal move.
    NoMove,
    /// Every legal move but those of the royal piece to squares where it could be taken; whether it stands in
    /// attack does not matter.
    NoSafeMove,
}

/// Who wins when a royal piece has been taken.
///
/// ```
/// use tabiya_rules::{CUHK, HONG, RoyalTaken};
///
/// assert_eq!(HONG.ends.royal_taken, RoyalTaken::Wins);
/// assert_eq!(CUHK.ends.royal_taken, RoyalTaken::Scored);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoyalTaken {
    /// The side that still has its own.
    Wins,
    /// The side whose living pieces are worth more.
    Scored,
}

/// A count from which a draw may be claimed, and one at which it comes by itself.
///
/// ```
/// use tabiya_rules::{FIDE, Limits};
///
/// assert_eq!(FIDE.ends.quiet_moves, Limits { claim: Some(100), automatic: Some(150) });
/// assert!(FIDE.ends.repetition.is_claimable(3));
/// assert!(!Limits::NONE.is_automatic(1000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The count from which a side may claim the draw.
    pub claim: Option<u16>,
    /// The count at which the game is drawn without a claim.
    pub automatic: Option<u16>,
}

impl Limits {
    /// The matter never ends a game.
    pub const NONE: Limits = Limits { claim: None, automatic: None };

    /// The count from which the game may be drawn, by a claim or without one.
    ///
    /// ```
    /// use tabiya_rules::{FIDE, Limits};
    ///
    /// assert_eq!(FIDE.ends.repetition.first(), Some(3));
    /// assert_eq!(Limits { claim: None, automatic: Some(40) }.first(), Some(40));
    /// assert_eq!(Limits::NONE.first(), None);
    /// ```
    pub fn first(self) -> Option<u16> {
        [self.claim, self.automatic].into_iter().flatten().min()
    }

    /// Whether `count` allows a claim.
    pub fn is_claimable(self, count: u16) -> bool {
        self.claim.is_some_and(|limit| count >= limit)
    }

    /// Whether `count` ends the game.
    pub fn is_automatic(self, count: u16) -> bool {
        self.automatic.is_some_and(|limit| count >= limit)
    }
}
