use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::body::Body;
use super::extract::GamePath;
use super::games::look;
use super::{App, Caller};
use crate::room::{PlayerCommand, Wish};
use crate::wire::{CommandAnswer, GameView, JoinGame, RematchAnswer, Submit};
use crate::{Error, StoreError};

/// Obeys a command. The answer comes when it is on disk.
pub async fn command(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
    Body(submit): Body<Submit>,
) -> Result<Response, Error> {
    let command = PlayerCommand::try_from(submit)?;
    app.shared.file_quota.count_command(&command.action, caller.requester(&app.shared))?;
    let mut tries = 0;
    loop {
        let room = app.shared.room(id).await?;
        match room.submit(caller.listener(), command.clone()).await {
            // The room was just closing. Sent twice, a command is obeyed once.
            Err(Error::Store(StoreError::Closed)) if tries < 3 => tries += 1,
            Ok(accepted) => {
                let text = CommandAnswer::to_text(accepted.version, accepted.entry.as_deref());
                return Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response());
            }
            Err(error) => return Err(error),
        }
    }
}

/// Takes the open seat.
pub async fn join(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
    Body(wish): Body<JoinGame>,
) -> Result<Json<GameView>, Error> {
    let player = caller.player()?;
    app.shared.host.check_name(&player.name, Some(player.id))?;
    app.shared.room(id).await?.join(player.id, player.name.clone(), wish.invitation).await?;
    look(&app, id, &caller).await?.view(caller.listener()).await.map(Json)
}

/// Asks for a rematch, or agrees to one.
pub async fn want_rematch(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<RematchAnswer>, Error> {
    let next = app.shared.room(id).await?.rematch(caller.id(), Wish::Yes).await?;
    Ok(Json(RematchAnswer { next: next.map(|id| id.to_string()) }))
}

/// Takes the wish for a rematch back, or does not agree to one.
pub async fn decline_rematch(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<RematchAnswer>, Error> {
    let next = app.shared.room(id).await?.rematch(caller.id(), Wish::No).await?;
    Ok(Json(RematchAnswer { next: next.map(|id| id.to_string()) }))
}
