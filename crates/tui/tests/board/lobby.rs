//! The lobby of a server as a list, and games of one's own there.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use tabiya_engine::Level;
use tabiya_remote::{
    ComputerOnServer, GameInList, LobbyEvent, LobbyOrder, LobbyRow, OpponentChoice, RefusalCode, RemoteError,
    SeatWish, ServerAddress, ServerReason, ServerSide, StageOnServer,
};
use tabiya_rules::{Color, Language};
use tabiya_tui::{Beginning, ScreenEvent};

use crate::desk::{Desk, Wish};
use crate::screens::expect_screen;

fn game(name: &str, open: Option<ServerSide>, stage: StageOnServer) -> GameInList {
    GameInList {
        game: name.to_owned(),
        white: if open == Some(ServerSide::White) { String::new() } else { "Bob".to_owned() },
        black: if open == Some(ServerSide::Black) { String::new() } else { "Cleo".to_owned() },
        rules: "fide".to_owned(),
        plies: 12,
        stage,
        clock: Some("5+3".to_owned()),
        open,
        one_board: false,
        you: None,
    }
}

/// Two seats, a game of one's own, and one to watch.
fn rows() -> Vec<LobbyRow> {
    vec![
        LobbyRow::Seat(game("first", Some(ServerSide::Black), StageOnServer::Open)),
        LobbyRow::Seat(game("second", Some(ServerSide::White), StageOnServer::Open)),
        LobbyRow::Own(game("own", None, StageOnServer::Live)),
        LobbyRow::Watched(game("others", None, StageOnServer::Live)),
    ]
}

/// The computer as a server of today offers it.
fn computers() -> Vec<ComputerOnServer> {
    let named = |level: Level| ComputerOnServer { level: level.number(), name: String::new() };
    Level::ladder().map(named).collect()
}

fn lobby(language: Language, size: (u16, u16)) -> Desk {
    let beginning = Beginning::Lobby { server: "http://club:8064".to_owned(), computers: computers() };
    let mut desk = Desk::new(Wish { beginning, language, size, ..Wish::default() });
    assert!(desk.text().contains("http://club:8064"));
    desk.happen(ScreenEvent::Lobby(LobbyEvent::Listed(rows())));
    desk
}

fn entered(desk: &Desk) -> Vec<&str> {
    let orders = desk.lobby_orders.iter();
    let games = orders.filter_map(|order| match order {
        LobbyOrder::Enter(row) => Some(row.game()),
        LobbyOrder::Make(_) | LobbyOrder::Speak(_) => None,
    });
    games.collect()
}

fn refused() -> RemoteError {
    let reason =
        ServerReason { code: RefusalCode::Other, says: "somebody was faster".to_owned(), marks: Vec::new() };
    RemoteError::Refused { status: Some(409), reason }
}

#[test]
fn who_waits_is_listed_and_chosen_by_arrows_digits_and_mouse() {
    expect_screen("lobby", &lobby(Language::English, (80, 24)));
    expect_screen("lobby-german", &lobby(Language::German, (58, 14)));
    let mut desk = lobby(Language::English, (80, 24));
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert_eq!(entered(&desk), ["second"]);
    // One thing at a time.
    desk.press(KeyCode::Enter);
    assert_eq!(entered(&desk), ["second"]);

    let mut desk = lobby(Language::English, (80, 24));
    desk.line("3");
    assert_eq!(entered(&desk), ["own"]);

    let mut desk = lobby(Language::English, (80, 24));
    let row = desk.text().lines().position(|line| line.contains("watch Bob - Cleo")).unwrap();
    desk.mouse_at(MouseEventKind::Down(MouseButton::Left), 30, row as u16);
    assert_eq!(entered(&desk), ["others"]);
    // Beside the list nothing is lost.
    desk.mouse_at(MouseEventKind::Down(MouseButton::Left), 0, 20);
    assert!(!desk.has_quit);

    let mut desk = lobby(Language::English, (80, 24));
    desk.press(KeyCode::Esc);
    assert!(desk.has_quit);
}

#[test]
fn nobody_takes_a_seat_that_came_while_they_chose() {
    let beginning = Beginning::Lobby { server: "http://club:8064".to_owned(), computers: computers() };
    let mut desk = Desk::new(Wish { beginning, ..Wish::default() });
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Down);
    desk.happen(ScreenEvent::Lobby(LobbyEvent::Listed(rows())));
    desk.press(KeyCode::Enter);
    assert_eq!(entered(&desk), [""; 0]);
    assert!(desk.has_quit);
    // A number is that of the list which was seen when the line was begun, and the list stands still until then.
    let mut desk = lobby(Language::English, (80, 24));
    desk.press(KeyCode::Char(':'));
    desk.press(KeyCode::Char('2'));
    let news = LobbyRow::Seat(game("news", Some(ServerSide::Black), StageOnServer::Open));
    let renewed: Vec<LobbyRow> = std::iter::once(news).chain(rows()).collect();
    let seen = desk.text();
    desk.happen(ScreenEvent::Lobby(LobbyEvent::Listed(renewed)));
    assert_eq!(desk.text(), seen);
    desk.press(KeyCode::Enter);
    assert_eq!(entered(&desk), ["second"]);
}

#[test]
fn whoever_leaves_while_a_game_may_begin_is_asked_first() {
    for leave in [
        |desk: &mut Desk| desk.press(KeyCode::Esc),
        |desk: &mut Desk| desk.control('q'),
        |desk: &mut Desk| desk.control('c'),
        |desk: &mut Desk| {
            desk.press(KeyCode::Char(':'));
            desk.line("quit");
        },
        |desk: &mut Desk| {
            desk.press(KeyCode::End);
            desk.press(KeyCode::Enter);
        },
    ] {
        let mut desk = lobby(Language::English, (80, 24));
        desk.press(KeyCode::Enter);
        leave(&mut desk);
        assert!(!desk.has_quit && desk.text().contains("Leave all the same?"), "{}", desk.text());
        // Back, and then away all the same.
        desk.press(KeyCode::Esc);
        assert!(!desk.has_quit && !desk.text().contains("Leave all the same?"), "{}", desk.text());
        leave(&mut desk);
        desk.press(KeyCode::Down);
        desk.press(KeyCode::Enter);
        assert!(desk.has_quit);
    }
    // What is refused does not begin.
    let mut desk = lobby(Language::German, (80, 24));
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Esc);
    assert!(desk.text().contains("Trotzdem gehen?"), "{}", desk.text());
    desk.happen(ScreenEvent::Lobby(LobbyEvent::Refused(refused())));
    assert!(!desk.text().contains("Trotzdem gehen?"), "{}", desk.text());
    desk.press(KeyCode::Esc);
    assert!(desk.has_quit);
}

#[test]
fn no_files_are_opened_in_the_lobby() {
    let mut desk = lobby(Language::English, (80, 24));
    let seen = desk.text();
    desk.control('o');
    assert_eq!(desk.text(), seen);
}

#[test]
fn a_refusal_in_the_lobby_is_told_and_something_else_can_be_chosen() {
    let mut desk = lobby(Language::English, (80, 24));
    desk.press(KeyCode::Enter);
    desk.happen(ScreenEvent::Lobby(LobbyEvent::Refused(refused())));
    // The list is asked for again at once, and takes nothing of it away.
    desk.happen(ScreenEvent::Lobby(LobbyEvent::Listed(rows())));
    assert!(desk.text().contains("Somebody was faster."), "{}", desk.text());
    desk.press(KeyCode::Down);
    assert!(!desk.text().contains("Somebody was faster."), "{}", desk.text());
    desk.press(KeyCode::Enter);
    assert_eq!(entered(&desk), ["first", "second"]);
    // A server that is away is told until it is back, and what was asked is still under way.
    let server = ServerAddress { is_encrypted: false, host: "club".to_owned(), port: 8064 };
    desk.happen(ScreenEvent::Lobby(LobbyEvent::NotListed(RemoteError::Silent { server })));
    assert!(desk.text().contains("club:8064 does not answer"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    assert_eq!(entered(&desk), ["first", "second"]);
    desk.happen(ScreenEvent::Lobby(LobbyEvent::Listed(rows())));
    assert!(!desk.text().contains("does not answer"), "{}", desk.text());
}

#[test]
fn a_refusal_is_past_when_somebody_goes_on_in_any_way() {
    for go_on in [KeyCode::Down, KeyCode::PageDown, KeyCode::End, KeyCode::Char('2')] {
        let mut desk = lobby(Language::English, (80, 24));
        desk.press(KeyCode::Enter);
        desk.happen(ScreenEvent::Lobby(LobbyEvent::Refused(refused())));
        assert!(desk.text().contains("Somebody was faster."), "{}", desk.text());
        desk.press(go_on);
        assert!(!desk.text().contains("Somebody was faster."), "{go_on:?}\n{}", desk.text());
    }
}

#[test]
fn a_game_of_ones_own_is_offered_by_a_menu_or_a_line() {
    let mut desk = lobby(Language::English, (80, 24));
    desk.press(KeyCode::End);
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Enter);
    expect_screen("seat", &desk);
    // Nobody offers a game to a computer.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Left);
    assert!(desk.text().contains("Play the computer"), "{}", desk.text());
    assert!(desk.text().contains("Enter begins it"), "{}", desk.text());
    desk.press(KeyCode::Right);
    desk.press(KeyCode::Up);
    // Somebody by a link, with Black, and a clock that is typed.
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Right);
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Right);
    for _ in 0..2 {
        desk.press(KeyCode::Down);
    }
    desk.press(KeyCode::Enter);
    desk.line("7+7");
    for _ in 0..4 {
        desk.press(KeyCode::Up);
    }
    desk.press(KeyCode::Enter);
    let wish = SeatWish {
        opponent: OpponentChoice::Link,
        rules: None,
        clock: Some("7+7".to_owned()),
        color: Some(Color::Black),
    };
    assert_eq!(desk.lobby_orders, [LobbyOrder::Make(wish)]);

    let mut desk = lobby(Language::English, (80, 24));
    desk.press(KeyCode::Char(':'));
    desk.line("computer 5 white hong");
    let wish = SeatWish {
        opponent: OpponentChoice::Computer(5),
        rules: Some("hong".to_owned()),
        clock: None,
        color: Some(Color::White),
    };
    assert_eq!(desk.lobby_orders, [LobbyOrder::Make(wish)]);
    desk.press(KeyCode::Char(':'));
    desk.line("soon");
    assert!(desk.status().contains("is nothing for the lobby"), "{}", desk.status());
}

#[test]
fn another_language_is_asked_of_the_lobby_too() {
    let mut desk = lobby(Language::English, (80, 24));
    desk.press(KeyCode::End);
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Enter);
    for _ in 0..4 {
        desk.press(KeyCode::Down);
    }
    desk.press(KeyCode::Right);
    desk.press(KeyCode::Esc);
    assert_eq!(desk.lobby_orders, [LobbyOrder::Speak(Language::German)]);
    assert!(desk.text().contains("du hättest Schwarz"), "{}", desk.text());
}
