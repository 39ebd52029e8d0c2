//! Whom to believe who a server is.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::verify_server_name;
use tokio_rustls::rustls::crypto::{self, CryptoProvider};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use crate::remote_error::RemoteError;

/// The most bytes of a file with certificates: more than all that a system trusts.
const LARGEST: u64 = 16 << 20;

/// Those who are believed: whom the system trusts (`SSL_CERT_FILE` and `SSL_CERT_DIR` name others), and the certificates of a
/// file.
#[derive(Clone, Debug)]
pub struct TlsTrust {
    pub(crate) config: Arc<ClientConfig>,
}

impl TlsTrust {
    /// Whom the system trusts, and the certificates in a file, where one is named.
    pub fn new(file: Option<&Path>) -> Result<TlsTrust, RemoteError> {
        let named = file.map(read).transpose()?.unwrap_or_default();
        let mut roots = RootCertStore::empty();
        // A system that trusts nobody, or whose certificates cannot be read, says so when somebody is to be believed.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots.add_parsable_certificates(named.iter().cloned());
        let provider = Arc::new(crypto::ring::default_provider());
        let verifier =
            NamedVerifier { usual: usual(roots, &provider), named, provider: Arc::clone(&provider) };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|why| fault(file, &why.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok(TlsTrust { config: Arc::new(config) })
    }
}

fn usual(roots: RootCertStore, provider: &Arc<CryptoProvider>) -> Option<Arc<WebPkiServerVerifier>> {
    // It refuses to be made where nobody is trusted.
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider)).build().ok()
}

fn fault(file: Option<&Path>, why: &str) -> RemoteError {
    let file = file.map(|file| file.display().to_string()).unwrap_or_default();
    RemoteError::TrustFile { file, why: why.to_owned() }
}

/// The certificates in a file.
fn read(file: &Path) -> Result<Vec<CertificateDer<'static>>, RemoteError> {
    let size = fs::metadata(file).map_err(|why| fault(Some(file), &why.to_string()))?.len();
    if size > LARGEST {
        return Err(fault(Some(file), "this is no file of certificates: it is too long"));
    }
    let bytes = fs::read(file).map_err(|why| fault(Some(file), &why.to_string()))?;
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(&bytes).filter_map(Result::ok).collect();
    if certificates.is_empty() {
        let why =
            "there is no certificate in it: expected PEM, which begins with -----BEGIN CERTIFICATE-----";
        return Err(fault(Some(file), why));
    }
    Ok(certificates)
}

/// Believes as everybody does; and beside that a certificate that was named itself, for the names that it has. Many clubs sign
/// their own as one that signs others, which is otherwise refused as that of a server.
#[derive(Debug)]
struct NamedVerifier {
    usual: Option<Arc<WebPkiServerVerifier>>,
    named: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for NamedVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.named.iter().any(|named| named == end_entity) {
            verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
            return Ok(ServerCertVerified::assertion());
        }
        let nobody = || Error::General("this system trusts no certificates at all".to_owned());
        let usual = self.usual.as_ref().ok_or_else(nobody)?;
        usual.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
