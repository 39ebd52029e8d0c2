use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_game::Moment;
use tabiya_game::narration::span_words;
use tabiya_rules::ByLanguage;

use crate::client_address::ClientAddress;
use crate::store::PlayerRecord;
use crate::{Error, PlayerId};

/// The most that are remembered; the oldest go first.
const MOST: usize = 500;

/// Somebody whom the host asked to stay away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Removal {
    pub player: String,
    /// What they were called.
    pub name: String,
    pub until: Moment,
    /// Where they were, where nobody new is to come from.
    pub address: Option<String>,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Removals(pub Vec<Removal>);

impl Removals {
    /// Keeps somebody away until a moment. Whoever is kept away already is so from now on.
    pub fn add(&mut self, player: &PlayerRecord, until: Moment, address: Option<ClientAddress>, now: Moment) {
        self.readmit(player.id.as_str());
        self.0.retain(|removal| removal.until > now);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(Removal {
            player: player.id.to_string(),
            name: player.name.clone(),
            until,
            address: address.map(|address| address.to_string()),
        });
    }

    /// Lets somebody come again; whether they were kept away.
    pub fn readmit(&mut self, player: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|removal| removal.player != player);
        self.0.len() < before
    }

    /// Those who are kept away at a moment.
    pub fn at(&self, now: Moment) -> impl Iterator<Item = &Removal> {
        self.0.iter().filter(move |removal| removal.until > now)
    }

    pub fn check_player(&self, player: PlayerId, now: Moment) -> Result<(), Error> {
        let mut found = self.at(now).filter(|removal| removal.player == player.as_str());
        found.next().map_or(Ok(()), |removal| Err(kept_away(removal.until, now)))
    }

    /// Refuses newcomers from where somebody was who is kept away.
    pub fn check_address(&self, address: Option<ClientAddress>, now: Moment) -> Result<(), Error> {
        let Some(address) = address.map(|address| address.to_string()) else { return Ok(()) };
        let mut found = self.at(now).filter(|removal| removal.address.as_ref() == Some(&address));
        found.next().map_or(Ok(()), |removal| Err(kept_away(removal.until, now)))
    }
}

fn kept_away(until: Moment, now: Moment) -> Error {
    let left = until.since(now);
    let says = if left > Duration::from_secs(400 * 24 * 3600) {
        ByLanguage {
            english: "the host has asked you to stay away".to_owned(),
            german: "der Gastgeber hat dich gebeten, wegzubleiben".to_owned(),
        }
    } else {
        let minutes = Duration::from_secs(left.as_secs().div_ceil(60) * 60);
        let ByLanguage { english, german } = ByLanguage::from_fn(|language| span_words(language, minutes));
        ByLanguage {
            english: format!("the host has asked you to stay away for another {english}"),
            german: format!("der Gastgeber hat dich gebeten, noch {german} wegzubleiben"),
        }
    };
    Error::forbidden("kept_away", says)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tabiya_rules::Language;

    use super::*;

    #[test]
    fn somebody_is_kept_away_until_a_moment_or_until_let_in_again() {
        let ann = PlayerRecord { id: PlayerId::random(), name: "Ann".to_owned() };
        let [here, elsewhere] =
            ["10.0.0.1", "10.0.0.2"].map(|text| Some(ClientAddress::from(text.parse::<IpAddr>().unwrap())));
        let mut removals = Removals::default();
        removals.add(&ann, Moment(100_000), here, Moment(0));
        assert!(removals.check_player(ann.id, Moment(99_999)).is_err());
        assert!(removals.check_player(ann.id, Moment(100_000)).is_ok());
        assert!(removals.check_player(PlayerId::random(), Moment(1)).is_ok());
        assert!(removals.check_address(here, Moment(1)).is_err());
        assert!(removals.check_address(elsewhere, Moment(1)).is_ok());
        let Err(Error::Forbidden(reason)) = removals.check_player(ann.id, Moment(30_000)) else { panic!() };
        let said = |language| reason.to_reason(language).says;
        assert_eq!(said(Language::English), "The host has asked you to stay away for another 2 minutes.");
        assert_eq!(said(Language::German), "Der Gastgeber hat dich gebeten, noch 2 Minuten wegzubleiben.");
        assert!(removals.readmit(ann.id.as_str()) && !removals.readmit(ann.id.as_str()));
        assert!(removals.check_player(ann.id, Moment(1)).is_ok());
    }
}
