use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};

use super::body::Body;
use super::guard::COOKIE;
use super::{App, Caller};
use crate::name::clean_name;
use crate::rate_limit::RateKind;
use crate::store::PlayerRecord;
use crate::wire::{NewSession, SessionInfo};
use crate::{Error, PlayerId, Secret};

fn session(player: &PlayerRecord, token: Option<String>) -> SessionInfo {
    SessionInfo { player: player.id.to_string(), name: player.name.clone(), token }
}

/// Who the caller is.
pub async fn who(caller: Caller) -> Result<Json<SessionInfo>, Error> {
    Ok(Json(session(caller.player()?, None)))
}

/// Makes a player with a session: a cookie for pages, the token itself for programs.
pub async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(wish): Body<NewSession>,
) -> Result<Response, Error> {
    if !wish.token && !caller.is_from_page {
        return Err(Error::forbidden(
            "wrong_origin",
            "a cookie is for pages of this server; programs ask for a token: \"token\": true",
        ));
    }
    // Whoever is somebody already is a stranger again, as far as new sessions are concerned.
    let stranger = Caller { address: caller.address, ..Caller::default() };
    app.rate_limiter.take(RateKind::Session, stranger.requester(&app.shared))?;
    let player = PlayerRecord { id: PlayerId::random(), name: clean_name(&wish.name)? };
    let secret = Secret::random();
    let limits = &app.shared.config.limits;
    let expires = app.shared.now.moment().after(limits.session);
    app.shared.store.create_session(player.clone(), secret.digest(), expires).await?;
    if wish.token {
        let session = session(&player, Some(secret.reveal().to_owned()));
        return Ok((StatusCode::CREATED, Json(session)).into_response());
    }
    let secure = if app.hosts.is_secure() { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{secure}",
        secret.reveal(),
        limits.session.as_secs()
    );
    let headers = AppendHeaders([(header::SET_COOKIE, cookie)]);
    Ok((StatusCode::CREATED, headers, Json(session(&player, None))).into_response())
}

/// Calls the caller otherwise, in games to come.
pub async fn rename(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(wish): Body<NewSession>,
) -> Result<Json<SessionInfo>, Error> {
    let player = PlayerRecord { id: caller.player()?.id, name: clean_name(&wish.name)? };
    app.shared.store.rename(player.clone()).await?;
    app.session_cache.forget(player.id);
    Ok(Json(session(&player, None)))
}

/// Ends the session.
pub async fn end(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Error> {
    let player = caller.player()?.id;
    if let Some(token) = caller.token() {
        app.shared.store.end_session(token).await?;
        app.session_cache.end(player, token);
    }
    let cookie = format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(header::SET_COOKIE, cookie)])).into_response())
}
