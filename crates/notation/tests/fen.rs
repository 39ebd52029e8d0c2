//! FEN: tables of good and bad text, and the law that writing and reading undo each other.

use tabiya_notation::fen::{CastlingLetters, MAX_LENGTH};
use tabiya_notation::{Fen, Strictness, read_position, read_setup};
use tabiya_rules::{Bitboard, Fide, Piece, Position, RULE_SETS, Rank, Role, Setup, Square, Start};
use tabiya_text::is_unseen;

use crate::random::Random;

/// The text with `\s`, `\t`, `\n`, `\r` and `\u{...}` replaced by what they stand for.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (kind, rest) = part.split_at(1);
        let rest = match kind {
            "u" => {
                let (code, rest) = rest.strip_prefix('{').unwrap().split_once('}').unwrap();
                out.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
                rest
            }
            _ => {
                out.push(match kind {
                    "s" => ' ',
                    "t" => '\t',
                    "n" => '\n',
                    "r" => '\r',
                    _ => panic!("unknown escape in {text}"),
                });
                rest
            }
        };
        out.push_str(rest);
    }
    out
}

fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn every_bad_text_is_refused_for_its_own_reason() {
    for line in lines(include_str!("fen/bad.txt")) {
        let (text, expected) = line.split_once("= ").unwrap();
        let text = unescaped(text.strip_suffix(' ').unwrap_or(text));
        match read_position(&text, Fide, Strictness::Strict) {
            Ok(_) => panic!("{text} was read"),
            Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
        }
    }
}

#[test]
fn a_lenient_reading_says_what_it_mended() {
    let mut lines = lines(include_str!("fen/lenient.txt")).peekable();
    while let Some(line) = lines.next() {
        let text = unescaped(line);
        let read = read_position(&text, Fide, Strictness::Lenient).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut found = vec![Fen::from(&read.position).to_string()];
        found.extend(read.notes.iter().map(ToString::to_string));
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            expected.push(line.trim());
        }
        assert_eq!(found, expected, "{text}");
        if !read.notes.is_empty() {
            assert!(read_position(&text, Fide, Strictness::Strict).is_err(), "{text}");
        }
    }
}

#[test]
fn a_text_beyond_the_bound_is_not_looked_at() {
    let long = "8/".repeat(5_000_000);
    let error = read_setup(&long, Role::King, Strictness::Lenient).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("the text has 10000000 bytes, and no FEN has more than {MAX_LENGTH}")
    );
}

#[test]
fn castling_letters_name_the_outermost_rook_or_a_file() {
    let table = [
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "a1 h1", "KQ", "HA"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "b1 g1", "GB", "GB"),
        ("1r2k1r1/8/8/8/8/8/8/4K3 w kq - 0 1", "b8 g8", "kq", "gb"),
        ("rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1", "a1 c1 a8 c8", "KQkq", "CAca"),
        // Two rooks on one side of the king: K is the outer one, the inner one has its letter.
        ("4k3/8/8/8/8/8/8/5KRR w G - 0 1", "g1", "G", "G"),
        ("4k3/8/8/8/8/8/8/5KRR w K - 0 1", "h1", "K", "H"),
        // No rook beyond the king: the corner, for validation to complain of.
        ("4k3/8/8/8/8/8/8/R3K2n w K - 0 1", "h1", "K", "H"),
        ("4k3/8/8/8/8/8/8/R6K w K - 0 1", "h1", "K", "H"),
        // No king at home: corners too.
        ("4k3/8/8/8/8/8/4K3/1R4R1 w KQ - 0 1", "a1 h1", "KQ", "HA"),
    ];
    for (text, squares, wings, files) in table {
        let fen: Fen = text.parse().unwrap();
        let expected: Bitboard = squares.split(' ').map(|sq| sq.parse::<Square>().unwrap()).collect();
        assert_eq!(fen.setup.castling, expected, "{text}");
        let field = |text: String| text.split(' ').nth(2).unwrap().to_owned();
        assert_eq!(field(fen.to_string()), wings, "{text}");
        assert_eq!(field(fen.with_letters(CastlingLetters::Files).to_string()), files, "{text}");
    }
}

#[test]
fn another_royal_piece_has_its_own_sides() {
    let text = "4q3/8/8/8/8/8/8/R2QR2K w KQ - 0 1";
    let setup = read_setup(text, Role::Queen, Strictness::Strict).unwrap().setup;
    assert_eq!(setup.castling, ["a1", "e1"].iter().map(|sq| sq.parse::<Square>().unwrap()).collect());
    assert_eq!(Fen { setup, royal: Role::Queen }.to_string(), text);
}

#[test]
fn every_chess960_start_comes_back() {
    for number in 0..960 {
        let fen = Fen::new(Start::chess960(number).unwrap());
        assert_eq!(fen.to_string().parse(), Ok(fen));
        assert!(fen.to_string().ends_with("w KQkq - 0 1"), "{fen}");
        assert_eq!(fen.with_letters(CastlingLetters::Files).to_string().parse(), Ok(fen));
    }
}

#[test]
fn positions_of_random_games_come_back_under_every_rule_set() {
    let mut random = Random(1);
    for set in &RULE_SETS {
        for _ in 0..40 {
            let start = match set.rules.start {
                Start::Chess960 => Start::chess960(random.below(960) as u16).unwrap(),
                Start::Fixed(setup) => setup,
            };
            let mut position = Position::new(start, set.rules).unwrap();
            for _ in 0..120 {
                for letters in [CastlingLetters::Wings, CastlingLetters::Files] {
                    let text = Fen::from(&position).with_letters(letters).to_string();
                    let read = read_position(&text, set.rules, Strictness::Strict);
                    assert_eq!(read.map(|read| read.position), Ok(position), "{}: {text}", set.name);
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn setups_of_any_kind_come_back() {
    let mut random = Random(2);
    for _ in 0..20_000 {
        let setup = random_setup(&mut random);
        let royal = Role::ALL[random.below(6)];
        for letters in [CastlingLetters::Wings, CastlingLetters::Files] {
            let text = Fen { setup, royal }.with_letters(letters).to_string();
            let read = read_setup(&text, royal, Strictness::Strict);
            assert_eq!(read.map(|read| read.setup), Ok(setup), "{text}");
        }
    }
}

fn random_setup(random: &mut Random) -> Setup {
    let mut setup = Setup::start(tabiya_rules::Board::EMPTY);
    for square in Square::all() {
        let letter = "pnbrqkPNBRQKRrKk".chars().nth(random.below(32));
        setup.board.set(square, letter.and_then(Piece::from_letter));
    }
    let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    setup.castling = Bitboard(random.next() & random.next()) & ends;
    setup.en_passant = (random.below(2) == 0).then(|| Square::from_index(random.below(64)));
    if random.below(2) == 0 {
        setup.turn = !setup.turn;
    }
    setup.halfmoves = random.next() as u16;
    setup.fullmoves = (random.next() as u16).max(1);
    setup
}

#[test]
fn mangled_text_never_panics_and_what_is_read_comes_back() {
    let mut random = Random(3);
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wbKQkqAHah-e36 09\u{1b}é\t".chars().collect();
    for _ in 0..50_000 {
        let mut text: Vec<char> =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = letters[random.below(letters.len())],
                1 => text.insert(at, letters[random.below(letters.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            match read_setup(&text, Role::King, strictness) {
                Ok(read) => assert_eq!(Fen::new(read.setup).to_string().parse(), Ok(Fen::new(read.setup))),
                Err(error) => assert!(!error.to_string().contains(is_unseen), "{error}"),
            }
        }
    }
}
