//! What differs from ordinary chess, in the exact words.

use tabiya_rules::{
    BYU, EndRules, FIDE, HONG, Language, Limits, MoveRules, NamedRules, RULE_SETS, Role, Roles, RoyalTaken,
    Rules, Setup, Stalemate, Start,
};

const NO_DRAWS: [&str; 3] = [
    "there is no draw by repetition",
    "there is no draw by fifty moves without a capture or a pawn's move",
    "the game goes on when neither side has the men to mate",
];

/// What each built-in rule set tells before it tells that there are no draws.
const TOLD: &[(&str, &[&str], bool)] = &[
    ("fide", &[], false),
    ("chess960", &["the men behind the pawns are shuffled"], false),
    ("waterloo", &[], true),
    ("byu", BYU_TELLS, true),
    ("imperial", BYU_TELLS, true),
    (
        "hong-written",
        &[
            "there are no knights and no queens",
            "there is no castling",
            "pawns are not taken in passing",
            "a pawn at the end of the board stays a pawn",
            "whoever has no move and is not in check loses",
        ],
        true,
    ),
    (
        "hong",
        &[
            "there are no knights and no queens",
            "there is no check: the king may be left in attack, and whoever takes the other's king wins",
            "there is no castling",
            "a pawn takes one step, also with its first move",
            "a pawn at the end of the board stays a pawn",
            "a side that can only move its king to where it could be taken counts as having no move",
        ],
        true,
    ),
];

const BYU_TELLS: &[&str] = &[
    "there is no castling",
    "pawns are not taken in passing",
    "a pawn at the end of the board stays a pawn",
];

#[test]
fn each_built_in_rule_set_tells_what_differs_from_chess() {
    for (name, told, has_no_draws) in TOLD {
        let draws: &[&str] = if *has_no_draws { &NO_DRAWS } else { &[] };
        assert_eq!(words(NamedRules::find(name).expect(name).rules), [*told, draws].concat(), "{name}");
    }
    let counted = "at the end the pieces left are counted, and the higher sum wins: \
                   pawn 1, knight 10, bishop 20, rook 5, queen 50, king 1000";
    let taken = "there is no check: the king may be left in attack, and taking it ends the game";
    let told = [&[taken], BYU_TELLS, &["whoever has no move passes"], &NO_DRAWS, &[counted]].concat();
    assert_eq!(words(NamedRules::find("cuhk").expect("cuhk").rules), told);
    assert_eq!(TOLD.len() + 1, RULE_SETS.len());
}

/// A line for each rule set: its summary, and what differs from chess.
#[test]
fn each_built_in_rule_set_is_told_in_german_as_well() {
    let german = |set: &NamedRules| {
        let differences = set.rules.differences();
        let told = differences.iter().map(|what| format!("; {}", Language::German.words(what)));
        format!("{}: {}{}", set.name, set.summary_in(Language::German), told.collect::<String>())
    };
    let expected: Vec<&str> = include_str!("differences-de.txt").lines().collect();
    assert_eq!(RULE_SETS.iter().map(german).collect::<Vec<_>>(), expected);
}

#[test]
fn every_field_of_a_rule_set_is_told() {
    let promotes_to = Roles::of(&[Role::Rook, Role::King]);
    let knightmate = MoveRules { royal: Role::Knight, promotes_to, ..FIDE.moves };
    let ends = |ends: EndRules| Rules { ends, ..FIDE };
    let claim_only = Limits { claim: Some(4), automatic: None };
    let automatic_only = Limits { claim: None, automatic: Some(60) };
    let black_begins = Setup { turn: !Setup::USUAL.turn, ..Setup::USUAL };
    let counted = "at the end the pieces left are counted, and the higher sum wins: \
                   pawn 1, knight 3, bishop 3, rook 5, queen 9, king 0";
    let cases: &[(Rules, &[&str])] = &[
        (
            Rules { moves: knightmate, ..FIDE },
            &[
                "the game is about the knight, not the king",
                "a pawn at the end of the board becomes a rook or king",
            ],
        ),
        (Rules { start: Start::Fixed(black_begins), ..FIDE }, &["games begin from another position"]),
        // The men that are not there at the start come by promotion.
        (Rules { start: HONG.start, ..FIDE }, &["games begin from another position"]),
        (
            ends(EndRules { stalemate: Stalemate::Wins, ..FIDE.ends }),
            &["whoever has no move and is not in check wins"],
        ),
        (
            ends(EndRules { repetition: claim_only, ..FIDE.ends }),
            &["a draw can be claimed when a position occurs 4 times, and never comes by itself"],
        ),
        (
            ends(EndRules { repetition: Limits { claim: Some(2), automatic: Some(4) }, ..FIDE.ends }),
            &["a draw can be claimed when a position occurs 2 times, and comes by itself at 4"],
        ),
        (
            ends(EndRules { quiet_moves: automatic_only, ..FIDE.ends }),
            &["the game is drawn after 60 single moves without a capture or a pawn's move"],
        ),
        (ends(EndRules { royal_taken: RoyalTaken::Scored, ..FIDE.ends }), &[counted]),
        // Values count for nothing where nothing is counted.
        (Rules { values: BYU.values, ..FIDE }, &[]),
    ];
    for (rules, told) in cases {
        assert_eq!(words(rules), *told);
    }
}

fn words(rules: &Rules) -> Vec<String> {
    rules.differences().iter().map(ToString::to_string).collect()
}
