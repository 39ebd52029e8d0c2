use tabiya_rules::{Role, RoyalTaken, Royalty, Stalemate, StalemateTest};

/// A value that a file names by a word.
pub(super) trait RuleWord: Copy + PartialEq + 'static {
    /// Every word with its value, in the order in which they are explained.
    const WORDS: &'static [(&'static str, Self)];

    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
    }

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |&(word, _)| word)
    }
}

impl RuleWord for Role {
    const WORDS: &'static [(&'static str, Role)] = &[
        ("king", Role::King),
        ("queen", Role::Queen),
        ("rook", Role::Rook),
        ("bishop", Role::Bishop),
        ("knight", Role::Knight),
        ("pawn", Role::Pawn),
    ];
}

impl RuleWord for Royalty {
    const WORDS: &'static [(&'static str, Royalty)] =
        &[("checked", Royalty::Checked), ("taken", Royalty::Taken)];
}

impl RuleWord for Stalemate {
    const WORDS: &'static [(&'static str, Stalemate)] = &[
        ("draws", Stalemate::Draws),
        ("loses", Stalemate::Loses),
        ("wins", Stalemate::Wins),
        ("passes", Stalemate::Passes),
    ];
}

impl RuleWord for StalemateTest {
    const WORDS: &'static [(&'static str, StalemateTest)] =
        &[("no-move", StalemateTest::NoMove), ("no-safe-move", StalemateTest::NoSafeMove)];
}

impl RuleWord for RoyalTaken {
    const WORDS: &'static [(&'static str, RoyalTaken)] =
        &[("wins", RoyalTaken::Wins), ("scored", RoyalTaken::Scored)];
}
