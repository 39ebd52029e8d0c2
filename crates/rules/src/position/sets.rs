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

/// The empty squares, prepared for sliding along all lines by doubling: one, two and four steps.
/// CITE: Kogge-Stone fills, <https://www.chessprogramming.org/Kogge-Stone_Algorithm>
struct Ways {
    up: [U64x4; 3],
    down: [U64x4; 3],
}

impl Ways {
    #[inline(always)]
    fn new(empty: u64) -> Ways {
        let one = U64x4::new(STEPS);
        let two = U64x4::new(STEPS.map(|step| step * 2));
        let up = U64x4::splat(empty) & U64x4::new(UP_ARRIVALS);
        let up_two = up & up.up(one);
        let down = U64x4::splat(empty) & U64x4::new(DOWN_ARRIVALS);
        let down_two = down & down.down(one);
        Ways { up: [up, up_two, up_two & up_two.up(two)], down: [down, down_two, down_two & down_two.down(two)] }
    }

    /// The squares that the sliders in each lane attack going up their line.
    #[inline(always)]
    fn attacks_up(&self, mut sliders: U64x4) -> U64x4 {
        let one = U64x4::new(STEPS);
        sliders = sliders | self.up[0] & sliders.up(one);
        sliders = sliders | self.up[1] & sliders.up(U64x4::new(STEPS.map(|step| step * 2)));
        sliders = sliders | self.up[2] & sliders.up(U64x4::new(STEPS.map(|step| step * 4)));
        sliders.up(one) & U64x4::new(UP_ARRIVALS)
    }

    /// The same going down.
    #[inline(always)]
    fn attacks_down(&self, mut sliders: U64x4) -> U64x4 {
        let one = U64x4::new(STEPS);
        sliders = sliders | self.down[0] & sliders.down(one);
        sliders = sliders | self.down[1] & sliders.down(U64x4::new(STEPS.map(|step| step * 2)));
        sliders = sliders | self.down[2] & sliders.down(U64x4::new(STEPS.map(|step| step * 4)));
        sliders.down(one) & U64x4::new(DOWN_ARRIVALS)
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
        let board = &self.board;
        let own = board.by_color(us);
        let enemies = board.by_color(!us);
        let occupied = board.occupied();
        let king = (board.kings() & own).first_or_any();

        let ways = Ways::new(!occupied.0);
        let planes = U64x4::new(board.planes());
        // Rooks and queens on files and ranks, bishops and queens on the diagonals.
        let sliders = planes.pick::<0b00_00_01_01>() & planes.pick::<0b10_10_10_10>();

        let mut guard = Guard {
            royal: king,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            danger: Bitboard::EMPTY,
            allowed: !own,
        };
        let mut pins = U64x4::splat(0);
        if self.is_royal_checked() {
            let enemy_sliders = sliders & U64x4::splat(enemies.0);
            let up = ways.attacks_up(enemy_sliders);
            let down = ways.attacks_down(enemy_sliders);
            let [king_up, king_down] = RAYS[king.index()];
            // A piece that the king sees in one direction and a slider from the other.
            let shields = (up & U64x4::new(king_down) | down & U64x4::new(king_up)) & U64x4::splat(own.0);
            if shields.is_any() {
                pins = shields & U64x4::splat(attacks::queen(king, occupied).0);
                guard.pinned = Bitboard(pins.union());
            }
            let knights = U64x4::splat((board.knights() & enemies).0);
            let jumps = jumps_up(knights) | jumps_down(knights);
            guard.danger = Bitboard((up | down | jumps).union())
                | attacks::pawns(!us, board.pawns() & enemies)
                | attacks::king((board.kings() & enemies).first_or_any());
            if guard.danger.contains(king) {
                guard = self.answer_checks(us, guard);
            }
        }

        let royal_moves = attacks::king(king).without(own | guard.danger).len();
        if guard.checkers.is_many() {
            return royal_moves;
        }

        // What a pin keeps from moving along each line.
        let held = U64x4::splat(guard.pinned.0).without(pins);
        let allowed = U64x4::splat(guard.allowed.0);
        let free = (sliders & U64x4::splat(own.0)).without(held);
        let slides_up = ways.attacks_up(free) & allowed;
        let slides_down = ways.attacks_down(free) & allowed;

        let knights = U64x4::splat((board.knights() & own).without(guard.pinned).0);
        let jumps_up = jumps_up(knights) & allowed;
        let jumps_down = jumps_down(knights) & allowed;

        let pawns = board.pawns() & own;
        let free = U64x4::splat(pawns.0).without(held);
        let steps = U64x4::new(STEPS);
        let ahead = match us {
            Color::White => free.up(steps) & U64x4::new(UP_ARRIVALS),
            Color::Black => free.down(steps) & U64x4::new(DOWN_ARRIVALS),
        };
        // Ahead only to empty squares, diagonally only to take; pawns never move along a rank.
        let targets = U64x4::splat(!occupied.0).first_then(U64x4::splat(enemies.0));
        let ahead = ahead & targets & U64x4::new([!0, 0, !0, !0]);
        let pawn_moves = ahead & allowed;

        let moves = [slides_up, slides_down, jumps_up, jumps_down, pawn_moves];
        let mut count = royal_moves + U64x4::count(moves) as usize;
        if self.rules.moves().double_step {
            let third = Bitboard::rank(Rank::Third.seen_by(us));
            let double = (Bitboard(ahead.first()) & third).forward(us);
            count += (double & !occupied & guard.allowed).len();
        }
        let promotes_to = self.rules.moves().promotes_to;
        if !promotes_to.is_empty() && (pawns & Bitboard::rank(Rank::Seventh.seen_by(us))).is_any() {
            let end = U64x4::splat(Bitboard::rank(Rank::Eighth.seen_by(us)).0);
            count += (promotes_to.len() - 1) * U64x4::count([pawn_moves & end]) as usize;
        }
        count + self.count_special_moves(us, guard)
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
            guard.danger |= attacks::line(king, slider).without(guard.checkers);
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
