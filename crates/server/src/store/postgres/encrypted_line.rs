//! Encryption as the client of PostgreSQL wants to have it: a stream around its own one.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tabiya_trust::TlsTrust;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as RustlsStream;
use tokio_rustls::rustls::pki_types::ServerName;

/// By what every connection to a database is made.
#[derive(Clone)]
pub struct DatabaseTls {
    connector: TlsConnector,
}

impl DatabaseTls {
    pub fn new(trust: &TlsTrust) -> DatabaseTls {
        DatabaseTls { connector: TlsConnector::from(Arc::clone(trust.config())) }
    }
}

impl<S> MakeTlsConnect<S> for DatabaseTls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = EncryptedLine<S>;
    type TlsConnect = NamedConnect;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<NamedConnect> {
        // A socket in a folder has none, and needs none.
        let name = ServerName::try_from(host.to_owned()).ok();
        Ok(NamedConnect { connector: self.connector.clone(), name })
    }
}

/// A connection to a database of this name, about to be encrypted.
pub struct NamedConnect {
    connector: TlsConnector,
    name: Option<ServerName<'static>>,
}

impl<S> TlsConnect<S> for NamedConnect
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = EncryptedLine<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<EncryptedLine<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        let nameless = || io::Error::other("the database has no name that a certificate could have");
        Box::pin(async move {
            let name = self.name.ok_or_else(nameless)?;
            self.connector.connect(name, stream).await.map(EncryptedLine)
        })
    }
}

/// An encrypted connection to a database.
pub struct EncryptedLine<S>(RustlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for EncryptedLine<S> {
    /// The password is not bound to the certificate: whoever wants to know who the database is has the certificate looked at.
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for EncryptedLine<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for EncryptedLine<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
