//! German: what happens at a board beside the game, and why something does not. What the system says of a file stays as it is.

use std::fmt;

use tabiya_files::Form;
use tabiya_game::Refusal;
use tabiya_game::narration::ending_words;
use tabiya_rules::german::{color, words};
use tabiya_rules::{Language, Words};
use tabiya_system::{FileError, FileFault, shown};

use crate::TableRefusal;
use crate::engines::EngineTrouble;
use crate::file_trouble::{OpenFault, OpenTrouble, SaveFault, SaveTrouble};
use crate::session::{SessionDamage, SessionDamageKind};

impl Words for TableRefusal {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableRefusal::Game(refusal) => refusal.german(f),
            TableRefusal::Unplayable(why) => why.german(f),
            TableRefusal::Over { ending, seats, .. } => {
                write!(f, "die Partie ist zu Ende: {}", ending_words(Language::German, *ending, *seats))
            }
            TableRefusal::NoMove => f.write_str("es gibt keinen erlaubten Zug"),
            TableRefusal::NothingPlayed => f.write_str("es gibt noch keine Züge zu analysieren"),
            TableRefusal::NotAnnotated(why) => {
                f.write_str("die Analyse hat keinen Platz in der Partie: ")?;
                why.german(f)
            }
            TableRefusal::NoComputer => f.write_str("kein Computer ist am Zug"),
            TableRefusal::NotYourSide { own } => {
                write!(f, "du spielst {}, nicht {}", color(*own), color(!*own))
            }
            TableRefusal::TwoComputers => f.write_str("hier spielen zwei Computer"),
            TableRefusal::AlreadyOffered => f.write_str("Remis ist schon angeboten"),
            TableRefusal::NotCounted => Refusal::NotCounted.german(f),
            TableRefusal::NameTooLong { longest } => write!(f, "ein Name hat höchstens {longest} Zeichen"),
            TableRefusal::NotRecorded(error) => {
                write!(f, "das kann nicht gespeichert werden und geschieht nicht: {}", file_words(error))
            }
            TableRefusal::NotKept(error) => {
                write!(f, "die Partie kann nicht aufbewahrt werden: {}", file_words(error))
            }
            TableRefusal::NoArchive => f.write_str("hier werden keine Partien aufbewahrt"),
            TableRefusal::NotLookedFor(why) => {
                write!(f, "wartende Partien können nicht gesucht werden: {}", file_words(why))
            }
            TableRefusal::NoneWaiting { is_elsewhere: true, .. } => {
                f.write_str("keine Partie wartet: eine ist anderswo geöffnet")
            }
            TableRefusal::NoneWaiting { is_elsewhere: false, .. } => f.write_str("keine Partie wartet"),
            TableRefusal::OnlyWaiting { count: 1, .. } => f.write_str("nur eine Partie wartet"),
            TableRefusal::OnlyWaiting { count, .. } => write!(f, "nur {count} Partien warten"),
            TableRefusal::OnTableAlready { next } => {
                write!(f, "diese Partie hat schon die Nummer 1: die davor verlassene hat die 2 oder {next}")
            }
            TableRefusal::NoneSoCalled { name, .. } => write!(f, "keine wartende Partie heißt {name}"),
            TableRefusal::SeveralSoCalled { name, marks } => {
                write!(f, "{} wartende Partien heißen {name}: sag {}", marks.len(), marks.join(" oder "))
            }
            TableRefusal::Engine(trouble) => trouble.german(f),
            TableRefusal::NoBook(why) => write!(f, "nach diesem Buch kann man nicht spielen: {}", words(why)),
            TableRefusal::NoOpenings(why) => why.german(f),
            TableRefusal::NotOpened(why) => write!(f, "lässt sich nicht öffnen: {}", words(why)),
            TableRefusal::NotSaved(why) => write!(f, "lässt sich nicht speichern: {}", words(why)),
            TableRefusal::NoFile => {
                f.write_str("diese Partie wurde weder aus einer Datei geöffnet noch gespeichert")
            }
            TableRefusal::Supersedes { path, ending, .. } => write!(
                f,
                "in {} endete diese Partie {ending}, und eine andere träte an ihre Stelle",
                path.display()
            ),
            TableRefusal::FileThere { path } => write!(f, "die Datei {} gibt es schon", path.display()),
            TableRefusal::OtherGames { path, form } => {
                let what = match form {
                    Form::Pgn | Form::Xml => "Partien",
                    Form::Fen | Form::Epd => "Stellungen",
                };
                write!(f, "die Datei {} hat mehrere {what}, und sie gingen verloren", path.display())
            }
            TableRefusal::Lossy { form, lost, .. } => {
                write!(f, "in {form} haben keinen Platz: {}", lost.of(Language::German, 1))
            }
            TableRefusal::NotUnderstood { why } => {
                write!(f, "die vorhandene Datei ist unverständlich und ginge verloren: {}", words(why))
            }
            TableRefusal::Compressed { path } => {
                write!(f, "die Datei {} ist gepackt, und Partien werden als Text gespeichert", path.display())
            }
            TableRefusal::CompressedName { path } => {
                let path = path.display();
                write!(
                    f,
                    "{path} ist ein Name für eine gepackte Datei, und Partien werden als Text gespeichert"
                )
            }
            TableRefusal::PlayedElsewhere => {
                f.write_str("diese Partie wird auf einem Server gespielt und hier nur gezeigt")
            }
            TableRefusal::Impossible(why) => write!(f, "die Partie widerspricht sich: {}", words(why)),
        }
    }
}

/// What is wrong with a file.
pub fn file_words(FileError { path, why }: &FileError) -> String {
    let why = match why {
        FileFault::System(error) => error.to_string(),
        FileFault::Temporary(folder, error) => {
            format!("eine vorläufige Datei: {}: {error}", shown(folder))
        }
        FileFault::Folder => "das ist ein Ordner".to_owned(),
        FileFault::NoFile => "das ist keine Datei".to_owned(),
        FileFault::Special(_) => {
            "das ist keine gewöhnliche Datei; - ist die Standardausgabe, die überallhin führen kann"
                .to_owned()
        }
        FileFault::DeadLink => "das ist eine Verknüpfung, die nirgendwohin führt".to_owned(),
        FileFault::TooLong => "das ist zu lang".to_owned(),
        FileFault::TooMany => "zu viele Dateien".to_owned(),
    };
    match path {
        Some(path) => format!("{}: {why}", shown(path)),
        None => why,
    }
}

impl Words for OpenTrouble {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenTrouble::File(error) => f.write_str(&file_words(error)),
            OpenTrouble::Content(path, why) => write!(f, "{}: {}", path.display(), words(why)),
            OpenTrouble::Text(why) => write!(f, "dieser Text: {}", words(why)),
        }
    }
}

impl Words for OpenFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenFault::Game(error) => error.german(f),
            OpenFault::Rest(error) => error.german(f),
            OpenFault::Damaged(damage) => damage.german(f),
            OpenFault::Book(fault) => fault.german(f),
        }
    }
}

impl Words for SaveTrouble {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveTrouble::File(error) => f.write_str(&file_words(error)),
            SaveTrouble::Content(path, why) => write!(f, "{}: {}", path.display(), words(why)),
        }
    }
}

impl Words for SaveFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveFault::Form(error) => error.german(f),
            SaveFault::Write(error) => error.german(f),
            SaveFault::Replace(error) => error.german(f),
        }
    }
}

/// Whoever runs the engine says what is wrong with it.
impl Words for EngineTrouble {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "die Engine {name} kann nicht spielen: {}", self.why),
            None => write!(f, "mit dieser Engine kann man nicht spielen: {}", self.why),
        }
    }
}

impl Words for SessionDamage {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(entry) = self.entry {
            write!(f, "Eintrag {entry}: ")?;
        }
        match &self.why {
            SessionDamageKind::Text(error) => fmt::Display::fmt(error, f),
            SessionDamageKind::Game(why) => why.german(f),
            SessionDamageKind::Source => f.write_str("die geöffnete Partie ist nicht lesbar"),
            SessionDamageKind::NoPlayers => f.write_str("er sagt nicht, wer spielt"),
            SessionDamageKind::Newer => f.write_str("ein neueres Tabiya hat ihn geschrieben"),
        }
    }
}
