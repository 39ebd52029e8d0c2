use tabiya_rules::{
    ByRole, EndRules, Limits, MoveRules, Role, Roles, RoyalTaken, Royalty, Rules, Stalemate, StalemateTest,
    Start,
};

use super::check::{QUIET_AUTOMATIC, QUIET_CLAIM, REPETITION_AUTOMATIC, REPETITION_CLAIM};

/// One field of a rule file. Reading, writing and comparing all go through its slot, so that a new rule is one more
/// entry in [`FIELDS`].
pub(super) struct Field {
    pub(super) key: &'static str,
    /// What a reader of the file should know; lines end in `\n`.
    pub(super) comment: &'static str,
    /// Its value among all those of a rule set.
    slot: fn(Places<'_>) -> Slot<'_>,
}

/// The places of all values of a rule set. It is taken apart to the last field, so that a new rule does not compile
/// before it has a [`Field`]: until then its place is never read.
struct Places<'a> {
    royal: &'a mut Role,
    royalty: &'a mut Royalty,
    start: &'a mut Start,
    castling: &'a mut bool,
    double_step: &'a mut bool,
    en_passant: &'a mut bool,
    promotes_to: &'a mut Roles,
    stalemate: &'a mut Stalemate,
    stalemate_test: &'a mut StalemateTest,
    royal_taken: &'a mut RoyalTaken,
    repetition_claim: &'a mut Option<u16>,
    repetition_automatic: &'a mut Option<u16>,
    quiet_claim: &'a mut Option<u16>,
    quiet_automatic: &'a mut Option<u16>,
    dead_position: &'a mut bool,
    values: &'a mut ByRole<u16>,
}

impl Places<'_> {
    fn of(rules: &mut Rules) -> Places<'_> {
        let Rules { start, moves, ends, values } = rules;
        let MoveRules { royal, royalty, castling, double_step, en_passant, promotes_to } = moves;
        let EndRules { stalemate, stalemate_test, royal_taken, repetition, quiet_moves, dead_position } =
            ends;
        let Limits { claim: repetition_claim, automatic: repetition_automatic } = repetition;
        let Limits { claim: quiet_claim, automatic: quiet_automatic } = quiet_moves;
        Places {
            royal,
            royalty,
            start,
            castling,
            double_step,
            en_passant,
            promotes_to,
            stalemate,
            stalemate_test,
            royal_taken,
            repetition_claim,
            repetition_automatic,
            quiet_claim,
            quiet_automatic,
            dead_position,
            values,
        }
    }
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
    /// The place of its value in a rule set.
    pub(super) fn slot<'a>(&self, rules: &'a mut Rules) -> Slot<'a> {
        (self.slot)(Places::of(rules))
    }

    /// Whether two rule sets say the same.
    pub(super) fn is_same(&self, mut a: Rules, mut b: Rules) -> bool {
        self.slot(&mut a) == self.slot(&mut b)
    }
}

/// Every field but the parent and the texts, in the order in which they are printed and read. The royal piece comes
/// before the start, whose castling letters depend on it.
pub(super) const FIELDS: [Field; 16] = [
    Field {
        key: "royal",
        comment: "The piece that the game is about: \"king\", \"queen\", \"rook\", \"bishop\" or \"knight\".\n",
        slot: |places| Slot::Role(places.royal),
    },
    Field {
        key: "royalty",
        comment: "\"checked\": it must not be left in attack or moved into it; check and mate as usual.\n\
                  \"taken\": it may be, and is taken like any other piece, which ends the game.\n",
        slot: |places| Slot::Royalty(places.royalty),
    },
    Field {
        key: "start",
        comment: "Where games begin: a FEN, or \"chess960\" for one of the 960 shuffled back ranks.\n",
        slot: |places| Slot::Start(places.start),
    },
    Field {
        key: "castling",
        comment: "Whether the royal piece castles with rooks that have not moved.\n",
        slot: |places| Slot::Boolean(places.castling),
    },
    Field {
        key: "double-step",
        comment: "Whether a pawn may step two squares from its second rank.\n",
        slot: |places| Slot::Boolean(places.double_step),
    },
    Field {
        key: "en-passant",
        comment: "Whether a pawn that has just made a double step may be taken in passing.\n",
        slot: |places| Slot::Boolean(places.en_passant),
    },
    Field {
        key: "promotes-to",
        comment: "What a pawn may become at the end of the board; [] where it stays there as a pawn.\n",
        slot: |places| Slot::Roles(places.promotes_to),
    },
    Field {
        key: "stalemate",
        comment: "What becomes of a side that has no move and is not in check: it \"draws\", \"loses\", \"wins\" or \
                  \"passes\".\n",
        slot: |places| Slot::Stalemate(places.stalemate),
    },
    Field {
        key: "stalemate-test",
        comment: "\"no-move\": that is so when it has no legal move.\n\
                  \"no-safe-move\": and also when it can only move its royal piece to where it could be taken.\n",
        slot: |places| Slot::StalemateTest(places.stalemate_test),
    },
    Field {
        key: "royal-taken",
        comment: "What taking the royal piece does: it \"wins\", or the living pieces are counted and the game is \
                  \"scored\".\n",
        slot: |places| Slot::RoyalTaken(places.royal_taken),
    },
    Field {
        key: REPETITION_CLAIM,
        comment: "How often a position must occur before a side may claim a draw: a number from 2, or \"never\".\n",
        slot: |places| Slot::Limit(places.repetition_claim),
    },
    Field {
        key: REPETITION_AUTOMATIC,
        comment: "How often it must occur for a draw without a claim: a number from 2, or \"never\".\n",
        slot: |places| Slot::Limit(places.repetition_automatic),
    },
    Field {
        key: QUIET_CLAIM,
        comment: "After how many half-moves without a capture or a pawn's move a side may claim a draw, or \"never\".\n\
                  A half-move is one move of one side: 100 half-moves are fifty moves of each.\n",
        slot: |places| Slot::Limit(places.quiet_claim),
    },
    Field {
        key: QUIET_AUTOMATIC,
        comment: "After how many such half-moves the game is drawn without a claim, or \"never\".\n",
        slot: |places| Slot::Limit(places.quiet_automatic),
    },
    Field {
        key: "dead-position",
        comment: "Whether the game is drawn as soon as neither side has the men to mate.\n",
        slot: |places| Slot::Boolean(places.dead_position),
    },
    Field {
        key: "values",
        comment: "What each piece counts where a game is scored.\n",
        slot: |places| Slot::Values(places.values),
    },
];
