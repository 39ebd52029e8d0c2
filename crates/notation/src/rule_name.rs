use std::fmt;

use tabiya_rules::{NamedRules, RULE_SETS};

use crate::Excerpt;
use crate::nearest::nearest;

/// The built-in rule set of a name, or what names there are.
///
/// ```
/// use tabiya_notation::find_rules;
///
/// assert_eq!(find_rules("cuhk").unwrap().rules.values.king, 1000);
/// assert_eq!(
///     find_rules("chess690").unwrap_err().to_string(),
///     "there is no rule set \"chess690\": did you mean chess960?",
/// );
/// ```
pub fn find_rules(name: &str) -> Result<&'static NamedRules, UnknownRules> {
    NamedRules::find(name).ok_or_else(|| UnknownRules {
        found: Excerpt::new(name),
        nearest: nearest(name, RULE_SETS.iter().map(|set| set.name)),
    })
}

/// No built-in rule set has this name.
///
/// ```
/// use tabiya_notation::find_rules;
///
/// assert_eq!(
///     find_rules("drops").unwrap_err().to_string(),
///     "there is no rule set \"drops\": the built-in ones are \
///      fide, chess960, hong, hong-written, cuhk, waterloo, byu, imperial",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownRules {
    /// The name.
    pub found: Excerpt,
    /// The name that was perhaps meant.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule set {}: ", self.found)?;
        if let Some(nearest) = self.nearest {
            return write!(f, "did you mean {nearest}?");
        }
        f.write_str("the built-in ones are ")?;
        for (i, set) in RULE_SETS.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, set.name)?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownRules {}
