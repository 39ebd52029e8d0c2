//! The levels: legal moves under every rule set, and each better than the one below.

use tabiya_engine::{GameSeed, Level, Rng, choose, choose_by_book, random_move, random_piece_move};
use tabiya_notation::{Strictness, read_position};
use tabiya_openings::OpeningBook;
use tabiya_rules::{CUHK, FIDE, HONG, Position, Rules, WATERLOO};

fn position(fen: &str, rules: &'static Rules) -> Position<&'static Rules> {
    read_position(fen, rules, Strictness::Strict).expect("a position").position
}

#[test]
fn quick_levels_play_legal_moves_under_every_rule_set() {
    for rules in crate::support::rule_sets() {
        for seed in 0..20 {
            let mut rng = Rng::from_seed(seed);
            let mut position = crate::support::start(rules);
            for ply in 0..120 {
                if position.outcome().is_some() {
                    break;
                }
                let level = Level::new(1 + (ply % 3) as u16).expect("a level");
                let m = choose(level, &position, &[], GameSeed(1), &mut rng);
                assert_eq!(m.is_some(), position.has_moves());
                let Some(next) = crate::support::next(&position, m) else { break };
                position = next;
            }
        }
    }
}

#[test]
fn chance_plays_legal_moves_under_every_rule_set() {
    for rules in crate::support::rule_sets() {
        let mut rng = Rng::from_seed(3);
        let mut position = crate::support::start(rules);
        for ply in 0..200 {
            let m = if ply % 2 == 0 {
                random_move(&position, &mut rng)
            } else {
                random_piece_move(&position, &mut rng)
            };
            assert_eq!(m.is_some(), position.has_moves());
            let Some(next) = crate::support::next(&position, m).filter(|_| position.outcome().is_none())
            else {
                break;
            };
            position = next;
        }
    }
}

#[test]
fn without_legal_moves_there_is_no_choice() {
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &WATERLOO);
    for level in Level::numbered() {
        assert_eq!(choose(level, &mated, &[], GameSeed(1), &mut Rng::from_seed(1)), None);
    }
}

#[test]
fn a_king_that_can_be_taken_is_taken() {
    for rules in [&HONG, &CUHK] {
        let exposed = position("4k3/8/8/8/7q/2p5/1P2R3/4K3 w - - 0 1", rules);
        for level in Level::numbered().skip(1) {
            for seed in 0..10 {
                let m = choose(level, &exposed, &[], GameSeed(1), &mut Rng::from_seed(seed)).expect("a move");
                assert_eq!(m.to_string(), "e2e8", "level {level}");
            }
        }
    }
}

#[test]
fn level_3_moves_what_hangs_and_mates_in_one() {
    let hanging = position("3k4/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", &WATERLOO);
    let mate = position("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", &WATERLOO);
    for seed in 0..20 {
        let careful = Level::new(3).expect("a level");
        let m = choose(careful, &hanging, &[], GameSeed(1), &mut Rng::from_seed(seed)).expect("a move");
        assert_eq!(m.from().to_string(), "e4");
        assert!(hanging.play_unchecked(m).outcome().is_none());
        let m = choose(careful, &mate, &[], GameSeed(1), &mut Rng::from_seed(seed)).expect("a move");
        assert_eq!(m.to_string(), "b1b8");
    }
}

/// From the start of CUHK ten pieces can move, each to two squares, so that all twenty moves are equally likely; the
/// second position has a queen with many squares and pawns with few.
#[test]
fn every_piece_is_picked_equally_often_and_then_every_square() {
    let crowded = position("4k3/8/8/8/3Q4/8/PP6/4K3 w - - 0 1", &CUHK);
    for position in [crate::support::start(&CUHK), crowded] {
        let moves = position.legal_moves();
        let draws = 40_000;
        let mut rng = Rng::from_seed(11);
        let mut counts = vec![0u32; moves.len()];
        for _ in 0..draws {
            let m = random_piece_move(&position, &mut rng).expect("a move");
            counts[moves.iter().position(|&other| other == m).expect("a legal move")] += 1;
        }
        let movers: tabiya_rules::Bitboard = moves.iter().map(|m| m.from()).collect();
        let chi_square: f64 = moves
            .iter()
            .zip(&counts)
            .map(|(m, &count)| {
                let of_piece = position.destinations(m.from()).len();
                let expected = f64::from(draws) / (movers.len() * of_piece) as f64;
                (f64::from(count) - expected).powi(2) / expected
            })
            .sum();
        let freedom = (moves.len() - 1) as f64;
        println!("chi-square {chi_square:.1} with {freedom} degrees of freedom");
        // Five deviations above the mean: a fair choice exceeds it less than once in ten thousand seeds.
        assert!(chi_square < freedom + 5.0 * (2.0 * freedom).sqrt());
    }
}

#[test]
fn level_2_beats_level_1() {
    let points = crate::support::points(&WATERLOO, 2, 1, 200, 300);
    println!("level 2 against level 1: {} of 200", points as f64 / 2.0);
    assert!(points >= 2 * 120);
}

#[test]
fn level_3_beats_level_2() {
    let points = crate::support::points(&WATERLOO, 3, 2, 200, 300);
    println!("level 3 against level 2: {} of 200", points as f64 / 2.0);
    assert!(points >= 2 * 140);
}

#[test]
fn searching_levels_beat_those_below() {
    for (level, games) in [(4, 30), (5, 40), (6, 30)] {
        let points = crate::support::points(&FIDE, level, level - 1, games, 200);
        println!("level {level} against level {}: {} of {games}", level - 1, points as f64 / 2.0);
        assert!(points > games, "level {level}");
    }
}

#[test]
fn searching_levels_play_legal_moves_under_every_rule_set() {
    for rules in crate::support::rule_sets() {
        let mut rng = Rng::from_seed(9);
        let mut position = crate::support::start(rules);
        let mut history = Vec::new();
        for ply in 0..60 {
            if position.outcome().is_some() {
                break;
            }
            let level = Level::new(4 + (ply % 3) as u16).expect("a level");
            let m = choose(level, &position, &history, GameSeed(1), &mut rng);
            assert_eq!(m.is_some(), position.has_moves());
            history.push(position.key());
            let Some(next) = crate::support::next(&position, m) else { break };
            position = next;
        }
    }
}

/// What each of a hundred seeds leads to from the start, as moves of two sides at a level.
fn openings(level: u16, book: Option<&OpeningBook>) -> Vec<Vec<Position<&'static Rules>>> {
    let level = Level::new(level).expect("a level");
    let play = |seed| {
        let mut rng = Rng::from_seed(seed);
        let mut positions = vec![Position::starting(&FIDE).expect("a start")];
        for _ in 0..2 {
            let here = *positions.last().expect("the start");
            let m = choose_by_book(level, book, &here, &[], GameSeed(1), &mut rng).expect("a move");
            assert!(here.is_legal(m));
            positions.push(here.play_unchecked(m));
        }
        positions
    };
    (0..100).map(play).collect()
}

#[test]
fn from_level_four_on_openings_are_played_by_the_book() {
    let is_by_book = |line: &Vec<Position<&'static Rules>>| {
        line.windows(2).all(|two| {
            let known = OpeningBook::BuiltIn.moves(&two[0]).moves;
            known.iter().any(|choice| two[0].play_unchecked(choice.m).key() == two[1].key())
        })
    };
    let lines = openings(4, Some(&OpeningBook::BuiltIn));
    assert!(lines.iter().all(is_by_book));
    let different: std::collections::HashSet<_> = lines.iter().map(|line| line[2].key()).collect();
    assert!(different.len() > 5, "chance varies them: {}", different.len());
    // Whoever moves by chance alone leaves the book at once.
    for level in 1..=3 {
        assert_eq!(openings(level, Some(&OpeningBook::BuiltIn)), openings(level, None));
        assert!(!openings(level, Some(&OpeningBook::BuiltIn)).iter().all(is_by_book), "level {level}");
    }
}

#[test]
fn without_a_book_the_level_plays_as_ever() {
    let start = Position::starting(&FIDE).expect("a start");
    for seed in 0..10 {
        let level = Level::new(4).expect("a level");
        let without = choose_by_book(level, None, &start, &[], GameSeed(1), &mut Rng::from_seed(seed));
        assert_eq!(without, choose(level, &start, &[], GameSeed(1), &mut Rng::from_seed(seed)));
    }
}
