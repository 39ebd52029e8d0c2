//! How strong the engine is with each handicap: `cargo xtask calibrate`.
//!
//! A field of handicaps (the rungs of the ladder), numbered levels, Stockfish at known strengths and other engines play each other as
//! in `tabiya match`; ratings are fitted to all games together. A pass puts the rungs where the ratings wanted are; the last one leaves
//! them there, and writes what it measured into the engine's source and into `docs/strength.md`.
//!
//! Results are kept in `tallies/`, so that a calibration can be stopped at any time, and goes on on any machine. A part of it can be
//! played alone: our own games are on the scale of the numbered levels, or of the lowest rung that plays, which keep the ratings that
//! they have; and others are told by the ladder that there is.

mod contest;
mod field;
mod order;
mod page;
mod plausibility;
mod rung;
mod signature;
mod tallies;

use std::fs::File;

use anyhow::{Context, Result, anyhow};
use tabiya_arena::tournament::{Anchor, FittedRating, MatchTally, fit};
use tabiya_engine::Level;

use field::{Entrant, Kind};
use order::{Order, Part};
use rung::Rung;
use tallies::TallyLine;

/// The ladder's step.
const STEP: u16 = 200;

/// So many games of two are played before others have their turn, and kept.
const LOT: u64 = 20;

/// The results of pairings, by the places of the two in the field.
type Results = Vec<((usize, usize), MatchTally)>;

/// A rating, where there are games that tell it.
type Rating = Option<FittedRating>;

fn main() -> Result<()> {
    let mut order = Order::of_words(std::env::args().skip(1))?;
    order.stamp = page::stamp(&order.root)?;
    if order.part == Part::Errors {
        return tell_errors(&order, &rung::read(&order.root)?);
    }
    let _only = only_one(&order)?;
    if order.is_chess() { calibrate(&order) } else { calibrate_other(&order) }
}

/// Two who add to the same results would lose some.
fn only_one(order: &Order) -> Result<File> {
    let folder = order.folder();
    std::fs::create_dir_all(&folder).context("the folder for the games")?;
    let file = File::create(folder.join("lock")).context("the lock")?;
    file.try_lock().map_err(|why| anyhow!("another calibration under these rules is running ({why})"))?;
    Ok(file)
}

/// Ordinary chess, on Stockfish's scale.
fn calibrate(order: &Order) -> Result<()> {
    let mut ladder = rung::read(&order.root)?;
    for pass in 1..=order.passes {
        let mut field = field::everybody(&ladder, &numbered());
        field.retain(|entrant| order.has(entrant.about));
        let results = play(order, &field)?;
        let ratings = rate(&field, &results, &anchors(order, &field));
        println!("\npass {pass} of {}", order.passes);
        page::print(&field, &ratings);
        if order.part == Part::Others {
            let section = format!("{}, others", order.section());
            return page::write(
                order,
                &section,
                &page::levels(&field, &of_others(&field, &ratings), &results),
            );
        }
        if !order.settles_table() {
            println!("the table of ratings stays: only a part of it was measured");
            return Ok(());
        }
        let measured = with_ratings(&ladder, &field, &ratings);
        if pass < order.passes {
            ladder = placed(&measured, order);
            continue;
        }
        let end = end_of_measured(&measured, &field, &results);
        rung::write(&order.root, &measured, end, &numbers(&field, &ratings))?;
        page::write(order, &order.section(), &page::levels(&field, &ratings, &results))?;
        if order.part == Part::All {
            tell_errors(order, &measured)?;
        }
    }
    Ok(())
}

/// Other rules: the same rungs, above random moves, which have 0.
fn calibrate_other(order: &Order) -> Result<()> {
    let mut field = field::above_chance(&rung::read(&order.root)?, &numbered());
    field.retain(|entrant| order.has(entrant.about));
    let results = play(order, &field)?;
    let ratings = rate(&field, &results, &anchors(order, &field));
    page::print(&field, &ratings);
    page::write(order, &order.section(), &page::levels(&field, &ratings, &results))
}

/// How each rung errs.
fn tell_errors(order: &Order, ladder: &[Rung]) -> Result<()> {
    let mut field = field::everybody(ladder, &[]);
    field.retain(|entrant| matches!(entrant.kind, Kind::Rung(..)) && order.has(entrant.about));
    let reports = plausibility::of_ladder(order, &field)?;
    let text = page::errors(&field, &reports);
    println!("{text}");
    page::write(order, &format!("{}, errors", order.section()), &text)
}

/// The ratings of the numbered levels, as the engine has them.
fn numbered() -> Vec<u16> {
    Level::numbered().map(Level::rating).collect()
}

/// Plays what is missing, some games of each pairing in turn: whenever it is stopped, all have had their share. Gives everything that is
/// known of the field.
fn play(order: &Order, field: &[Entrant]) -> Result<Results> {
    let (file, signature, contests) = (order.tallies(), signature::signature()?, order.contests()?);
    let known = |lines: &[TallyLine], one: &Entrant, other: &Entrant| {
        tallies::total(lines, &signature, one.settings(), other.settings())
    };
    let mut is_complete = false;
    while !is_complete {
        is_complete = true;
        let lines = file.read()?;
        for (one, other) in pairs(field) {
            let (one, other) = (&field[one], &field[other]);
            let wanted = u64::from(wanted(order, one, other));
            let played = known(&lines, one, other).games();
            if played >= wanted {
                continue;
            }
            is_complete = false;
            let tally = contests.play(one, other, LOT.min(wanted - played), played + 1)?;
            let players = [one, other].map(|player| player.settings().to_owned());
            file.add(&TallyLine { signature: signature.clone(), players, tally })?;
            println!(
                "{} of {wanted}: {} against {}: {}",
                played + tally.games(),
                one.title,
                other.title,
                page::score(&tally)
            );
        }
    }
    let lines = file.read()?;
    let results = pairs(field).map(|(one, other)| ((one, other), known(&lines, &field[one], &field[other])));
    Ok(results.filter(|(_, tally)| tally.games() > 0).collect())
}

/// The places of each two of the field.
fn pairs(field: &[Entrant]) -> impl Iterator<Item = (usize, usize)> {
    let count = field.len();
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// How many games two play: each opening with both colors.
fn wanted(order: &Order, one: &Entrant, other: &Entrant) -> u32 {
    if order.pairs(one, other) { field::games(one, other, order.neighbours) / 2 * 2 } else { 0 }
}

/// The ratings of others alone.
fn of_others(field: &[Entrant], ratings: &[Rating]) -> Vec<Rating> {
    field.iter().zip(ratings).map(|(entrant, &rating)| rating.filter(|_| !entrant.is_own())).collect()
}

/// Who holds the scale: those whose ratings are known from elsewhere; in games of our own the numbered levels that search, which play as
/// they always did; in a part of these the lowest rung; and in games with others all of the ladder.
fn anchors(order: &Order, field: &[Entrant]) -> Vec<Anchor> {
    let everybody = || field.iter().enumerate();
    let rating = |(i, entrant): (usize, &Entrant)| (i, entrant.about);
    if !order.is_held_by_ladder() {
        everybody().filter_map(|(i, entrant)| Some((i, entrant.known?))).collect()
    } else if order.above.is_some() {
        everybody()
            .find(|(_, entrant)| matches!(entrant.kind, Kind::Rung(..)))
            .map(rating)
            .into_iter()
            .collect()
    } else {
        let holds = |entrant: &Entrant| match entrant.kind {
            Kind::Number(number) => (4..=7).contains(&number),
            Kind::Rung(..) => order.part == Part::Others,
            Kind::Anchor(_) | Kind::Guest => false,
        };
        everybody().filter(|(_, entrant)| holds(entrant)).map(rating).collect()
    }
}

/// Fits the ratings of everybody whose games lead to an anchor: of others nothing can be told.
fn rate(field: &[Entrant], results: &Results, anchors: &[Anchor]) -> Vec<Rating> {
    let has_games = |at: usize| results.iter().any(|((one, other), _)| [*one, *other].contains(&at));
    let anchors: Vec<Anchor> = anchors.iter().copied().filter(|(at, _)| has_games(*at)).collect();
    let mut reached: Vec<bool> =
        (0..field.len()).map(|at| anchors.iter().any(|anchor| anchor.0 == at)).collect();
    // Every round reaches at least one more, if any.
    for _ in field {
        for &((one, other), _) in results {
            let either = reached[one] || reached[other];
            (reached[one], reached[other]) = (either, either);
        }
    }
    let fitted = fit(field.len(), results, &anchors);
    fitted.into_iter().zip(reached).map(|(rating, reached)| reached.then_some(rating)).collect()
}

/// The rungs with the ratings that were measured, rising; others have what they had.
fn with_ratings(ladder: &[Rung], field: &[Entrant], ratings: &[Rating]) -> Vec<Rung> {
    let is_rung = |entrant: &Entrant, i: usize| matches!(entrant.kind, Kind::Rung(at, _) if at == i);
    let rating = |i: usize| ratings[field.iter().position(|entrant| is_rung(entrant, i))?];
    let mut measured: Vec<Rung> = Vec::new();
    for (i, rung) in ladder.iter().enumerate() {
        // Chance may turn two rungs round that are hardly apart.
        let least = measured.last().map_or(1, |below| below.rating + 1);
        let rating = rating(i).map_or(rung.rating, |rating| rating.elo.round().max(0.0) as u16);
        measured.push(Rung { rating: rating.max(least), ..*rung });
    }
    measured
}

/// So many games of two neighbours tell how far they are apart; fewer are a beginning.
const ENOUGH: u64 = 100;

/// The rating up to which every rung has played enough games with the one below.
fn end_of_measured(ladder: &[Rung], field: &[Entrant], results: &Results) -> u16 {
    let is_rung = |i: usize, wanted: usize| matches!(field[i].kind, Kind::Rung(at, _) if at == wanted);
    let has_played = |above: &usize| {
        let are_both =
            |&((one, other), _): &((usize, usize), _)| is_rung(one, above - 1) && is_rung(other, *above);
        results.iter().filter(|result| are_both(result)).map(|(_, tally)| tally.games()).sum::<u64>()
            >= ENOUGH
    };
    let last = (1..ladder.len()).take_while(has_played).last().unwrap_or(0);
    ladder[last].rating
}

/// Rungs at ratings that are about a step apart, between or beyond those that were measured; the highest stays as it is, and so do
/// those that are not among the measured ones, with the lowest that is.
fn placed(measured: &[Rung], order: &Order) -> Vec<Rung> {
    let lower = measured.iter().take_while(|rung| !order.has(rung.rating.into())).count();
    let (kept, measured) = measured.split_at(lower);
    let [lowest, .., highest] = *measured else { return [kept, measured].concat() };
    let first = if order.above.is_some() { lowest.rating } else { Level::LOWEST_RATING };
    let span = highest.rating.saturating_sub(first);
    let steps = ((span + STEP / 2) / STEP).max(1);
    let at = |step: u16| {
        let target = first + (u32::from(span) * u32::from(step) / u32::from(steps)) as u16;
        let above =
            measured.iter().position(|rung| rung.rating > target).unwrap_or(measured.len() - 1).max(1);
        Rung::between(measured[above - 1], measured[above], target.into())
    };
    kept.iter().copied().chain((0..steps).map(at)).chain([highest]).collect()
}

/// The ratings of the numbered levels, rising; who was not measured has what it had.
fn numbers(field: &[Entrant], ratings: &[Rating]) -> Vec<u16> {
    let rating = |level: Level| {
        let at = field.iter().position(|entrant| entrant.kind == Kind::Number(level.number()))?;
        Some(ratings[at]?.elo.round().max(0.0) as u16)
    };
    let mut numbers: Vec<u16> = Vec::new();
    for level in Level::numbered() {
        // Chance may turn two of them round, and who moves at random is below every scale.
        let least = numbers.last().map_or(0, |below| below + 1);
        numbers.push(rating(level).unwrap_or(level.rating()).max(least));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(words: &str) -> Order {
        Order::of_words(format!("root {words}").split_whitespace().map(str::to_owned)).unwrap()
    }

    fn ladder() -> Vec<Rung> {
        [(400, 100, 300), (700, 400, 200), (1_300, 4_000, 50), (1_900, 90_000, 0)]
            .map(|(rating, nodes, error)| Rung { rating, nodes, error })
            .to_vec()
    }

    fn tally(wins: u64, losses: u64) -> MatchTally {
        MatchTally { wins, losses, draws: 0, pairs: [losses / 2, 0, 0, 0, wins / 2] }
    }

    #[test]
    fn a_part_is_rated_from_its_lowest_rung_on_and_the_rest_stays() {
        let order = order("--only steps --above 700");
        let mut field = field::everybody(&ladder(), &[]);
        field.retain(|entrant| order.has(entrant.about));
        // 100 : 100 between the lowest two; nobody has played the highest.
        let ratings = rate(&field, &vec![((0, 1), tally(100, 100))], &anchors(&order, &field));
        let measured: Vec<u16> =
            with_ratings(&ladder(), &field, &ratings).iter().map(|rung| rung.rating).collect();
        assert_eq!(measured, [400, 700, 701, 1_900]);
        assert!(ratings[2..].iter().all(Option::is_none), "{ratings:?}");
    }

    #[test]
    fn what_too_few_games_tell_is_not_measured() {
        let field = field::everybody(&ladder(), &[]);
        let end = |results: &Results| end_of_measured(&ladder(), &field, results);
        assert_eq!(end(&vec![]), 400);
        assert_eq!(end(&vec![((0, 1), tally(50, 50)), ((1, 2), tally(50, 48))]), 700);
        assert_eq!(end(&vec![((0, 1), tally(50, 50)), ((2, 3), tally(50, 50))]), 700);
        assert_eq!(
            end(&vec![((0, 1), tally(80, 50)), ((1, 2), tally(50, 50)), ((2, 3), tally(99, 1))]),
            1_900
        );
    }

    #[test]
    fn our_own_games_are_on_the_scale_of_the_numbered_levels() {
        let field = field::everybody(&ladder(), &[0, 1, 443, 850, 1_150, 1_650, 2_150]);
        let held = anchors(&order("--only steps"), &field);
        let names: Vec<&str> = held.iter().map(|(at, _)| field[*at].name()).collect();
        assert_eq!(names, ["level-4", "level-5", "level-6", "level-7"]);
        assert_eq!(held.iter().map(|(_, rating)| rating).sum::<f64>(), 5_800.0);
        assert!(anchors(&order(""), &field).iter().all(|(at, _)| field[*at].known.is_some()));
    }

    #[test]
    fn others_are_told_by_the_ladder() {
        let order = order("--only others");
        let field = field::everybody(&ladder(), &[0, 1, 443, 850, 1_150, 1_650, 2_150]);
        let at = |title: &str| field.iter().position(|entrant| entrant.title == title).unwrap();
        let (stockfish, rung) = (at("Stockfish 15.1, UCI_Elo 1500"), at("4000 positions, error 50"));
        // As strong as the rung of 1300, whatever it is called.
        let ratings = rate(&field, &vec![((rung, stockfish), tally(50, 50))], &anchors(&order, &field));
        let told = of_others(&field, &ratings);
        assert!(told[stockfish].is_some_and(|rating| (rating.elo - 1_300.0).abs() < 1.0), "{told:?}");
        assert_eq!(told.iter().flatten().count(), 1);
    }

    #[test]
    fn rungs_are_placed_a_step_apart_and_those_below_stay() {
        let ratings = |words: &str| -> Vec<u16> {
            placed(&ladder(), &order(words)).iter().map(|rung| rung.rating).collect()
        };
        assert_eq!(ratings("--above 1300"), [400, 700, 1_300, 1_500, 1_700, 1_900]);
        assert_eq!(ratings("--above 1000"), ratings("--above 1300"));
        let whole = ratings("--neighbours 2");
        assert!(whole.windows(2).all(|two| (150..=250).contains(&(two[1] - two[0]))), "{whole:?}");
        assert_eq!(placed(&ladder(), &order("--above 1300"))[..3], ladder()[..3]);
    }

    #[test]
    fn only_the_asked_for_pairs_play() {
        let field = field::everybody(&ladder(), &numbered());
        let count = |words: &str| -> u32 {
            let order = order(words);
            pairs(&field).map(|(one, other)| wanted(&order, &field[one], &field[other])).sum()
        };
        assert!(count("--only steps") > 0 && count("--only others") > 0);
        assert_eq!(count("--only steps") + count("--only others"), count(""));
        assert_eq!(count("--neighbours 0"), 0);
    }
}
