use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tabiya_game::Moment;

use crate::shared::Shared;
use crate::store::Player;
use crate::{Digested, Error, PlayerId};

/// How many sessions are kept in memory.
const MAX_KNOWN: usize = 10_000;

/// Who has which session, as far as it was asked lately.
#[derive(Default)]
pub(crate) struct SessionCache {
    known: Mutex<HashMap<Digested, (Player, Moment)>>,
}

impl SessionCache {
    /// The player whose session it is; `None` where it is nobody's, or has expired.
    pub async fn find(&self, shared: &Shared, token: Digested) -> Result<Option<Player>, Error> {
        let now = shared.now.moment();
        if let Some((player, expires)) = self.lookup(token) {
            return Ok((expires >= now).then_some(player));
        }
        let found = shared.store.session(token).await?;
        if let Some(session) = &found {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MAX_KNOWN {
                known.clear();
            }
            known.insert(token, session.clone());
        }
        Ok(found.filter(|(_, expires)| *expires >= now).map(|(player, _)| player))
    }

    fn lookup(&self, token: Digested) -> Option<(Player, Moment)> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&token).cloned()
    }

    /// Something changed for a player: all sessions of that one are asked for again, and nobody else's.
    pub fn forget(&self, player: PlayerId) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (holder, _)| holder.id != player);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;

    #[test]
    fn only_the_sessions_of_one_player_are_forgotten() {
        let cache = SessionCache::default();
        let player = |name: &str| Player { id: PlayerId::random(), name: name.to_owned() };
        let (ann, bob) = (player("Ann"), player("Bob"));
        let tokens = [&ann, &ann, &bob].map(|player| {
            let token = Secret::random().digest();
            cache.known.lock().unwrap().insert(token, (player.clone(), Moment(0)));
            token
        });
        cache.forget(ann.id);
        let found = tokens.map(|token| cache.lookup(token).map(|(player, _)| player));
        assert_eq!(found, [None, None, Some(bob)]);
    }
}
