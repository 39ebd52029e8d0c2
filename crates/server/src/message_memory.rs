//! What large requests and answers take in memory, bounded for all and for everybody.
//!
//! An answer is in memory until it has been taken, and a request until it has come: whoever asks for much and reads nothing
//! of it, or sends slowly, holds on to it. Small ones are not counted; there are only so many connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tabiya_rules::ByLanguage;

use crate::Error;
use crate::ServerLimits;
use crate::client_address::ClientAddress;
use crate::grounds::Grounds;
use crate::rate_limit::Requester;

/// The most bytes of a message that is not counted.
pub(crate) const SMALL_MESSAGE: usize = 16 * 1024;

/// All that is counted.
#[derive(Clone)]
pub(crate) struct MessageMemory {
    most: usize,
    used: Arc<Mutex<MemoryUse>>,
}

#[derive(Default)]
struct MemoryUse {
    all: usize,
    by_address: HashMap<Option<ClientAddress>, usize>,
}

/// Some of it, until it is dropped.
pub(crate) struct MemoryPermit {
    memory: MessageMemory,
    address: Option<ClientAddress>,
    size: usize,
}

impl MessageMemory {
    pub fn new(limits: &ServerLimits) -> MessageMemory {
        MessageMemory { most: limits.message_memory, used: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, MemoryUse> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As many bytes, if they are there: an address has at most a quarter of all, and strangers leave some to players.
    pub fn take(&self, size: usize, who: Requester) -> Result<MemoryPermit, Error> {
        let mut used = self.lock();
        let reserve = who.priority.reserve(self.most as f64) as usize;
        let of_address = used.by_address.get(&who.address).copied().unwrap_or_default();
        // One message fits in any case, or large ones could never be had.
        let is_too_much = of_address > 0 && of_address + size > self.most / 4;
        if is_too_much || used.all > 0 && used.all + size + reserve > self.most {
            let says = ByLanguage {
                english: "too much is on its way at the moment: try again when it has arrived",
                german: "im Augenblick ist zu viel unterwegs: versuch es wieder, wenn es angekommen ist",
            };
            return Err(Error::Busy(Grounds::plain("busy", says)));
        }
        used.all += size;
        *used.by_address.entry(who.address).or_default() += size;
        drop(used);
        Ok(MemoryPermit { memory: self.clone(), address: who.address, size })
    }
}

impl Drop for MemoryPermit {
    fn drop(&mut self) {
        let mut used = self.memory.lock();
        used.all -= self.size;
        if let Some(bytes) = used.by_address.get_mut(&self.address) {
            *bytes -= self.size;
            if *bytes == 0 {
                used.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::rate_limit::Priority;

    #[test]
    fn there_is_so_much_for_all_and_for_one_and_it_comes_back() {
        let memory = MessageMemory::new(&ServerLimits { message_memory: 1000, ..ServerLimits::default() });
        let who = |number: u8, priority| Requester {
            player: None,
            address: Some(ClientAddress::from(IpAddr::from([10, 0, 0, number]))),
            connection: None,
            priority,
        };
        let take = |size, number, priority| memory.take(size, who(number, priority));
        let mut held = vec![take(200, 1, Priority::Stranger).unwrap()];
        assert!(take(100, 1, Priority::Playing).is_err(), "an address has a quarter");
        held.push(take(250, 2, Priority::Stranger).unwrap());
        assert!(take(100, 3, Priority::Stranger).is_err(), "half is for those who are known");
        held.push(take(250, 3, Priority::Known).unwrap());
        assert!(take(100, 4, Priority::Known).is_err(), "a quarter is for those who play");
        held.push(take(250, 4, Priority::Playing).unwrap());
        assert!(take(100, 5, Priority::Playing).is_err());
        held.clear();
        assert!(memory.lock().all == 0 && memory.lock().by_address.is_empty());
        assert!(take(5000, 1, Priority::Stranger).is_ok(), "one fits in any case");
    }
}
