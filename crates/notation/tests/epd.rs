//! EPD: tables of good and bad text, and the law that writing and reading undo each other.

use tabiya_notation::epd::{MAX_LENGTH, Operand, Operation};
use tabiya_notation::{Epd, Fen, Strictness};
use tabiya_rules::{Move, Position, RULE_SETS, Role, Rules, Start};
use tabiya_text::is_unseen;

use crate::random::Random;

/// The text with `\s`, `\n` and `\u{...}` replaced by what they stand for.
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
                out.push(if kind == "s" { ' ' } else { '\n' });
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
    for line in lines(include_str!("epd/bad.txt")) {
        let (text, expected) = line.split_once(" = ").unwrap();
        match unescaped(text).parse::<Epd>() {
            Ok(epd) => panic!("{text} was read as {epd}"),
            Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
        }
    }
}

#[test]
fn a_lenient_reading_says_what_it_mended() {
    let mut lines = lines(include_str!("epd/lenient.txt")).peekable();
    while let Some(text) = lines.next() {
        let read = Epd::read(text, Role::King, Strictness::Lenient).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut found = vec![read.epd.to_string()];
        found.extend(read.notes.iter().map(ToString::to_string));
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            expected.push(line.trim());
        }
        assert_eq!(found, expected, "{text}");
        assert_eq!(text.parse::<Epd>().is_ok(), read.notes.is_empty(), "{text}");
        assert_eq!(read.epd.to_string().parse(), Ok(read.epd));
    }
}

#[test]
fn a_text_beyond_the_bound_is_not_looked_at() {
    let place = "4k3/8/8/8/8/8/8/4K3 w - - ";
    let long = format!("{place}c0 \"{}\";", "x".repeat(10_000_000));
    let error = long.parse::<Epd>().unwrap_err();
    let expected = format!("the text has {} bytes, and no EPD has more than {MAX_LENGTH}", long.len());
    assert_eq!(error.to_string(), expected);
    let many: String = (0..2_000).map(|i| format!("c{i}; ")).collect();
    assert_eq!(format!("{place}{many}").parse::<Epd>().unwrap().operations.len(), 2_000);
    assert!("x".repeat(MAX_LENGTH).parse::<Epd>().is_err());
}

#[test]
fn operations_hold_what_they_should() {
    let text = "4k3/8/8/8/8/8/8/4K2R w K - acd 12; ce -35; c9 \"\"; draw_offer; fmvn 7; hmvc 3; x 1.5 nan 1e3 \"4\";\r\n";
    let epd: Epd = text.parse().unwrap();
    assert_eq!((epd.fen.setup.halfmoves, epd.fen.setup.fullmoves), (3, 7));
    let operand = |opcode, at: usize| epd.operation(opcode).unwrap().operands()[at].clone();
    assert_eq!(operand("acd", 0).integer(), Some(12));
    assert_eq!(operand("ce", 0).integer(), Some(-35));
    assert_eq!((operand("c9", 0).text(), operand("c9", 0).is_quoted()), ("", true));
    assert!(epd.operation("draw_offer").unwrap().operands().is_empty());
    assert!(epd.operation("hmvc").is_none());
    let numbers: Vec<_> = (0..4).map(|at| operand("x", at).number()).collect();
    assert_eq!(numbers, [Some(1.5), None, Some(1000.0), None]);
    assert!(Operation::new("fmvn", vec![]).is_err() && Operation::new("", vec![]).is_err());
    assert!(Operand::word("").is_err() && Operand::word("a;b").is_err() && Operand::word("a\"b").is_err());
}

#[test]
fn wrong_moves_are_told_with_their_number() {
    let position = Position::start();
    let moves = |operation: &str| {
        let text = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {operation}");
        let epd: Epd = text.parse().unwrap();
        match epd.operations[0].moves(&position) {
            Ok(moves) => moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        }
    };
    let table = [
        ("bm e4 Nf3 d2d4;", "e2e4 g1f3 d2d4"),
        ("pv e4 e5 Nf3;", "e2e4 e7e5 g1f3"),
        ("sm e2e4;", "e2e4"),
        ("bm;", ""),
        ("bm e4 e5;", "move 2 of bm: a pawn does not move from e2 to e5"),
        ("pv e4 e4;", "move 2 of pv: a pawn does not move from e7 to e4"),
        ("bm Nf3 hello;", "move 2 of bm: expected a move such as e2e4, Nf3 or O-O, found \"hello\""),
        ("bm --;", "move 1 of bm: a null move moves nothing: a side must move"),
    ];
    for (operation, expected) in table {
        assert_eq!(moves(operation), expected, "{operation}");
    }
}

fn random_text(random: &mut Random, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    (0..random.below(12)).map(|_| letters[random.below(letters.len())]).collect()
}

fn random_operand(random: &mut Random) -> Operand {
    match random.below(3) {
        0 => Operand::quoted(&random_text(random, "ab \t;\"\\é♘0-=[]{}<>'")).unwrap(),
        1 => Operand::from(random.next() as i64),
        _ => Operand::word(&format!("x{}", random_text(random, "ab\\é0-=+#.'"))).unwrap(),
    }
}

/// Operations of moves and of anything else, each with another name.
fn random_operations(position: &Position<&'static Rules>, random: &mut Random) -> Vec<Operation> {
    let mut operations = Vec::new();
    for opcode in ["bm", "c0", "id", "pv", "Custom_1"] {
        if random.below(2) == 0 {
            continue;
        }
        operations.push(match opcode {
            "bm" => Operation::of_moves(opcode, &position.legal_moves(), position).unwrap(),
            "pv" => Operation::of_moves(opcode, &random_line(position, random), position).unwrap(),
            _ => {
                let operands = (0..random.below(4)).map(|_| random_operand(random)).collect();
                Operation::new(opcode, operands).unwrap()
            }
        });
    }
    operations
}

fn random_line(position: &Position<&'static Rules>, random: &mut Random) -> Vec<Move> {
    let mut position = *position;
    let mut line = Vec::new();
    for _ in 0..8 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        line.push(moves[random.below(moves.len())]);
        position = position.play_unchecked(line[line.len() - 1]);
    }
    line
}

#[test]
fn positions_and_operations_come_back_under_every_rule_set() {
    let mut random = Random(20);
    for set in &RULE_SETS {
        for _ in 0..20 {
            let start = match set.rules.start {
                Start::Chess960 => Start::chess960(random.below(960) as u16).unwrap(),
                Start::Fixed(setup) => setup,
            };
            let mut position = Position::new(start, set.rules).unwrap();
            for _ in 0..100 {
                check(&position, &mut random);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}

fn check(position: &Position<&'static Rules>, random: &mut Random) {
    let operations = random_operations(position, random);
    let epd = Epd { fen: Fen::from(position), operations };
    let text = epd.to_string();
    let read = Epd::read(&text, position.rules().moves.royal, Strictness::Strict);
    let read = read.unwrap_or_else(|error| panic!("{text}: {error}")).epd;
    assert_eq!(read, epd, "{text}");
    assert_eq!(read.to_string(), text);
    assert_eq!(Position::new(read.fen.setup, position.source()), Ok(*position));
    if let Some(best) = read.operation("bm") {
        assert_eq!(best.moves(position).unwrap(), *position.legal_moves());
    }
    if let Some(line) = read.operation("pv") {
        let moves = line.moves(position).unwrap();
        assert_eq!(Operation::of_moves("pv", &moves, position).as_ref(), Ok(line));
    }
}

#[test]
fn mangled_text_never_panics_and_what_is_read_comes_back() {
    let mut random = Random(21);
    let letters: Vec<char> = "abmpv \t;\"\\é0123-=hmvcfn\u{1b}\n/wKQk".chars().collect();
    let mut read = 0;
    for _ in 0..100_000 {
        let mut text: Vec<char> =
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Rxa8+; id \"a \\\"b\\\"; c\"; hmvc 3; fmvn 20;"
                .chars()
                .collect();
        for _ in 0..1 + random.below(4) {
            let at = 20 + random.below(text.len() - 20);
            match random.below(3) {
                0 => text[at] = letters[random.below(letters.len())],
                1 => text.insert(at, letters[random.below(letters.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            match Epd::read(&text, Role::King, strictness) {
                Ok(found) => {
                    assert_eq!(found.epd.to_string().parse(), Ok(found.epd), "{text}");
                    read += 1;
                }
                Err(error) => assert!(!error.to_string().contains(is_unseen), "{error}"),
            }
        }
    }
    assert!(read > 20_000, "{read}");
}
