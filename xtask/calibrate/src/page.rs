//! What is told: on the terminal, and in `docs/strength.md`.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use tabiya_arena::tournament::{FittedRating, MatchTally};

use crate::field::{Entrant, Kind};
use crate::plausibility::{MeanLoss, Report, Share};

const PAGE: &str = "docs/strength.md";

/// Everybody with their rating, the weakest first.
pub fn print(field: &[Entrant], ratings: &[FittedRating]) {
    for i in by_rating(field, ratings) {
        println!("{:>6.0} ± {:<4.0} {}", ratings[i].elo, ratings[i].error, field[i].title);
    }
}

fn by_rating(field: &[Entrant], ratings: &[FittedRating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..field.len()).collect();
    order.sort_by(|&one, &other| ratings[one].elo.total_cmp(&ratings[other].elo));
    order
}

/// The tables for ordinary chess.
pub fn levels(
    field: &[Entrant],
    ratings: &[FittedRating],
    tallies: &[((usize, usize), MatchTally)],
    reports: &[(usize, Report)],
) -> String {
    let games: u64 = tallies.iter().map(|(_, tally)| tally.games()).sum();
    let mut text = format!("{games} games. The error is that of 95 %, beside the anchors.\n\n");
    text += "| who | rating | above the step below |\n|---|---|---|\n";
    let mut below = None;
    for i in by_rating(field, ratings) {
        let FittedRating { elo, error } = ratings[i];
        let step = match (field[i].kind, below) {
            (Kind::Rung(..), Some(below)) => format!("{:+.0}", elo - below),
            _ => String::new(),
        };
        if matches!(field[i].kind, Kind::Rung(..)) {
            below = Some(elo);
        }
        let _ = writeln!(text, "| {} | {elo:.0} ± {error:.0} | {step} |", who(&field[i]));
    }
    text += "\n| step | loss when level | ahead | behind | behind : level | loses a piece at once | mates in one missed |\n\
        |---|---|---|---|---|---|---|\n";
    for (i, report) in reports {
        let Report { level, ahead, behind, pieces_lost, mates_missed } = report;
        let ratio = level.mean().zip(behind.mean()).map(|(level, behind)| behind / level.max(1.0));
        let ratio = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
        let _ = writeln!(
            text,
            "| {:.0} | {} | {} | {} | {ratio} | {} | {} |",
            ratings[*i].elo,
            mean(*level),
            mean(*ahead),
            mean(*behind),
            percent(*pieces_lost),
            share(*mates_missed)
        );
    }
    text
}

/// The table for other rules.
pub fn other(field: &[Entrant], ratings: &[FittedRating]) -> String {
    let mut text = "| who | rating |\n|---|---|\n".to_owned();
    for i in by_rating(field, ratings) {
        let FittedRating { elo, error } = ratings[i];
        let _ = writeln!(text, "| {} | {elo:.0} ± {error:.0} |", who(&field[i]));
    }
    text
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

fn mean(loss: MeanLoss) -> String {
    loss.mean().map_or_else(|| "-".to_owned(), |mean| format!("{mean:.0}"))
}

fn percent(Share { happened, of }: Share) -> String {
    format!("{:.1} %", 100.0 * f64::from(happened) / f64::from(of.max(1)))
}

fn share(Share { happened, of }: Share) -> String {
    format!("{happened} of {of}")
}

/// Puts a text with its date into the page, in place of what was measured under these rules before.
pub fn write(root: &Path, rules: &str, text: &str) -> Result<()> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).context(PAGE)?;
    let text = format!("{}\n\n{text}", stamp(root)?);
    std::fs::write(&path, with_section(&page, rules, &text)).context(PAGE)
}

/// The page with the section of some rules replaced, or added at its end.
fn with_section(page: &str, rules: &str, text: &str) -> String {
    let (start, end) = (format!("<!-- levels {rules} -->\n"), format!("<!-- end of levels {rules} -->\n"));
    let section = format!("{start}{}\n{end}", text.trim_end().to_owned() + "\n");
    match (page.find(&start), page.find(&end)) {
        (Some(from), Some(to)) if from < to => {
            format!("{}{section}{}", &page[..from], &page[to + end.len()..])
        }
        _ => format!("{}\n\n## Levels under the rules {rules}\n\n{section}", page.trim_end()),
    }
}

fn stamp(root: &Path) -> Result<String> {
    let said = |program: &str, words: &[&str]| -> Result<String> {
        let output = Command::new(program).args(words).current_dir(root).output().context("a date")?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let (day, commit) = (said("date", &["-u", "+%F"])?, said("git", &["rev-parse", "--short", "HEAD"])?);
    Ok(format!("Measured on {day} at {commit}."))
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
            more.starts_with(page.trim_end()) && more.contains("rules hong\n\n<!-- levels hong -->\nx\n")
        );
    }
}
