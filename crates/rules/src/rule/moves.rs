use std::fmt;

use crate::{Role, Roles};

/// How the pieces move, in a few bytes.
///
/// ```
/// use tabiya_rules::{FIDE, MoveRules, Royalty};
///
/// let careless = MoveRules { royalty: Royalty::Taken, ..FIDE.moves };
/// assert!(careless.castling);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveRules {
    /// The role whose loss loses the game. Never the pawn.
    pub royal: Role,
    /// Whether the royal piece must be kept out of attack.
    pub royalty: Royalty,
    /// Whether the royal piece castles with rooks that have not moved.
    pub castling: bool,
    /// Whether a pawn may step two squares from its second rank.
    pub double_step: bool,
    /// Whether a pawn that made a double step may be taken in passing.
    pub en_passant: bool,
    /// What a pawn becomes at the end of the board; where there is nothing, it stays there as a pawn.
    pub promotes_to: Roles,
}

/// What keeps rules of movement from being played: they would contradict what every position relies on.
///
/// ```
/// use tabiya_rules::{FIDE, MoveRules, MoveRulesFault, Role};
///
/// let rules = MoveRules { royal: Role::Rook, ..FIDE.moves };
/// assert!(rules.faults().any(|fault| fault == MoveRulesFault::RoyalRookCastles));
/// assert_eq!(FIDE.moves.faults().count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveRulesFault {
    /// Pawns are many, and they change.
    RoyalPawn,
    /// A pawn would become what it is.
    PromotesToPawn,
    /// A pawn would become a second royal piece.
    PromotesToRoyal,
    /// Castling takes a royal piece and a rook.
    RoyalRookCastles,
}

impl MoveRules {
    /// The role that castles and whose loss loses the game.
    ///
    /// ```
    /// use tabiya_rules::{FIDE, Role};
    ///
    /// assert_eq!(FIDE.moves.royal_role(), Role::King);
    /// ```
    pub fn royal_role(&self) -> Role {
        let MoveRules { royal, royalty: _, castling: _, double_step: _, en_passant: _, promotes_to: _ } =
            *self;
        royal
    }

    /// Whether an attack on the royal piece is a check, which must be answered.
    ///
    /// ```
    /// use tabiya_rules::{FIDE, HONG};
    ///
    /// assert!(FIDE.moves.knows_check() && !HONG.moves.knows_check());
    /// ```
    pub fn knows_check(&self) -> bool {
        let MoveRules { royal: _, royalty, castling: _, double_step: _, en_passant: _, promotes_to: _ } =
            *self;
        match royalty {
            Royalty::Checked => true,
            Royalty::Taken => false,
        }
    }

    /// What is wrong with the rules themselves.
    pub fn faults(&self) -> impl Iterator<Item = MoveRulesFault> {
        let MoveRules { royal, royalty: _, castling, double_step: _, en_passant: _, promotes_to } = *self;
        let is_pawn = royal == Role::Pawn;
        let faults = [
            (is_pawn, MoveRulesFault::RoyalPawn),
            (promotes_to.contains(Role::Pawn), MoveRulesFault::PromotesToPawn),
            (!is_pawn && promotes_to.contains(royal), MoveRulesFault::PromotesToRoyal),
            (castling && royal == Role::Rook, MoveRulesFault::RoyalRookCastles),
        ];
        faults.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, fault)| fault)
    }
}

impl fmt::Display for MoveRulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveRulesFault::RoyalPawn => "the royal piece cannot be a pawn",
            MoveRulesFault::PromotesToPawn => "a pawn cannot become a pawn",
            MoveRulesFault::PromotesToRoyal => "a pawn cannot become the royal piece",
            MoveRulesFault::RoyalRookCastles => "a royal rook cannot castle with itself",
        })
    }
}

/// Whether attacks on the royal piece restrict its side.
///
/// ```
/// use tabiya_rules::{FIDE, HONG, Royalty};
///
/// assert_eq!(FIDE.moves.royalty, Royalty::Checked);
/// assert_eq!(HONG.moves.royalty, Royalty::Taken);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// It must not stay in attack or be moved into it: check, mate and pins as usual.
    Checked,
    /// It may be left in attack and be taken like any other piece, which ends the game.
    Taken,
}
