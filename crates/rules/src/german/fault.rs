use std::fmt;

use super::{NounCase, a, color, joined, no, plural, the, words};
use crate::{Color, Fault, Faults, MoveRulesFault, Words};

use NounCase::{Accusative, Nominative};

impl Words for Fault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Rules(fault) => write!(f, "nach diesen Regeln kann man nicht spielen: {}", words(fault)),
            Fault::RoyalMissing { color: side, royal } => {
                write!(f, "{} hat {}", color(*side), no(*royal, Accusative))
            }
            Fault::TooManyRoyals { color: side, royal, count } => {
                let (side, men, one) = (color(*side), plural(*royal), a(*royal, Nominative));
                write!(f, "{side} hat {count} {men}, und es darf nur {one} sein")
            }
            Fault::PawnOnEndRank { color, at } => {
                let pawn = match color {
                    Color::White => "ein weißer Bauer",
                    Color::Black => "ein schwarzer Bauer",
                };
                write!(f, "{pawn} kann nicht auf {at} stehen")
            }
            Fault::OpponentInCheck { color: side, royal, by, at } => {
                let (attacker, king) = (the(by.role, Nominative), the(*royal, Accusative));
                write!(f, "{} ist nicht am Zug, aber {attacker} auf {at} könnte ", color(*side))?;
                write!(f, "{king} schlagen")
            }
            Fault::ImpossibleChecks { checkers } => {
                write!(f, "kein Zug kann zugleich von {} aus Schach bieten", joined(*checkers, "und"))
            }
            Fault::CastlingWithoutRook { at } => write!(f, "auf {at} steht kein Turm zum Rochieren"),
            Fault::CastlingWithoutRoyal { color: side, royal, at } => {
                let (side, king) = (color(*side), the(*royal, Nominative));
                write!(f, "{side} kann nicht mit dem Turm auf {at} rochieren: {king} steht nicht auf ")?;
                f.write_str("der Grundreihe")
            }
            Fault::CastlingTwice { at } => {
                write!(
                    f,
                    "der Turm auf {at} kann nicht rochieren: auf dieser Seite kann es schon ein anderer"
                )
            }
            Fault::CastlingNotInRules { rights } => {
                let rooks = joined(*rights, "und");
                write!(f, "nach diesen Regeln gibt es keine Rochade, auch nicht mit dem Turm auf {rooks}")
            }
            Fault::EnPassantNotInRules { at } => {
                write!(f, "nach diesen Regeln wird nicht en passant geschlagen, auch nicht auf {at}")
            }
            Fault::EnPassantRank { at, expected } => {
                write!(
                    f,
                    "en passant auf {at} ist unmöglich: es müsste auf der {}. Reihe sein",
                    expected.digit()
                )
            }
            Fault::EnPassantWithoutPawn { at, pawn } => {
                write!(
                    f,
                    "en passant auf {at} ist unmöglich: auf {pawn} steht kein Bauer, der zu schlagen wäre"
                )
            }
            Fault::EnPassantBlocked { at, by } => {
                write!(f, "en passant auf {at} ist unmöglich: {by} ist besetzt")
            }
            Fault::EnPassantAfterCheck { at, royal, by, from } => {
                let (king, attacker) = (the(*royal, Nominative), the(by.role, Accusative));
                write!(f, "en passant auf {at} ist unmöglich: {king} stand schon vorher im Schach durch ")?;
                write!(f, "{attacker} auf {from}")
            }
        }
    }
}

impl Words for Faults {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "; " }, words(fault))?;
        }
        Ok(())
    }
}

impl Words for MoveRulesFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveRulesFault::RoyalPawn => "die königliche Figur kann kein Bauer sein",
            MoveRulesFault::PromotesToPawn => "ein Bauer kann nicht zum Bauern werden",
            MoveRulesFault::PromotesToRoyal => "ein Bauer kann nicht zur königlichen Figur werden",
            MoveRulesFault::RoyalRookCastles => "ein königlicher Turm kann nicht mit sich selbst rochieren",
        })
    }
}
