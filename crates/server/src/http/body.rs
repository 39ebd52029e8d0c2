use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::Error;
use crate::blocking::run_blocking;
use crate::wire::Reason;

/// The most bytes of a request that carries no file.
const SMALL: usize = 64 * 1024;

/// The most bytes of a request that carries a file.
const LARGE: usize = 2 * 1024 * 1024;

/// A request's JSON, of which nothing may be left over or missing.
pub struct Body<T>(pub T);

/// The same, where it may hold a file.
pub struct LargeBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, Error> {
        read(request, SMALL).await.map(Body)
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for LargeBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<LargeBody<T>, Error> {
        read(request, LARGE).await.map(LargeBody)
    }
}

async fn read<T: DeserializeOwned + Send + 'static>(request: Request, limit: usize) -> Result<T, Error> {
    let bytes: Bytes = axum::body::to_bytes(request.into_body(), limit).await.map_err(|_| {
        Error::TooLarge(Reason::plain("too_large", format!("a request has at most {limit} bytes here")))
    })?;
    let parsed =
        if bytes.len() <= SMALL { parse(&bytes) } else { run_blocking(move || parse(&bytes)).await? };
    parsed.map_err(|error| Error::bad("bad_json", error))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(if bytes.is_empty() { b"{}" } else { bytes })
}
