use tabiya_rules::{Bitboard, Move, MoveRules, Position, Rank, Role, RuleSource};

use super::history_table::{HistoryTable, PieceTo, piece_to};
use super::parameters::{CONTINUATION_WEIGHTS, GAIN_WEIGHT, QUIET_WEIGHT};
use crate::exchange::{PLAYING, captured, wins};

/// A move with what it promises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

/// Moves as they are made and sorted, of all nodes from the root down: each node has its part at the end.
pub(crate) type Arena = Vec<ScoredMove>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerStage {
    Table,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// What a node knows about its quiet moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    /// CITE: <https://www.chessprogramming.org/Killer_Heuristic>
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) counter: Option<Move>,
    /// What moved one, two and four moves before.
    pub(crate) before: [PieceTo; 3],
}

impl Hints {
    /// Whether a move has refuted something in a like place.
    pub(crate) fn is_refutation(&self, m: Move) -> bool {
        self.killers.contains(&Some(m)) || self.counter == Some(m)
    }
}

/// Hands out the moves of a position, the promising first, made no sooner than needed: the table's move, captures that
/// do not lose material, quiet moves, the other captures.
///
/// CITE: <https://www.chessprogramming.org/Move_Ordering>, made in stages: <https://www.chessprogramming.org/Move_Generation>
pub(crate) struct Picker {
    stage: PickerStage,
    table_move: Option<Move>,
    hints: Hints,
    start: usize,
    next: usize,
    end: usize,
    /// Where the bad captures end, which lie at the start.
    bad_end: usize,
    skips_quiets: bool,
    /// What a capture must win to be good.
    threshold: i32,
}

impl Picker {
    pub(crate) fn new(table_move: Option<Move>, hints: Hints, arena: &Arena) -> Picker {
        let start = arena.len();
        Picker {
            stage: PickerStage::Table,
            table_move,
            hints,
            start,
            next: start,
            end: start,
            bad_end: start,
            skips_quiets: false,
            threshold: 0,
        }
    }

    /// Captures and promotions only.
    pub(crate) fn noisy(table_move: Option<Move>, threshold: i32, arena: &Arena) -> Picker {
        Picker { skips_quiets: true, threshold, ..Picker::new(table_move, Hints::default(), arena) }
    }

    /// No more quiet moves are wanted.
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Whether the move handed out last is a capture that loses material.
    pub(crate) fn is_at_bad_noisy(&self) -> bool {
        self.stage == PickerStage::BadNoisy
    }

    pub(crate) fn next<R: RuleSource>(
        &mut self,
        position: &Position<R>,
        history: &HistoryTable,
        arena: &mut Arena,
    ) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::Table => {
                    self.stage = PickerStage::MakeNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                PickerStage::MakeNoisy => {
                    self.make_noisy(position, history, arena);
                    self.stage = PickerStage::GoodNoisy;
                }
                PickerStage::GoodNoisy => match self.best(arena) {
                    Some(found) if wins(position, found.m, self.threshold) => return Some(found.m),
                    Some(found) => {
                        arena[self.bad_end] = found;
                        self.bad_end += 1;
                    }
                    None => self.stage = PickerStage::MakeQuiet,
                },
                PickerStage::MakeQuiet => {
                    if !self.skips_quiets {
                        self.make_quiets(position, history, arena);
                    }
                    self.stage = PickerStage::Quiet;
                }
                PickerStage::Quiet => match self.best(arena).filter(|_| !self.skips_quiets) {
                    Some(found) => return Some(found.m),
                    None => {
                        self.next = self.start;
                        self.end = self.bad_end;
                        self.stage = PickerStage::BadNoisy;
                    }
                },
                PickerStage::BadNoisy => match self.best(arena) {
                    Some(found) => return Some(found.m),
                    None => self.stage = PickerStage::Done,
                },
                PickerStage::Done => return None,
            }
        }
    }

    /// The best of the moves that are left in this stage.
    #[inline(always)]
    fn best(&mut self, arena: &mut Arena) -> Option<ScoredMove> {
        let left = arena.get_mut(self.next..self.end)?;
        let mut best = 0;
        for (i, scored) in left.iter().enumerate().skip(1) {
            if scored.score > left[best].score {
                best = i;
            }
        }
        let found = *left.get(best)?;
        left[best] = left[0];
        left[0] = found;
        self.next += 1;
        Some(found)
    }

    fn make_noisy<R: RuleSource>(
        &mut self,
        position: &Position<R>,
        history: &HistoryTable,
        arena: &mut Arena,
    ) {
        let table_move = self.table_move;
        position.for_each_move_to(noisy_targets(position), |m| {
            if Some(m) == table_move || !is_noisy(position, m) {
                return;
            }
            let taken = captured(position, m);
            let gain = taken.map_or(0, |role| *PLAYING.get(role))
                + m.promotion().map_or(0, |role| *PLAYING.get(role) - PLAYING.pawn);
            arena.push(ScoredMove {
                m,
                score: GAIN_WEIGHT * gain + history.capture(piece_to(position, m), taken),
            });
        });
        self.end = arena.len();
    }

    fn make_quiets<R: RuleSource>(
        &mut self,
        position: &Position<R>,
        history: &HistoryTable,
        arena: &mut Arena,
    ) {
        let us = position.turn();
        let Hints { killers, counter, before } = self.hints;
        let table_move = self.table_move;
        // What comes after the captures, which are all handed out by now but for the bad ones at the start.
        self.next = arena.len();
        position.for_each_move_to(!position.board().by_color(!us), |m| {
            if Some(m) == table_move || is_noisy(position, m) {
                return;
            }
            let now = piece_to(position, m);
            let score = if Some(m) == killers[0] {
                1 << 20
            } else if Some(m) == killers[1] {
                (1 << 20) - 1
            } else if Some(m) == counter {
                (1 << 20) - 2
            } else {
                QUIET_WEIGHT * history.quiet(us, m)
                    + CONTINUATION_WEIGHTS[0] * history.continuation(before[0], now)
                    + CONTINUATION_WEIGHTS[1] * history.continuation(before[1], now)
                    + CONTINUATION_WEIGHTS[2] * history.continuation(before[2], now)
            };
            arena.push(ScoredMove { m, score });
        });
        self.end = arena.len();
    }
}

/// Whether a move takes something, or makes a pawn a queen.
#[inline(always)]
pub(crate) fn is_noisy<R: RuleSource>(position: &Position<R>, m: Move) -> bool {
    !m.is_castling() && position.board().occupied().contains(m.to())
        || m.is_en_passant()
        || m.promotion() == Some(Role::Queen)
}

/// The squares on which noisy moves can end; others may end there too.
#[inline(always)]
fn noisy_targets<R: RuleSource>(position: &Position<R>) -> Bitboard {
    let us = position.turn();
    let board = position.board();
    let mut targets = board.by_color(!us);
    if let Some(passed) = position.en_passant() {
        targets |= Bitboard::of(passed);
    }
    let last = Bitboard::rank(Rank::Eighth.seen_by(us));
    let before_last = Bitboard::rank(Rank::Seventh.seen_by(us));
    let ready = board.pawns() & board.by_color(us) & before_last;
    let MoveRules {
        promotes_to,
        // Moves to empty squares, but for those above, are quiet under all rules.
        royal: _,
        royalty: _,
        castling: _,
        double_step: _,
        en_passant: _,
    } = position.source().moves();
    if ready.is_any() && !promotes_to.is_empty() {
        targets |= last.without(board.occupied());
    }
    targets
}
