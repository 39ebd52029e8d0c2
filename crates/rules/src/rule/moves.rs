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
