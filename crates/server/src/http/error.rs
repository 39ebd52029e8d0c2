use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use tabiya_rules::{ByLanguage, Language};

use crate::grounds::Grounds;
use crate::wire::Failure;
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
            Error::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            // Whatever says 503 has changed nothing.
            Error::Store(StoreError::Lost(_)) => StatusCode::GATEWAY_TIMEOUT,
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
            | Error::WrongMethod
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

    /// The word for it that never changes.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Error::NoSession => "no_session",
            Error::WrongMethod => "wrong_method",
            Error::NotFound(grounds)
            | Error::Forbidden(grounds)
            | Error::BadRequest(grounds)
            | Error::Refused(grounds)
            | Error::Conflict(grounds)
            | Error::TooMany { reason: grounds, .. }
            | Error::Busy(grounds)
            | Error::TooSlow(grounds)
            | Error::TooLarge(grounds) => grounds.code,
            Error::Stale { .. } => "stale",
            Error::Store(error) => error.told().0,
            Error::DamagedRow(_) | Error::Damaged { .. } => "damaged_game",
        }
    }

    /// What the sender is told.
    pub(crate) fn into_failure(self, language: Language) -> Failure {
        let plain =
            |grounds: Grounds| Failure { error: grounds.to_reason(language), version: None, missing: vec![] };
        let code = self.code();
        match self {
            Error::NoSession => plain(Grounds::plain(
                code,
                ByLanguage {
                    english: "say who you are first: a session is missing or has expired",
                    german: "sag erst, wer du bist: die Anmeldung fehlt oder ist abgelaufen",
                },
            )),
            Error::WrongMethod => plain(Grounds::plain(
                code,
                ByLanguage {
                    english: "this path does not know this method; docs/api.md lists them",
                    german: "dieser Pfad kennt diese Methode nicht; docs/api.md nennt alle",
                },
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
                error: Grounds::plain(
                    code,
                    ByLanguage {
                        english: "the game has gone on meanwhile",
                        german: "die Partie ist inzwischen weitergegangen",
                    },
                )
                .to_reason(language),
                version: Some(version),
                missing,
            },
            Error::Store(error) => plain(store_grounds(&error)),
            Error::DamagedRow(why) => plain(Grounds::plain(
                code,
                ByLanguage {
                    english: format!("this game is damaged and cannot be opened, other games can: {why}"),
                    german: format!(
                        "diese Partie ist beschädigt und kann nicht geöffnet werden, andere schon: {why}"
                    ),
                },
            )),
            Error::Damaged { entry, why } => plain(Grounds::plain(
                code,
                ByLanguage {
                    english: format!(
                        "this game is damaged and cannot be opened, other games can: its entry {entry} is wrong ({why})"
                    ),
                    german: format!(
                        "diese Partie ist beschädigt und kann nicht geöffnet werden, andere schon: ihr Eintrag {entry} \
                         ist falsch ({why})"
                    ),
                },
            )),
        }
    }
}

fn store_grounds(error: &StoreError) -> Grounds {
    let (code, ByLanguage { english, german }) = error.told();
    if matches!(error, StoreError::Lost(_)) {
        return Grounds::plain(code, ByLanguage { english, german });
    }
    let says = ByLanguage {
        english: format!("{english}: nothing was changed, try again later"),
        german: format!("{german}: nichts wurde geändert, versuch es später wieder"),
    };
    Grounds::plain(code, says)
}

/// Why an answer is a refusal: for those who count them, and for whoever words it in another language.
#[derive(Clone)]
pub struct RefusedAnswer(pub Error);

/// The same answer in a language; a refusal is worded in English before anybody knows who is told.
pub fn worded(response: Response, language: Language) -> Response {
    if language == Language::English {
        return response;
    }
    match response.extensions().get::<RefusedAnswer>().cloned() {
        // What was added since, such as the methods that are right, stays.
        Some(RefusedAnswer(error)) => {
            Response::from_parts(response.into_parts().0, answer(error, language).into_body())
        }
        None => response,
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Error::Store(error) = &self {
            tracing::error!(%error, "a request failed");
        }
        answer(self, Language::English)
    }
}

fn answer(error: Error, language: Language) -> Response {
    let (status, wait) = (error.status(), error.wait());
    let failure = error.clone().into_failure(language);
    let mut response = (status, Json(failure)).into_response();
    response.extensions_mut().insert(RefusedAnswer(error));
    if let Some(wait) = wait {
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
    }
    response
}

/// Nothing is there.
pub async fn no_such_path() -> Error {
    Error::NotFound(Grounds::plain(
        "no_such_path",
        ByLanguage {
            english: "the API has no such path; docs/api.md lists them",
            german: "diesen Pfad hat die API nicht; docs/api.md nennt alle",
        },
    ))
}

/// Something is there, but not for this method.
pub async fn wrong_method() -> Error {
    Error::WrongMethod
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_nothing_was_changed_is_said_where_it_is_known() {
        for (error, is_known) in [
            (StoreError::Full, true),
            (StoreError::Away(String::new()), true),
            (StoreError::Lost(String::new()), false),
        ] {
            for (language, words) in
                [(Language::English, "nothing was changed"), (Language::German, "nichts wurde geändert")]
            {
                let says = store_grounds(&error).to_reason(language).says;
                assert_eq!(says.contains(words), is_known, "{says}");
            }
        }
    }
}
