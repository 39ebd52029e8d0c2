use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, watch};

use super::ClassicRun;
use crate::client_address::ClientAddress;
use crate::ending::{ServerEnd, over};
use crate::{PlayerId, Secret, SecretDigest};

/// The programs that run, each with a secret by which its page comes back to it.
pub(crate) struct ClassicRegistry {
    entries: Mutex<HashMap<SecretDigest, RunEntry>>,
    /// How long a program waits for a page.
    away: Duration,
    ending: watch::Receiver<ServerEnd>,
}

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
    pub claim: RunClaim,
}

/// A page's right to a program. However it ends, be it by a fault, the program is left without a page then: it waits for
/// one, and is ended where none comes in time.
pub(crate) struct RunClaim {
    registry: Arc<ClassicRegistry>,
    claims: watch::Receiver<u64>,
    ticket: RunTicket,
}

impl RunClaim {
    /// Waits until another page wants the program.
    pub async fn lost(&mut self) {
        // Where the program is gone, nobody wants it.
        if self.claims.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Ends a program that nobody will come back to, unless another page has it by now.
    pub fn end(self) {
        self.registry.remove_if(self.ticket, |_| true);
    }
}

impl Drop for RunClaim {
    fn drop(&mut self) {
        self.registry.leave(self.ticket);
    }
}

/// Which program a page has, and as which of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunTicket {
    key: SecretDigest,
    claim: u64,
}

impl ClassicRegistry {
    pub fn new(away: Duration, ending: watch::Receiver<ServerEnd>) -> ClassicRegistry {
        ClassicRegistry { entries: Mutex::default(), away, ending }
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<SecretDigest, RunEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a program that has begun, for the page that began it.
    pub async fn add(
        self: &Arc<Self>,
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
        let ticket = RunTicket { key: key.digest(), claim: 0 };
        let entry = RunEntry { classic, owner, address, run, claims, left: None };
        self.entries().insert(ticket.key, entry);
        let claim = RunClaim { registry: Arc::clone(self), claims: claimed, ticket };
        RunHold { run: guard, claim }
    }

    /// A program for the page that comes back to it. Another page that still has it loses it.
    pub async fn take_up(
        self: &Arc<Self>,
        key: &Secret,
        classic: &str,
        by: Option<PlayerId>,
    ) -> Option<RunHold> {
        let (run, claim) = self.claim(key.digest(), classic, by)?;
        Some(RunHold { run: run.lock_owned().await, claim })
    }

    fn claim(
        self: &Arc<Self>,
        key: SecretDigest,
        classic: &str,
        by: Option<PlayerId>,
    ) -> Option<(Arc<AsyncMutex<ClassicRun>>, RunClaim)> {
        let mut entries = self.entries();
        let entry = entries.get_mut(&key)?;
        let is_theirs = entry.owner.is_none() || entry.owner == by;
        if entry.classic != classic || !is_theirs {
            return None;
        }
        entry.left = None;
        let ticket = RunTicket { key, claim: *entry.claims.borrow() + 1 };
        entry.claims.send_replace(ticket.claim);
        let claims = entry.claims.subscribe();
        Some((Arc::clone(&entry.run), RunClaim { registry: Arc::clone(self), claims, ticket }))
    }

    /// Leaves a program without a page, unless it has ended or another page has it.
    fn leave(self: &Arc<Self>, ticket: RunTicket) {
        if !self.note_left(ticket) {
            return;
        }
        // Where nothing runs any more, the server has gone, and its programs with it.
        let Ok(runtime) = Handle::try_current() else { return };
        let (registry, away, mut ending) = (Arc::clone(self), self.away, self.ending.clone());
        runtime.spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(away) => {}
                () = over(&mut ending) => {}
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
