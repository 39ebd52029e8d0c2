//! Who has how many WebSockets: so many an address, of which nobody may have all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::PlayerId;
use crate::client_address::ClientAddress;

/// How many players at least share what an address may have.
const SHARERS: usize = 8;

/// What a player may have in any case: a few pages, or devices.
const LEAST: usize = 4;

/// Whoever has fewer finds a place in the last quarter of what an address may have.
const FEW: usize = 2;

/// How many sockets each address and each player has.
#[derive(Clone, Default)]
pub(crate) struct SocketCounts(Arc<Mutex<SocketTable>>);

#[derive(Default)]
struct SocketTable {
    of_addresses: HashMap<ClientAddress, usize>,
    of_players: HashMap<PlayerId, usize>,
}

/// One of them, until it is dropped.
pub(crate) struct SocketPermit {
    counts: SocketCounts,
    address: ClientAddress,
    player: Option<PlayerId>,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSocket {
    /// The player has too many.
    Player,
    /// The address has.
    Address,
}

impl SocketCounts {
    /// One more, unless the address has `most` already, or the player too many of them.
    pub fn add(
        &self,
        address: ClientAddress,
        player: Option<PlayerId>,
        most: usize,
    ) -> Result<SocketPermit, NoSocket> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let here = table.of_addresses.get(&address).copied().unwrap_or(0);
        let own = player.map_or(0, |player| table.of_players.get(&player).copied().unwrap_or(0));
        let has_few = player.is_some() && own < FEW;
        if here >= most || here >= most - most / 4 && !has_few {
            return Err(NoSocket::Address);
        }
        if own >= (most / SHARERS).max(LEAST) {
            return Err(NoSocket::Player);
        }
        *table.of_addresses.entry(address).or_default() += 1;
        if let Some(player) = player {
            *table.of_players.entry(player).or_default() += 1;
        }
        Ok(SocketPermit { counts: self.clone(), address, player })
    }

    /// How many all of them have.
    pub fn total(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).of_addresses.values().sum()
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut table = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        take_one(&mut table.of_addresses, &self.address);
        if let Some(player) = self.player {
            take_one(&mut table.of_players, &player);
        }
    }
}

fn take_one<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn nobody_has_all_of_an_address_and_what_is_dropped_counts_no_more() {
        let counts = SocketCounts::default();
        let address = ClientAddress::from(IpAddr::from([127, 0, 0, 1]));
        let open = |player: Option<PlayerId>| {
            let mut held = vec![];
            let refused = loop {
                match counts.add(address, player, 256) {
                    Ok(permit) => held.push(permit),
                    Err(refused) => break refused,
                }
            };
            (held.len(), refused, held)
        };
        let ann = Some(PlayerId::random());
        let (count, refused, held) = open(ann);
        assert_eq!((count, refused), (32, NoSocket::Player));
        let (count, refused, strangers) = open(None);
        assert_eq!((count, refused), (192 - 32, NoSocket::Address));
        let (count, _, _few) = open(Some(PlayerId::random()));
        assert_eq!(count, 2);
        drop((held, strangers));
        assert_eq!(counts.total(), 2);
        assert_eq!(open(ann).0, 32);
    }
}
