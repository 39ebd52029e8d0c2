use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tabiya_system::round_trip;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;

use super::Tls;
use crate::patient_stream::PatientStream;

/// The first byte of whoever wants an encrypted connection.
const HANDSHAKE: u8 = 0x16;

/// How much may wait in an encrypted connection until the line takes it.
const BUFFER: usize = 16 * 1024;

/// A connection as requests come over it.
pub(crate) enum ServerStream {
    Plain(PatientStream<TcpStream>),
    /// Whatever waits in it, it waits for a line that is given up where nobody takes anything.
    Encrypted(Box<TlsStream<PatientStream<TcpStream>>>),
}

/// How somebody came.
pub(crate) enum StreamOpening {
    /// As is right here.
    Right(ServerStream),
    /// Without encryption where there is to be some.
    Unencrypted(PatientStream<TcpStream>),
}

impl ServerStream {
    /// Begins to talk with a newcomer. Whoever is silent, or slower than `patience`, is given up.
    pub async fn open(
        stream: TcpStream,
        tls: Option<&Arc<Tls>>,
        patience: Duration,
        handshake: Duration,
    ) -> io::Result<StreamOpening> {
        let Some(tls) = tls else {
            return Ok(StreamOpening::Right(ServerStream::Plain(PatientStream::new(stream, patience))));
        };
        let open = async {
            let mut first = [0];
            if stream.peek(&mut first).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let stream = PatientStream::new(stream, patience);
            if first != [HANDSHAKE] {
                return Ok(StreamOpening::Unencrypted(stream));
            }
            let accepted =
                tls.acceptor().accept_with(stream, |connection| connection.set_buffer_limit(Some(BUFFER)));
            Ok::<_, io::Error>(StreamOpening::Right(ServerStream::Encrypted(Box::new(accepted.await?))))
        };
        tokio::time::timeout(handshake, open).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl ServerStream {
    /// How long the line takes there and back, as the system has measured it.
    pub fn round_trip(&self) -> Option<Duration> {
        let stream = match self {
            ServerStream::Plain(stream) => stream,
            ServerStream::Encrypted(stream) => stream.get_ref().0,
        };
        round_trip(stream.get_ref())
    }
}

impl AsyncRead for ServerStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            ServerStream::Plain(stream) => Pin::new(stream).poll_read(cx, buffer),
            ServerStream::Encrypted(stream) => Pin::new(stream).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for ServerStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            ServerStream::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            ServerStream::Encrypted(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            ServerStream::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
            ServerStream::Encrypted(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            ServerStream::Plain(stream) => stream.is_write_vectored(),
            ServerStream::Encrypted(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            ServerStream::Plain(stream) => Pin::new(stream).poll_flush(cx),
            ServerStream::Encrypted(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            ServerStream::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            ServerStream::Encrypted(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
