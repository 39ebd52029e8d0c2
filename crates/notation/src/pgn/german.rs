use std::fmt;

use tabiya_rules::Words;
use tabiya_rules::german::words;

use super::edit::{MOST_DRAWN, MOST_MARKS};
use super::{
    EditRefusal, MAX_COMMENT, MAX_DEPTH, MAX_MOVES, MAX_TAG, MAX_TAGS, MAX_TEXT, NotAPath, PgnDamage,
    PgnFault,
};

impl Words for PgnFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnFault::NotAMove(error) => error.german(f),
            PgnFault::Move(error) => error.german(f),
            PgnFault::NullInCheck => f.write_str("wer im Schach steht, kann nicht aussetzen"),
            PgnFault::NoMoveToReplace => f.write_str("eine Variante vor dem ersten Zug"),
            PgnFault::StrayParenthesis => f.write_str("eine Klammer wird geschlossen, die nicht offen war"),
            PgnFault::TooDeep => write!(f, "Varianten, die mehr als {MAX_DEPTH} tief ineinander stehen"),
            PgnFault::OpenVariation => f.write_str("die Partie endet mitten in einer Variante"),
            PgnFault::OpenComment => f.write_str("die Partie endet mitten in einem Kommentar"),
            PgnFault::StrayBrace => {
                f.write_str("eine geschweifte Klammer wird geschlossen, die nicht offen war")
            }
            PgnFault::Nag => f.write_str("erwartet wird ein Zeichen von $0 bis $255"),
            PgnFault::LongComment => write!(f, "ein Kommentar von mehr als {MAX_COMMENT} Bytes"),
            PgnFault::LongTag => write!(f, "ein Tag von mehr als {MAX_TAG} Bytes"),
            PgnFault::TooManyTags => write!(f, "mehr als {MAX_TAGS} Tags"),
            PgnFault::TooMuchText => write!(f, "mehr als {MAX_TEXT} Bytes an Tags und Kommentaren"),
            PgnFault::Tag(found) => {
                write!(f, "erwartet wird ein Tag wie [White \"Morphy\"], gefunden: {found}")
            }
            PgnFault::Variant(found) => write!(f, "die Variante {found} ist unbekannt"),
            PgnFault::Rules(errors) => {
                let errors = words(errors).to_string().replace('\n', "; ");
                write!(f, "das Regelwerk der Partie: {errors}")
            }
            PgnFault::TooManyRules => f.write_str("zu viele verschiedene Regelwerke in einer Datei"),
            PgnFault::Fen(error) => write!(f, "die Anfangsstellung: {}", words(error)),
            PgnFault::Setup(faults) => write!(f, "die Anfangsstellung: {}", words(faults)),
            PgnFault::Mended(note) => write!(f, "die Anfangsstellung: {}", words(note)),
            PgnFault::Endings { tag, word } => {
                write!(f, "das Ergebnis ist {tag} in den Tags und {word} am Ende")
            }
            PgnFault::TooManyMoves => write!(f, "mehr als {MAX_MOVES} Züge"),
        }
    }
}

impl Words for PgnDamage {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Partie {}, Zeile {}", self.game, self.line)?;
        if self.reason.is_about_a_move() {
            write!(f, ", Halbzug {}", self.ply + 1)?;
        }
        write!(f, ": {}", words(&self.reason))
    }
}

impl Words for EditRefusal {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditRefusal::UnreadStart => f.write_str(
                "die Regeln oder der Anfang dieser Partie ließen sich nicht lesen: in sie lässt sich nichts schreiben",
            ),
            EditRefusal::NoSuchMove(path) => write!(f, "diesen Zug hat die Partie nicht mehr: {path}"),
            EditRefusal::Start => f.write_str("am Anfang der Partie ist noch kein Zug"),
            EditRefusal::Unplayable(why) => why.german(f),
            EditRefusal::NoVariation => f.write_str(
                "nur vor dem ersten Zug einer Variante steht eine Anmerkung: schreib sie hinter den Zug davor",
            ),
            EditRefusal::Unchanged => f.write_str("das ist schon so"),
            EditRefusal::MainLine => f.write_str("das ist schon die Hauptvariante"),
            EditRefusal::FirstVariation => f.write_str("das ist schon die erste Nebenvariante"),
            EditRefusal::PlayedFirst => f.write_str("die gespielten Züge bleiben die Hauptvariante"),
            EditRefusal::Played => {
                f.write_str("diese Züge wurden gespielt: nur Varianten lassen sich löschen")
            }
            EditRefusal::TakenBack => f.write_str(
                "diese Züge wurden zurückgenommen und können noch einmal gemacht werden: löschen kann man sie, wenn ein anderer Zug gemacht ist",
            ),
            EditRefusal::Passes => {
                f.write_str("hier setzt eine Seite aus: das kann nicht die Hauptvariante sein")
            }
            EditRefusal::TooManyMoves { most } => {
                write!(f, "mit allen Varianten hat eine Partie hier höchstens {most} Züge")
            }
            EditRefusal::TooLong { most } => write!(f, "eine Anmerkung hat höchstens {most} Zeichen"),
            EditRefusal::TooMuchText { most } => {
                write!(f, "die Anmerkungen einer Partie haben zusammen höchstens {most} kB")
            }
            EditRefusal::TooManyMarks => write!(f, "ein Zug hat höchstens {MOST_MARKS} Zeichen"),
            EditRefusal::TooManyDrawn => {
                write!(f, "für eine Stellung werden höchstens {MOST_DRAWN} Pfeile und Kreise gezeichnet")
            }
            EditRefusal::TooDeep => write!(f, "Varianten stehen höchstens {MAX_DEPTH} tief ineinander"),
        }
    }
}

impl Words for NotAPath {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "der Weg zu einem Zug hat Züge wie e2e4 e7e5~2, gefunden: {}", self.found)
    }
}
