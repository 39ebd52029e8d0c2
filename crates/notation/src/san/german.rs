use std::fmt;

use tabiya_rules::Words;
use tabiya_rules::german::{NounCase, joined, no, plural, words};

use super::{NotASan, SanError};

impl Words for NotASan {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "erwartet wird ein Zug wie Nf3, exd5 oder O-O, gefunden: {}", self.found)
    }
}

impl Words for SanError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Ambiguous { role, to, from } => {
                let (men, squares) = (plural(*role), joined(*from, "oder"));
                write!(f, "mehrere {men} können nach {to} ziehen: von {squares}")
            }
            SanError::NoneCan { role, to } => {
                write!(f, "{} kann nach {to} ziehen", no(*role, NounCase::Nominative))
            }
            SanError::RoleNotInRules { role, game } => {
                write!(f, "{} gibt es keine {}", words(game), plural(*role))
            }
            SanError::NotThere { role, at } => {
                write!(f, "auf {at} steht {} von dir", no(*role, NounCase::Nominative))
            }
            SanError::NothingToTake { to } => write!(f, "auf {to} gibt es nichts zu schlagen"),
            SanError::Illegal(why) => why.german(f),
            SanError::Null => f.write_str("ein Nullzug zieht nichts: wer am Zug ist, muss ziehen"),
        }
    }
}
