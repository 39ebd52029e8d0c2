use tabiya_rules::{EndRules, MoveRules, RoyalTaken, Royalty, Rules, Stalemate, StalemateTest};

use super::parameters::{FADING_MOST, FADING_PARTS, NEAR_DRAW};
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
    /// The same, to count no further.
    last_quiet: u16,
    /// From how many quiet moves on the values of the table of positions are not trusted.
    pub(super) trusted_halfmoves: u16,
    /// How often a position must come for a draw; never, where that is beyond counting.
    pub(super) repetition: u16,
    /// What an evaluation loses for each quiet move, in 1/65536 of a part; nothing where they are not counted.
    fading: Value,
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
        let quiet_limit = quiet_moves.first();
        SearchEnds {
            asks_position,
            has_mate: *royalty == Royalty::Checked,
            stalemate: *stalemate,
            dead_position: *dead_position,
            quiet_limit,
            last_quiet: quiet_limit.unwrap_or(0).max(1),
            trusted_halfmoves: quiet_limit.map_or(u16::MAX, |limit| limit.saturating_sub(NEAR_DRAW)),
            repetition: repetition.first().unwrap_or(u16::MAX),
            fading: quiet_limit.map_or(0, fading),
        }
    }

    /// An evaluation as it counts after so many quiet moves: it fades on the way to the draw, wherever that is.
    #[inline(always)]
    pub(super) fn faded(&self, value: Value, halfmoves: u16) -> Value {
        let gone = (Value::from(halfmoves.min(self.last_quiet)) * self.fading) >> 16;
        value * (FADING_PARTS - gone) / FADING_PARTS
    }
}

/// The step of the fading that ends at a limit, rounded up, so that all of it is gone by then.
fn fading(limit: u16) -> Value {
    let limit = Value::from(limit.max(1));
    ((FADING_MOST << 16) + limit - 1) / limit
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{CUHK, FIDE, HONG, Limits, WATERLOO};

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
    fn evaluations_fade_on_the_way_to_the_draw_by_these_rules() {
        for (claim, automatic, halfmoves, left) in [
            (Some(100), Some(150), 0, 2_200),
            (Some(100), Some(150), 50, 1_700),
            (Some(100), Some(150), 120, 1_200),
            (Some(40), None, 20, 1_700),
            (None, Some(40), 20, 1_700),
            (Some(1_000), None, 500, 1_700),
            (Some(u16::MAX), None, u16::MAX, 1_200),
            (Some(0), None, 3, 1_200),
            (None, None, 3_000, 2_200),
        ] {
            let faded = limited(claim, automatic).faded(2_200, halfmoves);
            assert_eq!(faded, left, "{claim:?} {automatic:?} {halfmoves}");
        }
    }

    #[test]
    fn positions_are_asked_where_the_board_alone_does_not_tell() {
        assert!(!SearchEnds::of(&FIDE).asks_position);
        assert!(SearchEnds::of(&CUHK).asks_position);
        assert!(SearchEnds::of(&HONG).asks_position);
    }
}
