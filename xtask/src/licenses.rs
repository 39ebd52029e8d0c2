//! Licences: ours as declared, and those of others such that ours can be kept.

use crate::metadata::{Metadata, Package};

/// Crates that others build on, under the terms the Rust world expects of libraries, and what they need of ours.
const LIBRARIES: [&str; 4] = ["tabiya-rules", "tabiya-notation", "tabiya-game", "tabiya-text"];
const LIBRARY_LICENSE: &str = "MIT OR Apache-2.0";
const PROGRAM_LICENSE: &str = "GPL-3.0-or-later";

/// Licences that a library under ours may build on.
const PERMISSIVE: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Licences that a program under ours may build on as well.
const COPYLEFT: [&str; 2] = ["GPL-3.0-or-later", "MPL-2.0"];

pub fn faults(metadata: &Metadata) -> Vec<String> {
    metadata.members().flat_map(|package| package_faults(metadata, package)).collect()
}

fn package_faults(metadata: &Metadata, package: &Package) -> Vec<String> {
    let (ours, also): (_, &[&str]) = if LIBRARIES.contains(&package.name.as_str()) {
        (LIBRARY_LICENSE, &[])
    } else {
        (PROGRAM_LICENSE, &COPYLEFT)
    };
    let mut faults = Vec::new();
    if package.license.as_deref() != Some(ours) {
        faults.push(format!("{} must declare license = \"{ours}\"", package.name));
    }
    for part in metadata.shipped_with(package) {
        let license = part.license.as_deref().unwrap_or("none");
        if !is_met(license, |term| PERMISSIVE.contains(&term) || also.contains(&term)) {
            faults.push(format!("{} ({ours}) contains {} ({license})", package.name, part.name));
        }
    }
    faults
}

/// Whether a licence expression can be satisfied with allowed terms. Stricter than the standard where `OR` and `AND`
/// are mixed without brackets; no expression is taken for better than it is.
fn is_met(expression: &str, is_allowed: impl Fn(&str) -> bool) -> bool {
    let any = |alternatives: &str| {
        alternatives.replace('/', " OR ").split(" OR ").any(|term| is_allowed(term.trim()))
    };
    expression.split(" AND ").all(|part| any(part.trim_matches(['(', ')', ' '])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_allowed_alternative_is_enough() {
        let is_mit = |term: &str| term == "MIT";
        assert!(is_met("MIT OR Apache-2.0", is_mit));
        assert!(is_met("Unlicense/MIT", is_mit));
        assert!(!is_met("GPL-3.0-or-later", is_mit));
    }

    #[test]
    fn every_part_of_a_conjunction_counts() {
        let is_allowed = |term: &str| ["MIT", "NCSA"].contains(&term);
        assert!(is_met("(MIT OR Apache-2.0) AND NCSA", is_allowed));
        assert!(!is_met("(MIT OR Apache-2.0) AND OpenSSL", is_allowed));
    }
}
