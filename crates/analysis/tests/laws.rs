//! What holds of every analysis, over play by chance under many rules.

use tabiya_analysis::{GameAnalysis, GameReport, MoveMark, PositionScore, move_accuracy};
use tabiya_engine::{Control, Engine, Rng, SearchLimits};
use tabiya_notation::pgn::{EditBounds, PgnGame, PgnReader};
use tabiya_rules::{
    BYU, CHESS960, CUHK, Color, FIDE, HONG, HONG_WRITTEN, Language, Move, Outcome, Position, RoyalTaken,
    Rules, Stalemate, WATERLOO,
};

/// Rules of nobody's, to see that no name is asked for: what is stuck loses, and pieces are counted.
static ODD: Rules = {
    let mut rules = FIDE;
    rules.ends.stalemate = Stalemate::Loses;
    rules.ends.royal_taken = RoyalTaken::Scored;
    rules
};

pub static SETS: [&Rules; 8] = [&FIDE, &HONG, &CUHK, &BYU, &HONG_WRITTEN, &WATERLOO, &CHESS960, &ODD];

/// A game in which every third move is one of chance, until it is over or long enough.
pub fn game(rules: &'static Rules, seed: u64, most: usize) -> PgnGame {
    let mut rng = Rng::from_seed(seed);
    let mut engine = Engine::new(1, 1);
    let mut game = PgnGame::new(Position::starting(rules).unwrap());
    let mut node = PgnGame::ROOT;
    for _ in 0..most {
        let position = game.position(node);
        if position.outcome().is_some() {
            break;
        }
        let moves = position.legal_moves();
        let m = match moves.len() {
            0 => None,
            count if rng.below(3) == 0 => Some(moves[rng.below(count as u64) as usize]),
            _ => best(&mut engine, &game),
        };
        node = game.add(node, m);
    }
    game
}

fn best(engine: &mut Engine, game: &PgnGame) -> Option<Move> {
    let analysis = GameAnalysis::new(game);
    let task = analysis.task(analysis.plies()).unwrap();
    task.search(engine, &nodes(300), &Control::default()).unwrap().lines.first().map(|line| line.moves[0])
}

pub fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
}

/// Every position searched, in an order of chance.
pub fn analysed(game: &PgnGame, seed: u64, limit: u64) -> GameAnalysis {
    let mut rng = Rng::from_seed(seed);
    let mut engine = Engine::new(1, 1);
    let mut analysis = GameAnalysis::new(game);
    let mut tasks: Vec<_> = analysis.tasks().collect();
    while !tasks.is_empty() {
        let task = tasks.swap_remove(rng.below(tasks.len() as u64) as usize);
        let found = task.search(&mut engine, &nodes(limit), &Control::default()).unwrap();
        analysis.put(task.ply, found).unwrap();
    }
    analysis
}

fn each_game(mut hold: impl FnMut(&PgnGame, u64)) {
    for (number, rules) in SETS.into_iter().enumerate() {
        for seed in 0..3 {
            let seed = 10 * number as u64 + seed;
            hold(&game(rules, seed, 60), seed);
        }
    }
}

/// Everything that a report says, to be compared.
fn told(report: &GameReport) -> String {
    format!("{report:?}")
}

#[test]
fn every_position_is_judged_and_marks_agree_with_losses() {
    let mut marks = [0; 4];
    each_game(|game, seed| {
        let analysis = analysed(game, seed, 400);
        assert!(analysis.is_complete());
        assert_eq!(analysis.progress(), (analysis.plies() + 1, analysis.plies() + 1));
        let report = analysis.report();
        assert_eq!(report.positions.len(), analysis.plies() + 1);
        assert!(report.positions.iter().all(Option::is_some));
        for (node, judged) in game.main_line().zip(&report.moves) {
            // Only a side that passes has no judgement: no game here goes on after its end.
            let Some(judged) = judged else {
                assert_eq!(game[node].m, None);
                continue;
            };
            assert!((0.0..=100.0).contains(&judged.loss) && (0.0..=100.0).contains(&judged.accuracy));
            assert_eq!(judged.accuracy, move_accuracy(judged.loss));
            match judged.mark {
                Some(MoveMark::Good) => assert!(judged.loss == 0.0 && judged.better.is_none()),
                mark => assert_eq!(mark, MoveMark::of_loss(judged.loss)),
            }
            if let Some(mark) = judged.mark {
                marks[mark as usize] += 1;
                assert_eq!(judged.better.is_some(), mark.is_mistake(), "{}", judged.numbered());
            }
        }
        for color in Color::ALL {
            let side = report.sides.get(color);
            let own = || report.moves.iter().flatten().filter(|judged| judged.color == color);
            assert_eq!(side.moves, own().count());
            for mark in MoveMark::ALL {
                assert_eq!(side.count(mark), own().filter(|judged| judged.mark == Some(mark)).count());
            }
            assert_eq!(side.accuracy.is_some(), side.moves > 0);
            assert!(side.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)));
        }
        assert_eq!(report.graph().len(), report.positions.len());
    });
    // A law over nothing would always hold.
    assert!(marks.iter().all(|&count| count > 0), "{marks:?}");
}

#[test]
fn the_end_of_a_game_is_judged_exactly() {
    let mut ends = 0;
    each_game(|game, seed| {
        let analysis = analysed(game, seed, 100);
        let last = game.position(game.main_line().last().unwrap());
        let Some(outcome) = last.outcome() else { return };
        ends += 1;
        let winner = match outcome {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn(_) => None,
        };
        let report = analysis.report();
        assert_eq!(report.positions.last().unwrap(), &Some(PositionScore::Over(winner)));
        let white = report.graph().last().unwrap().white;
        assert_eq!(white, winner.map_or(50.0, |winner| if winner.is_white() { 100.0 } else { 0.0 }));
    });
    assert!(ends >= 5, "{ends}");
}

#[test]
fn results_are_the_same_in_any_order_and_after_a_break() {
    each_game(|game, seed| {
        let analysis = analysed(game, seed, 200);
        let other = analysed(game, seed + 1000, 200);
        assert_eq!(told(&analysis.report()), told(&other.report()));
        // Half of it is kept, and the rest is found out later.
        let mut kept = GameAnalysis::new(game);
        for ply in (0..=analysis.plies()).filter(|ply| ply % 2 == 0) {
            if let Some(text) = analysis.search_text(ply) {
                kept.put_text(ply, &text).unwrap();
                assert_eq!(kept.search(ply), analysis.search(ply), "{text}");
            }
        }
        let half = kept.report();
        // A move between two known positions has one before it that is not kept, unless the game is over with it.
        let known = half.moves.iter().flatten().map(|judged| judged.after);
        assert!(known.into_iter().all(|after| matches!(after, PositionScore::Over(_))));
        for task in kept.tasks().collect::<Vec<_>>() {
            let found = task.search(&mut Engine::new(1, 1), &nodes(200), &Control::default()).unwrap();
            kept.put(task.ply, found).unwrap();
        }
        assert_eq!(told(&kept.report()), told(&analysis.report()));
    });
}

#[test]
fn an_analysis_is_written_once_and_read_back() {
    each_game(|game, seed| {
        let analysis = analysed(game, seed, 200);
        let mut written = game.clone();
        analysis.annotate(&mut written, Language::English, &EditBounds::default()).unwrap();
        let text = written.to_string();
        let rules = game.rule_file();
        let mut builder = tabiya_notation::pgn::GameBuilder::with_rules(&rules);
        let end = PgnReader::new(text.as_bytes()).read_game(&mut builder).unwrap().unwrap();
        assert_eq!(end.damage, None, "{text}");
        let read = builder.take();
        assert_eq!(read.to_string(), text);

        let mut again = GameAnalysis::new(&read);
        again.put_evals(&read);
        let (one, other) = (analysis.report(), again.report());
        assert_eq!(one.positions, other.positions);

        let mut twice = read.clone();
        analysis.annotate(&mut twice, Language::English, &EditBounds::default()).unwrap();
        assert_eq!(twice.to_string(), text);
        // Another analysis takes its place, and leaves nothing of it.
        let deeper = analysed(game, seed, 600);
        let mut fresh = game.clone();
        deeper.annotate(&mut fresh, Language::English, &EditBounds::default()).unwrap();
        deeper.annotate(&mut twice, Language::English, &EditBounds::default()).unwrap();
        assert_eq!(twice.to_string(), fresh.to_string());
    });
}
