use std::fmt;

use tabiya_rules::german::{NounCase, a, name, plural, the, words};
use tabiya_rules::{Language, Role, Square, Victory, Words};

use crate::{ForcedEnd, MoveBound, MoveFlaw, MoveReason, MoveReasons, StandingPiece};

use NounCase::{Accusative, Dative, Genitive};

impl Words for MoveReason {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveReason::EndsGame { by, at: _ } => f.write_str(&match by {
                Victory::Checkmate => "setzt matt".to_owned(),
                Victory::Stalemate => "gewinnt durch Patt".to_owned(),
                Victory::RoyalTaken(royal) => format!("schlägt {} und gewinnt", the(royal, Accusative)),
                Victory::Score => "beendet die Partie mit mehr Punkten".to_owned(),
            }),
            MoveReason::Draws { by } => write!(f, "beendet die Partie remis {}", words(&by)),
            MoveReason::Repeats => {
                f.write_str("wiederholt die Stellung, sodass Remis beansprucht werden kann")
            }
            MoveReason::OnlyMove => f.write_str("ist der einzige mögliche Zug"),
            MoveReason::Forces { end, moves, bound } => forced(f, end, moves, bound),
            MoveReason::TakesBack { role, at } => {
                write!(f, "schlägt {} auf {at} zurück", the(role, Accusative))
            }
            MoveReason::WinsPiece { role, at, price: None } => {
                write!(f, "gewinnt {} auf {at}", the(role, Accusative))
            }
            MoveReason::WinsPiece { role, at, price: Some(price) } => {
                write!(f, "gewinnt {} auf {at} für {}", the(role, Accusative), a(price, Accusative))
            }
            MoveReason::Promotes { to } => {
                write!(f, "bekommt für den Bauern {}", a(to, Accusative))
            }
            MoveReason::StopsMate { on } => write!(f, "verhindert Matt{}", on_square(on)),
            MoveReason::SavesPiece { role, at } => write!(f, "rettet {}", standing(role, at)),
            MoveReason::Forks { first, second } => {
                write!(f, "gabelt {} und {}", man(first), man(second))
            }
            MoveReason::Skewers { front, back } => {
                write!(f, "spießt {} und dahinter {} auf", man(front), man(back))
            }
            MoveReason::Uncovers { by, target } => {
                write!(f, "öffnet {} den Weg zu {}", the(by, Dative), dative(target))
            }
            MoveReason::WinsMaterial => f.write_str("gewinnt erzwungen Material"),
            MoveReason::PawnRuns { at } => {
                write!(f, "lässt den Bauern auf {at} laufen, und nichts hält ihn auf")
            }
            MoveReason::ThreatensMate { on } => write!(f, "droht Matt{} an", on_square(on)),
            MoveReason::Threatens { piece } => write!(f, "bedroht {}", man(piece)),
            MoveReason::Pins { piece, royal } => {
                write!(f, "fesselt {} an {}", man(piece), the(royal, Accusative))
            }
            MoveReason::TradesAhead { role, against } if role == against => {
                write!(f, "tauscht bei mehr Material die {}", plural(role))
            }
            MoveReason::TradesAhead { role, against } => {
                write!(f, "tauscht bei mehr Material {} gegen {}", name(role), name(against))
            }
            MoveReason::Castles { royal } => {
                write!(f, "nimmt {} aus der Mitte", the(royal, Accusative))
            }
            MoveReason::Develops { role } => write!(f, "bringt {} ins Spiel", the(role, Accusative)),
        }
    }
}

fn forced(f: &mut fmt::Formatter<'_>, end: ForcedEnd, moves: u32, bound: MoveBound) -> fmt::Result {
    let within = within(moves, bound);
    match end {
        ForcedEnd::Mate => write!(f, "setzt {within} matt"),
        ForcedEnd::RoyalTaken(royal) => write!(f, "schlägt {within} erzwungen {}", the(royal, Accusative)),
        ForcedEnd::Win => write!(f, "gewinnt {within} erzwungen"),
    }
}

fn within(moves: u32, bound: MoveBound) -> String {
    let at_most = match bound {
        MoveBound::Exactly => "",
        MoveBound::AtMost => "höchstens ",
    };
    let number = match moves {
        2 => "zwei".to_owned(),
        3 => "drei".to_owned(),
        4 => "vier".to_owned(),
        5 => "fünf".to_owned(),
        _ => moves.to_string(),
    };
    format!("in {at_most}{number} Zügen")
}

fn on_square(square: Option<Square>) -> String {
    square.map(|square| format!(" auf {square}")).unwrap_or_default()
}

fn standing(role: Role, at: Square) -> String {
    man(StandingPiece { role, at })
}

/// `den Turm auf a8`; there is one king.
fn man(StandingPiece { role, at }: StandingPiece) -> String {
    match role {
        Role::King => the(role, Accusative),
        _ => format!("{} auf {at}", the(role, Accusative)),
    }
}

fn dative(StandingPiece { role, at }: StandingPiece) -> String {
    match role {
        Role::King => the(role, Dative),
        _ => format!("{} auf {at}", the(role, Dative)),
    }
}

fn genitive(StandingPiece { role, at }: StandingPiece) -> String {
    match role {
        Role::King => the(role, Genitive),
        _ => format!("{} auf {at}", the(role, Genitive)),
    }
}

impl Words for MoveReasons {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.joined(f, Language::German, "und")
    }
}

impl Words for MoveFlaw {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveFlaw::AllowsMate { on } => write!(f, "erlaubt Matt auf {on}"),
            MoveFlaw::AllowsWin { end, moves, bound } => {
                let within = within(moves, bound);
                match end {
                    ForcedEnd::Mate => write!(f, "erlaubt Matt {within}"),
                    ForcedEnd::RoyalTaken(royal) => {
                        write!(f, "verliert {within} erzwungen {}", the(royal, Accusative))
                    }
                    ForcedEnd::Win => write!(f, "verliert {within} erzwungen"),
                }
            }
            MoveFlaw::LosesRoyal { royal } => {
                write!(f, "lässt {} schlagen", the(royal, Accusative))
            }
            MoveFlaw::LosesGame => f.write_str("lässt die Partie gleich verlieren"),
            MoveFlaw::AllowsDraw { by } => write!(f, "erlaubt Remis {}", words(&by)),
            MoveFlaw::Hangs { role, at } => write!(f, "stellt {} ein", standing(role, at)),
            MoveFlaw::Loses { role, at, price } => {
                write!(f, "verliert {} für {}", standing(role, at), a(price, Accusative))
            }
            MoveFlaw::Gives { role, at } => write!(f, "gibt {} für weniger her", standing(role, at)),
            MoveFlaw::AllowsPromotion { to } => {
                write!(f, "lässt einen Bauern {} werden", tabiya_rules::german::into(to))
            }
            MoveFlaw::LetsPawnRun { at } => write!(f, "lässt den Bauern auf {at} laufen"),
            MoveFlaw::AllowsFork { first, second } => {
                write!(f, "erlaubt eine Gabel gegen {} und {}", man(first), man(second))
            }
            MoveFlaw::AllowsSkewer { front, back } => {
                write!(f, "erlaubt einen Spieß gegen {} und {}", man(front), man(back))
            }
            MoveFlaw::AllowsUncovering { target } => {
                write!(f, "erlaubt einen Abzug zum Schaden {}", genitive(target))
            }
            MoveFlaw::LosesMaterial => f.write_str("verliert Material"),
        }
    }
}
