use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::Error;
use crate::wire::Reason;

/// The most bytes of a request that carries no file.
const SMALL: usize = 64 * 1024;

/// The most bytes of a request that carries a file.
const LARGE: usize = 2 * 1024 * 1024;

/// A request's JSON, of which nothing may be left over or missing.
pub struct Body<T>(pub T);

/// The same, where it may hold a file.
pub struct LargeBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, Error> {
        read(request, SMALL).await.map(Body)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for LargeBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<LargeBody<T>, Error> {
        read(request, LARGE).await.map(LargeBody)
    }
}

async fn read<T: DeserializeOwned>(request: Request, limit: usize) -> Result<T, Error> {
    let bytes: Bytes = axum::body::to_bytes(request.into_body(), limit).await.map_err(|_| {
        Error::TooLarge(Reason::plain("too_large", format!("a request has at most {limit} bytes here")))
    })?;
    let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
    serde_json::from_slice(bytes).map_err(|error| Error::bad("bad_json", error))
}
