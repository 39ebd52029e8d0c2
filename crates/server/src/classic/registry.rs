use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, watch};

use super::ClassicRun;
use crate::client_address::ClientAddress;
use crate::{PlayerId, Secret, SecretDigest};

/// The programs that run, each with a secret by which its page comes back to it.
#[derive(Default)]
pub(crate) struct ClassicRegistry(Mutex<HashMap<SecretDigest, RunEntry>>);

struct RunEntry {
    /// Its name.
    classic: &'static str,
    /// Who started it, where that is known.
    owner: Option<PlayerId>,
    address: Option<ClientAddress>,
    run: Arc<AsyncMutex<ClassicRun>>,
    /// How often a page has taken it up. The last one has it.
    claims: watch::Sender<u64>,
    /// Since when it has been without a page.
    left: Option<Instant>,
}

/// A program in the hands of the page that has it.
pub(crate) struct RunHold {
    pub run: OwnedMutexGuard<ClassicRun>,
    /// Changes when another page wants it.
    pub claims: watch::Receiver<u64>,
    pub ticket: RunTicket,
}

/// Which program a page has, and as which of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunTicket {
    key: SecretDigest,
    claim: u64,
}

impl ClassicRegistry {
    fn entries(&self) -> MutexGuard<'_, HashMap<SecretDigest, RunEntry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a program that has begun, for the page that began it.
    pub async fn add(
        &self,
        key: &Secret,
        classic: &'static str,
        owner: Option<PlayerId>,
        address: Option<ClientAddress>,
        run: ClassicRun,
    ) -> RunHold {
        let run = Arc::new(AsyncMutex::new(run));
        // Nobody else has it yet.
        let guard = Arc::clone(&run).lock_owned().await;
        let (claims, claimed) = watch::channel(0);
        let entry = RunEntry { classic, owner, address, run, claims, left: None };
        let key = key.digest();
        self.entries().insert(key, entry);
        RunHold { run: guard, claims: claimed, ticket: RunTicket { key, claim: 0 } }
    }

    /// A program for the page that comes back to it. Another page that still has it loses it.
    pub async fn take_up(&self, key: &Secret, classic: &str, by: Option<PlayerId>) -> Option<RunHold> {
        let key = key.digest();
        let (run, claims, claim) = self.claim(key, classic, by)?;
        Some(RunHold { run: run.lock_owned().await, claims, ticket: RunTicket { key, claim } })
    }

    fn claim(
        &self,
        key: SecretDigest,
        classic: &str,
        by: Option<PlayerId>,
    ) -> Option<(Arc<AsyncMutex<ClassicRun>>, watch::Receiver<u64>, u64)> {
        let mut entries = self.entries();
        let entry = entries.get_mut(&key)?;
        let is_theirs = entry.owner.is_none() || entry.owner == by;
        if entry.classic != classic || !is_theirs {
            return None;
        }
        entry.left = None;
        let claim = *entry.claims.borrow() + 1;
        entry.claims.send_replace(claim);
        Some((Arc::clone(&entry.run), entry.claims.subscribe(), claim))
    }

    /// Leaves a program without a page: it waits for one, and is ended where none comes in time.
    pub fn leave(self: &Arc<Self>, hold: RunHold, away: Duration, mut closing: watch::Receiver<bool>) {
        let RunHold { run, claims: _, ticket } = hold;
        drop(run);
        if !self.note_left(ticket) {
            return;
        }
        let registry = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(away) => {}
                _ = closing.changed() => {}
            }
            registry.forget(ticket);
        });
    }

    /// Whether nobody else has come for it meanwhile.
    fn note_left(&self, ticket: RunTicket) -> bool {
        match self.entries().get_mut(&ticket.key) {
            Some(entry) if *entry.claims.borrow() == ticket.claim => {
                entry.left = Some(Instant::now());
                true
            }
            _ => false,
        }
    }

    /// Ends a program that still is without a page.
    fn forget(&self, ticket: RunTicket) {
        self.remove_if(ticket, |entry| entry.left.is_some());
    }

    /// Ends a program that nobody will come back to, unless another page has it by now.
    pub fn remove(&self, ticket: RunTicket) {
        self.remove_if(ticket, |_| true);
    }

    fn remove_if(&self, ticket: RunTicket, is_done: impl Fn(&RunEntry) -> bool) {
        let mut entries = self.entries();
        let is_last = |entry: &RunEntry| *entry.claims.borrow() == ticket.claim;
        if entries.get(&ticket.key).is_some_and(|entry| is_last(entry) && is_done(entry)) {
            entries.remove(&ticket.key);
        }
    }

    /// The program that has been without a page for longest, taken out: of an address, or of all.
    pub fn take_left(&self, address: Option<ClientAddress>) -> Option<Arc<AsyncMutex<ClassicRun>>> {
        let mut entries = self.entries();
        let is_of = |entry: &RunEntry| address.is_none() || entry.address == address;
        let left = entries.iter().filter(|(_, entry)| is_of(entry));
        let left = left.filter_map(|(key, entry)| Some((entry.left?, *key)));
        let (_, key) = left.min_by_key(|(since, _)| *since)?;
        entries.remove(&key).map(|entry| entry.run)
    }
}
