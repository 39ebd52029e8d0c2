use tabiya_rules::{ByColor, Color};

use crate::{Claim, Ending, Seat};

/// How a game ended, in words without a full stop.
///
/// ```
/// use tabiya_game::{Ending, Seat, narration};
/// use tabiya_rules::ByColor;
///
/// let seats = ByColor { white: Seat::First, black: Seat::Second };
/// let words = narration::ending_words(Ending::Flagged { seat: Seat::Second, wins: true }, seats);
/// assert_eq!(words, "White wins: Black's time is up");
/// ```
pub fn ending_words(ending: Ending, seats: ByColor<Seat>) -> String {
    let color = |seat| if seats.white == seat { Color::White } else { Color::Black };
    match ending {
        Ending::ByRules(outcome) => outcome.to_string(),
        Ending::Claimed { seat, claim } => {
            let what = match claim {
                Claim::Repetition => "repetition",
                Claim::QuietMoves => "too many moves without a capture or a pawn move",
            };
            format!("draw by {what}, claimed by {}", color(seat))
        }
        Ending::Agreed => "draw by agreement".to_owned(),
        Ending::Resigned { seat } => format!("{} wins: {} resigned", color(!seat), color(seat)),
        Ending::Flagged { seat, wins: true } => {
            format!("{} wins: {}'s time is up", color(!seat), color(seat))
        }
        Ending::Flagged { seat, wins: false } => {
            format!("draw: {}'s time is up, but {} has not the men to win", color(seat), color(!seat))
        }
        Ending::Stopped(outcome) => format!("the game was stopped: {outcome}"),
        Ending::Abandoned { seat } => format!("{} wins: {} left the game", color(!seat), color(seat)),
        Ending::Aborted => "the game was broken off and does not count".to_owned(),
    }
}
