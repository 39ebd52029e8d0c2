//! Paths that the documents name: each must lead somewhere.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::workspace;

/// What newcomers read first.
const DOCUMENTS: [&str; 3] = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"];

/// The table that leads from a matter to its home, and how many matters it has at the least.
const TABLE: &str = "| To change | Go to |";
const FEWEST_ROWS: usize = 30;

pub fn faults() -> Result<Vec<String>> {
    let root = workspace::root();
    let mut faults = Vec::new();
    for name in DOCUMENTS {
        let text = fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"))?;
        let mut named = links(&text);
        named.extend(code(&text).into_iter().filter(|words| is_ours(root, words)));
        faults.extend(missing(root, name, &named));
        if name == "ARCHITECTURE.md" {
            faults.extend(table_faults(root, &text));
        }
    }
    Ok(faults)
}

/// Every row of the table must name a path at least, and no path that is not there.
fn table_faults(root: &Path, text: &str) -> Vec<String> {
    let Some(rows) = rows(text) else {
        return vec![format!("ARCHITECTURE.md has no table headed `{TABLE}`")];
    };
    let mut faults = Vec::new();
    if rows.len() < FEWEST_ROWS {
        let count = rows.len();
        faults.push(format!("the table in ARCHITECTURE.md has {count} rows and needs {FEWEST_ROWS}"));
    }
    for row in rows {
        let target = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        let paths: Vec<&str> = code(target).into_iter().filter(|words| words.contains('/')).collect();
        if paths.is_empty() {
            faults.push(format!("a row of the table in ARCHITECTURE.md names no path: {row}"));
        }
        faults.extend(missing(root, "the table in ARCHITECTURE.md", &paths));
    }
    faults
}

/// The rows below the head and its line.
fn rows(text: &str) -> Option<Vec<&str>> {
    let mut lines = text.lines().map(str::trim).skip_while(|line| *line != TABLE);
    lines.next()?;
    Some(lines.skip(1).take_while(|line| line.starts_with('|')).collect())
}

fn missing(root: &Path, document: &str, paths: &[&str]) -> Vec<String> {
    let missing = paths.iter().filter(|path| !root.join(path).exists());
    missing.map(|path| format!("{document} names {path}, which is not there")).collect()
}

/// What stands between backticks, outside of blocks of code.
fn code(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_block = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_block = !is_block;
        } else if !is_block {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    found
}

/// Whether it names something in a folder of this repository, and not on somebody's disk or in a URL.
fn is_ours(root: &Path, words: &str) -> bool {
    let first = words.split_once('/').map(|(first, _)| first);
    let is_plain = |first: &str| !first.is_empty() && !first.starts_with('.') && !first.starts_with('~');
    !words.contains(' ') && first.is_some_and(|first| is_plain(first) && root.join(first).is_dir())
}

/// Where links lead that stay in the repository.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    targets.map(|target| target.split('#').next().unwrap_or(target)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&str]) -> String {
        format!("# A\n\n{TABLE}\n|---|---|\n{}\n\nEnd with `no/such`.\n", rows.join("\n"))
    }

    #[test]
    fn a_table_with_paths_that_are_there_is_in_order() {
        let text = table(&["| how `5+3` is read | `xtask/src/paths.rs`, then `Rows` in `xtask/src/` |"; 30]);
        assert_eq!(table_faults(workspace::root(), &text), Vec::<String>::new());
    }

    #[test]
    fn a_path_that_is_not_there_is_told() {
        let mut rows = ["| a | `xtask/src/paths.rs` |"; 30];
        rows[7] = "| b | `xtask/src/path.rs` |";
        let expected = "the table in ARCHITECTURE.md names xtask/src/path.rs, which is not there";
        assert_eq!(table_faults(workspace::root(), &table(&rows)), [expected]);
        rows[7] = "| b | the paths |";
        let expected = "a row of the table in ARCHITECTURE.md names no path: | b | the paths |";
        assert_eq!(table_faults(workspace::root(), &table(&rows)), [expected]);
    }

    #[test]
    fn a_short_table_or_none_is_told() {
        let text = table(&["| a | `xtask/src/paths.rs` |"; 29]);
        assert_eq!(
            table_faults(workspace::root(), &text),
            ["the table in ARCHITECTURE.md has 29 rows and needs 30"]
        );
        assert_eq!(
            table_faults(workspace::root(), "# A\n"),
            ["ARCHITECTURE.md has no table headed `| To change | Go to |`"]
        );
    }

    #[test]
    fn only_paths_of_the_repository_are_looked_for() {
        let text = "`crates/none`, `~/.config/x`, `/v1/games`, `a/b`, `tabiya match --engine crates/x`\n\
                    ```\n`crates/block`\n```\n[a](docs/none.md#x), [b](https://c.d/e), [f](#g)";
        let found: Vec<&str> = code(text).into_iter().filter(|w| is_ours(workspace::root(), w)).collect();
        assert_eq!(found, ["crates/none"]);
        assert_eq!(links(text), ["docs/none.md"]);
    }
}
