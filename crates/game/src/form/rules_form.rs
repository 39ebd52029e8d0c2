//! Rule sets as rule files with every field, without the explanations.

use serde::{Deserializer, Serializer};
use tabiya_notation::RuleFile;

pub fn serialize<S: Serializer>(rules: &RuleFile, serializer: S) -> Result<S::Ok, S::Error> {
    let full = rules.to_string();
    let told: Vec<&str> = full.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    serializer.serialize_str(&told.join("\n"))
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<RuleFile, D::Error> {
    super::parse(from, str::parse)
}
