//! How much everybody may do: so many at once, and then as many as time brings back.
//!
//! What a player does counts twice: for the player, and for the address it comes from, which may do as much as a few
//! players. So many sessions of one address are worth no more than those few. When an address has done much, strangers are
//! the first who have to wait, then those who have a session, then players whose games are running. What little a person needs
//! is kept for everybody at the address: whoever asks for no more than that is served beside many who ask for all they can get.
//! Strangers of an address are told apart by their connections: who has asked for little on one is served first.
//! Whoever has been quiet for the longest time is forgotten first, which costs nobody anything.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tabiya_rules::ByLanguage;

use crate::client_address::ClientAddress;
use crate::connections::ConnectionId;
use crate::grounds::Grounds;
use crate::{Error, PlayerId, ServerLimits};

/// After how many new ones those are forgotten of whom nothing was heard meanwhile. At most twice as many are known.
const GENERATION: usize = 10_000;

/// What never comes back, because it is more than there can be, is to be tried again the next day.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// How long nothing more is heard on a connection where somebody was told to come later. Whoever says a lot without ever
/// reading would be told so again and again, and that takes time from everybody else.
pub(crate) const REFUSAL_PAUSE: Duration = Duration::from_millis(100);

/// What is rationed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RateKind {
    Request,
    Session,
    Game,
    /// A rule set that is new.
    RuleSet,
    /// A kilobyte of a file to be kept.
    Kilobyte,
    /// A code or a token by which somebody wants to be known again.
    Code,
    /// A request of somebody who makes few.
    FewRequests,
    /// One of the first requests of a stranger on a connection.
    FirstRequests,
    /// A move, or whatever else is kept of a game.
    Entry,
}

/// Who asks for something, as far as limits are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Requester {
    pub player: Option<PlayerId>,
    pub address: Option<ClientAddress>,
    /// The connection, where it is that of one place alone.
    pub connection: Option<ConnectionId>,
    pub priority: Priority,
}

/// Who is served before whom when there is not enough for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// Nobody knows who it is.
    Stranger,
    /// Somebody with a session.
    Known,
    /// A player of a running game.
    Playing,
}

impl Priority {
    /// How much of something that all share is kept for others of higher priority.
    pub fn reserve(self, most: f64) -> f64 {
        match self {
            Priority::Stranger => most / 2.0,
            Priority::Known => most / 4.0,
            Priority::Playing => 0.0,
        }
    }

    /// How much of an address's requests is kept for others there, by how much is left to somebody who makes few: nothing of it,
    /// or a share of all. The more somebody has asked for, the more they leave to those who did not.
    fn reserve_of_requests(self, few: Option<f64>, most: f64) -> f64 {
        match (self, few) {
            (Priority::Playing, Some(left)) => most / 8.0 * (1.0 - left),
            (Priority::Known | Priority::Stranger, Some(left)) => most / 8.0 * (1.0 - left) + most / 32.0,
            (Priority::Playing, None) => most / 8.0,
            (Priority::Known | Priority::Stranger, None) => self.reserve(most),
        }
    }
}

/// How much of what strangers of an address have together is kept for others of them, by how much is left of one's first requests.
fn reserve_among_strangers(first: Option<f64>, most: f64) -> f64 {
    most / 2.0 * (1.0 - first.unwrap_or(0.0)) + most / 32.0
}

/// For how many requests of a player there is one that counts as one of few.
const FEW: f64 = 20.0;

/// As many rule sets as an hour allows come back so often in a day: they stay in memory.
const RULE_HOURS: f64 = 8.0;

pub(crate) struct RateLimiter {
    rates: [Rate; 9],
    /// As much as so many players may do, an address may.
    players_per_address: f64,
    buckets: Mutex<BucketTable>,
}

#[derive(Clone, Copy)]
struct Rate {
    most: f64,
    per_second: f64,
}

impl Rate {
    fn times(self, factor: f64) -> Rate {
        Rate { most: self.most * factor, per_second: self.per_second * factor }
    }

    /// How long it takes until so much is there: no time where nothing is missing, at most a day.
    fn time_until(self, needed: f64, left: f64) -> Duration {
        if needed > self.most {
            return LONGEST_WAIT;
        }
        let seconds = (needed - left).max(0.0) / self.per_second;
        Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT)
    }
}

/// Whose bucket it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum BucketKey {
    Player(PlayerId),
    /// Those of an address whom nobody knows, together.
    Strangers(ClientAddress),
    /// One of those.
    Connection(ConnectionId),
    /// Everybody at an address.
    Address(ClientAddress),
}

#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// Buckets in two generations: those that were used lately, and those before them.
#[derive(Default)]
struct BucketTable {
    recent: HashMap<(RateKind, BucketKey), Bucket>,
    earlier: HashMap<(RateKind, BucketKey), Bucket>,
}

impl BucketTable {
    /// The bucket as it has filled up to now.
    fn bucket(&mut self, key: (RateKind, BucketKey), rate: Rate, now: Instant) -> &mut Bucket {
        if !self.recent.contains_key(&key) {
            let known = self.earlier.remove(&key);
            if self.recent.len() >= GENERATION {
                self.earlier = std::mem::take(&mut self.recent);
            }
            self.recent.insert(key, known.unwrap_or(Bucket { left: rate.most, at: now }));
        }
        let bucket = self.recent.entry(key).or_insert(Bucket { left: rate.most, at: now });
        let gained = now.duration_since(bucket.at).as_secs_f64() * rate.per_second;
        *bucket = Bucket { left: (bucket.left + gained).min(rate.most), at: now };
        bucket
    }
}

impl RateLimiter {
    pub fn new(limits: &ServerLimits) -> RateLimiter {
        let rate = |most: u32, over: f64| Rate { most: most.into(), per_second: f64::from(most) / over };
        let requests = Rate {
            most: f64::from(limits.requests_per_second) * 4.0,
            ..rate(limits.requests_per_second, 1.0)
        };
        let rates = [
            requests,
            rate(limits.sessions_per_minute, 60.0),
            rate(limits.games_per_minute, 60.0),
            rate(limits.rule_sets_per_hour, 24.0 * 3600.0 / RULE_HOURS),
            rate(limits.kept_kilobytes_per_day, 24.0 * 3600.0),
            rate(limits.codes_per_minute, 60.0),
            // As a person makes them: a page with all that belongs to it, then a move now and then.
            Rate { most: requests.per_second / 2.0, per_second: requests.per_second / FEW },
            // A page with all that belongs to it, and then hardly anything: many connections together still make few.
            Rate { most: requests.per_second * 0.4, per_second: requests.per_second / 160.0 },
            rate(limits.moves_per_day, 24.0 * 3600.0),
        ];
        let players_per_address = limits.players_per_address.into();
        RateLimiter { rates, players_per_address, buckets: Mutex::default() }
    }

    /// Takes one out of everybody's bucket whom it concerns, if there is one in each of them.
    pub fn take(&self, kind: RateKind, who: Requester) -> Result<(), Error> {
        self.take_many(kind, 1, who)
    }

    /// The same for several.
    pub fn take_many(&self, kind: RateKind, count: u32, who: Requester) -> Result<(), Error> {
        self.take_at(kind, count, who, Instant::now())
    }

    pub fn take_at(&self, kind: RateKind, count: u32, who: Requester, now: Instant) -> Result<(), Error> {
        let count = f64::from(count);
        let rate = self.rates[kind as usize];
        let own = who.player.map(BucketKey::Player).or(who.address.map(BucketKey::Strangers));
        let shared = who
            .address
            .map(BucketKey::Address)
            .filter(|_| !matches!(kind, RateKind::Session | RateKind::Code));
        let shared_rate = rate.times(self.players_per_address);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let stranger = who.connection.filter(|_| who.player.is_none()).map(BucketKey::Connection);
        let (whose, few_kind) = match stranger {
            Some(connection) => (Some(connection), RateKind::FirstRequests),
            None => (own, RateKind::FewRequests),
        };
        let few_rate = self.rates[few_kind as usize];
        let few = whose.filter(|_| kind == RateKind::Request).map(|key| (few_kind, key));
        let left = few.map(|few| buckets.bucket(few, few_rate, now).left).filter(|left| *left >= count);
        let share = left.map(|left| left / few_rate.most);
        let reserve = match kind {
            RateKind::Request => who.priority.reserve_of_requests(share, shared_rate.most),
            _ => who.priority.reserve(shared_rate.most),
        };
        let among_strangers = match stranger {
            Some(_) if kind == RateKind::Request => reserve_among_strangers(share, rate.most),
            _ => 0.0,
        };
        let needed =
            [own.map(|key| (key, rate, among_strangers)), shared.map(|key| (key, shared_rate, reserve))];
        let mut wait = Duration::ZERO;
        for (key, rate, reserve) in needed.into_iter().flatten() {
            let left = buckets.bucket((kind, key), rate, now).left;
            wait = wait.max(rate.time_until(count + reserve, left));
        }
        if wait > Duration::ZERO {
            return Err(too_much_at_once(wait));
        }
        for (key, rate, _) in needed.into_iter().flatten() {
            buckets.bucket((kind, key), rate, now).left -= count;
        }
        if let Some(few) = few.filter(|_| left.is_some()) {
            buckets.bucket(few, few_rate, now).left -= count;
        }
        Ok(())
    }
}

/// Somebody has to wait, and for so long.
pub(crate) fn too_much_at_once(wait: Duration) -> Error {
    Error::TooMany {
        reason: Grounds::plain(
            "too_many",
            ByLanguage {
                english: "this is too much at once: wait a little",
                german: "das ist zu viel auf einmal: warte ein wenig",
            },
        ),
        wait,
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn limiter(change: impl FnOnce(&mut ServerLimits)) -> RateLimiter {
        let mut limits = ServerLimits::default();
        change(&mut limits);
        RateLimiter::new(&limits)
    }

    fn address(number: u32) -> Option<ClientAddress> {
        Some(ClientAddress::from(IpAddr::from(number.to_be_bytes())))
    }

    fn stranger(number: u32) -> Requester {
        Requester { player: None, address: address(number), connection: None, priority: Priority::Stranger }
    }

    fn player(number: u32, priority: Priority) -> Requester {
        Requester { player: Some(PlayerId::random()), address: address(number), connection: None, priority }
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limiter = limiter(|limits| limits.sessions_per_minute = 3);
        let now = Instant::now();
        let take =
            |seconds| limiter.take_at(RateKind::Session, 1, stranger(1), now + Duration::from_secs(seconds));
        for _ in 0..3 {
            assert!(take(0).is_ok());
        }
        let wait = |seconds| match take(seconds) {
            Err(Error::TooMany { wait, .. }) => wait.as_secs_f64().round(),
            other => panic!("{other:?}"),
        };
        assert_eq!(wait(0), 20.0);
        assert_eq!(wait(19), 1.0);
        assert!(take(21).is_ok());
        assert!(limiter.take_at(RateKind::Session, 1, stranger(2), now).is_ok());
    }

    #[test]
    fn what_is_more_than_there_can_be_is_not_to_be_tried_soon() {
        let limiter = limiter(|limits| limits.kept_kilobytes_per_day = 100);
        let now = Instant::now();
        let wait = |count| match limiter.take_at(RateKind::Kilobyte, count, stranger(1), now) {
            Err(Error::TooMany { wait, .. }) => wait,
            other => panic!("{other:?}"),
        };
        assert_eq!(wait(101), LONGEST_WAIT);
        assert!(limiter.take_at(RateKind::Kilobyte, 50, stranger(1), now).is_ok());
        assert!(wait(51) < LONGEST_WAIT / 50);
    }

    #[test]
    fn the_oldest_are_forgotten_and_nobody_is_refused_for_them() {
        let limiter = limiter(|limits| limits.sessions_per_minute = 1);
        let now = Instant::now();
        let take = |number| limiter.take_at(RateKind::Session, 1, stranger(number), now);
        let all = 5 * GENERATION as u32;
        for number in 0..all {
            assert!(take(number).is_ok(), "{number}");
        }
        assert!(take(all - 1).is_err(), "the latest is still known");
        assert!(take(0).is_ok(), "the first is forgotten");
        let buckets = limiter.buckets.lock().unwrap();
        assert!(buckets.recent.len() + buckets.earlier.len() <= 2 * GENERATION);
    }

    #[test]
    fn whoever_is_heard_again_is_not_forgotten() {
        let limiter = limiter(|limits| limits.sessions_per_minute = 1);
        let now = Instant::now();
        let take = |number| limiter.take_at(RateKind::Session, 1, stranger(number), now);
        assert!(take(0).is_ok());
        for number in 1..5 * GENERATION as u32 {
            take(number).unwrap();
            assert!(!number.is_multiple_of(1000) || take(0).is_err(), "{number}");
        }
    }

    #[test]
    fn many_sessions_of_one_address_may_do_no_more_than_a_few_players() {
        let limiter = limiter(|limits| (limits.requests_per_second, limits.players_per_address) = (10, 4));
        let now = Instant::now();
        let sessions: Vec<Requester> = (0..60).map(|_| player(1, Priority::Known)).collect();
        let mut served = 0;
        for second in 0..10 {
            let now = now + Duration::from_secs(second);
            for session in sessions.iter().cycle().take(2000) {
                served += u32::from(limiter.take_at(RateKind::Request, 1, *session, now).is_ok());
            }
        }
        // Four players: 160 at once and 40 a second, of which some is kept for those who play, or ask for less.
        assert!((120 + 9 * 40..=155 + 9 * 40).contains(&served), "{served}");
        assert!(limiter.take_at(RateKind::Request, 1, player(2, Priority::Known), now).is_ok());
    }

    #[test]
    fn players_of_running_games_are_served_when_strangers_have_to_wait() {
        let limiter = limiter(|limits| (limits.requests_per_second, limits.players_per_address) = (10, 2));
        let now = Instant::now();
        let count = |make: &dyn Fn() -> Requester| {
            (0..1000).filter(|_| limiter.take_at(RateKind::Request, 1, make(), now).is_ok()).count()
        };
        assert_eq!(count(&|| stranger(1)), 40);
        // Each of them asks for the first time.
        assert_eq!(count(&|| player(1, Priority::Known)), 37);
        assert_eq!(count(&|| player(1, Priority::Playing)), 3);
    }

    /// Forty connections that ask all the while, each as often as one is heard that is refused, and a page that is opened at
    /// the same address now and then: a dozen requests at once.
    #[test]
    fn a_newcomer_is_served_beside_many_strangers_of_the_same_address() {
        let limiter = limiter(|_| {});
        let now = Instant::now();
        let of = |number| Requester { connection: Some(ConnectionId::new(number)), ..stranger(1) };
        let is_served = |who, now| limiter.take_at(RateKind::Request, 1, who, now).is_ok();
        let mut served = 0;
        for tenth in 0..1200 {
            let now = now + Duration::from_millis(100 * tenth);
            served += (0..40).filter(|&number| is_served(of(number), now)).count();
            // What all of them may have at once is gone by then.
            if tenth >= 200 && tenth.is_multiple_of(20) {
                let pages = (0..12).filter(|_| is_served(of(1000 + tenth), now)).count();
                assert_eq!(pages, 12, "after {tenth} tenths of a second");
            }
        }
        assert!(served > 30 * 120, "what is left they may have: {served}");
    }

    #[test]
    fn whoever_asks_for_little_is_served_beside_many_of_the_same_address() {
        let limiter = limiter(|_| {});
        let now = Instant::now();
        let flood: Vec<Requester> = (0..40).map(|_| player(1, Priority::Playing)).collect();
        let quiet = [player(1, Priority::Playing), player(1, Priority::Known), stranger(1)];
        let refused = |who: &Requester, now| limiter.take_at(RateKind::Request, 1, *who, now).is_err();
        let mut refusals = 0;
        for tenth in 0..200 {
            let now = now + Duration::from_millis(100 * tenth);
            refusals += flood.iter().cycle().take(400).filter(|who| refused(who, now)).count();
            if tenth.is_multiple_of(10) {
                for who in &quiet {
                    assert!(!refused(who, now), "{:?} after {tenth} tenths of a second", who.priority);
                }
            }
        }
        assert!(refusals > 70_000, "{refusals}");
    }
}
