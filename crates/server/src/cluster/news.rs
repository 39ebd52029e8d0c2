use std::future::Future;
use std::pin::Pin;

use futures_util::stream::BoxStream;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::NodeReport;
use crate::SecretDigest;
use crate::wire::GameSummary;

/// What is heard, one message after the other.
pub type NewsStream = BoxStream<'static, Vec<u8>>;

/// What comes when it can be had.
pub type NewsFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What carries news from node to node. It may lose some, and tells whoever asks when that may have been.
pub trait NewsBus: Send + Sync {
    /// Tells all who listen to a subject, without waiting.
    fn tell(&self, subject: &str, news: Vec<u8>);

    /// Begins to listen to a subject. What is told once this is there is heard, unless it is lost.
    fn listen(&self, subject: String) -> NewsFuture<'_, NewsStream>;

    /// Changes whenever some may have been lost.
    fn losses(&self) -> watch::Receiver<u64>;

    /// Whether news can be told and heard at the moment.
    fn is_connected(&self) -> bool;
}

/// News, and which node tells them.
#[derive(Serialize, Deserialize)]
pub(super) struct Envelope<T> {
    pub node: i64,
    pub news: T,
}

/// What the rooms of a game tell each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GameNews {
    /// The game has this version now.
    Version(u32),
    /// Something beside its entries has changed: who sits where, how it will begin, what follows it.
    Row,
    /// Who is there, by the seats.
    Here(HereNews),
    /// Somebody has opened the game, and asks who is there.
    WhoIsHere,
}

/// Who is at a node to play or to watch a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HereNews {
    /// Which seats' players have a connection there.
    pub seats: [bool; 2],
    /// Which of them asked for something since this was told last.
    pub seen: [bool; 2],
    /// Whether anybody has a connection.
    pub anybody: bool,
}

/// What nodes tell each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ClubNews {
    /// Something has changed for a player, and these sessions have ended.
    Player {
        player: String,
        ended: Vec<SecretDigest>,
    },
    /// The host has set something.
    Host,
    /// The host wants to know who is where, by a question of this number; and what a node answers.
    Census(u64),
    Report {
        census: u64,
        report: Box<NodeReport>,
    },
    /// The host has sent somebody away.
    Removed(String),
    /// A move of the computer waits in the database for whoever has a free thread.
    Job,
    /// What a node shows of its games: seats that wait in the lobby, games to watch.
    Shown {
        lobby: Vec<LobbySeatForm>,
        running: Vec<GameSummary>,
    },
}

/// A seat in the lobby as it is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LobbySeatForm {
    pub summary: GameSummary,
    pub maker: Option<String>,
    pub until: u64,
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;

    /// The messages as nodes of the number 1 write and read them. Where one of these changes, `MESSAGES` in `store/postgres/nodes.rs` is one
    /// more: nodes of different numbers do not run together, and those of one number understand each other.
    const GAME: [&str; 4] = [
        r#"{"node":7,"news":{"version":12}}"#,
        r#"{"node":7,"news":"row"}"#,
        r#"{"node":7,"news":{"here":{"seats":[true,false],"seen":[false,true],"anybody":true}}}"#,
        r#"{"node":7,"news":"who_is_here"}"#,
    ];
    const CLUB: [&str; 2] =
        [r#"{"node":7,"news":"host"}"#, r#"{"node":7,"news":{"player":{"player":"p","ended":[]}}}"#];

    fn check<T: Serialize + DeserializeOwned>(written: &str) {
        let read: Envelope<T> = serde_json::from_str(written).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), written);
    }

    #[test]
    fn messages_have_the_form_that_their_number_stands_for() {
        GAME.iter().for_each(|written| check::<GameNews>(written));
        CLUB.iter().for_each(|written| check::<ClubNews>(written));
        let shown = r#"{"node":7,"news":{"shown":{"lobby":[{"summary":SUMMARY,"maker":null,"until":9}],"running":[SUMMARY]}}}"#;
        let summary = r#"{"game":"g","white":"A","black":"B","rules":"chess","result":"*","plies":0,"stage":"open","clock":null,"created":1,"updated":2,"turn":null,"open":"white","one_board":false,"begun":false,"recorded":false,"you":null}"#;
        check::<ClubNews>(&shown.replace("SUMMARY", summary));
    }
}
