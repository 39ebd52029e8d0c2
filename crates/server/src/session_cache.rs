use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tabiya_game::Moment;

use crate::shared::Shared;
use crate::store::Player;
use crate::{Digested, Error};

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

    /// Something changed: all are asked for again.
    pub fn forget_all(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
