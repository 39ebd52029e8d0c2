//! Everything from one store to another.

use std::sync::Arc;

use tabiya_game::{Moment, Seat};
use tabiya_server::postgres::PostgresStore;
use tabiya_server::{
    GameFilter, GameId, NewGameRow, PlayerId, PlayerRecord, SecretDigest, SourceFile, Store, StoreError,
    StorePlace, TransferError, TransferProgress, transfer,
};

use crate::laws::{Disk, begun, row, submission};
use crate::postgres::PostgresDatabase;
use crate::sqlite::Folder;

/// More than are moved at a time.
const GAMES: usize = 1100;

async fn fill(store: &Arc<dyn Store>) -> Vec<GameId> {
    let ann = PlayerRecord { id: PlayerId::random(), name: "Ann".to_owned() };
    store.create_session(ann.clone(), SecretDigest([1; 32]), Moment(u64::MAX / 4)).await.unwrap();
    store.set_recovery(ann.id, SecretDigest([2; 32])).await.unwrap();
    store.set_setting("lesson", "on".to_owned()).await.unwrap();
    let mut games = Vec::new();
    for number in 0..GAMES {
        let game = row(GameId::random());
        // A text of PostgreSQL knows no NUL.
        let pgn = "1. e4 {\0} *\n".to_owned();
        let source = SourceFile { number: 1, games: 1, left_out: vec![], is_opening: None, pgn };
        let source = (number % 100 == 0).then_some(source);
        store.create(NewGameRow { source, ..begun(&game) }).await.unwrap();
        if number % 10 == 0 {
            store.submit(submission(&game, 2, "two", 2)).await.unwrap();
            store.wish_rematch(game.id, Some(Seat::Second)).await.unwrap();
        }
        games.push(game.id);
    }
    games
}

async fn told(store: &dyn Store, games: &[GameId]) -> Vec<String> {
    let mut told = Vec::new();
    for game in games.iter().step_by(10) {
        let row = store.game(*game).await.unwrap();
        let (entries, source) = (store.entries(*game, 0).await.unwrap(), store.source(*game).await.unwrap());
        let wish = store.rematch_wish(*game).await.unwrap();
        told.push(format!("{row:?} {entries:?} {source:?} {wish:?}"));
    }
    let listed =
        store.games(GameFilter { name: Some("ANN".to_owned()), limit: 5, ..GameFilter::default() }).await;
    let (session, code) =
        (store.session(SecretDigest([1; 32])).await, store.recover(SecretDigest([2; 32])).await);
    told.push(format!("{} {session:?} {code:?} {:?}", listed.unwrap().len(), store.setting("lesson").await));
    told
}

/// Somebody stops it in the middle of the games.
async fn stopped_in_the_middle(from: &StorePlace, to: &StorePlace) {
    let stop = Arc::new(tokio::sync::Notify::new());
    let notify = Arc::clone(&stop);
    let mut watch = move |progress: TransferProgress| {
        if (progress.table, progress.done > 0) == ("game", true) {
            notify.notify_one();
        }
    };
    tokio::select! {
        biased;
        () = stop.notified() => {}
        _ = transfer(from, to, &mut watch) => panic!("it was not stopped"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_is_kept_goes_there_and_back_also_when_interrupted() {
    let (folder, back, database) =
        (Folder::new("transfer"), Folder::new("transfer-back"), PostgresDatabase::new());
    let store = Disk::open(&folder);
    let games = fill(&store).await;
    let before = told(&*store, &games).await;
    drop(store);
    let (from, to) = (folder.place(), StorePlace::Postgres(database.address().to_owned()));
    stopped_in_the_middle(&from, &to).await;
    let unfinished = PostgresStore::open(database.address()).await.err();
    assert!(
        matches!(&unfinished, Some(StoreError::Other(what)) if what.contains("not all games")),
        "{unfinished:?}"
    );
    // Other games do not go among them.
    let other = Folder::new("transfer-other");
    drop(Disk::open(&other));
    let refused = transfer(&other.place(), &to, &mut |_| ()).await.unwrap_err();
    assert!(refused.to_string().contains("others are on their way"), "{refused}");
    let report = transfer(&from, &to, &mut |_| ()).await.unwrap();
    assert_eq!((report.games, report.entries, report.players), (GAMES as u64, GAMES as u64 + 110, 1));
    let store = PostgresStore::open(database.address()).await.unwrap();
    assert_eq!(told(&store, &games).await, before);
    drop(store);
    assert!(matches!(transfer(&to, &to, &mut |_| ()).await, Err(TransferError::SamePlace)));
    assert!(matches!(transfer(&to, &from, &mut |_| ()).await, Err(TransferError::HasGames(_))));
    stopped_in_the_middle(&to, &back.place()).await;
    transfer(&to, &back.place(), &mut |_| ()).await.unwrap();
    assert_eq!(told(&*Disk::open(&back), &games).await, before);
}
