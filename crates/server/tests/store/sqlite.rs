//! What holds for the store in SQLite alone: forms of the file, files that go, pages that are written.

use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::Connection;
use tabiya_game::Seat;
use tabiya_server::sqlite::SqliteStore;
use tabiya_server::{GameId, GameRow, Store, StoreError, SubmitOutcome};

use crate::laws::{Disk, begun, next_move, row, submission};

/// A folder that is gone when the test is.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tabiya-store-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self) -> PathBuf {
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

impl Disk for Folder {
    fn open(&self) -> Arc<dyn Store> {
        Arc::new(Folder::open(self))
    }
}

#[tokio::test]
async fn files_of_the_first_form_are_brought_to_ours() {
    let folder = Folder::new("first-form");
    let store = folder.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    drop(store);
    let connection = Connection::open(folder.file()).unwrap();
    let back = "DROP TABLE source; DROP TABLE rematch; ALTER TABLE game DROP COLUMN clock;
        ALTER TABLE game DROP COLUMN version; DROP INDEX game_maker; ALTER TABLE game DROP COLUMN maker;
        ALTER TABLE game DROP COLUMN maker_name; ALTER TABLE entry DROP COLUMN exhibition;
        ALTER TABLE entry DROP COLUMN edit;
        DROP TABLE setting; DROP TABLE recovery; DROP INDEX session_player;
        ALTER TABLE game DROP COLUMN white_seat; ALTER TABLE game DROP COLUMN first_turn;
        ALTER TABLE game DROP COLUMN is_public; DROP TABLE withdrawn; ALTER TABLE game DROP COLUMN is_record;
        DROP TABLE recent_entry;
        PRAGMA user_version = 1";
    connection.execute_batch(back).unwrap();
    drop(connection);
    let saved = tabiya_server::sqlite::salvage(&folder.file(), &folder.0.join("saved.db")).unwrap();
    assert_eq!((saved.games, saved.damaged.len()), (1, 0));
    let store = folder.open();
    // What the row tells now is what the entries tell, in which there is no clock.
    assert_eq!(store.game(game.id).await, Ok(Some(GameRow { clock: None, ..game.clone() })));
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
    assert_eq!(store.submit(submission(&game, 2, "two", 2)).await, Ok(SubmitOutcome::Inserted));
    // The log alone is missed just as much.
    std::fs::remove_file(folder.0.join("tabiya.db-wal")).unwrap();
    assert_eq!(store.submit(submission(&game, 3, "three", 3)).await, Err(StoreError::Moved));
}

/// How many pages the log of a database holds.
fn pages_in_log(folder: &Folder) -> u64 {
    let length = std::fs::metadata(folder.0.join("tabiya.db-wal")).unwrap().len();
    (length - 32) / (24 + 2048)
}

/// How many pages a move takes where so many of a hundred games move at the same time.
async fn pages_per_move(name: &str, together: usize) -> f64 {
    let folder = Folder::new(name);
    let store = folder.open();
    let mut games: Vec<GameRow> = (0..100).map(|_| row(GameId::random())).collect();
    for game in &games {
        store.create(begun(game)).await.unwrap();
    }
    // The log is not begun anew while somebody reads what was before.
    let reader = Connection::open(folder.file()).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM game").unwrap();
    let before = pages_in_log(&folder);
    let rounds = 11;
    for _ in 0..rounds {
        for games in games.chunks_mut(together) {
            let moves = games.iter_mut().map(|game| {
                let (after, submission) = next_move(game);
                *game = after;
                store.submit(submission)
            });
            let outcomes = futures_util::future::join_all(moves).await;
            assert!(outcomes.iter().all(|outcome| *outcome == Ok(SubmitOutcome::Inserted)));
        }
    }
    (pages_in_log(&folder) - before) as f64 / (games.len() * rounds) as f64
}

#[tokio::test]
async fn a_move_writes_few_pages() {
    for (name, together, most) in [("alone", 1, 4.0), ("together", 20, 1.5)] {
        let written = pages_per_move(name, together).await;
        println!("{written:.2} pages a move where {together} are made at a time");
        assert!(written < most, "{written} pages a move where {together} are made at a time");
    }
}

/// A copy of a database as a server that is killed leaves it.
fn killed(folder: &Folder, name: &str) -> Folder {
    let copy = Folder::new(name);
    for ending in ["", "-wal"] {
        let file = format!("tabiya.db{ending}");
        std::fs::copy(folder.0.join(&file), copy.0.join(&file)).unwrap();
    }
    copy
}

fn count(folder: &Folder, table: &str) -> u32 {
    let query = format!("SELECT count(*) FROM {table}");
    Connection::open(folder.file()).unwrap().query_row(&query, [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn what_a_killed_server_had_not_brought_where_it_belongs_is_there() {
    let folder = Folder::new("unsettled");
    let store = folder.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    let (after, submission) = next_move(&game);
    assert_eq!(store.submit(submission).await, Ok(SubmitOutcome::Inserted));
    // Nothing of it is lost where a damaged file is read game by game.
    let left = killed(&folder, "unsettled-left");
    assert_eq!((count(&left, "entry"), count(&left, "recent_entry")), (1, 1));
    let saved = Folder::new("unsettled-saved");
    let report = tabiya_server::sqlite::salvage(&left.file(), &saved.file()).unwrap();
    assert_eq!((report.games, report.damaged.len()), (1, 0));
    for folder in [left, saved] {
        let store = folder.open();
        assert_eq!((count(&folder, "entry"), count(&folder, "recent_entry")), (2, 0));
        let kept = store.game(after.id).await.unwrap().unwrap();
        assert_eq!((kept.plies, kept.version), (1, Some(2)));
        assert_eq!(store.entries(after.id, 0).await.unwrap().len(), 2);
        assert_eq!(store.submit(next_move(&after).1).await, Ok(SubmitOutcome::Inserted));
    }
}

#[tokio::test]
async fn a_damaged_game_keeps_no_other_from_where_it_belongs() {
    let folder = Folder::new("unsettling");
    let store = folder.open();
    let games = [0; 2].map(|_| row(GameId::random()));
    for game in &games {
        store.create(begun(game)).await.unwrap();
        assert_eq!(store.submit(next_move(game).1).await, Ok(SubmitOutcome::Inserted));
    }
    // What cannot be: an entry of the same number is there already.
    let query = "INSERT INTO entry SELECT game, version, 'x', command_hash, '[]', NULL, NULL FROM recent_entry \
                 WHERE game = ?1";
    Connection::open(folder.file()).unwrap().execute(query, [games[0].id.as_str()]).unwrap();
    drop(store);
    assert_eq!((count(&folder, "entry"), count(&folder, "recent_entry")), (4, 1));
    let store = folder.open();
    let (row, _) = next_move(&games[1]);
    assert_eq!(store.game(row.id).await, Ok(Some(row.clone())));
    assert_eq!(store.submit(next_move(&row).1).await, Ok(SubmitOutcome::Inserted));
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

#[tokio::test]
async fn a_row_without_a_name_hides_no_other_game_with_a_clock() {
    let folder = Folder::new("nameless");
    let store = folder.open();
    let games = [0; 2].map(|_| GameRow { timed: true, ..row(GameId::random()) });
    for game in &games {
        store.create(begun(game)).await.unwrap();
    }
    let connection = Connection::open(folder.file()).unwrap();
    for name in ["'???'", "x'ff00'"] {
        let query = format!("UPDATE game SET id = {name} WHERE id != ?1");
        assert_eq!(connection.execute(&query, [games[1].id.as_str()]).unwrap(), 1);
        assert_eq!(store.timed_games().await, Ok(vec![games[1].id]), "{name}");
    }
}
