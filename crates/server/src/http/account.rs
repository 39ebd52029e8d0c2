use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use tabiya_rules::ByLanguage;

use super::body::Body;
use super::guard::COOKIE;
use super::{App, Caller};
use crate::connections::ConnectionPermit;
use crate::name::player_name;
use crate::store::{GameFilter, GameStage, PlayerRecord};
use crate::wire::{NewSession, SessionInfo};
use crate::{Error, PlayerId, Secret};

fn session(player: &PlayerRecord, token: Option<String>) -> SessionInfo {
    SessionInfo { player: player.id.to_string(), name: player.name.clone(), token }
}

/// How a new session is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionKind {
    /// By a cookie, for pages.
    Cookie,
    /// By the token itself, for programs.
    Token,
}

impl SessionKind {
    /// The kind that is wished for, if the caller may have it.
    pub fn wished(caller: &Caller, token: bool) -> Result<SessionKind, Error> {
        match token {
            true => Ok(SessionKind::Token),
            false if caller.is_from_page => Ok(SessionKind::Cookie),
            false => Err(Error::forbidden(
                "wrong_origin",
                ByLanguage {
                    english: "a cookie is for pages of this server; programs ask for a token: \"token\": true",
                    german: "ein Cookie ist für Seiten dieses Servers; Programme bitten um ein Token: \"token\": true",
                },
            )),
        }
    }
}

/// Who the caller is.
pub async fn who(caller: Caller) -> Result<Json<SessionInfo>, Error> {
    Ok(Json(session(caller.player()?, None)))
}

/// Makes a player with a session.
pub async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    connection: Option<Extension<ConnectionPermit>>,
    Body(wish): Body<NewSession>,
) -> Result<Response, Error> {
    let kind = SessionKind::wished(&caller, wish.token)?;
    // Whoever is somebody already is a stranger again, as far as new sessions are concerned.
    let stranger = caller.as_stranger().requester(&app.shared);
    let had_session = connection.as_ref().is_some_and(|connection| connection.had_session());
    app.session_line.take(&app.rate_limiter, stranger, had_session).await?;
    if let Some(connection) = connection {
        connection.note_session();
    }
    let player = PlayerRecord { id: PlayerId::random(), name: player_name(&wish.name)? };
    let (host, now) = (&app.shared.host, app.shared.now.moment());
    host.state.with(|state| state.switches.check_newcomers())?;
    host.removals.with(|removals| removals.check_address(caller.address, now))?;
    host.check_name(&player.name, None)?;
    let secret = Secret::random();
    let expires = now.after(app.shared.config.limits.session);
    app.shared.store.create_session(player.clone(), secret.digest(), expires).await?;
    app.shared.people.see(&player, caller.address);
    Ok(session_answer(&app, &player, &secret, kind))
}

/// What proves a new session: a cookie for pages, the token itself for programs.
pub(super) fn session_answer(
    app: &App,
    player: &PlayerRecord,
    secret: &Secret,
    kind: SessionKind,
) -> Response {
    if kind == SessionKind::Token {
        let session = session(player, Some(secret.reveal().to_owned()));
        return (StatusCode::CREATED, Json(session)).into_response();
    }
    let life = app.shared.config.limits.session;
    let cookie = cookie(app, COOKIE, "/", secret.reveal(), life.as_secs());
    let headers = AppendHeaders([(header::SET_COOKIE, cookie)]);
    (StatusCode::CREATED, headers, Json(session(player, None))).into_response()
}

/// A cookie that only this server and no script is told, for so many seconds.
pub(super) fn cookie(app: &App, name: &str, path: &str, value: &str, seconds: u64) -> String {
    let secure = if app.hosts.is_secure() { "; Secure" } else { "" };
    format!("{name}={value}; Path={path}; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}

/// Calls the caller otherwise, in games that are yet to begin.
pub async fn rename(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(wish): Body<NewSession>,
) -> Result<Json<SessionInfo>, Error> {
    let player = PlayerRecord { id: caller.player()?.id, name: player_name(&wish.name)? };
    app.shared.host.check_name(&player.name, Some(player.id))?;
    app.shared.store.rename(player.clone()).await?;
    app.session_cache.forget(player.id);
    app.shared.people.see(&player, caller.address);
    // The name is kept by now, whatever becomes of what is open.
    if let Err(error) = rename_open_games(&app, &player).await {
        tracing::warn!(?error, "a new name is not on all open games");
    }
    Ok(Json(session(&player, None)))
}

/// How many open games somebody's new name is written on.
const OPEN_GAMES: u32 = 50;

/// Writes somebody's new name on what they offer in the lobby or by a link.
async fn rename_open_games(app: &App, player: &PlayerRecord) -> Result<(), Error> {
    let filter = GameFilter {
        player: Some(player.id),
        stage: Some(GameStage::Open),
        limit: OPEN_GAMES,
        ..GameFilter::default()
    };
    for row in app.shared.store.games(filter).await? {
        // Somebody may just have taken the seat, or the game was called off: then the old name stays.
        if let Ok(room) = app.shared.room(row.id).await {
            let _ = room.rename(player.id, player.name.clone()).await;
        }
    }
    Ok(())
}

/// Ends the session.
pub async fn end(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Error> {
    let player = caller.player()?.id;
    if let Some(token) = caller.token() {
        app.shared.store.end_session(token).await?;
        app.session_cache.end(player, token);
    }
    let gone = cookie(&app, COOKIE, "/", "", 0);
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(header::SET_COOKIE, gone)])).into_response())
}
