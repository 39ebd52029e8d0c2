use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::Error;
use crate::wire::Reason;

/// A file of the page.
struct Asset {
    media_type: &'static str,
    content: &'static [u8],
}

/// What is shown at a path. The client takes this function's place: nothing else knows of the page.
fn asset(path: &str) -> Option<Asset> {
    let is_game = path.len() == 9 && path[1..].bytes().all(|byte| byte.is_ascii_alphanumeric());
    match path {
        "/plain.css" => {
            Some(Asset { media_type: "text/css; charset=utf-8", content: include_bytes!("page/plain.css") })
        }
        _ if path == "/" || is_game => {
            Some(Asset { media_type: "text/html; charset=utf-8", content: include_bytes!("page/plain.html") })
        }
        _ => None,
    }
}

/// The page, for whatever is not the API.
pub async fn page(method: Method, uri: Uri) -> Response {
    match asset(uri.path()) {
        Some(asset) if matches!(method, Method::GET | Method::HEAD) => {
            ([(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, "no-cache")], asset.content)
                .into_response()
        }
        Some(_) => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        None => Error::NotFound(Reason::plain("no_such_page", "there is no such page")).into_response(),
    }
}
