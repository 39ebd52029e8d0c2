//! What becomes of a game when another one takes its place.

use tabiya_engine::Yielding;
use tabiya_game::Moment;
use tabiya_notation::{Fen, find_rules};
use tabiya_openings::find_opening;
use tabiya_rules::{Color, Language};
use tabiya_table::talk::words;
use tabiya_table::{
    GameBefore, Replace, Reply, Request, Sides, Table, TableRefusal, TableSetup, WaitingChoice,
};

use crate::memory::Disk;
use crate::{make, opening, saving, setting, table};

#[test]
fn a_match_of_its_own_begins_without_the_game_before() {
    let disk = Disk::default();
    disk.write_file("club.pgn", "1. d4 d5 *\n");
    let mut table = table(&disk, ["human", "human"], None);
    make(&mut table, "e4", 1).unwrap();
    table.ask(Request::Resign(None), Moment(2)).unwrap();
    let Ok(Reply::Opened(opened)) = table.ask(opening("club.pgn"), Moment(3)) else { panic!() };
    assert!(matches!(opened.before, Some(GameBefore::Kept(_))), "{:?}", opened.before);
    let score = table.session().score();
    assert_eq!(score.games(), 0, "{score:?}");
    make(&mut table, "c4", 4).unwrap();
    let told = tabiya_table::Session::of_lines(disk.record(1).as_bytes()).unwrap();
    assert_eq!(told.score(), score, "the record knows the same");
}

fn setting_up(fen: &str) -> Request {
    Request::SetUp(fen.parse::<Fen>().unwrap().setup)
}

const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

/// How many single moves were made in each game that waits, the last one first.
fn waiting(disk: &Disk) -> Vec<u32> {
    let mut other = table(disk, ["human", "human"], None);
    other.waiting_games().unwrap().games.iter().map(|game| game.progress.plies).collect()
}

#[test]
fn an_unfinished_game_waits_whatever_takes_its_place() {
    for next in [
        Request::New(None),
        setting_up(ROOK),
        Request::Opening(find_opening("Ruy Lopez").unwrap()),
        Request::Rules(Box::new(find_rules("hong").unwrap().into())),
        opening("club.pgn"),
    ] {
        let disk = Disk::default();
        disk.write_file("club.pgn", "1. d4 d5 *\n");
        let mut board = table(&disk, ["human", "human"], None);
        make(&mut board, "e4", 1).unwrap();
        let before = match board.ask(next.clone(), Moment(2)) {
            Ok(Reply::Begun(begun)) => begun.before,
            Ok(Reply::Opened(opened)) => opened.before,
            other => panic!("{other:?}"),
        };
        assert_eq!(before, Some(GameBefore::Waits), "{next:?}");
        board.close(Moment(3)).unwrap();
        drop(board);
        assert!(waiting(&disk).contains(&1), "{next:?}");
        let mut other = table(&disk, ["human", "human"], None);
        let games = other.waiting_games().unwrap().games;
        let left = games.iter().find(|game| game.progress.plies == 1).unwrap();
        other.ask(Request::GoOn(left.record.clone()), Moment(4)).unwrap();
        make(&mut other, "e5", 5).unwrap();
    }
}

#[test]
fn a_game_keeps_its_mark_and_its_name_whatever_else_waits() {
    let disk = Disk::default();
    for first in ["e4", "d4", "c4"] {
        let mut board = table(&disk, ["human", "human"], None);
        make(&mut board, first, 1).unwrap();
        if first == "c4" {
            board.ask(Request::Title { record: None, title: "Réti".to_owned() }, Moment(1)).unwrap();
        }
        board.close(Moment(2)).unwrap();
    }
    let mut board = table(&disk, ["human", "human"], None);
    let waiting = board.waiting_games().unwrap();
    let marks: Vec<String> = waiting.games.iter().map(|game| game.mark.clone()).collect();
    let [first, second, third] = marks.as_slice() else { panic!("{marks:?}") };
    assert!(first != second && second != third && first != third, "{marks:?}");
    let found = |board: &mut Table, choice: &str| {
        let games = board.waiting_games().unwrap();
        games.find(&choice.parse().unwrap()).map(|game| game.mark.clone())
    };
    assert_eq!(found(&mut board, "2").unwrap(), *second);
    board.ask(Request::ThrowAway(waiting.games[0].record.clone()), Moment(3)).unwrap();
    // The number is another game's now; what they are called is not.
    assert_eq!(found(&mut board, "2").unwrap(), *third);
    assert_eq!(found(&mut board, second).unwrap(), *second);
    assert_eq!(found(&mut board, "reti").unwrap(), *third);
    assert!(matches!(found(&mut board, first), Err(TableRefusal::NoneSoCalled { .. })));
    assert!(matches!(found(&mut board, "3"), Err(TableRefusal::OnlyWaiting { count: 2, .. })));
    let record = waiting.games[1].record.clone();
    board.ask(Request::Title { record: Some(record), title: "Reti".to_owned() }, Moment(4)).unwrap();
    let Err(TableRefusal::SeveralSoCalled { marks, .. }) = found(&mut board, "réti") else { panic!() };
    assert_eq!(marks, [second.clone(), third.clone()]);
    // The word of a game wins over a name that somebody gave another one.
    let record = waiting.games[1].record.clone();
    board.ask(Request::Title { record: Some(record), title: third.clone() }, Moment(4)).unwrap();
    assert_eq!(found(&mut board, third).unwrap(), *third);
    // Gone on with and left again, it has its mark still.
    board.ask(Request::Continue(third.parse().unwrap()), Moment(5)).unwrap();
    make(&mut board, "e5", 6).unwrap();
    board.close(Moment(7)).unwrap();
    drop(board);
    let mut board = table(&disk, ["human", "human"], None);
    assert_eq!(found(&mut board, third).unwrap(), *third);
}

#[test]
fn games_have_one_numbering_inside_a_game_and_outside() {
    let disk = Disk::default();
    for first in ["e4", "d4", "c4"] {
        let mut board = table(&disk, ["human", "human"], None);
        make(&mut board, first, 1).unwrap();
        board.close(Moment(2)).unwrap();
    }
    let mut board = table(&disk, ["human", "human"], None);
    let listed = board.waiting_games().unwrap().games;
    let marks: Vec<&str> = listed.iter().map(|game| game.mark.as_str()).collect();
    let go_on =
        |board: &mut Table, choice: &str| board.ask(Request::Continue(choice.parse().unwrap()), Moment(4));
    go_on(&mut board, "1").unwrap();
    // The first of the list is on the table now.
    let Err(TableRefusal::OnTableAlready { next }) = go_on(&mut board, "1") else { panic!() };
    assert_eq!(next, marks[1]);
    assert!(matches!(go_on(&mut board, "4"), Err(TableRefusal::OnlyWaiting { count: 3, .. })));
    let waiting = |board: &mut Table| {
        let games = board.waiting_games().unwrap().games;
        games.into_iter().map(|game| game.mark).collect::<Vec<_>>()
    };
    go_on(&mut board, "3").unwrap();
    assert_eq!(waiting(&mut board), [marks[0], marks[1]]);
    // Without a number, the one left last.
    board.ask(Request::Continue(WaitingChoice::Last), Moment(5)).unwrap();
    assert_eq!(waiting(&mut board), [marks[1], marks[2]]);
}

#[test]
fn a_position_that_somebody_set_up_waits_before_its_first_move() {
    let disk = Disk::default();
    let mut board = table(&disk, ["human", "human"], None);
    board.ask(setting_up(ROOK), Moment(1)).unwrap();
    assert!(board.is_recording());
    // Put right, it is still one game.
    board.ask(setting_up("4k3/8/8/8/8/8/8/4K2R b K - 0 1"), Moment(2)).unwrap();
    board.close(Moment(3)).unwrap();
    drop(board);
    assert_eq!(waiting(&disk), [0]);
    let mut other = table(&disk, ["human", "human"], None);
    other.ask(Request::Continue(WaitingChoice::Last), Moment(4)).unwrap();
    assert_eq!(other.turn().color, Color::Black);
    // The position with which every game begins is nothing to keep.
    let usual = find_rules("fide").unwrap().rules.start.setup();
    other.ask(Request::SetUp(usual), Moment(5)).unwrap();
    other.close(Moment(6)).unwrap();
    drop(other);
    assert!(waiting(&disk).is_empty());
}

/// Requests that give a game or its player a name.
fn naming() -> [Request; 2] {
    let name = "Réti".to_owned();
    [Request::Title { record: None, title: name.clone() }, Request::Name { color: None, name }]
}

#[test]
fn a_game_that_is_in_no_file_waits_once_it_has_a_name() {
    let pasted = || Request::Read { text: "1. e4 e5 2. Nf3 *".to_owned(), sides: Sides::File };
    let ruy_lopez = || Request::Opening(find_opening("Ruy Lopez").unwrap());
    for (begin, plies) in [(pasted(), 3), (ruy_lopez(), 5)] {
        for name in naming() {
            let disk = Disk::default();
            let mut board = table(&disk, ["human", "human"], None);
            board.ask(begin.clone(), Moment(1)).unwrap();
            board.ask(name.clone(), Moment(2)).unwrap();
            board.close(Moment(3)).unwrap();
            drop(board);
            assert_eq!(waiting(&disk), [plies], "{name:?}");
            let mut other = table(&disk, ["human", "human"], None);
            let games = other.waiting_games().unwrap().games;
            let title = matches!(name, Request::Title { .. }).then(|| "Réti".to_owned());
            assert_eq!(games[0].title, title);
            other.ask(Request::Continue(WaitingChoice::Last), Moment(4)).unwrap();
            assert_eq!(other.game().history().line().count() as u32, plies);
            // Another game in its place lets it wait, too.
            let Ok(Reply::Begun(begun)) = other.ask(Request::New(None), Moment(5)) else { panic!() };
            assert_eq!(begun.before, Some(GameBefore::Waits));
        }
    }
    // A name for a game in which nothing stands yet keeps nothing.
    let disk = Disk::default();
    let mut board = table(&disk, ["human", "human"], None);
    for name in naming() {
        board.ask(name, Moment(1)).unwrap();
    }
    board.close(Moment(2)).unwrap();
    drop(board);
    assert!(waiting(&disk).is_empty());
}

#[test]
fn a_position_that_cannot_be_recorded_is_not_set_up() {
    for moves in [&[][..], &["e4"]] {
        let disk = Disk::default();
        let mut board = table(&disk, ["human", "human"], None);
        for m in moves {
            make(&mut board, m, 1).unwrap();
        }
        disk.fail(true);
        let refused = board.ask(setting_up(ROOK), Moment(2));
        assert!(matches!(refused, Err(TableRefusal::NotRecorded(_))), "{refused:?}");
        disk.fail(false);
        make(&mut board, if moves.is_empty() { "e4" } else { "e5" }, 3).unwrap();
        board.close(Moment(4)).unwrap();
        drop(board);
        assert_eq!(waiting(&disk), [moves.len() as u32 + 1], "the game before goes on whole");
    }
}

#[test]
fn whoever_takes_the_place_of_a_computer_is_named() {
    let disk = Disk::default();
    let mut table = table(&disk, ["human", "./crash.sh"], None);
    make(&mut table, "e4", 1).unwrap();
    assert_eq!(table.names().black, "crash.sh");
    table.wait();
    let level = "2".parse().unwrap();
    let reply = table.ask(Request::Level(level), Moment(2)).unwrap();
    let said = Language::ALL.map(|language| words::reply(language, &reply));
    assert_eq!(said[0], "The computer plays at level 2. It is Black's turn; go lets the computer move.");
    assert!(said[1].contains("go"), "{}", said[1]);
    assert_eq!(table.names().black, "Tabiya level 2");
    table.ask(saving("own.pgn", Replace::Own), Moment(3)).unwrap();
    let saved = disk.file("own.pgn");
    assert!(saved.contains("[Black \"Tabiya level 2\"]") && !saved.contains("Program"), "{saved}");
}

#[test]
fn the_next_game_has_no_name_yet() {
    for next in [opening("club.pgn"), Request::Opening(find_opening("Ruy Lopez").unwrap())] {
        let disk = Disk::default();
        disk.write_file("club.pgn", "1. d4 d5 *\n");
        let mut table = table(&disk, ["human", "human"], None);
        make(&mut table, "e4", 1).unwrap();
        table.ask(Request::Title { record: None, title: "Friday".to_owned() }, Moment(2)).unwrap();
        assert_eq!(table.session().lineup.title.as_deref(), Some("Friday"));
        table.ask(next, Moment(3)).unwrap();
        assert_eq!(table.session().lineup.title, None);
    }
}

#[test]
fn a_game_remembers_that_it_is_played_to_the_end() {
    let to_the_end = |table: &Table| table.session().lineup.plays_to_the_end;
    let disk = Disk::default();
    let mut board =
        Table::new(TableSetup { yielding: Yielding::Never, ..setting(&disk, ["human", "3"]) }, Moment(0))
            .unwrap();
    make(&mut board, "e4", 1).unwrap();
    board.close(Moment(2)).unwrap();
    drop(board);
    let as_people = || TableSetup { yielding: Yielding::AsPeople, ..setting(&disk, ["human", "3"]) };
    let mut board = Table::new(as_people(), Moment(3)).unwrap();
    assert!(!to_the_end(&board));
    board.ask(Request::Continue(WaitingChoice::Last), Moment(4)).unwrap();
    assert!(to_the_end(&board));
    // The game after it is another one.
    let plan = tabiya_table::GamePlan {
        players: tabiya_rules::ByColor { white: "human".parse().unwrap(), black: "3".parse().unwrap() },
        rules: find_rules("fide").unwrap().into(),
        position: None,
        opening: None,
        time: None,
    };
    board.ask(Request::Begin(Box::new(plan)), Moment(5)).unwrap();
    assert!(!to_the_end(&board));
    drop(board);
    // Whoever says it when going on says it for the next time as well.
    let disk = Disk::default();
    let mut board =
        Table::new(TableSetup { yielding: Yielding::AsPeople, ..setting(&disk, ["human", "3"]) }, Moment(0))
            .unwrap();
    make(&mut board, "e4", 1).unwrap();
    board.close(Moment(2)).unwrap();
    drop(board);
    for yielding in [Yielding::Never, Yielding::AsPeople] {
        let mut board =
            Table::new(TableSetup { yielding, ..setting(&disk, ["human", "3"]) }, Moment(3)).unwrap();
        board.ask(Request::Continue(WaitingChoice::Last), Moment(4)).unwrap();
        assert!(to_the_end(&board), "{yielding:?}");
        board.close(Moment(5)).unwrap();
    }
}
