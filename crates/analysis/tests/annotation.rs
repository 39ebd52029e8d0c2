//! What is written into a game, beside what people have written.

use tabiya_analysis::{GameAnalysis, NotAnnotated};
use tabiya_notation::pgn::{EditBounds, EditRefusal, PgnGame, PgnReader};
use tabiya_rules::Language;

fn read(text: &str) -> PgnGame {
    PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0
}

/// A game in which 2. g4 allows mate, with remarks of people.
const FOOL: &str = "1. f3 e5 2. g4 Qh4# 0-1";

fn fools_analysis(game: &PgnGame) -> GameAnalysis {
    let mut analysis = GameAnalysis::new(game);
    for (ply, text) in [
        (0, "0.30,9 e2e4 e7e5; 0.20 d2d4"),
        (1, "0.00,9 e7e5; 0.10 d7d5"),
        (2, "-0.10,9 e2e4 d7d5; -0.30 d2d4"),
        (3, "#-1,9 d8h4; -0.10 b8c6"),
    ] {
        analysis.put_text(ply, text).unwrap();
    }
    analysis
}

/// The moves as they are written, on one line.
fn written(game: &PgnGame) -> String {
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").unwrap();
    moves.trim_end().replace('\n', " ")
}

fn annotated(text: &str) -> String {
    let mut game = read(text);
    let analysis = fools_analysis(&game);
    analysis.annotate(&mut game, Language::English, &EditBounds::default()).unwrap();
    let once = written(&game);
    analysis.annotate(&mut game, Language::English, &EditBounds::default()).unwrap();
    assert_eq!(written(&game), once, "what is there already is not written again");
    once
}

const REMARK: &str = "Blunder (49 % to 2 %). g4 allows mate on h4. Better is e4";

#[test]
fn scores_marks_remarks_and_lines_are_written() {
    let text = annotated(FOOL);
    assert!(
        text.starts_with("{[%eval 0.30,9]} 1. f3 {[%eval 0.00,9]} 1... e5 {[%eval -0.10,9]} 2. g4 $4"),
        "{text}"
    );
    assert!(text.contains(REMARK), "{text}");
    assert!(text.contains("({Better:} 2. e4 {[%eval -0.10]} 2... d5)"), "{text}");
    assert!(text.ends_with("2... Qh4# 0-1"), "{text}");
}

#[test]
fn what_people_wrote_stays() {
    let remarks =
        "1. f3 {odd} {[%clk 0:01:00] [%cal Ge2e4] really} (1. e4 {usual}) e5 2. g4 $5 $16 {the end} Qh4# 0-1";
    let text = annotated(remarks);
    for kept in [
        "{[%eval 0.00,9] odd}",
        "{[%clk 0:01:00] [%cal Ge2e4] really}",
        "(1. e4 {usual})",
        "$5 $16",
        "the end}",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert!(text.contains(REMARK) && !text.contains("$4"), "{text}");
}

#[test]
fn scores_of_others_are_replaced_and_read() {
    let text = annotated("1. f3 {[%eval 9.99]} e5 2. g4 Qh4# {[%eval #-0] mate} 0-1");
    assert!(text.contains("1. f3 {[%eval 0.00,9]}") && !text.contains("9.99"), "{text}");
    assert!(text.contains("Qh4# {mate} 0-1"), "{text}");
}

#[test]
fn a_variation_with_the_better_move_is_left_as_it_is() {
    let text = annotated("1. f3 e5 2. g4 (2. e4 Nf6) Qh4# 0-1");
    assert!(text.contains("(2. e4 Nf6)") && !text.contains("Better:"), "{text}");
}

#[test]
fn a_line_in_which_somebody_wrote_stays() {
    let mut game = read(FOOL);
    let analysis = fools_analysis(&game);
    analysis.annotate(&mut game, Language::English, &EditBounds::default()).unwrap();
    let node = game.find(&"f2f3 e7e5 e2e4 d7d5".parse().unwrap()).unwrap();
    game[node].after.push("or c5".to_owned());
    analysis.annotate(&mut game, Language::English, &EditBounds::default()).unwrap();
    let text = written(&game);
    assert!(text.contains("({Better:} 2. e4 {[%eval -0.10]} 2... d5 {or c5})"), "{text}");
    assert_eq!(text.matches("Better:").count(), 1, "{text}");
}

#[test]
fn another_game_is_refused_and_bounds_are_kept() {
    let analysis = fools_analysis(&read(FOOL));
    let mut other = read("1. f3 e5 2. g4 *");
    let before = other.clone();
    let bounds = EditBounds::default();
    assert_eq!(analysis.annotate(&mut other, Language::English, &bounds), Err(NotAnnotated::OtherGame));
    assert_eq!(other, before);
    let mut game = read(FOOL);
    let before = game.clone();
    let narrow = EditBounds { moves: 5, ..EditBounds::default() };
    let refused = NotAnnotated::Refused(EditRefusal::TooManyMoves { most: 5 });
    assert_eq!(analysis.annotate(&mut game, Language::English, &narrow), Err(refused));
    assert_eq!(game, before);
    let narrow = EditBounds { text: 20, ..EditBounds::default() };
    assert!(matches!(
        analysis.annotate(&mut game, Language::English, &narrow),
        Err(NotAnnotated::Refused(_))
    ));
}

#[test]
fn what_was_found_out_is_read_only_where_it_belongs() {
    let mut analysis = GameAnalysis::new(&read(FOOL));
    for wrong in [
        "",
        "x",
        "0.3 e2e5",
        "0.3,x e2e4",
        "0.3 e2e4; 0.1",
        "0.3; ",
        "#0 e2e4",
        "0.3 e2e4; 0.1,4 d2d4",
        ";",
        "NaN",
    ] {
        assert!(analysis.put_text(0, wrong).is_err(), "{wrong}");
    }
    assert!(analysis.put_text(9, "0.3 e2e4").is_err());
    analysis.put_text(0, "0.3").unwrap();
    assert_eq!(analysis.search_text(0).unwrap(), "0.30");
    // What belongs to one position does not belong to another.
    let search = fools_analysis(&read(FOOL)).search(3).unwrap().clone();
    assert!(analysis.put(0, search).is_err());
}

#[test]
fn an_analysis_that_was_stopped_leaves_the_rest_of_a_whole_one() {
    let mut game = read("1. f3 e5 2. g4 d6 3. e4 *");
    let mut whole = GameAnalysis::new(&game);
    for (ply, text) in [
        (0, "0.30,9 e2e4"),
        (1, "-0.40,9 e7e5"),
        (2, "-0.50,9 e2e4"),
        (3, "#-1,9 d8h4"),
        (4, "-0.60,9 e2e4"),
        (5, "-0.50,9 d8h4"),
    ] {
        whole.put_text(ply, text).unwrap();
    }
    let bounds = EditBounds::default();
    whole.annotate(&mut game, Language::English, &bounds).unwrap();
    let before = written(&game);
    assert!(before.contains("g4 $4") && before.contains("d6 $4"), "{before}");
    // Another one that has come as far as the second move.
    let mut stopped = GameAnalysis::new(&game);
    stopped.put_text(0, "0.25,12 e2e4").unwrap();
    stopped.put_text(1, "0.20,12 e7e5").unwrap();
    stopped.annotate(&mut game, Language::English, &bounds).unwrap();
    let after = written(&game);
    assert!(
        after.starts_with("{[%eval 0.25,12]} 1. f3 {[%eval 0.20,12]} 1... e5 {[%eval -0.50,9]}"),
        "{after}"
    );
    let rest = |text: &str| text.split_once("1... e5").unwrap().1.to_owned();
    assert_eq!(rest(&after), rest(&before));
}

#[test]
fn remarks_are_written_in_any_language_and_known_in_all() {
    let mut game = read(FOOL);
    let analysis = fools_analysis(&game);
    analysis.annotate(&mut game, Language::German, &EditBounds::default()).unwrap();
    let german = written(&game);
    assert!(german.contains("Grober Fehler (49 % auf 2 %)."), "{german}");
    assert!(german.contains("({Besser:} 2. e4"), "{german}");
    assert!(!german.contains("Blunder") && !german.contains("Better"), "{german}");
    analysis.annotate(&mut game, Language::English, &EditBounds::default()).unwrap();
    assert_eq!(written(&game), annotated(FOOL));
    analysis.annotate(&mut game, Language::German, &EditBounds::default()).unwrap();
    assert_eq!(written(&game), german);
}
