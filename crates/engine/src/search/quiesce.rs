use std::ops::ControlFlow;

use tabiya_rules::{Position, RuleSource};

use super::history::moved;
use super::node::{Node, Searched};
use super::picker::{Picker, is_noisy};
use super::searcher::{Searcher, is_better_guess, is_sufficient};
use super::table::{Bound, Entry};
use super::value::{INFINITE, MATE_BOUND, MAX_PLY, Value};
use crate::eval::Evaluator;
use crate::exchange::{PLAYING, captured, wins};

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// Captures alone, until the position is quiet.
    ///
    /// CITE: <https://www.chessprogramming.org/Quiescence_Search>
    pub(super) fn quiesce<N: Node>(
        &mut self,
        position: &Position<R>,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Searched {
        self.visit(ply)?;
        self.stack[ply].line.clear();
        let in_check = self.stack[ply].in_check;
        if let Some(value) = self.ended(position, ply) {
            return ControlFlow::Continue(value);
        }
        if ply >= MAX_PLY {
            return ControlFlow::Continue(if in_check { 0 } else { self.evaluate(position) });
        }
        let key = position.key().0;
        let known = self.shared.table.probe(key, ply);
        if let Some(entry) = known
            && !N::PV
            && is_sufficient(entry, beta)
        {
            return ControlFlow::Continue(entry.value);
        }
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);

        // Standing still is a choice, but not in check.
        let mut best = -INFINITE;
        let mut raw_eval = None;
        let mut hopeless = -INFINITE;
        if !in_check {
            let raw = match known.and_then(|entry| entry.eval) {
                Some(eval) => eval,
                None => self.evaluate(position),
            };
            raw_eval = Some(raw);
            let corrected = self.correct(position, raw);
            best = match known {
                Some(entry) if is_better_guess(entry, corrected) => entry.value,
                _ => corrected,
            };
            if best >= beta {
                if known.is_none() {
                    let entry = Entry {
                        m: None,
                        value: best,
                        eval: raw_eval,
                        depth: -1,
                        bound: Bound::Lower,
                        was_pv,
                    };
                    self.shared.table.store(key, ply, entry);
                }
                return ControlFlow::Continue(best);
            }
            alpha = alpha.max(best);
            // CITE: <https://www.chessprogramming.org/Delta_Pruning>
            hopeless = best + 170;
        }

        let table_move = known
            .and_then(|entry| entry.m)
            .filter(|&m| (in_check || is_noisy(position, m)) && position.is_legal(m));
        let us = position.turn();
        let base = self.arena.len();
        let mut picker = if in_check {
            Picker::new(table_move, self.hints(ply), &self.arena)
        } else {
            Picker::noisy(table_move, 0, &self.arena)
        };
        let mut best_move = None;
        let mut count = 0;
        while let Some(m) = picker.next(position, &self.memory.history, &mut self.arena) {
            count += 1;
            if best > -MATE_BOUND {
                // Captures that lose material, and those that gain too little.
                if picker.is_at_bad_noisy() {
                    break;
                }
                if in_check && !is_noisy(position, m) {
                    picker.skip_quiets();
                    if count > 3 {
                        continue;
                    }
                }
                let gain = captured(position, m).map_or(0, |role| *PLAYING.get(role));
                if !in_check && m.promotion().is_none() && gain < PLAYING.king {
                    if hopeless + gain <= alpha {
                        best = best.max(hopeless + gain);
                        continue;
                    }
                    if hopeless <= alpha && !wins(position, m, 1) {
                        best = best.max(hopeless);
                        continue;
                    }
                }
            }
            let next = self.play(position, m);
            self.enter(&next, Some(m), moved(us, m), ply, next.is_check());
            let value = -self.quiesce::<N>(&next, -beta, -alpha, ply + 1)?;
            self.leave();
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.extend_line(m, ply);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        self.arena.truncate(base);
        if in_check && count == 0 {
            return self.stuck(position, alpha, beta, 0, ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let entry = Entry { m: best_move, value: best, eval: raw_eval, depth: 0, bound, was_pv };
        self.shared.table.store(key, ply, entry);
        ControlFlow::Continue(best)
    }
}
