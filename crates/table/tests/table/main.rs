//! The table as a board sees it, without a disk, a clock or a process.

mod leaving;
mod memory;

use std::path::PathBuf;

use tabiya_engine::{Rng, Yielding};
use tabiya_game::{BySeat, Fact, FirstMoves, Moment};
use tabiya_notation::{Fen, find_rules};
use tabiya_openings::find_opening;
use tabiya_rules::{Color, Language};
use tabiya_table::talk::words;
use tabiya_table::{
    BookSetting, BookWish, ComputerChoice, GameBefore, GameState, LeftOver, OnLoss, OpeningNote, Pairing,
    Player, Replace, Reply, Request, Sides, Table, TableRefusal, TableSetup, WaitingChoice, numbered,
};

use memory::{Disk, Scripted};

fn table(disk: &Disk, players: [&str; 2], time: Option<&str>) -> Table {
    let time = time.map(|time| time.parse().unwrap());
    Table::new(TableSetup { time, ..setting(disk, players) }, Moment(0)).unwrap()
}

fn setting(disk: &Disk, players: [&str; 2]) -> TableSetup {
    TableSetup {
        players: BySeat(players.map(|player| player.parse().unwrap())),
        rules: Some(find_rules("fide").unwrap().into()),
        position: None,
        opening: None,
        book: BookSetting::default(),
        yielding: Yielding::Never,
        game_seed: None,
        time: None,
        first_moves: FirstMoves::Timed,
        rng: Rng::from_seed(1),
        archive: Some(Box::new(disk.clone())),
        engines: Box::new(Scripted::new(&["e7e5", "resign"])),
        files: Box::new(disk.clone()),
    }
}

fn make(table: &mut Table, text: &str, at: u64) -> Result<Reply, TableRefusal> {
    table.ask(Request::Move(text.parse().unwrap()), Moment(at))
}

#[test]
fn replies_hold_the_facts() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    let Ok(Reply::Happened(moved)) = make(&mut table, "e4", 5) else { panic!() };
    assert_eq!((moved.events[0].at, moved.over), (Moment(5), None));
    assert!(matches!(moved.events[0].fact, Fact::Moved(_)));
    let Err(TableRefusal::Unplayable(_)) = make(&mut table, "e4", 6) else { panic!() };
    let Ok(Reply::Undone { happened, moves, plies: 1, turn }) = table.ask(Request::Undo(1), Moment(7)) else {
        panic!()
    };
    let told = numbered(happened.before.history(), moves);
    assert_eq!((told, turn.color), (vec!["1.".to_owned(), "e4".to_owned()], Color::White));
    let Ok(Reply::Happened(end)) = table.ask(Request::Resign(None), Moment(8)) else { panic!() };
    assert_eq!(end.over.unwrap().result.to_string(), "0-1");
    assert!(matches!(table.state(), GameState::Over { can_undo: false, .. }));
    assert!(matches!(make(&mut table, "e4", 9), Err(TableRefusal::Over { .. })));
}

#[test]
fn engines_think_without_moving_and_move_without_thinking() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "somebody"], Some("1"));
    make(&mut table, "e4", 1000).unwrap();
    assert!(table.is_computers_turn());
    let thought = table.think(Moment(1000)).unwrap();
    assert_eq!(table.game().history().len(), 1);
    // Thinking took ten seconds, which the clock shows.
    table.take(thought, Moment(11_000)).unwrap();
    let black = *table.game().seats().get(Color::Black);
    assert_eq!(table.game().clock().unwrap().left(black, Moment(20_000)).as_secs(), 50);
    make(&mut table, "d4", 12_000).unwrap();
    assert_eq!(table.think(Moment(12_000)).unwrap(), ComputerChoice::Resign);
    table.take(ComputerChoice::Resign, Moment(13_000)).unwrap();
    assert!(table.game().ending().is_some());
}

/// A pass is no choice: undoing it alone would only ask for the same pass again.
#[test]
fn taking_back_goes_behind_a_pass_to_the_last_own_move() {
    let disk = Disk::default();
    let rules = find_rules("cuhk").unwrap();
    let fen: Fen = "KP6/PP5P/8/8/8/8/8/k7 w - - 0 1".parse().unwrap();
    let setting = TableSetup {
        rules: Some(rules.into()),
        position: Some(fen.setup),
        engines: Box::new(Scripted::new(&["a1b1", "b1c1"])),
        ..setting(&disk, ["human", "somebody"])
    };
    let mut table = Table::new(setting, Moment(0)).unwrap();
    make(&mut table, "h7h8", 1).unwrap();
    let thought = table.think(Moment(1)).unwrap();
    table.take(thought, Moment(1)).unwrap();
    table.ask(Request::Pass, Moment(1)).unwrap();
    let thought = table.think(Moment(1)).unwrap();
    table.take(thought, Moment(1)).unwrap();
    let undone = table.ask(Request::Undo(1), Moment(1));
    assert!(matches!(undone, Ok(Reply::Undone { plies: 4, .. })), "{undone:?}");
    let redone = table.ask(Request::Redo(1), Moment(1));
    assert!(matches!(redone, Ok(Reply::Redone { plies: 4, .. })), "{redone:?}");
}

#[test]
fn what_cannot_be_recorded_is_not_done() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    make(&mut table, "e4", 1).unwrap();
    let before = disk.record(0);
    disk.fail(true);
    let Err(TableRefusal::NotRecorded(_)) = make(&mut table, "e5", 2) else { panic!() };
    assert_eq!((table.game().history().len(), disk.record(0)), (1, before));
    disk.fail(false);
    make(&mut table, "e5", 3).unwrap();
}

#[test]
fn the_first_move_is_not_done_either_where_it_cannot_be_recorded() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    disk.fail(true);
    for at in 1..3 {
        let Err(TableRefusal::NotRecorded(_)) = make(&mut table, "e4", at) else { panic!() };
        assert_eq!((table.game().history().len(), table.is_recording()), (0, false));
    }
    disk.fail(false);
    make(&mut table, "d4", 3).unwrap();
    make(&mut table, "d5", 4).unwrap();
    drop(table);
    // Nothing of what was refused is in the record, and nothing of what was done is missing.
    let mut other = self::table(&disk, ["human", "human"], None);
    let Ok(Reply::Continued { progress, .. }) = other.ask(Request::Continue(WaitingChoice::Last), Moment(5))
    else {
        panic!()
    };
    assert_eq!(progress.plies, 2);
}

#[test]
fn a_session_goes_on_from_its_record() {
    let disk = Disk::default();
    let mut first = table(&disk, ["human", "2"], Some("5+3"));
    make(&mut first, "e4", 1000).unwrap();
    drop(first);
    let mut second = table(&disk, ["human", "human"], None);
    let [LeftOver::Waiting { count: 1, pairing, progress }] = &second.look_around(Moment(2000))[..] else {
        panic!()
    };
    assert!(matches!(pairing, Pairing::You { color: Color::White, .. }));
    assert_eq!(progress.plies, 1);
    second.ask(Request::Continue(WaitingChoice::Last), Moment(500_000)).unwrap();
    // Nobody paid for the time in between.
    assert!(second.flag_falls().unwrap() > Moment(700_000));
    assert!(second.is_computers_turn());
}

/// What White has left of ten minutes who thought until somebody left, when the game goes on.
fn left_after(leave: impl FnOnce(&mut Table)) -> u64 {
    let disk = Disk::default();
    let mut first = table(&disk, ["human", "human"], Some("10"));
    make(&mut first, "e4", 1000).unwrap();
    make(&mut first, "e5", 2000).unwrap();
    leave(&mut first);
    drop(first);
    let mut second = table(&disk, ["human", "human"], None);
    second.ask(Request::Continue(WaitingChoice::Last), Moment(500_000)).unwrap();
    make(&mut second, "Nf3", 500_000).unwrap();
    let white = *second.game().seats().get(Color::White);
    second.game().clock().unwrap().left(white, Moment(500_000)).as_secs()
}

#[test]
fn whoever_leaves_has_thought_until_then() {
    assert_eq!(left_after(|table| table.close(Moment(9000)).unwrap()), 592);
    // Whoever is killed has thought as long as was noted.
    let be_killed = |table: &mut Table| {
        for at in [3000, 5000, 8000] {
            table.note_time(Moment(at));
        }
    };
    assert_eq!(left_after(be_killed), 593);
    // What happens afterwards counts more.
    let go_back = |table: &mut Table| {
        table.note_time(Moment(8000));
        table.ask(Request::Undo(2), Moment(9000)).unwrap();
        make(table, "e4", 10_000).unwrap();
        make(table, "e5", 10_000).unwrap();
    };
    assert!(left_after(go_back) > 590);
}

#[test]
fn every_damaged_entry_is_found_and_told() {
    let disk = Disk::default();
    let mut board = table(&disk, ["human", "human"], None);
    for (number, m) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
        make(&mut board, m, 10 * number as u64).unwrap();
    }
    drop(board);
    let whole = disk.record(0);
    let lines: Vec<&str> = whole.lines().collect();
    // Each entry of the game in turn is lost, or stands twice.
    for number in 2..lines.len() {
        for twice in [false, true] {
            let mut damaged = lines.clone();
            if twice {
                damaged.insert(number, lines[number]);
            } else if number == lines.len() - 1 {
                continue; // Nobody can know of a last entry that is not there.
            } else {
                damaged.remove(number);
            }
            disk.set_record(0, &format!("{}\n", damaged.join("\n")));
            let mut other = table(&disk, ["human", "human"], None);
            let [LeftOver::Damaged { damage, .. }] = &other.look_around(Moment(99))[..] else {
                panic!("{damaged:?}")
            };
            let expected = if twice { number + 2 } else { number + 1 };
            assert_eq!(damage.entry, Some(expected), "{damage}");
            assert_eq!(disk.aside(), damaged.join("\n") + "\n");
            disk.set_record(0, &whole);
        }
    }
}

/// Saving in a file, also what the form holds only in part.
fn saving(name: &str, replace: Replace) -> Request {
    Request::Save { path: name.into(), replace, on_loss: OnLoss::LeaveOut }
}

#[test]
fn what_a_form_cannot_hold_needs_a_word_once() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    make(&mut table, "e4", 1).unwrap();
    table.ask(Request::Name { color: Some(Color::White), name: "Anna".to_owned() }, Moment(1)).unwrap();
    let unasked =
        |name: &str| Request::Save { path: name.into(), replace: Replace::Own, on_loss: OnLoss::Refuse };
    for name in ["game.xml", "game.fen", "game.epd"] {
        let told = table.ask(unasked(name), Moment(2));
        assert!(matches!(told, Err(TableRefusal::Lossy { .. })), "{name}: {told:?}");
        assert!(!disk.has_file(name), "{name}");
        table.ask(saving(name, Replace::Own), Moment(3)).unwrap();
        let Ok(Reply::Saved(saved)) = table.ask(unasked(name), Moment(4)) else { panic!("{name}") };
        assert!(!saved.lost.is_empty(), "{name}");
    }
    assert!(matches!(table.ask(unasked("game.pgn"), Moment(5)), Ok(Reply::Saved(_))));
    // What is lost now was not before.
    make(&mut table, "e5", 6).unwrap();
    table.ask(Request::Undo(1), Moment(7)).unwrap();
    let before = disk.file("game.xml");
    let told = table.ask(unasked("game.xml"), Moment(8));
    assert!(matches!(told, Err(TableRefusal::Lossy { .. })), "{told:?}");
    assert_eq!(disk.file("game.xml"), before);
}

#[test]
fn a_game_that_names_nobody_loses_nothing_as_xml() {
    let save = Request::Save { path: "game.xml".into(), replace: Replace::Own, on_loss: OnLoss::Refuse };
    for players in [["human", "human"], ["human", "3"]] {
        let disk = Disk::default();
        let mut table = table(&disk, players, None);
        make(&mut table, "e4", 1).unwrap();
        let told = table.ask(save.clone(), Moment(2));
        let Ok(Reply::Saved(saved)) = told else { panic!("{players:?}: {told:?}") };
        // Which computer played is told, but nobody is asked.
        assert_eq!(saved.lost.is_empty(), players[1] == "human", "{players:?}: {:?}", saved.lost);
    }
}

#[test]
fn what_others_added_to_a_file_meanwhile_is_not_lost() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    make(&mut table, "e4", 1).unwrap();
    for name in ["game.pgn", "position.fen"] {
        let save = || saving(name, Replace::Own);
        assert!(matches!(table.ask(save(), Moment(2)), Ok(Reply::Saved(_))));
        assert!(matches!(table.ask(save(), Moment(3)), Ok(Reply::Saved(_))));
        let added = format!("{0}\n{0}", disk.file(name));
        disk.write_file(name, &added);
        // A game has its place among others; a position has none.
        let told = table.ask(save(), Moment(4));
        assert_eq!(matches!(told, Ok(Reply::Saved(_))), name == "game.pgn", "{told:?}");
        assert_eq!(matches!(told, Err(TableRefusal::OtherGames { .. })), name != "game.pgn", "{told:?}");
        assert_eq!(disk.file(name), added);
    }
}

#[test]
fn a_file_of_one_game_that_others_changed_meanwhile_is_not_replaced_unasked() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    make(&mut table, "e4", 1).unwrap();
    for name in ["game.xml", "position.fen", "position.epd"] {
        let save = |replace| saving(name, replace);
        table.ask(save(Replace::Own), Moment(2)).unwrap();
        let ours = disk.file(name);
        make(&mut table, "e5", 3).unwrap();
        table.ask(save(Replace::Own), Moment(4)).unwrap();
        // Somebody puts another game there: the one that was there before.
        disk.write_file(name, &ours);
        let told = table.ask(save(Replace::Own), Moment(5));
        let Err(TableRefusal::NotSaved(why)) = &told else { panic!("{name}: {told:?}") };
        assert!(why.to_string().ends_with("the file was changed meanwhile"), "{why}");
        assert_eq!(disk.file(name), ours, "{name}");
        disk.write_file(name, "eggs and milk\n");
        for replace in [Replace::Own, Replace::Any] {
            assert!(table.ask(save(replace), Moment(6)).is_err(), "{name}");
        }
        assert_eq!(disk.file(name), "eggs and milk\n", "{name}");
        disk.write_file(name, &ours);
        table.ask(save(Replace::Any), Moment(7)).unwrap();
        assert_ne!(disk.file(name), ours, "{name}");
        table.ask(Request::Undo(1), Moment(8)).unwrap();
    }
}

#[test]
fn files_are_opened_and_saved_in_their_place() {
    let disk = Disk::default();
    disk.write_file("club.pgn", "1. d4 *\n\n[White \"Anna\"]\n\n1. e4 {bold} *\n\n1. c4 c5\n");
    let mut table = table(&disk, ["human", "human"], None);
    let path = PathBuf::from("club.pgn");
    let open = Request::Open { path, number: Some(2), sides: Sides::File };
    let Ok(Reply::Opened(opened)) = table.ask(open, Moment(1)) else { panic!() };
    assert_eq!(opened.names.white, "Anna");
    assert_eq!(opened.notes, []);
    make(&mut table, "c5", 2).unwrap();
    let Ok(Reply::Saved(saved)) = table.ask(saving("club.pgn", Replace::Own), Moment(3)) else { panic!() };
    assert_eq!((saved.number, saved.lost.is_empty()), (Some(2), true));
    let text = disk.file("club.pgn");
    assert!(text.starts_with("1. d4 *\n\n[Event "), "{text}");
    assert!(text.ends_with("1. e4 {bold} 1... c5 *\n\n1. c4 c5\n"), "{text}");
    assert!(text.contains("[Date \"????.??.??\"]"), "{text}");
    let first = Request::Open { path: "club.pgn".into(), number: None, sides: Sides::File };
    let Ok(Reply::Opened(opened)) = table.ask(first, Moment(4)) else { panic!() };
    assert_eq!(opened.notes, [OpeningNote::More]);
    assert_eq!(opened.before, Some(GameBefore::Waits));
}

#[test]
fn a_file_that_is_not_understood_is_not_replaced() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    make(&mut table, "e4", 1).unwrap();
    let utf16: Vec<u8> = "1. e4 *\n\n1. d4 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [
        ("utf16.pgn", &utf16[..]),
        ("archive.pgn", b"PK\x03\x04 and so on"),
        ("list.pgn", b"eggs and milk\n"),
        ("list.fen", b"eggs and milk\n"),
        ("list.xml", b"eggs and milk\n"),
        ("picture.xml", b"<svg></svg>\n"),
    ] {
        disk.write_file(name, bytes);
        let save = saving(name, Replace::Any);
        let told = table.ask(save, Moment(2));
        assert!(matches!(told, Err(TableRefusal::NotUnderstood { .. })), "{name}: {told:?}");
        assert_eq!(disk.bytes(name), bytes, "{name}");
    }
    disk.write_file("locked.pgn", b"1. e4 *\n");
    disk.lock("locked.pgn");
    let save = saving("locked.pgn", Replace::Any);
    let told = table.ask(save, Moment(2));
    assert!(matches!(told, Err(TableRefusal::NotUnderstood { .. })), "{told:?}");
}

#[test]
fn a_file_of_one_game_or_none_is_replaced() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    make(&mut table, "e4", 1).unwrap();
    for (name, bytes) in [("empty.pgn", &b""[..]), ("one.pgn", b"1. d4 d5 *\n"), ("empty.fen", b"")] {
        disk.write_file(name, bytes);
        let save = saving(name, Replace::Any);
        table.ask(save, Moment(2)).unwrap();
        assert_ne!(disk.bytes(name), bytes);
    }
}

#[test]
fn a_file_of_this_game_is_saved_again_whatever_its_rules() {
    for (rules, m) in [("imperial", "e3"), ("byu", "e3"), ("fide", "e4")] {
        let disk = Disk::default();
        let mut table = table(&disk, ["human", "human"], None);
        table.ask(Request::Rules(Box::new(find_rules(rules).unwrap().into())), Moment(1)).unwrap();
        make(&mut table, m, 2).unwrap();
        for at in 3..5 {
            for name in ["game.xml", "game.fen", "game.epd", "game.pgn"] {
                let save = saving(name, Replace::Any);
                let saved = table.ask(save, Moment(at));
                assert!(matches!(saved, Ok(Reply::Saved(_))), "{rules}, {name}: {saved:?}");
            }
        }
    }
}

#[test]
fn a_player_whom_nobody_knows_is_damage_of_the_record() {
    let disk = Disk::default();
    let mut board = table(&disk, ["human", "2"], None);
    make(&mut board, "e4", 1).unwrap();
    drop(board);
    let whole = disk.record(0);
    for unknown in ["12", "0", "-3", "", "   ", "program proto=none"] {
        let text = whole.replacen("\"2\"", &format!("\"{unknown}\""), 1);
        assert_ne!(text, whole);
        disk.set_record(0, &text);
        let mut other = table(&disk, ["human", "human"], None);
        let found = &other.look_around(Moment(99))[..];
        let [LeftOver::Damaged { damage, .. }] = found else { panic!("{unknown}: {found:?}") };
        assert_eq!(damage.entry, Some(1), "{unknown}: {damage}");
    }
}

#[test]
fn an_opening_is_made_for_both_and_can_be_taken_back() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], Some("5+3"));
    make(&mut table, "a4", 10).unwrap();
    let line = find_opening("Ruy Lopez").unwrap();
    let Ok(Reply::Begun(begun)) = table.ask(Request::Opening(line), Moment(20)) else { panic!() };
    assert_eq!(begun.before, Some(GameBefore::Waits));
    assert_eq!((begun.introduction.opening, table.opening()), (Some(line), Some(line)));
    let moves = table.game().history().line().count();
    assert_eq!((moves, table.turn().color), (5, Color::Black));
    make(&mut table, "a6", 30).unwrap();
    assert_eq!(table.opening().unwrap().name(), "Ruy Lopez: Morphy Defense");
    table.ask(Request::Undo(2), Moment(40)).unwrap();
    assert_eq!(table.opening().unwrap().name(), "King's Knight Opening: Normal Variation");
    make(&mut table, "Bc4", 50).unwrap();
    assert_eq!(table.opening().unwrap().name(), "Italian Game");
    // The record tells the same.
    let session = tabiya_table::Session::of_lines(disk.record(1).as_bytes()).unwrap();
    assert_eq!(session.game.position(), table.game().position());
}

#[test]
fn after_an_opening_the_clock_waits_for_the_first_move() {
    let line = find_opening("Ruy Lopez").unwrap();
    for first_moves in [FirstMoves::Timed, FirstMoves::OneFree] {
        let disk = Disk::default();
        let time = Some("1+0".parse().unwrap());
        let setting =
            TableSetup { opening: Some(line), time, first_moves, ..setting(&disk, ["human", "human"]) };
        let mut table = Table::new(setting, Moment(0)).unwrap();
        let left = |table: &Table, color, at| {
            let at = table.clock_moment(Moment(at));
            table.game().clock().unwrap().left(*table.game().seats().get(color), at).as_secs()
        };
        assert_eq!((table.flag_falls(), left(&table, Color::Black, 90_000)), (None, 60));
        assert!(table.look_at_the_clock(Moment(90_000)).is_none());
        let Ok(Reply::Happened(moved)) = make(&mut table, "a6", 90_000) else { panic!() };
        assert!(matches!(moved.events[..], [ref event] if matches!(event.fact, Fact::Moved(_))));
        assert_eq!(left(&table, Color::Black, 100_000), 60);
        assert_eq!(left(&table, Color::White, 100_000), 50);
        assert_eq!(table.flag_falls(), Some(Moment(150_000)));
        // The record tells the same.
        let session = tabiya_table::Session::of_lines(disk.record(0).as_bytes()).unwrap();
        assert_eq!(session.game, *table.game());
        // So it is with an opening that is asked for later.
        table.ask(Request::Opening(line), Moment(110_000)).unwrap();
        assert_eq!((table.flag_falls(), left(&table, Color::Black, 190_000)), (None, 60));
        table.ask(Request::New(None), Moment(190_000)).unwrap();
        assert_eq!(table.flag_falls().is_some(), first_moves == FirstMoves::Timed);
    }
}

#[test]
fn an_opening_is_refused_where_games_do_not_begin_as_chess_does() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    table.ask(Request::Rules(Box::new(find_rules("hong").unwrap().into())), Moment(0)).unwrap();
    let refused = table.ask(Request::Opening(find_opening("C65").unwrap()), Moment(1));
    assert!(matches!(refused, Err(TableRefusal::NoOpenings(_))));
    assert!(table.game().history().is_empty() && table.opening().is_none());
}

/// A book that knows the start only, where it moves the pawn of the a-file.
const BOOK: [u8; 16] = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0x10, 0, 1, 0, 0, 0, 0];

#[test]
fn the_computer_plays_by_the_book_that_is_open() {
    let disk = Disk::default();
    disk.write_file("good.bin", BOOK);
    disk.write_file("bad.bin", &BOOK[1..]);
    disk.write_file("empty.bin", []);
    let mut table = table(&disk, ["4", "human"], None);
    let first = |table: &mut Table| match table.think(Moment(0)) {
        Ok(ComputerChoice::Move(m)) => m.to_string(),
        other => panic!("{other:?}"),
    };
    let known = |text: &str| ["e2e4", "d2d4", "c2c4", "g1f3"].contains(&text);
    assert!((0..10).all(|_| known(&first(&mut table))), "the standard book");
    table.ask(Request::Book(BookWish::File("good.bin".into())), Moment(0)).unwrap();
    for bad in ["bad.bin", "empty.bin", "none.bin"] {
        let refused = table.ask(Request::Book(BookWish::File(bad.into())), Moment(0));
        assert!(matches!(refused, Err(TableRefusal::NoBook(_))), "{bad}");
        assert_eq!(first(&mut table), "a2a3", "{bad} changes nothing");
    }
    table.ask(Request::Book(BookWish::Off), Moment(0)).unwrap();
    assert!((0..10).any(|_| first(&mut table) != "a2a3"));
    table.ask(Request::Book(BookWish::On), Moment(0)).unwrap();
    assert_eq!(first(&mut table), "a2a3");
    table.ask(Request::Book(BookWish::BuiltIn), Moment(0)).unwrap();
    assert!(known(&first(&mut table)));
}

#[test]
fn a_game_goes_on_with_its_book() {
    let disk = Disk::default();
    // The start, where the pawn of the a-file moves.
    disk.write_file("own.bin", [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 2, 0x10, 0, 1, 0, 0, 0, 0]);
    let mut first = table(&disk, ["human", "7"], None);
    first.ask(Request::Book(BookWish::File("own.bin".into())), Moment(0)).unwrap();
    make(&mut first, "e4", 1).unwrap();
    first.ask(Request::Book(BookWish::Off), Moment(2)).unwrap();
    drop(first);
    let go_on = |at| {
        let mut table = table(&disk, ["human", "7"], None);
        let Ok(Reply::Continued { notes, .. }) =
            table.ask(Request::Continue(WaitingChoice::Last), Moment(at))
        else {
            panic!()
        };
        (table.book().path.clone(), table.book().is_open, notes)
    };
    let (path, is_open, notes) = go_on(3);
    assert_eq!((path, is_open, notes.len()), (Some("own.bin".into()), false, 0));
    disk.lock("own.bin");
    let (path, is_open, notes) = go_on(4);
    assert!(matches!(&notes[..], [LeftOver::NoBook(_)]), "{notes:?}");
    assert_eq!((path, is_open), (None, false));
}

#[test]
fn a_saved_game_names_its_opening_and_a_files_own_tags_stay() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "human"], None);
    for m in ["e4", "c5"] {
        make(&mut table, m, 1).unwrap();
    }
    table.ask(saving("new.pgn", Replace::Own), Moment(2)).unwrap();
    let saved = disk.file("new.pgn");
    assert!(saved.contains("[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]"), "{saved}");
    for tags in ["", "[ECO \"A00\"]\n"] {
        let text = format!("[White \"A\"]\n[Black \"B\"]\n{tags}\n1. e4 c5 *\n");
        disk.write_file("own.pgn", &text);
        table
            .ask(Request::Open { path: "own.pgn".into(), number: None, sides: Sides::Table }, Moment(3))
            .unwrap();
        make(&mut table, "Nf3", 4).unwrap();
        table.ask(saving("own.pgn", Replace::Own), Moment(5)).unwrap();
        let saved = disk.file("own.pgn");
        assert_eq!(saved.matches("ECO").count(), usize::from(!tags.is_empty()), "{saved}");
        assert!(saved.contains(tags) && !saved.contains("Opening"), "{saved}");
    }
}

fn opening(name: &str) -> Request {
    Request::Open { path: name.into(), number: None, sides: Sides::File }
}

/// Mate in two by a quiet move, which the lower levels do not look for.
#[test]
fn a_hint_is_the_best_move_whatever_the_level() {
    for level in ["1", "3", "human"] {
        let fen: Fen = "7k/8/8/8/8/8/R7/1R5K w - - 0 1".parse().unwrap();
        let disk = Disk::default();
        let setting = TableSetup { position: Some(fen.setup), ..setting(&disk, ["human", level]) };
        let table = Table::new(setting, Moment(0)).unwrap();
        let hint = table.hint().unwrap();
        assert_eq!(hint.reasons.to_string(), "mates in two moves", "{level}: {}", hint.m);
        let said = Language::ALL.map(|language| words::hint(language, &hint));
        assert!(said[0].ends_with(" It mates in two moves."), "{}", said[0]);
        assert!(said[1].ends_with(" Er setzt in zwei Zügen matt."), "{}", said[1]);
    }
}

#[test]
fn pieces_are_counted_only_where_the_rules_count_them() {
    for (rules, is_counted) in [("fide", false), ("hong", false), ("cuhk", true)] {
        let disk = Disk::default();
        let rules = Some(find_rules(rules).unwrap().into());
        let mut table =
            Table::new(TableSetup { rules, ..setting(&disk, ["human", "human"]) }, Moment(0)).unwrap();
        make(&mut table, "e2e3", 1).unwrap();
        let stopped = table.ask(Request::Stop, Moment(2));
        assert_eq!(stopped.is_ok(), is_counted, "{stopped:?}");
    }
}

const MATE: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn open(table: &mut Table, name: &str, at: u64) {
    table.ask(Request::Open { path: name.into(), number: None, sides: Sides::File }, Moment(at)).unwrap();
}

#[test]
fn a_game_that_was_over_in_its_file_is_nobodys_point() {
    let disk = Disk::default();
    disk.write_file("mate.pgn", MATE);
    let mut board = table(&disk, ["human", "human"], None);
    open(&mut board, "mate.pgn", 1);
    assert_eq!(board.session().score().games(), 0);
    board.ask(Request::New(None), Moment(2)).unwrap();
    assert_eq!(board.session().score().games(), 0);
    make(&mut board, "e4", 3).unwrap();
    drop(board);
    let mut other = table(&disk, ["human", "human"], None);
    other.ask(Request::Continue(WaitingChoice::Last), Moment(4)).unwrap();
    assert_eq!(other.session().score().games(), 0, "the record knows it, too");
    // Whoever plays on from it has played for that.
    open(&mut other, "mate.pgn", 5);
    other.ask(Request::Undo(1), Moment(6)).unwrap();
    other.ask(Request::Resign(Some(Color::White)), Moment(7)).unwrap();
    assert_eq!(other.session().score().games(), 1);
}

#[test]
fn a_result_in_a_file_is_not_replaced_unasked() {
    for (name, text) in
        [("mate.pgn", MATE.to_owned()), ("won.pgn", MATE.replace("0-1", "1-0").replace(" 2. g4 Qh4#", ""))]
    {
        let disk = Disk::default();
        disk.write_file(name, &text);
        let mut board = table(&disk, ["human", "human"], None);
        open(&mut board, name, 1);
        board.ask(Request::Undo(1), Moment(2)).unwrap();
        make(&mut board, "a6", 3).unwrap();
        let before = disk.file(name);
        assert!(board.ask(saving(name, Replace::Own), Moment(4)).is_err(), "{name}");
        assert_eq!(disk.file(name), before);
        board.ask(saving(name, Replace::Any), Moment(5)).unwrap();
        assert!(disk.file(name).contains("a6"), "{}", disk.file(name));
        // Once is enough.
        make(&mut board, "a3", 6).unwrap();
        board.ask(saving(name, Replace::Own), Moment(7)).unwrap();
    }
}

#[test]
fn a_game_that_ends_is_saved_where_it_was() {
    let disk = Disk::default();
    disk.write_file("open.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 *\n");
    let mut board = table(&disk, ["human", "human"], None);
    open(&mut board, "open.pgn", 1);
    make(&mut board, "Qh4", 2).unwrap();
    board.ask(saving("open.pgn", Replace::Own), Moment(3)).unwrap();
    board.ask(saving("open.pgn", Replace::Own), Moment(4)).unwrap();
}

#[test]
fn a_file_of_byus_is_a_game_of_two_people() {
    let disk = Disk::default();
    let mut people = table(&disk, ["human", "human"], None);
    make(&mut people, "e4", 1).unwrap();
    people.ask(saving("two.xml", Replace::Own), Moment(2)).unwrap();
    let mut board = table(&disk, ["human", "3"], None);
    open(&mut board, "two.xml", 3);
    assert!(board.session().lineup.players.0.iter().all(Player::is_human));
    let save = Request::Save { path: "two.xml".into(), replace: Replace::Own, on_loss: OnLoss::Refuse };
    make(&mut board, "e5", 4).unwrap();
    board.ask(save, Moment(5)).unwrap();
    // Whoever says who plays is obeyed.
    let mut board = table(&disk, ["human", "3"], None);
    let request = Request::Open { path: "two.xml".into(), number: None, sides: Sides::Table };
    board.ask(request, Moment(6)).unwrap();
    assert!(board.session().human_color().is_some());
}
