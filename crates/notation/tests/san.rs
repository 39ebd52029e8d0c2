//! Algebraic notation: agreement with another library, and the laws that writing and reading undo each other.

use shakmaty::fen::Fen as TheirFen;
use shakmaty::san::SanPlus as TheirSanPlus;
use shakmaty::{CastlingMode, Chess, PositionError};
use tabiya_notation::{Fen, Figurine, Lan, MoveText, San, SanPlus, Strictness, UciMove, read_position};
use tabiya_rules::{
    Board, Color, FIDE, Fide, Move, MoveRules, Piece, Position, RULE_SETS, Role, Roles, RuleSource, Rules,
    Setup, Square, Start,
};
use tabiya_text::is_unseen;

use crate::random::Random;

fn theirs(position: &Position<Fide>) -> Chess {
    let fen: TheirFen = Fen::from(position).to_string().parse().expect("a FEN");
    let chess = fen.into_position(CastlingMode::Chess960).or_else(PositionError::ignore_too_much_material);
    chess.or_else(PositionError::ignore_impossible_check).expect("a position")
}

/// Every legal move is written alike, and what they write is read as that move.
fn compare(position: &Position<Fide>) {
    let chess = theirs(position);
    let place = Fen::from(position);
    for m in &position.legal_moves() {
        let uci: shakmaty::uci::UciMove = m.to_string().parse().expect("UCI");
        let their_move = uci.to_move(&chess).expect("the moves agree");
        let text = TheirSanPlus::from_move(chess.clone(), their_move).to_string();
        assert_eq!(SanPlus::from_move(m, position).to_string(), text, "{place}");
        assert_eq!(text.parse::<San>().unwrap().to_move(position), Ok(m), "{place}: {text}");
        // They read the long form without its dash.
        let lan = Lan::from_move(m, position).to_string();
        let long = if m.is_castling() { text } else { lan.replace('-', "") };
        let read: TheirSanPlus = long.parse().expect("their reading");
        assert_eq!(read.san.to_move(&chess).expect("a legal move"), their_move, "{place}: {lan}");
    }
}

fn game<R: RuleSource>(
    start: Position<R>,
    plies: usize,
    random: &mut Random,
    see: &mut impl FnMut(&Position<R>),
) {
    let mut position = start;
    for _ in 0..plies {
        see(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play_unchecked(moves[random.below(moves.len())]);
    }
}

#[test]
fn twenty_thousand_positions_of_games_are_written_as_by_shakmaty() {
    let mut random = Random(10);
    let mut seen = 0;
    while seen < 20_000 {
        let start = match random.below(2) {
            0 => Setup::USUAL,
            _ => Start::chess960(random.below(960) as u16).unwrap(),
        };
        let start = Position::new(start, Fide).unwrap();
        game(start, 160, &mut random, &mut |position| {
            seen += 1;
            compare(position);
        });
    }
}

#[test]
fn boards_crowded_with_pieces_are_written_as_by_shakmaty() {
    let mut random = Random(11);
    let mut seen = 0;
    while seen < 4_000 {
        if let Ok(position) = Position::new(crowd(&mut random), Fide) {
            seen += 1;
            compare(&position);
        }
    }
}

/// Many pieces of few kinds, so that moves are hard to tell apart and pieces are pinned.
fn crowd(random: &mut Random) -> Setup {
    let mut board = Board::EMPTY;
    let kinds: Vec<char> =
        ["QqPp", "RrQPp", "BbQPp", "Nnrqb", "NBRQPnbrqp"][random.below(5)].chars().collect();
    for _ in 0..4 + random.below(14) {
        let letter = kinds[random.below(kinds.len())];
        let square = Square::from_index(match letter {
            'P' | 'p' => 8 + random.below(48),
            _ => random.below(64),
        });
        board.set(square, Piece::from_letter(letter));
    }
    for letter in ['K', 'k'] {
        board.set(Square::from_index(random.below(64)), Piece::from_letter(letter));
    }
    let turn = if random.below(2) == 0 { Color::White } else { Color::Black };
    Setup { turn, ..Setup::start(board) }
}

/// Every legal move comes back from each of its forms, by each reader.
fn comes_back<R: RuleSource>(m: Move, position: &Position<R>) {
    let uci = UciMove::from_move(m, position).to_string();
    let long = Lan::from_move(m, position).to_string();
    let short = SanPlus::from_move(m, position).to_string();
    let place = Fen::from(position);
    for text in [&long, &short, &San::from_move(m, position).to_string()] {
        assert_eq!(text.parse::<San>().unwrap().to_move(position), Ok(m), "{place}: {text}");
        assert_eq!(text.parse::<MoveText>().unwrap().to_move(position), Ok(m), "{place}: {text}");
    }
    let figurine = Figurine::from_move(m, position).to_string();
    for text in [uci.clone(), uci.to_ascii_uppercase(), figurine, format!(" {}, {}", &uci[..2], &uci[2..])] {
        assert_eq!(text.parse::<MoveText>().unwrap().to_move(position), Ok(m), "{place}: {text}");
    }
    // A small letter means the same piece, but for the bishop's where a pawn can make the move, or as in `b6f7`.
    let small = short.to_ascii_lowercase();
    if small.starts_with('b') && small[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return;
    }
    let read = small.parse::<MoveText>().unwrap().to_move(position).unwrap();
    assert!(
        read == m || m.role() == Some(Role::Bishop) && read.role() == Some(Role::Pawn),
        "{place}: {small}"
    );
}

#[test]
fn every_legal_move_comes_back_under_every_rule_set() {
    let mut random = Random(12);
    for set in &RULE_SETS {
        for _ in 0..40 {
            let start = match set.rules.start {
                Start::Chess960 => Start::chess960(random.below(960) as u16).unwrap(),
                Start::Fixed(setup) => setup,
            };
            let start = Position::new(start, set.rules).unwrap();
            game(start, 150, &mut random, &mut |position| {
                for m in &position.legal_moves() {
                    comes_back(m, position);
                }
            });
        }
    }
}

/// Another royal piece, which castles and could as well walk to where castling brings it.
const QUEENS: Rules = Rules {
    moves: MoveRules { royal: Role::Queen, promotes_to: Roles::of(&[Role::Rook]), ..FIDE.moves },
    ..FIDE
};

#[test]
fn moves_come_back_where_the_queen_is_royal() {
    let mut random = Random(13);
    for _ in 0..40 {
        let fen = "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/RN1KQ2R w HAha - 0 1";
        let start = read_position(fen, QUEENS.intern(), Strictness::Strict).unwrap().position;
        game(start, 100, &mut random, &mut |position| {
            for m in &position.legal_moves() {
                comes_back(m, position);
            }
        });
    }
}

#[test]
fn mangled_text_never_panics_and_is_read_alike() {
    let mut random = Random(14);
    let letters: Vec<char> = "NBRQKPnbrqkpabcdefgh12345678xX:-=+#!?()/Oo0Z.,\\ \t\0é♘–×".chars().collect();
    let mut position = Position::start();
    let mut read = 0;
    for round in 0..200_000 {
        if round % 50 == 0 {
            let moves = position.legal_moves();
            position = match moves.is_empty() {
                true => Position::start(),
                false => position.play_unchecked(moves[random.below(moves.len())]),
            };
        }
        let moves = position.legal_moves();
        let mut text: Vec<char> = match moves.is_empty() {
            true => "e4".chars().collect(),
            false => {
                SanPlus::from_move(moves[random.below(moves.len())], &position).to_string().chars().collect()
            }
        };
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 if at < text.len() => text[at] = letters[random.below(letters.len())],
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at, letters[random.below(letters.len())]),
            }
        }
        let text: String = text.into_iter().collect();
        match (text.parse::<San>(), text.parse::<MoveText>()) {
            (Ok(san), Ok(typed)) => {
                assert_eq!(san, typed.san(), "{text}");
                check_answer(san, &position);
                read += 1;
            }
            (Err(_), Ok(typed)) => check_answer(typed.san(), &position),
            (Err(_), Err(error)) => assert!(!error.to_string().contains(is_unseen), "{error}"),
            (Ok(_), Err(error)) => panic!("{error}"),
        }
    }
    assert!(read > 10_000);
}

/// What is taken is legal, and what is refused is told.
fn check_answer(san: San, position: &Position) {
    match san.to_move(position) {
        Ok(m) => assert_eq!(position.check(m), Ok(())),
        Err(why) => assert!(!why.to_string().contains(is_unseen) && !why.to_string().is_empty()),
    }
    if san != San::Null {
        assert!(san.to_string().parse::<San>().is_ok(), "{san}");
    }
}

#[test]
fn any_bytes_are_read_without_panic() {
    let mut random = Random(15);
    for _ in 0..100_000 {
        let bytes: Vec<u8> = (0..random.below(12)).map(|_| random.next() as u8).collect();
        let _ = San::from_ascii(&bytes);
        let _ = MoveText::from_bytes(&bytes);
    }
    for huge in [vec![b'!'; 10_000_000], vec![0xff; 10_000_000], b"e4".repeat(5_000_000)] {
        assert!(San::from_ascii(&huge).unwrap_err().to_string().len() < 500);
        assert!(MoveText::from_bytes(&huge).unwrap_err().to_string().len() < 500);
    }
}
