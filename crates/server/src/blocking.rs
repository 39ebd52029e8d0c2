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
    let closed = Error::Store(StoreError::Closed);
    let Ok(permit) = LONG_WORK.acquire().await else { return Err(closed) };
    // Whoever asked may have gone: the work goes on to its end, and counts as long.
    let work = move || {
        let done = work();
        drop(permit);
        done
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        if error.is_panic() {
            tracing::error!(%error, "work on a thread of its own");
        }
        closed
    })
}
