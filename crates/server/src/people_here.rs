use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::PlayerId;
use crate::client_address::ClientAddress;
use crate::store::PlayerRecord;

/// How long somebody counts as here who asked for something, without a WebSocket.
const LINGER: Duration = Duration::from_secs(60);

/// After how many those who have gone are forgotten.
const MANY: usize = 2_000;

/// Who is here: whoever has a WebSocket, and whoever asked for something lately.
#[derive(Default)]
pub(crate) struct PeopleHere(Mutex<HashMap<PlayerId, PersonHere>>);

/// Somebody who is here.
#[derive(Clone, Debug)]
pub(crate) struct PersonHere {
    pub name: String,
    /// Where they were last.
    pub address: Option<ClientAddress>,
    /// How many WebSockets they have.
    pub sockets: u32,
    seen: Instant,
}

impl PersonHere {
    fn is_here(&self, now: Instant) -> bool {
        self.sockets > 0 || now.duration_since(self.seen) < LINGER
    }
}

/// Counts somebody as here for as long as it lives.
pub(crate) struct SocketPresence {
    people: Arc<PeopleHere>,
    player: PlayerId,
}

impl PeopleHere {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, PersonHere>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody asked for something.
    pub fn see(&self, player: &PlayerRecord, address: Option<ClientAddress>) {
        self.note(player, address, 0);
    }

    /// Somebody opened a WebSocket.
    pub fn enter(
        self: &Arc<PeopleHere>,
        player: &PlayerRecord,
        address: Option<ClientAddress>,
    ) -> SocketPresence {
        self.note(player, address, 1);
        SocketPresence { people: Arc::clone(self), player: player.id }
    }

    fn note(&self, player: &PlayerRecord, address: Option<ClientAddress>, sockets: u32) {
        let now = Instant::now();
        let mut people = self.lock();
        match people.get_mut(&player.id) {
            Some(known) => {
                if known.name != player.name {
                    known.name.clone_from(&player.name);
                }
                (known.address, known.seen) = (address, now);
                known.sockets += sockets;
            }
            None => {
                if people.len() >= MANY && people.len() == people.capacity() {
                    people.retain(|_, known| known.is_here(now));
                }
                let new = PersonHere { name: player.name.clone(), address, sockets, seen: now };
                people.insert(player.id, new);
            }
        }
    }

    /// Where somebody was last, if that is known.
    pub fn address_of(&self, player: PlayerId) -> Option<ClientAddress> {
        self.lock().get(&player)?.address
    }

    /// Somebody has to go.
    pub fn forget(&self, player: PlayerId) {
        self.lock().remove(&player);
    }

    /// Everybody who is here, by name.
    pub fn all(&self) -> Vec<(PlayerId, PersonHere)> {
        let now = Instant::now();
        let mut all: Vec<(PlayerId, PersonHere)> = self
            .lock()
            .iter()
            .filter(|(_, known)| known.is_here(now))
            .map(|(id, known)| (*id, known.clone()))
            .collect();
        all.sort_by_cached_key(|(id, known)| (known.name.to_lowercase(), id.to_string()));
        all
    }
}

impl Drop for SocketPresence {
    fn drop(&mut self) {
        if let Some(known) = self.people.lock().get_mut(&self.player) {
            // Whoever had to go may have come again meanwhile.
            known.sockets = known.sockets.saturating_sub(1);
            known.seen = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_a_socket_or_asked_lately_is_here() {
        let people = Arc::new(PeopleHere::default());
        let [bob, ann] =
            ["bob", "Ann"].map(|name| PlayerRecord { id: PlayerId::random(), name: name.to_owned() });
        let socket = people.enter(&bob, None);
        people.see(&ann, None);
        let names = || -> Vec<(String, u32)> {
            people.all().into_iter().map(|(_, person)| (person.name, person.sockets)).collect()
        };
        assert_eq!(names(), [("Ann".to_owned(), 0), ("bob".to_owned(), 1)]);
        drop(socket);
        assert_eq!(names(), [("Ann".to_owned(), 0), ("bob".to_owned(), 0)]);
        people.forget(ann.id);
        assert_eq!(names(), [("bob".to_owned(), 0)]);
    }
}
