//! What is told: on the terminal, and in `docs/strength.md`.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use tabiya_arena::tournament::{FittedRating, MatchTally};

use crate::field::{Entrant, Kind};
use crate::order::Order;
use crate::plausibility::{self, Losses, MeanLoss, Report, Share};
use crate::{Rating, Results};

const PAGE: &str = "docs/strength.md";

/// Everybody with their rating, the weakest first.
pub fn print(field: &[Entrant], ratings: &[Rating]) {
    for (i, FittedRating { elo, error }) in by_rating(ratings) {
        println!("{elo:>6.0} ± {error:<4.0} {}", field[i].title);
    }
}

/// A result in words.
pub fn score(tally: &MatchTally) -> String {
    format!("+{} -{} ={}", tally.wins, tally.losses, tally.draws)
}

fn by_rating(ratings: &[Rating]) -> Vec<(usize, FittedRating)> {
    let mut order: Vec<(usize, FittedRating)> =
        ratings.iter().enumerate().filter_map(|(i, rating)| Some((i, (*rating)?))).collect();
    order.sort_by(|(_, one), (_, other)| one.elo.total_cmp(&other.elo));
    order
}

/// The table of ratings.
pub fn levels(field: &[Entrant], ratings: &[Rating], results: &Results) -> String {
    let games: u64 = results.iter().map(|(_, tally)| tally.games()).sum();
    let mut text = format!("{games} games. Errors are those of 95 %, beside whoever holds the scale.\n\n");
    text +=
        "| who | rating | above the step below | games with that one | all games |\n|---|---|---|---|---|\n";
    let mut below: Option<(usize, f64)> = None;
    for (i, FittedRating { elo, error }) in by_rating(ratings) {
        let is_rung = matches!(field[i].kind, Kind::Rung(..));
        let (step, with) = match below.filter(|_| is_rung) {
            Some((at, below)) => (format!("{:+.0}", elo - below), played(results, i, at)),
            None => (String::new(), String::new()),
        };
        if is_rung {
            below = Some((i, elo));
        }
        let all: u64 = of(results, i).map(|(_, tally)| tally.games()).sum();
        let _ = writeln!(text, "| {} | {elo:.0} ± {error:.0} | {step} | {with} | {all} |", who(&field[i]));
    }
    text
}

/// The results of somebody.
fn of(results: &Results, player: usize) -> impl Iterator<Item = &((usize, usize), MatchTally)> {
    results.iter().filter(move |((one, other), _)| [*one, *other].contains(&player))
}

/// What two have played, from the first one's side.
fn played(results: &Results, one: usize, other: usize) -> String {
    let found = results.iter().find_map(|&(pair, tally)| match pair {
        _ if pair == (one, other) => Some(tally),
        _ if pair == (other, one) => Some(tally.reversed()),
        _ => None,
    });
    found.map_or_else(|| "0".to_owned(), |tally| format!("{}: {}", tally.games(), score(&tally)))
}

/// The table of how rungs err.
pub fn errors(field: &[Entrant], reports: &[Report]) -> String {
    let mut text = format!(
        "Losses are means in hundredths of a pawn and in percent of the chances to win, each with the number of moves. Our engine is the \
        judge: with {} positions each it looks at what the move leads to, and at what its own would.\n\n\
        | rating | when level | ahead | behind | behind : level | in chances | loses a piece at once | mates in one missed |\n\
        |---|---|---|---|---|---|---|---|\n",
        plausibility::NODES
    );
    let rows = field.iter().zip(reports).map(|(entrant, report)| error_row(entrant, report) + "\n");
    text.extend(rows);
    text
}

/// A line of that table.
pub fn error_row(entrant: &Entrant, report: &Report) -> String {
    let Report { level, ahead, behind, pieces_lost, mates_missed } = report;
    format!(
        "| {:.0} | {} | {} | {} | {} | {} | {} | {} |",
        entrant.about,
        mean(*level),
        mean(*ahead),
        mean(*behind),
        ratio(behind.pawns, level.pawns),
        ratio(behind.chances, level.chances),
        percent(*pieces_lost),
        share(*mates_missed)
    )
}

fn ratio(one: MeanLoss, other: MeanLoss) -> String {
    one.ratio(other).map_or_else(|| "-".to_owned(), |(ratio, error)| format!("{ratio:.2} ± {error:.2}"))
}

fn who(entrant: &Entrant) -> String {
    match entrant.kind {
        Kind::Rung(..) => format!("**{}**", entrant.title),
        Kind::Number(_) | Kind::Anchor(_) | Kind::Guest => match entrant.known {
            Some(known) => format!("{} (known: {known:.0})", entrant.title),
            None => entrant.title.clone(),
        },
    }
}

fn mean(Losses { pawns, chances }: Losses) -> String {
    let text = |(cost, share)| format!("{cost:.0}, {share:.1} % ({})", pawns.moves);
    pawns.mean().zip(chances.mean()).map_or_else(|| "-".to_owned(), text)
}

fn percent(Share { happened, of }: Share) -> String {
    format!("{:.1} %", 100.0 * f64::from(happened) / f64::from(of.max(1)))
}

fn share(Share { happened, of }: Share) -> String {
    format!("{happened} of {of}")
}

/// Puts a text with its date and command into the page, in place of what the section said before.
pub fn write(order: &Order, section: &str, text: &str) -> Result<()> {
    let path = order.root.join(PAGE);
    let page = std::fs::read_to_string(&path).context(PAGE)?;
    let text = format!("{} by `{}`.\n\n{text}", order.stamp, order.command);
    std::fs::write(&path, with_section(&page, section, &text)).context(PAGE)
}

/// The page with a section replaced, or added at its end.
fn with_section(page: &str, name: &str, text: &str) -> String {
    let (start, end) = (format!("<!-- levels {name} -->\n"), format!("<!-- end of levels {name} -->\n"));
    let section = format!("{start}{}\n{end}", text.trim_end().to_owned() + "\n");
    match (page.find(&start), page.find(&end)) {
        (Some(from), Some(to)) if from < to => {
            format!("{}{section}{}", &page[..from], &page[to + end.len()..])
        }
        _ => format!("{}\n\n## Levels: {name}\n\n{section}", page.trim_end()),
    }
}

/// The day and the commit.
pub fn stamp(root: &Path) -> Result<String> {
    let said = |program: &str, words: &[&str]| -> Result<String> {
        let output = Command::new(program).args(words).current_dir(root).output().context("a date")?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let (day, commit) = (said("date", &["-u", "+%F"])?, said("git", &["rev-parse", "--short", "HEAD"])?);
    Ok(format!("Measured on {day} at {commit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_nothing_else() {
        let page = "# T\n\n<!-- levels fide -->\nold\n\n<!-- end of levels fide -->\n\nEnd\n";
        assert_eq!(with_section(page, "fide", "new\n"), page.replace("old", "new"));
        let more = with_section(page, "hong", "x");
        assert!(
            more.starts_with(page.trim_end()) && more.contains("Levels: hong\n\n<!-- levels hong -->\nx\n")
        );
    }
}
