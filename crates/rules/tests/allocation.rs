//! Generating, counting, judging and playing moves takes no memory from the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tabiya_rules::{CUHK, FIDE, Position, RuleSource, perft};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting the requests of each thread.
struct Counting;

// SAFETY: every request is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the promises, which are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises, which are the same.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `f` asks for memory.
fn allocations(f: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    f();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn allocations_are_noticed() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1]))) > 0);
}

#[test]
fn moves_are_made_without_allocation() {
    let usual = Position::start();
    let by_values = Position::starting(&FIDE).expect("a valid start");
    let taken = Position::starting(&CUHK).expect("a valid start");
    assert_eq!(allocations(|| exercise(&usual)), 0);
    assert_eq!(allocations(|| exercise(&by_values)), 0);
    assert_eq!(allocations(|| exercise(&taken)), 0);
}

fn exercise<R: RuleSource>(position: &Position<R>) {
    let mut moves = 0;
    position.for_each_piece(|group| moves += group.len());
    for m in &position.legal_moves() {
        let next = position.play(m).expect("a generated move is legal");
        assert!(position.is_legal(m));
        assert!(next.legal(m.from(), m.to(), None).is_err());
        assert!(next.judge(1).outcome.is_none());
        moves += next.count_moves() + perft(&next, 2) as usize;
        std::hint::black_box((next.key(), next.checkers(), next.pass(), next.destinations(m.to())));
    }
    assert!(moves > 0);
}
