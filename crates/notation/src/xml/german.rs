use std::fmt;

use tabiya_rules::german::{NounCase, color, joined, piece, the, words};
use tabiya_rules::{Piece, Words};
use tabiya_text::visible;

use super::{
    Attribute, AttributeFault, FoundTag, MAX_LENGTH, PlacedPiece, RulesName, XmlError, XmlLoss, XmlMoveFault,
    XmlPlace, XmlProblem, XmlTag, XmlWriteError,
};

use NounCase::{Accusative, Nominative};

impl Words for XmlError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zeile {}: {}", self.line, words(&self.problem))
    }
}

/// What the library says of a document that is no XML stays as it is.
impl Words for XmlProblem {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlProblem::TooLong { length } => {
                write!(f, "das Dokument hat {length} Bytes, und keines darf mehr als {MAX_LENGTH} haben")
            }
            XmlProblem::NotUtf8 => f.write_str("das Dokument ist nicht UTF-8"),
            XmlProblem::Character { found } => {
                write!(f, "das Zeichen {} kann nicht in XML stehen", visible(&found.to_string()))
            }
            XmlProblem::Syntax { message } => f.write_str(message),
            XmlProblem::DocumentType => f.write_str("ein Dokumenttyp (DOCTYPE) ist nicht erlaubt"),
            XmlProblem::Reference { found } => write!(f, "der Verweis &{found:#}; ist nicht erlaubt"),
            XmlProblem::Instruction => f.write_str("eine Verarbeitungsanweisung ist nicht erlaubt"),
            XmlProblem::CdataSection => f.write_str("ein CDATA-Abschnitt ist nicht erlaubt"),
            XmlProblem::Declaration => {
                f.write_str("die XML-Deklaration muss zuerst kommen und Version 1.0 und UTF-8 nennen")
            }
            XmlProblem::Nesting { within, expected, found } => {
                let expected = joined(expected.iter().map(words), "oder");
                write!(f, "in {}: erwartet wird {expected}, gefunden: {}", words(within), words(found))
            }
            XmlProblem::Text { within, found } => {
                write!(f, "in {}: unerwarteter Text {found}", words(within))
            }
            XmlProblem::Attribute { of, fault } => write!(f, "{}: {}", words(of), words(fault)),
            XmlProblem::SquareTaken { piece: placed, by } => {
                write!(f, "{}: dort steht schon {}", standing(*placed, Nominative), piece(*by, Nominative))
            }
            XmlProblem::Kings { color: side, count: 0 } => {
                write!(f, "{} hat keinen König auf dem Brett", color(*side))
            }
            XmlProblem::Kings { color: side, count } => {
                write!(f, "{} hat {count} Könige auf dem Brett, und es muss genau einer sein", color(*side))
            }
            XmlProblem::Start { moves: 0, rules, faults } => {
                write!(f, "das Brett ist nach {} unmöglich: {}", words(rules), words(faults))
            }
            XmlProblem::Start { moves: _, rules, faults } => {
                let (rules, faults) = (words(rules), words(faults));
                write!(f, "nimmt man alle Züge zurück, ist das Brett nach {rules} unmöglich: {faults}")
            }
            XmlProblem::Move { number, rules, fault } => {
                write!(f, "Zug {number} nach {}: {}", words(rules), words(fault))
            }
            XmlProblem::Board { at, stated, reached, rules } => {
                write!(f, "das Brett hat {} auf {at}, aber ", or_nothing(*stated, Accusative))?;
                let reached = or_nothing(*reached, Nominative);
                write!(f, "durch die Züge nach {} steht dort {reached}", words(rules))
            }
        }
    }
}

impl Words for RulesName {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(name) => write!(f, "den Regeln {name:#}"),
            None => f.write_str("diesen Regeln"),
        }
    }
}

impl Words for XmlTag {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlTag::Open(element) => write!(f, "<{}>", element.name()),
            XmlTag::Close(element) => write!(f, "</{}>", element.name()),
            XmlTag::End => f.write_str("das Ende des Dokuments"),
        }
    }
}

impl Words for FoundTag {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoundTag::Open(name) => write!(f, "<{name:#}>"),
            FoundTag::Close(name) => write!(f, "</{name:#}>"),
            FoundTag::End => f.write_str("das Ende des Dokuments"),
        }
    }
}

impl Words for XmlPlace {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlPlace::Document => f.write_str("dem Dokument"),
            XmlPlace::Game => f.write_str("<chessgame>"),
            XmlPlace::Board => f.write_str("<board>"),
            XmlPlace::History => f.write_str("<history>"),
            XmlPlace::Move { number } => write!(f, "Zug {number}"),
            XmlPlace::PieceOfBoard { piece } => write!(f, "Figur {piece} des Bretts"),
            XmlPlace::PieceOfMove { number, piece } => write!(f, "Figur {piece} von Zug {number}"),
        }
    }
}

fn standing(placed: PlacedPiece, case: NounCase) -> String {
    format!("{} auf {}", piece(placed.piece, case), placed.at)
}

fn or_nothing(there: Option<Piece>, case: NounCase) -> String {
    there.map_or_else(|| "nichts".to_owned(), |there| piece(there, case))
}

impl Words for AttributeFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttributeFault::Unknown { found } => write!(f, "hier gibt es kein Attribut {found}"),
            AttributeFault::Twice(attribute) => write!(f, "{} steht zweimal da", attribute.name()),
            AttributeFault::Missing(attribute) => write!(f, "{} fehlt", attribute.name()),
            AttributeFault::Value { attribute, found } => {
                write!(f, "{}: erwartet wird {}, gefunden: {found}", attribute.name(), expected(*attribute))
            }
        }
    }
}

const fn expected(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Type => "pawn, rook, knight, bishop, queen oder king",
        Attribute::Color => "white oder black",
        Attribute::Column | Attribute::Row => "eine Ziffer von 0 bis 7",
    }
}

/// Moves are taken back from the board, and so the last ones tell what stood on it before.
const BY_THE_BOARD: &str = "nach dem Brett und den späteren Zügen steht danach dort";

impl Words for XmlMoveFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            XmlMoveFault::NotArrived { stated: PlacedPiece { piece: man, at }, there } => {
                let (man, there) = (piece(man, Nominative), or_nothing(there, Nominative));
                write!(f, "{man} kommt nach {at}, aber {BY_THE_BOARD} {there}")
            }
            XmlMoveFault::NotLeft { stated: PlacedPiece { piece: man, at }, there } => {
                let (man, there) = (piece(man, Nominative), piece(there, Nominative));
                write!(f, "{man} verlässt {at}, aber {BY_THE_BOARD} {there}")
            }
            XmlMoveFault::NotTaken { stated: PlacedPiece { piece: man, at }, there } => {
                let (man, there) = (piece(man, Nominative), piece(there, Nominative));
                write!(f, "{man} wird auf {at} geschlagen, aber {BY_THE_BOARD} {there}")
            }
            XmlMoveFault::From { stated, there } => {
                let there = or_nothing(there, Nominative);
                write!(f, "er zieht {}, wo {there} steht", standing(stated, Accusative))
            }
            XmlMoveFault::To { left, arrives } => {
                let (left, arrives) = (piece(left, Nominative), piece(arrives, Nominative));
                write!(f, "{left} zieht los, aber {arrives} kommt an")
            }
            XmlMoveFault::Illegal(why) => why.german(f),
            XmlMoveFault::CastlingTarget { royal, ends } => {
                write!(
                    f,
                    "die Rochade wird als Zug {} nach {ends} geschrieben",
                    the(royal, NounCase::Genitive)
                )
            }
            XmlMoveFault::TakesUntold(taken) => {
                write!(f, "er schlägt {}, ohne es zu sagen", standing(taken, Accusative))
            }
            XmlMoveFault::TakesAnother { stated, taken } => {
                let (stated, taken) = (standing(stated, Accusative), standing(taken, Accusative));
                write!(f, "er soll {stated} schlagen, schlägt aber {taken}")
            }
            XmlMoveFault::TakesNothing { stated } => {
                write!(f, "er soll {} schlagen, schlägt aber nichts", standing(stated, Accusative))
            }
        }
    }
}

impl Words for XmlLoss {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlLoss::Headings => f.write_str("die Namen der Spieler und andere Angaben"),
            XmlLoss::Clocks => f.write_str("die Uhren"),
            XmlLoss::Result => f.write_str("das Ergebnis, wo es nicht auf dem Brett steht"),
            XmlLoss::Comments => f.write_str("die Kommentare"),
            XmlLoss::Variations => f.write_str("die Varianten"),
            XmlLoss::Turn => {
                f.write_str("dass Schwarz am Zug ist: wieder geöffnet, ist Weiß am Zug")
            }
            XmlLoss::Castling => f.write_str(
                "wer rochieren darf: wieder geöffnet, darf es jeder König mit einem Turm, wenn beide zu Hause stehen",
            ),
            XmlLoss::EnPassant => f.write_str("dass am Anfang en passant geschlagen werden kann"),
            XmlLoss::Counters => {
                f.write_str("die Zugnummern am Anfang: wieder geöffnet, beginnen sie mit 1")
            }
            XmlLoss::Rules { opened: Some(opened) } => {
                write!(f, "die Regeln: ohne Angabe wird sie mit den Regeln {opened} geöffnet")
            }
            XmlLoss::Rules { opened: None } => {
                f.write_str("die Regeln: ohne Angabe kann sie nicht geöffnet werden")
            }
        }
    }
}

impl Words for XmlWriteError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlWriteError::EnPassantAtStart => {
                f.write_str("XML sagt nicht, dass der erste Zug en passant schlagen kann; PGN schon")
            }
            XmlWriteError::CastlingElsewhere { number } => {
                f.write_str("XML kennt die Rochade nur von den Ausgangsfeldern von König und Turm, und ")?;
                write!(f, "Zug {number} rochiert von anderen; PGN kennt sie")
            }
            XmlWriteError::Move { number, why } => write!(f, "Zug {number}: {}", words(why)),
            XmlWriteError::Kings { color: side, count: 0 } => {
                write!(
                    f,
                    "in XML gibt es kein Brett, auf dem {} keinen König hat; in PGN schon",
                    color(*side)
                )
            }
            XmlWriteError::Kings { color: side, count } => {
                write!(
                    f,
                    "in XML gibt es kein Brett, auf dem {} {count} Könige hat; in PGN schon",
                    color(*side)
                )
            }
            XmlWriteError::Ambiguous { number } => {
                write!(f, "XML schreibt Zug {number} wie einen anderen; PGN nicht")
            }
            XmlWriteError::TooLong { length } => {
                write!(f, "das XML-Dokument hätte {length} Bytes, und keines darf mehr als {MAX_LENGTH} ")?;
                f.write_str("haben; PGN ist kürzer")
            }
        }
    }
}
