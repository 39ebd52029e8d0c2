use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_game::Moment;

use crate::context::ServerContext;
use crate::store::PlayerRecord;
use crate::{Error, PlayerId, SecretDigest};

/// How many sessions are kept in memory.
const MAX_KNOWN: usize = 10_000;

/// Who has which session, as far as it was asked lately.
#[derive(Default)]
pub(crate) struct SessionCache {
    known: Mutex<CacheState>,
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

    fn lock(&self) -> MutexGuard<'_, CacheState> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something changed for a player: all sessions of that one are asked for again, and nobody else's.
    pub fn forget(&self, player: PlayerId) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.sessions.retain(|_, (holder, _)| holder.id != player);
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
