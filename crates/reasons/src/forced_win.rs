//! Wins against every defence.

use tabiya_rules::{Claims, Color, EndRules, Judgement, Move, Outcome, Stalemate, Victory};

use crate::material::{GivenPosition, PieceWorth};
use crate::node_budget::NodeBudget;
use crate::{ForcedEnd, MoveBound, MoveContext};

/// How many positions a proof may look at, however it is tried.
pub(crate) const POSITIONS: u32 = 200_000;

/// How many more moves of the winner all of them are tried, and how many are tried with checks and the line alone.
const ALL_MOVES: u32 = 2;
const CHECKS: u32 = 4;

/// Which moves the winner tries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    All,
    /// Those that attack the royal piece, and those of the line. What is proven with these is proven; what is not may still hold.
    Checks,
}

/// A search for a win by force.
pub(crate) struct ForcedWin<'a> {
    context: &'a MoveContext<'a>,
    material: PieceWorth,
    us: Color,
    line: &'a [Move],
    budget: &'a mut NodeBudget,
    /// How the games ended that were won on the way.
    ends: Option<ForcedEnd>,
}

impl ForcedWin<'_> {
    /// How the first move of a line, which has led to `after`, wins by force, in how many moves with it. `claimed` is what
    /// whoever found the line believes.
    pub fn find(
        context: &MoveContext<'_>,
        material: PieceWorth,
        line: &[Move],
        after: &GivenPosition,
        claimed: Option<u32>,
    ) -> Option<(ForcedEnd, u32, MoveBound)> {
        let us = context.position.turn();
        let most = claimed.map_or(1, |moves| moves.saturating_sub(1).clamp(1, CHECKS));
        let mut bound = MoveBound::Exactly;
        let mut budget = NodeBudget::new(POSITIONS);
        for more in 1..=most {
            let widths: &[Width] =
                if more <= ALL_MOVES { &[Width::Checks, Width::All] } else { &[Width::Checks] };
            for &width in widths {
                let mut search = ForcedWin { context, material, us, line, budget: &mut budget, ends: None };
                match (search.is_lost(after, more, 1, width), width) {
                    (Some(true), _) => {
                        return search.ends.map(|end| (end, more + 1, bound));
                    }
                    (Some(false), Width::All) => {}
                    // Whether there is a shorter way is not known.
                    (None, Width::All) => bound = MoveBound::AtMost,
                    (_, Width::Checks) if more > ALL_MOVES => bound = MoveBound::AtMost,
                    (_, Width::Checks) => {}
                }
            }
        }
        None
    }

    /// Whether the side to move loses whatever it does, within so many moves of the other.
    fn is_lost(&mut self, position: &GivenPosition, more: u32, ply: usize, width: Width) -> Option<bool> {
        if let Some(known) = self.judged(position)? {
            return Some(known);
        }
        if more == 0 {
            return Some(false);
        }
        let answers = position.legal_moves();
        if answers.is_empty() {
            return match position.pass() {
                Some(next) => self.wins(&next, more, ply + 1, width),
                None => Some(false),
            };
        }
        for &answer in &*answers {
            if !self.wins(&position.play_unchecked(answer), more, ply + 1, width)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether it is won, where the game is over or the other side may say so: whoever can claim a draw has not lost.
    #[expect(clippy::option_option, reason = "outside that the proof goes on, inside that the game does")]
    fn judged(&mut self, position: &GivenPosition) -> Option<Option<bool>> {
        self.budget.spend()?;
        let Judgement { outcome, claims } = position.judge(self.context.occurrences(position));
        let Claims { repetition, quiet_moves } = claims;
        Some(match outcome {
            Some(outcome) => Some(self.is_won(outcome)),
            None => (repetition || quiet_moves).then_some(false),
        })
    }

    /// Whether the side to move wins within so many of its moves.
    fn wins(&mut self, position: &GivenPosition, more: u32, ply: usize, width: Width) -> Option<bool> {
        if let Some(known) = self.judged(position)? {
            return Some(known);
        }
        let moves = position.legal_moves();
        let quiet_may_end = !self.ends_by_check_alone(position);
        let mut quiet = Vec::new();
        for &m in &*moves {
            let next = position.play_unchecked(m);
            let is_check = next.is_check() || next.royal(!self.us).is_none();
            let is_of_line = self.line.get(ply) == Some(&m);
            if is_check || is_of_line {
                if self.is_lost(&next, more - 1, ply + 1, width)? {
                    return Some(true);
                }
            } else if width == Width::All && (more > 1 || quiet_may_end) {
                quiet.push(next);
            }
        }
        for next in quiet {
            if self.is_lost(&next, more - 1, ply + 1, width)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether only a move that attacks the royal piece can end the game for good.
    fn ends_by_check_alone(&self, position: &GivenPosition) -> bool {
        let EndRules {
            stalemate,
            // They end games in other ways than a lack of moves.
            stalemate_test: _,
            royal_taken: _,
            repetition: _,
            quiet_moves: _,
            dead_position: _,
        } = position.rules().ends;
        self.material.knows_check && matches!(stalemate, Stalemate::Draws | Stalemate::Wins)
    }

    fn is_won(&mut self, outcome: Outcome) -> bool {
        let Outcome::Won { winner, by } = outcome else { return false };
        if winner == self.us {
            let end = match by {
                Victory::Checkmate => ForcedEnd::Mate,
                Victory::RoyalTaken(royal) => ForcedEnd::RoyalTaken(royal),
                Victory::Stalemate | Victory::Score => ForcedEnd::Win,
            };
            // Where defences end in different ways, it is a win, and no more is said.
            self.ends = Some(self.ends.filter(|&earlier| earlier != end).map_or(end, |_| ForcedEnd::Win));
        }
        winner == self.us
    }
}
