//! Polyglot's names for positions and moves: published keys, those of another library, and every move there and back.

use tabiya_notation::polyglot::{BookKey, BookMove, NotPlayable};
use tabiya_notation::{Strictness, UciMove, read_position};
use tabiya_rules::{CHESS960, FIDE, Fide, Move, Position, RULE_SETS, RuleSource, Start};

use crate::random::Random;

fn parse<R: RuleSource>(text: &str, position: &Position<R>) -> Move {
    text.parse::<UciMove>().unwrap().to_move(position).unwrap()
}

fn after(moves: &str) -> Position<Fide> {
    moves.split_whitespace().fold(Position::start(), |pos, text| pos.play(parse(text, &pos)).unwrap())
}

/// CITE: "The Polyglot book format", <http://hgm.nubati.net/book_format.html>
#[test]
fn the_published_keys_are_found() {
    let table = [
        (0x463b_9618_1691_fc9c, ""),
        (0x823c_9b50_fd11_4196, "e2e4"),
        (0x0756_b944_61c5_0fb0, "e2e4 d7d5"),
        (0x662f_afb9_65db_29d4, "e2e4 d7d5 e4e5"),
        (0x22a4_8b5a_8e47_ff78, "e2e4 d7d5 e4e5 f7f5"),
        (0x652a_607c_a3f2_42c1, "e2e4 d7d5 e4e5 f7f5 e1e2"),
        (0x00fd_d303_c946_bdd9, "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7"),
        (0x3c81_23ea_7b06_7637, "a2a4 b7b5 h2h4 b5b4 c2c4"),
        (0x5c3f_9b82_9b27_9560, "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3"),
    ];
    for (key, moves) in table {
        assert_eq!(BookKey::of(&after(moves)), BookKey(key), "{moves}");
    }
}

/// The keys of another library (python-chess 1.11) for positions of random games, a quarter of them from Chess960
/// starts, a quarter with a pawn to take in passing.
#[test]
fn keys_agree_with_another_library() {
    let lines = include_str!("polyglot/keys.txt").lines();
    let mut checked = 0;
    for line in lines {
        let (key, fen) = line.split_once("  ").unwrap();
        let position = read_position(fen, &CHESS960, Strictness::Strict).unwrap().position;
        assert_eq!(BookKey::of(&position).to_string(), key, "{fen}");
        checked += 1;
    }
    assert_eq!(checked, 200);
}

#[test]
fn moves_have_the_published_bits() {
    let read = |fen| read_position(fen, &FIDE, Strictness::Strict).unwrap().position;
    let castling = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let black = read("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    let promoting = read("r3k3/1P6/8/8/8/8/1p6/R3K3 w - - 0 1");
    let black_promoting = read("r3k3/1P6/8/8/8/8/1p6/R3K3 b - - 0 1");
    let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    // From the least bit: file and row to, file and row from, promotion.
    let bits = |to: (u16, u16), from: (u16, u16), promotion: u16| {
        BookMove(to.0 | to.1 << 3 | from.0 << 6 | from.1 << 9 | promotion << 12)
    };
    let table = [
        (start, "e2e4", bits((4, 3), (4, 1), 0), "e2e4"),
        (start, "g1f3", bits((5, 2), (6, 0), 0), "g1f3"),
        (castling, "e1g1", bits((7, 0), (4, 0), 0), "e1h1"),
        (castling, "e1c1", bits((0, 0), (4, 0), 0), "e1a1"),
        (black, "e8g8", bits((7, 7), (4, 7), 0), "e8h8"),
        (black, "e8c8", bits((0, 7), (4, 7), 0), "e8a8"),
        (promoting, "b7b8n", bits((1, 7), (1, 6), 1), "b7b8n"),
        (promoting, "b7b8b", bits((1, 7), (1, 6), 2), "b7b8b"),
        (promoting, "b7a8r", bits((0, 7), (1, 6), 3), "b7a8r"),
        (black_promoting, "b2a1q", bits((0, 0), (1, 1), 4), "b2a1q"),
    ];
    for (position, text, expected, printed) in table {
        let m = parse(text, &position);
        let book_move = BookMove::from_move(m).unwrap();
        assert_eq!((book_move, book_move.to_string().as_str()), (expected, printed));
        assert_eq!(book_move.to_move(&position), Ok(m));
    }
    // Some books have castling as the king's step.
    assert_eq!(bits((6, 0), (4, 0), 0).to_move(&castling), Ok(parse("e1g1", &castling)));
}

#[test]
fn moves_that_make_no_sense_are_not_playable() {
    let start = Position::start();
    for code in 5..16 {
        let error = BookMove(code << 12 | 0x031c).to_move(&start).unwrap_err();
        assert_eq!(error, NotPlayable::Promotion { code: code as u8 });
    }
    let why = |bits| BookMove(bits).to_move(&start).unwrap_err().to_string();
    assert_eq!(why(0x431c), "nothing becomes a queen by this move: it is no promotion");
    assert_eq!(why(0), "the rook is on a1 already");
    assert_eq!(why(0x0107), "White cannot castle: the bishop on f1 is in the way");
}

#[test]
fn every_legal_move_comes_back_under_every_rule_set() {
    let mut random = Random(41);
    for set in &RULE_SETS {
        for _ in 0..40 {
            let start = match set.rules.start {
                Start::Chess960 => Start::chess960(random.below(960) as u16).unwrap(),
                Start::Fixed(setup) => setup,
            };
            let mut position = Position::new(start, set.rules).unwrap();
            for _ in 0..120 {
                let moves = position.legal_moves();
                for m in &moves {
                    assert_eq!(BookMove::from_move(m).unwrap().to_move(&position), Ok(m), "{}", set.name);
                }
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}
