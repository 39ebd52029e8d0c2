//! The search: mates, ends by every kind of rules, and games against weaker play.

use tabiya_engine::{Control, Engine, GamePosition, Rng, SearchLimits, random_move};
use tabiya_notation::{Strictness, read_position};
use tabiya_rules::{
    CUHK, Color, EndRules, FIDE, HONG, HONG_WRITTEN, MoveRules, Role, Roles, Rules, Stalemate, WATERLOO,
};

fn game(fen: &str, rules: &'static Rules) -> GamePosition {
    GamePosition::new(read_position(fen, rules, Strictness::Strict).expect("a position").position)
}

fn search(game: &GamePosition, limits: &SearchLimits) -> (String, Option<i32>, i32) {
    let answer = Engine::new(4, 1).search(game, limits, &Control::default(), &mut |_| {});
    let best = answer.best.map(|m| m.to_string()).unwrap_or_default();
    (best, answer.score.mate(), answer.score.value())
}

fn depth(depth: i32) -> SearchLimits {
    SearchLimits { depth: Some(depth), ..SearchLimits::default() }
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
}

#[test]
fn mates_are_found_and_counted() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/5k2/7q/5K2 b - - 0 1", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ];
    for (fen, moves) in mates {
        // The second is a mate by zugzwang, which the null move hides until deep searches check it: it is found
        // late, but it must be found, and so must the shortest.
        let limits = SearchLimits { mate: Some(moves), ..depth(24) };
        let (_, mate, _) = search(&game(fen, &FIDE), &limits);
        assert_eq!(mate, Some(moves), "{fen}");
    }
}

#[test]
fn being_mated_is_seen_too() {
    let (_, mate, _) = search(&game("7k/8/5K2/8/8/8/8/1R6 b - - 0 1", &FIDE), &depth(8));
    assert!(mate.is_some_and(|moves| moves < 0), "{mate:?}");
}

#[test]
fn stalemate_is_worth_what_the_rules_say() {
    let only_stalemates = "7k/5K2/8/8/8/5B2/8/8 w - - 0 1";
    let rules = |stalemate| Rules { ends: EndRules { stalemate, ..WATERLOO.ends }, ..WATERLOO }.intern();
    let (best, mate, _) = search(&game(only_stalemates, rules(Stalemate::Loses)), &depth(4));
    assert_eq!((best.as_str(), mate), ("f3e4", Some(1)));
    let (best, mate, _) = search(&game(only_stalemates, rules(Stalemate::Wins)), &depth(4));
    assert_ne!(best, "f3e4");
    assert_eq!(mate, None);
    let (_, mate, value) = search(&game(only_stalemates, &FIDE), &depth(4));
    assert_eq!(mate, None);
    assert!(value.abs() < 50, "{value}");
}

#[test]
fn a_king_in_attack_is_taken_or_saved() {
    let (best, mate, _) = search(&game("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &HONG), &depth(3));
    assert_eq!((best.as_str(), mate), ("e2e8", Some(1)));
    // Black to move must leave the file.
    let (best, _, _) = search(&game("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", &CUHK), &depth(4));
    assert!(best.starts_with("e8") && !best.starts_with("e8e"), "{best}");
}

#[test]
fn a_pawn_that_stays_a_pawn_is_not_run_home() {
    // The pawn could step to the last rank, where it is stuck; the rook is there to be taken.
    let (best, _, _) = search(&game("7k/1P6/8/8/8/r7/1K6/8 w - - 0 1", &CUHK), &depth(6));
    assert_eq!(best, "b2a3");
}

#[test]
fn first_moves_can_be_chosen() {
    let game = GamePosition::starting(&FIDE).expect("a start");
    let m = game.position.legal("a2".parse().unwrap(), "a3".parse().unwrap(), None).expect("a move");
    let limits = SearchLimits { moves: vec![m], ..depth(5) };
    assert_eq!(search(&game, &limits).0, "a2a3");
}

#[test]
fn the_same_search_gives_the_same_nodes() {
    let game = GamePosition::starting(&FIDE).expect("a start");
    let count = || Engine::new(4, 1).search(&game, &depth(7), &Control::default(), &mut |_| {}).nodes;
    assert_eq!(count(), count());
}

#[test]
fn a_node_limit_is_kept() {
    let game = GamePosition::starting(&FIDE).expect("a start");
    let answer = Engine::new(4, 1).search(&game, &nodes(5_000), &Control::default(), &mut |_| {});
    assert!(answer.nodes <= 5_000 && answer.nodes > 4_000, "{}", answer.nodes);
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let game = GamePosition::starting(&FIDE).expect("a start");
    let control = Control::default();
    control.stop();
    let answer = Engine::new(1, 2).search(&game, &SearchLimits::default(), &control, &mut |_| {});
    assert!(game.position.is_legal(answer.best.expect("a move")));
}

#[test]
fn several_threads_agree_on_a_mate() {
    let game = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", &FIDE);
    let answer = Engine::new(4, 3).search(&game, &depth(9), &Control::default(), &mut |_| {});
    assert_eq!(answer.score.mate(), Some(3));
}

#[test]
fn several_lines_are_told_in_order() {
    let game = GamePosition::starting(&FIDE).expect("a start");
    let mut engine = Engine::new(4, 1);
    engine.multi_pv = 4;
    let mut last = Vec::new();
    engine.search(&game, &depth(6), &Control::default(), &mut |info| {
        if info.multi_pv == 1 {
            last.clear();
        }
        last.push((info.multi_pv, info.score.value(), info.line[0]));
    });
    assert_eq!(last.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| pair[0].1 >= pair[1].1 && pair[0].2 != pair[1].2), "{last:?}");
}

#[test]
fn every_line_told_can_be_played() {
    for rules in crate::support::rule_sets() {
        let mut game = GamePosition::new(crate::support::start(rules));
        let mut rng = Rng::from_seed(5);
        for _ in 0..12 {
            let Some(m) = random_move(&game.position, &mut rng).filter(|_| game.position.outcome().is_none())
            else {
                break;
            };
            game.play(m);
            let position = game.position;
            Engine::new(1, 1).search(&game, &nodes(3_000), &Control::default(), &mut |info| {
                let mut position = position;
                for &m in &info.line {
                    // A side that must pass has no move in the line.
                    if !position.has_moves() && rules.ends.stalemate == Stalemate::Passes {
                        break;
                    }
                    position = position.play(m).expect("a line of legal moves");
                }
            });
        }
    }
}

/// A rule set that nobody has written before: knights only from pawns, and whoever cannot move has lost.
fn own_rules() -> &'static Rules {
    let moves = MoveRules { promotes_to: Roles::of(&[Role::Knight]), castling: false, ..FIDE.moves };
    Rules {
        moves,
        start: HONG_WRITTEN.start,
        ends: EndRules { stalemate: Stalemate::Loses, ..FIDE.ends },
        ..FIDE
    }
    .intern()
}

#[test]
fn a_random_mover_is_beaten_under_every_kind_of_rules() {
    for rules in [&HONG, &CUHK, own_rules()] {
        for seed in 0..10 {
            let color = Color::ALL[seed as usize % 2];
            assert_eq!(against_chance(rules, color, seed), Some(color), "game {seed}");
        }
    }
}

/// The winner of a game between the engine and chance.
fn against_chance(rules: &'static Rules, color: Color, seed: u64) -> Option<Color> {
    let mut rng = Rng::from_seed(seed);
    let mut engine = Engine::new(1, 1);
    let mut game = GamePosition::new(crate::support::start(rules));
    for _ in 0..400 {
        let occurrences = 1 + game.history.iter().filter(|&&key| key == game.position.key()).count() as u16;
        if let Some(outcome) = game.position.judge(occurrences).outcome {
            return outcome.winner();
        }
        let m = if game.position.turn() == color {
            engine.search(&game, &nodes(2_000), &Control::default(), &mut |_| {}).best
        } else {
            random_move(&game.position, &mut rng)
        };
        match m {
            Some(m) => game.play(m),
            None => {
                game.history.push(game.position.key());
                game.position = game.position.pass()?;
            }
        }
    }
    None
}

#[test]
fn nothing_is_remembered_from_other_rules() {
    let pawn = "8/8/2k5/8/1K6/8/2P5/8 w - - 0 1";
    let search = |engine: &mut Engine, rules| {
        let answer = engine.search(&game(pawn, rules), &depth(14), &Control::default(), &mut |_| {});
        (answer.best, answer.score, answer.nodes)
    };
    let mut used = Engine::new(4, 1);
    for rules in [&FIDE, &CUHK, &WATERLOO, &FIDE] {
        let fresh = search(&mut Engine::new(4, 1), rules);
        assert_eq!(search(&mut used, rules), fresh);
    }
}

/// Also where the last depth was not finished.
#[test]
fn the_best_move_is_the_one_told_last() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ];
    for (fen, lines) in starts.into_iter().flat_map(|fen| [(fen, 1), (fen, 3)]) {
        for limit in (500..12_000).step_by(500) {
            let mut engine = Engine::new(1, 1);
            engine.multi_pv = lines;
            let mut told = None;
            let answer = engine.search(&game(fen, &FIDE), &nodes(limit), &Control::default(), &mut |info| {
                if info.multi_pv == 1 {
                    told = info.line.first().copied();
                }
            });
            assert_eq!(answer.best, told, "{fen} nodes {limit} lines {lines}");
        }
    }
}
