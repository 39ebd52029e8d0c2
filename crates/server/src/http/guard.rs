//! Every request passes here: `Host`, `Origin`, session and rate. Secrets are kept as digests only, and travel in links
//! behind `#`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tabiya_rules::ByLanguage;

use super::accept_language::language_of;
use super::answer_body::{AnswerBody, AnswerHold};
use super::content_coding::ContentCoding;
use super::error::{RefusedAnswer, worded};
use super::packed_answer::packed;
use super::wrong_host::{WRONG_HOST, reads_pages, wrong_host_page};
use super::{App, Caller, Peer};
use crate::Error;
use crate::Secret;
use crate::address_counts::AddressPermit;
use crate::blocking::run_briefly;
use crate::client_address::ClientAddress;
use crate::connections::ConnectionPermit;
use crate::grounds::Grounds;
use crate::host::{HOST_COOKIE, HostProof, is_host_place, is_host_token, user_at};
use crate::message_memory::SMALL_MESSAGE;
use crate::rate_limit::{Priority, RateKind, Requester, too_much_at_once};

/// The name of the cookie.
pub const COOKIE: &str = "tabiya_session";

/// Only our own scripts, styles and pictures; nothing from elsewhere, nothing inline, no frames.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// Who asks there decides by the answer whether the server lives: it is never "later".
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Where whoever is nobody yet may become somebody.
const ENTRANCES: [&str; 3] = ["/v1/session", "/v1/session/recovered", "/v1/host/session"];

/// What every request has to pass.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let asked = Instant::now();
    let patience = app.shared.config.limits.patience;
    let is_api = request.uri().path().starts_with("/v1");
    let (mut parts, body) = request.into_parts();
    let language = language_of(&parts.headers);
    let may_pack = parts.method == Method::GET && ContentCoding::Gzip.is_accepted(&parts.headers);
    let reads_pages = reads_pages(&parts.headers);
    let admitted = match admit(&app, &parts).await {
        Ok(caller) if PROBES.contains(&parts.uri.path()) => Ok((None, caller)),
        Ok(caller) => begin(&app, &caller).map(|begun| (begun, caller)),
        Err(error) => Err(error),
    };
    let response = match admitted {
        Ok((_begun, caller)) => {
            let caller = Caller { language, ..caller };
            let permit = parts.extensions.get::<ConnectionPermit>().cloned();
            let requester = caller.requester(&app.shared);
            parts.extensions.insert(caller);
            let request = Request::from_parts(parts, body);
            match tokio::time::timeout(patience, next.run(request)).await {
                Ok(response) if is_api => {
                    let response = if may_pack { packed(response).await } else { response };
                    hold(&app, response, requester, permit.as_ref())
                }
                Ok(response) => response,
                Err(_) => Error::TooSlow(Grounds::plain(
                    "too_slow",
                    ByLanguage {
                        english: "the request took too long",
                        german: "die Anfrage hat zu lange gedauert",
                    },
                ))
                .into_response(),
            }
        }
        Err(error) => error.into_response(),
    };
    let metrics = &app.shared.metrics;
    metrics.answers.note(asked.elapsed());
    let code = response.extensions().get().map(|RefusedAnswer(error)| error.code());
    if let Some(code) = code {
        metrics.note_refusal(code);
    }
    let response = worded(response, language);
    let shows_page = reads_pages && code == Some(WRONG_HOST);
    let response = if shows_page { wrong_host_page(response, language) } else { response };
    with_node(&app, with_headers(response, is_api))
}

/// Tells which node has answered, where there are several.
fn with_node(app: &App, mut response: Response) -> Response {
    if let Some(cluster) = &app.shared.cluster {
        let node = HeaderValue::from(cluster.node());
        response.headers_mut().insert(header::HeaderName::from_static("tabiya-node"), node);
    }
    response
}

/// Counts a request, also while it is worked on, so that nobody's many keep the machine from everybody else's.
fn begin(app: &App, caller: &Caller) -> Result<Option<AddressPermit>, Error> {
    app.rate_limiter.take(RateKind::Request, caller.requester(&app.shared))?;
    let Some(address) = caller.address else { return Ok(None) };
    if caller.requester(&app.shared).priority == Priority::Playing {
        return Ok(None);
    }
    let begun = app.requests.add(address, app.shared.config.limits.requests_at_once);
    begun.map(Some).ok_or_else(|| too_much_at_once(Duration::ZERO))
}

/// An answer that counts for as long as some of it is in memory, or a refusal where too much is already.
fn hold(app: &App, response: Response, requester: Requester, permit: Option<&ConnectionPermit>) -> Response {
    let size = response.body().size_hint().lower() as usize;
    if size <= SMALL_MESSAGE {
        return response;
    }
    match app.message_memory.take(size, requester) {
        Ok(memory) => {
            let hold = AnswerHold { _memory: memory, _connection: permit.map(ConnectionPermit::begin) };
            response.map(|body| Body::new(AnswerBody::new(body, hold)))
        }
        Err(error) => error.into_response(),
    }
}

fn with_headers(mut response: Response, is_api: bool) -> Response {
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, CONTENT_POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Links hold rights: nobody else is told where a visitor came from.
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if is_api {
        set(header::CACHE_CONTROL, "no-store");
    }
    response
}

/// Who makes a request, if it may be made at all.
async fn admit(app: &App, request: &Parts) -> Result<Caller, Error> {
    let headers = &request.headers;
    let peer = request.extensions.get::<Peer>().copied();
    let host = check_host(app, request, peer)?;
    let credentials = Credentials::of(headers)?;
    let is_unsafe = !matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS)
        || headers.contains_key(header::UPGRADE);
    let is_from_page = check_origin(app, request, &credentials, &host, is_unsafe)?;
    let address =
        peer.map(|peer| ClientAddress::of(peer.remote.ip(), headers, &app.shared.config.trusted_proxies));
    let connection = request.extensions.get::<ConnectionPermit>().and_then(ConnectionPermit::id);
    let mut caller = Caller { host, is_from_page, address, connection, ..Caller::default() };
    if is_for_host(request) {
        caller.host_proof = host_proof(app, request, &credentials, &caller, is_unsafe).await?;
        // A browser of the host may have an old cookie of a player; a program has the host's token and no other.
        if caller.host_proof.is_host() && !matches!(credentials, Credentials::Cookie(_)) {
            return Ok(caller);
        }
    }
    if let Some(secret) = credentials.secret() {
        let token = secret.digest();
        caller.player = app.session_cache.find(&app.shared, token).await?;
        caller.secret = Some(secret.clone());
        if let Some(player) = &caller.player {
            app.shared.people.see(player, address);
            if let Some(permit) = request.extensions.get::<ConnectionPermit>() {
                permit.know();
            }
        }
        let is_unknown = caller.player.is_none();
        if is_unknown && (is_unsafe || matches!(credentials, Credentials::Bearer(_))) {
            // With an old cookie one may still look around, or say again who one is.
            let may_come = caller.host_proof.is_host() || ENTRANCES.contains(&request.uri.path());
            if !may_come || matches!(credentials, Credentials::Bearer(_)) {
                return Err(Error::NoSession);
            }
        }
    }
    Ok(caller)
}

/// Whether it matters if a request is the host's.
fn is_for_host(request: &Parts) -> bool {
    let rest = request.uri.path().strip_prefix("/v1/host");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// How a request shows that it is the host's: by the token, by a cookie that was had for it, or by where it comes from. What a browser
/// adds by itself, and where it is, counts only for pages of ours.
async fn host_proof(
    app: &App,
    request: &Parts,
    credentials: &Credentials,
    caller: &Caller,
    is_unsafe: bool,
) -> Result<HostProof, Error> {
    let config = &app.shared.config;
    let may_be_browser = caller.is_from_page || !is_unsafe;
    let token = match credentials {
        Credentials::Bearer(secret) => Some(secret.clone()),
        Credentials::None | Credentials::Cookie(_) if may_be_browser => {
            cookie_of(&request.headers, HOST_COOKIE).and_then(|value| value.parse().ok())
        }
        Credentials::None | Credentials::Cookie(_) => None,
    };
    let peer = request.extensions.get::<Peer>().copied();
    let place = peer.filter(|_| may_be_browser && !matches!(credentials, Credentials::Bearer(_)));
    if place.is_some_and(|peer| is_host_place(config, peer, &request.headers, &caller.host, user_at)) {
        return Ok(HostProof::Place);
    }
    let (Some(token), Some(folder)) = (token, config.data.clone()) else { return Ok(HostProof::None) };
    let is_token = run_briefly(move || is_host_token(&folder, &token)).await?;
    let is_cookie = !matches!(credentials, Credentials::Bearer(_));
    Ok(match is_token {
        true => HostProof::Token,
        false if is_cookie => HostProof::WrongCookie,
        false => HostProof::None,
    })
}

fn check_host(app: &App, request: &Parts, peer: Option<Peer>) -> Result<String, Error> {
    let mut named = request.headers.get_all(header::HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_of_target =
        request.uri.authority().is_none_or(|target| target.as_str().eq_ignore_ascii_case(host));
    if named.next().is_some() || !is_of_target {
        // A proxy may have gone by the other one.
        return Err(Error::bad(
            "two_hosts",
            ByLanguage {
                english: "a request names one host, and this one names several",
                german: "eine Anfrage nennt einen Host, und diese nennt mehrere",
            },
        ));
    }
    if app.hosts.is_ours(host, peer.map(|peer| peer.local)) {
        return Ok(host.to_owned());
    }
    Err(Error::forbidden(
        WRONG_HOST,
        ByLanguage {
            english: "this server does not go by that name (its public URL can be set with --public-url)",
            german: "dieser Server heißt nicht so (seine öffentliche Adresse setzt man mit --public-url)",
        },
    ))
}

/// Whether the request came from a page of ours. Where it changes something, it must have, or bring a token that no
/// browser adds by itself.
fn check_origin(
    app: &App,
    request: &Parts,
    credentials: &Credentials,
    host: &str,
    is_unsafe: bool,
) -> Result<bool, Error> {
    let origin = request.headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
    let foreign = || {
        Err(Error::forbidden(
            "wrong_origin",
            ByLanguage {
                english: "this request comes from a page of somebody else",
                german: "diese Anfrage kommt von einer fremden Seite",
            },
        ))
    };
    match origin {
        Some(origin) if app.hosts.is_origin(origin, host) => Ok(true),
        Some(_) if is_unsafe => foreign(),
        Some(_) => Ok(false),
        None if !is_unsafe => Ok(false),
        None => match credentials {
            Credentials::Bearer(_) => Ok(false),
            // A program that has no token yet may ask for one: there is nothing that could be abused.
            Credentials::None if ENTRANCES.contains(&request.uri.path()) => Ok(false),
            Credentials::None if request.headers.contains_key(header::UPGRADE) => foreign(),
            Credentials::None => Err(Error::NoSession),
            Credentials::Cookie(_) => foreign(),
        },
    }
}

/// A cookie of a request.
fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// What a request brings to prove who sent it.
enum Credentials {
    None,
    Bearer(Secret),
    Cookie(Option<Secret>),
}

impl Credentials {
    fn of(headers: &HeaderMap) -> Result<Credentials, Error> {
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let text = value.to_str().unwrap_or_default();
            let token = text.strip_prefix("Bearer ").and_then(|token| token.trim().parse().ok());
            return token.map(Credentials::Bearer).ok_or(Error::NoSession);
        }
        let ours = cookie_of(headers, COOKIE);
        Ok(ours.map_or(Credentials::None, |value| Credentials::Cookie(value.parse().ok())))
    }

    fn secret(&self) -> Option<&Secret> {
        match self {
            Credentials::None | Credentials::Cookie(None) => None,
            Credentials::Bearer(secret) | Credentials::Cookie(Some(secret)) => Some(secret),
        }
    }
}
