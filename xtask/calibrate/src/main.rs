//! How strong the engine is with each handicap: `cargo xtask calibrate`.
//!
//! A field of handicaps (the rungs of the ladder), numbered levels, Stockfish at known strengths and other engines play each other by
//! `tabiya match`; ratings are fitted to all games together. A pass puts the rungs where the ratings wanted are; the last one leaves
//! them there, and writes what it measured into the engine's source and into `docs/strength.md`.

mod contest;
mod field;
mod page;
mod plausibility;
mod rung;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use tabiya_arena::tournament::{FittedRating, MatchTally, fit};

use contest::Contests;
use field::{Entrant, Kind};
use rung::Rung;

/// What was asked for on the command line.
struct Order {
    root: PathBuf,
    program: PathBuf,
    neighbours: u32,
    passes: u32,
    concurrency: u32,
    rules: String,
    /// How many moves of each rung are looked at.
    moves: usize,
}

/// The ladder's step.
const STEP: u16 = 200;

fn main() -> Result<()> {
    let order = Order::of_words(std::env::args().skip(1))?;
    if order.rules == "fide" { calibrate(&order) } else { calibrate_other(&order) }
}

impl Order {
    fn of_words(mut words: impl Iterator<Item = String>) -> Result<Order> {
        let (root, program) = (words.next(), words.next());
        let mut order = Order {
            root: root.context("which folder?")?.into(),
            program: program.context("which program?")?.into(),
            neighbours: 300,
            passes: 1,
            concurrency: 1,
            rules: "fide".to_owned(),
            moves: 400,
        };
        while let Some(flag) = words.next() {
            let value = words.next().with_context(|| format!("{flag} needs a value"))?;
            match flag.as_str() {
                "--neighbours" => order.neighbours = value.parse()?,
                "--passes" => order.passes = value.parse()?,
                "--concurrency" => order.concurrency = value.parse()?,
                "--moves" => order.moves = value.parse()?,
                "--rules" => order.rules = value,
                _ => bail!("there is no {flag}"),
            }
        }
        Ok(order)
    }

    fn contests(&self) -> Contests<'_> {
        let folder = self.root.join("target/calibration").join(&self.rules);
        Contests { program: &self.program, folder, concurrency: self.concurrency, rules: &self.rules }
    }
}

/// Ordinary chess, on Stockfish's scale.
fn calibrate(order: &Order) -> Result<()> {
    let mut ladder = rung::read(&order.root)?;
    for pass in 1..=order.passes {
        let numbered: Vec<u16> = tabiya_engine::Level::numbered().map(tabiya_engine::Level::rating).collect();
        let field = field::everybody(&ladder, &numbered);
        let tallies = play(order, &field)?;
        let anchors: Vec<(usize, f64)> =
            field.iter().enumerate().filter_map(|(i, entrant)| Some((i, entrant.known?))).collect();
        let ratings = fit(field.len(), &tallies, &anchors);
        println!("\npass {pass} of {}", order.passes);
        page::print(&field, &ratings);
        let measured = with_ratings(&ladder, &field, &ratings);
        if pass < order.passes {
            ladder = placed(&measured);
            continue;
        }
        rung::write(&order.root, &measured, &numbers(&field, &ratings))?;
        let reports = plausibility::of_ladder(&order.contests(), &field, order.moves)?;
        page::write(&order.root, &order.rules, &page::levels(&field, &ratings, &tallies, &reports))?;
    }
    Ok(())
}

/// Other rules: the same rungs, above random moves, which have 0.
fn calibrate_other(order: &Order) -> Result<()> {
    let ladder = rung::read(&order.root)?;
    let mut field = field::rungs(&ladder);
    let random = Entrant {
        engine: "level:1 name=random".to_owned(),
        title: "random moves".to_owned(),
        about: f64::from(ladder[0].rating) - f64::from(STEP),
        known: Some(0.0),
        kind: Kind::Guest,
    };
    field.push(random);
    let tallies = play(order, &field)?;
    let ratings = fit(field.len(), &tallies, &[(field.len() - 1, 0.0)]);
    page::print(&field, &ratings);
    page::write(&order.root, &order.rules, &page::other(&field, &ratings))
}

/// All games of the field.
fn play(order: &Order, field: &[Entrant]) -> Result<Vec<((usize, usize), MatchTally)>> {
    let contests = order.contests();
    let pairs: Vec<(usize, usize, u32)> = (0..field.len())
        .flat_map(|one| (one + 1..field.len()).map(move |other| (one, other)))
        .map(|(one, other)| (one, other, field::games(&field[one], &field[other], order.neighbours) / 2 * 2))
        .filter(|(_, _, games)| *games > 0)
        .collect();
    let mut tallies = Vec::new();
    for (number, &(one, other, games)) in pairs.iter().enumerate() {
        let (first, second) = (&field[one], &field[other]);
        let tally = contests.play(&first.engine, &second.engine, games)?;
        println!(
            "{:>3} of {}: {} against {}: +{} -{} ={}",
            number + 1,
            pairs.len(),
            first.title,
            second.title,
            tally.wins,
            tally.losses,
            tally.draws
        );
        tallies.push(((one, other), tally));
    }
    Ok(tallies)
}

fn places(field: &[Entrant], kind: Kind) -> impl Iterator<Item = usize> {
    field.iter().enumerate().filter(move |(_, entrant)| entrant.kind == kind).map(|(i, _)| i)
}

/// The rungs with the ratings that were measured, rising.
fn with_ratings(ladder: &[Rung], field: &[Entrant], ratings: &[FittedRating]) -> Vec<Rung> {
    let is_rung = |entrant: &Entrant, i: usize| matches!(entrant.kind, Kind::Rung(at, _) if at == i);
    let rating =
        |i: usize| field.iter().position(|entrant| is_rung(entrant, i)).map_or(0.0, |at| ratings[at].elo);
    let mut measured: Vec<Rung> = Vec::new();
    for (i, rung) in ladder.iter().enumerate() {
        // Chance may turn two rungs round that are hardly apart.
        let least = measured.last().map_or(1, |below| below.rating + 1);
        let rating = (rating(i).round().max(0.0) as u16).max(least);
        measured.push(Rung { rating, ..*rung });
    }
    measured
}

/// Rungs at the ratings wanted, between or beyond those that were measured; the highest stays as it is.
fn placed(measured: &[Rung]) -> Vec<Rung> {
    let Some(&highest) = measured.last() else { return Vec::new() };
    let first = tabiya_engine::Level::LOWEST_RATING;
    let targets = (first..=highest.rating.saturating_sub(STEP * 3 / 4)).step_by(STEP.into());
    let at = |target: u16| {
        let above =
            measured.iter().position(|rung| rung.rating > target).unwrap_or(measured.len() - 1).max(1);
        Rung::between(measured[above - 1], measured[above], target.into())
    };
    targets.map(at).chain([highest]).collect()
}

/// The ratings of the numbered levels.
fn numbers(field: &[Entrant], ratings: &[FittedRating]) -> Vec<u16> {
    let levels = tabiya_engine::Level::numbered();
    let rating = |number: u16| places(field, Kind::Number(number)).next().map_or(0.0, |at| ratings[at].elo);
    let mut least = 0;
    levels
        .map(|level| {
            // Chance may turn two of them round, and who moves at random is below every scale.
            least = (rating(level.number()).round().max(0.0) as u16).max(least + 1);
            least
        })
        .collect()
}
