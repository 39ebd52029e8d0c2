//! The lobby, for as long as somebody looks at it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;
use std::{io, thread};

use tabiya_rules::Language;

use crate::api::GameOnServer;
use crate::lobby_row::LobbyRow;
use crate::lobby_wish::SeatWish;
use crate::remote_error::RemoteError;
use crate::server_client::ServerClient;

/// How often somebody looks whether somebody has come.
const LOOK: Duration = Duration::from_secs(3);

/// What somebody in the lobby wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyOrder {
    /// Take a seat, go on with a game, or watch it.
    Enter(Box<LobbyRow>),
    /// Make a game.
    Make(SeatWish),
    /// Be told everything in another language from now on.
    Speak(Language),
}

/// What somebody in the lobby is told.
#[derive(Clone, Debug)]
pub enum LobbyEvent {
    /// What can be chosen now.
    Listed(Vec<LobbyRow>),
    /// Nobody knows what can be chosen.
    NotListed(RemoteError),
    /// Somebody has a game to show.
    Entered(Box<GameOnServer>),
    /// What was wanted is refused.
    Refused(RemoteError),
}

/// The connection to a lobby. It ends when this is dropped.
#[derive(Debug)]
pub struct LobbyLink {
    orders: Sender<LobbyOrder>,
}

impl LobbyLink {
    /// Looks at the lobby again and again in a thread of its own, which reports what is there.
    pub fn open(
        client: &ServerClient,
        report: impl Fn(LobbyEvent) + Send + 'static,
    ) -> io::Result<LobbyLink> {
        let client = client.another()?;
        let (orders, ordered) = channel();
        thread::Builder::new()
            .name("lobby link".to_owned())
            .spawn(move || keep(client, &ordered, &report))?;
        Ok(LobbyLink { orders })
    }

    /// Wants something done.
    pub fn order(&self, order: LobbyOrder) {
        // A link that has ended has nobody who waits for it.
        let _ = self.orders.send(order);
    }
}

fn keep(mut client: ServerClient, orders: &Receiver<LobbyOrder>, report: &dyn Fn(LobbyEvent)) {
    loop {
        report(match client.lobby_rows() {
            Ok(rows) => LobbyEvent::Listed(rows),
            Err(why) => LobbyEvent::NotListed(why),
        });
        let answer = match orders.recv_timeout(LOOK) {
            Ok(LobbyOrder::Speak(language)) => {
                client.speak(language);
                continue;
            }
            Ok(LobbyOrder::Enter(row)) => client.enter(&row),
            Ok(LobbyOrder::Make(wish)) => client.make_game(&wish),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        report(match answer {
            Ok(game) => LobbyEvent::Entered(Box::new(game)),
            Err(why) => LobbyEvent::Refused(why),
        });
    }
}
