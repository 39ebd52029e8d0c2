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
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

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
        let system = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(system.certs);
        roots.add_parsable_certificates(named.iter().cloned());
        let unread = system.errors.iter().map(ToString::to_string).collect();
        let provider = Arc::new(crypto::ring::default_provider());
        let verifier =
            NamedVerifier { usual: usual(roots, &provider), named, unread, provider: Arc::clone(&provider) };
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
    let mut certificates = Vec::new();
    for (number, certificate) in (1..).zip(CertificateDer::pem_slice_iter(&bytes)) {
        let damaged =
            |why: String| fault(Some(file), &format!("certificate {number} in it is damaged: {why}"));
        let certificate = certificate.map_err(|why| damaged(why.to_string()))?;
        // One that signs others may be of an older form than one that is a server's.
        if RootCertStore::empty().add(certificate.clone()).is_err() {
            ParsedCertificate::try_from(&certificate).map_err(|why| damaged(why.to_string()))?;
        }
        certificates.push(certificate);
    }
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
    /// Why certificates of the system could not be read.
    unread: Vec<String>,
    provider: Arc<CryptoProvider>,
}

impl NamedVerifier {
    /// A refusal, with what of the system's certificates could not be read: it may be the one that is missing.
    fn with_unread(&self, why: String) -> Error {
        let unread = self.unread.iter().map(|unread| format!("; {unread}"));
        Error::General(unread.fold(why, |told, unread| told + &unread))
    }
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
        let nobody = || self.with_unread("this system trusts no certificates at all".to_owned());
        let usual = self.usual.as_ref().ok_or_else(nobody)?;
        let found = usual.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        found.map_err(|why| match why {
            Error::InvalidCertificate(why @ CertificateError::UnknownIssuer) if !self.unread.is_empty() => {
                self.with_unread(why.to_string())
            }
            why => why,
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_certificate_is_not_passed_over() {
        let path = std::env::temp_dir().join(format!("tabiya-trust-{}.pem", std::process::id()));
        let block =
            |inside: &str| format!("-----BEGIN CERTIFICATE-----\n{inside}\n-----END CERTIFICATE-----\n");
        for text in [block("AAAA"), block("*"), "-----BEGIN CERTIFICATE-----\nAAAA\n".to_owned()] {
            fs::write(&path, &text).unwrap();
            let why = TlsTrust::new(Some(&path)).unwrap_err().to_string();
            assert!(why.contains("certificate 1 in it is damaged"), "{text}: {why}");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn whoever_trusts_nobody_is_told_what_could_not_be_read() {
        let provider = Arc::new(crypto::ring::default_provider());
        let unread = vec!["/no/such/file".to_owned()];
        let verifier = NamedVerifier { usual: None, named: Vec::new(), unread, provider };
        let certificate = CertificateDer::from(vec![0]);
        let name = ServerName::try_from("club").unwrap();
        let found = verifier.verify_server_cert(&certificate, &[], &name, &[], UnixTime::now());
        assert!(found.unwrap_err().to_string().contains("/no/such/file"));
    }
}
