use tabiya_notation::{Strictness, read_position};
use tabiya_rules::FIDE;

use crate::{Control, Engine, GamePosition, SearchLimits};

/// How many positions the benchmark sees, as the last commit that changed the search says: another number is another engine.
pub const SIGNATURE: &str = include_str!("../bench-signature");

/// Positions of all kinds: openings, attacks, quiet middlegames, endgames, mates.
const POSITIONS: [&str; 32] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pp1n1ppp/2n1p3/2ppP3/3P4/2P2N2/PP1N1PPP/R1BQKB1R w KQkq - 1 7",
    "r2qk2r/1b1nbppp/p2ppn2/1p4P1/3NP3/2N1BP2/PPPQ3P/2KR1B1R b kq - 0 11",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/P1N1PN2/1P3PPP/R1BQKB1R w KQ - 0 8",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/1PN1PN2/P1PBQPPP/R4RK1 w - - 4 12",
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2PNP3/1PN3P1/P4PBP/R1BQR1K1 b - - 2 12",
    "r1b2rk1/2q1bppp/p2p1n2/npp1p3/3PP3/2P2N1P/PPBN1PP1/R1BQR1K1 b - - 2 12",
    "3r1rk1/p3qppp/bpp1pn2/3n4/3P4/1PN1PN2/PB2QPPP/2RR2K1 w - - 0 16",
    "5rk1/1pp2ppp/p1n1b3/4P3/2PP4/5N2/P3B1PP/3R2K1 b - - 0 20",
    "r4rk1/pp1b1ppp/1qn1p3/3pP3/1b1P4/2N2N2/PP1Q1PPP/R1B2RK1 w - - 3 13",
    "2r3k1/1q1nbppp/p3p3/3pPn2/P1pN1P2/2P1B1P1/1P1Q2BP/R5K1 w - - 1 23",
    "6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1",
    "r2r1n2/pp2bk2/2p1p2p/3q4/3PN1QP/2P3R1/P4PP1/5RK1 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1",
    "4k3/3q1r2/1N2r1b1/3ppN2/2nPP3/1B1R2n1/2R1Q3/3K4 w - - 5 1",
    "8/6pk/1p6/8/PP3p1p/5P2/4KP1q/3Q4 w - - 0 1",
    "7k/3p2pp/4q3/8/4Q3/5Kp1/P6b/8 w - - 0 1",
    "8/pp2r1k1/2p1p3/3pP2p/1P1P1P1P/P5KR/8/8 w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "8/R7/2q5/8/6k1/8/1P5p/K6R w - - 0 124",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "1r3k2/4q3/2Pp3b/3Bp3/2Q2p2/1p1P2P1/1P2KP2/3N4 w - - 0 1",
    "r1bbk1nr/pp3p1p/2n5/1N4p1/2Np1B2/8/PPP2PPP/2KR1B1R w kq - 0 13",
    "2b5/p2NBp1p/1bp1nPPr/3P4/2pRnr1P/1k1B1Ppp/1P1P1pQP/Rq1N3K b - - 0 1",
    "8/8/4kp2/1p1p2p1/1P1P2P1/4KP2/8/8 w - - 0 1",
];

/// How deep [`bench()`] searches unless told otherwise.
pub const BENCH_DEPTH: i32 = 12;

/// Searches some positions to a depth, each with an empty memory, and gives the number of positions seen. It is the
/// same on every machine, and another whenever the search changes.
///
/// ```
/// assert_eq!(tabiya_engine::bench(2), tabiya_engine::bench(2));
/// ```
pub fn bench(depth: i32) -> u64 {
    bench_until(depth, &Control::default()).expect("nobody stops it")
}

/// Does what [`bench()`] does, unless it is stopped: then there is no number.
///
/// ```
/// use tabiya_engine::{Control, bench, bench_until};
///
/// let control = Control::default();
/// assert_eq!(bench_until(1, &control), Some(bench(1)));
/// control.stop();
/// assert_eq!(bench_until(1, &control), None);
/// ```
pub fn bench_until(depth: i32, control: &Control) -> Option<u64> {
    let mut engine = Engine::new(16, 1);
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    let nodes = POSITIONS.iter().map(|fen| {
        engine.clear();
        let read = read_position(fen, &FIDE, Strictness::Lenient).expect("the positions are valid");
        let answer = engine.search(&GamePosition::new(read.position), &limits, control, &mut |_| {});
        (!control.is_stopped()).then_some(answer.nodes)
    });
    nodes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_benchmark_sees_as_many_positions_as_its_signature_says() {
        let nodes = bench(BENCH_DEPTH);
        assert_eq!(
            nodes.to_string(),
            SIGNATURE.trim(),
            "the search changed: if it was meant to, write {nodes} into crates/engine/bench-signature \
             and end the commit with `Bench: {nodes}`"
        );
    }
}
