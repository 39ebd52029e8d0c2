use std::collections::BTreeMap;

/// What each rule is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleWeights {
    /// Points by the key of a rule; where there is none, the rule's own weight.
    pub points: BTreeMap<String, f64>,
}
