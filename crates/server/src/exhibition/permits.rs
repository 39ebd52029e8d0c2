use tabiya_rules::ByLanguage;

use crate::client_address::ClientAddress;
use crate::share_counts::{NoShare, ShareCounts, SharePermit, Shares};
use crate::{Error, PlayerId, ServerLimits};

/// How many games of two computers may run at the same time: in all, for one address and for one maker.
pub(crate) struct ExhibitionPermits {
    running: ShareCounts,
    shares: Shares,
}

/// The right of one game to run, until it is dropped.
pub(crate) struct ExhibitionPermit(
    #[expect(dead_code, reason = "it counts until it is dropped")] SharePermit,
);

impl ExhibitionPermits {
    pub fn new(limits: &ServerLimits) -> ExhibitionPermits {
        let shares = Shares {
            of_all: limits.exhibitions,
            of_address: limits.exhibitions_per_address,
            of_player: limits.exhibitions_per_player,
            few: 1,
        };
        ExhibitionPermits { running: ShareCounts::default(), shares }
    }

    /// How many run.
    pub fn running(&self) -> usize {
        self.running.total()
    }

    /// Refuses where no more games may run.
    pub fn check(&self, maker: Option<PlayerId>, address: Option<ClientAddress>) -> Result<(), Error> {
        self.running.check(address, maker, self.shares).map_err(too_many)
    }

    /// One more for a maker, who is at an address.
    pub fn take(
        &self,
        maker: Option<PlayerId>,
        address: Option<ClientAddress>,
    ) -> Result<ExhibitionPermit, Error> {
        self.running.add(address, maker, self.shares).map(ExhibitionPermit).map_err(too_many)
    }
}

fn too_many(refused: NoShare) -> Error {
    let says = match refused {
        NoShare::Player => ByLanguage {
            english: "too many of your games of two computers are running: pause or end one first",
            german: "zu viele deiner Partien zweier Computer laufen: halte erst eine an oder beende sie",
        },
        NoShare::Address => ByLanguage {
            english: "too many games of two computers from your address are running: try again when one has paused or ended",
            german: "von deiner Adresse laufen zu viele Partien zweier Computer: versuch es wieder, wenn eine stillsteht oder zu Ende ist",
        },
        NoShare::All => ByLanguage {
            english: "too many games of two computers are running on this server: try again when one has paused or ended",
            german: "auf diesem Server laufen zu viele Partien zweier Computer: versuch es wieder, wenn eine stillsteht oder zu Ende ist",
        },
    };
    Error::too_many("too_many_exhibitions", says)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tabiya_rules::Language;

    use super::*;

    #[test]
    fn there_are_so_many_for_one_maker_for_one_address_and_for_all() {
        let limits = ServerLimits {
            exhibitions: 5,
            exhibitions_per_address: 4,
            exhibitions_per_player: 2,
            ..ServerLimits::default()
        };
        let permits = ExhibitionPermits::new(&limits);
        let [ann, bob, eve, dan, zoe] = std::array::from_fn(|_| Some(PlayerId::random()));
        let [school, home] =
            [7, 8].map(|number| Some(ClientAddress::from(IpAddr::from([203, 0, 113, number]))));
        let says = |who, address| {
            let refused = permits.take(who, address).map(drop).unwrap_err();
            refused.into_failure(Language::English).error.says
        };
        let first = permits.take(ann, school).unwrap();
        let _second = permits.take(ann, school).unwrap();
        assert!(says(ann, school).contains("your games"));
        let _third = permits.take(bob, school).unwrap();
        // The last place is for somebody who has none.
        assert!(says(bob, school).contains("your address"));
        let _fourth = permits.take(eve, school).unwrap();
        assert!(says(dan, school).contains("your address"));
        let _fifth = permits.take(dan, home).unwrap();
        assert!(says(zoe, home).contains("this server"));
        assert!(permits.check(zoe, home).is_err());
        drop(first);
        assert!(permits.check(zoe, home).is_ok() && permits.take(zoe, school).is_ok());
        assert_eq!(permits.running(), 4);
    }
}
