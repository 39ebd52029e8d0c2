//! Through the moves, other games, and what can be asked.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use tabiya_game::Moment;
use tabiya_rules::Language;
use tabiya_table::EngineTrouble;
use tabiya_tui::{BackgroundChoice, Beginning, BoardSettings, ScreenEffect, ScreenEvent, Theme};

use crate::desk::{Desk, Wish};
use crate::memory::{Disk, Scripted};

#[test]
fn looking_back_changes_nothing_and_a_move_there_branches() {
    let mut desk = Desk::people();
    desk.moves("e4 e5 Nf3");
    let here = desk.fen();
    desk.press(KeyCode::PageUp);
    desk.press(KeyCode::Char('<'));
    assert_eq!(desk.fen(), here);
    assert!(desk.status().contains("You look at 1. e4"), "{}", desk.status());
    desk.press(KeyCode::End);
    assert!(!desk.status().contains("You look at"));
    desk.press(KeyCode::Home);
    desk.line("d4");
    assert!(desk.text().contains("Play on from here?"));
    assert_eq!(desk.fen(), here, "nothing happens before the answer");
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("1. d4 (1. e4 e5 2. Nf3)"), "{}", desk.text());
    // Between the variations.
    desk.press(KeyCode::Char(']'));
    assert!(desk.status().contains("You look at 1. e4"), "{}", desk.status());
}

#[test]
fn a_click_in_the_list_looks_at_a_move() {
    let mut desk = Desk::people();
    desk.moves("e4 e5 Nf3");
    let text = desk.text();
    let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains("1. e4")).unwrap();
    let column = line.chars().collect::<String>().chars().position(|c| c == '1').unwrap() + 4;
    desk.mouse_at(MouseEventKind::Down(MouseButton::Left), column as u16, row as u16);
    assert!(desk.status().contains("You look at 1. e4"), "{}", desk.status());
}

#[test]
fn who_is_to_move_is_told_of_the_place_that_is_looked_at() {
    let mut desk = Desk::people();
    desk.moves("f3 e5 g4 Qh4");
    assert!(desk.status().starts_with("Black wins by checkmate"), "{}", desk.status());
    desk.press(KeyCode::PageUp);
    assert!(desk.status().starts_with("Black to move"), "{}", desk.status());
    assert!(desk.text().contains("> Black: "), "{}", desk.text());
    desk.press(KeyCode::End);
    assert!(desk.status().starts_with("Black wins by checkmate"), "{}", desk.status());
}

#[test]
fn a_viewed_game_is_played_on_by_choice() {
    let disk = Disk::default();
    disk.write_file(
        "/games/club.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n",
    );
    let mut desk = Desk::new(Wish { disk, players: ["human", "1"], ..Wish::default() });
    desk.line("open /games/club.pgn");
    desk.press(KeyCode::Char(':'));
    desk.line("open /games/club.pgn");
    assert!(desk.text().contains("This game is over"), "{}", desk.text());
    desk.control('z');
    assert!(desk.status().contains("only looked at"), "{}", desk.status());
    desk.press(KeyCode::PageUp);
    desk.press(KeyCode::PageUp);
    desk.line("c5");
    assert!(desk.text().contains("With Black against level"), "{}", desk.text());
    // With Black; the computer answers.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert_eq!(desk.screen.table().game().history().line().count(), 3, "{}", desk.text());
}

#[test]
fn a_game_that_runs_waits_while_another_is_looked_at() {
    let disk = Disk::default();
    disk.write_file("/games/club.pgn", "[Result \"0-1\"]\n\n1. d4 d5 0-1\n");
    let mut desk = Desk::new(Wish { disk, ..Wish::default() });
    desk.moves("e4 e5");
    let here = desk.fen();
    desk.press(KeyCode::Char(':'));
    desk.line("open /games/club.pgn");
    desk.press(KeyCode::PageUp);
    assert_eq!(desk.screen.farewell(), "Goodbye.", "nobody goes on with what is only looked at");
    desk.control('g');
    desk.press(KeyCode::Enter);
    assert_eq!(desk.fen(), here, "{}", desk.text());
}

#[test]
fn the_menu_begins_the_game_that_was_chosen() {
    let mut desk = Desk::new(Wish { beginning: Beginning::Menu, ..Wish::default() });
    // White: the weakest.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Right);
    // Black: you.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Left);
    desk.press(KeyCode::Left);
    desk.press(KeyCode::Left);
    // Other rules, a clock.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    desk.line("waterloo");
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    desk.line("7+2");
    for _ in 0..4 {
        desk.press(KeyCode::Up);
    }
    desk.press(KeyCode::Enter);
    let table = desk.screen.table();
    assert_eq!(table.game().rules().display_name(), "waterloo");
    assert_eq!(table.game().history().line().count(), 1, "the computer has White");
    assert_eq!(table.game().settings().time.as_ref().unwrap().to_string(), "7+2");
    let remembered = desk.remembered.borrow().clone().unwrap();
    assert_eq!((remembered.white.as_str(), remembered.clock.as_str()), ("400", "7+2"));
}

#[test]
fn what_is_typed_takes_the_place_of_the_old_value() {
    let menu = || Desk::new(Wish { beginning: Beginning::Menu, ..Wish::default() });
    let chosen = |desk: &Desk| desk.text().lines().find(|line| line.contains("│>")).unwrap().to_owned();
    let mut desk = menu();
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    desk.line("1400");
    assert!(chosen(&desk).contains("1400"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    desk.line("human");
    assert!(chosen(&desk).contains("< you >"), "{}", desk.text());
    // Enter alone leaves it as it was, and whoever goes into it changes it.
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Enter);
    assert!(chosen(&desk).contains("< you >"), "{}", desk.text());
    for _ in 0..3 {
        desk.press(KeyCode::Down);
    }
    for (typed, shown) in [("5+3", "< 5+3 >"), ("15+3", "< 15+3 >")] {
        desk.press(KeyCode::Enter);
        desk.line(typed);
        assert!(chosen(&desk).contains(shown), "{}", desk.text());
    }
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Home);
    desk.press(KeyCode::Delete);
    desk.press(KeyCode::Enter);
    assert!(chosen(&desk).contains("< 5+3 >"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Backspace);
    desk.press(KeyCode::Enter);
    assert!(chosen(&desk).contains("< none >"), "{}", desk.text());
    desk.press(KeyCode::Up);
    // What is pasted is typed, too.
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Enter);
    desk.happen(ScreenEvent::Paste("1600".to_owned()));
    desk.press(KeyCode::Enter);
    assert!(chosen(&desk).contains("1600"), "{}", desk.text());
    // So it is with the position in the editor, where a position that is pasted is set up at once.
    let mut desk = Desk::people();
    desk.press(KeyCode::F(7));
    desk.press(KeyCode::F(8));
    desk.line("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    desk.press(KeyCode::Enter);
    assert!(desk.fen().starts_with("8/8/8/3k4/8/8/8/K6R"), "{}", desk.text());
    desk.press(KeyCode::F(7));
    desk.happen(ScreenEvent::Paste(" 8/8/8/3k4/8/8/8/K5QR w - - 0 1\n".to_owned()));
    desk.press(KeyCode::Enter);
    assert!(desk.fen().starts_with("8/8/8/3k4/8/8/8/K5QR"), "{}", desk.text());
}

#[test]
fn unfinished_games_are_named_gone_on_with_and_thrown_away() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.moves("e4 e5");
    let here = desk.fen();
    desk.control('n');
    desk.press(KeyCode::Enter);
    assert_ne!(desk.fen(), here, "{}", desk.text());
    desk.line("d4");
    desk.control('g');
    assert!(desk.text().contains("2 single moves"), "{}", desk.text());
    desk.press(KeyCode::F(2));
    desk.line("with Anna");
    assert!(desk.text().contains("with Anna: "), "{}", desk.text());
    desk.press(KeyCode::Enter);
    assert_eq!(desk.fen(), here);
    // The other one waits now; it is asked about before it goes.
    desk.control('g');
    desk.press(KeyCode::Delete);
    assert!(desk.text().contains("Throw this game away for good?"));
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("The game is thrown away."), "{}", desk.text());
    desk.control('g');
    assert!(desk.status().contains("No game is waiting."), "{}", desk.status());
}

#[test]
fn resigning_is_asked_and_the_match_goes_on_with_colors_swapped() {
    let mut desk = Desk::new(Wish { players: ["human", "1"], ..Wish::default() });
    desk.line("e4");
    desk.press(KeyCode::F(9));
    desk.press(KeyCode::Enter);
    assert!(desk.screen.table().game().ending().is_none(), "the first answer is no");
    desk.press(KeyCode::F(9));
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("Black wins: White resigned"), "{}", desk.text());
    desk.control('r');
    assert!(desk.text().contains("Match: Human 0 - Tabiya level 1 1"), "{}", desk.text());
    assert_eq!(desk.screen.table().game().history().line().count(), 1, "the computer has White now");
}

#[test]
fn a_draw_is_offered_and_answered() {
    let mut desk = Desk::people();
    desk.line("e4");
    desk.press(KeyCode::F(8));
    assert!(desk.text().contains("a draw is offered"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    assert!(desk.status().contains("Draw by agreement"), "{}", desk.status());
    assert!(desk.screen.table().game().ending().is_some());
}

#[test]
fn a_draw_that_nobody_has_answered_is_asked_about_again() {
    for (language, question) in [
        (Language::English, "Black: a draw is offered."),
        (Language::German, "Schwarz: Remis ist angeboten."),
    ] {
        let mut desk = Desk::new(Wish { language, ..Wish::default() });
        desk.moves("e4 e5");
        for _ in 0..3 {
            desk.press(KeyCode::F(8));
            assert!(desk.text().contains(question), "{}", desk.text());
            desk.press(KeyCode::Esc);
            assert!(!desk.text().contains("a draw is offered"), "{}", desk.text());
        }
        desk.press(KeyCode::F(8));
        desk.press(KeyCode::Down);
        desk.press(KeyCode::Enter);
        assert_eq!(desk.screen.table().game().draw_offer(), None);
        assert!(desk.screen.table().game().ending().is_none());
    }
}

#[test]
fn a_draw_that_may_be_claimed_is_told_and_claimed_by_the_same_key() {
    let mut desk = Desk::people();
    desk.moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert!(!desk.status().contains("claims a draw"), "{}", desk.status());
    desk.moves("Ng8");
    assert!(desk.status().starts_with("White to move - F8 claims a draw"), "{}", desk.status());
    desk.press(KeyCode::F(8));
    assert!(desk.status().starts_with("Draw by"), "{}", desk.status());
    assert!(desk.screen.table().game().ending().is_some());
}

#[test]
fn commands_are_completed_remembered_and_told() {
    let mut desk = Desk::people();
    desk.press(KeyCode::Char(':'));
    desk.line("theme blue");
    assert_eq!(desk.remembered.borrow().as_ref().unwrap().theme, Theme::Blue);
    desk.press(KeyCode::Char(':'));
    "the".chars().for_each(|c| desk.press(KeyCode::Char(c)));
    desk.press(KeyCode::Tab);
    assert_eq!(desk.status(), ":theme", "each word is proposed once");
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::Char(':'));
    desk.press(KeyCode::Up);
    assert_eq!(desk.status(), ":theme blue");
    desk.press(KeyCode::Esc);
    // Values and files are completed, too.
    for (typed, completed) in [
        ("theme gr", ":theme green"),
        ("rules by", ":rules byu"),
        ("colours tr", ":colours true"),
        ("open cl", ":open club.pgn"),
        ("savea", ":saveas"),
        ("saveas mo", ":saveas more/"),
        ("w mo", ":w more/"),
        ("resign w", ":resign white"),
    ] {
        desk.press(KeyCode::Char(':'));
        typed.chars().for_each(|c| desk.press(KeyCode::Char(c)));
        desk.press(KeyCode::Tab);
        assert_eq!(desk.status(), completed);
        desk.press(KeyCode::Esc);
    }
    desk.press(KeyCode::Char(':'));
    "level ".chars().for_each(|c| desk.press(KeyCode::Char(c)));
    desk.press(KeyCode::Tab);
    assert!(desk.status().starts_with(":level    400 600 800"), "{}", desk.status());
    desk.press(KeyCode::Esc);
    // What has blanks is told whole.
    desk.resize(200, 30);
    desk.press(KeyCode::Char(':'));
    "opening sicilian".chars().for_each(|c| desk.press(KeyCode::Char(c)));
    desk.press(KeyCode::Tab);
    assert!(desk.status().contains("Sicilian Defense: "), "{}", desk.status());
    desk.resize(80, 24);
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::Char(':'));
    desk.line("fen");
    assert!(desk.status().contains("rnbqkbnr/pppppppp"), "{}", desk.status());
    desk.press(KeyCode::Char(':'));
    desk.line("undoo");
    assert!(desk.status().contains("did you mean undo?"), "{}", desk.status());
    desk.press(KeyCode::Char('%'));
    assert!(desk.status().contains("No move begins with %."), "{}", desk.status());
    // Words that the screen names are taken without a colon.
    for word in ["undo", "zurück"] {
        desk.line("e4");
        desk.line(word);
        assert!(desk.fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), "{}", desk.status());
    }
}

#[test]
fn what_fingers_type_behind_a_colon_elsewhere_is_taken_here() {
    let mut desk = Desk::people();
    desk.moves("e4");
    command(&mut desk, "w");
    assert!(desk.text().contains("Save as"), "{}", desk.text());
    desk.press(KeyCode::Esc);
    command(&mut desk, "w mine.pgn");
    assert!(desk.status().contains("The game is saved as PGN"), "{}", desk.status());
    command(&mut desk, "q");
    assert!(desk.has_quit);
}

#[test]
fn a_hint_is_told_and_marked() {
    let mut desk = Desk::people();
    desk.press(KeyCode::F(3));
    assert!(desk.status().contains("The best move is "), "{}", desk.status());
    assert!(desk.text().contains('?'));
}

#[test]
fn a_position_is_set_up_and_played() {
    let mut desk = Desk::people();
    desk.press(KeyCode::F(7));
    desk.press(KeyCode::F(5));
    // The cursor is on e2.
    desk.press(KeyCode::Char('K'));
    desk.press(KeyCode::Enter);
    assert!(desk.status().contains("Black has no king"), "{}", desk.status());
    for _ in 0..5 {
        desk.press(KeyCode::Up);
    }
    desk.press(KeyCode::Char('k'));
    desk.press(KeyCode::Right);
    desk.press(KeyCode::Char('R'));
    desk.press(KeyCode::Tab);
    desk.press(KeyCode::Enter);
    assert_eq!(desk.fen(), "8/4kR2/8/8/8/8/4K3/8 b - - 0 1");
    desk.line("Kxf7");
    assert!(desk.fen().starts_with("8/5k2/"), "{}", desk.fen());
}

/// A finished game from a file is there to be looked at: whoever wants to change it plays on from a place of it.
#[test]
fn a_viewed_game_is_changed_by_no_key_and_no_command() {
    for (language, told) in [(Language::English, "only looked at"), (Language::German, "nur angesehen")] {
        let disk = Disk::default();
        disk.write_file("/games/club.pgn", "[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n");
        let mut desk = Desk::new(Wish { disk, language, players: ["human", "1"], ..Wish::default() });
        desk.control('o');
        desk.line("club.pgn");
        let (here, players) = (desk.fen(), desk.screen.table().session().lineup.players.clone());
        let acts: [fn(&mut Desk); 7] = [
            |desk| desk.control('z'),
            |desk| desk.press(KeyCode::F(8)),
            |desk| desk.press(KeyCode::F(9)),
            |desk| desk.press(KeyCode::Char('=')),
            |desk| command(desk, "undo"),
            |desk| command(desk, "draw"),
            |desk| command(desk, "resign"),
        ];
        for (number, act) in acts.into_iter().enumerate() {
            desk.press(KeyCode::End);
            act(&mut desk);
            assert!(desk.status().contains(told), "{number}: {}", desk.text());
            assert_eq!(desk.fen(), here, "{number}");
            let table = desk.screen.table();
            assert_eq!(
                (table.game().ending(), &table.session().lineup.players),
                (None, &players),
                "{number}"
            );
        }
        // Saving it, and another game, are no change of it.
        command(&mut desk, "saveas /games/copy.pgn");
        assert!(desk.text().contains("copy.pgn"), "{}", desk.text());
        desk.control('r');
        assert!(!desk.status().contains(told), "{}", desk.text());
    }
}

/// What is refused is not advised.
#[test]
fn of_a_viewed_game_that_ended_in_mate_nothing_is_taken_back() {
    for (language, advice) in [(Language::English, "undo takes back"), (Language::German, "undo nimmt")] {
        let disk = Disk::default();
        disk.write_file("/games/fool.pgn", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
        let mut desk = Desk::new(Wish { disk, language, size: (120, 40), ..Wish::default() });
        desk.control('o');
        desk.line("fool.pgn");
        assert!(!desk.text().contains(advice), "{}", desk.text());
        assert!(desk.text().contains("Qh4#"), "{}", desk.text());
    }
}

#[test]
fn of_several_games_that_are_pasted_the_first_is_opened_and_that_is_said() {
    for (language, told) in
        [(Language::English, "only the first is opened"), (Language::German, "nur das Erste")]
    {
        let mut desk = Desk::new(Wish { language, size: (120, 40), ..Wish::default() });
        desk.happen(ScreenEvent::Paste("1. e4 *\n\n1. d4 *\n\n1. c4 *\n".to_owned()));
        assert!(desk.text().contains(told), "{}", desk.text());
        let mut desk = Desk::new(Wish { language, size: (120, 40), ..Wish::default() });
        desk.happen(ScreenEvent::Paste("1. e4 *\n".to_owned()));
        assert!(!desk.text().contains(told), "{}", desk.text());
    }
}

fn command(desk: &mut Desk, line: &str) {
    desk.press(KeyCode::Char(':'));
    desk.line(line);
}

#[test]
fn one_hint_is_looked_for_at_a_time() {
    let mut desk = Desk::people();
    let hints = |desk: &mut Desk| {
        let key = ScreenEvent::Key(KeyEvent::new(KeyCode::F(3), KeyModifiers::NONE));
        let effects = desk.screen.update(key, Moment(desk.now));
        effects.iter().filter(|effect| matches!(effect, ScreenEffect::FindHint(..))).count()
    };
    assert_eq!((hints(&mut desk), hints(&mut desk)), (1, 0));
    // Another position wants another one.
    desk.line("e4");
    assert_eq!(hints(&mut desk), 1);
}

#[test]
fn a_hint_is_for_the_place_that_is_looked_at() {
    let mut desk = Desk::people();
    for m in ["f3", "e5", "g4", "Qh4"] {
        desk.line(m);
    }
    desk.press(KeyCode::F(3));
    assert!(desk.status().contains("The game is over"), "{}", desk.status());
    desk.press(KeyCode::PageUp);
    desk.press(KeyCode::F(3));
    assert!(desk.status().contains("The best move is Qh4#"), "{}", desk.status());
    assert!(desk.status().contains("It checkmates."), "{}", desk.status());
    // It is no hint for another place.
    desk.press(KeyCode::PageUp);
    assert!(!desk.status().contains("It checkmates."), "{}", desk.status());
}

/// A clock does not wait for somebody who looks at a menu, so the computers do not either.
#[test]
fn computers_whose_clock_runs_play_on_behind_a_menu() {
    for (time, plays_on) in [(Some("5+3"), true), (None, false)] {
        for (key, modifiers) in
            [(KeyCode::Char('n'), KeyModifiers::CONTROL), (KeyCode::F(7), KeyModifiers::NONE)]
        {
            let players = ["somebody", "somebody"];
            let beginning = Beginning::Menu;
            let mut screen = Desk::new(Wish { players, time, beginning, ..Wish::default() }).screen;
            let mut engines = Scripted::new(&["e2e4", "e7e5", "g1f3"]);
            let mut update = |event| {
                let effects = screen.update(event, Moment(2000));
                effects.into_iter().find_map(|effect| match effect {
                    ScreenEffect::Ask { number, mut question, .. } => {
                        let answer = question.answer(&mut engines, Moment(2000));
                        Some(ScreenEvent::Answer(number, answer))
                    }
                    _ => None,
                })
            };
            let pressed = |code, modifiers| ScreenEvent::Key(KeyEvent::new(code, modifiers));
            let first = update(pressed(KeyCode::Esc, KeyModifiers::NONE)).unwrap();
            let second = update(first).unwrap();
            let third = update(second).unwrap();
            assert!(update(pressed(key, modifiers)).is_none(), "one thinks already");
            assert_eq!(update(third).is_some(), plays_on, "{time:?}, {key:?}");
        }
    }
}

#[test]
fn the_menu_tells_why_it_does_not_know_the_games_that_wait() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    disk.fail(true);
    desk.control('n');
    assert!(desk.status().contains("Games that wait cannot be looked for"), "{}", desk.text());
}

#[test]
fn the_menu_tells_which_settings_it_does_not_understand() {
    for (language, told) in [(Language::English, "not understood"), (Language::German, "unverständlich")] {
        let settings = BoardSettings {
            rules: "draughts".to_owned(),
            clock: "soon".to_owned(),
            ..BoardSettings::default()
        };
        let desk = Desk::new(Wish { settings, language, beginning: Beginning::Menu, ..Wish::default() });
        assert!(desk.status().contains(told) && desk.text().contains("draughts, soon"), "{}", desk.text());
        let usual = Desk::new(Wish { language, beginning: Beginning::Menu, ..Wish::default() });
        assert!(!usual.text().contains(told), "{}", usual.text());
    }
}

#[test]
fn the_language_and_the_ground_are_settings() {
    let mut desk = Desk::people();
    desk.press(KeyCode::F(11));
    assert!(desk.text().contains("Language") && desk.text().contains("< English >"), "{}", desk.text());
    while !desk.text().lines().any(|line| line.contains(">Language")) {
        desk.press(KeyCode::Down);
    }
    desk.press(KeyCode::Right);
    assert!(desk.text().contains("< Deutsch >") && desk.text().contains("Weiß am Zug"), "{}", desk.text());
    assert_eq!(*desk.remembered_language.borrow(), Some(Language::German));
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Right);
    assert_eq!(desk.remembered.borrow().as_ref().unwrap().background, BackgroundChoice::Light);
    desk.press(KeyCode::Esc);
    command(&mut desk, "language en");
    command(&mut desk, "background dark");
    assert!(desk.text().contains("White to move"), "{}", desk.text());
    assert_eq!(*desk.remembered_language.borrow(), Some(Language::English));
    assert_eq!(desk.remembered.borrow().as_ref().unwrap().background, BackgroundChoice::Dark);
    command(&mut desk, "background pink");
    assert!(desk.status().contains("You can choose: auto, light, dark."), "{}", desk.status());
}

#[test]
fn an_analysis_that_breaks_down_is_told_and_the_board_goes_on() {
    let mut desk = Desk::people();
    let analyses = |desk: &mut Desk, event| {
        let effects = desk.screen.update(event, Moment(desk.now));
        effects.into_iter().find_map(|effect| match effect {
            ScreenEffect::Analyse(number, ..) => Some(number),
            _ => None,
        })
    };
    let key = || ScreenEvent::Key(KeyEvent::new(KeyCode::F(4), KeyModifiers::NONE));
    let number = analyses(&mut desk, key()).unwrap();
    let trouble = EngineTrouble { name: None, why: "it fell off the table".to_owned() };
    assert!(analyses(&mut desk, ScreenEvent::AnalysisBroken(number, trouble)).is_none());
    assert!(desk.status().contains("fell off the table"), "{}", desk.text());
    assert!(!desk.text().contains("Analysis ..."), "{}", desk.text());
    desk.line("e4");
    assert!(analyses(&mut desk, key()).is_some(), "it can be asked for again");
}

#[test]
fn a_damaged_game_is_not_put_away_without_a_word() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.moves("e4 e5");
    desk.control('n');
    desk.press(KeyCode::Enter);
    disk.set_record(0, "rubbish\n");
    desk.control('g');
    assert!(desk.text().contains("is damaged"), "{}", desk.text());
}

#[test]
fn a_theme_that_is_named_is_told() {
    let mut desk = Desk::people();
    command(&mut desk, "theme green");
    assert!(desk.status().contains("Theme: green"), "{}", desk.status());
}

#[test]
fn everything_of_a_position_is_set_up_by_keys() {
    let mut desk = Desk::people();
    desk.press(KeyCode::F(7));
    desk.press(KeyCode::F(6));
    for key in ['1', '4'] {
        desk.press(KeyCode::Char(key));
    }
    // A pawn on e4 that has just passed over e3: the cursor begins on e2.
    desk.press(KeyCode::Delete);
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Char('e'));
    desk.press(KeyCode::Tab);
    desk.press(KeyCode::Tab);
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Char('P'));
    desk.press(KeyCode::Tab);
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Char('e'));
    assert!(
        desk.text().contains("en passant e3") && desk.text().contains("1:- 2:Q 3:k 4:-"),
        "{}",
        desk.text()
    );
    // A rook that is not at home gives no right.
    desk.control('z');
    desk.press(KeyCode::Char('e'));
    for _ in 0..2 {
        desk.press(KeyCode::Down);
    }
    for _ in 0..3 {
        desk.press(KeyCode::Right);
    }
    desk.press(KeyCode::Delete);
    desk.press(KeyCode::Char('1'));
    assert!(desk.status().contains("King and rook must stand at home"), "{}", desk.text());
    desk.control('z');
    desk.press(KeyCode::Char('1'));
    desk.press(KeyCode::Enter);
    assert!(
        desk.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk "),
        "{}",
        desk.text()
    );
}

#[test]
fn everything_of_a_position_is_set_up_by_mouse() {
    let mut desk = Desk::people();
    desk.press(KeyCode::F(7));
    let click = |desk: &mut Desk, label: &str| {
        let text = desk.text();
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains(label)).expect(label);
        let column = line[..line.find(label).unwrap()].chars().count();
        desk.mouse_at(MouseEventKind::Down(MouseButton::Left), column as u16, row as u16);
        desk.mouse_at(MouseEventKind::Up(MouseButton::Left), column as u16, row as u16);
    };
    click(&mut desk, "F5     clear");
    for (piece, square) in [(" ♔  ♕", "e1"), (" ♚  ♛", "e8"), ("♜  ♝", "a8")] {
        click(&mut desk, piece);
        desk.click(square);
    }
    click(&mut desk, "Tab    White is to move");
    click(&mut desk, "4:-");
    click(&mut desk, "Enter  play from here");
    assert_eq!(desk.fen(), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "{}", desk.text());
    desk.press(KeyCode::F(7));
    click(&mut desk, "F6 start");
    click(&mut desk, "Esc    leave");
    assert_eq!(desk.fen(), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "{}", desk.text());
}

#[test]
fn every_place_tells_its_own_keys() {
    let shown = |desk: &mut Desk, key: KeyCode| {
        let before = desk.text();
        desk.press(key);
        let keys = desk.text();
        assert!(keys.contains("Keys"), "{keys}");
        desk.press(KeyCode::Esc);
        assert_eq!(desk.text(), before, "Esc goes back to where the keys were asked for");
        keys
    };
    let mut desk = Desk::new(Wish { beginning: Beginning::Menu, ..Wish::default() });
    let keys = shown(&mut desk, KeyCode::Char('?'));
    assert!(keys.contains("Left Right") && keys.contains("change what it says"), "{keys}");
    // Lines that are typed have keys, too; there the question mark is a letter.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(shown(&mut desk, KeyCode::F(1)).contains("take away what is typed"));
    desk.press(KeyCode::Char('?'));
    assert!(desk.status().ends_with('?'), "{}", desk.status());
    desk.press(KeyCode::Esc);
    // Where names are typed, the question mark is one of their letters, but no file is called so.
    desk.control('o');
    assert!(desk.text().contains("? keys"), "{}", desk.text());
    for key in [KeyCode::F(1), KeyCode::Char('?')] {
        assert!(shown(&mut desk, key).contains("complete it"));
    }
    desk.press(KeyCode::Char('w'));
    desk.press(KeyCode::Char('?'));
    assert!(desk.text().contains("File: w?"), "{}", desk.text());
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::F(7));
    let keys = shown(&mut desk, KeyCode::Char('?'));
    assert!(keys.contains("castling: all rights, or none") && keys.contains("type a FEN"), "{keys}");
    desk.press(KeyCode::Esc);
    let keys = shown(&mut desk, KeyCode::Char('?'));
    assert!(keys.contains("type a move, Enter makes it"), "{keys}");
    desk.press(KeyCode::Char(':'));
    let keys = shown(&mut desk, KeyCode::F(1));
    assert!(keys.contains("complete it") && keys.contains("lines typed before"), "{keys}");
}

#[test]
fn the_editor_tells_how_its_keys_are_told_in_any_window_and_language() {
    for (language, told) in [(Language::English, "? keys"), (Language::German, "? ")] {
        for size in [(58, 14), (80, 24), (120, 40)] {
            let mut desk = Desk::new(Wish { language, size, ..Wish::default() });
            desk.press(KeyCode::F(7));
            assert!(desk.text().contains(told), "{size:?}: {}", desk.text());
            assert!(
                language == Language::English
                    || desk.text().contains("Hilfe")
                    || desk.text().contains("? Tasten")
            );
        }
    }
}

#[test]
fn the_bar_of_a_game_that_is_over_tells_its_result() {
    let mut desk = Desk::people();
    desk.press(KeyCode::F(6));
    desk.press(KeyCode::F(4));
    desk.moves("f3 e5 g4");
    assert!(desk.text().contains("    ... "), "{}", desk.text());
    desk.line("Qh4");
    let text = desk.text();
    assert!(text.contains("    0-1 ░"), "{text}");
    assert!(!text.contains('█') && !text.contains("Analysis ...") && !text.contains("    ... "), "{text}");
    // Before the end it is searched again.
    desk.press(KeyCode::PageUp);
    assert!(desk.text().contains("Analysis ..."), "{}", desk.text());
}

#[test]
fn that_a_game_waits_is_not_told_beside_the_game_itself() {
    let disk = Disk::default();
    let mut desk = Desk::new(Wish { disk: disk.clone(), ..Wish::default() });
    desk.moves("e4 e5");
    desk.screen.close(Moment(desk.now)).unwrap();
    drop(desk);
    let note = "A game is waiting: Human against Human.";
    let wish = Wish { disk, beginning: Beginning::Menu, notes: vec![note.to_owned()], ..Wish::default() };
    let mut desk = Desk::new(wish);
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("The game goes on") && !desk.text().contains(note), "{}", desk.text());
    desk.line(":messages");
    assert!(desk.text().contains(note), "{}", desk.text());
}
