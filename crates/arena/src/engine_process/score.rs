use tabiya_notation::pgn::Eval;
use tabiya_rules::Color;

/// What an engine thinks of a position, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; against it where negative.
    Mate(i32),
}

impl EngineScore {
    /// The score as one number, in which a mate is worth more than anything else.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            EngineScore::Centipawns(value) => value.clamp(-MATE / 2, MATE / 2),
            EngineScore::Mate(moves) if moves > 0 => MATE - moves.min(MATE / 4),
            EngineScore::Mate(moves) => -MATE - moves.max(-MATE / 4),
        }
    }

    /// The score as it is written into games: from White's side.
    pub fn eval(self, mover: Color) -> Eval {
        let sign = if mover.is_white() { 1 } else { -1 };
        match self {
            EngineScore::Centipawns(value) => Eval::Centipawns(value.saturating_mul(sign)),
            EngineScore::Mate(moves) => Eval::Mate(moves.saturating_mul(sign)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearer_mate_is_worth_more() {
        let values = [
            EngineScore::Mate(1),
            EngineScore::Mate(9),
            EngineScore::Centipawns(i32::MAX),
            EngineScore::Centipawns(0),
            EngineScore::Mate(-9),
            EngineScore::Mate(-1),
        ];
        assert!(values.is_sorted_by(|a, b| a.centipawns() > b.centipawns()));
    }

    #[test]
    fn the_worst_number_has_another_side() {
        assert_eq!(EngineScore::Centipawns(i32::MIN).eval(Color::Black), Eval::Centipawns(i32::MAX));
    }
}
