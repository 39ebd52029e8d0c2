//! Games of the engine with itself.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use tabiya_engine::{Control, Engine, GamePosition, Rng, SearchLimits, random_move};
use tabiya_rules::{Color, FIDE, Move, Position, Rules};

use crate::sample::Sample;

/// A game is decided when both sides have agreed on this for so many moves.
const DECIDED: i32 = 900;
const AGREED: u32 = 4;
/// Openings with a larger advantage are not played.
const BALANCED: i32 = 200;
const LONGEST: usize = 400;

pub fn run(file: &Path, games: u64, nodes: u64, seed: u64) -> Result<()> {
    let out = OpenOptions::new().create(true).append(true).open(file)?;
    let mut out = BufWriter::new(out);
    let mut engine = Engine::new(8, 1);
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let mut kept = 0;
    for number in 0..games {
        let mut rng = Rng::from_seed(seed << 32 | number);
        engine.clear();
        let samples = play(&mut engine, &limits, &mut rng);
        kept += samples.len();
        for sample in &samples {
            writeln!(out, "{}", sample.to_line())?;
        }
        if number % 100 == 99 {
            out.flush()?;
            eprintln!("{} games, {kept} positions", number + 1);
        }
    }
    Ok(())
}

/// The quiet positions of one game.
fn play(engine: &mut Engine, limits: &SearchLimits, rng: &mut Rng) -> Vec<Sample> {
    let Some(mut game) = opening(rng) else { return Vec::new() };
    let mut seen = Vec::new();
    let mut agreed = 0;
    for ply in 0..LONGEST {
        let occurrences = 1 + game.history.iter().filter(|&&key| key == game.position.key()).count() as u16;
        let judgement = game.position.judge(occurrences);
        if let Some(outcome) = judgement.outcome {
            return finish(seen, outcome.winner());
        }
        if judgement.claims.repetition || judgement.claims.quiet_moves {
            return finish(seen, None);
        }
        let answer = engine.search(&game, limits, &Control::default(), &mut |_| {});
        let Some(m) = answer.best else { return Vec::new() };
        let score = for_white(&game.position, answer.score.value());
        if ply == 0 && score.abs() > BALANCED {
            return Vec::new();
        }
        agreed = if score.abs() >= DECIDED { agreed + 1 } else { 0 };
        if agreed >= AGREED {
            return finish(seen, Some(if score > 0 { Color::White } else { Color::Black }));
        }
        if is_quiet(&game.position, m) && score.abs() < DECIDED {
            seen.push(Sample { position: game.position, result: 0.5, score });
        }
        game.play(m);
    }
    finish(seen, None)
}

/// Some random moves from the start.
fn opening(rng: &mut Rng) -> Option<GamePosition> {
    let mut game = GamePosition::starting(&FIDE).ok()?;
    for _ in 0..8 + rng.below(2) {
        let m = random_move(&game.position, rng)?;
        game.play(m);
    }
    game.position.outcome().is_none().then_some(game)
}

fn finish(mut samples: Vec<Sample>, winner: Option<Color>) -> Vec<Sample> {
    for sample in &mut samples {
        sample.result = match winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
    }
    samples
}

fn for_white(position: &Position<&'static Rules>, value: i32) -> i32 {
    if position.turn().is_white() { value } else { -value }
}

/// Whether nothing is being taken: elsewhere a look at the board cannot tell the value.
fn is_quiet(position: &Position<&'static Rules>, m: Move) -> bool {
    let takes = position.piece_at(m.to()).is_some() && !m.is_castling() || m.is_en_passant();
    !position.is_check() && !takes && m.promotion().is_none()
}
