use tabiya_rules::{ByColor, Color, Language, Position, Rules};

use crate::{Claim, Ending, Seat, german};

/// How a game ended, in words without a full stop.
///
/// ```
/// use tabiya_game::{Ending, Seat, narration};
/// use tabiya_rules::{ByColor, Language};
///
/// let seats = ByColor { white: Seat::First, black: Seat::Second };
/// let ending = Ending::Flagged { seat: Seat::Second, wins: true };
/// let words = narration::ending_words(Language::English, ending, seats);
/// assert_eq!(words, "White wins: Black's time is up");
/// ```
pub fn ending_words(language: Language, ending: Ending, seats: ByColor<Seat>) -> String {
    match language {
        Language::English => english(ending, seats),
        Language::German => german::ending_words(ending, seats),
    }
}

fn english(ending: Ending, seats: ByColor<Seat>) -> String {
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
        Ending::Recorded { winner: Some(seat) } => format!("{} won", color(seat)),
        Ending::Recorded { winner: None } => "draw".to_owned(),
    }
}

/// How a game ended, with both sums where the pieces were counted.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment, narration};
/// use tabiya_rules::{CUHK, Language};
///
/// let (mut game, _) = Game::start(GameStart::usual(CUHK), Moment(0)).unwrap();
/// game.apply(By::Board, Command::Stop, Moment(0)).unwrap();
/// let ending = game.ending().unwrap();
/// let words = narration::result_words(Language::English, ending, game.seats(), game.position());
/// assert_eq!(words, "the game was stopped: draw by equal score, 1128 for White and 1128 for Black");
/// ```
pub fn result_words(
    language: Language,
    ending: Ending,
    seats: ByColor<Seat>,
    position: &Position<&'static Rules>,
) -> String {
    match language {
        Language::English => english_result(ending, seats, position),
        Language::German => german::result_words(ending, seats, position),
    }
}

fn english_result(ending: Ending, seats: ByColor<Seat>, position: &Position<&'static Rules>) -> String {
    let words = english(ending, seats);
    match ending {
        Ending::ByRules(outcome) | Ending::Stopped(outcome) if outcome.is_by_score() => {
            let (white, black) = (position.score(Color::White), position.score(Color::Black));
            format!("{words}, {white} for White and {black} for Black")
        }
        _ => words,
    }
}
