use std::fmt;

use tabiya_rules::Words;
use tabiya_rules::german::{NounCase, into, joined, the, words};

use super::error::MOST_PRINTED;
use super::{
    ActualValue, Contradiction, ExpectedValue, MAX_LENGTH, MAX_NAME, MAX_SUMMARY, RuleFileError,
    RuleFileErrors, RuleFileProblem,
};

impl Words for RuleFileError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "Zeile {line}: ")?;
        }
        self.problem.german(f)
    }
}

/// What the library says of a line that is no TOML stays as it is.
impl Words for RuleFileProblem {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleFileProblem::TooLong { length } => {
                write!(
                    f,
                    "die Datei hat {length} Bytes, und keine Regeldatei darf mehr als {MAX_LENGTH} haben"
                )
            }
            RuleFileProblem::Syntax { message, found } => write!(f, "{message}, in {found}"),
            RuleFileProblem::UnknownField { found, nearest: Some(nearest) } => {
                write!(f, "es gibt kein Feld {found}: meinst du {nearest}?")
            }
            RuleFileProblem::UnknownField { found, nearest: None } => {
                write!(f, "es gibt kein Feld {found}: ein ganz ausgeschriebenes Regelwerk zeigt alle")
            }
            RuleFileProblem::Parent(unknown) => write!(f, "parent: {}", words(unknown)),
            RuleFileProblem::Value { field, expected, found } => {
                write!(f, "{field}: erwartet wird {}, gefunden: {}", words(expected), words(found))
            }
            RuleFileProblem::Start(error) => write!(f, "start: {}", words(error)),
            RuleFileProblem::Contradiction(what) => what.german(f),
        }
    }
}

impl Words for ExpectedValue {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |list: &[&str]| joined(list.iter().map(|word| format!("\"{word}\"")), "oder");
        match self {
            ExpectedValue::Boolean => f.write_str("true oder false"),
            ExpectedValue::Words(list) => f.write_str(&quoted(list)),
            ExpectedValue::ListOf(list) => write!(f, "eine Liste in [ ] aus {}", quoted(list)),
            ExpectedValue::Limit { least } => {
                write!(f, "\"never\" oder eine Zahl von {least} bis {}", u16::MAX)
            }
            ExpectedValue::Worth => write!(f, "eine Zahl von 0 bis {}", u16::MAX),
            ExpectedValue::Worths => f.write_str("eine Tabelle wie { pawn = 1, queen = 9 }"),
            ExpectedValue::Start => f.write_str("\"chess960\" oder eine FEN in Anführungszeichen"),
            ExpectedValue::Name => {
                write!(f, "eine Zeile von höchstens {MAX_NAME} Zeichen in Anführungszeichen")
            }
            ExpectedValue::Summary => {
                write!(f, "eine Zeile von höchstens {MAX_SUMMARY} Zeichen in Anführungszeichen")
            }
            ExpectedValue::Parent => {
                f.write_str("der Name eines eingebauten Regelwerks in Anführungszeichen")
            }
        }
    }
}

impl Words for ActualValue {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActualValue::Text(text) => write!(f, "{text}"),
            ActualValue::Bare(text) => write!(f, "{text:#}"),
            ActualValue::List => f.write_str("eine Liste"),
            ActualValue::Table => f.write_str("eine Tabelle"),
            ActualValue::Nothing => f.write_str("nichts"),
        }
    }
}

impl Words for RuleFileErrors {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.iter().take(MOST_PRINTED).enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "\n" }, words(error))?;
        }
        if self.iter().count() > MOST_PRINTED { f.write_str("\nund mehr") } else { Ok(()) }
    }
}

impl Words for Contradiction {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::RoyalPawn => f.write_str("royal: die königliche Figur kann kein Bauer sein"),
            Contradiction::PromotesToPawn => f.write_str(
                "promotes-to: ein Bauer kann nicht zum Bauern werden; wo er einer bleibt, schreib []",
            ),
            Contradiction::PromotesToRoyal { royal } => {
                let king = the(*royal, NounCase::Nominative);
                write!(f, "promotes-to: ein Bauer kann nicht {} werden, denn {king} ist königlich", into(*royal))
            }
            Contradiction::RoyalRookCastles => f.write_str(
                "castling: erwartet wird false, denn der Turm ist königlich und kann nicht mit sich selbst rochieren",
            ),
            Contradiction::LimitTooLow { field, least } => {
                write!(f, "{field}: erwartet wird \"never\" oder eine Zahl von {least} bis {}", u16::MAX)
            }
            Contradiction::ClaimAfterEnd { field, claim, automatic } => {
                write!(f, "{field}: {claim} ist zu spät, denn bei {automatic} kommt das Remis von selbst")
            }
            Contradiction::Start(faults) => {
                write!(f, "start: keine Stellung nach diesen Regeln: {}", words(faults))
            }
            Contradiction::Chess960 { number, faults } => {
                let faults = words(faults);
                write!(f, "start: Nummer {number} der 960 ist keine Stellung nach diesen Regeln: {faults}")
            }
        }
    }
}
