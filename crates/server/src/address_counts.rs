use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::client_address::ClientAddress;

/// How many things each address has open.
#[derive(Clone, Default)]
pub(crate) struct AddressCounts(Arc<Mutex<HashMap<ClientAddress, usize>>>);

/// One of them, until it is dropped.
pub(crate) struct AddressPermit {
    counts: AddressCounts,
    address: ClientAddress,
}

impl AddressCounts {
    /// One more, unless there are `most` already.
    pub fn add(&self, address: ClientAddress, most: usize) -> Option<AddressPermit> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(AddressPermit { counts: self.clone(), address })
    }

    /// How many all of them have.
    pub fn total(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn what_is_dropped_counts_no_more() {
        let counts = AddressCounts::default();
        let address = ClientAddress::from(IpAddr::from([127, 0, 0, 1]));
        let one = counts.add(address, 2);
        let two = counts.add(address, 2);
        assert!(one.is_some() && two.is_some() && counts.add(address, 2).is_none());
        assert_eq!(counts.total(), 2);
        drop(one);
        assert!(counts.add(address, 2).is_some());
    }
}
