use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::Error;
use crate::client_address::ClientAddress;
use crate::rate_limit::{RateKind, RateLimiter, Requester, too_much_at_once};

/// How long a newcomer waits for a session: less than any request may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many of one address may wait.
const LONGEST: usize = 64;

/// Whoever wants a session. Where those of an address are used up for the moment, whoever has had none on their connection waits
/// in line for the next one, and whoever has had some is told to come later: so newcomers of an address that many share get in
/// beside somebody there who takes all that there is.
#[derive(Default)]
pub(crate) struct SessionLine {
    lines: Mutex<HashMap<ClientAddress, AddressLine>>,
}

#[derive(Default)]
struct AddressLine {
    /// By their numbers, in the order in which they came.
    waiting: VecDeque<u64>,
    number: u64,
    /// Told when somebody has left.
    moved: Arc<Notify>,
}

/// Somebody's place in line, until it is dropped.
struct WaitingPlace<'a> {
    line: &'a SessionLine,
    address: ClientAddress,
    number: u64,
    moved: Arc<Notify>,
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        let mut lines = self.line.lock();
        if let Some(line) = lines.get_mut(&self.address) {
            line.waiting.retain(|number| *number != self.number);
            if line.waiting.is_empty() {
                lines.remove(&self.address);
            }
        }
        self.moved.notify_waiters();
    }
}

impl SessionLine {
    fn lock(&self) -> MutexGuard<'_, HashMap<ClientAddress, AddressLine>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a session for somebody who has had one by the same connection, or has not.
    pub async fn take(&self, limiter: &RateLimiter, who: Requester, had_session: bool) -> Result<(), Error> {
        let take = || limiter.take(RateKind::Session, who);
        let Some(address) = who.address else { return take() };
        let is_waited_for = self.lock().contains_key(&address);
        let refusal = match is_waited_for {
            false => match take() {
                Ok(()) => return Ok(()),
                Err(refusal) => refusal,
            },
            true => too_much_at_once(PATIENCE),
        };
        if had_session || wait_of(&refusal) > PATIENCE {
            return Err(refusal);
        }
        let Some(place) = self.join(address) else { return Err(refusal) };
        timeout(PATIENCE, place.wait(take)).await.unwrap_or(Err(refusal))
    }

    fn join(&self, address: ClientAddress) -> Option<WaitingPlace<'_>> {
        let mut lines = self.lock();
        let line = lines.entry(address).or_default();
        if line.waiting.len() >= LONGEST {
            return None;
        }
        line.number += 1;
        line.waiting.push_back(line.number);
        Some(WaitingPlace { line: self, address, number: line.number, moved: Arc::clone(&line.moved) })
    }
}

impl WaitingPlace<'_> {
    fn is_next(&self) -> bool {
        let lines = self.line.lock();
        lines.get(&self.address).and_then(|line| line.waiting.front()) == Some(&self.number)
    }

    /// Waits until it is this one's turn and there is a session.
    async fn wait(&self, take: impl Fn() -> Result<(), Error>) -> Result<(), Error> {
        loop {
            let moved = self.moved.notified();
            if !self.is_next() {
                moved.await;
                continue;
            }
            match take() {
                Ok(()) => return Ok(()),
                Err(refusal) => sleep(wait_of(&refusal)).await,
            }
        }
    }
}

/// After how long to try again.
fn wait_of(refusal: &Error) -> Duration {
    match refusal {
        Error::TooMany { wait, .. } => *wait,
        _ => Duration::MAX,
    }
}
