//! Polyglot books: finding and making, weights, room, damaged bytes.

use tabiya_notation::polyglot::{
    Book, BookChoice, BookEntry, BookError, BookKey, BookMaker, BookMove, BookPoints,
};
use tabiya_notation::{Strictness, UciMove, read_position};
use tabiya_rules::{BYU, FIDE, Move, MoveRules, Position, RULE_SETS, Role, Roles, RuleSource, Rules, Start};

use crate::random::Random;

fn parse<R: RuleSource>(text: &str, position: &Position<R>) -> Move {
    text.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

#[test]
fn a_pawn_that_becomes_a_king_has_no_place_in_a_book() {
    const KINGS: Rules = Rules {
        moves: MoveRules { promotes_to: Roles::of(&[Role::King]), royal: Role::Queen, ..BYU.moves },
        ..BYU
    };
    let fen = "2q4k/P7/8/8/8/8/8/5Q1K w - - 0 1";
    let position = read_position(fen, KINGS.intern(), Strictness::Strict).unwrap().position;
    let error = BookMaker::new().record(&position, parse("a7a8k", &position), BookPoints::Win).unwrap_err();
    assert_eq!(error.to_string(), "a book cannot hold a pawn that becomes a king");
}

fn entry(key: BookKey, book_move: u16, weight: u16) -> BookEntry {
    BookEntry { key, book_move: BookMove(book_move), weight, learn: 0 }
}

fn book_of(entries: &[BookEntry]) -> Book<Vec<u8>> {
    Book::new(entries.iter().flat_map(|entry| entry.to_bytes()).collect()).unwrap()
}

#[test]
fn legal_moves_are_found_by_weight_and_others_are_counted() {
    let start = Position::start();
    let key = BookKey::of(&start);
    let (e4, d4, c4, nf3) = (0x031c, 0x02db, 0x029a, 0x0195);
    let book = book_of(&[
        entry(BookKey(key.0 - 1), nf3, 9),
        entry(key, c4, 0),
        entry(key, e4, 3),
        entry(key, 0x0fff, 8),
        entry(key, d4, 5),
        entry(key, 0x7000 | e4, 8),
        entry(key, e4, 2),
        entry(BookKey(key.0 + 1), nf3, 9),
    ]);
    assert_eq!((book.len(), book.entries_of(key).count(), book.entries().len()), (8, 6, 8));
    let found = book.moves(&start);
    let choice = |text, weight| BookChoice { m: parse(text, &start), weight, learn: 0 };
    assert_eq!(found.moves, [choice("e2e4", 5), choice("d2d4", 5), choice("c2c4", 0)]);
    assert_eq!(found.ignored, 2);
    assert_eq!(found.best(), Some(parse("e2e4", &start)));
    let picked = |random| found.pick(random).unwrap().to_string();
    let half = u64::MAX / 2;
    assert_eq!([0, half, half + 2, u64::MAX].map(picked), ["e2e4", "e2e4", "d2d4", "d2d4"]);

    let nothing = book_of(&[entry(key, e4, 0)]).moves(&start);
    assert_eq!((nothing.moves.len(), nothing.best(), nothing.pick(5)), (1, None, None));
    let heavy = book_of(&[entry(key, e4, u16::MAX), entry(key, e4, u16::MAX)]).moves(&start);
    assert_eq!(heavy.moves, [choice("e2e4", u16::MAX)]);
    assert_eq!(book.moves(&start.play(parse("e2e4", &start)).unwrap()).moves, []);
}

#[test]
fn the_first_and_the_last_key_are_found() {
    let keys = [0, 0, 1, 5, u64::MAX, u64::MAX];
    let book = book_of(&keys.map(|key| entry(BookKey(key), 1, 1)));
    let count = |key| book.entries_of(BookKey(key)).count();
    assert_eq!([0, 1, 2, 5, 6, u64::MAX].map(count), [2, 1, 0, 1, 0, 2]);
    assert!(Book::new([]).unwrap().is_empty());
}

#[test]
fn damaged_books_are_refused() {
    let sorted: Vec<u8> = [3, 4, 7].iter().flat_map(|&key| entry(BookKey(key), 1, 1).to_bytes()).collect();
    assert!(Book::new(&sorted).is_ok());
    for length in 1..sorted.len() {
        let book = Book::new(&sorted[..length]);
        assert_eq!(book.is_ok(), length % 16 == 0, "{length}");
    }
    let length = Book::new(&sorted[..47]).unwrap_err();
    assert_eq!(length, BookError::Length { length: 47 });
    let mut unsorted = sorted;
    unsorted[32..40].fill(0);
    let error = Book::new(&unsorted).unwrap_err();
    assert_eq!(error, BookError::Unsorted { number: 3, before: BookKey(4), key: BookKey(0) });
    assert_eq!(
        error.to_string(),
        "entry 3 is out of order: its key 0000000000000000 is less than 0000000000000004 before it",
    );
}

/// Records a random game.
fn random_game(random: &mut Random, rules: &'static Rules, maker: &mut BookMaker) {
    let start = match rules.start {
        // Few starts, so that moves meet again.
        Start::Chess960 => Start::chess960(random.below(3) as u16).unwrap(),
        Start::Fixed(setup) => setup,
    };
    let mut position = Position::new(start, rules).unwrap();
    let points = [BookPoints::Win, BookPoints::Draw, BookPoints::Loss];
    for _ in 0..20 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len().min(3))];
        maker.record(&position, m, points[random.below(3)]).unwrap();
        position = position.play_unchecked(m);
    }
}

#[test]
fn made_books_are_sorted_and_hold_what_was_recorded() {
    let mut random = Random(42);
    for set in &RULE_SETS {
        let mut maker = BookMaker::new();
        for _ in 0..200 {
            random_game(&mut random, set.rules, &mut maker);
        }
        let all: Vec<_> = maker.clone().into_entries(1).collect();
        let order = |entry: &BookEntry| (entry.key, std::cmp::Reverse(entry.weight), entry.book_move);
        assert!(all.is_sorted_by_key(order), "{}", set.name);
        let often: Vec<_> = maker.clone().into_entries(3).collect();
        assert!(!often.is_empty() && often.len() < all.len());
        assert!(often.iter().all(|entry| all.contains(entry)));
        let book = Book::new(maker.into_bytes(1)).unwrap();
        assert!(book.entries().eq(all));
        let start = Position::starting(set.rules).unwrap();
        if set.rules.start != Start::Chess960 {
            let found = book.moves(&start);
            assert_eq!((found.moves.len(), found.ignored), (3, 0), "{}", set.name);
        }
    }
}

#[test]
fn the_order_of_recording_does_not_matter() {
    let mut random = Random(43);
    let mut observed: Vec<_> = (0..5000)
        .map(|_| {
            let key = BookKey(random.next() % 300);
            (
                key,
                BookMove(random.below(4) as u16),
                [BookPoints::Win, BookPoints::Draw, BookPoints::Loss][random.below(3)],
            )
        })
        .collect();
    let make = |observed: &[(BookKey, BookMove, BookPoints)], capacity| {
        let mut maker = BookMaker::with_capacity(capacity);
        for &(key, m, points) in observed {
            maker.add(key, m, points);
        }
        assert_eq!((maker.forgotten(), maker.shortfall()), (0, 0));
        maker.into_bytes(2)
    };
    let book = make(&observed, BookMaker::CAPACITY);
    // Room for twice as many moves as there are suffices, however many observations there are.
    assert_eq!(make(&observed, 2400), book);
    observed.sort_by_key(|&(key, m, _)| (m, key));
    assert_eq!(make(&observed, 2400), book);
}

#[test]
fn weights_are_points_and_scaled_where_they_do_not_fit() {
    let (often, seldom, never) = (BookMove(1), BookMove(2), BookMove(3));
    let (big, small) = (BookKey(5), BookKey(4));
    let mut maker = BookMaker::new();
    for _ in 0..65_535 {
        maker.add(big, often, BookPoints::Win);
    }
    for _ in 0..1000 {
        maker.add(big, seldom, BookPoints::Win);
    }
    maker.add(big, BookMove(4), BookPoints::Draw);
    maker.add(big, never, BookPoints::Loss);
    for points in [BookPoints::Win, BookPoints::Draw, BookPoints::Loss] {
        maker.add(small, never, points);
    }
    let weights: Vec<_> = maker.into_entries(0).map(|e| (e.key.0, e.book_move.0, e.weight)).collect();
    assert_eq!(weights, [(4, 3, 3), (5, 1, 65_535), (5, 2, 1000), (5, 4, 1)]);
}

#[test]
fn a_full_maker_forgets_the_rare_moves_and_says_so() {
    let mut random = Random(44);
    let mut maker = BookMaker::with_capacity(1000);
    for round in 0..50_000_u64 {
        // One move in ten is one of twenty, the others are new.
        let key = if round % 10 == 0 { 1 + round / 10 % 20 } else { random.next() | 1 << 40 };
        maker.add(BookKey(key), BookMove(7), BookPoints::Draw);
    }
    assert!(maker.forgotten() > 40_000 && maker.shortfall() > 0);
    let shortfall = maker.shortfall();
    let book: Vec<_> = maker.into_entries(100).collect();
    let keys: Vec<_> = book.iter().map(|entry| entry.key.0).collect();
    assert_eq!(keys, (1..=20).collect::<Vec<_>>());
    assert!(book.iter().all(|entry| entry.weight <= 250 && u32::from(entry.weight) + shortfall >= 250));
}

#[test]
fn random_bytes_never_panic() {
    let mut random = Random(45);
    let mut maker = BookMaker::new();
    for _ in 0..50 {
        random_game(&mut random, &FIDE, &mut maker);
    }
    let whole = maker.into_bytes(1);
    let start = Position::starting(&FIDE).unwrap();
    let (mut read, mut ignored) = (0, 0);
    for _ in 0..5000 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(40) {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        bytes.truncate(bytes.len() - random.below(3) * random.below(20));
        // Damage in moves and weights only: the keys as they were.
        if random.below(2) == 0 {
            for (damaged, good) in bytes.chunks_mut(16).zip(whole.chunks(16)) {
                let key = damaged.len().min(8);
                damaged[..key].copy_from_slice(&good[..key]);
            }
        }
        match Book::new(&bytes) {
            Ok(book) => {
                let found = book.moves(&start);
                assert!(found.moves.iter().all(|choice| start.check(choice.m).is_ok()));
                found.pick(random.next());
                (read, ignored) = (read + 1, ignored + found.ignored);
            }
            Err(error) => assert!(error.to_string().is_ascii()),
        }
    }
    assert!(read > 500 && ignored > 10, "{read} books, {ignored} moves");
}
