use tabiya_rules::{
    EndRules, MoveRules, Position, Role, RoyalTaken, Royalty, RuleSource, Rules, Stalemate, StalemateTest,
};

/// What the evaluation wants to know of how the pieces move. It is asked wherever it matters: for FIDE's moves the
/// compiler knows the answers.
pub(super) struct EvalRules {
    /// Whether it is the king whose loss loses the game.
    pub(super) is_king_royal: bool,
    /// Whether the royal piece must be kept out of attack.
    pub(super) is_royal_kept: bool,
    /// Whether pawns become anything.
    pub(super) promotes: bool,
}

impl EvalRules {
    #[inline(always)]
    pub(super) fn of<R: RuleSource>(position: &Position<R>) -> EvalRules {
        let MoveRules {
            royal,
            royalty,
            promotes_to,
            // A move more or less in the repertoire changes no piece's worth.
            castling: _,
            double_step: _,
            en_passant: _,
        } = position.source().moves();
        EvalRules {
            is_king_royal: royal == Role::King,
            is_royal_kept: royalty == Royalty::Checked,
            promotes: !promotes_to.is_empty(),
        }
    }
}

/// Whether a king without a safe move draws as long as nothing else of its side can move, so that a bare king cannot be
/// taken.
#[inline(always)]
pub(super) fn spares_bare_kings(rules: &Rules) -> bool {
    let Rules { start: _, moves, ends, values: _ } = rules;
    let MoveRules { royal: _, royalty, castling: _, double_step: _, en_passant: _, promotes_to } = moves;
    // Draws by counting are far from the evaluation: the search sees to them.
    let EndRules { stalemate, stalemate_test, royal_taken, repetition: _, quiet_moves: _, dead_position: _ } =
        ends;
    *royalty == Royalty::Taken
        && promotes_to.is_empty()
        && *royal_taken == RoyalTaken::Wins
        && *stalemate == Stalemate::Draws
        && *stalemate_test == StalemateTest::NoSafeMove
}
