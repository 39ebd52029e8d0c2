//! Dependencies that no source file mentions.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::metadata::{Metadata, Package};

pub fn faults(metadata: &Metadata) -> Result<Vec<String>> {
    let faults: Result<Vec<_>> = metadata.members().map(package_faults).collect();
    Ok(faults?.concat())
}

fn package_faults(package: &Package) -> Result<Vec<String>> {
    let sources = sources(package.folder())?;
    let names = package.dependencies.iter().map(|d| d.rename.as_ref().unwrap_or(&d.name));
    let unused = names.filter(|name| !sources.contains(&name.replace('-', "_")));
    Ok(unused.map(|name| format!("{} depends on {name} and does not use it", package.name)).collect())
}

/// The text of all Rust files of a package.
fn sources(folder: &Path) -> Result<String> {
    let mut text = String::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() && !path.join("Cargo.toml").exists() {
            text += &sources(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        }
    }
    Ok(text)
}
