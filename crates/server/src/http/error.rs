use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::wire::{Failure, Reason};
use crate::{Error, StoreError};

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::NoSession => StatusCode::UNAUTHORIZED,
            Error::NotFound(_) => StatusCode::NOT_FOUND,
            Error::Forbidden(_) => StatusCode::FORBIDDEN,
            Error::BadRequest(_) => StatusCode::BAD_REQUEST,
            Error::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Conflict(_) | Error::Stale { .. } => StatusCode::CONFLICT,
            Error::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Error::TooSlow(_) => StatusCode::REQUEST_TIMEOUT,
            Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Busy(_) | Error::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::DamagedRow(_) | Error::Damaged { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// After how long the same may be tried again, where it passes by itself.
    fn wait(&self) -> Option<Duration> {
        match self {
            Error::TooMany { wait, .. } => Some(*wait),
            Error::Busy(_) | Error::Store(_) => Some(Duration::from_secs(1)),
            Error::NoSession
            | Error::NotFound(_)
            | Error::Forbidden(_)
            | Error::BadRequest(_)
            | Error::Refused(_)
            | Error::Conflict(_)
            | Error::Stale { .. }
            | Error::TooSlow(_)
            | Error::TooLarge(_)
            | Error::DamagedRow(_)
            | Error::Damaged { .. } => None,
        }
    }

    /// What the sender is told.
    pub(crate) fn into_failure(self) -> Failure {
        let plain = |error| Failure { error, version: None, missing: vec![] };
        match self {
            Error::NoSession => plain(Reason::plain(
                "no_session",
                "say who you are first: a session is missing or has expired",
            )),
            Error::NotFound(reason)
            | Error::Forbidden(reason)
            | Error::BadRequest(reason)
            | Error::Refused(reason)
            | Error::Conflict(reason)
            | Error::TooMany { reason, .. }
            | Error::Busy(reason)
            | Error::TooSlow(reason)
            | Error::TooLarge(reason) => plain(reason),
            Error::Stale { version, missing } => Failure {
                error: Reason::plain("stale", "the game has gone on meanwhile"),
                version: Some(version),
                missing,
            },
            Error::Store(error) => plain(store_reason(&error)),
            Error::DamagedRow(why) => plain(Reason::plain(
                "damaged_game",
                format!("this game is damaged and cannot be opened, other games can: {why}"),
            )),
            Error::Damaged { entry, why } => plain(Reason::plain(
                "damaged_game",
                format!(
                    "this game is damaged and cannot be opened, other games can: its entry {entry} is wrong ({why})"
                ),
            )),
        }
    }
}

fn store_reason(error: &StoreError) -> Reason {
    let (code, what) = error.told();
    Reason::plain(code, format!("{what}: nothing was changed, try again later"))
}

/// Why an answer is a refusal, for those who count them.
#[derive(Clone)]
pub struct RefusalCode(pub String);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if let Error::Store(error) = &self {
            tracing::error!(%error, "a request failed");
        }
        let wait = self.wait();
        let failure = self.into_failure();
        let code = RefusalCode(failure.error.code.clone());
        let mut response = (status, Json(failure)).into_response();
        response.extensions_mut().insert(code);
        if let Some(wait) = wait {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
    }
}

/// Nothing is there.
pub async fn no_such_path() -> Error {
    Error::NotFound(Reason::plain("no_such_path", "the API has no such path; docs/api.md lists them"))
}

/// Something is there, but not for this method.
pub async fn wrong_method() -> Response {
    let reason = Reason::plain("wrong_method", "this path does not know this method; docs/api.md lists them");
    let failure = Failure { error: reason, version: None, missing: vec![] };
    (StatusCode::METHOD_NOT_ALLOWED, Json(failure)).into_response()
}
