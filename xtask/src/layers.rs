//! Which crate may use which: each only what lies below it.

use crate::metadata::{Metadata, Package};

/// From the top down. Crates of one layer do not know each other; tests may reach where they like.
const LAYERS: [&[&str]; 10] = [
    &["tabiya"],
    &["tabiya-plain", "tabiya-tui", "tabiya-server", "tabiya-classroom"],
    &["tabiya-remote"],
    &["tabiya-table"],
    &["tabiya-analysis", "tabiya-arena", "tabiya-classics", "tabiya-files"],
    &["tabiya-engine", "tabiya-game"],
    &["tabiya-openings", "tabiya-reasons"],
    &["tabiya-notation"],
    &["tabiya-rules", "tabiya-system", "tabiya-sandbox", "tabiya-trust"],
    &["tabiya-text"],
];

/// Crates of tools, which may use everything and which nothing may use.
const TOOLS: [&str; 5] = ["xtask", "bench", "calibrate", "laws", "tune"];

pub fn faults(metadata: &Metadata) -> Vec<String> {
    metadata
        .members()
        .filter(|package| !TOOLS.contains(&package.name.as_str()))
        .flat_map(package_faults)
        .collect()
}

fn package_faults(package: &Package) -> Vec<String> {
    let Some(layer) = layer(&package.name) else {
        return vec![format!("{} has no place among the layers in xtask/src/layers.rs", package.name)];
    };
    let names = package.shipped_dependencies().map(|dependency| dependency.name.as_str());
    names.filter_map(|name| fault(&package.name, layer, name)).collect()
}

fn fault(package: &str, from: usize, dependency: &str) -> Option<String> {
    if package == "tabiya-rules" {
        return Some(format!("tabiya-rules depends on {dependency}, and must not depend on anything"));
    }
    let above = layer(dependency).is_some_and(|to| to <= from) || TOOLS.contains(&dependency);
    above.then(|| format!("{package} depends on {dependency}, which does not lie below it"))
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_may_use_what_lies_below() {
        assert_eq!(fault("tabiya", 0, "tabiya-rules"), None);
        assert_eq!(fault("tabiya-notation", 7, "tabiya-rules"), None);
        assert_eq!(fault("tabiya-notation", 7, "toml"), None);
    }

    #[test]
    fn a_crate_may_not_use_its_own_layer_or_one_above() {
        assert!(fault("tabiya-engine", 5, "tabiya-game").is_some());
        assert!(fault("tabiya-notation", 7, "tabiya-engine").is_some());
        assert!(fault("tabiya", 0, "xtask").is_some());
    }

    #[test]
    fn rules_may_use_nothing() {
        assert!(fault("tabiya-rules", 8, "serde").is_some());
    }
}
