use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::wire::Reason;
use crate::{Error, ServerLimits};

/// How many are told apart. Beyond that, those who have been quiet are forgotten.
const MAX_KEYS: usize = 20_000;

/// What is rationed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RateKind {
    Request,
    Session,
    Game,
}

/// How much everybody may do: so many at once, and then as many as time brings back.
pub(crate) struct RateLimiter {
    rates: [Rate; 3],
    full: Mutex<HashMap<(RateKind, String), Bucket>>,
}

#[derive(Clone, Copy)]
struct Rate {
    most: f64,
    per_second: f64,
}

struct Bucket {
    left: f64,
    at: Instant,
}

impl RateLimiter {
    pub fn new(limits: &ServerLimits) -> RateLimiter {
        let rate = |most: u32, over: f64| Rate { most: most.into(), per_second: f64::from(most) / over };
        let requests = Rate {
            most: f64::from(limits.requests_per_second) * 4.0,
            ..rate(limits.requests_per_second, 1.0)
        };
        let rates = [requests, rate(limits.sessions_per_minute, 60.0), rate(limits.games_per_minute, 60.0)];
        RateLimiter { rates, full: Mutex::default() }
    }

    /// Takes one out of somebody's bucket, if there is one.
    pub fn take(&self, rationed: RateKind, key: String) -> Result<(), Error> {
        self.take_at(rationed, key, Instant::now())
    }

    fn take_at(&self, rationed: RateKind, key: String, now: Instant) -> Result<(), Error> {
        let rate = self.rates[rationed as usize];
        let mut rate_limiter = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if rate_limiter.len() >= MAX_KEYS {
            rate_limiter.retain(|_, bucket| now.duration_since(bucket.at) < Duration::from_secs(60));
        }
        if rate_limiter.len() >= MAX_KEYS {
            return Err(too_many());
        }
        let bucket = rate_limiter.entry((rationed, key)).or_insert(Bucket { left: rate.most, at: now });
        let gained = now.duration_since(bucket.at).as_secs_f64() * rate.per_second;
        bucket.left = (bucket.left + gained).min(rate.most);
        bucket.at = now;
        if bucket.left < 1.0 {
            return Err(too_many());
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

fn too_many() -> Error {
    Error::TooMany(Reason::plain("too_many", "this is too much at once: wait a little"))
}

/// How many things each address has open.
#[derive(Clone, Default)]
pub(crate) struct SocketCounts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One of them, until it is dropped.
pub(crate) struct SocketPermit {
    counts: SocketCounts,
    address: IpAddr,
}

impl SocketCounts {
    /// One more, unless there are `most` already.
    pub fn add(&self, address: IpAddr, most: usize) -> Option<SocketPermit> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(SocketPermit { counts: self.clone(), address })
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let rate_limiter =
            RateLimiter::new(&ServerLimits { sessions_per_minute: 3, ..ServerLimits::default() });
        let now = Instant::now();
        let take = |seconds| {
            rate_limiter.take_at(RateKind::Session, "a".to_owned(), now + Duration::from_secs(seconds))
        };
        for _ in 0..3 {
            assert!(take(0).is_ok());
        }
        assert!(take(0).is_err());
        assert!(take(19).is_err());
        assert!(take(21).is_ok());
        assert!(rate_limiter.take_at(RateKind::Session, "b".to_owned(), now).is_ok());
    }

    #[test]
    fn what_is_dropped_counts_no_more() {
        let counts = SocketCounts::default();
        let address = IpAddr::from([127, 0, 0, 1]);
        let one = counts.add(address, 2);
        let two = counts.add(address, 2);
        assert!(one.is_some() && two.is_some() && counts.add(address, 2).is_none());
        drop(one);
        assert!(counts.add(address, 2).is_some());
    }
}
