use tabiya_rules::{ByLanguage, Rules};

use crate::Error;
use crate::ServerLimits;
use crate::rate_limit::{RateKind, RateLimiter, Requester};

/// Lets players bring rule sets of their own. One that is new takes some memory for good, so everybody may bring so many
/// in an hour; what was brought before, by whomever, costs nothing. Nothing is held for anybody: there is always room for
/// the next.
pub(crate) struct RuleRegistry {
    rates: RateLimiter,
}

impl RuleRegistry {
    pub fn new(limits: &ServerLimits) -> RuleRegistry {
        RuleRegistry { rates: RateLimiter::new(limits) }
    }

    /// Counts a rule set that somebody brings, where it is new.
    pub fn admit(&self, rules: &Rules, who: Requester) -> Result<(), Error> {
        if rules.interned().is_some() { Ok(()) } else { self.admit_unread(who) }
    }

    /// The same for one that is yet to be read, and may be new.
    pub fn admit_unread(&self, who: Requester) -> Result<(), Error> {
        self.rates
            .take(RateKind::RuleSet, who)
            .map_err(|error| error.told_as("too_many_rules", TOO_MANY_RULES))
    }
}

/// Somebody has brought too many rule sets that nobody had before.
const TOO_MANY_RULES: ByLanguage<&str> = ByLanguage {
    english: "you have brought many new rule sets lately: wait a while, or take one that you had before or that is built in",
    german: "du hast zuletzt viele neue Regelwerke gebracht: warte eine Weile, oder nimm eines, das du schon hattest oder das eingebaut ist",
};

#[cfg(test)]
mod tests {
    use tabiya_rules::FIDE;

    use super::*;
    use crate::PlayerId;
    use crate::rate_limit::Priority;

    fn odd(pawn: u16) -> Rules {
        let mut rules = FIDE;
        rules.values.pawn = pawn;
        rules
    }

    /// A position points to its rules for as long as it lives, so that no rule set is ever released: it has to be little.
    #[test]
    fn what_an_address_may_bring_in_a_day_takes_little_memory() {
        let limits = ServerLimits::default();
        let sets = u64::from(limits.rule_sets_per_hour * limits.players_per_address) * 24;
        let bytes = sets * (size_of::<Rules>() + 2 * size_of::<&Rules>()) as u64;
        assert!(bytes < 4 << 20, "{sets} rule sets of {} bytes", size_of::<Rules>());
    }

    #[test]
    fn whoever_has_brought_many_waits_and_nobody_else_does() {
        let registry = RuleRegistry::new(&ServerLimits { rule_sets_per_hour: 2, ..ServerLimits::default() });
        let player =
            || Requester { player: Some(PlayerId::random()), address: None, priority: Priority::Known };
        let (ann, bob) = (player(), player());
        let bring = |rules: Rules, who| {
            let is_admitted = registry.admit(&rules, who).is_ok();
            if is_admitted {
                rules.intern();
            }
            is_admitted
        };
        assert!(bring(odd(901), ann) && bring(odd(902), ann));
        assert!(!bring(odd(903), ann));
        assert!(bring(odd(901), ann) && bring(FIDE, ann), "what is known costs nothing");
        assert!(bring(odd(903), bob), "others are not concerned");
        assert!(bring(odd(903), ann));
    }
}
