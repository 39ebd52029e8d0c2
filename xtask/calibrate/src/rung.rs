use std::fmt;
use std::path::Path;

use anyhow::{Context, Result};

/// A step of the ladder: so many positions for a move, misjudged by so many hundredths of a pawn, play like a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    pub rating: u16,
    pub nodes: u64,
    pub error: u32,
}

/// The source that the engine is built from.
const SOURCE: &str = "crates/engine/src/rating_table.rs";

/// As the engine's source has it.
impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rung { rating, nodes, error } = self;
        write!(f, "RatedHandicap {{ rating: {rating}, nodes: {}, error: {error} }}", in_groups(*nodes))
    }
}

impl Rung {
    /// The engine with this handicap, as `tabiya match` takes it.
    pub fn engine(&self) -> String {
        format!("handicap:{}/{} name=handicap-{0}-{1}", self.nodes, self.error)
    }

    fn of_line(line: &str) -> Option<Rung> {
        let fields = line.trim().strip_prefix("RatedHandicap { ")?.strip_suffix(" },")?;
        let field = |name: &str| {
            let value = fields.split(", ").find_map(|field| field.strip_prefix(name)?.strip_prefix(": "))?;
            value.replace('_', "").parse::<u64>().ok()
        };
        let (rating, error) = (field("rating")?.try_into().ok()?, field("error")?.try_into().ok()?);
        Some(Rung { rating, nodes: field("nodes")?, error })
    }

    /// What is as far between two rungs as a rating is between theirs.
    pub fn between(below: Rung, above: Rung, rating: f64) -> Rung {
        let share =
            (rating - f64::from(below.rating)) / f64::from(above.rating.max(below.rating + 1) - below.rating);
        let mixed = |one: f64, other: f64| one * (1.0 - share) + other * share;
        let nodes = mixed((below.nodes as f64).ln(), (above.nodes as f64).ln()).exp();
        let error = mixed(f64::from(below.error), f64::from(above.error));
        Rung {
            rating: rating.round() as u16,
            nodes: nodes.round() as u64,
            error: error.max(0.0).round() as u32,
        }
    }
}

/// The rungs that the engine has now.
pub fn read(root: &Path) -> Result<Vec<Rung>> {
    let text = std::fs::read_to_string(root.join(SOURCE)).context(SOURCE)?;
    let rungs: Vec<Rung> = text.lines().filter_map(Rung::of_line).collect();
    anyhow::ensure!(rungs.len() > 1, "{SOURCE} has no rungs");
    Ok(rungs)
}

/// Writes the rungs, up to which rating they were measured, and the ratings of the numbered levels into the engine's source.
pub fn write(root: &Path, rungs: &[Rung], measured: u16, numbered: &[u16]) -> Result<()> {
    let path = root.join(SOURCE);
    let text = std::fs::read_to_string(&path).context(SOURCE)?;
    let table: String = rungs.iter().map(|rung| format!("    {rung},\n")).collect();
    let table = format!("[RatedHandicap; {}] = [\n{table}];", rungs.len());
    let numbers: Vec<String> = numbered.iter().map(ToString::to_string).collect();
    let numbers = format!("[u16; {}] = [{}];", numbers.len(), numbers.join(", "));
    let text = replaced(&text, "RATED: ", &table).context("there is no table of rungs")?;
    let text =
        replaced(&text, "MEASURED: ", &format!("u16 = {measured};")).context("nothing is measured there")?;
    let text = replaced(&text, "NUMBERED: ", &numbers).context("there is no table of levels")?;
    std::fs::write(&path, text).context(SOURCE)
}

/// A text with the value of a constant replaced.
fn replaced(text: &str, name: &str, value: &str) -> Option<String> {
    let start = text.find(name)? + name.len();
    let end = start + text[start..].find(";\n")? + 1;
    Some(format!("{}{value}{}", &text[..start], &text[end..]))
}

fn in_groups(number: u64) -> String {
    let digits = number.to_string();
    let group = |(i, digit): (usize, char)| {
        let is_first = i > 0 && (digits.len() - i).is_multiple_of(3);
        is_first.then_some('_').into_iter().chain([digit])
    };
    if digits.len() < 5 { digits } else { digits.chars().enumerate().flat_map(group).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_is_read_as_it_is_written() {
        for rung in
            [Rung { rating: 400, nodes: 90, error: 900 }, Rung { rating: 2800, nodes: 1_400_000, error: 0 }]
        {
            assert_eq!(Rung::of_line(&format!("    {rung},")), Some(rung));
        }
        assert_eq!(in_groups(1_400_000), "1_400_000");
        assert_eq!(Rung::of_line("pub(crate) struct RatedHandicap {"), None);
    }

    #[test]
    fn only_the_values_of_the_constants_change() {
        let text =
            "/// A.\nconst RATED: [X; 1] = [\n    x,\n];\n\n/// B.\nconst NUMBERED: [u16; 2] = [1, 2];\n";
        let new = replaced(text, "NUMBERED: ", "[u16; 1] = [7];").unwrap();
        assert_eq!(new, text.replace("[u16; 2] = [1, 2];", "[u16; 1] = [7];"));
    }
}
