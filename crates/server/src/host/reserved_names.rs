use serde::{Deserialize, Serialize};
use tabiya_rules::ByLanguage;

use crate::name::name_form;
use crate::{Error, PlayerId};

/// How many names can be reserved.
const MOST: usize = 1000;

/// A name that only one player may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReservedName {
    pub name: String,
    /// Whose it is.
    pub player: String,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReservedNames(pub Vec<ReservedName>);

impl ReservedNames {
    /// Who has a name that reads like this one.
    pub fn find(&self, name: &str) -> Option<&ReservedName> {
        let form = name_form(name);
        self.0.iter().find(|reserved| name_form(&reserved.name) == form)
    }

    /// Refuses a name that reads like one of somebody else.
    pub fn check(&self, name: &str, player: Option<PlayerId>) -> Result<(), Error> {
        let is_own =
            |reserved: &ReservedName| player.is_some_and(|player| reserved.player == player.as_str());
        match self.find(name) {
            Some(reserved) if !is_own(reserved) => {
                let says = ByLanguage {
                    english: "the host has reserved this name for somebody; if that is you, use the code that you were given",
                    german: "der Gastgeber hat diesen Namen für jemanden reserviert; bist du das, dann nimm den Code, den du bekommen hast",
                };
                Err(Error::forbidden("name_reserved", says))
            }
            _ => Ok(()),
        }
    }

    /// Reserves a name for a player, who may have had another one before.
    pub fn add(&mut self, name: &str, player: PlayerId) -> Result<(), Error> {
        self.check(name, Some(player))?;
        self.release(player.as_str());
        if self.0.len() >= MOST {
            let says = ByLanguage {
                english: format!("at most {MOST} names can be reserved"),
                german: format!("höchstens {MOST} Namen können reserviert werden"),
            };
            return Err(Error::refused("too_many_names", says));
        }
        self.0.push(ReservedName { name: name.to_owned(), player: player.to_string() });
        Ok(())
    }

    /// Lets anybody have the name of a player; whether it was reserved.
    pub fn release(&mut self, player: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|reserved| reserved.player != player);
        self.0.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserved_name_is_for_one_player_however_it_is_written() {
        let [ann, eve] = [1, 2].map(|_| PlayerId::random());
        let mut names = ReservedNames::default();
        names.add("Ann Lee", ann).unwrap();
        for name in ["Ann Lee", "ann lee", "ANN  LEE", "АnnLee", "Ann-Lee"] {
            assert!(names.check(name, Some(ann)).is_ok(), "{name}");
            assert!(names.check(name, Some(eve)).is_err() && names.check(name, None).is_err(), "{name}");
        }
        assert!(names.check("Anna Lee", None).is_ok());
        assert!(names.add("annlee", eve).is_err());
        names.add("Ann", ann).unwrap();
        assert!(names.check("Ann Lee", None).is_ok(), "one name for each");
        assert!(names.release(ann.as_str()) && !names.release(ann.as_str()));
        assert!(names.check("Ann", None).is_ok());
    }
}
