use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;

use crate::patient_stream::PatientStream;

/// How long somebody may take to say what they want.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is said to whoever comes without encryption; other programs of ours know it by this.
const WORDS: &str = "Tabiya speaks HTTPS here";

/// Answers whoever comes without encryption where there is some: a page is sent to the same address with it, and whatever else
/// was wanted was sent in the clear and is refused.
pub(crate) async fn send_to_https(stream: PatientStream<TcpStream>, is_ours: impl Fn(&str) -> bool) {
    let answer = service_fn(|request: Request<Incoming>| {
        let answer = answer(&request, &is_ours);
        async move { Ok::<_, Infallible>(answer) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_headers(64).max_buf_size(16 * 1024);
    builder.keep_alive(false);
    let _ = builder.serve_connection(TokioIo::new(stream), answer).await;
}

fn answer<B>(request: &Request<B>, is_ours: impl Fn(&str) -> bool) -> Response<Body> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).filter(|host| is_ours(host));
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let url = host.filter(|_| hosts.next().is_none()).map(|host| format!("https://{host}{path}"));
    let is_look = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    let location = url.as_ref().filter(|_| is_look).and_then(|url| header::HeaderValue::from_str(url).ok());
    let whither =
        url.as_ref().map_or_else(|| "an address that begins with https://".to_owned(), Clone::clone);
    *response.status_mut() = StatusCode::BAD_REQUEST;
    if let Some(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
        // Not for good: the club may go back to a plain server.
        *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
    }
    *response.body_mut() = Body::from(format!("{WORDS}: {whither}\n"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_sent_on_and_everything_else_is_refused() {
        let is_ours = |host: &str| host == "chess.example.org:8064";
        for (method, host, status, location) in [
            ("GET", "chess.example.org:8064", 307, Some("https://chess.example.org:8064/x?y=1")),
            ("HEAD", "chess.example.org:8064", 307, Some("https://chess.example.org:8064/x?y=1")),
            ("POST", "chess.example.org:8064", 400, None),
            ("GET", "evil.example", 400, None),
            ("GET", "", 400, None),
        ] {
            let request =
                Request::builder().method(method).uri("/x?y=1").header("Host", host).body(()).unwrap();
            let answer = answer(&request, is_ours);
            let found = answer.headers().get("location").map(|location| location.to_str().unwrap());
            assert_eq!((answer.status().as_u16(), found), (status, location), "{method} {host}");
        }
    }
}
