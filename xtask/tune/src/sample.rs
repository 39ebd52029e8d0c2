//! A quiet position, how its game ended, and what the search thought: one line of a file each.

use anyhow::{Context, Result};
use tabiya_notation::{Fen, Strictness, read_position};
use tabiya_rules::{FIDE, Position, Rules};

pub struct Sample {
    pub position: Position<&'static Rules>,
    /// White's points: 0, 0.5 or 1.
    pub result: f32,
    /// For White, in hundredths of a pawn.
    pub score: i32,
}

impl Sample {
    pub fn to_line(&self) -> String {
        format!("{};{};{}", Fen::from(&self.position), self.result, self.score)
    }

    pub fn from_line(line: &str) -> Result<Sample> {
        let mut parts = line.split(';');
        let mut next = || parts.next().context("a line has three parts");
        let position = read_position(next()?, &FIDE, Strictness::Strict).map(|read| read.position);
        Ok(Sample {
            position: position.context("the first part is a FEN")?,
            result: next()?.parse()?,
            score: next()?.parse()?,
        })
    }
}
