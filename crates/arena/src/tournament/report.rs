//! What a match tells people and programs: as lines of text, and as JSON.

use std::fmt;

use serde_json::{Value, json};
use tabiya_system::visible;
use unicode_width::UnicodeWidthStr;

use super::elo::Elo;
use super::finish::EngineFault;
use super::game_record::GameRecord;
use super::match_plan::MatchPlan;
use super::match_tally::MatchTally;
use super::ratings::FittedRating;
use super::sprt::{Sprt, SprtVerdict};
use super::standings::Standings;
use crate::engine_process::{EngineSpec, Pace};

/// A game that has ended, and what that makes of its pairing.
pub fn game_line(plan: &MatchPlan, record: &GameRecord, standings: &Standings) -> String {
    let schedule = standings.schedule();
    let fixture = schedule.fixture(record.number);
    let name = |engine: usize| visible(&plan.engines[engine].name);
    let (one, other) = schedule.pairings()[fixture.pairing];
    let tally = standings.pairings().nth(fixture.pairing).map(|(_, tally)| *tally).unwrap_or_default();
    format!(
        "{} of {}: {} {} {}, {} ({} moves); {} against {}: {}, Elo {}",
        standings.finished(),
        schedule.games(),
        name(fixture.players.white),
        record.ending(),
        name(fixture.players.black),
        record.reason,
        record.plies.div_ceil(2),
        name(one),
        name(other),
        results(&tally),
        Standings::elo(&tally),
    )
}

/// The whole result in words.
pub fn final_lines(plan: &MatchPlan, standings: &Standings) -> Vec<String> {
    let mut lines = table(plan, standings);
    lines.extend(ratings(plan, standings));
    lines.extend(faults(plan, standings));
    lines.push(String::new());
    lines.extend(block(plan, standings));
    lines.extend(verdict(plan, standings));
    lines
}

/// What the test says, in words.
fn verdict(plan: &MatchPlan, standings: &Standings) -> Option<String> {
    let (sprt, tally) = (plan.sprt.as_ref()?, standings.first());
    let [first, second] = &plan.engines[..] else { return None };
    let (first, second) = (visible(&first.name), visible(&second.name));
    let (Sprt { elo0, elo1, alpha, beta }, games) = (sprt, tally.games());
    let percent = |chance: f64| (chance * 10_000.0).round() / 100.0;
    let speak = |yes: &f64, no: &f64, errors: f64| {
        format!(
            "{games} games speak for {first} being {yes} Elo above {second} rather than {no}. At most {} % of such tests err.",
            percent(errors)
        )
    };
    Some(match sprt.verdict(tally) {
        Some(SprtVerdict::Accepted) => format!("Verdict: yes. {}", speak(elo1, elo0, *alpha)),
        Some(SprtVerdict::Rejected) => format!("Verdict: no. {}", speak(elo0, elo1, *beta)),
        None => format!(
            "Verdict: open. {games} games do not tell whether {first} is {elo0} or {elo1} Elo above {second}. \
             The same command with more --games goes on where --pgn or --state was given."
        ),
    })
}

fn results(tally: &MatchTally) -> String {
    format!("+{} -{} ={}", tally.wins, tally.losses, tally.draws)
}

/// A line for each pairing; where all play all, one for each engine.
pub fn table(plan: &MatchPlan, standings: &Standings) -> Vec<String> {
    let name = |engine: usize| visible(&plan.engines[engine].name);
    let mut rows: Vec<[String; 9]> = vec![
        ["Engine", "Opponent", "Games", "Wins", "Losses", "Draws", "Points", "Score", "Elo"]
            .map(str::to_owned),
    ];
    for ((one, other), tally) in standings.pairings() {
        rows.push(row(name(one), name(other), tally));
    }
    if standings.schedule().pairings().len() > 1 {
        let mut sums: Vec<(usize, MatchTally)> =
            (0..plan.engines.len()).map(|engine| (engine, standings.of_engine(engine))).collect();
        let score = |tally: &MatchTally| tally.score().unwrap_or_default();
        sums.sort_by(|(_, a), (_, b)| score(b).total_cmp(&score(a)));
        rows.extend(sums.iter().map(|(engine, tally)| row(name(*engine), "(all)".to_owned(), tally)));
    }
    aligned(&rows)
}

fn row(engine: String, opponent: String, tally: &MatchTally) -> [String; 9] {
    let score = tally.score().map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", score * 100.0));
    [
        engine,
        opponent,
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.losses.to_string(),
        tally.draws.to_string(),
        format!("{:.1}", tally.wins as f64 + tally.draws as f64 / 2.0),
        score,
        Standings::elo(tally),
    ]
}

/// Names to the left, numbers to the right, the last column as it is.
fn aligned(rows: &[[String; 9]]) -> Vec<String> {
    let widths: [usize; 9] =
        std::array::from_fn(|i| rows.iter().map(|row| row[i].width()).max().unwrap_or_default());
    let line = |row: &[String; 9]| {
        let cell = |i: usize| {
            let blanks = " ".repeat(widths[i] - row[i].width());
            match i {
                8 => row[i].clone(),
                0 | 1 => format!("{}{blanks}", row[i]),
                _ => format!("{blanks}{}", row[i]),
            }
        };
        (0..9).map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Everybody's rating by all games together, the strongest first; of two engines the difference says it all.
fn ratings(plan: &MatchPlan, standings: &Standings) -> Vec<String> {
    if plan.engines.len() < 3 && plan.anchors.is_empty() {
        return Vec::new();
    }
    let mut rated: Vec<(usize, FittedRating)> =
        standings.ratings(&plan.anchors).into_iter().enumerate().collect();
    rated.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
    let names: Vec<String> = rated.iter().map(|&(engine, _)| visible(&plan.engines[engine].name)).collect();
    let width = names.iter().map(|name| name.width()).max().unwrap_or_default();
    let line = |(name, (engine, FittedRating { elo, error })): (&String, &(usize, FittedRating))| {
        let blanks = " ".repeat(width - name.width());
        match plan.anchors.iter().find(|(anchor, _)| anchor == engine) {
            Some((_, known)) => format!("{name}{blanks}  {elo:6.0} +- {error:.0}, known as {known:.0}"),
            None => format!("{name}{blanks}  {elo:6.0} +- {error:.0}"),
        }
    };
    let heading = ["", "Ratings by all games together (95 %):"].map(str::to_owned);
    heading.into_iter().chain(names.iter().zip(&rated).map(line)).collect()
}

fn faults(plan: &MatchPlan, standings: &Standings) -> Vec<String> {
    let told = |(engine, fault, count): (usize, EngineFault, usize)| {
        format!("{} {}", visible(&plan.engines[engine].name), fault.counted(count))
    };
    standings.faults().map(told).collect()
}

/// The result of two engines in the form that commit messages carry.
pub fn block(plan: &MatchPlan, standings: &Standings) -> Vec<String> {
    let ([first, second], [pace, other_pace]) = (&plan.engines[..], &plan.paces[..]) else {
        return Vec::new();
    };
    let tally = standings.first();
    let mut lines = vec![format!("Elo   | {} (95%)", Standings::elo(tally))];
    let title = if plan.sprt.is_some() { "SPRT " } else { "Match" };
    lines.push(format!("{title} | {}", conditions([first, second], [*pace, *other_pace])));
    if let Some(sprt) = &plan.sprt {
        let (lower, upper) = sprt.bounds();
        let llr = sprt.llr(tally);
        lines.push(format!("LLR   | {llr:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]", sprt.elo0, sprt.elo1));
    }
    let MatchTally { wins, losses, draws, pairs } = tally;
    lines.push(format!("Games | N: {} W: {wins} L: {losses} D: {draws}", tally.games()));
    lines.push(format!("Pairs | {}", pairs.map(|count| count.to_string()).join(" ")));
    lines
}

/// The pace and what else settles strength.
fn conditions(engines: [&EngineSpec; 2], paces: [Pace; 2]) -> String {
    let mut words = vec![beside(&paces.map(pace))];
    // An engine that is not told otherwise has one.
    let threads = engines.map(|engine| option(engine, &["Threads", "cores"]).unwrap_or("1"));
    words.push(format!("Threads={}", beside(&threads)));
    let hash = engines.map(|engine| option(engine, &["Hash", "memory"]));
    if let [Some(first), Some(second)] = hash {
        let sizes = [format!("{first}MB"), format!("{second}MB")];
        words.push(format!("Hash={}", beside(&sizes)));
    }
    visible(&words.join(" "))
}

/// The last value that an option was given, under any of its names.
fn option<'a>(engine: &'a EngineSpec, names: &[&str]) -> Option<&'a str> {
    let is_meant = |set: &str| names.iter().any(|name| set.eq_ignore_ascii_case(name));
    engine.options.iter().rev().find(|(set, _)| is_meant(set)).map(|(_, value)| value.as_str())
}

/// What two engines have: once, where they have it alike.
fn beside<T: fmt::Display + PartialEq>([first, second]: &[T; 2]) -> String {
    if first == second { first.to_string() } else { format!("{first} against {second}") }
}

fn pace(pace: Pace) -> String {
    let Pace::Clock(control) = pace else {
        return pace.to_string();
    };
    let (base, increment) = (control.base(), control.increment());
    let moves = control.moves().map(|moves| format!("{moves}/")).unwrap_or_default();
    format!("{moves}{:?}+{}s", base.as_secs_f64(), increment.as_secs_f64())
}

/// The whole result for programs.
pub fn json(plan: &MatchPlan, standings: &Standings) -> Value {
    let name = |engine: usize| &plan.engines[engine].name;
    let pairing = |((one, other), tally): ((usize, usize), &MatchTally)| {
        let elo = Elo::of(tally);
        let (value, error) = match elo {
            Some(Elo::Within(value, error)) => (Some(value), Some(error)),
            _ => (None, None),
        };
        let (low, high) = elo.map_or((None, None), Elo::ends);
        json!({
            "engine": name(one),
            "opponent": name(other),
            "games": tally.games(),
            "wins": tally.wins,
            "losses": tally.losses,
            "draws": tally.draws,
            "pairs": tally.pairs,
            "score": tally.score(),
            "elo": value,
            "error": error,
            "elo_low": low,
            "elo_high": high,
        })
    };
    let sprt = plan.sprt.as_ref().map(|sprt| {
        let (lower, upper) = sprt.bounds();
        json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": sprt.llr(standings.first()),
            "lower": lower,
            "upper": upper,
            "verdict": sprt.verdict(standings.first()).map(|verdict| verdict.to_string()),
        })
    });
    let faults: Vec<Value> = standings
        .faults()
        .map(
            |(engine, fault, count)| json!({ "engine": name(engine), "fault": fault.word(), "count": count }),
        )
        .collect();
    let rating = |(engine, FittedRating { elo, error }): (usize, FittedRating)| json!({ "engine": name(engine), "elo": elo, "error": error });
    let ratings: Vec<Value> = standings.ratings(&plan.anchors).into_iter().enumerate().map(rating).collect();
    json!({
        "finished": standings.finished(),
        "games": standings.schedule().games(),
        "ratings": ratings,
        "pairings": standings.pairings().map(pairing).collect::<Vec<_>>(),
        "sprt": sprt,
        "faults": faults,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_that_differ_are_told_of_both() {
        let told = |first: &str, second: &str| {
            let engines: [EngineSpec; 2] = [first, second].map(|text| text.parse().unwrap());
            conditions([&engines[0], &engines[1]], [Pace::Nodes(5); 2])
        };
        let nodes = Pace::Nodes(5).to_string();
        for (first, second, rest) in [
            ("a", "b", "Threads=1"),
            ("a option.Threads=2 option.Hash=16", "b option.threads=2 option.Hash=16", "Threads=2 Hash=16MB"),
            ("a option.Threads=2", "b", "Threads=2 against 1"),
            ("a option.Threads=1", "b option.Hash=16", "Threads=1"),
            (
                "a option.Hash=8",
                "b proto=xboard option.cores=4 option.memory=16",
                "Threads=1 against 4 Hash=8MB against 16MB",
            ),
        ] {
            assert_eq!(told(first, second), format!("{nodes} {rest}"), "{first} {second}");
        }
    }

    #[test]
    fn clocks_are_told_as_in_commits() {
        assert_eq!(pace(Pace::Clock("1+0.01".parse().unwrap())), "1.0+0.01s");
        assert_eq!(pace(Pace::Clock("40/60".parse().unwrap())), "40/60.0+0s");
    }
}
