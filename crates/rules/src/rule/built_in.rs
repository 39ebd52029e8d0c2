use super::{EndRules, Limits, MoveRules, RoyalTaken, Royalty, Rules, Stalemate, StalemateTest, Start};
use crate::{Bitboard, Board, ByRole, Language, Role, Roles, Setup};

/// The laws of chess as the world federation has them.
pub const FIDE: Rules = Rules {
    start: Start::Fixed(Setup::USUAL),
    moves: MoveRules {
        royal: Role::King,
        royalty: Royalty::Checked,
        castling: true,
        double_step: true,
        en_passant: true,
        promotes_to: Roles::of(&[Role::Queen, Role::Rook, Role::Bishop, Role::Knight]),
    },
    ends: EndRules {
        stalemate: Stalemate::Draws,
        stalemate_test: StalemateTest::NoMove,
        royal_taken: RoyalTaken::Wins,
        repetition: Limits { claim: Some(3), automatic: Some(5) },
        quiet_moves: Limits { claim: Some(100), automatic: Some(150) },
        dead_position: true,
    },
    values: ByRole { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 },
};

/// Fischer's chess: the same laws from one of 960 start positions.
pub const CHESS960: Rules = Rules { start: Start::Chess960, ..FIDE };

/// The command game of Waterloo: full chess, ended by mate and stalemate only.
pub const WATERLOO: Rules = Rules {
    ends: EndRules { repetition: Limits::NONE, quiet_moves: Limits::NONE, dead_position: false, ..FIDE.ends },
    values: ByRole { pawn: 1, knight: 3, bishop: 4, rook: 5, queen: 9, king: 10 },
    ..FIDE
};

/// The windowed game of BYU: no castling, no taking in passing, pawns stay pawns.
pub const BYU: Rules = Rules {
    start: Start::Fixed(Setup { castling: Bitboard::EMPTY, ..Setup::USUAL }),
    moves: MoveRules { castling: false, en_passant: false, promotes_to: Roles::NONE, ..FIDE.moves },
    ..WATERLOO
};

/// The narrator of Imperial College: the rules of BYU.
pub const IMPERIAL: Rules = BYU;

/// The three-mode game of CUHK: kings are taken, and the living pieces are counted.
pub const CUHK: Rules = Rules {
    moves: MoveRules { royalty: Royalty::Taken, ..BYU.moves },
    ends: EndRules { stalemate: Stalemate::Passes, royal_taken: RoyalTaken::Scored, ..BYU.ends },
    values: ByRole { pawn: 1, knight: 10, bishop: 20, rook: 5, queen: 50, king: 1000 },
    ..BYU
};

/// Hong's game as its requirements state it: kings, rooks, bishops and pawns; no move, no game.
pub const HONG_WRITTEN: Rules = Rules {
    start: Start::Fixed(Setup::start(Board::with_back_rank([
        Some(Role::Rook),
        None,
        Some(Role::Bishop),
        None,
        Some(Role::King),
        Some(Role::Bishop),
        None,
        Some(Role::Rook),
    ]))),
    ends: EndRules { stalemate: Stalemate::Loses, ..BYU.ends },
    ..BYU
};

/// Hong's game as it was verified: kings are taken, pawns step once.
pub const HONG: Rules = Rules {
    moves: MoveRules { royalty: Royalty::Taken, double_step: false, ..HONG_WRITTEN.moves },
    ends: EndRules {
        stalemate: Stalemate::Draws,
        stalemate_test: StalemateTest::NoSafeMove,
        ..HONG_WRITTEN.ends
    },
    ..HONG_WRITTEN
};

/// A built-in rule set with the name it goes by.
///
/// ```
/// use tabiya_rules::{HONG, NamedRules, RULE_SETS};
///
/// assert_eq!(NamedRules::find("hong").unwrap().rules, &HONG);
/// assert_eq!(RULE_SETS[0].name, "fide");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NamedRules {
    /// The name in commands and files.
    pub name: &'static str,
    /// What the game is called in a sentence.
    pub title: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Both in German.
    pub german: GermanRules,
    /// The rule set.
    pub rules: &'static Rules,
}

/// How German tells of a built-in rule set.
#[derive(Clone, Copy, Debug)]
pub struct GermanRules {
    /// Where something holds: with its preposition, which depends on the title.
    pub within: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
}

impl NamedRules {
    /// What it is, in one line.
    ///
    /// ```
    /// use tabiya_rules::{Language, NamedRules};
    ///
    /// let byu = NamedRules::find("byu").unwrap();
    /// let german = "keine Rochade, kein en passant, Bauern bleiben Bauern";
    /// assert_eq!(byu.summary_in(Language::German), german);
    /// ```
    pub fn summary_in(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.summary,
            Language::German => self.german.summary,
        }
    }

    /// The built-in rule set of this name.
    pub fn find(name: &str) -> Option<&'static NamedRules> {
        RULE_SETS.iter().find(|set| set.name == name)
    }
}

/// The built-in rule sets.
pub static RULE_SETS: [NamedRules; 8] = [
    NamedRules {
        name: "fide",
        title: "chess",
        summary: "chess, by the laws of the world federation",
        german: GermanRules { within: "im Schach", summary: "Schach nach den Regeln des Weltverbands" },
        rules: &FIDE,
    },
    NamedRules {
        name: "chess960",
        title: "Chess960",
        summary: "chess from one of 960 shuffled start positions",
        german: GermanRules {
            within: "im Chess960",
            summary: "Schach aus einer von 960 gemischten Grundstellungen",
        },
        rules: &CHESS960,
    },
    NamedRules {
        name: "hong",
        title: "Hong's game",
        summary: "kings, rooks, bishops and pawns; the king is taken",
        german: GermanRules {
            within: "in Hongs Spiel",
            summary: "Könige, Türme, Läufer und Bauern; der König wird geschlagen",
        },
        rules: &HONG,
    },
    NamedRules {
        name: "hong-written",
        title: "Hong's game as written",
        summary: "the same men with check and mate; no move left is lost",
        german: GermanRules {
            within: "in Hongs Spiel, wie beschrieben,",
            summary: "die gleichen Figuren mit Schach und Matt; wer nicht ziehen kann, verliert",
        },
        rules: &HONG_WRITTEN,
    },
    NamedRules {
        name: "cuhk",
        title: "CUHK's game",
        summary: "the king is taken, the living pieces are counted",
        german: GermanRules {
            within: "in CUHKs Spiel",
            summary: "der König wird geschlagen, die übrigen Figuren werden gezählt",
        },
        rules: &CUHK,
    },
    NamedRules {
        name: "waterloo",
        title: "Waterloo's game",
        summary: "full chess, ended by mate or stalemate only",
        german: GermanRules {
            within: "in Waterloos Spiel",
            summary: "volles Schach, das nur durch Matt oder Patt endet",
        },
        rules: &WATERLOO,
    },
    NamedRules {
        name: "byu",
        title: "BYU's game",
        summary: "no castling, no en passant, pawns stay pawns",
        german: GermanRules {
            within: "in BYUs Spiel",
            summary: "keine Rochade, kein en passant, Bauern bleiben Bauern",
        },
        rules: &BYU,
    },
    NamedRules {
        name: "imperial",
        title: "Imperial's game",
        summary: "the rules of byu, told by a narrator",
        german: GermanRules {
            within: "in Imperials Spiel",
            summary: "die Regeln von byu, von einem Erzähler begleitet",
        },
        rules: &IMPERIAL,
    },
];
