//! Whole games analysed at the board.

use ratatui::crossterm::event::KeyCode;
use tabiya_rules::Language;
use tabiya_tui::Beginning;

use crate::desk::{Desk, Wish};
use crate::memory::Disk;
use crate::screens::expect_screen;

/// 1. f3 e5 2. g4 d6, where Black misses mate.
const SEARCHES: [(usize, &str); 5] =
    [(0, "0.30,9 e2e4"), (1, "-0.40,9 e7e5"), (2, "-0.50,9 e2e4"), (3, "#-1,9 d8h4"), (4, "-0.60,9 e2e4")];

fn played(wish: Wish) -> Desk {
    let mut desk = Desk::new(wish);
    desk.searches = SEARCHES.to_vec();
    desk.moves("f3 e5 g4 d6");
    desk
}

#[test]
fn marks_a_graph_and_sentences_tell_where_a_game_went_wrong() {
    for (name, language, size) in [
        ("analysed", Language::English, (80, 24)),
        ("analysed-german", Language::German, (80, 24)),
        ("analysed-small", Language::English, (58, 14)),
        ("analysed-large", Language::English, (120, 48)),
    ] {
        let mut desk = played(Wish { language, size, ..Wish::default() });
        desk.control('a');
        desk.press(KeyCode::Tab);
        desk.press(KeyCode::Tab);
        expect_screen(name, &desk);
    }
}

#[test]
fn tab_goes_from_mistake_to_mistake() {
    let mut desk = played(Wish::default());
    desk.press(KeyCode::Tab);
    assert!(desk.text().contains("The game is not analysed yet: Ctrl-A does that."), "{}", desk.text());
    desk.line(":analyse");
    let seen = |desk: &mut Desk, key, text: &str| {
        desk.press(key);
        assert!(desk.text().contains(text), "{text}: {}", desk.text());
    };
    seen(&mut desk, KeyCode::Tab, "1. f3?! Inaccuracy (53 % to 46 %).");
    seen(&mut desk, KeyCode::Tab, "2. g4?? Blunder (45 % to 2 %). g4 allows mate on h4.");
    seen(&mut desk, KeyCode::Tab, "2... d6?? Blunder (98 % to 56 %).");
    seen(&mut desk, KeyCode::Tab, "1. f3?! Inaccuracy");
    seen(&mut desk, KeyCode::BackTab, "2... d6?? Blunder");
    seen(&mut desk, KeyCode::BackTab, "2. g4?? Blunder");
    seen(&mut desk, KeyCode::PageUp, "You look at 1... e5");
    assert!(!desk.text().contains("Blunder ("), "{}", desk.text());
    seen(&mut desk, KeyCode::BackTab, "1. f3?!");
}

#[test]
fn an_analysis_is_stopped_and_gone_on_with() {
    for by_word in [false, true] {
        let mut desk = played(Wish::default());
        desk.searches.truncate(3);
        desk.control('a');
        assert!(desk.text().contains("Analysis: 3 of 5 positions"), "{}", desk.text());
        // The board is there meanwhile.
        desk.press(KeyCode::F(2));
        match by_word {
            true => desk.line("stop"),
            false => desk.press(KeyCode::Esc),
        }
        assert_eq!(desk.reviews, (1, 1));
        assert!(desk.text().contains("what was found stays"), "{}", desk.text());
        desk.press(KeyCode::Tab);
        assert!(desk.text().contains("1. f3?!"), "{}", desk.text());
        desk.press(KeyCode::End);
        desk.searches = SEARCHES[3..].to_vec();
        desk.line("analyze");
        assert!(desk.text().contains("Accuracy: White"), "{}", desk.text());
        assert_eq!(desk.reviews, (2, 1));
        // Everything is known, and told again.
        desk.control('a');
        assert_eq!(desk.reviews, (2, 1));
        // Another move is all that is left to do.
        desk.line("h3");
        desk.searches = vec![(5, "-0.50,9 d8h4")];
        desk.control('a');
        assert_eq!(desk.reviews, (3, 1));
        assert!(desk.text().contains("Accuracy: White"), "{}", desk.text());
        // Another game has another analysis.
        desk.line("new");
        assert!(desk.text().contains("    Moves\n"), "{}", desk.text());
        desk.control('a');
        assert!(desk.status().contains("There are no moves yet to be analysed."), "{}", desk.status());
    }
}

#[test]
fn the_better_move_is_hidden_until_it_is_found_or_asked_for() {
    let mut desk = played(Wish::default());
    desk.control('a');
    let before = desk.fen();
    desk.control('f');
    desk.control('f');
    let question = "2. g4?? Blunder (45 % to 2 %). White to move: what is better?";
    assert!(desk.text().contains(question), "{}", desk.text());
    desk.line("g4");
    assert!(desk.text().contains("g4 was played in the game: try another move."), "{}", desk.text());
    desk.line("Kf2");
    assert!(desk.text().contains("Kf2 loses") || desk.text().contains("Kf2 is good"), "{}", desk.text());
    desk.line("Ke3");
    assert!(desk.status().contains("A king does not move from e1 to e3."), "{}", desk.status());
    desk.line("e4");
    assert!(desk.status().contains("Make a move."), "{}", desk.status());
    assert!(desk.text().contains("Right: e4."), "{}", desk.text());
    desk.control('f');
    assert!(desk.text().contains("2... d6??") && !desk.text().contains("Qh4"), "{}", desk.text());
    expect_screen("exercise", &desk);
    desk.press(KeyCode::F(3));
    assert!(desk.text().contains("Better is Qh4#"), "{}", desk.text());
    desk.control('f');
    assert!(desk.status().contains("There is no further mistake to mend."), "{}", desk.status());
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::Esc);
    assert_eq!(desk.fen(), before, "nothing has happened to the game");
    desk.line("e4");
    assert_ne!(desk.fen(), before, "and it goes on");
}

#[test]
fn that_there_is_no_mistake_is_only_said_once_all_is_known() {
    let mut desk = played(Wish::default());
    desk.searches.truncate(1);
    desk.control('a');
    desk.control('f');
    assert!(desk.status().contains("No further mistake is known yet."), "{}", desk.status());
}

#[test]
fn whoever_plays_one_side_mends_their_own_mistakes() {
    let mut desk =
        Desk::new(Wish { players: ["human", "engine"], engine: &["e7e5", "d7d6"], ..Wish::default() });
    desk.searches = SEARCHES.to_vec();
    desk.moves("f3 g4");
    desk.control('a');
    desk.control('f');
    assert!(desk.text().contains("1. f3?! Inaccuracy"), "{}", desk.text());
    desk.control('f');
    assert!(desk.text().contains("2. g4?? Blunder"), "{}", desk.text());
    desk.control('f');
    assert!(desk.status().contains("There is no further mistake to mend."), "{}", desk.text());
}

#[test]
fn in_a_game_that_is_only_looked_at_everybodys_mistakes_are_mended() {
    let disk = Disk::default();
    disk.write_file("/games/ann.pgn", "[White \"Ann\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 d6 0-1\n");
    let mut desk = Desk::new(Wish { players: ["human", "1"], disk, ..Wish::default() });
    desk.searches = SEARCHES.to_vec();
    desk.line("open /games/ann.pgn");
    desk.control('a');
    for asked in ["1. f3?! Inaccuracy", "2. g4?? Blunder", "2... d6?? Blunder"] {
        desk.control('f');
        assert!(desk.text().contains(asked), "{asked}: {}", desk.text());
    }
}

#[test]
fn what_is_saved_during_an_analysis_is_whole() {
    for (known, mistakes) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3)] {
        let disk = Disk::default();
        let mut desk = played(Wish { disk: disk.clone(), ..Wish::default() });
        desk.searches.truncate(known);
        desk.control('a');
        desk.line(":save /games/game.pgn");
        desk.press(KeyCode::Enter);
        let saved = disk.file("/games/game.pgn").replace('\n', " ");
        // Of every mistake its mark, what is said of it and the better line, or nothing.
        for part in ["$", " % to ", "{Better:}"] {
            assert_eq!(saved.matches(part).count(), mistakes, "{known}, {part}: {saved}");
        }
        assert_eq!(saved.matches(",9]").count(), known, "{saved}");
    }
}

#[test]
fn an_analysis_is_saved_with_the_game_if_somebody_wants_it() {
    for (is_wanted, file) in [(true, "/games/with.pgn"), (false, "/games/without.pgn")] {
        let disk = Disk::default();
        let mut desk = played(Wish { disk: disk.clone(), ..Wish::default() });
        desk.control('a');
        desk.line(&format!(":save {file}"));
        assert!(desk.text().contains("Save the analysis with the game?"), "{}", desk.text());
        if !is_wanted {
            desk.press(KeyCode::Down);
        }
        desk.press(KeyCode::Enter);
        let saved = disk.file(file).replace('\n', " ");
        assert_eq!(saved.contains("[%eval"), is_wanted, "{saved}");
        let remark = "2. g4 $4 {[%eval #-1,9] Blunder (45 % to 2 %). g4 allows mate on h4.";
        assert_eq!(saved.contains(remark), is_wanted, "{saved}");
        assert_eq!(saved.contains("({Better:} 2... Qh4#"), is_wanted, "{saved}");
        // It is asked once, and never for what cannot hold it.
        desk.line("h3");
        desk.control('s');
        desk.line(":save /games/game.fen");
        assert!(desk.text().contains("FEN cannot hold"), "{}", desk.text());
        desk.press(KeyCode::Esc);
        assert!(!desk.text().contains("Save the analysis"), "{}", desk.text());
        assert_eq!(disk.file(file).contains("[%eval"), is_wanted);
        // Whoever wants it no more says so.
        desk.line("analyse off");
        assert!(desk.text().contains("The analysis is forgotten"), "{}", desk.text());
        desk.control('s');
        assert!(!disk.file(file).contains("[%eval"), "{}", disk.file(file));
    }
}

#[test]
fn a_game_from_a_file_is_analysed_while_it_is_looked_at() {
    let disk = Disk::default();
    let pgn = "[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 {brave} d6 0-1\n";
    disk.write_file("/games/ann.pgn", pgn);
    let mut desk = Desk::new(Wish { disk: disk.clone(), beginning: Beginning::Game, ..Wish::default() });
    desk.searches = SEARCHES.to_vec();
    desk.line("open /games/ann.pgn");
    assert!(desk.text().contains("Ctrl-A analyses it"), "{}", desk.text());
    desk.control('a');
    desk.press(KeyCode::Tab);
    desk.press(KeyCode::Tab);
    assert!(desk.text().contains("g4?? brave"), "{}", desk.text());
    desk.control('f');
    desk.line("e4");
    assert!(desk.text().contains("Right: e4."), "{}", desk.text());
    desk.control('s');
    desk.press(KeyCode::Enter);
    let saved = disk.file("/games/ann.pgn").replace('\n', " ");
    assert!(saved.contains("[%eval #-1,9] brave}") && saved.ends_with("0-1 "), "{saved}");
}

#[test]
fn an_analysis_that_breaks_down_is_told() {
    use tabiya_table::EngineTrouble;
    use tabiya_tui::ScreenEvent;
    let mut desk = played(Wish::default());
    desk.searches.truncate(2);
    desk.control('a');
    let trouble = || EngineTrouble { name: None, why: "it fell off the table".to_owned() };
    // Every number up to now is tried: the screen knows its own.
    for number in 1..20 {
        desk.happen(ScreenEvent::Reviewed(number, Err(trouble())));
    }
    assert!(desk.text().contains("it fell off the table"), "{}", desk.text());
    desk.searches = SEARCHES[2..].to_vec();
    desk.control('a');
    assert!(desk.text().contains("Accuracy: White"), "{}", desk.text());
}

#[test]
fn what_a_file_says_of_its_positions_is_shown_until_they_are_searched() {
    let disk = Disk::default();
    disk.write_file(
        "/games/club.pgn",
        "[Result \"*\"]\n\n{[%eval 0.3]} 1. f3 {[%eval -0.4]} e5 {[%eval -0.5]} 2. g4 {[%eval #-1]} d6 {[%eval -0.6]} *\n",
    );
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.line(":open /games/club.pgn");
    desk.control('a');
    assert!(desk.text().contains("Analysis: 0 of 5 positions"), "{}", desk.text());
    desk.press(KeyCode::Tab);
    desk.press(KeyCode::Tab);
    assert!(desk.text().contains("2. g4?? Blunder (45 % to 2 %)."), "{}", desk.text());
    assert!(!desk.text().contains("Better is"), "{}", desk.text());
    // What the search finds takes its place, with what can be learnt from it.
    desk.press(KeyCode::End);
    desk.press(KeyCode::Esc);
    desk.searches = SEARCHES.to_vec();
    desk.line("analyse");
    desk.press(KeyCode::Tab);
    desk.press(KeyCode::Tab);
    assert!(desk.text().contains("Better is e4"), "{}", desk.text());
    // The file's own stays where this one is forgotten.
    desk.line(":analyse off");
    assert!(desk.text().contains("had before stays there."), "{}", desk.text());
}

#[test]
fn remarks_are_saved_in_the_language_of_the_board() {
    let disk = Disk::default();
    let mut desk = played(Wish { disk: disk.clone(), language: Language::German, ..Wish::default() });
    desk.control('a');
    desk.line(":save /games/deutsch.pgn");
    desk.press(KeyCode::Enter);
    let saved = disk.file("/games/deutsch.pgn").replace('\n', " ");
    assert!(saved.contains("Grober Fehler (45 % auf 2 %).") && saved.contains("{Besser:}"), "{saved}");
    assert!(!saved.contains("Blunder") && !saved.contains("Better"), "{saved}");
}
