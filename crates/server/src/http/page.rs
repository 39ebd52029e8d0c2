use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tabiya_rules::{ByLanguage, Language};

use super::accept_language::language_of;
use super::content_coding::ContentCoding;
use crate::Error;
use crate::grounds::Grounds;

/// A file of the page.
struct PageFile {
    path: &'static str,
    content: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

/// The client as the build script made it, or the plain page.
static FILES: &[PageFile] = &include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// What is shown at a path: a file, or the page itself for games and classic programs, which it finds by the path.
fn file(path: &str) -> Option<&'static PageFile> {
    let is_game = path.len() == 9 && path[1..].bytes().all(|byte| byte.is_ascii_alphanumeric());
    let path =
        if path == "/" || path == "/host" || is_game || is_classic(path) { "/index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}

/// Whether a path is that of the classic programs or may be that of one of them.
fn is_classic(path: &str) -> bool {
    let Some(rest) = path.strip_prefix("/classics") else { return false };
    match rest.strip_prefix('/') {
        Some(name) => name.len() <= 20 && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
        None => rest.is_empty(),
    }
}

impl PageFile {
    fn media_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "webmanifest" => "application/manifest+json",
            _ => "application/octet-stream",
        }
    }

    /// Names under `assets` change with what is in them.
    fn caching(&self) -> &'static str {
        if self.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
    }

    /// By what of a request the answer differs: the language decides about the page alone.
    fn varies_by(&self) -> &'static str {
        if self.is_page() { "accept, accept-encoding, accept-language" } else { "accept, accept-encoding" }
    }

    /// Whether it is the page itself, and not one of the files that it needs.
    fn is_page(&self) -> bool {
        self.path == "/index.html"
    }

    /// What else whoever reads a language will need: told with the page, it is asked for before the page knows.
    fn needs(&self, language: Language) -> Option<HeaderValue> {
        let words = match language {
            Language::English => return None,
            Language::German => "/assets/words-de-",
        };
        let file = FILES.iter().filter(|_| self.is_page()).find(|file| file.path.starts_with(words))?;
        HeaderValue::from_str(&format!("<{}>; rel=modulepreload", file.path)).ok()
    }

    /// The file as small as whoever asks for it can take it.
    fn response(&self, asked: &HeaderMap) -> Response {
        let packed = [(ContentCoding::Brotli, self.brotli), (ContentCoding::Gzip, self.gzip)];
        let packed = packed.into_iter().find_map(|(coding, content)| {
            content.filter(|_| coding.is_accepted(asked)).map(|content| (coding, content))
        });
        let mut response = packed.map_or(self.content, |(_, content)| content).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type()));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.caching()));
        headers.insert(header::VARY, HeaderValue::from_static(self.varies_by()));
        headers.extend(self.needs(language_of(asked)).map(|needs| (header::LINK, needs)));
        if let Some((coding, _)) = packed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        }
        response
    }
}

/// Whether somebody who asks for a path that is not there is to be shown that by the page. A program is told in its own way,
/// and so is a page that asks for one of its files.
fn wants_page(method: &Method, path: &str, headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("*/*");
    let takes =
        |media_type| accepted.split([',', ';']).any(|one| one.trim().eq_ignore_ascii_case(media_type));
    matches!(*method, Method::GET | Method::HEAD)
        && !path.starts_with("/assets/")
        && (takes("text/html") || takes("*/*") && !takes("application/json"))
}

/// The page, for whatever is not the API.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match file(uri.path()) {
        Some(file) if matches!(method, Method::GET | Method::HEAD) => file.response(&headers),
        Some(_) => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        None => match file("/").filter(|_| wants_page(&method, uri.path(), &headers)) {
            Some(page) => (StatusCode::NOT_FOUND, page.response(&headers)).into_response(),
            None => Error::NotFound(Grounds::plain(
                "no_such_page",
                ByLanguage { english: "there is no such page", german: "diese Seite gibt es nicht" },
            ))
            .into_response(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_shown_by_the_page() {
        let page = file("/").unwrap();
        assert_eq!(page.media_type(), "text/html; charset=utf-8");
        assert!(std::ptr::eq(page, file("/aB3dE6gH").unwrap()));
        assert!(file("/aB3dE6g").is_none() && file("/../../x").is_none());
    }

    #[test]
    fn classic_programs_are_shown_by_the_page() {
        for path in ["/classics", "/classics/", "/classics/hong", "/classics/hong-written"] {
            assert!(std::ptr::eq(file("/").unwrap(), file(path).unwrap()), "{path}");
        }
        for path in ["/classics/../x", "/classics/hong/x", "/classicsx/hong", "/classics/HONG"] {
            assert!(file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn people_are_shown_what_is_not_there_and_programs_are_told() {
        let wants = |path, accept: Option<&'static str>| {
            let accept = accept.map(|value| (header::ACCEPT, HeaderValue::from_static(value)));
            wants_page(&Method::GET, path, &HeaderMap::from_iter(accept))
        };
        assert!(wants("/nowhere", Some("text/html,application/xhtml+xml,*/*;q=0.8")));
        assert!(wants("/nowhere", Some("*/*")) && wants("/nowhere", None));
        assert!(!wants("/nowhere", Some("application/json")));
        assert!(!wants("/nowhere", Some("application/json, text/plain, */*")));
        assert!(!wants("/nowhere", Some("image/png")) && !wants("/assets/old.js", None));
        assert!(!wants_page(&Method::POST, "/nowhere", &HeaderMap::new()));
    }

    #[test]
    fn what_is_the_same_in_every_language_is_kept_once() {
        let varies_by = |path| {
            let file = PageFile { path, content: b"plain", brotli: None, gzip: None };
            file.response(&HeaderMap::new()).headers()[header::VARY].to_str().unwrap().to_owned()
        };
        assert_eq!(varies_by("/index.html"), "accept, accept-encoding, accept-language");
        assert_eq!(varies_by("/assets/index-0.js"), "accept, accept-encoding");
    }

    #[test]
    fn a_file_is_sent_as_small_as_it_is_taken() {
        let file =
            PageFile { path: "/x.js", content: b"plain", brotli: Some(b"brotli"), gzip: Some(b"gzip") };
        for (accepted, coding) in [
            ("gzip, deflate, br", Some("br")),
            ("br, gzip;q=0.8", Some("br")),
            ("gzip, br;q=0", Some("gzip")),
            ("gzip", Some("gzip")),
            ("identity", None),
        ] {
            let asked = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            let response = file.response(&asked);
            let told = response.headers().get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap());
            assert_eq!(told, coding, "{accepted}");
        }
        assert!(file.response(&HeaderMap::new()).headers().get(header::CONTENT_ENCODING).is_none());
    }
}
