use tabiya_game::narration::sentence;
use tabiya_rules::{ByLanguage, Language};

/// What is wrong with the data of a server that goes on all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataTrouble {
    /// Something in the store cannot be read, so that games may be lost.
    Damaged,
    /// Nobody knows which games are running.
    NotListed,
    /// Something that the host has set cannot be read.
    HostLost,
}

impl DataTrouble {
    /// In words that may follow others.
    pub fn says(self) -> ByLanguage<&'static str> {
        match self {
            DataTrouble::Damaged => ByLanguage {
                english: "the database is damaged: some games may be lost",
                german: "die Datenbank ist beschädigt: manche Partien können verloren sein",
            },
            DataTrouble::NotListed => ByLanguage {
                english: "the server cannot read which games are running",
                german: "der Server kann nicht lesen, welche Partien laufen",
            },
            DataTrouble::HostLost => ByLanguage {
                english: "what the host has set cannot all be read: the rest is as usual",
                german: "was der Gastgeber eingestellt hat, ist nicht ganz lesbar: der Rest ist wie üblich",
            },
        }
    }

    /// As everybody is told who can do nothing about it.
    pub fn told(self, language: Language) -> String {
        let says = sentence(language.choose(self.says()));
        let comfort = language.choose(ByLanguage {
            english: "Whoever runs the server has been told how to save the others.",
            german: "Wer den Server betreibt, weiß, wie die anderen zu retten sind.",
        });
        if self == DataTrouble::Damaged { format!("{says} {comfort}") } else { says }
    }
}
