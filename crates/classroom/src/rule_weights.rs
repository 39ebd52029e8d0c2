use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::topic::Topic;

/// The most that a rule may be worth.
const MOST: f64 = 1e6;

/// What each rule is worth, where it is not what we think.
///
/// ```
/// use tabiya_classroom::{RuleWeights, Topic};
///
/// let weights: RuleWeights = "check = 5\nlayout = 0.5\n".parse().unwrap();
/// assert_eq!(weights.of(Topic::Check), 5.0);
/// assert_eq!(weights.of(Topic::Start), Topic::Start.weight());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleWeights {
    points: BTreeMap<String, f64>,
}

impl RuleWeights {
    /// What a rule is worth.
    pub fn of(&self, topic: Topic) -> f64 {
        self.points.get(&topic.key()).copied().unwrap_or_else(|| topic.weight())
    }

    /// The keys that are named but belong to none of these rules.
    pub fn unknown(&self, topics: &[Topic]) -> Vec<String> {
        let keys: Vec<String> = topics.iter().map(|topic| topic.key()).collect();
        self.points.keys().filter(|key| !keys.contains(key)).cloned().collect()
    }
}

/// Why a file of weights cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum BadWeights {
    /// It is no TOML, and where.
    Syntax(String),
    /// What a rule is worth is no number from 0 to a million.
    NoPoints {
        /// The rule.
        key: String,
    },
}

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadWeights::Syntax(why) => f.write_str(why),
            BadWeights::NoPoints { key } => write!(f, "{key} must be a number of points from 0 to {MOST}"),
        }
    }
}

impl std::error::Error for BadWeights {}

impl FromStr for RuleWeights {
    type Err = BadWeights;

    /// Reads lines like `bishop-blocked = 2`.
    fn from_str(text: &str) -> Result<RuleWeights, BadWeights> {
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| BadWeights::Syntax(error.to_string()))?;
        let points = table.into_iter().map(|(key, value)| {
            let number = value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
            match number.filter(|number| (0.0..=MOST).contains(number)) {
                Some(number) => Ok((key, number)),
                None => Err(BadWeights::NoPoints { key }),
            }
        });
        Ok(RuleWeights { points: points.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_weights_are_refused_with_the_reason() {
        let why = |text: &str| text.parse::<RuleWeights>().unwrap_err();
        assert!(matches!(why("check = = 3"), BadWeights::Syntax(_)));
        for text in ["check = \"much\"", "check = -1", "check = nan", "check = inf", "[check]\nx = 1"] {
            assert_eq!(why(text), BadWeights::NoPoints { key: "check".to_owned() }, "{text}");
        }
    }

    #[test]
    fn rules_that_are_not_there_are_found() {
        let weights: RuleWeights = "check = 1\nbanana = 2".parse().unwrap();
        assert_eq!(weights.unknown(&[Topic::Check, Topic::Start]), ["banana"]);
    }
}
