use tabiya_notation::pgn::Eval;
use tabiya_rules::Color;

/// What an engine thinks of a position, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; against it where negative.
    Mate(i32),
}

impl Score {
    /// The score as one number, in which a mate is worth more than anything else.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Score::Centipawns(value) => value.clamp(-MATE / 2, MATE / 2),
            Score::Mate(moves) if moves > 0 => MATE - moves.min(MATE / 4),
            Score::Mate(moves) => -MATE - moves.max(-MATE / 4),
        }
    }

    /// The score as it is written into games: from White's side.
    pub fn eval(self, mover: Color) -> Eval {
        let sign = if mover.is_white() { 1 } else { -1 };
        match self {
            Score::Centipawns(value) => Eval::Centipawns(value.saturating_mul(sign)),
            Score::Mate(moves) => Eval::Mate(moves.saturating_mul(sign)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearer_mate_is_worth_more() {
        let values = [
            Score::Mate(1),
            Score::Mate(9),
            Score::Centipawns(i32::MAX),
            Score::Centipawns(0),
            Score::Mate(-9),
            Score::Mate(-1),
        ];
        assert!(values.is_sorted_by(|a, b| a.centipawns() > b.centipawns()));
    }

    #[test]
    fn the_worst_number_has_another_side() {
        assert_eq!(Score::Centipawns(i32::MIN).eval(Color::Black), Eval::Centipawns(i32::MAX));
    }
}
