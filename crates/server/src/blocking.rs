use crate::{Error, StoreError};

/// Does what takes long on a thread that serves nobody else, so that the threads of requests and games stay free. Where
/// the server is closing, nothing is done any more.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        if error.is_panic() {
            tracing::error!(%error, "work on a thread of its own");
        }
        Error::Store(StoreError::Closed)
    })
}
