use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use tabiya_rules::{Board, Observer, Piece, Position, RULE_SETS, RuleSource, Square};

use super::control::Control;
use super::deepen::Orders;
use super::limits::{SearchLimits, TimePlan};
use super::memory::{Memory, SharedState};
use super::root_move::RootMove;
use super::searcher::Searcher;
use super::transposition_table::TranspositionTable;
use crate::eval::{Classical, Evaluator};

/// Follows the men by what it is told, and looks at no position that it does not expect.
struct Follower {
    boards: Vec<Board>,
    judge: Classical,
    asked: usize,
}

impl Observer for Follower {
    fn removed(&mut self, piece: Piece, from: Square) {
        let board = self.boards.last_mut().expect("a search has begun");
        assert_eq!(board.piece_at(from), Some(piece));
        board.set(from, None);
    }

    fn placed(&mut self, piece: Piece, on: Square) {
        self.boards.last_mut().expect("a search has begun").set(on, Some(piece));
    }
}

impl Evaluator for Follower {
    fn begin<R: RuleSource>(&mut self, root: &Position<R>) {
        self.boards = vec![*root.board()];
    }

    fn advance(&mut self) {
        self.boards.extend(self.boards.last().copied());
    }

    fn retreat(&mut self) {
        self.boards.pop();
    }

    fn value<R: RuleSource>(&mut self, position: &Position<R>) -> i32 {
        assert_eq!(self.boards.last(), Some(position.board()));
        self.asked += 1;
        self.judge.value(position)
    }
}

#[test]
fn an_evaluator_in_its_seat_is_told_of_every_move() {
    for set in &RULE_SETS {
        let follower = Follower { boards: Vec::new(), judge: Classical::new(), asked: 0 };
        let mut memory = Memory::new(follower);
        search(&mut memory, &Position::starting(set.rules).expect("a start"));
        assert_eq!(memory.evaluator.boards.len(), 1, "all moves were taken back under {}", set.name);
        assert!(memory.evaluator.asked > 1_000, "under {}", set.name);
    }
}

/// A whole search, deep enough for null moves and verification.
fn search<R: RuleSource>(memory: &mut Memory<Follower>, position: &Position<R>) {
    let limits = SearchLimits { depth: Some(10), ..SearchLimits::default() };
    let roots: Vec<RootMove> = position.legal_moves().iter().copied().map(RootMove::new).collect();
    let shared = SharedState {
        table: &TranspositionTable::new(1),
        control: &Control::default(),
        done: AtomicBool::new(false),
        plan: TimePlan::new(&limits, position.turn(), Duration::ZERO, Instant::now()),
        nodes: &[AtomicU64::new(0)],
        node_limit: u64::MAX,
        prober: None,
        table_hits: AtomicU64::new(0),
    };
    let mut searcher = Searcher::new(memory, &shared, 0, position.rules(), position, &[], &roots);
    searcher.deepen(position, Orders { limits: &limits, multi_pv: 1, report: None, reported: None });
}
