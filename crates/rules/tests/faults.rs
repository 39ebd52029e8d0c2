//! Setups that are wrong, with everything that is wrong with them: all faults are told at once.

use std::collections::HashSet;
use std::mem::discriminant;

use tabiya_rules::{FIDE, Fault, Language, MoveRules, NamedRules, Position, Role, Roles, Rules};

use crate::support::fen;

/// A setup and its faults, the gravest first, one sentence each.
struct Case {
    name: &'static str,
    rules: &'static str,
    fen: &'static str,
    faults: &'static [&'static str],
    /// The FEN of what a lenient reading makes of it; empty where it cannot help.
    mended: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "an empty board",
        rules: "fide",
        fen: "8/8/8/8/8/8/8/8 w - - 0 1",
        faults: &["White has no king", "Black has no king"],
        mended: "",
    },
    Case {
        name: "two kings",
        rules: "fide",
        fen: "k7/8/8/8/8/8/8/K6K w - - 0 1",
        faults: &["White has 2 kings, where there must be one"],
        mended: "",
    },
    Case {
        name: "two kings where kings are taken",
        rules: "cuhk",
        fen: "k7/8/8/8/8/8/8/K1K4K w - - 0 1",
        faults: &["White has 3 kings, where there must be one"],
        mended: "",
    },
    Case {
        name: "pawns where they promote and where they cannot have come",
        rules: "fide",
        fen: "k6P/8/8/8/8/8/8/K5Pp w - - 0 1",
        faults: &[
            "White's pawn cannot stand on g1",
            "White's pawn cannot stand on h8",
            "Black's pawn cannot stand on h1",
        ],
        mended: "",
    },
    Case {
        name: "pawns may stay at the end where nothing promotes, but not on the first rank",
        rules: "byu",
        fen: "k6P/8/8/8/8/8/8/K5Pp w - - 0 1",
        faults: &["White's pawn cannot stand on g1"],
        mended: "",
    },
    Case {
        name: "the side that has moved is in check",
        rules: "fide",
        fen: "k6R/8/8/8/8/8/8/K7 w - - 0 1",
        faults: &["Black is not to move, but its king could be taken by the rook on h8"],
        mended: "",
    },
    Case {
        name: "kings side by side",
        rules: "fide",
        fen: "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        faults: &["Black is not to move, but its king could be taken by the king on e5"],
        mended: "",
    },
    Case {
        name: "three checks",
        rules: "fide",
        fen: "k6R/8/1N6/8/4B3/8/8/K7 b - - 0 1",
        faults: &["no move can give check from e4, b6 and h8 at once"],
        mended: "k6R/8/1N6/8/4B3/8/8/K7 b - - 0 1",
    },
    Case {
        name: "two knights give check",
        rules: "fide",
        fen: "k7/2N5/1N6/8/8/8/8/K7 b - - 0 1",
        faults: &["no move can give check from b6 and c7 at once"],
        mended: "k7/2N5/1N6/8/8/8/8/K7 b - - 0 1",
    },
    Case {
        name: "two checks along one line",
        rules: "fide",
        fen: "8/8/8/R2k2R1/8/8/8/K7 b - - 0 1",
        faults: &["no move can give check from a5 and g5 at once"],
        mended: "8/8/8/R2k2R1/8/8/8/K7 b - - 0 1",
    },
    Case {
        name: "rights without rooks",
        rules: "fide",
        fen: "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
        faults: &["there is no rook to castle with on a1", "there is no rook to castle with on h8"],
        mended: "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
    },
    Case {
        name: "a right on the other side's rook",
        rules: "fide",
        fen: "4k3/8/8/8/8/8/8/r3K3 w Q - 0 1",
        faults: &["there is no rook to castle with on a1"],
        mended: "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
    },
    Case {
        name: "rights without the king at home",
        rules: "fide",
        fen: "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
        faults: &[
            "White cannot castle with the rook on a1: its king is not on the home rank",
            "White cannot castle with the rook on h1: its king is not on the home rank",
        ],
        mended: "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
    },
    Case {
        name: "two rights on one side",
        rules: "chess960",
        fen: "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1",
        faults: &["the rook on b1 cannot castle: another one on that side can"],
        mended: "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1",
    },
    Case {
        name: "en passant on a rank where nothing steps over",
        rules: "fide",
        fen: "4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1",
        faults: &["en passant on e4 is impossible: it would be on rank 3"],
        mended: "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
    },
    Case {
        name: "en passant of the side to move itself",
        rules: "fide",
        fen: "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
        faults: &["en passant on e3 is impossible: it would be on rank 6"],
        mended: "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1",
    },
    Case {
        name: "en passant without a pawn",
        rules: "fide",
        fen: "4k3/8/8/8/3p1P2/8/8/4K3 b - e3 0 1",
        faults: &["en passant on e3 is impossible: no pawn to take on e4"],
        mended: "4k3/8/8/8/3p1P2/8/8/4K3 b - - 0 1",
    },
    Case {
        name: "en passant of a pawn that cannot have stepped",
        rules: "fide",
        fen: "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1",
        faults: &["en passant on e3 is impossible: e2 is occupied"],
        mended: "4k3/8/8/8/3pP3/8/4N3/4K3 b - - 0 1",
    },
    Case {
        name: "en passant, but another piece gives check",
        rules: "fide",
        fen: "4k2R/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        faults: &["en passant on e3 is impossible: the king was in check from the rook on h8 before"],
        mended: "4k2R/8/8/8/3pP3/8/8/4K3 b - - 0 1",
    },
    Case {
        name: "en passant, but the double step has shut the line of a check",
        rules: "fide",
        fen: "8/7k/8/8/3pP3/8/8/1B2K3 b - e3 0 1",
        faults: &["en passant on e3 is impossible: the king was in check from the bishop on b1 before"],
        mended: "8/7k/8/8/3pP3/8/8/1B2K3 b - - 0 1",
    },
    Case {
        name: "en passant with the check that the double step uncovers",
        rules: "fide",
        fen: "8/8/8/7k/3pP3/8/8/3BK3 b - e3 0 1",
        faults: &[],
        mended: "8/8/8/7k/3pP3/8/8/3BK3 b - e3 0 1",
    },
    Case {
        name: "everything at once",
        rules: "fide",
        fen: "P7/8/8/8/4k3/8/3P4/R6R w KQk e3 0 1",
        faults: &[
            "White has no king",
            "White's pawn cannot stand on a8",
            "White cannot castle with the rook on a1: its king is not on the home rank",
            "White cannot castle with the rook on h1: its king is not on the home rank",
            "there is no rook to castle with on h8",
            "en passant on e3 is impossible: it would be on rank 6",
        ],
        mended: "",
    },
    Case {
        name: "rights mean nothing where there is no castling and no en passant",
        rules: "byu",
        fen: "4k3/8/8/8/3p4/8/8/4K3 b KQkq e3 0 1",
        faults: &[],
        mended: "4k3/8/8/8/3p4/8/8/4K3 b - - 0 1",
    },
    Case {
        name: "a missing king is a game that is over where kings are taken",
        rules: "hong",
        fen: "8/8/8/8/8/8/8/K7 w - - 0 1",
        faults: &[],
        mended: "8/8/8/8/8/8/8/K7 w - - 0 1",
    },
    Case {
        name: "checks are no matter where kings are taken",
        rules: "cuhk",
        fen: "k6R/2N5/1N6/8/8/8/8/K7 w - - 0 1",
        faults: &[],
        mended: "k6R/2N5/1N6/8/8/8/8/K7 w - - 0 1",
    },
    Case {
        name: "more men than a side can have are no fault",
        rules: "fide",
        fen: "k7/8/1P6/PPPPPPPP/PPPPPPPP/PPPPPPPP/8/K7 b - - 0 1",
        faults: &[],
        mended: "k7/8/1P6/PPPPPPPP/PPPPPPPP/PPPPPPPP/8/K7 b - - 0 1",
    },
];

#[test]
fn every_fault_is_told() {
    for case in CASES {
        let rules = NamedRules::find(case.rules).expect("a built-in rule set").rules;
        let faults = Position::new(fen::setup(case.fen), rules).err().unwrap_or_default();
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(told, case.faults, "{} ({}: {})", case.name, case.rules, case.fen);
        assert_eq!(faults.to_string(), case.faults.join("; "), "{}", case.name);
    }
}

/// The same in German: what is wrong with each setup in one line.
#[test]
fn all_faults_are_told_in_german_as_well() {
    let told: Vec<String> = CASES
        .iter()
        .map(|case| {
            let rules = NamedRules::find(case.rules).expect("a built-in rule set").rules;
            let faults = Position::new(fen::setup(case.fen), rules).err().unwrap_or_default();
            Language::German.words(&faults).to_string()
        })
        .collect();
    let expected: Vec<&str> = include_str!("faults-de.txt").lines().collect();
    assert_eq!(told, expected);
}

#[test]
fn a_lenient_reading_drops_what_can_be_forgiven() {
    for case in CASES {
        let rules = NamedRules::find(case.rules).expect("a built-in rule set").rules;
        match Position::lenient(fen::setup(case.fen), rules) {
            Ok(lenient) => {
                assert_eq!(fen::of(&lenient.position), case.mended, "{} ({})", case.name, case.fen);
                let told = lenient.forgiven.iter().filter(|fault| !is_meaningless(fault));
                let told: Vec<String> = told.map(ToString::to_string).collect();
                assert_eq!(told, case.faults, "{} ({})", case.name, case.fen);
            }
            Err(_) => assert_eq!(case.mended, "", "{} ({})", case.name, case.fen),
        }
    }
}

/// Whether the rules do not know what the fault is about, so that only a lenient reading tells of it.
fn is_meaningless(fault: &Fault) -> bool {
    matches!(fault, Fault::CastlingNotInRules { .. } | Fault::EnPassantNotInRules { .. })
}

#[test]
fn a_lenient_reading_tells_of_rights_that_mean_nothing() {
    let rules = NamedRules::find("byu").expect("a built-in rule set").rules;
    let setup = fen::setup("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1");
    assert!(Position::new(setup, rules).is_ok());
    let lenient = Position::lenient(setup, rules).expect("nothing is wrong with it");
    assert_eq!(
        lenient.forgiven.to_string(),
        "there is no castling under these rules, as with the rook on a1, h1, a8 and h8; \
         there is no taking in passing under these rules, as on e3"
    );
}

#[test]
fn rules_that_cannot_be_played_are_refused() {
    let moves = MoveRules { promotes_to: Roles::of(&[Role::King, Role::Pawn]), ..FIDE.moves };
    let rules = Rules { moves, ..FIDE }.intern();
    assert_eq!(
        Position::starting(rules).expect_err("they contradict themselves").to_string(),
        "these rules cannot be played: a pawn cannot become a pawn; \
         these rules cannot be played: a pawn cannot become the royal piece"
    );
}

#[test]
fn the_table_has_every_kind_of_fault() {
    let mut kinds = HashSet::new();
    for case in CASES {
        let rules = NamedRules::find(case.rules).expect("a built-in rule set").rules;
        let faults = Position::new(fen::setup(case.fen), rules).err().unwrap_or_default();
        kinds.extend(faults.iter().map(discriminant));
    }
    assert_eq!(kinds.len(), 12);
}
