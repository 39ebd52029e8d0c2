use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

use crate::{Error, StoreError};

/// How much that takes long is done at the same time: as much as the machine can, or it would do nothing else. The rest
/// waits in the order in which it came. It is about the machine, so there is one for all servers in the process.
static LONG_WORK: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(2, usize::from).max(2)));

/// Does what takes long on a thread that serves nobody else, so that the threads of requests and games stay free. Where
/// the server is closing, nothing is done any more.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let Ok(permit) = LONG_WORK.acquire().await else { return Err(Error::Store(StoreError::Closed)) };
    // Whoever asked may have gone: the work goes on to its end, and counts as long.
    let work = move || {
        let done = work();
        drop(permit);
        done
    };
    run_briefly(work).await
}

/// Does what only waits for the disk, and not for long, on a thread that serves nobody else. It waits for nothing that takes
/// long: whoever watches over a server, or is its host, is answered also in the middle of a backup.
pub(crate) async fn run_briefly<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        if error.is_panic() {
            tracing::error!(%error, "work on a thread of its own");
        }
        Error::Store(StoreError::Closed)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;
    use crate::store::Store;
    use crate::store::sqlite::SqliteStore;

    /// Whoever watches over a server asks that, and may end one that does not answer: in the middle of a backup.
    #[test]
    fn whether_there_is_room_is_told_while_others_do_what_takes_long() {
        let folder = std::env::temp_dir().join(format!("tabiya-blocking-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let store = SqliteStore::open(&folder.join("tabiya.db")).unwrap();
        runtime.block_on(async {
            let all = available_parallelism().map_or(2, usize::from).max(2) as u32;
            let _others = LONG_WORK.acquire_many(all).await.unwrap();
            // It would be for ever.
            assert_eq!(timeout(Duration::from_secs(30), store.try_room()).await, Ok(Ok(())));
        });
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
