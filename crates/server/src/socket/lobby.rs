use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use super::client_socket::{ClientSocket, CloseReason, session_ended, shutting_down};
use crate::Error;
use crate::ending::LeaveTime;
use crate::host::HostSwitches;
use crate::http::{App, Caller};
use crate::wire::FromLobby;

/// Turns a request into a WebSocket that tells the open seats, and again whenever they change.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
) -> Result<Response, Error> {
    let listening = Arc::clone(&app);
    super::accept(&app, (caller.address, caller.id()), request, move |mut line| async move {
        let _here =
            caller.player.as_ref().map(|player| listening.shared.people.enter(player, caller.address));
        let ending = tell(&listening, &caller, &mut line).await;
        line.hang_up(ending.err().flatten()).await;
    })
}

async fn tell(app: &App, caller: &Caller, line: &mut ClientSocket) -> Result<(), CloseReason> {
    let lobby = &app.shared.lobby;
    let mut lists = lobby.lists();
    let mut departure = LeaveTime::new(app.ending.clone());
    let mut measurements = ClientSocket::measurements();
    let mut session = app.session_cache.watch(caller.session());
    let mut host = app.shared.host.state.watch();
    let mut told_switches = HostSwitches::default();
    host.mark_changed();
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
            _ = host.changed() => {
                let switches = host.borrow_and_update().switches.clone();
                if switches != told_switches {
                    let message = FromLobby::Host(switches.clone());
                    // Nothing in it can fail to be written.
                    line.say(&serde_json::to_string(&message).unwrap_or_default()).await?;
                    told_switches = switches;
                }
            }
            () = session.ended(&app.session_cache, &app.shared) => return Err(session_ended()),
            successor = departure.due() => return Err(shutting_down(successor)),
        }
    }
}
