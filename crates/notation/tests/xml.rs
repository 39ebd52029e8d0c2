//! BYU's XML form: the cases byte for byte, what the form can hold, and that writing and reading undo each other.

use std::fs;
use std::path::Path;

use tabiya_notation::xml::XmlLoss;
use tabiya_notation::{
    Fen, RuleFile, Strictness, UciMove, XmlError, XmlGame, XmlWriteError, find_rules, read_position,
    read_xml, write_xml,
};
use tabiya_rules::{
    BYU, CHESS960, CUHK, Color, FIDE, HONG, IMPERIAL, Move, MoveRules, Position, RULE_SETS, Role, Roles,
    RuleSource, Rules, Setup, Start, WATERLOO,
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
    let why = "move 15 under the rules fide: castling is written as the king's move to g1";
    assert_eq!(message(to_rook.as_bytes()), format!("line {}: {why}", line_of_move(15)));
    let pawn = text.replace(
        "<piece type=\"queen\" color=\"white\" column=\"7\" row=\"0\"/>\n\t\t\t",
        "<piece type=\"pawn\" color=\"white\" column=\"7\" row=\"0\"/>\n\t\t\t",
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
    let illegal = text.replacen(
        r#"<piece type="pawn" color="black" column="0" row="2"/>
		</move>"#,
        r#"<piece type="pawn" color="black" column="0" row="5"/>
		</move>"#,
        1,
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
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let other = read_position(fen, &FIDE, Strictness::Strict).unwrap().position;
    assert_eq!(write_xml(&other, &[]), Err(XmlWriteError::OtherStart));
    let hong = Position::starting(&HONG).unwrap();
    assert_eq!(write_xml(&hong, &[]), Err(XmlWriteError::OtherStart));
    let shuffled = Position::new(Start::chess960(0).unwrap(), &CHESS960).unwrap();
    assert_eq!(write_xml(&shuffled, &[]), Err(XmlWriteError::OtherStart));
    let no_rights = Position::new(Setup { castling: Default::default(), ..Setup::USUAL }, &FIDE).unwrap();
    assert_eq!(write_xml(&no_rights, &[]), Err(XmlWriteError::OtherStart));
    let later = Position::new(Setup { fullmoves: 5, ..Setup::USUAL }, &FIDE).unwrap();
    assert_eq!(write_xml(&later, &[]), Err(XmlWriteError::OtherStart));

    let (_, taken) = play(&CUHK, "e2e4 f7f6 d1h5 a7a6 h5e8");
    let start = Position::starting(&CUHK).unwrap();
    let error = write_xml(&start, &taken).unwrap_err();
    assert_eq!(error.to_string(), "the XML form holds no board on which Black has no king; PGN does");
    let error = write_xml(&start, &[taken[0], taken[0]]).unwrap_err();
    assert_eq!(error.to_string(), "move 2: there is no piece on e2");
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
    let why = read(case("bad-history.xml").as_bytes(), &ROOKS).unwrap_err();
    assert!(why.to_string().contains("the usual start position is impossible under these rules"), "{why}");
    // FIDE's rules help where others do not even begin.
    assert_eq!(read(case("queen-check.xml").as_bytes(), &ROOKS).unwrap().rules.rules, FIDE);
}

#[test]
fn random_games_come_back_under_every_rule_set() {
    let mut random = Random(31);
    let mut written = 0;
    for set in &RULE_SETS {
        for _ in 0..40 {
            let Ok(start) = Position::new(Setup::USUAL, set.rules) else { continue };
            let (mut position, mut moves) = (start, Vec::new());
            for _ in 0..random.below(300) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let m = legal[random.below(legal.len())];
                moves.push(m);
                position = position.play(m).unwrap();
            }
            let xml = match write_xml(&start, &moves) {
                Ok(xml) => xml,
                Err(error) => {
                    assert!(matches!(error, XmlWriteError::Kings { count: 0, .. }), "{error}");
                    continue;
                }
            };
            let game = read(xml.text.as_bytes(), set.rules).unwrap();
            assert_eq!(
                (game.rules.rules, &game.moves, game.position),
                (*set.rules, &moves, position),
                "{}",
                set.name
            );
            let again = write_xml(&start, &game.moves).unwrap();
            assert_eq!(again, xml);
            // Told nothing, the reader finds the rules that the writer foretold.
            let found = read(xml.text.as_bytes(), &BYU).map(|game| game.rules).ok();
            match xml.losses[..] {
                [XmlLoss::Rules { opened }] => {
                    assert_eq!(found.and_then(|rules| rules.name).as_deref(), opened);
                }
                _ => assert_eq!(found.map(|rules| rules.rules), Some(*set.rules)),
            }
            written += 1;
        }
    }
    assert!(written > 200, "only {written}");
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
                let start = Position::new(Setup::USUAL, game.rules.rules.intern()).unwrap();
                let again = write_xml(&start, &game.moves).unwrap().text;
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
