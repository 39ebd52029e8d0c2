//! Who has how many of something: so many an address, of which nobody may have all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::PlayerId;
use crate::client_address::ClientAddress;

/// What there is of something: for everybody, for an address, and for those who share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// Everybody.
    pub of_all: usize,
    /// All at one address together.
    pub of_address: usize,
    /// One player.
    pub of_player: usize,
    /// Whoever has fewer finds a place in the last quarter of what an address may have.
    pub few: usize,
}

/// What is taken of it already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldShares {
    /// By everybody.
    pub all: usize,
    /// By the address of whoever wants one more.
    pub address: usize,
    /// By themselves, where it is known who they are.
    pub player: Option<usize>,
}

impl Shares {
    /// Refuses one more where there is none.
    pub fn check(self, held: HeldShares) -> Result<(), NoShare> {
        let Shares { of_all, of_address: most, of_player, few } = self;
        // Whoever has had their own share is told so, whatever the others have.
        if held.player.is_some_and(|own| own >= of_player) {
            return Err(NoShare::Player);
        }
        if held.all >= of_all {
            return Err(NoShare::All);
        }
        let has_few = held.player.is_some_and(|own| own < few);
        if held.address >= most || held.address >= most - most / 4 && !has_few {
            return Err(NoShare::Address);
        }
        Ok(())
    }
}

/// How many each address and each player has.
#[derive(Clone, Default)]
pub(crate) struct ShareCounts(Arc<Mutex<ShareTable>>);

#[derive(Default)]
struct ShareTable {
    total: usize,
    of_addresses: HashMap<ClientAddress, usize>,
    of_players: HashMap<PlayerId, usize>,
}

/// One of them, until it is dropped.
pub(crate) struct SharePermit {
    counts: ShareCounts,
    address: Option<ClientAddress>,
    player: Option<PlayerId>,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoShare {
    /// The player has too many.
    Player,
    /// The address has.
    Address,
    /// All together have.
    All,
}

impl ShareCounts {
    /// One more, unless the address has all already, or the player too many of them. Where nobody knows the address it does
    /// not count.
    pub fn add(
        &self,
        address: Option<ClientAddress>,
        player: Option<PlayerId>,
        shares: Shares,
    ) -> Result<SharePermit, NoShare> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.check(address, player, shares)?;
        table.total += 1;
        if let Some(address) = address {
            *table.of_addresses.entry(address).or_default() += 1;
        }
        if let Some(player) = player {
            *table.of_players.entry(player).or_default() += 1;
        }
        Ok(SharePermit { counts: self.clone(), address, player })
    }

    /// How many all of them have.
    pub fn total(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).total
    }
}

impl ShareTable {
    fn check(
        &self,
        address: Option<ClientAddress>,
        player: Option<PlayerId>,
        shares: Shares,
    ) -> Result<(), NoShare> {
        let here = address.map_or(0, |address| self.of_addresses.get(&address).copied().unwrap_or(0));
        let own = player.map(|player| self.of_players.get(&player).copied().unwrap_or(0));
        shares.check(HeldShares { all: self.total, address: here, player: own })
    }
}

impl Drop for SharePermit {
    fn drop(&mut self) {
        let mut table = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.total -= 1;
        if let Some(address) = self.address {
            take_one(&mut table.of_addresses, &address);
        }
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
        let counts = ShareCounts::default();
        let address = Some(ClientAddress::from(IpAddr::from([127, 0, 0, 1])));
        let shares = Shares { of_all: 1000, of_address: 256, of_player: 32, few: 2 };
        let open = |player: Option<PlayerId>| {
            let mut held = vec![];
            let refused = loop {
                match counts.add(address, player, shares) {
                    Ok(permit) => held.push(permit),
                    Err(refused) => break refused,
                }
            };
            (held.len(), refused, held)
        };
        let ann = Some(PlayerId::random());
        let (count, refused, held) = open(ann);
        assert_eq!((count, refused), (32, NoShare::Player));
        let (count, refused, strangers) = open(None);
        assert_eq!((count, refused), (192 - 32, NoShare::Address));
        let (count, _, _few) = open(Some(PlayerId::random()));
        assert_eq!(count, 2);
        drop((held, strangers));
        assert_eq!(counts.total(), 2);
        assert_eq!(open(ann).0, 32);
    }
}
