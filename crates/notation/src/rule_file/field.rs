use tabiya_rules::{ByRole, Role, Roles, RoyalTaken, Royalty, Rules, Stalemate, StalemateTest, Start};

use super::check::{QUIET_AUTOMATIC, QUIET_CLAIM, REPETITION_AUTOMATIC, REPETITION_CLAIM};

/// One field of a rule file. Reading, writing and comparing all go through its slot, so that a new rule is one more
/// entry in [`FIELDS`].
pub(super) struct Field {
    pub(super) key: &'static str,
    /// What a reader of the file should know; lines end in `\n`.
    pub(super) comment: &'static str,
    /// The place of its value in a rule set.
    pub(super) slot: fn(&mut Rules) -> Slot<'_>,
}

/// A place in a rule set, by the kind of value that it holds.
#[derive(PartialEq)]
pub(super) enum Slot<'a> {
    Boolean(&'a mut bool),
    Limit(&'a mut Option<u16>),
    Role(&'a mut Role),
    Roles(&'a mut Roles),
    RoyalTaken(&'a mut RoyalTaken),
    Royalty(&'a mut Royalty),
    Stalemate(&'a mut Stalemate),
    StalemateTest(&'a mut StalemateTest),
    Start(&'a mut Start),
    Values(&'a mut ByRole<u16>),
}

impl Field {
    /// Whether two rule sets say the same.
    pub(super) fn is_same(&self, mut a: Rules, mut b: Rules) -> bool {
        (self.slot)(&mut a) == (self.slot)(&mut b)
    }
}

/// Every field but the parent and the texts, in the order in which they are printed and read. The royal piece comes
/// before the start, whose castling letters depend on it.
pub(super) const FIELDS: [Field; 16] = [
    Field {
        key: "royal",
        comment: "The piece that the game is about: \"king\", \"queen\", \"rook\", \"bishop\" or \"knight\".\n",
        slot: |rules| Slot::Role(&mut rules.moves.royal),
    },
    Field {
        key: "royalty",
        comment: "\"checked\": it must not be left in attack or moved into it; check and mate as usual.\n\
                  \"taken\": it may be, and is taken like any other piece, which ends the game.\n",
        slot: |rules| Slot::Royalty(&mut rules.moves.royalty),
    },
    Field {
        key: "start",
        comment: "Where games begin: a FEN, or \"chess960\" for one of the 960 shuffled back ranks.\n",
        slot: |rules| Slot::Start(&mut rules.start),
    },
    Field {
        key: "castling",
        comment: "Whether the royal piece castles with rooks that have not moved.\n",
        slot: |rules| Slot::Boolean(&mut rules.moves.castling),
    },
    Field {
        key: "double-step",
        comment: "Whether a pawn may step two squares from its second rank.\n",
        slot: |rules| Slot::Boolean(&mut rules.moves.double_step),
    },
    Field {
        key: "en-passant",
        comment: "Whether a pawn that has just made a double step may be taken in passing.\n",
        slot: |rules| Slot::Boolean(&mut rules.moves.en_passant),
    },
    Field {
        key: "promotes-to",
        comment: "What a pawn may become at the end of the board; [] where it stays there as a pawn.\n",
        slot: |rules| Slot::Roles(&mut rules.moves.promotes_to),
    },
    Field {
        key: "stalemate",
        comment: "What becomes of a side that has no move and is not in check: it \"draws\", \"loses\", \"wins\" or \
                  \"passes\".\n",
        slot: |rules| Slot::Stalemate(&mut rules.ends.stalemate),
    },
    Field {
        key: "stalemate-test",
        comment: "\"no-move\": that is so when it has no legal move.\n\
                  \"no-safe-move\": and also when it can only move its royal piece to where it could be taken.\n",
        slot: |rules| Slot::StalemateTest(&mut rules.ends.stalemate_test),
    },
    Field {
        key: "royal-taken",
        comment: "What taking the royal piece does: it \"wins\", or the living pieces are counted and the game is \
                  \"scored\".\n",
        slot: |rules| Slot::RoyalTaken(&mut rules.ends.royal_taken),
    },
    Field {
        key: REPETITION_CLAIM,
        comment: "How often a position must occur before a side may claim a draw: a number from 2, or \"never\".\n",
        slot: |rules| Slot::Limit(&mut rules.ends.repetition.claim),
    },
    Field {
        key: REPETITION_AUTOMATIC,
        comment: "How often it must occur for a draw without a claim: a number from 2, or \"never\".\n",
        slot: |rules| Slot::Limit(&mut rules.ends.repetition.automatic),
    },
    Field {
        key: QUIET_CLAIM,
        comment: "After how many half-moves without a capture or a pawn's move a side may claim a draw, or \"never\".\n\
                  A half-move is one move of one side: 100 half-moves are fifty moves of each.\n",
        slot: |rules| Slot::Limit(&mut rules.ends.quiet_moves.claim),
    },
    Field {
        key: QUIET_AUTOMATIC,
        comment: "After how many such half-moves the game is drawn without a claim, or \"never\".\n",
        slot: |rules| Slot::Limit(&mut rules.ends.quiet_moves.automatic),
    },
    Field {
        key: "dead-position",
        comment: "Whether the game is drawn as soon as neither side has the men to mate.\n",
        slot: |rules| Slot::Boolean(&mut rules.ends.dead_position),
    },
    Field {
        key: "values",
        comment: "What each piece counts where a game is scored.\n",
        slot: |rules| Slot::Values(&mut rules.values),
    },
];
