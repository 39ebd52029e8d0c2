use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as SocketError, Message, Utf8Bytes};

use super::meter::{Meter, MeteredStream};
use super::text_writer::TextWriter;
use crate::ServerLimits;
use crate::ending::Successor;
use crate::random::random_bytes;
use crate::rate_limit::REFUSAL_PAUSE;
use crate::room::lag::Ping;
use crate::tls::ServerStream;

/// The most bytes of a message.
const MAX_MESSAGE: usize = 16 * 1024;

/// How often the network is measured.
const PING: Duration = Duration::from_secs(5);

/// How long saying goodbye may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why a connection ends; `None` where the other end has gone.
pub(super) type CloseReason = Option<(CloseCode, &'static str)>;

/// What the other end says.
pub(super) enum SocketInput {
    Text(Utf8Bytes),
    /// Its answer to a measurement, which took so long.
    Measured(Ping),
    /// Nothing of interest.
    Nothing,
}

/// What somebody may do with a WebSocket.
#[derive(Clone, Copy)]
pub(super) struct SocketLimits {
    patience: Duration,
    /// How many messages of any kind may come in the time between two measurements.
    messages: u32,
}

impl SocketLimits {
    pub fn new(limits: &ServerLimits) -> SocketLimits {
        let messages = limits.requests_per_second.saturating_mul(PING.as_secs() as u32);
        SocketLimits { patience: limits.patience, messages }
    }
}

/// A WebSocket on which nobody can say too much or keep silent for too long.
pub(super) struct ClientSocket {
    stream: WebSocketStream<MeteredStream<ServerStream>>,
    writer: TextWriter,
    meter: Meter,
    limits: SocketLimits,
    /// When the network was last asked, and what for.
    asked: Option<(Instant, [u8; 8])>,
    answered: Instant,
    received: u32,
    /// Until when nothing is heard.
    rests_until: Option<Instant>,
    has_said_goodbye: bool,
}

impl ClientSocket {
    /// Talks over a stream, of which something may have been read already.
    pub async fn new(stream: ServerStream, read: Vec<u8>, limits: SocketLimits) -> ClientSocket {
        let (stream, meter) = MeteredStream::new(stream);
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE))
            // Cleared before every read: what is said is short.
            .read_buffer_size(256)
            // Only pings, their answers and farewells go through it.
            .write_buffer_size(0)
            .max_write_buffer_size(4096);
        let stream = WebSocketStream::from_partially_read(stream, read, Role::Server, Some(config)).await;
        let answered = Instant::now();
        ClientSocket {
            stream,
            writer: TextWriter::default(),
            meter,
            limits,
            asked: None,
            answered,
            received: 0,
            rests_until: None,
            has_said_goodbye: false,
        }
    }

    /// When [`ClientSocket::measure`] is to be called.
    pub fn measurements() -> Interval {
        let mut ticks = interval(PING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    }

    /// Asks the network how long it takes, and hangs up where nobody answers.
    pub async fn measure(&mut self) -> Result<(), CloseReason> {
        self.received = 0;
        if self.answered.elapsed() > self.limits.patience {
            return Err(Some((CloseCode::Policy, "no answer came for too long")));
        }
        if self.asked.is_some() {
            return Ok(());
        }
        let nonce = random_bytes();
        self.asked = Some((Instant::now(), nonce));
        self.send(Message::Ping(nonce.to_vec().into())).await
    }

    /// Waits for the other end to say something. Nothing is lost where the waiting is given up.
    pub async fn hear(&mut self) -> Result<SocketInput, CloseReason> {
        if let Some(until) = self.rests_until {
            // Seldom, and small while it is not needed.
            Box::pin(sleep_until(until.into())).await;
            self.rests_until = None;
        }
        let message = self.stream.next().await;
        self.meter.reset();
        self.received += 1;
        if self.received > self.limits.messages {
            return Err(Some((CloseCode::Policy, "too many messages")));
        }
        match message {
            Some(Ok(Message::Close(frame))) => {
                self.has_said_goodbye = frame.is_some_and(|frame| frame.code == CloseCode::Normal);
                Err(None)
            }
            None => Err(None),
            Some(Err(error)) => Err(ending_of(&error)),
            Some(Ok(Message::Text(text))) => Ok(SocketInput::Text(text)),
            Some(Ok(Message::Binary(_))) => Err(Some((CloseCode::Unsupported, "messages are JSON text"))),
            Some(Ok(Message::Pong(nonce))) => Ok(self.pong(&nonce)),
            Some(Ok(Message::Ping(_) | Message::Frame(_))) => Ok(SocketInput::Nothing),
        }
    }

    /// Lets the other end wait before it is heard again. It is told meanwhile what there is to tell.
    pub fn rest(&mut self) {
        self.rests_until = Some(Instant::now() + REFUSAL_PAUSE);
    }

    /// Whether the other end has hung up because it was done. A page that is loaded anew only goes away.
    pub fn has_said_goodbye(&self) -> bool {
        self.has_said_goodbye
    }

    /// Only the answer to the question counts: others could be made up early.
    fn pong(&mut self, nonce: &[u8]) -> SocketInput {
        match self.asked.take_if(|(_, asked)| nonce == asked) {
            None => SocketInput::Nothing,
            Some((at, _)) => {
                self.answered = Instant::now();
                let line = self.stream.get_ref().get_ref().round_trip();
                SocketInput::Measured(Ping { answered: at.elapsed(), line })
            }
        }
    }

    /// Says something. Where the waiting is given up in the middle, whatever is said next comes behind the whole of it.
    pub async fn say(&mut self, text: &str) -> Result<(), CloseReason> {
        self.say_all(&[text]).await
    }

    /// Says several things, in one packet where they fit.
    pub async fn say_all(&mut self, texts: &[&str]) -> Result<(), CloseReason> {
        match timeout(self.limits.patience, self.write(texts)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    async fn write(&mut self, texts: &[&str]) -> Result<(), SocketError> {
        self.make_ready().await?;
        Ok(self.writer.write(self.stream.get_mut(), texts).await?)
    }

    /// What was given up in the middle is finished, and then goes what the library answers by itself, whole as well.
    async fn make_ready(&mut self) -> Result<(), SocketError> {
        self.writer.finish(self.stream.get_mut()).await?;
        self.stream.flush().await
    }

    /// Whoever does not take what is sent is let go: nothing is kept for them.
    async fn send(&mut self, message: Message) -> Result<(), CloseReason> {
        let patience = self.limits.patience;
        let sent = async {
            self.make_ready().await?;
            self.stream.send(message).await
        };
        match timeout(patience, sent).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    /// Hangs up, and says why. Whether the other end has answered: then it has all that was said before.
    pub async fn hang_up(&mut self, ending: CloseReason) -> bool {
        let Some((code, reason)) = ending else { return false };
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        timeout(FAREWELL, self.farewell(frame)).await.unwrap_or(false)
    }

    /// Waits for the other end, so that the reason is not lost in what is still on its way.
    async fn farewell(&mut self, frame: CloseFrame) -> bool {
        self.meter.reset();
        let mut is_answered = false;
        if self.make_ready().await.is_ok() && self.stream.close(Some(frame)).await.is_ok() {
            // Whoever goes on without a pause is not heard to the end.
            let mut left = self.limits.messages;
            while left > 0
                && let Some(Ok(message)) = self.stream.next().await
            {
                self.meter.reset();
                left -= 1;
                is_answered |= matches!(message, Message::Close(_));
            }
        }
        is_answered
    }
}

/// What an unreadable message is answered with.
fn ending_of(error: &SocketError) -> CloseReason {
    match error {
        SocketError::Capacity(CapacityError::MessageTooLong { .. }) => {
            Some((CloseCode::Size, "messages have at most 16384 bytes"))
        }
        SocketError::Io(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
            Some((CloseCode::Policy, "much came, but no message"))
        }
        SocketError::Utf8(_) => Some((CloseCode::Invalid, "messages are UTF-8 text")),
        SocketError::Protocol(_) => Some((CloseCode::Protocol, "this is no WebSocket message")),
        _ => None,
    }
}

/// Whoever had rights by a session that has ended has none any more.
pub(super) fn session_ended() -> CloseReason {
    Some((CloseCode::Policy, "the session has ended"))
}

/// The server goes, and will be back; or another one is there already. Clients go by the words.
pub(super) fn shutting_down(successor: Successor) -> CloseReason {
    let says = match successor {
        Successor::Another => "another server takes over",
        Successor::Itself => "the server is shutting down",
    };
    Some((CloseCode::Restart, says))
}
