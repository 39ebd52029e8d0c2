use std::fmt;

use super::{NounCase, joined, name, plural, the, words};
use crate::{ByRole, Limits, Role, Roles, RoyalTaken, Royalty, RuleDifference, Stalemate, Words};

use NounCase::{Accusative, Nominative};

impl Words for RuleDifference {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RuleDifference::ShuffledStart => f.write_str("die Figuren hinter den Bauern sind gemischt"),
            RuleDifference::AbsentRoles(roles) => absent(f, roles),
            RuleDifference::OtherStart => f.write_str("die Partie beginnt mit einer anderen Stellung"),
            RuleDifference::OtherRoyal { royal } => {
                write!(f, "es geht um {}, nicht um den König", the(royal, Accusative))
            }
            RuleDifference::NoCheck { royal, taken } => no_check(f, royal, taken),
            RuleDifference::NoCastling => f.write_str("es gibt keine Rochade"),
            RuleDifference::NoDoubleStep => {
                f.write_str("ein Bauer geht nur einen Schritt, auch beim ersten Zug")
            }
            RuleDifference::NoEnPassant => f.write_str("Bauern werden nicht en passant geschlagen"),
            RuleDifference::NoPromotion => f.write_str("ein Bauer am Ende des Bretts bleibt ein Bauer"),
            RuleDifference::OtherPromotions { choices } => {
                write!(f, "ein Bauer am Ende des Bretts wird {}", words(&choices))
            }
            RuleDifference::OtherStalemate { stalemate, royalty } => other_stalemate(f, stalemate, royalty),
            RuleDifference::UnsafeMovesNotCounted { royal } => {
                write!(f, "wer nur {} ziehen kann, und nur auf Felder, ", the(royal, Accusative))?;
                write!(f, "auf denen {} geschlagen werden könnte, hat keinen Zug", the(royal, Nominative))
            }
            RuleDifference::OtherRepetition(limits) => match (limits.claim, limits.automatic) {
                (None, None) => f.write_str("es gibt kein Remis durch Stellungswiederholung"),
                _ => draws(f, limits, |count| format!("wenn eine Stellung {count}-mal vorkommt")),
            },
            RuleDifference::OtherQuietMoves(limits) => match (limits.claim, limits.automatic) {
                (None, None) => {
                    f.write_str("es gibt kein Remis durch fünfzig Züge ohne Schlagen und ohne Bauernzug")
                }
                _ => draws(f, limits, |count| {
                    format!("wenn {count} einzelne Züge lang weder geschlagen noch ein Bauer gezogen wird")
                }),
            },
            RuleDifference::NoDeadPosition => {
                f.write_str("die Partie geht weiter, auch wenn keine Seite mehr mattsetzen kann")
            }
            RuleDifference::Scored { values } => scored(f, values),
        }
    }
}

fn absent(f: &mut fmt::Formatter<'_>, roles: Roles) -> fmt::Result {
    let men = roles.iter().map(|role| format!("keine {}", plural(role)));
    write!(f, "es gibt {}", joined(men, "und"))
}

fn no_check(f: &mut fmt::Formatter<'_>, royal: Role, taken: RoyalTaken) -> fmt::Result {
    write!(f, "es gibt kein Schach: {} darf angegriffen bleiben, und ", the(royal, Nominative))?;
    let king = the(royal, Accusative);
    match taken {
        RoyalTaken::Wins => write!(f, "wer {king} des anderen schlägt, gewinnt"),
        RoyalTaken::Scored => write!(f, "wer {king} schlägt, beendet die Partie"),
    }
}

fn other_stalemate(f: &mut fmt::Formatter<'_>, stalemate: Stalemate, royalty: Royalty) -> fmt::Result {
    let then = match stalemate {
        Stalemate::Draws => "spielt remis",
        Stalemate::Loses => "verliert",
        Stalemate::Wins => "gewinnt",
        Stalemate::Passes => "setzt aus",
    };
    match royalty {
        Royalty::Checked => write!(f, "wer keinen Zug hat und nicht im Schach steht, {then}"),
        Royalty::Taken => write!(f, "wer keinen Zug hat, {then}"),
    }
}

/// When a draw can be claimed, and when it comes by itself.
fn draws(f: &mut fmt::Formatter<'_>, limits: Limits, when: impl Fn(u16) -> String) -> fmt::Result {
    match (limits.claim, limits.automatic) {
        (Some(claim), Some(automatic)) => {
            write!(f, "Remis kann man verlangen, {}; bei {automatic} kommt es von selbst", when(claim))
        }
        (Some(claim), None) => {
            write!(f, "Remis kann man verlangen, {}; von selbst kommt es nie", when(claim))
        }
        (None, Some(automatic)) => write!(f, "die Partie ist remis, {}", when(automatic)),
        (None, None) => f.write_str("dadurch gibt es kein Remis"),
    }
}

fn scored(f: &mut fmt::Formatter<'_>, values: ByRole<u16>) -> fmt::Result {
    f.write_str("am Ende werden die übrigen Figuren gezählt, und die höhere Summe gewinnt: ")?;
    let worths = Role::ALL.map(|role| format!("{} {}", name(role), values.get(role)));
    f.write_str(&worths.join(", "))
}
