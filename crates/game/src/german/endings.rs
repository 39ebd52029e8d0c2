use tabiya_rules::german::{color, words};
use tabiya_rules::{ByColor, Color, Position, Rules};

use crate::{Claim, Ending, Seat};

/// How a game ended.
pub(crate) fn ending_words(ending: Ending, seats: ByColor<Seat>) -> String {
    let color = |seat| color(if seats.white == seat { Color::White } else { Color::Black });
    match ending {
        Ending::ByRules(outcome) => words(&outcome).to_string(),
        Ending::Claimed { seat, claim } => {
            let what = match claim {
                Claim::Repetition => "Stellungswiederholung",
                Claim::QuietMoves => "zu viele Züge ohne Schlagen und ohne Bauernzug",
            };
            format!("Remis durch {what}, verlangt von {}", color(seat))
        }
        Ending::Agreed => "Remis durch Vereinbarung".to_owned(),
        Ending::Resigned { seat } => format!("{} gewinnt: {} hat aufgegeben", color(!seat), color(seat)),
        Ending::Flagged { seat, wins: true } => {
            format!("{} gewinnt: die Zeit von {} ist abgelaufen", color(!seat), color(seat))
        }
        Ending::Flagged { seat, wins: false } => {
            let (late, other) = (color(seat), color(!seat));
            format!("Remis: die Zeit von {late} ist abgelaufen, aber {other} fehlen die Figuren zum Gewinnen")
        }
        Ending::Stopped(outcome) => format!("die Partie wurde beendet: {}", words(&outcome)),
        Ending::Abandoned { seat } => {
            format!("{} gewinnt: {} hat die Partie verlassen", color(!seat), color(seat))
        }
        Ending::Aborted => "die Partie wurde abgebrochen und zählt nicht".to_owned(),
        Ending::Recorded { winner: Some(seat) } => format!("{} hat gewonnen", color(seat)),
        Ending::Recorded { winner: None } => "Remis".to_owned(),
    }
}

/// How a game ended, with both sums where the pieces were counted.
pub(crate) fn result_words(
    ending: Ending,
    seats: ByColor<Seat>,
    position: &Position<&'static Rules>,
) -> String {
    let words = ending_words(ending, seats);
    match ending {
        Ending::ByRules(outcome) | Ending::Stopped(outcome) if outcome.is_by_score() => {
            let (white, black) = (position.score(Color::White), position.score(Color::Black));
            format!("{words}, {white} für Weiß und {black} für Schwarz")
        }
        _ => words,
    }
}
