//! German: what is wrong with files, and what they cannot hold.

use std::{fmt, io};

use tabiya_rules::Words;
use tabiya_rules::german::words;

use crate::packed::MAX_RATIO;
use crate::{
    GameDamage, LineDamage, Loss, LossNote, Omission, OpenError, OtherContent, ReadError, ReadingNote,
    ReplaceError, UnpackError, WriteError,
};

impl Words for GameDamage {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameDamage::Pgn(damage) => damage.german(f),
            GameDamage::Line { number, why } => write!(f, "Zeile {number}: {}", words(why)),
        }
    }
}

impl Words for LineDamage {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineDamage::NotUtf8(form) => write!(f, "das ist keine {form}: es ist kein Text in UTF-8"),
            LineDamage::Fen(error) => write!(f, "das ist keine FEN: {}", words(error)),
            LineDamage::Epd(error) => write!(f, "das ist keine EPD: {}", words(error)),
            LineDamage::Position(faults) => {
                write!(f, "das ist nach diesen Regeln keine Stellung: {}", words(faults))
            }
        }
    }
}

impl Words for Omission {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Omission::Variations { most_moves } => {
                write!(f, "die Varianten: mit ihnen hat die Partie mehr als {most_moves} Züge")
            }
            Omission::Remarks { most_kilobytes } => {
                write!(f, "Angaben, Kommentare und Zeichen: sie haben mehr als {most_kilobytes} kB")
            }
            Omission::Result(ending) => {
                write!(f, "das Ergebnis {ending}: die Partie wird weitergespielt und hat noch keins")
            }
            Omission::Followed => f.write_str("die Züge, die folgten"),
            Omission::TakenBack => f.write_str("die am Ende zurückgenommenen Züge"),
            Omission::LostSource => f.write_str(
                "Angaben und Anmerkungen der Datei, aus der sie geöffnet wurde und die nicht mehr lesbar ist",
            ),
            Omission::LostEdits => f.write_str(
                "die Anmerkungen und Varianten, die hier geschrieben wurden und nicht mehr lesbar sind",
            ),
            Omission::Told(words) => f.write_str(words),
        }
    }
}

impl Words for OpenError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Read(error) => error.german(f),
            OpenError::NoSuchGame { games: 0, .. } => f.write_str("darin ist keine Partie"),
            OpenError::NoSuchGame { number, games: 1 } => {
                write!(f, "darin ist eine Partie, und keine mit der Nummer {number}")
            }
            OpenError::NoSuchGame { number, games } => {
                write!(f, "darin sind {games} Partien, und keine mit der Nummer {number}")
            }
            OpenError::Unreadable(Some(damage)) => damage.german(f),
            OpenError::Unreadable(None) => f.write_str("sie kann nicht gelesen werden"),
        }
    }
}

/// What the system says of a file stays as it is; what was found out here is worded.
pub(crate) fn input_words(error: &io::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ours = error.get_ref().and_then(|inner| inner.downcast_ref::<UnpackError>());
    match ours {
        Some(ours) => ours.german(f),
        None => fmt::Display::fmt(error, f),
    }
}

impl Words for ReadError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Input(error) => input_words(error, f),
            ReadError::Xml(error) => error.german(f),
        }
    }
}

impl Words for WriteError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Output(error) => fmt::Display::fmt(error, f),
            WriteError::Xml(error) => error.german(f),
        }
    }
}

impl Words for ReplaceError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplaceError::Stream(error) => input_words(error, f),
            ReplaceError::NoSuchGame { number, games: 1 } => {
                write!(f, "darin ist eine Partie, und keine Partie {number}, die ersetzt werden könnte")
            }
            ReplaceError::NoSuchGame { number, games } => {
                write!(f, "darin sind {games} Partien, und keine Partie {number}, die ersetzt werden könnte")
            }
            ReplaceError::Damaged(damage) => {
                write!(f, "was von der Partie nicht lesbar ist, ginge verloren: {}", words(damage))
            }
            ReplaceError::Changed { number } => {
                write!(
                    f,
                    "Partie {number} darin ist nicht die, die geöffnet wurde: die Datei wurde inzwischen "
                )?;
                f.write_str("geändert")
            }
        }
    }
}

impl Words for ReadingNote {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadingNote::Line { number, note } => write!(f, "Zeile {number}: {}", words(note)),
            ReadingNote::OtherRules { asked, played } => {
                write!(f, "ihre Züge sind nach den Regeln {played} erlaubt, nicht nach {asked}")
            }
            ReadingNote::OtherStart { rules, start } => {
                write!(
                    f,
                    "sie beginnt nicht mit der üblichen Stellung der Regeln {rules}, sondern mit {start}"
                )
            }
        }
    }
}

impl Words for Loss {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Moves => f.write_str("die Züge"),
            Loss::OtherGames => f.write_str("alle Partien bis auf die erste"),
            Loss::Operations => f.write_str("die Operationen"),
            Loss::AllButPosition => f.write_str("alles außer der Stellung"),
            Loss::TakenBack => f.write_str("die am Ende zurückgenommenen Züge"),
            Loss::Rules(name) => write!(f, "die Regeln, nämlich {name}"),
            Loss::XmlRules { name, opened: Some(opened) } => {
                write!(f, "die Regeln {name}: ohne Angabe wird sie mit den Regeln {opened} geöffnet")
            }
            Loss::XmlRules { name, opened: None } => {
                write!(f, "die Regeln {name}: ohne Angabe kann sie nicht geöffnet werden")
            }
            Loss::Told(loss) => loss.german(f),
        }
    }
}

impl Words for LossNote {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LossNote::Unnamed(loss) => write!(f, "XML nennt nicht {}", words(loss)),
        }
    }
}

impl Words for UnpackError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Truncated => f.write_str("die gepackte Datei ist abgeschnitten: ihr Ende fehlt"),
            UnpackError::Damaged => {
                f.write_str("die gepackte Datei ist beschädigt: sie kann nicht entpackt werden")
            }
            UnpackError::Bomb => {
                write!(
                    f,
                    "die gepackte Datei wächst auf mehr als das {MAX_RATIO}-Fache, wie es keine Datei mit "
                )?;
                f.write_str("Partien tut: sie wird nicht weiter gelesen")
            }
            UnpackError::NoText(None) => {
                f.write_str("das ist weder PGN noch anderer Text: es sind Binärdaten darin")
            }
            UnpackError::NoText(Some(what)) => {
                write!(f, "das ist weder PGN noch anderer Text: es sieht aus wie {}", words(what))
            }
            UnpackError::InPlace => f.write_str(
                "die Datei ist gepackt, und keine Partie darin kann ersetzt werden: nimm eine andere Datei",
            ),
        }
    }
}

impl Words for OtherContent {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OtherContent::Zip => "ein ZIP-Archiv, das erst entpackt werden muss",
            OtherContent::Bzip2 => "eine mit bzip2 gepackte Datei, die erst entpackt werden muss",
            OtherContent::Xz => "eine mit xz gepackte Datei, die erst entpackt werden muss",
            OtherContent::SevenZip => "ein 7z-Archiv, das erst entpackt werden muss",
            OtherContent::Pdf => "ein PDF",
            OtherContent::Database => "eine Datenbank",
            OtherContent::Utf16 => "Text in UTF-16, der erst als UTF-8 gespeichert werden muss",
        })
    }
}
