use std::ops::ControlFlow;

use tabiya_rules::{Move, Position, Royalty, RuleSource, Stalemate};

use super::history::moved;
use super::picker::{Picker, is_noisy};
use super::reductions::reduction;
use super::searcher::{Searcher, bonus, is_better_guess, is_sufficient};
use super::table::{Bound, Entry};
use super::value::{INFINITE, MATE_BOUND, MAX_PLY, Value, is_decisive, lost};
use crate::eval::Evaluator;
use crate::exchange::{captured, wins};

/// A value, unless the search was stopped.
pub(super) type Searched = ControlFlow<(), Value>;

/// What kind of node is searched; the compiler makes a copy of the search for each.
pub(super) trait Node {
    /// Whether the window is open: the node lies on the principal variation.
    const PV: bool;
    /// Whether it is the position asked about.
    const ROOT: bool;
}

/// The position asked about.
pub(super) struct Root;
/// On the principal variation.
pub(super) struct Pv;
/// Anywhere else: the question is only whether it beats a bound.
pub(super) struct Cut;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for Cut {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The most quiet moves whose failure is remembered.
const MOST_TRIED: usize = 64;

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// The value of a position within a window, `depth` moves deep. `is_cut` expects it to beat the window.
    ///
    /// CITE: principal variation search, <https://www.chessprogramming.org/Principal_Variation_Search>
    pub(super) fn search<N: Node>(
        &mut self,
        position: &Position<R>,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Searched {
        // Step 1. At the horizon only captures are looked at.
        if depth <= 0 {
            return self.quiesce::<N>(position, alpha, beta, ply);
        }
        self.visit(ply)?;
        self.stack[ply].line.clear();
        let in_check = self.stack[ply].in_check;
        let excluded = self.stack[ply].excluded;

        if !N::ROOT {
            // Step 2. Draws, ends that these rules know, and the end of the stack.
            if let Some(value) = self.ended(position, ply) {
                return ControlFlow::Continue(value);
            }
            if ply >= MAX_PLY {
                return ControlFlow::Continue(if in_check { 0 } else { self.evaluate(position) });
            }
            // Step 3. Mate distance: no line from here can beat a mate that is already found.
            // CITE: <https://www.chessprogramming.org/Mate_Distance_Pruning>
            alpha = alpha.max(lost(ply));
            beta = beta.min(-lost(ply + 1));
            if alpha >= beta {
                return ControlFlow::Continue(alpha);
            }
        }

        // Step 4. What the table knows. Close to a draw by counting moves its values are not to be trusted.
        // CITE: <https://www.chessprogramming.org/Transposition_Table>
        let key = position.key().0;
        let known = if excluded.is_some() { None } else { self.shared.table.probe(key, ply) };
        let table_move = match known {
            _ if N::ROOT => self.root_move(),
            Some(Entry { m: Some(m), .. }) if position.is_legal(m) => Some(m),
            _ => None,
        };
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);
        if let Some(entry) = known
            && !N::PV
            && entry.depth >= depth
            && is_sufficient(entry, beta)
            && (entry.m.is_none() || table_move.is_some())
            && position.halfmoves() < self.trusted_halfmoves
        {
            if let Some(m) = table_move
                && entry.value >= beta
                && !is_noisy(position, m)
            {
                self.reward_quiet(position, m, &[], depth, ply);
            }
            return ControlFlow::Continue(entry.value);
        }

        // Step 5. What tables of endgames know is certain: it decides the node, or bounds it on the principal variation.
        // CITE: Stockfish, <https://www.chessprogramming.org/Syzygy_Bases#Probing>
        let (mut floor, mut ceiling) = (-INFINITE, INFINITE);
        if self.table_men > 0
            && !N::ROOT
            && excluded.is_none()
            && position.board().occupied().len() <= self.table_men
            && let Some((value, bound)) = self.probe_tables(position, ply)
        {
            let decides = match bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if decides {
                let entry = Entry { m: None, value, eval: None, depth: depth + 6, bound, was_pv };
                self.shared.table.store(key, ply, entry);
                return ControlFlow::Continue(value);
            }
            if bound == Bound::Lower {
                floor = value;
                alpha = alpha.max(value);
            } else {
                ceiling = value;
            }
        }

        // Step 6. The static evaluation, corrected by what searches found in like positions.
        let mut raw_eval = None;
        let eval = if in_check {
            self.stack[ply].eval = None;
            0
        } else if excluded.is_some() {
            self.stack[ply].eval.unwrap_or(0)
        } else {
            let raw = match known.and_then(|entry| entry.eval) {
                Some(eval) => eval,
                None => self.evaluate(position),
            };
            raw_eval = Some(raw);
            let corrected = self.correct(position, raw);
            self.stack[ply].eval = Some(corrected);
            // A bound from the table is better than a guess.
            match known {
                Some(entry) if is_better_guess(entry, corrected) => entry.value,
                _ => corrected,
            }
        };
        let is_improving = !in_check && self.is_improving(ply);

        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply].was_pv = was_pv;

        if !N::PV && !in_check && excluded.is_none() && !is_decisive(beta) {
            // Step 7. Razoring: so far below the window that only captures could help.
            // CITE: <https://www.chessprogramming.org/Razoring>
            if depth <= 3 && eval + 220 * depth + 60 < alpha {
                let value = self.quiesce::<Cut>(position, alpha, alpha + 1, ply)?;
                if value <= alpha {
                    return ControlFlow::Continue(value);
                }
            }
            // Step 8. Reverse futility: so far above the window that the opponent cannot make up for it.
            // CITE: <https://www.chessprogramming.org/Reverse_Futility_Pruning>
            let margin = 75 * (depth - i32::from(is_improving)).max(0);
            if depth <= 8 && eval - margin >= beta && !is_decisive(eval) {
                return ControlFlow::Continue((2 * beta + eval) / 3);
            }
            // Step 9. Null move: if passing is good enough, moving is.
            // CITE: <https://www.chessprogramming.org/Null_Move_Pruning>
            if let Some(value) = self.try_null_move(position, eval, beta, depth, ply, is_cut)? {
                return ControlFlow::Continue(value);
            }
            // Step 10. A capture that beats a raised bound in a shallow search will beat the bound.
            // CITE: ProbCut, Buro 1995; <https://www.chessprogramming.org/ProbCut>
            let raised = beta + 170 - 40 * i32::from(is_improving);
            let contradicts = known.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < raised);
            if depth >= 5 && !contradicts && !is_decisive(raised) {
                let entry = Entry {
                    m: None,
                    value: 0,
                    eval: raw_eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    was_pv,
                };
                if let Some(value) = self.try_captures(position, raised, depth, ply, entry)? {
                    return ControlFlow::Continue(value);
                }
            }
        }

        // Step 11. Without a move from the table, search less deep: the next visit will have one.
        // CITE: internal iterative reductions, <https://www.chessprogramming.org/Internal_Iterative_Reductions>
        if table_move.is_none() && excluded.is_none() && depth >= 4 && (N::PV || is_cut) {
            depth -= 1;
        }

        // Step 12. Try the moves.
        let us = position.turn();
        let hints = self.hints(ply);
        let base = self.arena.len();
        let mut picker = Picker::new(table_move, hints, &self.arena);
        let mut best = floor;
        let mut best_move = None;
        let mut count = 0;
        let original_alpha = alpha;
        let mut quiets: [Option<Move>; MOST_TRIED] = [None; MOST_TRIED];
        let mut quiet_count = 0;
        let mut captures: [Option<Move>; 32] = [None; 32];
        let mut capture_count = 0;
        let table_is_noisy = table_move.is_some_and(|m| is_noisy(position, m));

        while let Some(m) = picker.next(position, &self.memory.history, &mut self.arena) {
            if Some(m) == excluded || N::ROOT && !self.is_root_candidate(m) {
                continue;
            }
            count += 1;
            let is_quiet = !is_noisy(position, m);
            let now = moved(us, m);
            let history = if is_quiet {
                self.quiet_history(us, m, now, &hints)
            } else {
                self.memory.history.capture(now, captured(position, m))
            };
            let mut reduced = reduction(depth, count);
            if !is_improving {
                reduced += 512;
            }

            // Step 13. Moves that promise nothing are left out where the node is not lost anyway.
            if !N::ROOT && best > -MATE_BOUND && self.has_material(position) {
                let left = (depth - reduced / 1024).max(0);
                if is_quiet {
                    // CITE: late move pruning, <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>
                    let most = if is_improving { 4 + depth * depth } else { (4 + depth * depth) / 2 };
                    if count as i32 >= most && !in_check {
                        picker.skip_quiets();
                    }
                    // CITE: futility pruning, <https://www.chessprogramming.org/Futility_Pruning>
                    if !in_check && left <= 8 && eval + 90 + 85 * left + history / 128 <= alpha {
                        picker.skip_quiets();
                        continue;
                    }
                    if left <= 4 && history < -4_500 * depth.min(6) {
                        continue;
                    }
                    if left <= 8 && !wins(position, m, -22 * left * left) {
                        continue;
                    }
                } else if depth <= 7 && picker.is_at_bad_noisy() && !wins(position, m, -95 * depth) {
                    continue;
                }
            }

            // Step 14. A move that is much better than all others is searched deeper.
            // CITE: singular extensions, <https://www.chessprogramming.org/Singular_Extensions>
            let mut extension = 0;
            if let Some(entry) = known
                && !N::ROOT
                && Some(m) == table_move
                && excluded.is_none()
                && depth >= 7
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !is_decisive(entry.value)
                && ply < 2 * self.root_depth as usize
            {
                let bound = entry.value - 2 * depth;
                self.stack[ply].excluded = Some(m);
                let value = self.search::<Cut>(position, bound - 1, bound, (depth - 1) / 2, ply, is_cut);
                self.stack[ply].excluded = None;
                let value = value?;
                if value < bound {
                    let is_far = !N::PV && value < bound - 18 && self.stack[ply].doubles < 8;
                    extension = if is_far { 2 } else { 1 };
                } else if bound >= beta {
                    // Several moves beat the window: so does the node.
                    self.arena.truncate(base);
                    return ControlFlow::Continue(bound);
                } else if entry.value >= beta {
                    extension = -2;
                } else if is_cut {
                    extension = -1;
                }
            }

            let nodes_before = self.nodes;
            let next = self.play(position, m);
            let gives_check = next.is_check();
            // Step 15. A check that does not lose material is searched deeper.
            // CITE: check extensions, <https://www.chessprogramming.org/Check_Extensions>
            if extension == 0
                && gives_check
                && ply < 2 * self.root_depth as usize
                && depth >= 6
                && wins(position, m, 0)
            {
                extension = 1;
            }
            self.enter(&next, Some(m), now, ply, gives_check);
            self.stack[ply + 1].doubles = self.stack[ply].doubles + u8::from(extension == 2);
            let new_depth = depth - 1 + extension;

            // Step 16. Late moves are searched less deep, and again if they surprise.
            // CITE: late move reductions, <https://www.chessprogramming.org/Late_Move_Reductions>
            let mut value = -INFINITE;
            let is_late = depth >= 2 && count > 1 + usize::from(N::ROOT);
            if is_late && (is_quiet || picker.is_at_bad_noisy() || is_cut) {
                if is_quiet {
                    reduced += i32::from(table_is_noisy) * 1024;
                    reduced -= history * 1024 / 14_000;
                    reduced -= i32::from(hints.is_refutation(m)) * 1024;
                } else {
                    reduced -= 512 + history * 1024 / 10_000;
                }
                reduced += i32::from(is_cut) * 1_300;
                reduced -= i32::from(was_pv) * 1024;
                reduced -= i32::from(N::PV) * 512;
                reduced -= i32::from(gives_check) * 1024;
                let shallow = (new_depth - reduced / 1024).clamp(1, new_depth.max(1));
                value = -self.search::<Cut>(&next, -alpha - 1, -alpha, shallow, ply + 1, true)?;
                if value > alpha && shallow < new_depth {
                    let deeper = new_depth + i32::from(value > best + 60 && best > -MATE_BOUND)
                        - i32::from(value < best + 8);
                    if deeper > shallow {
                        value = -self.search::<Cut>(&next, -alpha - 1, -alpha, deeper, ply + 1, !is_cut)?;
                    }
                    if is_quiet && (value <= alpha || value >= beta) {
                        let bonus = if value >= beta { bonus(new_depth) } else { -bonus(new_depth) };
                        self.add_continuations(now, &hints, bonus);
                    }
                }
            } else if !N::PV || count > 1 {
                value = -self.search::<Cut>(&next, -alpha - 1, -alpha, new_depth, ply + 1, !is_cut)?;
            }
            // Step 17. The first move, and what beats it, is searched with the whole window.
            if N::PV && (count == 1 || value > alpha) {
                value = -self.search::<Pv>(&next, -beta, -alpha, new_depth, ply + 1, false)?;
            }
            self.leave();

            if N::ROOT {
                self.note_root(m, value, (alpha, beta), count, nodes_before);
            }
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
            if is_quiet && quiet_count < MOST_TRIED {
                quiets[quiet_count] = Some(m);
                quiet_count += 1;
            } else if !is_quiet && capture_count < captures.len() {
                captures[capture_count] = Some(m);
                capture_count += 1;
            }
        }
        self.arena.truncate(base);

        // Step 18. Without a move the rules decide.
        if count == 0 {
            if excluded.is_some() {
                return ControlFlow::Continue(alpha);
            }
            return self.stuck(position, alpha, beta, depth, ply);
        }

        best = best.min(ceiling);

        // Step 19. Remember what was learnt.
        if let Some(m) = best_move
            && best >= beta
        {
            let weight = depth + i32::from(best > beta + 80);
            if is_noisy(position, m) {
                self.memory.history.add_capture(moved(us, m), captured(position, m), bonus(weight));
            } else {
                self.reward_quiet(position, m, &quiets[..quiet_count], weight, ply);
            }
            for tried in captures[..capture_count].iter().flatten() {
                self.memory.history.add_capture(
                    moved(us, *tried),
                    captured(position, *tried),
                    -bonus(weight),
                );
            }
        }
        if excluded.is_none() && !(N::ROOT && self.pv_index > 0) {
            let bound = match () {
                _ if best >= beta => Bound::Lower,
                _ if best > original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = Entry { m: best_move, value: best, eval: raw_eval, depth, bound, was_pv };
            self.shared.table.store(key, ply, entry);
            if let Some(eval) = self.stack[ply].eval
                && !best_move.is_some_and(|m| is_noisy(position, m))
                && !is_decisive(best)
                && !(bound == Bound::Lower && best <= eval)
                && !(bound == Bound::Upper && best >= eval)
            {
                let raw = raw_eval.unwrap_or(eval);
                self.memory.corrections.learn(position, depth, best - raw);
            }
        }
        ControlFlow::Continue(best)
    }

    /// Passing the turn, searched less deep; deep results are checked by a search without passing.
    fn try_null_move(
        &mut self,
        position: &Position<R>,
        eval: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> ControlFlow<(), Option<Value>> {
        let is_after_null = ply > 0 && self.stack[ply - 1].played.is_none();
        let is_hopeful =
            depth >= 3 && eval >= beta && self.stack[ply].eval.is_some_and(|e| e + 20 * depth >= beta + 80);
        if !is_hopeful || is_after_null || ply < self.null_from || !self.has_material(position) {
            return ControlFlow::Continue(None);
        }
        let Some(next) = position.pass() else { return ControlFlow::Continue(None) };
        let reduced = 4 + depth / 4 + ((eval - beta) / 180).min(3);
        self.enter_pass(&next, ply);
        let value = -self.search::<Cut>(&next, -beta, -beta + 1, depth - reduced, ply + 1, !is_cut)?;
        self.leave();
        if value < beta {
            return ControlFlow::Continue(None);
        }
        let value = if is_decisive(value) { beta } else { value };
        if depth < 12 || self.null_from > 0 {
            return ControlFlow::Continue(Some(value));
        }
        self.null_from = ply + (depth - reduced).max(4) as usize * 3 / 4;
        let checked = self.search::<Cut>(position, beta - 1, beta, depth - reduced, ply, false);
        self.null_from = 0;
        ControlFlow::Continue((checked? >= beta).then_some(value))
    }

    /// Captures that may beat a raised bound.
    fn try_captures(
        &mut self,
        position: &Position<R>,
        raised: Value,
        depth: i32,
        ply: usize,
        entry: Entry,
    ) -> ControlFlow<(), Option<Value>> {
        let us = position.turn();
        let base = self.arena.len();
        let threshold = raised - self.stack[ply].eval.unwrap_or(0);
        let mut picker = Picker::noisy(None, threshold, &self.arena);
        while let Some(m) = picker.next(position, &self.memory.history, &mut self.arena) {
            if picker.is_at_bad_noisy() {
                break;
            }
            let next = self.play(position, m);
            self.enter(&next, Some(m), moved(us, m), ply, next.is_check());
            let mut value = -self.quiesce::<Cut>(&next, -raised, -raised + 1, ply + 1)?;
            if value >= raised {
                value = -self.search::<Cut>(&next, -raised, -raised + 1, depth - 4, ply + 1, true)?;
            }
            self.leave();
            if value >= raised {
                self.arena.truncate(base);
                let entry = Entry { m: Some(m), value, ..entry };
                self.shared.table.store(position.key().0, ply, entry);
                return ControlFlow::Continue(Some(value));
            }
        }
        self.arena.truncate(base);
        ControlFlow::Continue(None)
    }

    /// The value of a position whose side to move has no legal move.
    pub(super) fn stuck(
        &mut self,
        position: &Position<R>,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Searched {
        if self.stack[ply].in_check && position.source().moves().royalty == Royalty::Checked {
            return ControlFlow::Continue(lost(ply));
        }
        match self.rules.ends.stalemate {
            Stalemate::Draws => return ControlFlow::Continue(0),
            Stalemate::Loses => return ControlFlow::Continue(lost(ply)),
            Stalemate::Wins => return ControlFlow::Continue(-lost(ply)),
            Stalemate::Passes => {}
        }
        // Where a side without moves passes, the game goes on.
        match position.pass() {
            Some(next) if ply < MAX_PLY => {
                self.enter_pass(&next, ply);
                let value = self.search::<Cut>(&next, -beta, -alpha, depth - 1, ply + 1, false)?;
                self.leave();
                ControlFlow::Continue(-value)
            }
            _ => ControlFlow::Continue(0),
        }
    }
}
