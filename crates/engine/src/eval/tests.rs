use tabiya_notation::{Strictness, read_position};
use tabiya_rules::{CUHK, Fide, HONG, Position, RULE_SETS, Rules};

use super::{FULL_PHASE, FULL_SCALE, PawnCache, evaluate, scale, trace, value, weights};
use crate::{Rng, random_move};

fn walk(mut see: impl FnMut(&Position<&'static Rules>)) {
    for set in &RULE_SETS {
        for seed in 0..20 {
            let mut rng = Rng::from_seed(seed);
            let mut position = Position::starting(set.rules).expect("a start");
            for _ in 0..100 {
                let Some(m) = random_move(&position, &mut rng).filter(|_| position.outcome().is_none())
                else {
                    break;
                };
                position = position.play_unchecked(m);
                if position.outcome().is_none() {
                    see(&position);
                }
            }
        }
    }
}

#[test]
fn a_mirrored_position_is_worth_the_same() {
    let mut cache = PawnCache::new();
    walk(|position| {
        let mirrored = position.mirrored();
        assert_eq!(evaluate(position, &mut cache), evaluate(&mirrored, &mut cache), "{position:?}");
    });
}

#[test]
fn the_counts_add_up_to_the_evaluation() {
    let mut cache = PawnCache::new();
    let weights = weights();
    walk(|position| {
        let trace = trace(position);
        let (mut middlegame, mut endgame) = (0, 0);
        for (&count, weight) in trace.counts.0.iter().zip(&weights) {
            middlegame += i32::from(count) * weight.0;
            endgame += i32::from(count) * weight.1;
        }
        let mixed =
            middlegame * trace.phase + endgame * (FULL_PHASE - trace.phase) * trace.scale / FULL_SCALE;
        let white = mixed / FULL_PHASE * scale::lead(position, mixed) / FULL_SCALE;
        let mover = if position.turn().is_white() { white } else { -white };
        assert_eq!(evaluate(position, &mut cache), mover);
    });
}

#[test]
fn a_queen_more_is_worth_much() {
    let mut cache = PawnCache::new();
    let fen: tabiya_notation::Fen =
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().expect("a FEN");
    let position = Position::new(fen.setup, Fide).expect("a position");
    assert!(evaluate(&position, &mut cache) > 500);
}

fn worth(fen: &str, rules: &'static Rules) -> i32 {
    value(&read_position(fen, rules, Strictness::Strict).expect("a position").position)
}

#[test]
fn a_king_that_can_only_draw_is_worth_nothing_to_win_against() {
    let bare = "8/8/8/3k4/8/8/8/RRB1K3 w - - 0 1";
    assert_eq!(worth(bare, &HONG), 0);
    assert!(worth(bare, &CUHK) > 500);
    let blocked = "8/8/3p4/3P4/8/3k4/8/RRB1K3 w - - 0 1";
    assert_eq!(worth(blocked, &HONG), 0);
    let lively = "8/3p4/8/3k4/8/8/8/RRB1K3 w - - 0 1";
    let livelier = "8/3p4/5b2/3k4/8/8/8/RRB1K3 w - - 0 1";
    assert!(worth(lively, &HONG) > 50);
    assert!(worth(livelier, &HONG) > worth(lively, &HONG));
    let toothless = "8/3p4/8/3k4/8/PP6/PP6/2B1K3 w - - 0 1";
    assert!(worth(toothless, &HONG) < 60);
}
