use std::sync::Arc;

use tabiya_rules::ByLanguage;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::address_counts::{AddressCounts, AddressPermit};
use crate::client_address::ClientAddress;
use crate::{Error, ServerLimits};

/// How many classic programs may run at the same time, in all and for one address.
pub(crate) struct ClassicPermits {
    all: Arc<Semaphore>,
    of_addresses: AddressCounts,
    per_address: usize,
}

/// The right of one program to run. Its thread has it for as long as it lives.
pub(crate) struct ClassicPermit {
    /// Where its player is.
    pub address: Option<ClientAddress>,
    _of_all: OwnedSemaphorePermit,
    _of_address: Option<AddressPermit>,
}

/// Why no more may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassicsFull {
    /// As many run for the address as may.
    Address(ClientAddress),
    /// As many run in all as may.
    Server,
}

impl ClassicPermits {
    pub fn new(limits: &ServerLimits) -> ClassicPermits {
        ClassicPermits {
            all: Arc::new(Semaphore::new(limits.classics)),
            of_addresses: AddressCounts::default(),
            per_address: limits.classics_per_address,
        }
    }

    pub fn take(&self, address: Option<ClientAddress>) -> Result<ClassicPermit, ClassicsFull> {
        let of_address = match address {
            Some(address) => {
                let added = self.of_addresses.add(address, self.per_address);
                Some(added.ok_or(ClassicsFull::Address(address))?)
            }
            None => None,
        };
        let of_all = Arc::clone(&self.all).try_acquire_owned().map_err(|_| ClassicsFull::Server)?;
        Ok(ClassicPermit { address, _of_all: of_all, _of_address: of_address })
    }
}

impl From<ClassicsFull> for Error {
    fn from(full: ClassicsFull) -> Error {
        let says = match full {
            ClassicsFull::Address(_) => ByLanguage {
                english: "too many classic programs run for your address: end one of them first",
                german: "für deine Adresse laufen zu viele klassische Programme: beende erst eines",
            },
            ClassicsFull::Server => ByLanguage {
                english: "too many classic programs run on this server: try again when somebody has ended one",
                german: "auf diesem Server laufen zu viele klassische Programme: versuch es wieder, wenn jemand eines beendet hat",
            },
        };
        Error::too_many("too_many_classics", says)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tabiya_rules::Language;

    use super::*;

    #[test]
    fn there_are_so_many_for_one_and_so_many_for_all() {
        let permits = ClassicPermits::new(&ServerLimits {
            classics: 3,
            classics_per_address: 2,
            ..ServerLimits::default()
        });
        let address = |number| Some(ClientAddress::from(IpAddr::from([10, 0, 0, number])));
        let says = |number| {
            let full = permits.take(address(number)).map(drop).unwrap_err();
            Error::from(full).into_failure(Language::English).error.says
        };
        let first = permits.take(address(1)).unwrap();
        let _second = permits.take(address(1)).unwrap();
        assert!(says(1).contains("your address"));
        let _third = permits.take(address(2)).unwrap();
        assert!(says(3).contains("this server"));
        drop(first);
        assert!(permits.take(address(1)).is_ok());
    }
}
