use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_game::Moment;
use tokio::sync::broadcast;

use crate::context::ServerContext;
use crate::store::PlayerRecord;
use crate::{Error, PlayerId, SecretDigest};

/// How many sessions are kept in memory.
const MAX_KNOWN: usize = 10_000;

/// How many ends of sessions a watch may be behind before it has to ask for its own.
const QUEUE: usize = 64;

/// Who has which session, as far as it was asked lately.
pub(crate) struct SessionCache {
    known: Mutex<CacheState>,
    /// Told when a session ends.
    ended: broadcast::Sender<SecretDigest>,
}

impl Default for SessionCache {
    fn default() -> SessionCache {
        SessionCache { known: Mutex::default(), ended: broadcast::Sender::new(QUEUE) }
    }
}

#[derive(Default)]
struct CacheState {
    sessions: HashMap<SecretDigest, (PlayerRecord, Moment)>,
    /// How often something was forgotten. What the store was asked before that may be out of date when it comes.
    forgotten: u64,
}

impl SessionCache {
    /// The player whose session it is; `None` where it is nobody's, or has expired.
    pub async fn find(
        &self,
        shared: &ServerContext,
        token: SecretDigest,
    ) -> Result<Option<PlayerRecord>, Error> {
        let now = shared.now.moment();
        let asked = match self.lookup(token) {
            Ok((player, expires)) => return Ok((expires >= now).then_some(player)),
            Err(asked) => asked,
        };
        let found = shared.store.session(token).await?;
        if let Some(session) = &found {
            self.keep(token, session.clone(), asked);
        }
        Ok(found.filter(|(_, expires)| *expires >= now).map(|(player, _)| player))
    }

    /// A session that is known; otherwise how often something had been forgotten when it was looked for.
    fn lookup(&self, token: SecretDigest) -> Result<(PlayerRecord, Moment), u64> {
        let known = self.lock();
        known.sessions.get(&token).cloned().ok_or(known.forgotten)
    }

    /// Keeps what the store answered, unless something was forgotten since it was asked.
    fn keep(&self, token: SecretDigest, session: (PlayerRecord, Moment), asked: u64) {
        let mut known = self.lock();
        if known.forgotten != asked {
            return;
        }
        if known.sessions.len() >= MAX_KNOWN {
            known.sessions.clear();
        }
        known.sessions.insert(token, session);
    }

    /// How many are known.
    pub fn len(&self) -> usize {
        self.lock().sessions.len()
    }

    fn lock(&self) -> MutexGuard<'_, CacheState> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches a session; nothing where there is none.
    pub fn watch(&self, token: Option<SecretDigest>) -> SessionWatch {
        // It may have ended since it was found.
        SessionWatch { token, ended: self.ended.subscribe(), is_unsure: true }
    }

    /// A player's session has ended: whoever has rights by it has none any more.
    pub fn end(&self, player: PlayerId, token: SecretDigest) {
        self.forget(player);
        // Nobody need be listening.
        let _ = self.ended.send(token);
    }

    /// Something changed for a player: all sessions of that one are asked for again, and nobody else's.
    pub fn forget(&self, player: PlayerId) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.sessions.retain(|_, (holder, _)| holder.id != player);
    }
}

/// Whoever has a right by a session has it until this tells that the session has ended.
pub(crate) struct SessionWatch {
    token: Option<SecretDigest>,
    ended: broadcast::Receiver<SecretDigest>,
    /// Whether the end may have been missed.
    is_unsure: bool,
}

impl SessionWatch {
    /// Waits for the end of the session. Nothing is lost where the waiting is given up.
    pub async fn ended(&mut self, cache: &SessionCache, shared: &ServerContext) {
        let Some(token) = self.token else { return std::future::pending().await };
        loop {
            // A store that cannot be asked takes nobody's rights away.
            if self.is_unsure && matches!(cache.find(shared, token).await, Ok(None)) {
                return;
            }
            self.is_unsure = false;
            match self.ended.recv().await {
                Ok(ended) if ended == token => return,
                Ok(_) => {}
                Err(broadcast::error::RecvError::Lagged(_)) => self.is_unsure = true,
                Err(broadcast::error::RecvError::Closed) => return std::future::pending().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;

    fn player(name: &str) -> PlayerRecord {
        PlayerRecord { id: PlayerId::random(), name: name.to_owned() }
    }

    #[test]
    fn only_the_sessions_of_one_player_are_forgotten() {
        let cache = SessionCache::default();
        let (ann, bob) = (player("Ann"), player("Bob"));
        let tokens = [&ann, &ann, &bob].map(|player| {
            let token = Secret::random().digest();
            cache.keep(token, (player.clone(), Moment(0)), 0);
            token
        });
        cache.forget(ann.id);
        let found = tokens.map(|token| cache.lookup(token).ok().map(|(player, _)| player));
        assert_eq!(found, [None, None, Some(bob)]);
    }

    #[test]
    fn what_was_on_its_way_when_a_session_ended_is_not_kept() {
        let cache = SessionCache::default();
        let (ann, token) = (player("Ann"), Secret::random().digest());
        let asked = cache.lookup(token).unwrap_err();
        cache.forget(ann.id);
        cache.keep(token, (ann, Moment(0)), asked);
        assert_eq!(cache.lookup(token), Err(1));
    }
}
