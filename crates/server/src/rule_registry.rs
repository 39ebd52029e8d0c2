use std::time::Instant;

use tabiya_rules::{ByLanguage, Rules};

use crate::Error;
use crate::ServerLimits;
use crate::rate_limit::{RateKind, RateLimiter, Requester};

/// Lets players bring rule sets of their own. One that is new takes some memory for good: positions are plain bytes that point to
/// their rules, copies of them may be anywhere, and nobody counts them. So everybody may bring so many in an hour, and as many as
/// in eight of them in every day that follows; what was brought before, by whomever, costs nothing. Nothing is held for anybody: there is always
/// room for the next.
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
        self.admit_at(who, Instant::now())
    }

    fn admit_at(&self, who: Requester, now: Instant) -> Result<(), Error> {
        let taken = self.rates.take_at(RateKind::RuleSet, 1, who, now);
        taken.map_err(|error| error.told_as("too_many_rules", TOO_MANY_RULES))
    }
}

/// Somebody has brought too many rule sets that nobody had before.
const TOO_MANY_RULES: ByLanguage<&str> = ByLanguage {
    english: "you have brought many new rule sets lately: wait a while, or take one that you had before or that is built in",
    german: "du hast zuletzt viele neue Regelwerke gebracht: warte eine Weile, oder nimm eines, das du schon hattest oder das eingebaut ist",
};

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use tabiya_rules::FIDE;

    use super::*;
    use crate::PlayerId;
    use crate::rate_limit::Priority;

    fn odd(pawn: u16) -> Rules {
        let mut rules = FIDE;
        rules.values.pawn = pawn;
        rules
    }

    /// No rule set is ever released, so what one address can bring has to be little, under however many names.
    #[test]
    fn what_an_address_brings_in_a_day_takes_little_memory() {
        let limits = ServerLimits::default();
        let registry = RuleRegistry::new(&limits);
        let (begun, address) = (Instant::now(), Some(IpAddr::from([203, 0, 113, 7]).into()));
        let brings = |minute: u64| {
            let player = Some(PlayerId::random());
            let who = Requester { player, address, connection: None, priority: Priority::Playing };
            registry.admit_at(who, begun + Duration::from_secs(60 * minute)).is_ok()
        };
        let of_day = |day: u64| {
            let minutes = (0..24 * 60).map(|minute| day * 24 * 60 + minute);
            minutes.map(|minute| (0..1000).take_while(|_| brings(minute)).count()).sum::<usize>()
        };
        let of_hour = (limits.rule_sets_per_hour * limits.players_per_address) as usize;
        let (first, later) = (of_day(0), of_day(1));
        assert!((8 * of_hour..=9 * of_hour).contains(&first), "{first} of {of_hour} an hour");
        assert!((7 * of_hour..=8 * of_hour).contains(&later), "{later} of {of_hour} an hour");
        let bytes = size_of::<Rules>() + 2 * size_of::<&Rules>();
        assert!(first * bytes < 512 << 10, "{first} of {bytes} bytes");
    }

    #[test]
    fn whoever_has_brought_many_waits_and_nobody_else_does() {
        let registry = RuleRegistry::new(&ServerLimits { rule_sets_per_hour: 2, ..ServerLimits::default() });
        let player = || Requester {
            player: Some(PlayerId::random()),
            address: None,
            connection: None,
            priority: Priority::Known,
        };
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
