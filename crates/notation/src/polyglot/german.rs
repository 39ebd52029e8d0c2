use std::fmt;

use tabiya_rules::Words;

use super::{BookEntry, BookError};

impl Words for BookError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Length { length } => {
                write!(
                    f,
                    "{length} Bytes sind keine ganze Zahl von Einträgen zu {} Bytes: ",
                    BookEntry::LENGTH
                )?;
                f.write_str("das Buch ist abgeschnitten, oder keines")
            }
            BookError::Unsorted { number, before, key } => {
                write!(
                    f,
                    "Eintrag {number} steht falsch: sein Schlüssel {key} ist kleiner als {before} davor"
                )
            }
        }
    }
}
