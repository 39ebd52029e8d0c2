use std::time::Duration;

use tabiya_game::{Bonus, Game, Moment};
use tabiya_rules::ByColor;

/// How much an engine may think about one move.
#[derive(Clone, Debug)]
pub enum Budget {
    /// As it likes, by the clocks.
    Clock(Clocks),
    /// So long.
    MoveTime(Duration),
    /// So many positions.
    Nodes(u64),
    /// So many moves deep.
    Depth(u32),
}

/// The clocks as they stand before a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What each side has left.
    pub left: ByColor<Duration>,
    /// What each side gets for a move.
    pub increment: ByColor<Duration>,
    /// How many moves the mover has to make before it gets more.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clocks of a game at a moment; `None` where it has none.
    ///
    /// Protocols know increments only. To whoever thinks at least as long as a delay, it is one, of either kind: after a
    /// move of `used` there is `left - used + delay`. A clock that waits before it runs also leaves more time for this
    /// very move, so `left` tells when the flag falls, and not what the clock shows.
    pub fn of(game: &Game, at: Moment) -> Option<Clocks> {
        let clock = game.clock()?;
        let seat = |color| *game.seats().get(color);
        Some(Clocks {
            left: ByColor::from_fn(|color| clock.time_to_move(seat(color), at)),
            increment: ByColor::from_fn(|color| match clock.bonus(seat(color)) {
                Bonus::None => Duration::ZERO,
                Bonus::Increment(span) | Bonus::Delay(span) | Bonus::Bronstein(span) => span,
            }),
            moves_to_go: clock.moves_to_go(game.seat_to_move()),
        })
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{By, Command, GameStart};
    use tabiya_notation::RuleFile;
    use tabiya_rules::FIDE;

    use super::*;

    /// What White is told after so many moves of both sides, each of which took two seconds, when it has thought for
    /// one second: what White and Black have left and get, in seconds, and how many moves White has to make.
    fn told(control: &str, moves: usize) -> (u64, u64, u64, u64, Option<u32>) {
        const KNIGHTS: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let mut start = GameStart::usual(RuleFile::from(FIDE));
        start.time = Some(control.parse().unwrap());
        let (mut game, _) = Game::start(start, Moment(0)).unwrap();
        let mut at = Moment(0);
        for text in KNIGHTS.iter().cycle().take(2 * moves) {
            at = Moment(at.0 + 2000);
            game.apply(By::Board, Command::Move(text.parse().unwrap()), at).unwrap();
        }
        let clocks = Clocks::of(&game, Moment(at.0 + 1000)).unwrap();
        let Clocks { left, increment, moves_to_go } = clocks;
        let [white, black] = [left.white, left.black].map(|span| span.as_secs());
        (white, black, increment.white.as_secs(), increment.black.as_secs(), moves_to_go)
    }

    #[test]
    fn every_kind_of_clock_is_told() {
        for (control, moves, expected) in [
            // Sudden death.
            ("60s", 0, (59, 60, 0, 0, None)),
            ("60s", 3, (53, 54, 0, 0, None)),
            ("60s+3", 0, (59, 60, 3, 3, None)),
            ("60s+3", 3, (62, 63, 3, 3, None)),
            // A delay is there on every move, and not in addition.
            ("60sd5", 0, (64, 65, 5, 5, None)),
            ("60sd5", 3, (64, 65, 5, 5, None)),
            ("60sd1", 3, (57, 58, 1, 1, None)),
            ("0sd5", 0, (4, 5, 5, 5, None)),
            // Bronstein's gives back what was used.
            ("60sb5", 0, (59, 60, 5, 5, None)),
            ("60sb5", 3, (59, 60, 5, 5, None)),
            ("60sb1", 3, (56, 57, 1, 1, None)),
            // Stages have moves, and a bonus of their own.
            ("3/60s,30s+4", 0, (59, 60, 0, 0, Some(3))),
            ("3/60s,30s+4", 2, (55, 56, 0, 0, Some(1))),
            ("3/60s,30s+4", 3, (83, 84, 4, 4, None)),
            ("2/60s+1,30sd4", 2, (91, 92, 4, 4, None)),
            ("1/60s,2/30s,20s", 1, (87, 88, 0, 0, Some(2))),
            ("1/60s,2/30s,20s", 2, (85, 86, 0, 0, Some(1))),
            // The last stage is repeated.
            ("1/60s,2/30s", 3, (113, 114, 0, 0, Some(2))),
            ("2/60s", 3, (113, 114, 0, 0, Some(1))),
        ] {
            assert_eq!(told(control, moves), expected, "{control} after {moves} moves");
        }
    }

    #[test]
    fn a_game_without_a_clock_tells_none() {
        let (game, _) = Game::start(GameStart::usual(RuleFile::from(FIDE)), Moment(0)).unwrap();
        assert_eq!(Clocks::of(&game, Moment(0)), None);
    }
}
