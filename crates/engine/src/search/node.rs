use std::ops::ControlFlow;

use tabiya_rules::{Move, Position, RuleSource, Stalemate};

use super::best::Best;
use super::extensions::Singular;
use super::facts::Facts;
use super::history_table::piece_to;
use super::learning::bonus;
use super::parameters::{
    ENDGAME_TABLE_DEPTH, REDUCED_NOT_IMPROVING, REDUCTION_DEPTH, SURPRISE_LARGE, SURPRISE_SMALL,
    TABLELESS_DEPTH,
};
use super::picker::{Hints, Picker, is_noisy};
use super::pruning::Candidate;
use super::reductions::reduction;
use super::searcher::Searcher;
use super::transposition_table::{Bound, TableEntry};
use super::tried::TriedMoves;
use super::value::{INFINITE, MATE_BOUND, MAX_PLY, Value, lost};
use super::window::Window;
use crate::eval::Evaluator;
use crate::exchange::captured;

/// A value, unless the search was stopped.
pub(super) type SearchResult = ControlFlow<(), Value>;

/// What kind of node is searched; the compiler makes a copy of the search for each.
pub(super) trait NodeKind {
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
pub(super) struct CutNode;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for CutNode {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What tables of endgames say of a node.
enum EndgameValue {
    Decided(Value),
    /// The true value is not outside of these.
    Between {
        floor: Value,
        ceiling: Value,
    },
}

impl<R: RuleSource, E: Evaluator> Searcher<'_, R, E> {
    /// The value of a position within a window, `depth` moves deep. `is_cut` expects it to beat the window.
    ///
    /// CITE: principal variation search, <https://www.chessprogramming.org/Principal_Variation_Search>
    pub(super) fn search<N: NodeKind>(
        &mut self,
        position: &Position<R>,
        mut window: Window,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> SearchResult {
        // Step 1. At the horizon only captures are looked at.
        if depth <= 0 {
            return self.quiesce::<N>(position, window, ply);
        }
        self.arrive(ply)?;
        if !N::ROOT {
            // Step 2. Draws, ends that these rules know, and the end of the stack.
            if let Some(value) = self.settled(position, ply) {
                return ControlFlow::Continue(value);
            }
            // Step 3. Mate distance: no line from here can beat a mate that is already found.
            // CITE: <https://www.chessprogramming.org/Mate_Distance_Pruning>
            window = window.within_mates(ply);
            if window.is_empty() {
                return ControlFlow::Continue(window.alpha());
            }
        }

        // Step 4. What the table knows.
        // CITE: <https://www.chessprogramming.org/Transposition_Table>
        let mut facts = self.look_up::<N>(position, depth, ply, is_cut);
        if let Some(value) = self.cut_by_table::<N>(position, window, &facts) {
            return ControlFlow::Continue(value);
        }

        // Step 5. What tables of endgames know is certain: it decides the node, or bounds it on the principal variation.
        // CITE: Stockfish, <https://www.chessprogramming.org/Syzygy_Bases#Probing>
        let (floor, ceiling) = match self.ask_endgame_tables::<N>(position, window, &facts) {
            EndgameValue::Decided(value) => return ControlFlow::Continue(value),
            EndgameValue::Between { floor, ceiling } => (floor, ceiling),
        };
        window.raise(floor);

        // Step 6. The static evaluation, corrected by what searches found in like positions.
        self.judge(position, &mut facts);
        self.stack[ply + 1].killers = [None; 2];

        // Steps 7 to 10. Nodes that are decided without a look at every move.
        if !N::PV
            && let Some(value) = self.prune_node(position, window, &facts)?
        {
            return ControlFlow::Continue(value);
        }

        // Step 11. Without a move from the table, search less deep: the next visit will have one.
        // CITE: internal iterative reductions, <https://www.chessprogramming.org/Internal_Iterative_Reductions>
        if facts.table_move.is_none()
            && facts.excluded.is_none()
            && depth >= TABLELESS_DEPTH
            && (N::PV || is_cut)
        {
            facts.depth -= 1;
        }

        // Step 12. Try the moves.
        let first_window = window;
        let hints = self.hints(ply);
        let base = self.arena.len();
        let mut picker = Picker::new(facts.table_move, hints, &self.arena);
        let mut best = Best { value: floor, m: None };
        let mut tried = TriedMoves::new();
        let mut count = 0;
        let table_is_noisy = facts.table_move.is_some_and(|m| is_noisy(position, m));
        while let Some(m) = picker.next(position, &self.memory.history, &mut self.arena) {
            if Some(m) == facts.excluded || N::ROOT && !self.is_root_candidate(m) {
                continue;
            }
            count += 1;
            let candidate = self.candidate(position, m, count, &facts, &hints);

            // Step 13. Moves that promise nothing are left out where the node is not lost anyway.
            if !N::ROOT
                && best.value > -MATE_BOUND
                && self.has_material(position)
                && self.prune_move(position, window, &facts, &candidate, &mut picker)
            {
                continue;
            }

            // Step 14. A move that is much better than all others is searched deeper.
            // CITE: singular extensions, <https://www.chessprogramming.org/Singular_Extensions>
            let mut extension = match self.singular::<N>(position, window, &facts, m)? {
                Singular::Extended(moves) => moves,
                Singular::Beaten(value) => {
                    self.arena.truncate(base);
                    return ControlFlow::Continue(value);
                }
            };

            let nodes_before = self.nodes;
            let next = self.descend(position, m, candidate.now, ply);
            let gives_check = self.stack[ply + 1].in_check;
            // Step 15. A check that does not lose material is searched deeper.
            // CITE: check extensions, <https://www.chessprogramming.org/Check_Extensions>
            if extension == 0 && gives_check && self.is_check_extended(position, m, &facts) {
                extension = 1;
            }
            self.stack[ply + 1].doubles = self.stack[ply].doubles + u8::from(extension == 2);
            let new_depth = facts.depth - 1 + extension;

            // Step 16. Late moves are searched less deep, and again if they surprise.
            // CITE: late move reductions, <https://www.chessprogramming.org/Late_Move_Reductions>
            let mut value = -INFINITE;
            let is_late = facts.depth >= REDUCTION_DEPTH && count > 1 + usize::from(N::ROOT);
            if is_late && (candidate.is_quiet || picker.is_at_bad_noisy() || is_cut) {
                let reduced = candidate.reduced::<N>(&facts, &hints, table_is_noisy, gives_check);
                let shallow = (new_depth - reduced / 1024).clamp(1, new_depth.max(1));
                let above = -window.above_alpha();
                value = -self.search::<CutNode>(&next, above, shallow, ply + 1, true)?;
                if window.is_raised_by(value) && shallow < new_depth {
                    let deeper = new_depth
                        + i32::from(value > best.value + SURPRISE_LARGE && best.value > -MATE_BOUND)
                        - i32::from(value < best.value + SURPRISE_SMALL);
                    if deeper > shallow {
                        value = -self.search::<CutNode>(&next, above, deeper, ply + 1, !is_cut)?;
                    }
                    if candidate.is_quiet && window.bound_of(value) != Bound::Exact {
                        let bonus =
                            if window.is_beaten_by(value) { bonus(new_depth) } else { -bonus(new_depth) };
                        self.add_continuations(candidate.now, &hints, bonus);
                    }
                }
            } else if !N::PV || count > 1 {
                value = -self.search::<CutNode>(&next, -window.above_alpha(), new_depth, ply + 1, !is_cut)?;
            }
            // Step 17. The first move, and what beats it, is searched with the whole window.
            if N::PV && (count == 1 || window.is_raised_by(value)) {
                value = -self.search::<Pv>(&next, -window, new_depth, ply + 1, false)?;
            }
            self.leave();

            if N::ROOT {
                self.note_root(m, value, window, count, nodes_before);
            }
            if self.record::<N>(&mut window, &mut best, m, value, ply).is_break() {
                break;
            }
            if candidate.is_quiet {
                tried.add_quiet(m);
            } else {
                tried.add_capture(m);
            }
        }
        self.arena.truncate(base);

        // Step 18. Without a move the rules decide.
        if count == 0 {
            if facts.excluded.is_some() {
                return ControlFlow::Continue(window.alpha());
            }
            return self.stuck(position, window, facts.depth, ply);
        }
        best.value = best.value.min(ceiling);

        // Step 19. Remember what was learnt.
        self.learn_order(position, window, &facts, &best, &tried);
        if facts.excluded.is_none() && !(N::ROOT && self.pv_index > 0) {
            self.learn_value(position, first_window, &facts, &best);
        }
        ControlFlow::Continue(best.value)
    }

    /// Begins to gather what is known of a node, by the table first.
    #[inline(always)]
    fn look_up<N: NodeKind>(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Facts {
        let key = position.key().0;
        let excluded = self.stack[ply].excluded;
        let known = if excluded.is_some() { None } else { self.shared.table.probe(key, ply) };
        let table_move = match known {
            _ if N::ROOT => self.root_move(),
            Some(TableEntry { m: Some(m), .. }) if position.is_legal(m) => Some(m),
            _ => None,
        };
        Facts {
            key,
            depth,
            ply,
            is_cut,
            in_check: self.stack[ply].in_check,
            excluded,
            known,
            table_move,
            was_pv: N::PV || known.is_some_and(|entry| entry.was_pv),
            raw_eval: None,
            eval: 0,
            is_improving: false,
        }
    }

    /// The value that the table has for a node, where it decides. Close to a draw by counting moves it is not trusted.
    #[inline(always)]
    fn cut_by_table<N: NodeKind>(
        &mut self,
        position: &Position<R>,
        window: Window,
        facts: &Facts,
    ) -> Option<Value> {
        let entry = facts.known.filter(|_| !N::PV)?;
        let decides = entry.depth >= facts.depth
            && window.is_settled_by(entry.value, entry.bound)
            && (entry.m.is_none() || facts.table_move.is_some())
            && position.halfmoves() < self.ends.trusted_halfmoves;
        if !decides {
            return None;
        }
        if let Some(m) = facts.table_move
            && window.is_beaten_by(entry.value)
            && !is_noisy(position, m)
        {
            self.reward_quiet(position, m, &[], facts.depth, facts.ply);
        }
        Some(entry.value)
    }

    /// Asks the tables of endgames, where they can know the position.
    #[inline(always)]
    fn ask_endgame_tables<N: NodeKind>(
        &mut self,
        position: &Position<R>,
        window: Window,
        facts: &Facts,
    ) -> EndgameValue {
        let (mut floor, mut ceiling) = (-INFINITE, INFINITE);
        if self.table_men > 0
            && !N::ROOT
            && facts.excluded.is_none()
            && position.board().occupied().len() <= self.table_men
            && let Some((value, bound)) = self.probe_tables(position, facts.ply)
        {
            if window.is_settled_by(value, bound) {
                let depth = facts.depth + ENDGAME_TABLE_DEPTH;
                let entry = TableEntry { depth, bound, ..facts.entry(None, value) };
                self.shared.table.store(facts.key, facts.ply, entry);
                return EndgameValue::Decided(value);
            }
            if bound == Bound::Lower {
                floor = value;
            } else {
                ceiling = value;
            }
        }
        EndgameValue::Between { floor, ceiling }
    }

    /// Completes what is known of a node by its static evaluation.
    #[inline(always)]
    fn judge(&mut self, position: &Position<R>, facts: &mut Facts) {
        let frame = &mut self.stack[facts.ply];
        if facts.in_check {
            frame.eval = None;
            return;
        }
        if facts.excluded.is_some() {
            facts.eval = frame.eval.unwrap_or(0);
        } else {
            let guess = self.guess(position, facts.known);
            facts.raw_eval = Some(guess.raw);
            facts.eval = guess.value;
            self.stack[facts.ply].eval = Some(guess.corrected);
        }
        facts.is_improving = self.is_improving(facts.ply);
    }

    /// What is known of a move before it is tried.
    #[inline(always)]
    fn candidate(
        &self,
        position: &Position<R>,
        m: Move,
        count: usize,
        facts: &Facts,
        hints: &Hints,
    ) -> Candidate {
        let us = position.turn();
        let is_quiet = !is_noisy(position, m);
        let now = piece_to(position, m);
        let history = if is_quiet {
            self.quiet_history(us, m, now, hints)
        } else {
            self.memory.history.capture(now, captured(position, m))
        };
        let mut reduction = reduction(facts.depth, count);
        if !facts.is_improving {
            reduction += REDUCED_NOT_IMPROVING;
        }
        Candidate { m, now, count, is_quiet, history, reduction }
    }

    /// The value of a position whose side to move has no legal move.
    pub(super) fn stuck(
        &mut self,
        position: &Position<R>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> SearchResult {
        if self.stack[ply].in_check && self.ends.has_mate {
            return ControlFlow::Continue(lost(ply));
        }
        match self.ends.stalemate {
            Stalemate::Draws => return ControlFlow::Continue(0),
            Stalemate::Loses => return ControlFlow::Continue(lost(ply)),
            Stalemate::Wins => return ControlFlow::Continue(-lost(ply)),
            Stalemate::Passes => {}
        }
        // Where a side without moves passes, the game goes on.
        match position.pass() {
            Some(next) if ply < MAX_PLY => {
                self.enter_pass(&next, ply);
                let value = self.search::<CutNode>(&next, -window, depth - 1, ply + 1, false)?;
                self.leave();
                ControlFlow::Continue(-value)
            }
            _ => ControlFlow::Continue(0),
        }
    }
}
