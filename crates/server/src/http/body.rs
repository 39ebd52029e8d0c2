use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;
use tabiya_rules::ByLanguage;

use super::{App, Caller};
use crate::Error;
use crate::blocking::run_blocking;
use crate::config::LARGEST_FILE;
use crate::grounds::Grounds;
use crate::message_memory::SMALL_MESSAGE;
use crate::request_json::read_request;

/// The most bytes of a request that carries no file.
const SMALL: usize = 64 * 1024;

/// The most bytes of a request that carries a file. Written as JSON, a line of text that ends or is quoted has a byte more
/// for that; what is no text at all may have more than fits here.
const LARGE: usize = 2 * LARGEST_FILE + SMALL;

/// A request's JSON, of which nothing may be left over or missing.
pub struct Body<T>(pub T);

/// The same, where it may hold a file.
pub struct LargeBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, Error> {
        let says = ByLanguage {
            english: format!("a request without a file has at most {SMALL} bytes here"),
            german: format!("eine Anfrage ohne Datei hat hier höchstens {SMALL} Bytes"),
        };
        read(request, SMALL, Error::TooLarge(Grounds::plain("too_large", says))).await.map(Body)
    }
}

/// Only whoever has a session may send so much, and it counts while it is in memory.
impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<App>> for LargeBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<LargeBody<T>, Error> {
        let caller = request.extensions().get::<Caller>().cloned().unwrap_or_default();
        caller.player()?;
        let told = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let size = told.and_then(|text| text.parse().ok()).unwrap_or(LARGE);
        let _held = match size {
            0..=SMALL_MESSAGE => None,
            size => Some(app.message_memory.take(size.min(LARGE), caller.requester(&app.shared))?),
        };
        read(request, LARGE, Error::file_too_large()).await.map(LargeBody)
    }
}

async fn read<T: DeserializeOwned + Send + 'static>(
    request: Request,
    limit: usize,
    too_large: Error,
) -> Result<T, Error> {
    let bytes: Bytes = axum::body::to_bytes(request.into_body(), limit)
        .await
        .map_err(|error| if is_broken(&error) { broken() } else { too_large })?;
    let parsed =
        if bytes.len() <= SMALL { parse(&bytes) } else { run_blocking(move || parse(&bytes)).await? };
    parsed.map_err(|error| Error::bad_json(&error))
}

/// Whether it is the connection that failed, or how the body was cut into chunks, and not its length.
fn is_broken(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(<dyn std::error::Error>::is::<hyper::Error>)
}

fn broken() -> Error {
    Error::bad(
        "bad_body",
        ByLanguage {
            english: "the body of this request cannot be read: it is cut off, or its chunks are wrong",
            german: "der Inhalt dieser Anfrage ist nicht lesbar: er ist abgeschnitten oder falsch zerteilt",
        },
    )
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    read_request(if bytes.is_empty() { b"{}" } else { bytes })
}
