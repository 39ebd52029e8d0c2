use std::sync::Arc;

use axum::extract::{Extension, Request, State};
use axum::response::Response;

use super::client_socket::{ClientSocket, CloseReason, shutting_down};
use crate::Error;
use crate::http::{App, Peer, open_seats};
use crate::wire::{FromLobby, GameSummary};

/// Turns a request into a WebSocket that tells the open seats, and again whenever they change.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    peer: Option<Extension<Peer>>,
    request: Request,
) -> Result<Response, Error> {
    let listening = Arc::clone(&app);
    super::accept(&app, peer, request, move |mut line| async move {
        let ending = tell(&listening, &mut line).await;
        line.hang_up(ending.err().flatten()).await;
    })
}

async fn tell(app: &App, line: &mut ClientSocket) -> Result<(), CloseReason> {
    let mut changes = app.shared.lobby_changes();
    let mut closing = app.closing.clone();
    let mut measurements = ClientSocket::measurements();
    let mut told: Option<Vec<GameSummary>> = None;
    loop {
        // What changes from here on is told in the next round.
        changes.mark_unchanged();
        // A seat that cannot be read now is told when it can.
        if let Ok(seats) = open_seats(&app.shared).await
            && told.as_ref() != Some(&seats)
        {
            let news = FromLobby::Lobby { seats: seats.clone() };
            line.say(&serde_json::to_string(&news).unwrap_or_default()).await?;
            told = Some(seats);
        }
        tokio::select! {
            said = line.hear() => drop(said?),
            // Makers who went without a word are noticed by the way.
            _ = measurements.tick() => line.measure().await?,
            _ = changes.changed() => {}
            _ = closing.changed() => return Err(shutting_down()),
        }
    }
}
