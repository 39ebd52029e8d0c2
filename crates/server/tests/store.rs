//! The store by itself: what is inserted, what is not, and what survives.

use std::sync::Arc;

use rusqlite::Connection;
use tabiya_game::{By, BySeat, Command, Event, Game, Moment, Seat, Start};
use tabiya_rules::FIDE;
use tabiya_server::sqlite::SqliteStore;
use tabiya_server::{
    Created, Entry, GameId, GameRow, Holder, NewGame, PlayerId, Source, Stage, Store, StoreError, Submission,
    Submitted,
};

/// A folder that is gone when the test is.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tabiya-store-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.join("tabiya.db")
    }

    fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.file()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn started() -> Vec<Event> {
    Game::start(Start::usual(FIDE), Moment(1)).unwrap().1
}

fn row(id: GameId) -> GameRow {
    GameRow {
        id,
        created: Moment(1),
        updated: Moment(1),
        stage: Stage::Live,
        timed: false,
        seats: BySeat([Holder::Person(PlayerId::random()), Holder::Computer(2)]),
        white: "Ann".to_owned(),
        black: "Computer".to_owned(),
        rules: "fide".to_owned(),
        result: "*".to_owned(),
        plies: 0,
        previous: None,
        score: (0, 0, 0),
        opening: None,
    }
}

fn entry(version: u32, id: &str, hash: u8) -> Entry {
    Entry { version, command_id: id.parse().unwrap(), command_hash: [hash; 32], events: started() }
}

fn begun(game: &GameRow) -> NewGame {
    NewGame { first: Some(entry(1, "one", 1)), ..waiting(game) }
}

fn waiting(game: &GameRow) -> NewGame {
    NewGame { row: game.clone(), first: None, source: None }
}

fn submission(game: &GameRow, version: u32, id: &str, hash: u8) -> Submission {
    Submission { entry: entry(version, id, hash), row: game.clone() }
}

#[tokio::test]
async fn a_command_is_kept_once_and_a_version_is_taken_once() {
    let folder = Folder::new("once");
    let store = folder.open();
    let game = row(GameId::random());
    assert_eq!(store.create(begun(&game)).await, Ok(Created::Done));
    assert_eq!(store.create(waiting(&game)).await, Ok(Created::IdTaken));
    assert_eq!(store.submit(submission(&game, 2, "two", 2)).await, Ok(Submitted::Inserted));
    let kept = store.entries(game.id, 1).await.unwrap();
    assert_eq!(kept, [entry(2, "two", 2)]);
    // The same command again, upon whatever version.
    for version in [2, 3, 9] {
        let again = store.submit(submission(&game, version, "two", 2)).await;
        assert_eq!(again, Ok(Submitted::Same(kept[0].clone())));
    }
    assert_eq!(store.submit(submission(&game, 3, "two", 7)).await, Ok(Submitted::OtherCommand));
    assert_eq!(store.submit(submission(&game, 2, "late", 3)).await, Ok(Submitted::VersionTaken));
    assert_eq!(store.submit(submission(&game, 4, "early", 3)).await, Ok(Submitted::VersionTaken));
    assert_eq!(store.entries(game.id, 0).await.unwrap().len(), 2);
}

#[tokio::test]
async fn no_entry_comes_before_the_start_of_its_game() {
    let folder = Folder::new("start");
    let store = folder.open();
    let game = GameRow { stage: Stage::Open, ..row(GameId::random()) };
    store.create(waiting(&game)).await.unwrap();
    let first = |id: &str| Entry { events: moved(), ..entry(1, id, 1) };
    let submit = |entry| store.submit(Submission { entry, row: game.clone() });
    assert!(submit(first("abort")).await.is_err());
    assert!(submit(Entry { events: vec![], ..first("nothing") }).await.is_err());
    assert_eq!(submit(entry(2, "two", 2)).await, Ok(Submitted::VersionTaken));
    assert_eq!(store.entries(game.id, 0).await, Ok(vec![]));
    assert_eq!(store.game(game.id).await, Ok(Some(game.clone())));
    // Nor in a game that was taken out of the list, or never was in it.
    assert_eq!(store.withdraw(game.id).await, Ok(true));
    assert!(submit(first("abort")).await.is_err());
    assert!(submit(entry(1, "start", 1)).await.is_err());
    assert_eq!(store.game(game.id).await, Ok(None));
    assert_eq!(store.entries(game.id, 0).await, Ok(vec![]));
    let other = row(GameId::random());
    assert!(store.create(NewGame { first: Some(first("one")), ..waiting(&other) }).await.is_err());
    assert_eq!(store.game(other.id).await, Ok(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_want_a_version_one_gets_it() {
    let folder = Folder::new("many");
    let store = Arc::new(folder.open());
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    let tasks = (0..50u8).map(|number| {
        let (store, game) = (Arc::clone(&store), game.clone());
        tokio::spawn(async move {
            store.submit(submission(&game, 2, &format!("c{number}"), number)).await.unwrap()
        })
    });
    let mut inserted = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Submitted::Inserted => inserted += 1,
            other => assert_eq!(other, Submitted::VersionTaken),
        }
    }
    assert_eq!(inserted, 1);
}

#[tokio::test]
async fn a_game_is_followed_by_one_rematch() {
    let folder = Folder::new("rematch");
    let store = folder.open();
    let first = row(GameId::random());
    store.create(waiting(&first)).await.unwrap();
    let second = GameRow { previous: Some(first.id), ..row(GameId::random()) };
    let third = GameRow { previous: Some(first.id), ..row(GameId::random()) };
    assert_eq!(store.create(waiting(&second)).await, Ok(Created::Done));
    assert_eq!(store.create(waiting(&third)).await, Ok(Created::FollowedBy(second.id)));
    assert_eq!(store.next(first.id).await, Ok(Some(second.id)));
}

#[tokio::test]
async fn runs_are_remembered_with_their_last_sign_of_life() {
    let folder = Folder::new("runs");
    let store = folder.open();
    assert_eq!(store.earlier_runs(), []);
    store.stamp().await.unwrap();
    drop(store);
    let store = folder.open();
    let runs = store.earlier_runs();
    assert_eq!(runs.len(), 1);
    assert!(runs[0].started <= runs[0].alive && runs[0].alive <= store.now().moment());
}

#[tokio::test]
async fn runs_that_no_clock_depends_on_are_forgotten() {
    let folder = Folder::new("forgotten");
    drop(folder.open());
    drop(folder.open());
    let store = folder.open();
    assert_eq!(store.earlier_runs().len(), 2);
    store.forget_earlier_runs().await.unwrap();
    drop(store);
    assert_eq!(folder.open().earlier_runs().len(), 1);
}

#[tokio::test]
async fn sources_and_wishes_are_kept() {
    let folder = Folder::new("sources");
    let store = folder.open();
    let game = row(GameId::random());
    let source = Source { number: 2, games: 3, left_out: vec!["x".to_owned()], pgn: "1. e4 *\n".to_owned() };
    let new = NewGame { source: Some(source.clone()), ..begun(&game) };
    assert_eq!(store.create(new).await, Ok(Created::Done));
    store.wish_rematch(game.id, Some(Seat::Second)).await.unwrap();
    drop(store);
    let store = folder.open();
    assert_eq!(store.source(game.id).await, Ok(Some(source)));
    assert_eq!(store.rematch_wish(game.id).await, Ok(Some(Seat::Second)));
    let next = GameRow { previous: Some(game.id), ..row(GameId::random()) };
    store.create(waiting(&next)).await.unwrap();
    assert_eq!(store.rematch_wish(game.id).await, Ok(None));
    assert_eq!(store.source(next.id).await, Ok(None));
}

#[tokio::test]
async fn files_of_the_first_form_are_brought_to_ours() {
    let folder = Folder::new("first-form");
    let store = folder.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    drop(store);
    let connection = Connection::open(folder.file()).unwrap();
    connection.execute_batch("DROP TABLE source; DROP TABLE rematch; PRAGMA user_version = 1").unwrap();
    drop(connection);
    let saved = tabiya_server::sqlite::salvage(&folder.file(), &folder.0.join("saved.db")).unwrap();
    assert_eq!((saved.games, saved.damaged.len()), (1, 0));
    let store = folder.open();
    assert_eq!(store.game(game.id).await, Ok(Some(game.clone())));
    store.wish_rematch(game.id, Some(Seat::First)).await.unwrap();
}

#[tokio::test]
async fn nothing_is_written_to_a_file_that_has_gone_and_nothing_is_lost() {
    let folder = Folder::new("gone");
    let store = folder.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    let away = folder.0.join("away.db");
    std::fs::rename(folder.file(), &away).unwrap();
    assert_eq!(store.submit(submission(&game, 2, "two", 2)).await, Err(StoreError::Moved));
    let rescued = SqliteStore::open(&folder.0.join("tabiya.db.rescued-1")).unwrap();
    assert_eq!(rescued.entries(game.id, 0).await.unwrap().len(), 1);
    // Put back, it is written to again.
    std::fs::rename(&away, folder.file()).unwrap();
    assert_eq!(store.submit(submission(&game, 2, "two", 2)).await, Ok(Submitted::Inserted));
    // The log alone is missed just as much.
    std::fs::remove_file(folder.0.join("tabiya.db-wal")).unwrap();
    assert_eq!(store.submit(submission(&game, 3, "three", 3)).await, Err(StoreError::Moved));
}

/// How many pages the log of a database holds.
fn pages_in_log(folder: &Folder) -> u64 {
    let length = std::fs::metadata(folder.0.join("tabiya.db-wal")).unwrap().len();
    (length - 32) / (24 + 4096)
}

fn moved() -> Vec<Event> {
    let (game, _) = Game::start(Start::usual(FIDE), Moment(1)).unwrap();
    game.decide(By::Board, Command::Move("e2e4".parse().unwrap()), Moment(2)).unwrap()
}

#[tokio::test]
async fn a_move_writes_few_pages() {
    let folder = Folder::new("pages");
    let store = folder.open();
    let games: Vec<GameRow> = (0..100).map(|_| row(GameId::random())).collect();
    for game in &games {
        store.create(begun(game)).await.unwrap();
    }
    // The log is not begun anew while somebody reads what was before.
    let reader = Connection::open(folder.file()).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM game").unwrap();
    let before = pages_in_log(&folder);
    let rounds = 5;
    for version in 2..2 + rounds {
        for game in &games {
            let entry = Entry { events: moved(), ..entry(version, &format!("move-{version}"), 2) };
            let row = GameRow { plies: version - 1, updated: Moment(version.into()), ..game.clone() };
            assert_eq!(store.submit(Submission { entry, row }).await, Ok(Submitted::Inserted));
        }
    }
    let written = (pages_in_log(&folder) - before) as f64 / (games.len() * rounds as usize) as f64;
    println!("{written:.2} pages a move");
    assert!(written < 5.3, "{written} pages a move");
}

#[test]
fn files_of_a_newer_form_or_of_others_are_not_touched() {
    let folder = Folder::new("newer");
    drop(folder.open());
    let connection = Connection::open(folder.file()).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    assert!(matches!(SqliteStore::open(&folder.file()), Err(StoreError::Newer { found: 99, .. })));
    let other = Folder::new("other");
    let connection = Connection::open(other.file()).unwrap();
    connection.execute_batch("CREATE TABLE recipe (name TEXT)").unwrap();
    drop(connection);
    assert!(matches!(SqliteStore::open(&other.file()), Err(StoreError::Damaged(_))));
    let tables: i64 = Connection::open(other.file())
        .unwrap()
        .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1);
}
