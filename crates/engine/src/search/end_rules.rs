use tabiya_rules::{EndRules, Limits, MoveRules, RoyalTaken, Royalty, Rules, Stalemate, StalemateTest};

use super::parameters::{FADING_PARTS, NEAR_DRAW};
use super::value::Value;

/// What a search needs of the rules about the end of a game, asked once before it begins: a position with FIDE's moves
/// built in does not carry them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchEnds {
    /// Whether a position must be asked itself how the game ends with it.
    pub(super) asks_position: bool,
    /// Whether a side in check without a move is mated.
    pub(super) has_mate: bool,
    pub(super) stalemate: Stalemate,
    pub(super) dead_position: bool,
    /// After how many quiet moves the game is drawn.
    pub(super) quiet_limit: Option<u16>,
    /// From how many quiet moves on the values of the table of positions are not trusted.
    pub(super) trusted_halfmoves: u16,
    /// How often a position must come for a draw; never, where that is beyond counting.
    pub(super) repetition: u16,
    /// Whether evaluations fade where quiet moves are counted.
    fades: bool,
}

impl SearchEnds {
    pub(super) fn of(rules: &Rules) -> SearchEnds {
        let Rules { start: _, moves, ends, values: _ } = rules;
        // Whatever moves: how it does is asked of each position.
        let MoveRules { royal: _, royalty, castling: _, double_step: _, en_passant: _, promotes_to: _ } =
            moves;
        let EndRules { stalemate, stalemate_test, royal_taken, repetition, quiet_moves, dead_position } =
            ends;
        let asks_position = match (royalty, royal_taken, stalemate_test) {
            (Royalty::Checked, _, StalemateTest::NoMove) => false,
            // Such positions carry their whole rules, and with them who wins when a king is taken.
            (Royalty::Taken, RoyalTaken::Wins | RoyalTaken::Scored, _) => true,
            (_, _, StalemateTest::NoSafeMove) => true,
        };
        let quiet_limit = first(*quiet_moves);
        SearchEnds {
            asks_position,
            has_mate: *royalty == Royalty::Checked,
            stalemate: *stalemate,
            dead_position: *dead_position,
            quiet_limit,
            trusted_halfmoves: quiet_limit.map_or(u16::MAX, |limit| limit.saturating_sub(NEAR_DRAW)),
            repetition: first(*repetition).unwrap_or(u16::MAX),
            fades: quiet_moves.claim.is_some(),
        }
    }

    /// An evaluation as it counts after so many quiet moves: it fades towards the draw.
    #[inline(always)]
    pub(super) fn faded(&self, value: Value, halfmoves: u16) -> Value {
        if !self.fades {
            return value;
        }
        value * (FADING_PARTS - Value::from(halfmoves.min(100))) / FADING_PARTS
    }
}

fn first(limits: Limits) -> Option<u16> {
    limits.claim.or(limits.automatic)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{CUHK, FIDE, HONG, WATERLOO};

    use super::*;

    fn limited(claim: Option<u16>, automatic: Option<u16>) -> SearchEnds {
        let quiet_moves = Limits { claim, automatic };
        SearchEnds::of(&Rules { ends: EndRules { quiet_moves, ..FIDE.ends }, ..FIDE })
    }

    #[test]
    fn the_table_is_trusted_until_shortly_before_a_draw_by_these_rules() {
        assert_eq!(SearchEnds::of(&FIDE).trusted_halfmoves, 90);
        assert_eq!(SearchEnds::of(&WATERLOO).trusted_halfmoves, u16::MAX);
        assert_eq!(limited(None, Some(150)).trusted_halfmoves, 140);
        assert_eq!(limited(Some(30), Some(40)).trusted_halfmoves, 20);
        assert_eq!(limited(Some(4), None).trusted_halfmoves, 0);
    }

    #[test]
    fn positions_are_asked_where_the_board_alone_does_not_tell() {
        assert!(!SearchEnds::of(&FIDE).asks_position);
        assert!(SearchEnds::of(&CUHK).asks_position);
        assert!(SearchEnds::of(&HONG).asks_position);
    }
}
