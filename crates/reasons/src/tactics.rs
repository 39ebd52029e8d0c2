//! Forks, skewers, discovered attacks, pins: what is attacked by whom after a move.

use tabiya_rules::{Bitboard, Color, Role, Square, attacks};

use crate::material::{GivenPosition, PieceWorth};
use crate::{MoveReason, StandingPiece};

/// A move that has been made: the positions before and after it, and where the man stands that moved.
pub(crate) struct MadeMove<'a> {
    pub material: PieceWorth,
    pub before: &'a GivenPosition,
    pub after: &'a GivenPosition,
    pub us: Color,
    pub from: Square,
    pub to: Square,
}

impl MadeMove<'_> {
    /// Two men attacked at once by the man that moved, either of which it could take with profit.
    pub fn fork(&self) -> Option<MoveReason> {
        let role = self.after.board().role_at(self.to)?;
        let mut targets = self.prey_of(role, self.to);
        targets.sort_by_key(|target| -self.material.weight(target.role));
        match &targets[..] {
            // A pawn beside something else is no fork that anybody would speak of.
            [first, second, ..] if second.role != Role::Pawn => {
                Some(MoveReason::Forks { first: *first, second: *second })
            }
            _ => None,
        }
    }

    /// A man that must go, and one behind it that is lost then.
    pub fn skewer(&self) -> Option<MoveReason> {
        let board = self.after.board();
        let role = board.role_at(self.to).filter(|role| is_slider(*role))?;
        self.prey_of(role, self.to).into_iter().find_map(|front| {
            let back = self.behind(self.to, role, front.at)?;
            let weight = |role| self.material.weight(role);
            let is_skewer = weight(front.role) > weight(back.role) && back.role != Role::Pawn;
            is_skewer.then_some(MoveReason::Skewers { front, back })
        })
    }

    /// A man that another one attacks because this one has gone out of its way.
    pub fn uncovering(&self) -> Option<MoveReason> {
        let board = self.after.board();
        let own = board.by_color(self.us).without(Bitboard::of(self.to));
        let mut found: Option<(Role, StandingPiece)> = None;
        for from in own {
            let Some(by) = board.role_at(from).filter(|role| is_slider(*role)) else { continue };
            // It stood there before, and saw less.
            if self.before.board().piece_at(from) != board.piece_at(from) {
                continue;
            }
            let seen = attacks::of(by, self.us, from, self.before.board().occupied());
            for target in self.prey_of(by, from) {
                let weight = |role| self.material.weight(role);
                let is_more = found.is_none_or(|(_, known)| weight(target.role) > weight(known.role));
                if !seen.contains(target.at) && is_more {
                    found = Some((by, target));
                }
            }
        }
        found.map(|(by, target)| MoveReason::Uncovers { by, target })
    }

    /// A man that shields its royal piece from the man that moved, and did not have to before.
    pub fn pin(&self) -> Option<MoveReason> {
        if !self.material.knows_check {
            return None;
        }
        let board = self.after.board();
        let role = board.role_at(self.to).filter(|role| is_slider(*role))?;
        let royal = self.after.royal(!self.us)?;
        // Along the line it would have been there before.
        let is_new = !attacks::line(self.to, royal).contains(self.from);
        let is_on_line = is_new && attacks::of(role, self.us, self.to, Bitboard::EMPTY).contains(royal);
        let shields = attacks::between(self.to, royal) & board.occupied();
        let at = shields.first().filter(|_| is_on_line && !shields.is_many())?;
        let shield = board.piece_at(at).filter(|piece| piece.color != self.us && piece.role != Role::Pawn)?;
        Some(MoveReason::Pins { piece: StandingPiece { role: shield.role, at }, royal: self.material.royal })
    }

    /// What a man of ours attacks and could take with profit.
    fn prey_of(&self, role: Role, from: Square) -> Vec<StandingPiece> {
        let board = self.after.board();
        let attacked = attacks::of(role, self.us, from, board.occupied()) & board.by_color(!self.us);
        let standing = |at| board.role_at(at).map(|role| StandingPiece { role, at });
        let is_prey = |target: &StandingPiece| self.material.is_prey(self.after, from, *target, self.us);
        attacked.into_iter().filter_map(standing).filter(is_prey).collect()
    }

    /// The enemy's man that would be attacked from `from` if nothing stood on `front`.
    fn behind(&self, from: Square, role: Role, front: Square) -> Option<StandingPiece> {
        let board = self.after.board();
        let occupied = board.occupied();
        let through = attacks::of(role, self.us, from, occupied.without(Bitboard::of(front)));
        let newly = through.without(attacks::of(role, self.us, from, occupied)) & board.by_color(!self.us);
        let at = newly.first()?;
        board.role_at(at).map(|role| StandingPiece { role, at })
    }
}

fn is_slider(role: Role) -> bool {
    match role {
        Role::Bishop | Role::Rook | Role::Queen => true,
        Role::Pawn | Role::Knight | Role::King => false,
    }
}
