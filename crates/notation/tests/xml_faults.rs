//! Documents that are not in BYU's form: every kind of fault with its message.

use std::fs;
use std::path::{Path, PathBuf};

use tabiya_notation::xml::MAX_LENGTH;
use tabiya_notation::{RuleFile, read_xml};
use tabiya_rules::BYU;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/byu")
}

fn case(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn message(text: &[u8]) -> String {
    read_xml(text, &RuleFile::named(BYU, None)).expect_err("this should be refused").to_string()
}

/// The messages stand beside each file under the ending `.txt`.
#[test]
fn every_bad_case_gets_its_message() {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let is_bad = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("bad-") && name.ends_with(".xml")
    };
    let bad: Vec<_> = entries.filter(is_bad).collect();
    assert_eq!(bad.len(), 5);
    for path in bad {
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        assert_eq!(message(&fs::read(&path).unwrap()) + "\n", expected, "{}", path.display());
    }
}

/// Each fault is one edit of a game: the first place of some text replaced by another.
#[test]
fn every_edit_gets_its_message() {
    let game = case("queen-check.xml");
    let kings_row = r#"type="king" color="white" column="4" row="7""#;
    let table = [
        // Nesting.
        ("<chessgame>", "<chessgames>", "line 1: in the document: expected <chessgame>, found <chessgames>"),
        ("<chessgame>", "<ChessGame>", "line 1: in the document: expected <chessgame>, found <ChessGame>"),
        ("<chessgame>", "", "line 2: in the document: expected <chessgame>, found <board>"),
        (
            "<chessgame>",
            "<x:chessgame>",
            "line 1: in the document: expected <chessgame>, found <x:chessgame>",
        ),
        ("<board>", "<clock/><board>", "line 2: in <chessgame>: expected <board>, found <clock>"),
        ("<board>", "<board><board>", "line 2: in <board>: expected <piece> or </board>, found <board>"),
        ("</board>", "</chessgame>", "line 33: in <board>: expected <piece> or </board>, found </chessgame>"),
        ("</board>", "</board></board>", "line 33: in <chessgame>: expected <history>, found </board>"),
        ("<history>", "<board/><history>", "line 34: in <chessgame>: expected <history>, found <board>"),
        ("\t<history>", "<piece/><history>", "line 34: in <chessgame>: expected <history>, found <piece>"),
        ("<move>", "<piece/><move>", "line 35: in <history>: expected <move> or </history>, found <piece>"),
        ("<move>", "<move/><move>", "line 35: in move 1: expected <piece>, found </move>"),
        ("<move>", "<move><move>", "line 35: in move 1: expected <piece>, found <move>"),
        ("</move>", "", "line 39: in move 1: expected <piece> or </move>, found <move>"),
        ("</history>", "", "line 62: in <history>: expected <move> or </history>, found </chessgame>"),
        (
            "</history>",
            "</history><history/>",
            "line 61: in <chessgame>: expected </chessgame>, found <history>",
        ),
        ("</chessgame>", "", "line 63: in <chessgame>: expected </chessgame>, found the end of the document"),
        (
            "</chessgame>",
            "</chessgame><chessgame/>",
            "line 62: in the document: expected the end of the document, found <chessgame>",
        ),
        (
            "</chessgame>",
            "</chessgame></chessgame>",
            "line 62: in the document: expected the end of the document, found </chessgame>",
        ),
        ("/>", "><b/></piece>", "line 3: in piece 1 of the board: expected </piece>, found <b>"),
        ("/>", "></board>", "line 3: in piece 1 of the board: expected </piece>, found </board>"),
        ("<piece", "<\u{1b}[31m", "line 3: the character ‹escape› cannot stand in XML"),
        ("<piece", "<pièce", "line 3: in <board>: expected <piece> or </board>, found <pièce>"),
        // Text and markup that have no place.
        ("<board>", "<board>\n\n hello <!-- -->", "line 4: in <board>: unexpected text \"hello\""),
        ("</move>", "e4</move>", "line 38: in move 1: unexpected text \"e4\""),
        ("</chessgame>", "</chessgame>\n.", "line 63: in the document: unexpected text \".\""),
        ("</move>", "&lt;</move>", "line 38: the reference &lt; is not allowed"),
        ("</move>", "&#32;</move>", "line 38: the reference &#32; is not allowed"),
        ("\"pawn\"", "\"&p;\"", "line 10: the reference &p; is not allowed"),
        ("\"pawn\"", "\"&#112;awn\"", "line 10: the reference &#112; is not allowed"),
        ("<board>", "<board><![CDATA[ ]]>", "line 2: a CDATA section is not allowed"),
        ("<board>", "<?php exit ?><board>", "line 2: a processing instruction is not allowed"),
        ("<chessgame>", "<!DOCTYPE x><chessgame>", "line 1: a document type (DOCTYPE) is not allowed"),
        (
            "<chessgame>",
            "\n<!doctype x SYSTEM \"file:///etc/passwd\"><chessgame>",
            "line 2: a document type (DOCTYPE) is not allowed",
        ),
        (
            "<board>",
            "<?xml version=\"1.0\"?><board>",
            "line 2: the XML declaration must come first and say version 1.0 and UTF-8",
        ),
        (
            "<chessgame>",
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><chessgame>",
            "line 1: the XML declaration must come first and say version 1.0 and UTF-8",
        ),
        (
            "<chessgame>",
            "<?xml version=\"2.0\"?><chessgame>",
            "line 1: the XML declaration must come first and say version 1.0 and UTF-8",
        ),
        ("<board>", "<board><!-- -- -->", "line 2: forbidden string `--` was found in a comment"),
        ("<board>", "<board><!-- ", "line 2: comment not closed: `-->` not found before end of input"),
        ("</chessgame>", "</chessgame", "line 62: tag not closed: `>` not found before end of input"),
        ("</chessgame>", "<!oops>", "line 62: unknown or missed symbol in markup"),
        // Attributes.
        (
            "<chessgame>",
            "<chessgame version='1'>",
            "line 1: the document: there is no attribute \"version\" here",
        ),
        ("<board>", "<board x>", "line 2: <chessgame>: there is no attribute \"x\" here"),
        (" type=\"rook\"", "", "line 3: piece 1 of the board: type is missing"),
        (" color=\"black\"", "", "line 3: piece 1 of the board: color is missing"),
        (" column=\"0\"", "", "line 3: piece 1 of the board: column is missing"),
        (" row=\"0\"", "", "line 3: piece 1 of the board: row is missing"),
        (" row=\"0\"", " row=\"0\" row=\"0\"", "line 3: piece 1 of the board: row is there twice"),
        (
            " row=\"0\"",
            " row=\"0\" id=\"a1\"",
            "line 3: piece 1 of the board: there is no attribute \"id\" here",
        ),
        (" row=\"0\"", " Row=\"0\"", "line 3: piece 1 of the board: there is no attribute \"Row\" here"),
        ("row=\"0\"", "row=0", "line 3: position 47: attribute value must be enclosed in `\"` or `'`"),
        ("row=\"0\"", "row", "line 3: position 46: attribute key must be directly followed by `=` or space"),
        ("\" row=", "\"row=", "line 3: white space is missing between attributes"),
        (
            "type=\"rook\"",
            "type=\"Rook\"",
            "line 3: piece 1 of the board: type: \
             expected pawn, rook, knight, bishop, queen or king, found \"Rook\"",
        ),
        (
            "color=\"black\"",
            "color=\"red\"",
            "line 3: piece 1 of the board: color: expected white or black, found \"red\"",
        ),
        (
            "row=\"0\"",
            "row=\"8\"",
            "line 3: piece 1 of the board: row: expected a digit from 0 to 7, found \"8\"",
        ),
        (
            "row=\"0\"",
            "row=\" 0\"",
            "line 3: piece 1 of the board: row: expected a digit from 0 to 7, found \" 0\"",
        ),
        (
            "column=\"4\" row=\"6\"",
            "column=\"-1\" row=\"6\"",
            "line 36: piece 1 of move 1: column: expected a digit from 0 to 7, found \"-1\"",
        ),
        // The board.
        (
            "column=\"1\" row=\"0\"",
            "column=\"0\" row=\"0\"",
            "line 4: Black's knight on a8: Black's rook stands there already",
        ),
        (
            kings_row,
            r#"type="queen" color="white" column="4" row="7""#,
            "line 2: White has no king on the board",
        ),
        (
            r#"type="queen" color="white" column="3""#,
            r#"type="king" color="white" column="3""#,
            "line 29: White has 2 kings on the board, where there must be one",
        ),
        (
            r#"type="queen" color="black" column="4" row="3""#,
            r#"type="rook" color="black" column="4" row="3""#,
            "line 57: move 6 under the rules byu: Black's queen arrives on e5, but Black's rook stands there \
             afterwards, by the board and the later moves",
        ),
        (
            r#"type="knight" color="white" column="6" row="7""#,
            r#"type="pawn" color="white" column="6" row="7""#,
            "line 2: the board with all moves taken back is impossible under the rules byu: \
             White's pawn cannot stand on g1",
        ),
    ];
    let mut wrong = Vec::new();
    for (old, new, expected) in table {
        assert!(game.contains(old), "{old}");
        let found = message(game.replacen(old, new, 1).as_bytes());
        if found != expected {
            wrong.push(format!("{old:?} -> {new:?}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same for the moves.
#[test]
fn every_wrong_move_gets_its_message() {
    let game = case("queen-check.xml");
    let (before, history) = game.split_once("<history>").unwrap();
    let pawn = |color: &str, column: u8, row: u8| {
        format!(r#"<piece type="pawn" color="{color}" column="{column}" row="{row}"/>"#)
    };
    let rook = r#"<piece type="rook" color="white" column="4" row="4"/>"#;
    let black_pawn = |at: &str, there: &str| {
        format!("Black's pawn {at}, but {there} stands there afterwards, by the board and the later moves")
    };
    let white = |what: &str, there: &str| {
        format!("White's {what}, but {there} stands there afterwards, by the board and the later moves")
    };
    let table = [
        (pawn("white", 4, 6), pawn("white", 4, 3), 1, "a pawn does not move from e5 to e4".to_owned()),
        (pawn("white", 4, 6), pawn("white", 4, 7), 1, white("pawn leaves e1", "White's king")),
        (pawn("white", 4, 4), pawn("black", 4, 4), 1, black_pawn("arrives on e4", "White's pawn")),
        (pawn("white", 4, 4), rook.to_string(), 1, white("rook arrives on e4", "White's pawn")),
        (pawn("white", 4, 6), pawn("black", 4, 1), 1, black_pawn("leaves e7", "Black's pawn")),
        (pawn("white", 4, 4), pawn("white", 4, 3), 1, white("pawn arrives on e5", "nothing")),
        (
            pawn("white", 4, 4) + "\n\t\t</move>",
            pawn("white", 4, 4) + &pawn("black", 4, 1) + "\n\t\t</move>",
            1,
            black_pawn("is taken on e7", "Black's pawn"),
        ),
        (
            pawn("white", 3, 3) + "\n\t\t\t" + &pawn("black", 3, 3),
            pawn("white", 3, 3),
            2,
            black_pawn("arrives on d5", "nothing"),
        ),
        (
            pawn("white", 3, 3) + "\n\t\t\t" + &pawn("black", 3, 3),
            pawn("white", 3, 3) + &pawn("black", 3, 4),
            2,
            black_pawn("arrives on d5", "nothing"),
        ),
        (
            r#"<piece type="knight" color="white" column="2" row="5"/>"#.into(),
            r#"<piece type="bishop" color="white" column="2" row="5"/>"#.into(),
            5,
            white("bishop arrives on c3", "White's knight"),
        ),
        (
            r#"<piece type="knight" color="white" column="1" row="7"/>"#.into(),
            r#"<piece type="bishop" color="white" column="1" row="7"/>"#.into(),
            5,
            "White's bishop leaves, but White's knight arrives".to_owned(),
        ),
        (
            r#"<piece type="knight" color="white" column="2" row="5"/>"#.into(),
            r#"<piece type="knight" color="white" column="2" row="5"/>"#.to_owned() + &pawn("black", 3, 4),
            5,
            "it says that it takes Black's pawn on d4, but it takes nothing".to_owned(),
        ),
        (
            "</history>".into(),
            format!("<move>{}{}</move></history>", pawn("black", 0, 1), pawn("black", 0, 2)),
            7,
            black_pawn("arrives on a6", "nothing"),
        ),
    ];
    let lines = [0, 35, 39, 43, 48, 53, 57, 61];
    for (old, new, number, expected) in table {
        assert!(history.contains(&old), "{old}");
        let text = format!("{before}<history>{}", history.replacen(&old, &new, 1));
        let line = lines[number];
        let expected = format!("line {line}: move {number} under the rules byu: {expected}");
        assert_eq!(message(text.as_bytes()), expected, "{old:?} -> {new:?}");
    }
}

/// A history that leads to its board, but not by legal moves.
#[test]
fn a_move_that_cannot_have_been_made_gets_its_message() {
    let game = case("queen-check.xml");
    let pawn =
        |color: &str, row: u8| format!(r#"<piece type="pawn" color="{color}" column="0" row="{row}"/>"#);
    for (color, from, to, expected) in [
        ("black", 1, 2, "the pawn on a7 is Black's, and it is White's turn"),
        ("white", 6, 5, "your king would still be in check from the queen on e5"),
    ] {
        let last = format!("<move>{}{}</move></history>", pawn(color, from), pawn(color, to));
        let text = game.replacen(&pawn(color, from), &pawn(color, to), 1).replacen("</history>", &last, 1);
        let expected = format!("line 61: move 7 under the rules byu: {expected}");
        assert_eq!(message(text.as_bytes()), expected);
    }
}

#[test]
fn depth_and_size_are_bounded() {
    let deep = "<chessgame>".repeat(1_000_000);
    assert_eq!(message(deep.as_bytes()), "line 1: in <chessgame>: expected <board>, found <chessgame>");
    let deep = format!("<chessgame><board>{}", "<piece>".repeat(1_000_000));
    assert_eq!(message(deep.as_bytes()), "line 1: piece 1 of the board: type is missing");
    let wide = format!("<chessgame {}>", "a='' ".repeat(1_000_000));
    assert_eq!(message(wide.as_bytes()), "line 1: the document: there is no attribute \"a\" here");
    let long = format!("<chessgame><board><piece type='{}'/>", "x".repeat(10_000_000));
    assert!(message(long.as_bytes()).len() < 200);
    let long = format!("<chessgame><{}>", "x".repeat(10_000_000));
    assert!(message(long.as_bytes()).len() < 200);
    let long = format!("<chessgame><!{}", "x".repeat(10_000_000));
    assert!(message(long.as_bytes()).len() < 200);
    assert_eq!(
        message(&vec![b' '; MAX_LENGTH + 1]),
        "line 1: the document has 16777217 bytes, and none may have more than 16777216",
    );
    assert_eq!(
        message(&vec![b'\n'; MAX_LENGTH]),
        "line 16777217: in the document: expected <chessgame>, found the end of the document",
    );
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><chessgame>&b;</chessgame>";
    assert_eq!(message(bomb.as_bytes()), "line 1: a document type (DOCTYPE) is not allowed");
}

#[test]
fn what_is_no_text_is_refused() {
    assert_eq!(message(b""), "line 1: in the document: expected <chessgame>, found the end of the document");
    assert_eq!(message(b"\n\n<\xff"), "line 3: the document is not UTF-8");
    assert_eq!(message(b"\xff\xfe<\0b\0"), "line 1: the document is not UTF-8");
    assert_eq!(message(b"<!-- \r\n\0 -->"), "line 2: the character ‹null› cannot stand in XML");
}
