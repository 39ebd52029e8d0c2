//! The pictures of the board in `docs/pictures`, as it draws itself. `TABIYA_WRITE_SCREENS=1` writes them anew, too.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;
use tabiya_tui::{Background, Beginning, BoardSettings, Theme};

use crate::desk::{Desk, Wish};
use crate::memory::Disk;
use crate::svg::svg;

const SIZE: (u16, u16) = (92, 30);

fn expect_picture(name: &str, desk: &Desk, background: Background) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    let path = folder.join(format!("terminal-{name}.svg"));
    let drawn = svg(&desk.cells(), background);
    if std::env::var_os("TABIYA_WRITE_SCREENS").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(drawn == kept, "{} is not what the board looks like:\n{}", path.display(), desk.text());
}

fn desk(theme: Theme, background: Background, wish: Wish) -> Desk {
    let settings = BoardSettings { theme, ..wish.settings };
    Desk::new(Wish { settings, size: SIZE, background: Some(background), ..wish })
}

#[test]
fn a_game_with_a_piece_in_the_hand() {
    let wish = Wish { time: Some("10+5"), ..Wish::default() };
    let mut desk = desk(Theme::Wood, Background::Dark, wish);
    desk.moves("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4");
    desk.now += 83_000;
    desk.moves("Nc3 Nxe4 O-O Bxc3");
    desk.press(KeyCode::Up);
    desk.press(KeyCode::Right);
    desk.press(KeyCode::Enter);
    expect_picture("game", &desk, Background::Dark);
}

#[test]
fn why_a_move_is_refused() {
    let wish = Wish { fen: Some("4k3/8/8/4r3/8/2b5/3PN3/4K2R w K - 0 1"), ..Wish::default() };
    let mut desk = desk(Theme::Green, Background::Light, wish);
    desk.line("Nxc3");
    expect_picture("reason", &desk, Background::Light);
}

#[test]
fn the_menu_before_a_game() {
    let wish = Wish { beginning: Beginning::Menu, ..Wish::default() };
    expect_picture("menu", &desk(Theme::Blue, Background::Dark, wish), Background::Dark);
}

#[test]
fn a_game_from_a_file_with_its_remarks() {
    let disk = Disk::default();
    let game = "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4! {Aims at the weakest square.} \
                Nf6 (3... Bc5 4. c3 (4. b4!? {Evans's gambit}) Nf6) 4. Ng5 d5 5. exd5 Nxd5?! 6. Nxf7! 1-0\n";
    disk.write_file("/games/club.pgn", game);
    let mut desk = desk(Theme::Blue, Background::Light, Wish { disk, ..Wish::default() });
    desk.control('o');
    desk.line("club.pgn");
    desk.press(KeyCode::F(5));
    desk.press(KeyCode::PageUp);
    expect_picture("remarks", &desk, Background::Light);
}
