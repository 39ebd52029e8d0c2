//! Setups that are often wrong: positions of random play with something changed.

use tabiya_rules::{Bitboard, Color, Piece, Rank, Role, Setup, Square};

use crate::support::random::Random;
use crate::support::{sets, walk};

/// `count` setups, a few of them unchanged.
pub fn mutated_setups(seed: u64, count: usize) -> impl Iterator<Item = Setup> {
    let mut random = Random::seeded(seed);
    let sets = ["fide", "chess960"].map(sets::named);
    let played = sets.map(|set| walk::positions(&set, seed, count / 20)).concat();
    (0..count).map(move |_| {
        let mut setup = random.pick(&played).setup();
        for _ in 0..random.below(4) {
            mutate(&mut setup, &mut random);
        }
        setup
    })
}

fn mutate(setup: &mut Setup, random: &mut Random) {
    match random.below(12) {
        0 | 1 => add(setup, random),
        2 => drop(take(setup, random)),
        3..=5 => {
            let man = take(setup, random);
            setup.board.set(square(random), man);
        }
        6 => setup.turn = !setup.turn,
        7 => setup.castling = rights(setup, random),
        8 | 9 => setup.en_passant = passed(setup, random),
        10 => {
            setup.halfmoves = random.below(160) as u16;
            setup.fullmoves = random.below(3) as u16;
        }
        _ => (0..random.below(40)).for_each(|_| add(setup, random)),
    }
}

fn square(random: &mut Random) -> Square {
    Square::from_index(random.below(64))
}

/// Puts a new man somewhere, in most cases no king and not on top of another.
fn add(setup: &mut Setup, random: &mut Random) {
    let at = square(random);
    let mut roles = &Role::ALL[..5];
    if random.one_in(50) {
        roles = &Role::ALL;
    }
    if setup.board.piece_at(at).is_none() || random.one_in(20) {
        let piece = Piece { color: random.pick(&Color::ALL), role: random.pick(roles) };
        setup.board.set(at, Some(piece));
    }
}

/// Takes a man off the board.
fn take(setup: &mut Setup, random: &mut Random) -> Option<Piece> {
    let men: Vec<Square> = setup.board.occupied().into_iter().collect();
    let at = if men.is_empty() { square(random) } else { random.pick(&men) };
    let man = setup.board.piece_at(at);
    setup.board.set(at, None);
    man
}

/// Rights for some rooks of the end ranks, and now and then for another square.
fn rights(setup: &Setup, random: &mut Random) -> Bitboard {
    let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    let rooks = setup.board.rooks() & ends;
    let mut rights: Bitboard = rooks.into_iter().filter(|_| !random.one_in(3)).collect();
    if random.one_in(4) {
        rights |= Bitboard::of(square(random));
    }
    rights
}

/// In most cases the square behind a pawn that may have made a double step.
fn passed(setup: &Setup, random: &mut Random) -> Option<Square> {
    let them = !setup.turn;
    let pawns = setup.board.by_piece(Piece { color: them, role: Role::Pawn });
    let stepped = (pawns & Bitboard::rank(Rank::Fourth.seen_by(them))).forward(setup.turn);
    let squares: Vec<Square> = stepped.into_iter().collect();
    if squares.is_empty() || random.one_in(5) { Some(square(random)) } else { Some(random.pick(&squares)) }
}
