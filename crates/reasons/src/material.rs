//! What men are worth, and who comes out ahead when they are taken.

use tabiya_rules::{
    ByRole, Color, EndRules, Move, MoveRules, Outcome, Position, Role, RoyalTaken, Royalty, Rules, Square,
};

use crate::capture_of;
use crate::node_budget::NodeBudget;

pub(crate) type GivenPosition = Position<&'static Rules>;

/// More than all men together: the game itself.
pub(crate) const GAME: i32 = 1_000_000;

/// How far captures are followed.
const DEPTH: u32 = 12;

/// What every piece counts among players.
const USUAL: ByRole<i32> = ByRole { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 3 };

/// What men are worth under some rules.
#[derive(Clone, Copy)]
pub(crate) struct PieceWorth {
    worth: ByRole<i32>,
    pub royal: Role,
    /// Whether the royal piece is kept out of attack, so that there are checks, mates and pins.
    pub knows_check: bool,
}

impl PieceWorth {
    pub fn new(rules: &Rules) -> PieceWorth {
        let MoveRules {
            royal,
            royalty,
            // Which moves there are, the position knows.
            castling: _,
            double_step: _,
            en_passant: _,
            promotes_to: _,
        } = rules.moves;
        let EndRules {
            royal_taken,
            // Asked of the position where they matter.
            stalemate: _,
            stalemate_test: _,
            repetition: _,
            quiet_moves: _,
            dead_position: _,
        } = rules.ends;
        let counted = ByRole::from_fn(|role| i32::from(*rules.values.get(role)));
        let knows_check = match royalty {
            Royalty::Checked => true,
            Royalty::Taken => false,
        };
        // Where a royal piece is never taken, nothing is ever counted.
        let mut worth = match royal_taken {
            RoyalTaken::Scored if !knows_check => counted,
            RoyalTaken::Scored | RoyalTaken::Wins => USUAL,
        };
        // It is worth the game, which is settled apart from men.
        *worth.get_mut(royal) = 0;
        PieceWorth { worth, royal, knows_check }
    }

    pub fn worth(&self, role: Role) -> i32 {
        *self.worth.get(role)
    }

    /// By how much a side's men are worth more.
    pub fn balance(&self, position: &GivenPosition, color: Color) -> i32 {
        let board = position.board();
        let side = |color| {
            let men = board.by_color(color);
            Role::ALL
                .into_iter()
                .map(|role| self.worth(role) * (board.by_role(role) & men).len() as i32)
                .sum::<i32>()
        };
        side(color) - side(!color)
    }

    /// What a move changes at once: what it takes, and what a pawn becomes.
    pub fn change(&self, position: &GivenPosition, m: Move) -> i32 {
        let taken = capture_of(position, m).map_or(0, |(role, _)| self.worth(role));
        let grown = m.promotion().map_or(0, |role| self.worth(role) - self.worth(Role::Pawn));
        taken + grown
    }

    /// What the game is worth to a side where it is over because a royal piece is gone.
    fn royal_gone(&self, position: &GivenPosition, us: Color) -> Option<i32> {
        if self.knows_check || Color::ALL.into_iter().all(|color| position.royal(color).is_some()) {
            return None;
        }
        Some(match position.outcome() {
            Some(Outcome::Won { winner, .. }) if winner == us => GAME,
            Some(Outcome::Won { .. }) => -GAME,
            Some(Outcome::Drawn(_)) | None => 0,
        })
    }

    /// What the side to move wins when it takes what stands on `at`, and both go on taking there for as long as it pays; 0 where
    /// it does not.
    pub fn exchange(&self, position: &GivenPosition, at: Square, budget: &mut NodeBudget) -> Option<i32> {
        let mut best = 0;
        for m in captures_of(position, at) {
            best = best.max(self.capture_gain(position, m, budget)?);
        }
        Some(best)
    }

    /// What a move wins when both then go on taking on its square for as long as it pays.
    pub fn capture_gain(&self, position: &GivenPosition, m: Move, budget: &mut NodeBudget) -> Option<i32> {
        budget.spend()?;
        let after = position.play_unchecked(m);
        if let Some(value) = self.royal_gone(&after, position.turn()) {
            return Some(value);
        }
        Some(self.change(position, m) - self.exchange(&after, m.to(), budget)?)
    }

    /// By how much `us`, who have just moved, are ahead at least, whatever the answer, if they then take what they like and the
    /// opponent does, too, until nobody wants to.
    pub fn after_every_answer(
        &self,
        position: &GivenPosition,
        us: Color,
        budget: &mut NodeBudget,
    ) -> Option<i32> {
        let mut least = GAME;
        let answers = position.legal_moves();
        if answers.is_empty() {
            let passed = position.pass()?;
            return self.settled(&passed, (-GAME, GAME), 0, budget);
        }
        for &answer in &*answers {
            budget.spend()?;
            let next = position.play_unchecked(answer);
            let value = match self.royal_gone(&next, us) {
                Some(value) => value,
                None if next.outcome().is_some() => -GAME,
                None => self.settled(&next, (-GAME, least), 0, budget)?,
            };
            least = least.min(value);
        }
        Some(least)
    }

    /// The balance of the side to move once both have taken what they like. Whoever is in check answers it with any move.
    pub fn settled(
        &self,
        position: &GivenPosition,
        (mut least, most): (i32, i32),
        depth: u32,
        budget: &mut NodeBudget,
    ) -> Option<i32> {
        budget.spend()?;
        let us = position.turn();
        let balance = self.balance(position, us);
        let is_check = self.knows_check && position.is_check();
        let mut best = if is_check { -GAME } else { balance };
        least = least.max(best);
        let mut moves = position.legal_moves().to_vec();
        if !is_check {
            moves.retain(|&m| capture_of(position, m).is_some() || m.promotion().is_some());
        }
        // What goes on beyond is not settled.
        if depth == DEPTH && !moves.is_empty() {
            return None;
        }
        moves.sort_by_key(|&m| -self.change(position, m));
        for m in moves {
            if least >= most {
                break;
            }
            let next = position.play_unchecked(m);
            let value = match self.royal_gone(&next, us) {
                Some(value) => value,
                None => -self.settled(&next, (-most, -least), depth + 1, budget)?,
            };
            best = best.max(value);
            least = least.max(value);
        }
        Some(best)
    }
}

/// The moves that take what stands on `at`.
pub(crate) fn captures_of(position: &GivenPosition, at: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    if position.board().piece_at(at).is_some_and(|piece| piece.color != position.turn()) {
        position.for_each_move(|m| {
            if capture_of(position, m).is_some_and(|(_, taken)| taken == at) {
                moves.push(m);
            }
        });
    }
    moves
}
