//! Pawns that nothing can stop.

use tabiya_rules::{Bitboard, Color, MoveRules, Role, Square};

use crate::material::{GivenPosition, PieceWorth};
use crate::node_budget::NodeBudget;

/// How many positions a proof may look at, and how many steps a pawn may have before it.
pub(crate) const POSITIONS: u32 = 100_000;
const STEPS: u32 = 4;

/// Whether the pawn on `pawn`, whose side has just moved, reaches the end and stays there, whatever the other side does, by
/// stepping on with every move.
pub(crate) fn runs_through(material: PieceWorth, position: &GivenPosition, pawn: Square) -> bool {
    let MoveRules {
        promotes_to,
        // A pawn that steps on is stopped by men, not by rules.
        royal: _,
        royalty: _,
        castling: _,
        double_step: _,
        en_passant: _,
    } = position.rules().moves;
    let us = !position.turn();
    let best = promotes_to.iter().max_by_key(|&role| material.worth(role));
    let Some(becomes) = best else { return false };
    let mut run = PawnRun { material, us, becomes, budget: NodeBudget::new(POSITIONS) };
    run.goes_on(position, pawn, STEPS) == Some(true)
}

struct PawnRun {
    material: PieceWorth,
    us: Color,
    becomes: Role,
    budget: NodeBudget,
}

impl PawnRun {
    fn goes_on(&mut self, position: &GivenPosition, pawn: Square, steps: u32) -> Option<bool> {
        let ahead = Bitboard::of(pawn).forward(self.us).first();
        let (Some(to), true) = (ahead, steps > 0) else { return Some(false) };
        let answers = position.legal_moves();
        if answers.is_empty() {
            return Some(false);
        }
        for &answer in &*answers {
            self.budget.spend()?;
            if !self.steps_on(&position.play_unchecked(answer), pawn, to, steps)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn steps_on(&mut self, position: &GivenPosition, pawn: Square, to: Square, steps: u32) -> Option<bool> {
        let is_pawn = position.piece_at(pawn).is_some_and(|piece| piece.role == Role::Pawn);
        let is_last = Bitboard::of(to).forward(self.us).is_empty();
        let promotion = is_last.then_some(self.becomes);
        let step = position.legal(pawn, to, promotion).ok().filter(|_| is_pawn);
        let Some(step) = step else { return Some(false) };
        let next = position.play_unchecked(step);
        if is_last {
            let is_kept = next.outcome().is_none_or(|outcome| outcome.winner() == Some(self.us));
            return Some(is_kept && self.material.is_safe(&next, to));
        }
        self.goes_on(&next, to, steps - 1)
    }
}
