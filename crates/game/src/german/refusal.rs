use std::fmt;

use tabiya_rules::Words;
use tabiya_rules::german::{color, words};

use super::{ending_words, span_words};
use crate::{DamageKind, Refusal};

impl Words for Refusal {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver { ending, seats } => {
                write!(f, "die Partie ist zu Ende: {}", ending_words(*ending, *seats))
            }
            Refusal::NotYourTurn { turn } => write!(f, "{} ist am Zug", color(*turn)),
            Refusal::Unplayable { why, .. } => why.german(f),
            Refusal::MustMove => f.write_str("wer ziehen kann, muss ziehen"),
            Refusal::NoPassing { game } => write!(f, "{} darf man nicht aussetzen", words(game)),
            Refusal::NothingToUndo { there: 0, .. } => f.write_str("es gibt nichts zurückzunehmen"),
            Refusal::NothingToUndo { there: 1, .. } => f.write_str("es gibt nur einen Zug zurückzunehmen"),
            Refusal::NothingToUndo { there, .. } => {
                write!(f, "es gibt nur {there} Züge zurückzunehmen")
            }
            Refusal::NothingToRedo { there: 0, .. } => f.write_str("es gibt nichts wieder zu machen"),
            Refusal::NothingToRedo { there: 1, .. } => f.write_str("es gibt nur einen Zug wieder zu machen"),
            Refusal::NothingToRedo { there, .. } => {
                write!(f, "es gibt nur {there} Züge wieder zu machen")
            }
            Refusal::NoSuchNode { node } => {
                write!(f, "in dieser Partie gibt es keinen Zug mit der Nummer {}", node.number())
            }
            Refusal::NotPlayable => f.write_str(
                "auf dem Weg dorthin setzt eine Seite aus: so eine Variante kann man ansehen, aber nicht spielen",
            ),
            Refusal::AskFirst => f.write_str("frag deinen Gegner, bevor du zurücknimmst"),
            Refusal::NoTakeback => f.write_str("in dieser Partie wird kein Zug zurückgenommen"),
            Refusal::NoNeedToAsk => f.write_str("du darfst ohne zu fragen zurücknehmen"),
            Refusal::AlreadyAsked => f.write_str("du hast schon gefragt: warte auf die Antwort"),
            Refusal::NothingToAnswer => f.write_str("niemand hat um etwas gebeten"),
            Refusal::OwnOffer => f.write_str("darauf muss dein Gegner antworten"),
            Refusal::AlreadyOffered => f.write_str("du hast schon Remis angeboten"),
            Refusal::NothingToClaim => {
                f.write_str("du kannst kein Remis verlangen: keine Stellung kam oft genug wieder, ")?;
                f.write_str("und vor Kurzem wurde geschlagen oder ein Bauer gezogen")
            }
            Refusal::NoClaims { game } => write!(f, "{} kann man kein Remis verlangen", words(game)),
            Refusal::TimeLeft { color: side, left } => {
                write!(f, "{} hat noch {}", color(*side), span_words(*left))
            }
            Refusal::NoClockRuns => f.write_str("es läuft keine Uhr"),
            Refusal::UnderWay => {
                f.write_str("die Partie läuft schon: eine Stellung wird vor dem ersten Zug aufgebaut")
            }
            Refusal::BadPosition(faults) => faults.german(f),
            Refusal::NotCounted => f.write_str("nach diesen Regeln werden die Figuren nicht gezählt"),
            Refusal::ArbiterOnly => f.write_str("das können Spieler nicht tun"),
            Refusal::TooLateToAbort => {
                f.write_str("beide haben schon gezogen: die Partie kann man nur noch aufgeben")
            }
            Refusal::WrongMoment => {
                f.write_str("dieser Augenblick liegt nicht zwischen dem letzten Zug und jetzt")
            }
            Refusal::TooLong => f.write_str("die Partie ist zu lang, um weiterzugehen"),
        }
    }
}

impl Words for DamageKind {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DamageKind::NoStart => f.write_str("das Protokoll beginnt nicht mit dem Anfang einer Partie"),
            DamageKind::StartedTwice => f.write_str("die Partie beginnt ein zweites Mal"),
            DamageKind::NoClocks => f.write_str("es nennt Zeiten von Uhren, aber die Partie hat keine"),
            DamageKind::ClocksUntold => f.write_str("es nennt nicht, was die Uhren anzeigen"),
            DamageKind::NotTheEnd => f.write_str("nach den Regeln ist die Partie hier nicht zu Ende"),
            DamageKind::Refused(refusal) => refusal.german(f),
        }
    }
}
