use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use futures_util::stream::pending;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_rustls::rustls::ClientConfig;

use crate::tls::{LineEncryption, certificate_trouble};

use super::news::{NewsBus, NewsFuture, NewsStream};

/// How many news may wait to be told. They are small, and what does not fit is lost: it is healed by versions.
const QUEUE: usize = 8192;

/// How long NATS may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a listener waits until NATS knows of it.
const FLUSH: Duration = Duration::from_secs(1);

/// After how long it is looked whether the line still holds, and it is tried to come back.
const PING: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// News by NATS: its core, which keeps nothing.
pub struct NatsBus {
    client: Client,
    queue: mpsc::Sender<(String, Vec<u8>)>,
    losses: watch::Receiver<u64>,
}

/// Why there is no bus.
#[derive(Debug)]
pub struct NoBus(String);

impl fmt::Display for NoBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoBus {}

impl NatsBus {
    /// Connects to the server of an address such as `nats://club:secret@127.0.0.1:4222`. Later it comes back by itself.
    pub async fn connect(address: &str) -> Result<NatsBus, NoBus> {
        let wrong = || NoBus("this is no address of a NATS server, such as nats://127.0.0.1:4222".to_owned());
        let is_encrypted = address.starts_with("tls://");
        let is_whole = address.starts_with("nats://") || is_encrypted;
        let (address, encryption) = LineEncryption::split(address).map_err(NoBus)?;
        let server: ServerAddr = address.parse().ok().filter(|_| is_whole).ok_or_else(wrong)?;
        let encryption = if is_encrypted { encryption.encrypted().map_err(NoBus)? } else { encryption };
        let trust = encryption.strict_trust().map_err(|fault| NoBus(format!("sslrootcert: {fault}")))?;
        let (note, losses) = watch::channel(0);
        let note = Arc::new(note);
        let options = credentials(&server)
            .name("tabiya")
            .require_tls(encryption.is_required())
            .tls_client_config(ClientConfig::clone(trust.config()))
            .connection_timeout(PATIENCE)
            .ping_interval(PING)
            .max_reconnects(None)
            .subscription_capacity(QUEUE)
            .reconnect_delay_callback(|attempt| (PAUSE * attempt as u32).min(LONGEST_PAUSE))
            .event_callback(move |event| {
                let note = Arc::clone(&note);
                async move { hear_event(&event, &note) }
            });
        let connected = timeout(PATIENCE, options.connect(server)).await;
        let client = match connected {
            Ok(Ok(client)) => client,
            // Its own words may name the address, with a password in it.
            Ok(Err(error)) => {
                let trouble = certificate_trouble(&error).unwrap_or_else(|| match error.kind() {
                    ConnectErrorKind::Tls => "it does not encrypt, or not as is wanted here".to_owned(),
                    kind => kind.to_string(),
                });
                return Err(NoBus(format!("NATS cannot be reached: {trouble}")));
            }
            Err(_) => return Err(NoBus("NATS cannot be reached: it does not answer".to_owned())),
        };
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(send(client.clone(), waiting));
        Ok(NatsBus { client, queue, losses })
    }
}

/// A name with a password, or a token, as the address of a server has them.
fn credentials(server: &ServerAddr) -> ConnectOptions {
    match (server.username(), server.password()) {
        (Some(user), Some(password)) => {
            ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
        }
        (Some(token), None) => ConnectOptions::with_token(token.to_owned()),
        (None, _) => ConnectOptions::new(),
    }
}

fn hear_event(event: &Event, note: &watch::Sender<u64>) {
    match event {
        Event::Disconnected => {
            tracing::warn!("the connection to NATS was lost: news come late until it is back");
        }
        Event::Connected => {
            note.send_modify(|count| *count += 1);
            if *note.borrow() > 1 {
                tracing::warn!("NATS is there again");
            }
        }
        Event::SlowConsumer(_) => note.send_modify(|count| *count += 1),
        _ => {}
    }
}

/// Sends what waits. While there is no connection it is lost, and not told late.
async fn send(client: Client, mut waiting: mpsc::Receiver<(String, Vec<u8>)>) {
    while let Some((subject, news)) = waiting.recv().await {
        if client.connection_state() == State::Connected {
            let _ = client.publish(subject, news.into()).await;
        }
    }
}

impl NewsBus for NatsBus {
    fn tell(&self, subject: &str, news: Vec<u8>) {
        let _ = self.queue.try_send((subject.to_owned(), news));
    }

    fn listen(&self, subject: String) -> NewsFuture<'_, NewsStream> {
        Box::pin(async move {
            match self.client.subscribe(subject).await {
                Ok(heard) => {
                    if self.is_connected() {
                        let _ = timeout(FLUSH, self.client.flush()).await;
                    }
                    heard.map(|message| message.payload.to_vec()).boxed()
                }
                Err(error) => {
                    tracing::warn!(%error, "news cannot be heard");
                    pending().boxed()
                }
            }
        })
    }

    fn losses(&self) -> watch::Receiver<u64> {
        self.losses.clone()
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}
