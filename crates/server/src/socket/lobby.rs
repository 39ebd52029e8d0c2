use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use super::client_socket::{ClientSocket, CloseReason, shutting_down};
use crate::Error;
use crate::http::{App, Caller};

/// Turns a request into a WebSocket that tells the open seats, and again whenever they change.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
) -> Result<Response, Error> {
    let listening = Arc::clone(&app);
    super::accept(&app, caller.address, request, move |mut line| async move {
        let ending = tell(&listening, &mut line).await;
        line.hang_up(ending.err().flatten()).await;
    })
}

async fn tell(app: &App, line: &mut ClientSocket) -> Result<(), CloseReason> {
    let lobby = &app.shared.lobby;
    let mut lists = lobby.lists();
    let mut closing = app.closing.clone();
    let mut measurements = ClientSocket::measurements();
    lists.mark_changed();
    loop {
        tokio::select! {
            said = line.hear() => drop(said?),
            _ = measurements.tick() => {
                // Makers who went without a word are noticed by the way.
                lobby.expire(app.shared.now.moment());
                line.measure().await?;
            }
            _ = lists.changed() => {
                let list = Arc::clone(&lists.borrow_and_update());
                line.say(&list.text).await?;
            }
            _ = closing.changed() => return Err(shutting_down()),
        }
    }
}
