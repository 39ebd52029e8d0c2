//! Requests to a server, each by a connection of its own.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tabiya_rules::Language;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{CertificateError, ClientConfig, Error as TlsError};

use crate::api::ServerReason;
use crate::remote_error::{CertificateFault, RemoteError};
use crate::server_link::ServerAddress;

/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(10);

/// How long an answer may take.
const ANSWERING: Duration = Duration::from_secs(30);

/// The most bytes of an answer: longer than any game.
const LONGEST: usize = 16 << 20;

/// How a server of ours answers what should have been encrypted and was not.
const SPEAKS_HTTPS: &[u8] = b"Tabiya speaks HTTPS here";

/// A connection, encrypted or not.
pub(crate) trait ByteStream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> ByteStream for S {}

/// How a server is asked: where, as whom, in which language.
#[derive(Clone, Debug)]
pub(crate) struct ServerCaller {
    pub address: ServerAddress,
    pub token: Option<String>,
    pub language: Language,
    pub tls: Arc<ClientConfig>,
    /// The version that the server said it has.
    pub version: Option<String>,
}

/// An answer as it came.
pub(crate) struct RawAnswer {
    pub status: StatusCode,
    pub bytes: Bytes,
    /// Whether whoever answers sends everybody on to an encrypted connection.
    sends_to_https: bool,
}

/// The form of every refusal.
#[derive(Deserialize)]
struct RefusalForm {
    error: ServerReason,
}

impl ServerCaller {
    /// A connection to the server.
    pub async fn connect(&self) -> Result<Box<dyn ByteStream>, RemoteError> {
        let silent = |_| RemoteError::Silent { server: self.address.clone() };
        timeout(CONNECTING, self.connect_now()).await.map_err(silent)?
    }

    async fn connect_now(&self) -> Result<Box<dyn ByteStream>, RemoteError> {
        let ServerAddress { is_encrypted, host, port } = &self.address;
        let unreachable =
            |why: io::Error| RemoteError::Unreachable { server: self.address.clone(), why: why.to_string() };
        let stream = TcpStream::connect((host.as_str(), *port)).await.map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        if !is_encrypted {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(host.clone()).map_err(|why| {
            self.distrusted(CertificateFault::Other(format!("{host} can be in no certificate: {why}")))
        })?;
        let connector = TlsConnector::from(Arc::clone(&self.tls));
        let stream = connector.connect(name, stream).await.map_err(|why| self.tls_error(&why))?;
        Ok(Box::new(stream))
    }

    fn distrusted(&self, why: CertificateFault) -> RemoteError {
        RemoteError::Certificate { server: self.address.clone(), why }
    }

    fn tls_error(&self, why: &io::Error) -> RemoteError {
        let server = self.address.clone();
        match why.get_ref().and_then(|inner| inner.downcast_ref::<TlsError>()) {
            Some(TlsError::InvalidCertificate(why)) => self.distrusted(fault(why)),
            Some(TlsError::General(why)) => self.distrusted(CertificateFault::Other(why.clone())),
            Some(TlsError::InvalidMessage(_)) => RemoteError::NotEncrypted { server },
            Some(other) => RemoteError::Unreachable { server, why: other.to_string() },
            None => RemoteError::BrokenOff { server },
        }
    }

    /// Asks for something and reads the answer.
    pub async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, RemoteError> {
        let answer = self.ask(method, path, body).await?;
        if !answer.status.is_success() {
            return Err(self.refusal(&answer));
        }
        serde_json::from_slice(&answer.bytes).map_err(|_| self.not_understood())
    }

    /// The same where nothing but a refusal matters.
    pub async fn tell(&self, method: Method, path: &str, body: Option<&Value>) -> Result<(), RemoteError> {
        let answer = self.ask(method, path, body).await?;
        if answer.status.is_success() { Ok(()) } else { Err(self.refusal(&answer)) }
    }

    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<RawAnswer, RemoteError> {
        let silent = |_| RemoteError::Silent { server: self.address.clone() };
        timeout(ANSWERING, self.ask_now(method, path, body)).await.map_err(silent)?
    }

    async fn ask_now(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<RawAnswer, RemoteError> {
        let stream = self.connect().await?;
        let broken = |_| RemoteError::BrokenOff { server: self.address.clone() };
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
        let request = self.request(method, path, body)?;
        let exchange = async {
            let response = sender.send_request(request).await.map_err(|why| self.http_error(&why))?;
            let status = response.status();
            let location = response.headers().get(header::LOCATION).and_then(|place| place.to_str().ok());
            let sends_to_https =
                status.is_redirection() && location.is_some_and(|place| place.starts_with("https://"));
            let body = Limited::new(response.into_body(), LONGEST).collect().await;
            let bytes = body.map_err(|_| RemoteError::BrokenOff { server: self.address.clone() })?.to_bytes();
            Ok(RawAnswer { status, bytes, sends_to_https })
        };
        // The connection is driven while the answer is waited for, and gone with it.
        tokio::pin!(exchange, connection);
        tokio::select! {
            biased;
            ended = &mut connection => {
                let broken = || Err(RemoteError::BrokenOff { server: self.address.clone() });
                let answer = match &ended {
                    Ok(()) => exchange.await,
                    Err(_) => exchange.now_or_never().unwrap_or_else(broken),
                };
                match (answer, ended) {
                    (Err(_), Err(why)) => Err(self.http_error(&why)),
                    (answer, _) => answer,
                }
            }
            answer = &mut exchange => answer,
        }
    }

    fn http_error(&self, why: &hyper::Error) -> RemoteError {
        let server = self.address.clone();
        // An answer that is no HTTP comes from something else, or from somebody who expected to encrypt.
        if why.is_parse() { RemoteError::NotTabiya { server } } else { RemoteError::BrokenOff { server } }
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Request<Full<Bytes>>, RemoteError> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.address.authority())
            .header(header::ACCEPT_LANGUAGE, self.language.code())
            .header(header::USER_AGENT, concat!("tabiya/", env!("CARGO_PKG_VERSION")));
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map(ToString::to_string).unwrap_or_default();
        request.body(Full::new(Bytes::from(body))).map_err(|_| self.not_understood())
    }

    /// What a refusal says.
    pub fn refusal(&self, answer: &RawAnswer) -> RemoteError {
        let server = self.address.clone();
        let status = answer.status.as_u16();
        match serde_json::from_slice::<RefusalForm>(&answer.bytes) {
            Ok(RefusalForm { error }) => RemoteError::Refused { status: Some(status), reason: error },
            Err(_) if answer.sends_to_https || answer.bytes.starts_with(SPEAKS_HTTPS) => {
                RemoteError::WantsEncryption { server }
            }
            Err(_) => RemoteError::NotTabiya { server },
        }
    }

    /// A refusal of which only the bytes are known.
    pub fn refusal_of(&self, status: u16, bytes: &[u8]) -> RemoteError {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
        self.refusal(&RawAnswer { status, bytes: Bytes::copy_from_slice(bytes), sends_to_https: false })
    }

    pub fn not_understood(&self) -> RemoteError {
        RemoteError::NotUnderstood { server: self.address.clone(), version: self.version.clone() }
    }
}

/// What is wrong with a certificate. One that signs itself, as `openssl req -x509` makes it, has only a code of its own.
fn fault(why: &CertificateError) -> CertificateFault {
    match why {
        CertificateError::Other(why) if format!("{why:?}").contains("CaUsedAsEndEntity") => {
            CertificateFault::SelfSigned
        }
        why => CertificateFault::Other(why.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use tokio_rustls::rustls::OtherError;

    use super::*;

    #[test]
    fn a_certificate_that_signs_itself_is_called_so() {
        let why = CertificateError::Other(OtherError(Arc::new(io::Error::other("CaUsedAsEndEntity"))));
        assert_eq!(fault(&why), CertificateFault::SelfSigned);
        assert!(matches!(fault(&CertificateError::Expired), CertificateFault::Other(why) if !why.is_empty()));
        let server = ServerAddress { is_encrypted: true, host: "club".to_owned(), port: 443 };
        let error = RemoteError::Certificate { server, why: fault(&why) };
        for (language, says) in [
            (Language::English, "the certificate of https://club is not trusted: self-signed. "),
            (Language::German, "dem Zertifikat von https://club wird nicht vertraut: selbstsigniert. "),
        ] {
            let told = language.words(&error).to_string();
            assert!(told.starts_with(says), "{told}");
        }
    }
}
