//! `docs/strength.md`, the table of all figures.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{shell, workspace};

const PATH: &str = "docs/strength.md";

/// What a line of the table is about.
pub struct PageRow<'a> {
    pub about: &'a str,
    /// What the result should be, in words.
    pub goal: &'a str,
    /// The command that measures it, by which the line is known.
    pub command: &'a str,
}

/// Writes a result with its date into its line.
pub fn set(row: &PageRow<'_>, result: &str, stamp: &str) -> Result<()> {
    let path = workspace::root().join(PATH);
    let page = std::fs::read_to_string(&path).context(PATH)?;
    let PageRow { about, goal, command } = row;
    let line = format!("| {about} | {goal} | {result} | {stamp} | `{command}` |");
    std::fs::write(&path, with_row(&page, command, &line)).context(PATH)
}

/// The page with one line of its table replaced, or added at its end.
fn with_row(page: &str, command: &str, row: &str) -> String {
    let end = format!("`{command}` |");
    let is_old = |line: &&str| line.starts_with('|') && line.ends_with(&end);
    let mut lines: Vec<&str> = page.lines().collect();
    match lines.iter().position(is_old) {
        Some(at) => lines[at] = row,
        None => {
            let last = lines.iter().rposition(|line| line.starts_with('|')).map_or(lines.len(), |at| at + 1);
            lines.insert(last, row);
        }
    }
    lines.join("\n") + "\n"
}

/// The day, the commit and the processor.
pub fn stamp() -> Result<String> {
    let day = shell::output(Command::new("date").args(["-u", "+%F"]))?;
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    // The page itself changes with every figure.
    let changes = git(&["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/strength.md"])?;
    let changed = if changes.is_empty() { "" } else { " with changes" };
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model);
    Ok(format!("{}, {commit}{changed}, {model}", day.trim()))
}

fn git(words: &[&str]) -> Result<String> {
    let answer = shell::output(Command::new("git").args(words).current_dir(workspace::root()))?;
    Ok(answer.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_replaced_and_nothing_else() {
        let page = "# T\n\n| a | `cargo xtask proof strength toga` |\n| b | `cargo xtask proof strength sjeng` |\n\nEnd\n";
        let new =
            with_row(page, "cargo xtask proof strength toga", "| c | `cargo xtask proof strength toga` |");
        assert_eq!(new, page.replace("| a |", "| c |"));
        let more = with_row(page, "x", "| new |");
        assert!(more.contains("strength sjeng` |\n| new |\n\nEnd\n"), "{more}");
    }

    #[test]
    fn the_page_has_a_line_for_every_figure() {
        let page = std::fs::read_to_string(workspace::root().join(PATH)).unwrap();
        for figure in super::super::FIGURES {
            let start = format!("| {} | {} |", figure.about, figure.goal);
            let end = format!("`cargo xtask proof strength {}` |", figure.name);
            assert!(
                page.lines().any(|line| line.starts_with(&start) && line.ends_with(&end)),
                "{}",
                figure.name
            );
        }
    }
}
