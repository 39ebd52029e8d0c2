use std::collections::BTreeMap;

use tabiya_engine::{Control, Engine, GamePosition, Rng, SearchLimits};
use tabiya_notation::Fen;
use tabiya_reasons::{MoveContext, MoveFlaw, MoveReasons, capture_of};
use tabiya_rules::{
    BYU, CHESS960, CUHK, FIDE, HONG, HONG_WRITTEN, Language, Move, RoyalTaken, Rules, Square, Stalemate,
    WATERLOO,
};

use crate::plain::{check, given_for, is_given};

/// Rules of nobody's, to see that no name is asked for: what is stuck loses, and pieces are counted.
static ODD: Rules = {
    let mut rules = FIDE;
    rules.ends.stalemate = Stalemate::Loses;
    rules.ends.royal_taken = RoyalTaken::Scored;
    rules
};

static SETS: [&Rules; 8] = [&FIDE, &HONG, &CUHK, &BYU, &HONG_WRITTEN, &WATERLOO, &CHESS960, &ODD];

/// The engine's line from a position, and in how many moves it mates with it.
fn line(engine: &mut Engine, game: &GamePosition, nodes: u64) -> (Vec<Move>, Option<u32>) {
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let mut line = Vec::new();
    let answer = engine.search(game, &limits, &Control::default(), &mut |info| line.clone_from(&info.line));
    if line.first() != answer.best.as_ref() {
        line = answer.best.into_iter().collect();
    }
    let mate = answer.score.mate().and_then(|moves| u32::try_from(moves).ok());
    (line, mate.filter(|&moves| moves > 0))
}

/// Holds every reason against the rules, and counts what was said by its first word.
fn hold(
    game: &GamePosition,
    taken_on: Option<Square>,
    line: &[Move],
    mate: Option<u32>,
    said: &mut BTreeMap<String, u32>,
) {
    let context = MoveContext { position: game.position, history: &game.history, taken_on };
    let reasons = MoveReasons::find(&context, line, mate);
    for reason in reasons.iter() {
        let words = reason.to_string();
        check(&context, line, reason)
            .unwrap_or_else(|why| panic!("{}: {words}: {why} {line:?}", Fen::from(&game.position)));
        assert_ne!(Language::German.words(&reason).to_string(), words);
        *said.entry(words.split(' ').next().unwrap().to_owned()).or_default() += 1;
    }
}

fn play(rules: &'static Rules, seed: u64, said: &mut BTreeMap<String, u32>) {
    let mut rng = Rng::from_seed(seed);
    let mut engine = Engine::new(1, 1);
    let mut game = GamePosition::starting(rules).unwrap();
    let mut taken_on = None;
    for _ in 0..70 {
        if game.position.outcome().is_some() || !game.position.has_moves() {
            break;
        }
        let (best, mate) = line(&mut engine, &game, 1_500);
        hold(&game, taken_on, &best, mate, said);
        let moves = game.position.legal_moves();
        let chance = moves[rng.below(moves.len() as u64) as usize];
        hold(&game, taken_on, &[chance], None, said);
        blame(&game, chance, &mut engine, said);
        // Mistakes now and then, so that there is something to say.
        let m = if rng.below(3) == 0 { chance } else { best[0] };
        taken_on = capture_of(&game.position, m).map(|_| m.to());
        game.play(m);
    }
}

/// What a move of chance allows is what the answer to it does.
fn blame(game: &GamePosition, played: Move, engine: &mut Engine, said: &mut BTreeMap<String, u32>) {
    let mut after = game.clone();
    after.play(played);
    if after.position.outcome().is_some() || !after.position.has_moves() {
        return;
    }
    let (answers, mate) = line(engine, &after, 1_500);
    let context = MoveContext { position: game.position, history: &game.history, taken_on: None };
    let flaw = MoveFlaw::find(&context, played, &answers, mate);
    let taken_on = capture_of(&game.position, played).map(|_| played.to());
    let mut of_answer = BTreeMap::new();
    hold(&after, taken_on, &answers, mate, &mut of_answer);
    if let Some(flaw) = flaw {
        match is_given(&game.position, played, answers[0], flaw) {
            Some(is_given) => assert!(is_given, "{}: {played} {flaw}", Fen::from(&game.position)),
            None => assert!(!of_answer.is_empty()),
        }
        if let Some(given) = given_for(&game.position, played, flaw) {
            let context = MoveContext { position: after.position, history: &after.history, taken_on: None };
            check(&context, &answers, given).unwrap();
        }
        *said.entry(flaw.to_string().split(' ').next().unwrap().to_owned()).or_default() += 1;
    }
}

#[test]
fn whatever_is_said_of_a_move_the_rules_confirm() {
    let mut said = BTreeMap::new();
    for (number, rules) in SETS.into_iter().enumerate() {
        for seed in 0..3 {
            play(rules, 10 * number as u64 + seed, &mut said);
        }
    }
    // A law over nothing would always hold.
    for word in ["wins", "saves", "takes", "stops", "threatens", "hangs", "forks", "mates", "allows", "gives"]
    {
        assert!(said.contains_key(word), "{word} was never said: {said:?}");
    }
}
