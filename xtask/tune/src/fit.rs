//! Gradient descent over the weights.
//!
//! CITE: Texel's tuning method, <https://www.chessprogramming.org/Texel%27s_Tuning_Method>

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result, ensure};
use tabiya_engine::eval::{FULL_PHASE, FULL_SCALE, trace, weights};

use crate::sample::Sample;

/// How much the result of the game counts beside what the search thought.
const RESULT_SHARE: f32 = 0.6;
const EPOCHS: usize = 160;
const BATCH: usize = 16_384;
const RATE: f32 = 0.8;
/// Pulls weights that the samples say little about to where they were.
const ANCHOR: f32 = 2e-7;
const TARGET: &str = "crates/engine/src/eval/weights.rs";

/// A sample as the descent needs it.
struct Row {
    /// Terms and how often they count.
    counts: Vec<(u16, f32)>,
    middlegame: f32,
    endgame: f32,
    target: f32,
}

struct Fit {
    rows: Vec<Row>,
    weights: Vec<[f32; 2]>,
    /// Hundredths of a pawn to chances.
    slope: f32,
}

pub fn run(files: &[&str]) -> Result<()> {
    let weights: Vec<[f32; 2]> = weights().iter().map(|&(a, b)| [a as f32, b as f32]).collect();
    let mut samples = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        for line in text.lines() {
            samples.push(Sample::from_line(line)?);
        }
    }
    ensure!(!samples.is_empty(), "there are no samples");
    let slope = search_slope(&samples);
    println!("{} samples, slope {slope:.5}", samples.len());
    let rows: Vec<Row> = samples.iter().map(|sample| row(sample, slope)).collect();
    drop(samples);
    let mut fit = Fit { rows, weights, slope };
    fit.descend();
    fs::write(TARGET, source(&fit.weights)).with_context(|| format!("cannot write {TARGET}"))
}

fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// How the search's own scores foretell the results best.
fn search_slope(samples: &[Sample]) -> f32 {
    let error = |slope: f32| -> f64 {
        let terms = samples
            .iter()
            .map(|sample| f64::from(sample.result - chance(slope * sample.score as f32)).powi(2));
        terms.sum()
    };
    let slopes = (10..150).map(|i| i as f32 / 10_000.0);
    slopes.min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(0.005)
}

fn row(sample: &Sample, slope: f32) -> Row {
    let trace = trace(&sample.position);
    let counts = trace.counts.0.iter().enumerate().filter(|(_, count)| **count != 0);
    let middlegame = trace.phase as f32 / FULL_PHASE as f32;
    Row {
        counts: counts.map(|(term, &count)| (term as u16, f32::from(count))).collect(),
        middlegame,
        endgame: (1.0 - middlegame) * trace.scale as f32 / FULL_SCALE as f32,
        target: RESULT_SHARE * sample.result + (1.0 - RESULT_SHARE) * chance(slope * sample.score as f32),
    }
}

impl Fit {
    fn value(&self, row: &Row) -> f32 {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(term, count) in &row.counts {
            let [a, b] = self.weights[term as usize];
            middlegame += count * a;
            endgame += count * b;
        }
        middlegame * row.middlegame + endgame * row.endgame
    }

    fn error(&self) -> f64 {
        let terms =
            self.rows.iter().map(|row| f64::from(row.target - chance(self.slope * self.value(row))).powi(2));
        terms.sum::<f64>() / self.rows.len() as f64
    }

    /// CITE: Kingma and Ba, "Adam: A method for stochastic optimization", 2014
    fn descend(&mut self) {
        let anchors = self.weights.clone();
        let mut first = vec![[0.0f32; 2]; self.weights.len()];
        let mut second = first.clone();
        let mut step = 0;
        // Every row of a batch comes from other games than its neighbours.
        let batches = self.rows.len().div_ceil(BATCH);
        println!("error {:.6}", self.error());
        for epoch in 0..EPOCHS {
            let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32) + 0.02;
            for batch in 0..batches {
                step += 1;
                let gradient = self.gradient(batch, batches);
                let correction = [1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step)];
                for (i, weight) in self.weights.iter_mut().enumerate() {
                    for half in 0..2 {
                        let slope = gradient[i][half] + ANCHOR * (weight[half] - anchors[i][half]);
                        first[i][half] = 0.9 * first[i][half] + 0.1 * slope;
                        second[i][half] = 0.999 * second[i][half] + 0.001 * slope * slope;
                        let (mean, square) =
                            (first[i][half] / correction[0], second[i][half] / correction[1]);
                        weight[half] -= rate * mean / (square.sqrt() + 1e-9);
                    }
                }
            }
            if epoch % 20 == 19 {
                println!("epoch {}: error {:.6}", epoch + 1, self.error());
            }
        }
    }

    fn gradient(&self, batch: usize, batches: usize) -> Vec<[f32; 2]> {
        let mut gradient = vec![[0.0f32; 2]; self.weights.len()];
        let rows = self.rows.iter().skip(batch).step_by(batches);
        let share = batches as f32 / self.rows.len() as f32;
        for row in rows {
            let chance = chance(self.slope * self.value(row));
            let push = (chance - row.target) * chance * (1.0 - chance) * self.slope * share;
            for &(term, count) in &row.counts {
                gradient[term as usize][0] += push * count * row.middlegame;
                gradient[term as usize][1] += push * count * row.endgame;
            }
        }
        gradient
    }
}

/// The weights as the engine's source has them.
fn source(weights: &[[f32; 2]]) -> String {
    let mut text = String::from(
        "//! The weights of every term, in the order of `terms`, for the middlegame and the endgame. Made by `cargo xtask tune`.

use super::score::Score;
use super::terms::COUNT;

const fn s(middlegame: i32, endgame: i32) -> Score {
    Score::new(middlegame, endgame)
}

#[rustfmt::skip]
pub(super) static WEIGHTS: [Score; COUNT] = [
",
    );
    for line in weights.chunks(8) {
        let pairs: Vec<String> =
            line.iter().map(|[a, b]| format!("s({}, {}),", a.round() as i32, b.round() as i32)).collect();
        let _ = writeln!(text, "    {}", pairs.join(" "));
    }
    text.push_str("];\n");
    text
}
