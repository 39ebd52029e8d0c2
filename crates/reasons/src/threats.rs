//! What a side could do if the other passed.

use tabiya_rules::{Color, Outcome, Role, Square, Victory};

use crate::StandingPiece;
use crate::capture_of;
use crate::material::{GAME, GivenPosition, PieceWorth};
use crate::node_budget::NodeBudget;

/// How many positions it may take to see whether a man can be taken with profit.
const POSITIONS: u32 = 20_000;

/// Where the side to move can mate at once.
pub(crate) fn mates_in_one(position: &GivenPosition) -> Vec<Square> {
    let mut squares = Vec::new();
    position.for_each_move(|m| {
        let next = position.play_unchecked(m);
        let mate = Outcome::Won { winner: position.turn(), by: Victory::Checkmate };
        if next.is_check() && next.outcome() == Some(mate) {
            squares.push(m.to());
        }
    });
    squares.sort_by_key(|square| square.index());
    squares.dedup();
    squares
}

/// The only one of some squares.
pub(crate) fn single(squares: &[Square]) -> Option<Square> {
    match squares {
        [one] => Some(*one),
        _ => None,
    }
}

impl PieceWorth {
    /// What the side to move wins by taking what stands on `at`, on that square alone.
    pub fn profit_on(&self, position: &GivenPosition, at: Square) -> Option<i32> {
        self.exchange(position, at, &mut NodeBudget::new(POSITIONS))
    }

    /// The men of a side that the other, who is to move, can take with profit, with what that wins; the most valuable first.
    pub fn hanging(&self, position: &GivenPosition) -> Vec<(StandingPiece, i32)> {
        let victims = position.board().by_color(!position.turn());
        let mut found = Vec::new();
        for at in victims {
            let Some(role) = position.board().role_at(at) else { continue };
            match self.profit_on(position, at) {
                Some(profit) if profit > 0 => found.push((StandingPiece { role, at }, profit)),
                Some(_) | None => {}
            }
        }
        found.sort_by_key(|(piece, _)| -self.weight(piece.role));
        found
    }

    /// How much a man matters, the royal one the most.
    pub fn weight(&self, role: Role) -> i32 {
        if role == self.royal { GAME } else { self.worth(role) }
    }

    /// Whether nobody takes a man with profit when the side to move may.
    pub fn is_safe(&self, position: &GivenPosition, at: Square) -> bool {
        self.profit_on(position, at) == Some(0)
    }

    /// What the side that has just moved could take with profit next, with a man of its own on `from`, if the other passed;
    /// in check, what is worth more than that man or is guarded by nobody.
    pub fn is_prey(&self, position: &GivenPosition, from: Square, target: StandingPiece, us: Color) -> bool {
        if target.role == self.royal {
            return true;
        }
        let Some(passed) = position.pass() else {
            let board = position.board();
            let own = board.role_at(from).map_or(GAME, |role| self.weight(role));
            let guards = board.attackers(target.at, !us, board.occupied());
            return self.worth(target.role) > own || guards.is_empty();
        };
        let mut is_prey = false;
        passed.for_each_move(|m| {
            let takes = capture_of(&passed, m).is_some_and(|(_, at)| at == target.at);
            if takes && m.from() == from {
                let gain = self.capture_gain(&passed, m, &mut NodeBudget::new(POSITIONS));
                is_prey |= gain.is_some_and(|gain| gain > 0);
            }
        });
        is_prey
    }
}
