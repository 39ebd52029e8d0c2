use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_game::Moment;
use tokio::sync::broadcast;

use crate::cluster::{ClubNews, Cluster};
use crate::context::ServerContext;
use crate::postgres::KnownSession;
use crate::store::PlayerRecord;
use crate::{Error, PlayerId, SecretDigest};

/// How many sessions are kept in memory.
const MAX_KNOWN: usize = 10_000;

/// How many ends of sessions a watch may be behind before it has to ask for its own.
const QUEUE: usize = 64;

/// Who has which session, as far as it was asked lately.
pub(crate) struct SessionCache {
    known: Mutex<CacheState>,
    /// Told when sessions end.
    ended: broadcast::Sender<SessionEnd>,
    /// Other servers that have to know of it.
    cluster: Option<Arc<Cluster>>,
}

/// What whoever has a right by a session is told.
#[derive(Clone, Copy)]
enum SessionEnd {
    /// This one has ended.
    Of(SecretDigest),
    /// Any may have: each asks for its own.
    Perhaps,
}

#[derive(Default)]
struct CacheState {
    sessions: HashMap<SecretDigest, (PlayerRecord, Moment)>,
    /// How often something was forgotten. What the store was asked before that may be out of date when it comes.
    forgotten: u64,
}

impl SessionCache {
    pub fn new(cluster: Option<Arc<Cluster>>) -> SessionCache {
        SessionCache { known: Mutex::default(), ended: broadcast::Sender::new(QUEUE), cluster }
    }

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
        self.tell(player, vec![token]);
        self.hear(player, &[token]);
    }

    /// Something changed for a player: all sessions of that one are asked for again, and nobody else's.
    pub fn forget(&self, player: PlayerId) {
        self.tell(player, Vec::new());
        self.hear(player, &[]);
    }

    fn tell(&self, player: PlayerId, ended: Vec<SecretDigest>) {
        if let Some(cluster) = &self.cluster {
            cluster.tell_club(&ClubNews::Player { player: player.to_string(), ended });
        }
    }

    /// The same here alone, as another node told it.
    pub fn hear(&self, player: PlayerId, ended: &[SecretDigest]) {
        let mut known = self.lock();
        known.forgotten += 1;
        known.sessions.retain(|_, (holder, _)| holder.id != player);
        drop(known);
        for &token in ended {
            // Nobody need be listening.
            let _ = self.ended.send(SessionEnd::Of(token));
        }
    }

    /// The sessions that are known.
    pub fn tokens(&self) -> Vec<SecretDigest> {
        self.lock().sessions.keys().copied().collect()
    }

    /// Takes in how some sessions are kept; the others of those that were asked for have ended.
    pub fn settle(&self, asked: &[SecretDigest], kept: Vec<KnownSession>) {
        let left: HashSet<SecretDigest> = kept.iter().map(|session| session.token).collect();
        let mut known = self.lock();
        for KnownSession { token, player, expires } in kept {
            if let Some(session) = known.sessions.get_mut(&token) {
                *session = (player, expires);
            }
        }
        let ended =
            asked.iter().filter(|token| !left.contains(*token) && known.sessions.remove(*token).is_some());
        for &token in ended {
            let _ = self.ended.send(SessionEnd::Of(token));
        }
    }

    /// Lets everybody who has a right by a session make sure of it.
    pub fn doubt(&self) {
        let _ = self.ended.send(SessionEnd::Perhaps);
    }
}

/// Whoever has a right by a session has it until this tells that the session has ended.
pub(crate) struct SessionWatch {
    token: Option<SecretDigest>,
    ended: broadcast::Receiver<SessionEnd>,
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
                Ok(SessionEnd::Of(ended)) if ended == token => return,
                Ok(SessionEnd::Of(_)) => {}
                Ok(SessionEnd::Perhaps) | Err(broadcast::error::RecvError::Lagged(_)) => {
                    self.is_unsure = true;
                }
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
        let cache = SessionCache::new(None);
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
        let cache = SessionCache::new(None);
        let (ann, token) = (player("Ann"), Secret::random().digest());
        let asked = cache.lookup(token).unwrap_err();
        cache.forget(ann.id);
        cache.keep(token, (ann, Moment(0)), asked);
        assert_eq!(cache.lookup(token), Err(1));
    }
}
