use std::fmt;

use super::{NounCase, a, color, into, name, the, words, your};
use crate::{CastlingFault, Color, Exposure, FIDE, Illegal, Role, Words};

use NounCase::{Accusative, Dative, Nominative};

impl Words for Illegal {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::GameOver(outcome) => write!(f, "die Partie ist zu Ende: {}", words(&outcome)),
            Illegal::NoPiece { at } => write!(f, "auf {at} steht keine Figur"),
            Illegal::NotYours { piece, at } => {
                let (man, owner, turn) =
                    (the(piece.role, Nominative), color(piece.color), color(!piece.color));
                write!(f, "{man} auf {at} gehört {owner}, und {turn} ist am Zug")
            }
            Illegal::Pattern { role, from, to } if from == to => {
                write!(f, "{} steht schon auf {to}", the(role, Nominative))
            }
            Illegal::Pattern { role, from, to } => {
                write!(f, "{} zieht nicht von {from} nach {to}", a(role, Nominative))
            }
            Illegal::DoubleStepNotInRules { game, .. } => {
                write!(f, "{} geht ein Bauer nur einen Schritt", words(&game))
            }
            Illegal::Blocked { role, to, by, at } => {
                let (man, blocker) = (the(role, Dative), the(by.role, Nominative));
                write!(f, "{man} versperrt {blocker} auf {at} den Weg nach {to}")
            }
            Illegal::OwnPiece { role, at } => write!(f, "auf {at} steht schon {}", your(role, Nominative)),
            Illegal::NothingToTake { at } => {
                write!(
                    f,
                    "ein Bauer zieht schräg nur, um zu schlagen, und auf {at} gibt es nichts zu schlagen"
                )
            }
            Illegal::EnPassantGone { pawn } => {
                write!(f, "der Bauer auf {pawn} kann jetzt nicht en passant geschlagen werden: ")?;
                f.write_str("das geht nur gleich nach seinem Doppelschritt")
            }
            Illegal::EnPassantNotInRules { pawn, game } => {
                write!(f, "{} kann der Bauer auf {pawn} nicht en passant geschlagen werden", words(&game))
            }
            Illegal::PawnAtEnd { at } => {
                write!(f, "der Bauer auf {at} ist am Ende des Bretts und zieht nicht mehr")
            }
            Illegal::LeavesInCheck { royal, by, at, exposure } => {
                let still = match exposure {
                    Exposure::Remains => "weiter ",
                    Exposure::StepsInto | Exposure::Uncovered => "",
                };
                let (king, attacker) = (your(royal, Nominative), the(by.role, Accusative));
                write!(f, "{king} stünde {still}im Schach durch {attacker} auf {at}")
            }
            Illegal::Pinned { role, royal, by, at, .. } => {
                let (man, attacker) = (the(role, Nominative), the(by.role, Nominative));
                write!(f, "{man} ist gefesselt: {attacker} auf {at} zielt auf {}", your(royal, Accusative))
            }
            Illegal::Castling { color, royal, why } => castling(f, why, color, royal),
            Illegal::PromotionMissing { choices } => {
                write!(f, "der Bauer erreicht das Ende: sag, ob er {} wird", words(&choices))
            }
            // What ordinary chess allows is forbidden by these rules in particular.
            Illegal::PromotionNotAllowed { role, choices, game } if FIDE.moves.promotes_to.contains(role) => {
                let (game, choices) = (words(&game), words(&choices));
                write!(f, "{game} kann ein Bauer nicht {} werden, nur {choices}", name(role))
            }
            Illegal::PromotionNotAllowed { role, choices, .. } => {
                write!(f, "ein Bauer kann nicht {} werden, nur {}", name(role), words(&choices))
            }
            Illegal::PromotionNotInRules { game } => {
                write!(f, "{} bleibt ein Bauer am Ende des Bretts ein Bauer", words(&game))
            }
            Illegal::NoPromotion { role } => {
                write!(f, "durch diesen Zug wird nichts {}: er ist keine Umwandlung", into(role))
            }
            Illegal::OtherPosition => f.write_str("dieser Zug gehört zu einer anderen Stellung"),
        }
    }
}

fn castling(f: &mut fmt::Formatter<'_>, why: CastlingFault, side: Color, royal: Role) -> fmt::Result {
    let (side, king) = (color(side), the(royal, Nominative));
    match why {
        CastlingFault::NotInRules { game } => write!(f, "{} gibt es keine Rochade", words(&game)),
        CastlingFault::OtherRoyal { game } => write!(f, "{} rochiert {king}, nicht der König", words(&game)),
        CastlingFault::Moved => {
            let king = name(royal);
            write!(f, "{side} darf auf dieser Seite nicht rochieren: {king} oder Turm hat gezogen oder fehlt")
        }
        CastlingFault::InCheck { by, at } => {
            let attacker = the(by.role, Accusative);
            write!(f, "{side} steht im Schach durch {attacker} auf {at} und kann nicht rochieren")
        }
        CastlingFault::Blocked { by, at } => {
            write!(f, "{side} kann nicht rochieren: {} auf {at} steht im Weg", the(by.role, Nominative))
        }
        CastlingFault::ThroughCheck { crossing, by, at } => {
            let attacker = the(by.role, Nominative);
            write!(f, "{side} kann nicht rochieren: {king} käme nach {crossing}, ")?;
            write!(f, "und dieses Feld greift {attacker} auf {at} an")
        }
        CastlingFault::Uncovered { by, at } => {
            let attacker = the(by.role, Accusative);
            write!(f, "{side} kann nicht rochieren: ohne den Turm stünde {king} im Schach durch ")?;
            write!(f, "{attacker} auf {at}")
        }
    }
}
