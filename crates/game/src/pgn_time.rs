//! What a PGN says about the clock of its game.

use tabiya_notation::pgn::{Annotation, PgnGame, PgnNodeId, annotations};
use tabiya_rules::{ByColor, Color};

use crate::clock::MAX_TIME;
use crate::{NotAPgnTimeControl, TimeControl};

/// What a PGN says about the clock of its game: the tag `TimeControl`, and what was left in the comments of the moves.
///
/// ```
/// use tabiya_game::PgnTime;
/// use tabiya_notation::pgn::PgnReader;
///
/// let text = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:04:58]} *";
/// let (pgn, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
/// assert_eq!(PgnTime::of(&pgn), PgnTime::Told("5+3".parse().unwrap()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnTime {
    /// That there was no clock, or nothing at all.
    None,
    /// Everything: the time control, and what each side had left that has moved.
    Told(TimeControl),
    /// The time control, but not what was left.
    WithoutTimes(TimeControl),
    /// What was left, but not the time control.
    WithoutControl,
    /// Something that is not known here.
    Unknown(NotAPgnTimeControl),
}

impl PgnTime {
    /// What the PGN of a game says.
    pub fn of(pgn: &PgnGame) -> PgnTime {
        let control = match TimeControl::from_pgn(pgn.tags.get("TimeControl").unwrap_or("?")) {
            Ok(Some(control)) => control,
            Ok(None) if pgn.main_line().any(|node| clock_of(pgn, node).is_some()) => {
                return PgnTime::WithoutControl;
            }
            Ok(None) => return PgnTime::None,
            Err(error) => return PgnTime::Unknown(error),
        };
        if is_left_told(pgn) { PgnTime::Told(control) } else { PgnTime::WithoutTimes(control) }
    }
}

/// Whether each side that has moved has told what it had left after its last move.
fn is_left_told(pgn: &PgnGame) -> bool {
    let mut is_told = ByColor { white: true, black: true };
    let mut turn = pgn.start().turn();
    for node in pgn.main_line() {
        let told = clock_of(pgn, node).is_some();
        match turn {
            Color::White => is_told.white = told,
            Color::Black => is_told.black = told,
        }
        turn = !turn;
    }
    is_told.white && is_told.black
}

/// What was left on the clock of whoever made a move, in milliseconds. More than any game has is none.
pub(crate) fn clock_of(pgn: &PgnGame, node: PgnNodeId) -> Option<u64> {
    let left = pgn[node].after.iter().find_map(|comment| {
        annotations(comment).0.into_iter().find_map(|annotation| match annotation {
            Annotation::Clock(clock) => Some(clock.milliseconds),
            _ => None,
        })
    });
    left.filter(|&left| u128::from(left) <= MAX_TIME.as_millis())
}

#[cfg(test)]
mod tests {
    use tabiya_notation::pgn::PgnReader;
    use tabiya_rules::FIDE;

    use super::*;
    use crate::{By, Command, Game, GameStart, Moment, Seat};

    fn read(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0
    }

    #[test]
    fn every_time_control_comes_back_from_its_tag() {
        for text in
            ["5", "5+3", "5d3", "5b3", "90s", "0.5s+0.1", "40/90+30,30+30", "40/120,20/60,15+30", "1/1440"]
        {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(TimeControl::from_pgn(&control.to_pgn()), Ok(Some(control)), "{text}");
        }
        for text in ["*180", "five", "300+", "0", "1:2:3", "300+3:", "9".repeat(40).as_str(), "🕐"] {
            assert!(TimeControl::from_pgn(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_game_goes_on_with_the_times_of_its_file() {
        let start = GameStart { time: Some("5+3".parse().unwrap()), ..GameStart::usual(FIDE) };
        let (mut game, _) = Game::start(start.clone(), Moment(0)).unwrap();
        for (number, m) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
            let at = Moment(10_500 * (number as u64 + 1));
            game.apply(By::Board, Command::Move(m.parse().unwrap()), at).unwrap();
        }
        let pgn = read(&game.to_pgn().to_string());
        assert_eq!(PgnTime::of(&pgn), PgnTime::Told("5+3".parse().unwrap()));
        let (again, events) = Game::resume_pgn(&pgn, start, Moment(1_000_000)).unwrap();
        for seat in Seat::ALL {
            let now = (again.clock().unwrap().left(seat, Moment(1_000_000)), game.last_moment());
            assert_eq!(now.0, game.clock().unwrap().left(seat, now.1), "{seat:?}");
        }
        assert_eq!(again.to_pgn(), game.to_pgn());
        assert_eq!(Game::replay(&events), Ok(again));
    }

    #[test]
    fn what_the_file_leaves_open_is_not_guessed() {
        let time = |text: &str| PgnTime::of(&read(text));
        let control: TimeControl = "5".parse().unwrap();
        assert_eq!(time("1. e4 {[%clk 0:01:00]} *"), PgnTime::WithoutControl);
        assert_eq!(time("1. e4 *"), PgnTime::None);
        assert_eq!(time("[TimeControl \"-\"]\n\n1. e4 *"), PgnTime::None);
        let tag = "[TimeControl \"300\"]\n\n";
        assert_eq!(time(&format!("{tag}*")), PgnTime::Told(control.clone()));
        assert_eq!(
            time(&format!("{tag}1. e4 e5 {{[%clk 0:01:00]}} *")),
            PgnTime::WithoutTimes(control.clone())
        );
        assert_eq!(time(&format!("{tag}1. e4 {{[%clk 9999:00:00]}} *")), PgnTime::WithoutTimes(control));
        assert_eq!(time("[TimeControl \"*60\"]\n\n*"), PgnTime::Unknown(NotAPgnTimeControl));
    }
}
