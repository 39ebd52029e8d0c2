//! Rule files: wrong ones with the messages that they get, and the law that printing and reading undo each other.

use std::fs;
use std::path::{Path, PathBuf};

use tabiya_notation::rule_file::{MAX_LENGTH, contradictions};
use tabiya_notation::{Fen, RuleFile};
use tabiya_rules::{
    ByRole, EndRules, FIDE, Limits, MoveRules, RULE_SETS, Role, Roles, RoyalTaken, Royalty, Rules, Setup,
    Stalemate, StalemateTest, Start,
};

use crate::random::Random;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rule_files").join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The messages stand beside each file under the ending `.txt`.
#[test]
fn every_wrong_file_gets_its_messages() {
    for path in files("bad") {
        let text = fs::read_to_string(&path).unwrap();
        let errors = text.parse::<RuleFile>().expect_err(&path.display().to_string());
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        assert_eq!(format!("{errors}\n"), expected, "{}", path.display());
    }
}

#[test]
fn every_good_file_comes_back_in_every_form() {
    for path in files("good") {
        let text = fs::read_to_string(&path).unwrap();
        let file: RuleFile = text.parse().unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
        check_forms(&file);
    }
}

#[test]
fn every_built_in_rule_set_comes_back_in_every_form() {
    for set in &RULE_SETS {
        check_forms(&RuleFile::from(set));
        let without_parent = RuleFile::from(set).differences(set);
        assert_eq!(without_parent.lines().count(), 3, "nothing differs from itself: {without_parent}");
    }
}

#[test]
fn random_rule_sets_come_back_in_every_form() {
    let mut random = Random(5);
    let mut checked = 0;
    for _ in 0..4000 {
        let rules = random_rules(&mut random);
        let name = [None, Some("x".into()), Some("a \"b\" \\ 'c' é".into())][random.below(3)].clone();
        let file = RuleFile { name, summary: None, rules };
        if contradictions(&rules).is_empty() {
            check_forms(&file);
            checked += 1;
        } else {
            assert!(file.to_string().parse::<RuleFile>().is_err(), "{file}");
        }
    }
    assert!(checked > 300, "only {checked} of them made sense");
}

fn check_forms(file: &RuleFile) {
    assert_eq!(file.to_string().parse().as_ref(), Ok(file), "{file}");
    for parent in &RULE_SETS {
        let differences = file.differences(parent);
        assert_eq!(differences.parse().as_ref(), Ok(file), "{differences}");
        let line = file.to_line(parent);
        assert!(!line.contains('\n'));
        assert_eq!(RuleFile::from_line(&line).as_ref(), Ok(file), "{line}");
    }
    let parent = file.nearest_parent();
    let shortest = file.differences(parent).lines().count();
    assert!(RULE_SETS.iter().all(|set| file.differences(set).lines().count() >= shortest));
}

fn random_rules(random: &mut Random) -> Rules {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w - - 3 7",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
        "3qk3/pppppppp/8/8/4P3/8/PPPP1PPP/3QK3 b - e3 0 1",
    ];
    let mut pick = |n| random.below(n);
    let roles = [Role::King, Role::King, Role::King, Role::Queen, Role::Rook, Role::Knight, Role::Pawn];
    let mut limits = || match pick(4) {
        0 => Limits::NONE,
        1 => Limits { claim: Some(3), automatic: None },
        2 => Limits { claim: None, automatic: Some(5) },
        _ => Limits { claim: Some(pick(200) as u16), automatic: Some(pick(200) as u16) },
    };
    let (repetition, quiet_moves) = (limits(), limits());
    Rules {
        start: match pick(6) {
            5 => Start::Chess960,
            n => Start::Fixed(starts[n].parse::<Fen>().unwrap().setup),
        },
        moves: MoveRules {
            royal: roles[pick(7)],
            royalty: [Royalty::Checked, Royalty::Taken][pick(2)],
            castling: pick(2) == 0,
            double_step: pick(2) == 0,
            en_passant: pick(2) == 0,
            promotes_to: [
                Roles::NONE,
                FIDE.moves.promotes_to,
                Roles::of(&[Role::Knight]),
                Roles::of(&[Role::Bishop, Role::King]),
            ][pick(4)],
        },
        ends: EndRules {
            stalemate: [Stalemate::Draws, Stalemate::Loses, Stalemate::Wins, Stalemate::Passes][pick(4)],
            stalemate_test: [StalemateTest::NoMove, StalemateTest::NoSafeMove][pick(2)],
            royal_taken: [RoyalTaken::Wins, RoyalTaken::Scored][pick(2)],
            repetition,
            quiet_moves,
            dead_position: pick(2) == 0,
        },
        values: ByRole::from_fn(|_| pick(65_536) as u16),
    }
}

#[test]
fn rights_of_another_royal_piece_are_not_taken_for_the_kings() {
    // K names another rook when the queen is royal, so that equal texts are different rights.
    let text = "start = \"r2qr2k/8/8/8/8/8/8/R2QR2K w K - 0 1\"\npromotes-to = []\n";
    let king = RuleFile { rules: Rules { start: start_of(text), ..FIDE }, ..RuleFile::from(FIDE) };
    let queen: RuleFile = format!("royal = \"queen\"\nroyalty = \"taken\"\n{text}").parse().unwrap();
    assert_ne!(king.rules.start, queen.rules.start);
    assert_eq!(queen.to_string().parse(), Ok(queen));
}

fn start_of(text: &str) -> Start {
    let fen = text.split('"').nth(1).unwrap();
    let setup: Setup = fen.parse::<Fen>().unwrap().setup;
    Start::Fixed(setup)
}

#[test]
fn deep_nesting_and_size_are_bounded() {
    for opening in ["[", "{a=", "a.", "[[", "[a.", "\"a\"."] {
        for prefix in ["", "values = ", "promotes-to = "] {
            let text = format!("{prefix}{}", opening.repeat(MAX_LENGTH / opening.len() - 10));
            let printed = text.parse::<RuleFile>().unwrap_err().to_string();
            assert!(printed.len() < 10_000, "{printed}");
            assert!(RuleFile::from_line(&text).is_err());
        }
    }
    let long = "#".repeat(MAX_LENGTH + 1);
    let errors = long.parse::<RuleFile>().unwrap_err();
    assert_eq!(errors.to_string(), "the file has 65537 bytes, and no rule file may have more than 65536");
    assert!("#".repeat(MAX_LENGTH).parse::<RuleFile>().is_ok());
}

#[test]
fn a_line_cannot_break_out_of_its_braces() {
    for line in ["} x = {", "}\nparent = 'hong'\nx = {", "castling = false }", "{", "# castling = false"] {
        assert!(RuleFile::from_line(line).is_err(), "{line}");
    }
    assert_eq!(RuleFile::from_line(""), Ok(RuleFile::from(FIDE)));
}

#[test]
fn mangled_files_never_panic_and_messages_are_plain() {
    let mut random = Random(6);
    let whole: Vec<char> = RuleFile::from(&RULE_SETS[0]).to_string().chars().collect();
    let odd: Vec<char> = "\"'[]{}=,.#\n\r\t\0\u{1b}é-0123456789abc".chars().collect();
    for _ in 0..3000 {
        let mut text = whole.clone();
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = odd[random.below(odd.len())],
                1 => text.insert(at, odd[random.below(odd.len())]),
                _ => drop(text.drain(at..text.len().min(at + 1 + random.below(30)))),
            }
        }
        let text: String = text.into_iter().collect();
        match text.parse::<RuleFile>() {
            Ok(file) => assert_eq!(file.to_string().parse(), Ok(file)),
            Err(errors) => {
                let printed = errors.to_string();
                assert!(!printed.chars().any(|c| c.is_control() && c != '\n'), "{printed:?}");
            }
        }
    }
}
