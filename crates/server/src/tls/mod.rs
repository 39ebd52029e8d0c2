//! Encrypted connections, by a certificate of one's own.
//!
//! The files are looked at now and then: a renewed certificate is taken as soon as it is whole, for connections that begin
//! then, and those that are there go on. One that is half-written or does not fit leaves the old one in use, and is told once.
//!
//! No `Strict-Transport-Security` is sent: browsers would hold every port of that name to it for months, also where a club goes
//! back to a plain server, and a `localhost` where other programs are tried. Who comes without encryption is sent on, and
//! cookies do not travel without it.

mod certificate;
mod line_encryption;
mod peer_certificate;
mod plain_request;
mod server_stream;
mod validity;

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tabiya_game::Moment;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

pub use certificate::{TlsError, TlsFiles};
pub(crate) use line_encryption::LineEncryption;
pub(crate) use peer_certificate::certificate_trouble;
pub(crate) use plain_request::send_to_https;
pub(crate) use server_stream::{ServerStream, StreamOpening};

use crate::Now;
use certificate::{LoadedCertificate, TlsFileContent};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(10);

/// The certificate by which connections are encrypted.
pub struct Tls {
    files: TlsFiles,
    provider: Arc<CryptoProvider>,
    certificate: Arc<CurrentCertificate>,
    acceptor: TlsAcceptor,
    /// What was last read, whether it could be used or not.
    seen: std::sync::Mutex<TlsFileContent>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tls").field(&self.files).finish()
    }
}

/// The certificate that newcomers are shown.
struct CurrentCertificate(RwLock<LoadedCertificate>);

impl fmt::Debug for CurrentCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CurrentCertificate")
    }
}

impl ResolvesServerCert for CurrentCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner).key))
    }
}

impl Tls {
    /// Reads the files. What should be looked at is in the log.
    pub fn load(files: TlsFiles) -> Result<Tls, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let content = files.read()?;
        let loaded = LoadedCertificate::new(&files, &content, &provider)?;
        tell(&files, &loaded);
        let certificate = Arc::new(CurrentCertificate(RwLock::new(loaded)));
        let versions =
            ServerConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
        let unusable = |error| TlsError::Unusable { files: files.clone(), error };
        let resolver: Arc<dyn ResolvesServerCert> = Arc::<CurrentCertificate>::clone(&certificate);
        let mut config = versions.map_err(unusable)?.with_no_client_auth().with_cert_resolver(resolver);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        let acceptor = TlsAcceptor::from(Arc::new(config));
        Ok(Tls { files, provider, certificate, acceptor, seen: std::sync::Mutex::new(content) })
    }

    /// The first name that the certificate is for, where it has one without a star.
    pub(crate) fn name(&self) -> Option<String> {
        self.certificate.0.read().unwrap_or_else(PoisonError::into_inner).facts.names.first().cloned()
    }

    /// Until when the certificate holds.
    pub(crate) fn until(&self) -> Option<Moment> {
        self.certificate.0.read().unwrap_or_else(PoisonError::into_inner).facts.until
    }

    fn acceptor(&self) -> &TlsAcceptor {
        &self.acceptor
    }

    /// Takes renewed files into use, for ever.
    pub(crate) async fn keep_renewed(self: Arc<Tls>) {
        loop {
            tokio::time::sleep(LOOK).await;
            let tls = Arc::clone(&self);
            let _ = tokio::task::spawn_blocking(move || tls.renew()).await;
        }
    }

    /// Looks whether there are other files than before, and takes them into use where they fit; whether it did. A pair that does
    /// not fit is looked at again when one of them has changed. A server does this by itself now and then.
    pub fn renew(&self) -> bool {
        // A file that is being replaced may be missing for a moment.
        let Ok(content) = self.files.read() else { return false };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *seen == content {
            return false;
        }
        let loaded = LoadedCertificate::new(&self.files, &content, &self.provider);
        *seen = content;
        match loaded {
            Ok(loaded) => {
                tracing::warn!(
                    "the renewed certificate in {} is used from now on",
                    self.files.certificate.display()
                );
                tell(&self.files, &loaded);
                *self.certificate.0.write().unwrap_or_else(PoisonError::into_inner) = loaded;
                true
            }
            Err(error) => {
                tracing::error!("the renewed certificate is not used, the old one is: {error}");
                false
            }
        }
    }
}

/// Tells what should be looked at.
fn tell(files: &TlsFiles, loaded: &LoadedCertificate) {
    for warning in files.warnings(&loaded.facts, Now::starting_after(Moment(0)).moment()) {
        tracing::warn!("{warning}");
    }
}
