//! The lobby, for as long as somebody looks at it.

use std::sync::Arc;
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
    /// Looks at the lobby again and again in a thread of its own, and does what is wanted in another, so that no order waits for a
    /// list. Both report.
    pub fn open(
        client: &ServerClient,
        report: impl Fn(LobbyEvent) + Send + Sync + 'static,
    ) -> io::Result<LobbyLink> {
        let (looking, doing) = (client.another()?, client.another()?);
        let report = Arc::new(report);
        let (orders, ordered) = channel();
        let (looks, looked_for) = channel();
        let listed = Arc::clone(&report);
        thread::Builder::new()
            .name("lobby list".to_owned())
            .spawn(move || look(looking, &looked_for, &*listed))?;
        thread::Builder::new()
            .name("lobby link".to_owned())
            .spawn(move || obey(doing, &ordered, &looks, &*report))?;
        Ok(LobbyLink { orders })
    }

    /// Wants something done.
    pub fn order(&self, order: LobbyOrder) {
        // A link that has ended has nobody who waits for it.
        let _ = self.orders.send(order);
    }
}

/// Tells what there is: at once, then now and again, and whenever it may have changed. It is told in the language asked for last.
fn look(mut client: ServerClient, looked_for: &Receiver<Language>, report: &dyn Fn(LobbyEvent)) {
    loop {
        report(match client.lobby_rows() {
            Ok(rows) => LobbyEvent::Listed(rows),
            Err(why) => LobbyEvent::NotListed(why),
        });
        match looked_for.recv_timeout(LOOK) {
            Ok(language) => client.speak(language),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Does what is wanted, one thing after the other, and has the list looked at again then.
fn obey(
    mut client: ServerClient,
    orders: &Receiver<LobbyOrder>,
    looks: &Sender<Language>,
    report: &dyn Fn(LobbyEvent),
) {
    for order in orders {
        let answer = match order {
            LobbyOrder::Speak(language) => {
                client.speak(language);
                None
            }
            LobbyOrder::Enter(row) => Some(client.enter(&row)),
            LobbyOrder::Make(wish) => Some(client.make_game(&wish)),
        };
        match answer {
            Some(Ok(game)) => report(LobbyEvent::Entered(Box::new(game))),
            Some(Err(why)) => report(LobbyEvent::Refused(why)),
            None => {}
        }
        // Whoever looks is there for as long as this thread.
        let _ = looks.send(client.language());
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;
    use crate::server_link::ServerAddress;
    use tabiya_trust::TlsTrust;

    #[test]
    fn no_order_waits_for_a_list() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (lists, asked) = channel();
        // A server that refuses what is wanted, and keeps whoever asks for a list waiting.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let lists = lists.clone();
                thread::spawn(move || {
                    let (mut stream, mut head) = (stream.unwrap(), [0; 4096]);
                    let _ = stream.read(&mut head).unwrap();
                    if head.starts_with(b"POST") {
                        stream.write_all(b"HTTP/1.1 409 Conflict\r\ncontent-length: 2\r\n\r\n{}").unwrap();
                    } else {
                        lists.send(stream).unwrap();
                    }
                });
            }
        });
        let address = ServerAddress { is_encrypted: false, host: "127.0.0.1".to_owned(), port };
        let client = ServerClient::new(address, Language::English, &TlsTrust::new(None).unwrap()).unwrap();
        let (events, heard) = channel();
        let link = LobbyLink::open(&client, move |event| drop(events.send(event))).unwrap();
        let _kept_waiting = asked.recv().unwrap();
        link.order(LobbyOrder::Make(SeatWish {
            opponent: crate::OpponentChoice::Lobby,
            rules: None,
            clock: None,
            color: None,
        }));
        let first = heard.recv().unwrap();
        assert!(matches!(first, LobbyEvent::Refused(_)), "{first:?}");
    }
}
