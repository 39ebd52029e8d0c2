//! Counting moves by whole sets of pieces, all eight directions at once.
//!
//! Along one direction the moves of different pieces end on different squares, so the squares that a set reaches
//! in that direction are as many as its moves. Four lanes hold the four lines: file, rank, diagonal,
//! antidiagonal. No piece is looked at by itself, nothing branches on what stands where.

use super::Position;
use super::generate::Guard;
use super::play::home;
use crate::cpu::U64x4;
use crate::{Bitboard, Color, File, Rank, RuleSource, Square, attacks};

/// How far the next square is on each line, going up.
const STEPS: [u64; 4] = [8, 1, 9, 7];
const NOT_A: u64 = !Bitboard::file(File::A).0;
const NOT_H: u64 = !Bitboard::file(File::H).0;
/// Where a step up each line may arrive without having left the board at a side; then the same going down.
const UP_ARRIVALS: [u64; 4] = [!0, NOT_A, NOT_A, NOT_H];
const DOWN_ARRIVALS: [u64; 4] = [!0, NOT_H, NOT_H, NOT_A];

/// The lanes of the diagonals.
const DIAGONALS: [u64; 4] = [0, 0, !0, !0];

/// A knight's jumps up; the same down with the arrivals turned round.
const JUMPS: [u64; 4] = [17, 15, 10, 6];
const NOT_AB: u64 = NOT_A & NOT_A << 1;
const NOT_GH: u64 = NOT_H & NOT_H >> 1;
const JUMP_UP_ARRIVALS: [u64; 4] = [NOT_A, NOT_H, NOT_AB, NOT_GH];
const JUMP_DOWN_ARRIVALS: [u64; 4] = [NOT_H, NOT_A, NOT_GH, NOT_AB];

/// The rays from each square along the lines: up, then down.
static RAYS: [[[u64; 4]; 2]; 64] = {
    let mut rays = [[[0; 4]; 2]; 64];
    let directions = [(0, 1), (1, 0), (1, 1), (-1, 1)];
    let mut sq = 0;
    while sq < 64 {
        let mut line = 0;
        while line < 4 {
            let (files, ranks) = directions[line];
            rays[sq][0][line] = attacks::ray(Square::from_index(sq), files, ranks);
            rays[sq][1][line] = attacks::ray(Square::from_index(sq), -files, -ranks);
            line += 1;
        }
        sq += 1;
    }
    rays
};

/// The men of each kind, the same set in every lane, but for the sliders: rooks and queens in the lanes of files
/// and ranks, bishops and queens in those of the diagonals.
struct Men {
    occupied: U64x4,
    black: U64x4,
    pawns: U64x4,
    knights: U64x4,
    sliders: U64x4,
}

impl Men {
    #[inline(always)]
    fn new(planes: U64x4) -> Men {
        let [a, b, c] = [planes.lane::<0>(), planes.lane::<1>(), planes.lane::<2>()];
        Men {
            occupied: a | b | c,
            black: planes.lane::<3>(),
            pawns: a.without(b | c),
            knights: b.without(a | c),
            sliders: b.halves(a) & c,
        }
    }

    #[inline(always)]
    fn of(&self, color: Color) -> U64x4 {
        match color {
            Color::White => self.occupied.without(self.black),
            Color::Black => self.black,
        }
    }
}

/// The empty squares, prepared for sliding along all lines by doubling: one, two and four steps.
/// CITE: Kogge-Stone fills, <https://www.chessprogramming.org/Kogge-Stone_Algorithm>
struct Ways {
    up: [U64x4; 3],
    down: [U64x4; 3],
}

impl Ways {
    #[inline(always)]
    fn new(occupied: U64x4) -> Ways {
        let up = U64x4::new(UP_ARRIVALS).without(occupied);
        let up_two = up & up.up(steps(1));
        let down = U64x4::new(DOWN_ARRIVALS).without(occupied);
        let down_two = down & down.down(steps(1));
        Ways {
            up: [up, up_two, up_two & up_two.up(steps(2))],
            down: [down, down_two, down_two & down_two.down(steps(2))],
        }
    }

    /// The squares that the sliders in each lane attack going up their line.
    #[inline(always)]
    fn attacks_up(&self, mut sliders: U64x4) -> U64x4 {
        sliders = sliders | self.up[0] & sliders.up(steps(1));
        sliders = sliders | self.up[1] & sliders.up(steps(2));
        sliders = sliders | self.up[2] & sliders.up(steps(4));
        step_up(sliders)
    }

    /// The same going down.
    #[inline(always)]
    fn attacks_down(&self, mut sliders: U64x4) -> U64x4 {
        sliders = sliders | self.down[0] & sliders.down(steps(1));
        sliders = sliders | self.down[1] & sliders.down(steps(2));
        sliders = sliders | self.down[2] & sliders.down(steps(4));
        step_down(sliders)
    }
}

/// How far `count` steps go on each line.
#[inline(always)]
fn steps(count: u64) -> U64x4 {
    U64x4::new(STEPS.map(|step| step * count))
}

/// The squares one step up each line.
#[inline(always)]
fn step_up(from: U64x4) -> U64x4 {
    from.up(steps(1)) & U64x4::new(UP_ARRIVALS)
}

/// The squares one step down each line.
#[inline(always)]
fn step_down(from: U64x4) -> U64x4 {
    from.down(steps(1)) & U64x4::new(DOWN_ARRIVALS)
}

/// The squares one step ahead for `color`'s pawns on each line.
#[inline(always)]
fn step_ahead(color: Color, pawns: U64x4) -> U64x4 {
    match color {
        Color::White => step_up(pawns),
        Color::Black => step_down(pawns),
    }
}

/// The squares that knights attack upwards, one lane for each jump.
#[inline(always)]
fn jumps_up(knights: U64x4) -> U64x4 {
    knights.up(U64x4::new(JUMPS)) & U64x4::new(JUMP_UP_ARRIVALS)
}

/// The same downwards.
#[inline(always)]
fn jumps_down(knights: U64x4) -> U64x4 {
    knights.down(U64x4::new(JUMPS)) & U64x4::new(JUMP_DOWN_ARRIVALS)
}

impl<R: RuleSource> Position<R> {
    /// The number of legal moves, where the royal piece is a king.
    #[inline(always)]
    pub(super) fn count_by_sets<const WHITE: bool>(&self) -> usize {
        if self.is_royal_missing() {
            return 0;
        }
        let us = Color::from_white(WHITE);
        let king = (self.board.kings() & self.board.by_color(us)).first_or_any();
        let men = Men::new(U64x4::new(self.board.planes()));
        let own = men.of(us);
        let enemies = men.of(!us);
        let ways = Ways::new(men.occupied);

        let mut guard = Guard::none(king);
        let mut pins = U64x4::splat(0);
        let mut allowed = U64x4::splat(!0).without(own);
        if self.is_royal_checked() {
            let sliders = men.sliders & enemies;
            let up = ways.attacks_up(sliders);
            let down = ways.attacks_down(sliders);
            // A pinned piece is seen by a slider from one side and by the king from the other.
            let [king_up, king_down] = RAYS[king.index()];
            let shields = (up & U64x4::new(king_down) | down & U64x4::new(king_up)) & own;
            if shields.is_any() {
                pins = shields & U64x4::splat(attacks::queen(king, self.board.occupied()).0);
                guard.pinned = Bitboard(pins.union());
            }
            let knights = men.knights & enemies;
            let jumps = jumps_up(knights) | jumps_down(knights);
            let pawns = step_ahead(!us, men.pawns & enemies) & U64x4::new(DIAGONALS);
            let enemy_king = self.board.kings() & self.board.by_color(!us);
            guard.danger =
                Bitboard((up | down | jumps | pawns).union()) | attacks::king(enemy_king.first_or_any());
            if guard.danger.contains(king) {
                guard = self.answer_checks(us, guard);
                allowed = U64x4::splat(guard.allowed.0);
            }
        }

        let royal_moves = attacks::king(king).without(self.board.by_color(us) | guard.danger).len();
        if guard.checkers.is_many() {
            return royal_moves;
        }
        // What a pin keeps from moving along each line.
        let held = U64x4::splat(guard.pinned.0).without(pins);
        let sliders = (men.sliders & own).without(held);
        let knights = (men.knights & own).without(U64x4::splat(guard.pinned.0));
        let pawns = (men.pawns & own).without(held);
        // Ahead only to empty squares, diagonally only to take; pawns never move along a rank.
        let steps = step_ahead(us, pawns);
        let takes = steps & enemies & U64x4::new(DIAGONALS);
        let steps = steps.without(men.occupied).first_then(takes);
        let pawn_moves = steps & allowed;
        let moves = [
            ways.attacks_up(sliders) & allowed,
            ways.attacks_down(sliders) & allowed,
            jumps_up(knights) & allowed,
            jumps_down(knights) & allowed,
            pawn_moves,
        ];
        royal_moves
            + U64x4::count(moves) as usize
            + self.count_double_steps(us, Bitboard(steps.first()), Bitboard(allowed.first()))
            + self.count_promotions(us, pawn_moves)
            + self.count_special_moves(us, guard)
    }

    /// The double steps of the pawns whose first step leads to `stepped`.
    #[inline(always)]
    fn count_double_steps(&self, us: Color, stepped: Bitboard, allowed: Bitboard) -> usize {
        if !self.rules.moves().double_step {
            return 0;
        }
        let halfway = stepped & Bitboard::rank(Rank::Third.seen_by(us));
        (halfway.forward(us) & allowed).without(self.board.occupied()).len()
    }

    /// What promotions add beyond one move for each square reached.
    #[inline(always)]
    fn count_promotions(&self, us: Color, pawn_moves: U64x4) -> usize {
        let end = U64x4::splat(Bitboard::rank(Rank::Eighth.seen_by(us)).0);
        let promoting = pawn_moves & end;
        if !promoting.is_any() {
            return 0;
        }
        let further_choices = self.rules.moves().promotes_to.len().saturating_sub(1);
        further_choices * U64x4::count([promoting]) as usize
    }

    /// Completes the guard of a king in check: its checkers look through it at the square behind, and the
    /// others must take the checker or step between. Checks are rare enough to keep this out of the way.
    #[cold]
    #[inline(never)]
    fn answer_checks(&self, us: Color, mut guard: Guard) -> Guard {
        let king = guard.royal;
        guard.checkers = self.board.attackers(king, !us, self.board.occupied());
        let sliders = self.board.diagonal_sliders() | self.board.straight_sliders();
        for slider in guard.checkers & sliders {
            guard.danger |= attacks::line(king, slider).without(Bitboard::of(slider));
        }
        guard.allowed = attacks::between(king, guard.checkers.first_or_any()) | guard.checkers;
        guard
    }

    /// Castling and en passant.
    #[inline(always)]
    fn count_special_moves(&self, us: Color, guard: Guard) -> usize {
        let mut count = 0;
        for rook in self.castling & Bitboard::rank(home(us)) {
            count += usize::from(self.may_castle(guard, rook));
        }
        if let Some(passed) = self.en_passant {
            count += self.count_en_passant(passed);
        }
        count
    }

    #[cold]
    #[inline(never)]
    fn count_en_passant(&self, passed: Square) -> usize {
        let takers = self.takers_in_passing(passed).into_iter();
        takers.filter(|&from| self.is_safe_in_passing(from, passed)).count()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Position, RULE_SETS};

    /// Random games under every rule set: counting by sets and piece by piece must agree, and so must both ways
    /// of asking what stands on a square.
    #[test]
    fn counting_by_sets_equals_counting_by_pieces() {
        let mut seed = 2u64;
        for set in &RULE_SETS {
            for _ in 0..100 {
                let mut position = Position::starting(set.rules).unwrap();
                for _ in 0..200 {
                    let moves = position.legal_moves();
                    assert_eq!(position.count_moves(), moves.len(), "{}: {position:?}", set.name);
                    assert_eq!(position.count_by_piece(), moves.len(), "{}: {position:?}", set.name);
                    for (sq, piece) in position.board().pieces() {
                        let code = piece.role as u8 | (piece.color as u8) << 3;
                        assert_eq!(position.board().colored_code_at(sq), code);
                    }
                    if moves.is_empty() {
                        break;
                    }
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    position = position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
                }
            }
        }
    }
}
