use std::io::Write as _;

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::content_coding::ContentCoding;

/// What fits into one packet is not worth packing.
const SMALLEST: u64 = 1400;
/// Packing more would keep others waiting; such answers are rare, and asked for by programs.
const LARGEST: u64 = 128 * 1024;

/// The same answer made smaller, where that is worth it.
pub(super) async fn packed(response: Response) -> Response {
    let size = response.body().size_hint().exact();
    let is_json =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|media| media == "application/json");
    if !is_json || !size.is_some_and(|size| (SMALLEST..=LARGEST).contains(&size)) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(content) = to_bytes(body, LARGEST as usize).await else {
        // It was in memory already, so this does not happen; an answer without a body says so by its length.
        return Response::from_parts(parts, Body::empty());
    };
    let mut encoder = GzEncoder::new(Vec::with_capacity(content.len() / 3), Compression::fast());
    let smaller = encoder.write_all(&content).and_then(|()| encoder.finish());
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    match smaller {
        Ok(smaller) => {
            let coding = HeaderValue::from_static(ContentCoding::Gzip.name());
            parts.headers.insert(header::CONTENT_ENCODING, coding);
            parts.headers.remove(header::CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(smaller))
        }
        Err(_) => Response::from_parts(parts, Body::from(content)),
    }
}
