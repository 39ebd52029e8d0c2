//! The terms of what others wrote and we ship: each asks to be handed on with its words.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::metadata::Metadata;
use crate::workspace;

/// What the files are called that have the words.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// Parts of the page, from npm.
const PAGE: [&str; 2] = ["@lichess-org/chessground", "preact"];

/// All of them, each text once, after the names of those whose it is.
pub fn collect() -> Result<String> {
    let metadata = Metadata::load()?;
    let program = metadata.members().find(|package| package.name == "tabiya");
    let program = program.context("the workspace has no package tabiya")?;
    let ours: Vec<&str> = metadata.members().map(|package| package.name.as_str()).collect();
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in metadata.shipped_with(program) {
        if !ours.contains(&package.name.as_str()) {
            let license = package.license.as_deref().unwrap_or("none");
            add(&mut owners, &format!("{} ({license})", package.name), package.folder())?;
        }
    }
    for name in PAGE {
        let folder = workspace::root().join("web/node_modules").join(name);
        ensure!(folder.is_dir(), "{name} is not installed, though the page is built with it");
        add(&mut owners, name, &folder)?;
    }
    let mut text = String::from("Tabiya contains the work of others, under the terms below.\n");
    let mut parts: Vec<(Vec<String>, String)> =
        owners.into_iter().map(|(words, names)| (names, words)).collect();
    parts.sort();
    for (names, words) in parts {
        let _ = write!(text, "\n{}\n{}\n\n{words}\n", "=".repeat(100), names.join(", "));
    }
    Ok(text)
}

fn add(owners: &mut BTreeMap<String, Vec<String>>, name: &str, folder: &Path) -> Result<()> {
    let words = words(folder)?;
    if words.is_empty() {
        let none = "(The source has no file with its terms; their name is above.)".to_owned();
        owners.entry(none).or_default().push(name.to_owned());
    }
    for words in words {
        owners.entry(words).or_default().push(name.to_owned());
    }
    Ok(())
}

/// The texts in a folder that a file of terms could have.
fn words(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths: Vec<_> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        path.is_file() && NAMES.iter().any(|start| name.starts_with(start))
    });
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    };
    paths.iter().map(read).collect()
}
