use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery};
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tabiya_rules::ByLanguage;

use crate::grounds::Untranslated;
use crate::{Error, GameId, Secret};

/// What a path names, refused in the same form as everything else.
pub struct Path<T>(pub T);

/// The game that a path names as its `{id}`. What cannot be the name of a game is the name of none.
pub struct GamePath(pub GameId);

/// The right to a seat that a path names as its `{key}`. What cannot be one is worthless.
pub struct TicketPath(pub Secret);

/// What stands behind a `?`, refused in the same form as everything else.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Error> {
        let path = AxumPath::from_request_parts(parts, state).await;
        path.map(|AxumPath(named)| Path(named))
            .map_err(|error| Error::bad("bad_path", Untranslated(error.body_text())))
    }
}

#[derive(Deserialize)]
struct NamedGame {
    id: String,
}

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GamePath, Error> {
        let Path(NamedGame { id }) = Path::from_request_parts(parts, state).await?;
        id.parse().map(GamePath).map_err(|_| Error::no_game())
    }
}

#[derive(Deserialize)]
struct NamedTicket {
    key: String,
}

impl<S: Send + Sync> FromRequestParts<S> for TicketPath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<TicketPath, Error> {
        let Path(NamedTicket { key }) = Path::from_request_parts(parts, state).await?;
        key.parse().map(TicketPath).map_err(|_| no_ticket())
    }
}

/// The right to a seat is none, or no more.
pub(super) fn no_ticket() -> Error {
    Error::refused(
        "no_ticket",
        ByLanguage {
            english: "this link has been used or has expired: ask for a new one",
            german: "dieser Link ist schon benutzt oder abgelaufen: bitte um einen neuen",
        },
    )
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Error> {
        let query = AxumQuery::try_from_uri(&parts.uri);
        query
            .map(|AxumQuery(asked)| Query(asked))
            .map_err(|error| Error::bad("bad_query", Untranslated(reason(&error))))
    }
}

/// The innermost reason: the outer ones only say that there is one.
fn reason(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), reason)
}
