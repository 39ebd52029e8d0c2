use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::Error;

/// What a path names, refused in the same form as everything else.
pub struct Path<T>(pub T);

/// What stands behind a `?`, refused in the same form as everything else.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Error> {
        let path = AxumPath::from_request_parts(parts, state).await;
        path.map(|AxumPath(named)| Path(named)).map_err(|error| Error::bad("bad_path", error.body_text()))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Error> {
        let query = AxumQuery::try_from_uri(&parts.uri);
        query.map(|AxumQuery(asked)| Query(asked)).map_err(|error| Error::bad("bad_query", reason(&error)))
    }
}

/// The innermost reason: the outer ones only say that there is one.
fn reason(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), reason)
}
