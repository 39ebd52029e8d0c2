//! BYU's XML form: the cases byte for byte, what the form can hold, and that writing and reading undo each other.

use std::fs;
use std::path::Path;

use tabiya_notation::xml::XmlLoss;
use tabiya_notation::{
    Fen, RuleFile, Strictness, UciMove, XmlError, XmlGame, XmlWriteError, find_rules, read_position,
    read_xml, write_xml,
};
use tabiya_rules::{
    BYU, CHESS960, CUHK, Color, FIDE, IMPERIAL, Move, MoveRules, NamedRules, Position, RULE_SETS, Role,
    Roles, RuleSource, Rules, Setup, Square, WATERLOO,
};
use tabiya_text::is_unseen;

use crate::random::Random;

fn case(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/byu").join(name)).unwrap()
}

/// Reads a document under rules of which only the value is told.
fn read(text: &[u8], rules: &Rules) -> Result<XmlGame, XmlError> {
    read_xml(text, &RuleFile::named(*rules, None))
}

fn message(text: &[u8]) -> String {
    read(text, &BYU).expect_err("this should be refused").to_string()
}

/// Plays UCI moves from the start position of `rules`.
fn play<R: RuleSource>(rules: R, moves: &str) -> (Position<R>, Vec<Move>) {
    let mut position = Position::new(Setup::USUAL, rules).unwrap();
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        let m =
            text.parse::<UciMove>().unwrap().to_move(&position).unwrap_or_else(|why| panic!("{text}: {why}"));
        position = position.play(m).unwrap();
        played.push(m);
    }
    (position, played)
}

/// A start and UCI moves from there.
fn line(fen: &str, rules: &'static Rules, moves: &[&str]) -> (Position<&'static Rules>, Vec<Move>) {
    let start = read_position(fen, rules, Strictness::Strict).unwrap().position;
    let mut position = start;
    let played = moves.iter().map(|text| {
        let m = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position = position.play(m).unwrap();
        m
    });
    let played = played.collect();
    (start, played)
}

fn written<R: RuleSource>(rules: R, moves: &str) -> String {
    let start = Position::new(Setup::USUAL, rules).unwrap();
    write_xml(&start, &play(rules, moves).1).unwrap().text
}

#[test]
fn the_start_position_is_written_to_the_byte() {
    let start = Position::starting(&BYU).unwrap();
    let xml = write_xml(&start, &[]).unwrap();
    assert_eq!(xml.text, case("start.xml"));
    assert_eq!(xml.losses, []);
    let game = read(xml.text.as_bytes(), &BYU).unwrap();
    assert_eq!((game.moves.len(), game.position), (0, start));
    assert_eq!(game.position.turn(), Color::White);
}

#[test]
fn a_short_game_is_written_to_the_byte_and_read_in_any_spacing() {
    let moves = "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5";
    let (position, played) = play(&BYU, moves);
    assert_eq!(written(&BYU, moves), case("queen-check.xml"));
    for name in ["queen-check.xml", "odd-spacing.xml"] {
        let game = read(case(name).as_bytes(), &BYU).unwrap();
        assert_eq!((&game.moves, game.position), (&played, position), "{name}");
        assert!(game.position.is_check() && game.position.turn() == Color::White);
    }
}

#[test]
fn what_xml_calls_the_same_is_read_the_same() {
    let game = case("queen-check.xml");
    let expected = read(game.as_bytes(), &BYU).unwrap();
    let same = [
        game.replace('\n', "\r\n"),
        game.replace('\n', "\r"),
        game.replace(['\n', '\t'], ""),
        game.replace("/>", "></piece>"),
        game.replace("/>", ">\n<!-- a piece --> </piece>"),
        game.replace('"', "'"),
        game.replace("</board>", "</board\n>"),
        game.replace("<move>", "<move >"),
        game.replace("<board>", "<!-- <board> & --><board>"),
        format!("\u{feff}{game}"),
        format!("<?xml version=\"1.0\"?>\n{game}"),
        format!("<?xml version='1.0' encoding='utf-8' standalone=\"yes\"?>{game}<!-- end -->"),
        format!("\n\n<!-- é -->{game}\n \t"),
    ];
    for text in same {
        assert_eq!(read(text.as_bytes(), &BYU).as_ref(), Ok(&expected), "{text}");
    }
    let start = case("start.xml").replace("<history>\n\t</history>", "<history/>");
    assert!(read(start.as_bytes(), &BYU).is_ok());
}

#[test]
fn castling_passing_and_promotion_are_read_under_fide() {
    let moves = "e2e4 a7a5 e4e5 f7f5 e5f6 a5a4 f6g7 a4a3 g7h8q a3b2 g1f3 b2a1n f1e2 g8f6 e1g1";
    let (position, played) = play(&FIDE, moves);
    let text = written(&FIDE, moves);
    let game = read(text.as_bytes(), &BYU).unwrap();
    assert_eq!((game.rules.rules, game.moves, game.position), (FIDE, played, position));
    // The pawn taken in passing keeps its own square, f5; the king goes to g1; the new piece arrives.
    for element in [
        r#"<piece type="pawn" color="white" column="5" row="2"/>
			<piece type="pawn" color="black" column="5" row="3"/>"#,
        r#"<piece type="king" color="white" column="4" row="7"/>
			<piece type="king" color="white" column="6" row="7"/>
		</move>"#,
        r#"<piece type="pawn" color="white" column="6" row="1"/>
			<piece type="queen" color="white" column="7" row="0"/>
			<piece type="rook" color="black" column="7" row="0"/>"#,
    ] {
        assert!(text.contains(element), "{element}");
    }
    let to_rook = text.replace(
        "<piece type=\"king\" color=\"white\" column=\"6\" row=\"7\"/>\n\t\t</move>",
        "<piece type=\"king\" color=\"white\" column=\"7\" row=\"7\"/>\n\t\t</move>",
    );
    let line_of_move = |number: usize| {
        let before: Vec<_> = text.split("<move>").take(number).collect();
        before.concat().lines().count()
    };
    let why = "move 15 under the rules byu: White's king arrives on h1, but nothing stands there afterwards, \
               by the board and the later moves";
    assert_eq!(message(to_rook.as_bytes()), format!("line {}: {why}", line_of_move(15)));
    let pawn = text.replace(
        "<piece type=\"queen\" color=\"white\" column=\"7\" row=\"0\"/>",
        "<piece type=\"pawn\" color=\"white\" column=\"7\" row=\"0\"/>",
    );
    let why = "move 9 under the rules fide: \
               the pawn reaches the end: say whether it becomes a knight, bishop, rook or queen";
    assert_eq!(message(pawn.as_bytes()), format!("line {}: {why}", line_of_move(9)));
}

#[test]
fn a_pawn_at_the_end_stays_a_pawn_under_byu_only() {
    let moves = "a2a4 b7b5 a4b5 a7a6 b5a6 c7c6 a6a7 c6c5 a7b8";
    let text = written(&BYU, moves);
    let game = read(text.as_bytes(), &FIDE);
    let why = game.unwrap_err().to_string();
    assert!(why.contains("move 9 under the rules fide: the pawn reaches the end"), "{why}");
    assert_eq!(read(text.as_bytes(), &BYU).unwrap().rules.rules, BYU);
    assert_eq!(read(text.as_bytes(), &IMPERIAL).unwrap().rules.rules, BYU);
}

#[test]
fn a_game_is_of_the_rules_that_were_named() {
    let imperial = RuleFile::from(find_rules("imperial").unwrap());
    let game = read_xml(case("start.xml").as_bytes(), &imperial).unwrap();
    assert_eq!(game.rules.name.as_deref(), Some("imperial"));
    let text = written(&CUHK, "e2e4 f7f6 d1h5 a7a6");
    let why = read_xml(text.as_bytes(), &imperial).unwrap_err().to_string();
    assert!(why.contains("move 4 under the rules imperial: your king would still be in check"), "{why}");
}

#[test]
fn the_error_is_of_the_rules_that_came_further() {
    let text = written(&FIDE, "e2e4 e7e5 g1f3 b8c6 f1e2 d7d6 e1g1 a7a6");
    let illegal = text.replace(
        r#"<piece type="pawn" color="black" column="0" row="2"/>"#,
        r#"<piece type="pawn" color="black" column="0" row="5"/>"#,
    );
    let why = message(illegal.as_bytes());
    assert!(why.ends_with("move 8 under the rules fide: a pawn does not move from a7 to a3"), "{why}");
    let other = written(&CUHK, "e2e4 f7f6 d1h5 a7a6");
    let why = message(other.as_bytes());
    let expected = "move 4 under the rules byu: your king would still be in check from the queen on h5";
    assert!(why.ends_with(expected), "{why}");
    assert_eq!(read(other.as_bytes(), &CUHK).unwrap().rules.rules, CUHK);
}

#[test]
fn what_the_form_cannot_hold_is_told() {
    let from = |fen, moves: &[&str]| {
        let (start, moves) = line(fen, &CHESS960, moves);
        write_xml(&start, &moves)
    };
    let castled = from("4k3/8/8/8/8/8/8/1K5R w K - 0 1", &["b1h1"]).unwrap_err();
    assert_eq!(
        castled.to_string(),
        "the XML form knows castling only from the home squares of king and rook, and move 1 castles from others; \
         PGN knows it",
    );
    let passing = from("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e5d6"]);
    assert_eq!(passing, Err(XmlWriteError::EnPassantAtStart));

    let (_, taken) = play(&CUHK, "e2e4 f7f6 d1h5 a7a6 h5e8");
    let start = Position::starting(&CUHK).unwrap();
    let error = write_xml(&start, &taken).unwrap_err();
    assert_eq!(error.to_string(), "the XML form holds no board on which Black has no king; PGN does");
    let error = write_xml(&start, &[taken[0], taken[0]]).unwrap_err();
    assert_eq!(error.to_string(), "move 2: there is no piece on e2");
}

#[test]
fn the_start_is_found_by_taking_the_moves_back() {
    let fen = |position: &Position<&'static Rules>| Fen::from(position).to_string();
    let any = read(case("any-start.xml").as_bytes(), &BYU).unwrap();
    assert_eq!(fen(&any.start), "7k/5K2/6p1/6Q1/8/8/8/8 w - - 0 1");
    assert_eq!(fen(&any.position), "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    assert_eq!((any.rules.rules, any.moves.len()), (BYU, 1));
    assert_eq!(write_xml(&any.start, &any.moves).unwrap().text, case("any-start.xml"));
    let position = read(case("position.xml").as_bytes(), &BYU).unwrap();
    assert_eq!(fen(&position.start), "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
    assert_eq!((position.start, position.moves.len()), (position.position, 0));
    assert_eq!(write_xml(&position.start, &[]).unwrap().text, case("position.xml"));
}

/// Castling is taken back with its rook, and so are pawns taken in passing and promoted.
#[test]
fn every_kind_of_move_is_taken_back_under_fide() {
    let table = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8 e1c1"),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n e8e7"),
        ("4k3/8/8/8/8/8/p7/1R2K3 b - - 0 1", "a2b1q e1e2"),
    ];
    for (fen, moves) in table {
        let (start, moves) = line(fen, &FIDE, &moves.split(' ').collect::<Vec<_>>());
        let xml = write_xml(&start, &moves).unwrap();
        assert_eq!(xml.losses, [], "{fen}");
        let game = read(xml.text.as_bytes(), &BYU).unwrap();
        assert_eq!((game.start, game.moves, game.rules.rules), (start, moves, FIDE), "{fen}");
    }
}

#[test]
fn it_is_the_turn_of_the_only_side_that_can_have_it() {
    // White's king is in check and then Black's: with the other turn it could be taken.
    for fen in ["4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"] {
        let (start, _) = line(fen, &BYU, &[]);
        let xml = write_xml(&start, &[]).unwrap();
        assert_eq!((xml.losses, read(xml.text.as_bytes(), &BYU).unwrap().start), (vec![], start));
    }
}

#[test]
fn what_is_not_found_again_of_the_start_is_told() {
    let table: [(&str, &[&str], &[XmlLoss]); 8] = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["e1g1"], &[]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", &["e1c1"], &[XmlLoss::Castling]),
        ("4k3/8/8/8/8/8/8/1K5R w K - 0 1", &[], &[XmlLoss::Castling]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e1e2"], &[XmlLoss::EnPassant]),
        ("4k3/8/8/8/8/8/8/4K2R w K - 7 1", &["e1g1"], &[XmlLoss::Counters]),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 40", &["e1g1"], &[XmlLoss::Counters]),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", &[], &[XmlLoss::Turn]),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", &["e8e7"], &[]),
    ];
    for (fen, moves, expected) in table {
        let (start, moves) = line(fen, &CHESS960, moves);
        let mut losses = write_xml(&start, &moves).unwrap().losses;
        losses.retain(|loss| !matches!(loss, XmlLoss::Rules { .. }));
        assert_eq!(losses, expected, "{fen}");
    }
    assert_eq!(XmlLoss::Turn.to_string(), "that it is Black's turn: opened again, it is White's");
}

/// A king that castled and a rook that did not follow it, which no other reading explains.
#[test]
fn a_rook_that_did_not_follow_its_king_is_told() {
    let (start, moves) = line("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &FIDE, &["e1g1"]);
    let text = write_xml(&start, &moves).unwrap().text;
    let stays = text.replacen(r#""rook" color="white" column="5""#, r#""rook" color="white" column="7""#, 1);
    assert_ne!(stays, text);
    assert_eq!(
        message(stays.as_bytes()),
        "line 2: the board has nothing on f1, but the moves under the rules fide lead to White's rook there",
    );
}

#[test]
fn rules_that_are_not_found_again_are_told() {
    let losses = |rules: &'static Rules, moves| {
        write_xml(&Position::starting(rules).unwrap(), &play(rules, moves).1).unwrap().losses
    };
    let castling = "e2e4 e7e5 g1f3 b8c6 f1e2 d7d6 e1g1";
    assert_eq!(losses(&BYU, "e2e4"), []);
    assert_eq!(losses(&IMPERIAL, "e2e4"), []);
    assert_eq!(losses(&FIDE, castling), []);
    let as_byu = losses(&FIDE, "e2e4");
    assert_eq!(as_byu, [XmlLoss::Rules { opened: Some("byu") }]);
    assert_eq!(as_byu[0].to_string(), "its rules: unless told, it is opened with the rules byu");
    assert_eq!(losses(&WATERLOO, castling), [XmlLoss::Rules { opened: Some("fide") }]);
    let refused = losses(&CUHK, "e2e4 f7f6 d1h5 a7a6");
    assert_eq!(refused, [XmlLoss::Rules { opened: None }]);
    assert_eq!(refused[0].to_string(), "its rules: unless told, it cannot be opened");
}

/// A royal queen castles to c1 and could as well step there.
#[test]
fn a_move_that_would_be_read_as_another_is_not_written() {
    const QUEENS: Rules = Rules {
        moves: MoveRules { royal: Role::Queen, promotes_to: Roles::of(&[Role::Rook]), ..FIDE.moves },
        ..FIDE
    };
    let start = Position::starting(QUEENS.intern()).unwrap();
    let (position, mut moves) = play(QUEENS.intern(), "b1c3 a7a6 d2d3 a6a5 c1e3 a5a4");
    let castling = position.legal_moves().iter().copied().find(|m| m.is_castling()).unwrap();
    moves.push(castling);
    assert_eq!(write_xml(&start, &moves), Err(XmlWriteError::Ambiguous { number: 7 }));
    const ROOKS: Rules = Rules { moves: MoveRules { royal: Role::Rook, ..BYU.moves }, ..BYU };
    let why = read(case("start.xml").replacen("pawn", "king", 1).as_bytes(), &ROOKS).unwrap_err();
    assert!(why.to_string().contains("Black has 2 kings"), "{why}");
    let pawn = case("start.xml").replacen("rook", "pawn", 1);
    let why = read(pawn.as_bytes(), &ROOKS).unwrap_err().to_string();
    assert!(why.contains("line 2: the board is impossible under these rules: White has 2 rooks"), "{why}");
    // FIDE's rules help where others do not even begin.
    assert_eq!(read(case("queen-check.xml").as_bytes(), &ROOKS).unwrap().rules.rules, FIDE);
}

/// Random moves from a position, and where they lead.
fn wander(
    start: Position<&'static Rules>,
    most: usize,
    random: &mut Random,
) -> (Vec<Move>, Position<&'static Rules>) {
    let (mut position, mut moves) = (start, Vec::new());
    for _ in 0..random.below(most) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[random.below(legal.len())];
        moves.push(m);
        position = position.play(m).unwrap();
    }
    (moves, position)
}

/// A start of one's own: where a game has led, with some pieces taken away and whatever rights are left.
fn random_start(rules: &'static Rules, random: &mut Random) -> Option<Position<&'static Rules>> {
    let usual = Position::new(Setup::USUAL, rules).ok()?;
    let mut setup = wander(usual, 120, random).1.setup();
    for _ in 0..random.below(20) {
        let at = Square::from_index(random.below(64));
        if setup.board.role_at(at) != Some(rules.moves.royal) {
            setup.board.set(at, None);
        }
    }
    if random.below(2) == 0 {
        setup.turn = !setup.turn;
    }
    Position::lenient(setup, rules).ok().map(|lenient| lenient.position)
}

/// Writes a game and reads it: what comes back is what was written, but for what was told. False where the form
/// cannot hold it, which must have a reason that can be seen.
fn comes_back(set: &NamedRules, start: Position<&'static Rules>, most: usize, random: &mut Random) -> bool {
    let (moves, position) = wander(start, most, random);
    let xml = match write_xml(&start, &moves) {
        Ok(xml) => xml,
        Err(XmlWriteError::Kings { count, .. }) => {
            assert_eq!(count, 0);
            return false;
        }
        Err(XmlWriteError::EnPassantAtStart) => {
            assert!(moves[0].is_en_passant() && start.en_passant().is_some());
            return false;
        }
        Err(error) => panic!("{}: {error}", set.name),
    };
    let game = read(xml.text.as_bytes(), set.rules).unwrap();
    assert_eq!((game.rules.rules, &game.moves), (*set.rules, &moves), "{}", set.name);
    assert_eq!(game.position.board(), position.board());
    let is_told = |loss| xml.losses.contains(&loss);
    let (found, setup) = (game.start.setup(), start.setup());
    assert_eq!(found.board, setup.board);
    assert_eq!(found.turn != setup.turn, is_told(XmlLoss::Turn));
    assert_eq!(found.castling != setup.castling, is_told(XmlLoss::Castling));
    assert_eq!(found.en_passant != setup.en_passant, is_told(XmlLoss::EnPassant));
    let counters = |setup: &Setup| (setup.halfmoves, setup.fullmoves);
    assert_eq!(counters(&found) != counters(&setup), is_told(XmlLoss::Counters));
    // What was read is held whole.
    let again = write_xml(&game.start, &game.moves).unwrap();
    assert_eq!(again.text, xml.text);
    assert!(again.losses.iter().all(|loss| matches!(loss, XmlLoss::Rules { .. })));
    // Told nothing, the reader finds the rules that the writer foretold.
    let opened = read(xml.text.as_bytes(), &BYU).map(|game| game.rules).ok();
    match xml.losses.last() {
        Some(XmlLoss::Rules { opened: foretold }) => {
            assert_eq!(opened.and_then(|rules| rules.name).as_deref(), *foretold);
        }
        _ => assert_eq!(opened.map(|rules| rules.rules), Some(*set.rules)),
    }
    true
}

#[test]
fn random_games_come_back_under_every_rule_set() {
    let mut random = Random(31);
    let mut written = 0;
    for set in &RULE_SETS {
        for _ in 0..40 {
            let Ok(start) = Position::new(Setup::USUAL, set.rules) else { continue };
            written += usize::from(comes_back(set, start, 300, &mut random));
        }
    }
    assert!(written > 200, "only {written}");
}

#[test]
fn random_games_come_back_from_any_start() {
    let mut random = Random(33);
    let mut written = 0;
    for set in &RULE_SETS {
        for _ in 0..150 {
            let Some(start) = random_start(set.rules, &mut random) else { continue };
            written += usize::from(comes_back(set, start, 40, &mut random));
        }
    }
    assert!(written > 500, "only {written}");
}

#[test]
fn mangled_documents_never_panic_and_messages_are_plain() {
    let mut random = Random(32);
    let moves = "e2e4 d7d5 e4d5 e7e5 d5e6 f8d6 e6f7 e8f8 f7g8n";
    let sources = [written(&FIDE, moves), case("odd-spacing.xml"), case("bad-entity.xml")];
    let odd: Vec<char> = "<>/=\"'&;!?-[]\n\r\t\0\u{1b}é\u{ffff} 0123456789piece".chars().collect();
    let pieces = [
        "<board>",
        "</board>",
        "<move>",
        "</move>",
        "<piece",
        "/>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?xml",
        "?>",
    ];
    for round in 0..6000 {
        let mut text: Vec<char> = sources[round % sources.len()].chars().collect();
        for _ in 0..1 + random.below(5) {
            let at = random.below(text.len());
            match random.below(4) {
                0 => text[at] = odd[random.below(odd.len())],
                1 => text.insert(at, odd[random.below(odd.len())]),
                2 => drop(text.splice(at..at, pieces[random.below(pieces.len())].chars())),
                _ => drop(text.drain(at..text.len().min(at + 1 + random.below(80)))),
            }
        }
        let text: String = text.into_iter().collect();
        let mut bytes = text.into_bytes();
        if random.below(8) == 0 && !bytes.is_empty() {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        match read(&bytes, &BYU) {
            Ok(game) => {
                let again = write_xml(&game.start, &game.moves).unwrap().text;
                assert_eq!(read(again.as_bytes(), &game.rules.rules), Ok(game));
            }
            Err(error) => {
                let printed = error.to_string();
                assert!(!printed.contains(is_unseen) && printed.len() < 1000, "{printed:?}");
                assert!(error.line >= 1 && error.line <= bytes.len() + 1);
            }
        }
    }
}

#[test]
fn a_game_as_long_as_fits_is_read_and_a_longer_one_is_not_written() {
    let start = Position::starting(&BYU).unwrap();
    let (_, round) = play(&BYU, "g1f3 g8f6 f3g1 f6g8");
    let many = |count: usize| round.iter().copied().cycle().take(count).collect::<Vec<_>>();
    let xml = write_xml(&start, &many(40_000)).unwrap();
    let game = read(xml.text.as_bytes(), &BYU).unwrap();
    assert_eq!(game.moves, many(40_000));
    assert_eq!(Fen::from(&game.position).setup.board, Setup::USUAL.board);
    let error = write_xml(&start, &many(150_000)).unwrap_err();
    assert!(matches!(error, XmlWriteError::TooLong { .. }), "{error}");
}
