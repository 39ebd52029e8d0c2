//! What holds for the store in SQLite alone: forms of the file, files that go, pages that are written.

use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, params};
use tabiya_game::{By, Command, Game, GameStart, Moment, Seat};
use tabiya_rules::FIDE;
use tabiya_server::sqlite::SqliteStore;
use tabiya_server::{GameFilter, GameId, GameRow, GameStage, Store, StoreError, SubmitOutcome};

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

    pub fn place(&self) -> tabiya_server::StorePlace {
        tabiya_server::StorePlace::Folder(self.0.clone())
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
        DROP TABLE recent_entry; DROP TABLE review;
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

#[tokio::test]
async fn a_folder_that_is_made_anew_for_what_is_saved_is_its_owners_alone() {
    let folder = Folder::new("folder-gone");
    let data = Folder(folder.0.join("data"));
    std::fs::create_dir(&data.0).unwrap();
    let store = data.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    std::fs::rename(&data.0, folder.0.join("away")).unwrap();
    assert_eq!(store.submit(submission(&game, 2, "two", 2)).await, Err(StoreError::Moved));
    assert!(data.0.join("tabiya.db.rescued-1").exists());
    assert_eq!(std::fs::metadata(&data.0).unwrap().permissions().mode() & 0o077, 0);
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

/// Makes a game and plays moves in it, one after the other; the row after the last.
async fn played(store: &SqliteStore, new: &GameRow, moves: &[&str]) -> GameRow {
    store.create(begun(new)).await.unwrap();
    let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(1)).unwrap();
    let mut row = new.clone();
    for m in moves {
        let (after, mut submission) = next_move(&row);
        let command = Command::Move(m.parse().unwrap());
        submission.entry.events = game.apply(By::Board, command, after.updated).unwrap();
        assert_eq!(store.submit(submission).await, Ok(SubmitOutcome::Inserted));
        row = after;
    }
    row
}

#[tokio::test]
async fn what_a_killed_server_had_not_brought_where_it_belongs_is_there() {
    let folder = Folder::new("unsettled");
    let store = folder.open();
    // The first move is written into the row of its game, and the second is not.
    let after = played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await;
    // Nothing of it is lost where a damaged file is read game by game.
    let left = killed(&folder, "unsettled-left");
    assert_eq!((count(&left, "entry"), count(&left, "recent_entry")), (1, 2));
    assert_eq!(count(&left, "game WHERE version = 2 AND plies = 1"), 1);
    let saved = Folder::new("unsettled-saved");
    let report = tabiya_server::sqlite::salvage(&left.file(), &saved.file()).unwrap();
    assert_eq!((report.games, report.damaged.len()), (1, 0));
    for folder in [left, saved] {
        let store = folder.open();
        assert_eq!((count(&folder, "entry"), count(&folder, "recent_entry")), (3, 0));
        let kept = store.game(after.id).await.unwrap().unwrap();
        assert_eq!((kept.plies, kept.version), (2, Some(3)));
        assert_eq!(store.entries(after.id, 0).await.unwrap().len(), 3);
        assert_eq!(store.submit(next_move(&after).1).await, Ok(SubmitOutcome::Inserted));
    }
}

/// While entries go where they belong, a few games at a time, each is told once and no row falls back.
#[tokio::test]
async fn entries_on_their_way_where_they_belong_are_told_once() {
    let folder = Folder::new("under-way");
    let store = folder.open();
    let mut games: Vec<GameRow> = (0..70).map(|_| row(GameId::random())).collect();
    for game in &games {
        store.create(begun(game)).await.unwrap();
    }
    let mut were_twice = 0;
    for round in 0..24_usize {
        for chunk in games.chunks_mut(10) {
            let moves = chunk.iter_mut().enumerate().map(|(number, game)| {
                let (mut after, mut submission) = next_move(game);
                // With some the row is written at once.
                if (number + round).is_multiple_of(4) {
                    after.white = format!("White {round}");
                    submission.row = after.clone();
                }
                *game = after;
                store.submit(submission)
            });
            let outcomes = futures_util::future::join_all(moves).await;
            assert!(outcomes.iter().all(|outcome| *outcome == Ok(SubmitOutcome::Inserted)));
        }
        let left = killed(&folder, &format!("under-way-{round}"));
        let all = (games.len() * (round + 2)) as u32;
        were_twice += u32::from(count(&left, "entry") + count(&left, "recent_entry") > all);
        let again = left.open();
        assert_eq!((count(&left, "entry"), count(&left, "recent_entry")), (all, 0), "round {round}");
        for store in [&store, &again] {
            for game in &games {
                assert_eq!(store.game(game.id).await, Ok(Some(game.clone())), "round {round}");
                let versions =
                    store.entries(game.id, 0).await.unwrap().into_iter().map(|entry| entry.version);
                assert!(versions.eq(1..=round as u32 + 2), "round {round}");
            }
        }
    }
    assert!(were_twice > 0);
}

#[tokio::test]
async fn the_log_does_not_grow_with_every_server_that_is_killed() {
    let mut folder = Folder::new("killed-0");
    let mut lengths = vec![];
    for number in 1..=8 {
        let store = folder.open();
        played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await;
        let left = killed(&folder, &format!("killed-{number}"));
        lengths.push(std::fs::metadata(left.0.join("tabiya.db-wal")).unwrap().len());
        drop(store);
        folder = left;
    }
    assert!(lengths.iter().all(|length| *length <= lengths[0]), "{lengths:?}");
}

#[tokio::test]
async fn a_damaged_game_keeps_no_other_from_where_it_belongs() {
    let folder = Folder::new("unsettling");
    let store = folder.open();
    let mut games = vec![];
    for _ in 0..20 {
        games.push(played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await);
    }
    take_place(&folder, games[0].id, "[]");
    // The log is not begun anew while somebody reads what was before.
    let reader = Connection::open(folder.file()).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM game").unwrap();
    let before = commits_in_log(&folder);
    drop(store);
    assert_eq!((count(&folder, "entry"), count(&folder, "recent_entry")), (2 + 19 * 3, 2));
    // All go together: a disk has to be waited for with each commit. One more is that of the run which ends.
    assert_eq!(commits_in_log(&folder) - before, 2);
    drop(reader);
    let store = folder.open();
    let row = &games[1];
    assert_eq!(store.game(row.id).await, Ok(Some(row.clone())));
    assert_eq!(store.submit(next_move(row).1).await, Ok(SubmitOutcome::Inserted));
}

/// How many transactions the log of a database holds: the last page of each tells how many the file has then.
fn commits_in_log(folder: &Folder) -> usize {
    let log = std::fs::read(folder.0.join("tabiya.db-wal")).unwrap();
    log[32..].chunks_exact(24 + 2048).filter(|page| page[4..8] != [0; 4]).count()
}

/// Makes what cannot be: where the last recent entry of a game belongs, there is another of the same number.
fn take_place(folder: &Folder, game: GameId, events: &str) {
    let query = "INSERT INTO entry SELECT game, version, 'x', command_hash, ?2, NULL, NULL FROM recent_entry \
                 WHERE game = ?1 AND version = 3";
    let taken = Connection::open(folder.file()).unwrap().execute(query, [game.as_str(), events]);
    assert_eq!(taken, Ok(1));
}

#[tokio::test]
async fn an_entry_that_is_damaged_where_it_belongs_is_saved_from_where_it_came() {
    let folder = Folder::new("twice");
    let store = folder.open();
    let game = played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await;
    take_place(&folder, game.id, "???");
    let saved = Folder::new("twice-saved");
    let left = killed(&folder, "twice-left");
    let report = tabiya_server::sqlite::salvage(&left.file(), &saved.file()).unwrap();
    assert_eq!((report.games, report.damaged.len()), (1, 0));
    assert_eq!(saved.open().game(game.id).await.unwrap().unwrap().plies, 2);
}

#[tokio::test]
async fn it_is_told_where_last_moves_cannot_be_found_below_a_damaged_first_page() {
    let folder = Folder::new("elsewhere");
    let game = played(&folder.open(), &row(GameId::random()), &["e2e4", "e7e5"]).await;
    let store = folder.open();
    assert_eq!(store.submit(next_move(&game).1).await, Ok(SubmitOutcome::Inserted));
    let left = killed(&folder, "elsewhere-left");
    let connection = Connection::open(left.file()).unwrap();
    let query = "SELECT rootpage FROM sqlite_master WHERE name = 'recent_entry'";
    let page: usize = connection.query_row(query, [], |row| row.get(0)).unwrap();
    drop(connection);
    let mut bytes = std::fs::read(left.file()).unwrap();
    bytes[..20].copy_from_slice(b"no database any more");
    bytes[(page - 1) * 2048..page * 2048].fill(0xff);
    std::fs::write(left.file(), bytes).unwrap();
    let saved = Folder::new("elsewhere-saved");
    let report = tabiya_server::sqlite::salvage(&left.file(), &saved.file()).unwrap();
    assert_eq!((report.games, report.may_miss_last_moves), (1, true));
    assert_eq!(saved.open().game(game.id).await.unwrap().unwrap().plies, 2);
}

/// The pages that lead to the rows of a table, and lie between them.
fn forks(file: &Path, table: &str) -> Vec<usize> {
    let query = "SELECT rootpage FROM sqlite_master WHERE name = ?1";
    let root: usize = Connection::open(file).unwrap().query_row(query, [table], |row| row.get(0)).unwrap();
    let bytes = std::fs::read(file).unwrap();
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
    let (mut forks, mut pages) = (vec![], vec![root]);
    while let Some(page) = pages.pop() {
        let bytes = &bytes[(page - 1) * 2048..page * 2048];
        if bytes[0] == 2 {
            forks.push(page);
            let cells = bytes[12..].chunks(2).take(number(&bytes[3..5])).map(number);
            pages.extend([8].into_iter().chain(cells).map(|place| number(&bytes[place..place + 4])));
        }
    }
    forks
}

fn smash(bytes: &mut [u8], pages: &[usize]) {
    for page in pages {
        bytes[(page - 1) * 2048..page * 2048].fill(0xff);
    }
}

#[tokio::test]
async fn entries_are_found_page_by_page_where_nothing_leads_to_them() {
    let folder = Folder::new("forks");
    let store = folder.open();
    let mut games = vec![];
    for _ in 0..300 {
        games.push(played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await.id);
    }
    drop(store);
    let (forks, above_rows) = (forks(&folder.file(), "entry"), forks(&folder.file(), "game"));
    assert!(forks.len() > 1 && !above_rows.is_empty(), "{forks:?}, {above_rows:?}");
    let whole = std::fs::read(folder.file()).unwrap();
    let is_on_fork = |game: &GameId| {
        let holds =
            |page: &[u8]| page.windows(game.as_str().len()).any(|text| text == game.as_str().as_bytes());
        forks.iter().any(|page| holds(&whole[(page - 1) * 2048..page * 2048]))
    };
    let mut bytes = whole.clone();
    smash(&mut bytes, &forks);
    for (name, more) in [("forks", vec![]), ("first", vec![1]), ("rows", [vec![1], above_rows].concat())] {
        let mut bytes = bytes.clone();
        smash(&mut bytes, &more);
        let left = Folder::new(&format!("forks-{name}-left"));
        std::fs::write(left.file(), bytes).unwrap();
        let saved = Folder::new(&format!("forks-{name}-saved"));
        let report = tabiya_server::sqlite::salvage(&left.file(), &saved.file()).unwrap();
        assert!(report.found_by_page > 500, "{name}: {}", report.found_by_page);
        let is_told = |game: &GameId| report.damaged.iter().any(|damaged| damaged.game == *game);
        let store = saved.open();
        for game in &games {
            let kept = store.entries(*game, 0).await.unwrap().len();
            assert!(kept == 3 || is_on_fork(game), "{name}: {kept} of 3");
            // Where its row is lost, nobody knows how many there were.
            assert!(
                kept == 3 && name != "rows" || is_told(game) || kept == 0 && report.is_list_damaged,
                "{name}: {kept} of 3"
            );
            assert!(kept < 3 || !is_told(game) || name == "rows", "{name}");
        }
    }
}

/// Lets a file be looked at of which the end is missing.
fn torn(folder: &Folder) -> Connection {
    let connection = Connection::open(folder.file()).unwrap();
    connection.pragma_update(None, "writable_schema", true).unwrap();
    connection
}

#[tokio::test]
async fn all_that_is_left_of_a_file_without_its_end_is_saved() {
    let folder = Folder::new("torn");
    let store = folder.open();
    let mut games = vec![];
    for _ in 0..200 {
        games.push(played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await.id);
    }
    drop(store);
    // In a backup tables lie elsewhere than where they were made.
    let backup = folder.0.join("backup");
    let copied =
        Connection::open(folder.file()).unwrap().execute("VACUUM INTO ?1", [backup.to_str().unwrap()]);
    copied.unwrap();
    let mut readable_in_all = 0;
    for (file, percent) in [(folder.file(), 95), (folder.file(), 80), (backup.clone(), 95), (backup, 80)] {
        let pages = std::fs::metadata(&file).unwrap().len() / 2048;
        let left = Folder::new(&format!("torn-{percent}"));
        std::fs::copy(file, left.file()).unwrap();
        let file = std::fs::File::options().write(true).open(left.file()).unwrap();
        file.set_len(pages * percent / 100 * 2048).unwrap();
        let connection = torn(&left);
        let query = "SELECT events FROM entry WHERE game = ?1 AND version = ?2";
        let is_readable = |game: &GameId, version: u32| {
            let found =
                connection.query_row(query, params![game.as_str(), version], |row| row.get::<_, String>(0));
            found.is_ok()
        };
        let readable = |game: &GameId| (1..=3).take_while(|version| is_readable(game, *version)).count();
        let total: usize = games.iter().map(readable).sum();
        // Where the page is cut off that leads to all others, nothing is: where it lies depends on the names of the games.
        readable_in_all += total;
        assert!(total < 3 * games.len(), "{percent}: {total}");
        let saved = Folder::new(&format!("torn-{percent}-saved"));
        let report = tabiya_server::sqlite::salvage(&left.file(), &saved.file()).unwrap();
        assert!(report.damaged.iter().any(|game| game.entries < 3), "{percent}: {report:?}");
        let store = saved.open();
        for game in &games {
            // A walk through the entries of a game can read what lies beside a page that looking for one of them meets.
            assert!(store.entries(*game, 0).await.unwrap().len() >= readable(game), "{percent}");
        }
    }
    assert!(readable_in_all > 0);
}

/// Where an earlier version made the file, the table of recent entries came later, and lies behind all that was there then.
#[tokio::test]
async fn last_moves_are_found_below_a_damaged_first_page_wherever_they_lie() {
    for set in ["2026-11-16", "2026-11-17-records", "2026-11-17-recent"] {
        let kept = format!("{}/../tabiya/tests/upgrade/{set}/data/tabiya.db", env!("CARGO_MANIFEST_DIR"));
        let folder = Folder::new(&format!("elder-{set}"));
        std::fs::copy(kept, folder.file()).unwrap();
        let store = folder.open();
        let mut games = vec![];
        for _ in 0..12 {
            games.push(played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await.id);
        }
        let left = killed(&folder, &format!("elder-{set}-left"));
        // What is in the log goes into the file, and the log is gone.
        assert_eq!(count(&left, "recent_entry"), 24, "{set}");
        let file = std::fs::File::options().write(true).open(left.file()).unwrap();
        file.write_all_at(b"no database any more", 0).unwrap();
        let saved = Folder::new(&format!("elder-{set}-saved"));
        let report = tabiya_server::sqlite::salvage(&left.file(), &saved.file()).unwrap();
        let damaged = report.damaged.iter().filter(|damaged| games.contains(&damaged.game)).count();
        assert_eq!(damaged, 0, "{set}: {report:?}");
        let store = saved.open();
        for game in games {
            assert_eq!(store.entries(game, 0).await.unwrap().len(), 3, "{set}");
        }
    }
}

#[tokio::test]
async fn damage_beside_one_game_hides_no_list() {
    for change in ["plies = 'x'", "updated = x'ff'", "version = 'x'", "game = x'ff00'"] {
        let folder = Folder::new("beside");
        let store = folder.open();
        let mut games = vec![];
        for _ in 0..2 {
            games.push(played(&store, &row(GameId::random()), &["e2e4", "e7e5"]).await);
        }
        let query = format!("UPDATE recent_entry SET {change} WHERE game = ?1 AND version = 3");
        let connection = Connection::open(folder.file()).unwrap();
        assert_eq!(connection.execute(&query, [games[0].id.as_str()]), Ok(1), "{change}");
        let listed = store.games(GameFilter { limit: 10, ..GameFilter::default() }).await.unwrap();
        let plies = |game: &GameRow| listed.iter().find(|row| row.id == game.id).map(|row| row.plies);
        // Of the damaged one what its row tells.
        assert_eq!((plies(&games[0]), plies(&games[1])), (Some(1), Some(2)), "{change}");
    }
}

#[tokio::test]
async fn a_file_that_was_looked_at_stays_its_owners_where_its_row_is_made_anew() {
    let folder = Folder::new("record");
    let store = folder.open();
    let record = GameRow { stage: GameStage::Over, is_record: true, ..row(GameId::random()) };
    // The board shows why it is over.
    let record = played(&store, &record, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    drop(store);
    let query = "UPDATE game SET plies = 'x' WHERE id = ?1";
    let changed = Connection::open(folder.file()).unwrap().execute(query, [record.id.as_str()]);
    assert_eq!(changed, Ok(1));
    let saved = Folder::new("record-saved");
    tabiya_server::sqlite::salvage(&folder.file(), &saved.file()).unwrap();
    let kept = saved.open().game(record.id).await.unwrap().unwrap();
    assert_eq!((kept.stage, kept.plies, kept.is_record), (GameStage::Over, 4, true));
    assert!(!kept.is_for_everybody());
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
