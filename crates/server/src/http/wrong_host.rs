use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use tabiya_rules::{ByLanguage, Language};

/// The word for a request that calls the server by a name that is not its own.
pub(super) const WRONG_HOST: &str = "wrong_host";

/// Whether somebody asks who reads pages.
pub(super) fn reads_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split([',', ';']).any(|media| media.trim().eq_ignore_ascii_case("text/html"))
}

/// The refusal for people: a page that needs nothing else, since nothing else is given out under that name either.
pub(super) fn wrong_host_page(refusal: Response, language: Language) -> Response {
    let (code, title, says) = language.choose(ByLanguage {
        english: (
            "en",
            "Wrong address",
            "A Tabiya server answers here, but it does not go by the name in this address. Ask its host for the right one. \
             The host sets it with <code>tabiya serve --public-url</code>.",
        ),
        german: (
            "de",
            "Falsche Adresse",
            "Hier antwortet ein Tabiya-Server, aber so wie in dieser Adresse heißt er nicht. Frag den Gastgeber nach der \
             richtigen. Er setzt sie mit <code>tabiya serve --public-url</code>.",
        ),
    });
    let page = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Tabiya: {title}</title>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n<p>{says}</p>\n</main>\n</body>\n</html>\n"
    );
    let (mut parts, _) = refusal.into_parts();
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(page))
}
