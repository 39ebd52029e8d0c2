//! What the tests of games share.

#![allow(dead_code, reason = "no test uses all of it")]

use tabiya_game::{By, Command, Event, Game, GameStart, Moment, Refusal};

/// Numbers that look random and are the same every time.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    pub fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }
}

/// A game with the log that it wrote so far.
pub struct Logged {
    pub game: Game,
    pub log: Vec<Event>,
    pub now: Moment,
}

impl Logged {
    pub fn start(start: GameStart) -> Logged {
        let (game, log) = Game::start(start, Moment(0)).expect("a good start");
        Logged { game, log, now: Moment(0) }
    }

    pub fn apply(&mut self, by: By, command: Command) -> Result<Vec<Event>, Refusal> {
        let events = self.game.apply(by, command, self.now)?;
        self.log.extend(events.iter().cloned());
        Ok(events)
    }

    /// Makes moves that must be accepted.
    pub fn moves(&mut self, moves: &str) {
        for m in moves.split_whitespace() {
            self.apply(By::Board, command(m)).unwrap_or_else(|refusal| panic!("{m}: {refusal}"));
        }
    }
}

pub fn command(m: &str) -> Command {
    Command::Move(m.parse().expect("a move"))
}
