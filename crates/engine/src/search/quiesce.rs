use std::ops::ControlFlow;

use tabiya_rules::{Position, RuleSource};

use super::best::Best;
use super::history_table::piece_to;
use super::node::{NodeKind, SearchResult};
use super::parameters::{DELTA_MARGIN, EVASIONS};
use super::picker::{Picker, is_noisy};
use super::searcher::Searcher;
use super::transposition_table::{Bound, TableEntry};
use super::value::{INFINITE, MATE_BOUND};
use super::window::Window;
use crate::eval::Evaluator;
use crate::exchange::{PLAYING, captured, wins};

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// Captures alone, until the position is quiet.
    ///
    /// CITE: <https://www.chessprogramming.org/Quiescence_Search>
    pub(super) fn quiesce<N: NodeKind>(
        &mut self,
        position: &Position<R>,
        mut window: Window,
        ply: usize,
    ) -> SearchResult {
        self.arrive(ply)?;
        if let Some(value) = self.settled(position, ply) {
            return ControlFlow::Continue(value);
        }
        let in_check = self.stack[ply].in_check;
        let key = position.key().0;
        let known = self.shared.table.probe(key, ply);
        if let Some(entry) = known
            && !N::PV
            && window.is_settled_by(entry.value, entry.bound)
        {
            return ControlFlow::Continue(entry.value);
        }
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);

        // Standing still is a choice, but not in check.
        let mut best = Best { value: -INFINITE, m: None };
        let mut raw_eval = None;
        let mut hopeless = -INFINITE;
        if !in_check {
            let guess = self.guess(position, known);
            raw_eval = Some(guess.raw);
            best.value = guess.value;
            if window.is_beaten_by(best.value) {
                if known.is_none() {
                    let (value, bound) = (best.value, Bound::Lower);
                    let entry = TableEntry { m: None, value, eval: raw_eval, depth: -1, bound, was_pv };
                    self.shared.table.store(key, ply, entry);
                }
                return ControlFlow::Continue(best.value);
            }
            window.raise(best.value);
            // CITE: <https://www.chessprogramming.org/Delta_Pruning>
            hopeless = best.value + DELTA_MARGIN;
        }

        let table_move = known
            .and_then(|entry| entry.m)
            .filter(|&m| (in_check || is_noisy(position, m)) && position.is_legal(m));
        let base = self.arena.len();
        let mut picker = if in_check {
            Picker::new(table_move, self.hints(ply), &self.arena)
        } else {
            Picker::noisy(table_move, 0, &self.arena)
        };
        let mut count = 0;
        while let Some(m) = picker.next(position, &self.memory.history, &mut self.arena) {
            count += 1;
            if best.value > -MATE_BOUND {
                // Captures that lose material, and those that gain too little.
                if picker.is_at_bad_noisy() {
                    break;
                }
                if in_check && !is_noisy(position, m) {
                    picker.skip_quiets();
                    if count > EVASIONS {
                        continue;
                    }
                }
                let gain = captured(position, m).map_or(0, |role| *PLAYING.get(role));
                if !in_check && m.promotion().is_none() && gain < PLAYING.king {
                    if !window.is_raised_by(hopeless + gain) {
                        best.value = best.value.max(hopeless + gain);
                        continue;
                    }
                    if !window.is_raised_by(hopeless) && !wins(position, m, 1) {
                        best.value = best.value.max(hopeless);
                        continue;
                    }
                }
            }
            let next = self.descend(position, m, piece_to(position, m), ply);
            let value = -self.quiesce::<N>(&next, -window, ply + 1)?;
            self.leave();
            if self.record::<N>(&mut window, &mut best, m, value, ply).is_break() {
                break;
            }
        }
        self.arena.truncate(base);
        if in_check && count == 0 {
            return self.stuck(position, window, 0, ply);
        }
        let bound = if window.is_beaten_by(best.value) { Bound::Lower } else { Bound::Upper };
        let entry = TableEntry { m: best.m, value: best.value, eval: raw_eval, depth: 0, bound, was_pv };
        self.shared.table.store(key, ply, entry);
        ControlFlow::Continue(best.value)
    }
}
