use std::fmt;
use std::str::FromStr;

use tabiya_rules::Color;

use crate::engine_process::{EngineScore, split};

/// When a game is ended before the rules end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// When it is called drawn.
    pub draw: Option<DrawRule>,
    /// When it is called won.
    pub win: Option<WinRule>,
    /// The number of moves after which a game is drawn.
    pub max_moves: u32,
}

/// Drawn when both engines say so: from a move on, for some moves in a row, neither sees more than a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first move at which that may be.
    pub after: u32,
    /// For how many moves in a row.
    pub moves: u32,
    /// The score, in hundredths of a pawn.
    pub score: u32,
}

/// Won when both engines say so, for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinRule {
    /// For how many moves in a row.
    pub moves: u32,
    /// The score, in hundredths of a pawn.
    pub score: u32,
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<DrawRule, String> {
        let mut rule = DrawRule { after: 40, moves: 8, score: 10 };
        read(
            text,
            &mut [("after", &mut rule.after), ("moves", &mut rule.moves), ("score", &mut rule.score)],
        )?;
        Ok(rule)
    }
}

impl FromStr for WinRule {
    type Err = String;

    fn from_str(text: &str) -> Result<WinRule, String> {
        let mut rule = WinRule { moves: 4, score: 800 };
        read(text, &mut [("moves", &mut rule.moves), ("score", &mut rule.score)])?;
        Ok(rule)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DrawRule { after, moves, score } = self;
        write!(f, "after={after} moves={moves} score={score}")
    }
}

impl fmt::Display for WinRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WinRule { moves, score } = self;
        write!(f, "moves={moves} score={score}")
    }
}

/// Reads `name=number` words into their places.
fn read(text: &str, places: &mut [(&str, &mut u32)]) -> Result<(), String> {
    let names: Vec<String> = places.iter().map(|(name, _)| format!("{name}=NUMBER")).collect();
    for word in split(text)? {
        let odd = || format!("'{word}' is not understood: expected {}", names.join(", "));
        let (name, value) = word.split_once('=').ok_or_else(odd)?;
        let (_, place) = places.iter_mut().find(|(known, _)| *known == name).ok_or_else(odd)?;
        let number = value.parse().ok().filter(|number| *number <= 100_000).ok_or_else(odd)?;
        if name == "moves" && number == 0 {
            return Err("moves=0 is no rule: engines have to agree for at least 1 move".to_owned());
        }
        **place = number;
    }
    Ok(())
}

/// How a game is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    Won(Color),
    Drawn,
}

/// Follows the scores of a game.
pub struct Adjudicator {
    rules: Adjudication,
    /// How many single moves in a row the engines have called it a draw.
    level: u32,
    /// Who the engines say is winning, and for how many single moves in a row.
    leader: Option<(Color, u32)>,
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, level: 0, leader: None }
    }

    /// A side has made a move, its `number`th of the game, and thinks so of it.
    pub fn note(&mut self, mover: Color, score: Option<EngineScore>, number: u32) -> Option<Ruling> {
        let score = score.map(EngineScore::centipawns);
        self.note_win(mover, score).or_else(|| self.note_draw(score, number))
    }

    fn note_win(&mut self, mover: Color, score: Option<i32>) -> Option<Ruling> {
        let rule = self.rules.win?;
        let leader = match score {
            Some(score) if score.unsigned_abs() >= rule.score.max(1) => {
                Some(if score > 0 { mover } else { !mover })
            }
            _ => None,
        };
        self.leader = leader.map(|color| match self.leader {
            Some((before, plies)) if before == color => (color, plies + 1),
            _ => (color, 1),
        });
        let (color, plies) = self.leader?;
        (plies >= rule.moves * 2).then_some(Ruling::Won(color))
    }

    fn note_draw(&mut self, score: Option<i32>, number: u32) -> Option<Ruling> {
        let rule = self.rules.draw?;
        let is_level = score.is_some_and(|score| score.unsigned_abs() <= rule.score);
        self.level = if is_level { self.level + 1 } else { 0 };
        (number >= rule.after && self.level >= rule.moves * 2).then_some(Ruling::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of a game in which White and Black say these scores in turn, from move 1 on.
    fn ruled(draw: Option<&str>, win: Option<&str>, scores: &[i32]) -> Option<(usize, Ruling)> {
        let rules = Adjudication {
            draw: draw.map(|text| text.parse().unwrap()),
            win: win.map(|text| text.parse().unwrap()),
            max_moves: 100,
        };
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(i, &score)| {
            let mover = if i % 2 == 0 { Color::White } else { Color::Black };
            let ruling = adjudicator.note(mover, Some(EngineScore::Centipawns(score)), i as u32 / 2 + 1)?;
            Some((i + 1, ruling))
        })
    }

    #[test]
    fn a_win_needs_both_engines_and_some_moves() {
        let rule = Some("moves=2 score=500");
        assert_eq!(ruled(None, rule, &[600, -600, 600, -600]), Some((4, Ruling::Won(Color::White))));
        assert_eq!(ruled(None, rule, &[-600, 600, -600, 600]), Some((4, Ruling::Won(Color::Black))));
        assert_eq!(ruled(None, rule, &[600, 600, 600, 600, 600]), None);
        assert_eq!(ruled(None, rule, &[600, -600, 600, -400, 600, -600]), None);
    }

    #[test]
    fn a_draw_needs_a_long_game() {
        assert_eq!(ruled(Some("after=3 moves=1 score=10"), None, &[0; 8]), Some((5, Ruling::Drawn)));
        assert_eq!(
            ruled(Some("after=1 moves=2 score=10"), None, &[0, 5, -11, 3, 0, 1, 2]),
            Some((7, Ruling::Drawn))
        );
        assert_eq!(ruled(None, None, &[0; 8]), None);
    }

    #[test]
    fn rules_are_read_as_words() {
        let rule = DrawRule { after: 30, moves: 5, score: 20 };
        assert_eq!("after=30 moves=5 score=20".parse(), Ok(rule));
        assert_eq!(rule.to_string(), "after=30 moves=5 score=20");
        assert_eq!("".parse(), Ok(WinRule { moves: 4, score: 800 }));
        for odd in ["moves", "moves=x", "moves=-1", "size=3", "moves=999999999", "moves=0"] {
            assert!(odd.parse::<WinRule>().is_err(), "{odd}");
        }
        let why = "moves=0 score=1".parse::<DrawRule>().unwrap_err();
        assert!(why.ends_with("at least 1 move"), "{why}");
        assert_eq!("after=0 score=0".parse(), Ok(DrawRule { after: 0, moves: 8, score: 0 }));
    }
}
