use std::fmt;
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

/// The most bytes of a file with certificates: more than all that a system trusts.
const LARGEST: u64 = 16 << 20;

/// Those who are believed: whom the system trusts (`SSL_CERT_FILE` and `SSL_CERT_DIR` name others), or the certificates of a
/// file.
#[derive(Clone, Debug)]
pub struct TlsTrust {
    config: Arc<ClientConfig>,
}

/// A file with certificates that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustFileFault {
    /// Which one.
    pub file: String,
    /// Why.
    pub why: String,
}

impl fmt::Display for TrustFileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.why)
    }
}

impl std::error::Error for TrustFileFault {}

/// What somebody has to show to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// A certificate of those who are trusted, for the name that was looked for.
    OwnName,
    /// The same for any name.
    AnyName,
    /// Nothing: what is said is hidden from those who only listen, and nobody knows who is at the other end.
    Anything,
}

impl TlsTrust {
    /// Whom the system trusts, and beside them the certificates in a file, where one is named.
    pub fn new(file: Option<&Path>) -> Result<TlsTrust, TrustFileFault> {
        TlsTrust::of_system(file.map(read).transpose()?.unwrap_or_default(), Belief::OwnName)
    }

    /// Those of a file and nobody else; without one, whom the system trusts.
    pub fn of(file: Option<&Path>, belief: Belief) -> Result<TlsTrust, TrustFileFault> {
        match (belief, file) {
            (Belief::Anything, _) => TlsTrust::build(Vec::new(), Vec::new(), Vec::new(), belief),
            (_, None) => TlsTrust::of_system(Vec::new(), belief),
            (_, Some(file)) => TlsTrust::build(Vec::new(), read(file)?, Vec::new(), belief),
        }
    }

    /// What a connection is made by.
    pub fn config(&self) -> &Arc<ClientConfig> {
        &self.config
    }

    fn of_system(named: Vec<CertificateDer<'static>>, belief: Belief) -> Result<TlsTrust, TrustFileFault> {
        // A system that trusts nobody, or whose certificates cannot be read, says so when somebody is to be believed.
        let system = rustls_native_certs::load_native_certs();
        let unread = system.errors.iter().map(ToString::to_string).collect();
        TlsTrust::build(system.certs, named, unread, belief)
    }

    fn build(
        system: Vec<CertificateDer<'static>>,
        named: Vec<CertificateDer<'static>>,
        unread: Vec<String>,
        belief: Belief,
    ) -> Result<TlsTrust, TrustFileFault> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(system);
        roots.add_parsable_certificates(named.iter().cloned());
        let provider = Arc::new(crypto::ring::default_provider());
        let usual = usual(roots, &provider);
        let verifier = NamedVerifier { usual, named, unread, belief, provider: Arc::clone(&provider) };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|why| TrustFileFault { file: String::new(), why: why.to_string() })?
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

fn fault(file: &Path, why: &str) -> TrustFileFault {
    TrustFileFault { file: file.display().to_string(), why: why.to_owned() }
}

/// The certificates in a file.
fn read(file: &Path) -> Result<Vec<CertificateDer<'static>>, TrustFileFault> {
    let size = fs::metadata(file).map_err(|why| fault(file, &why.to_string()))?.len();
    if size > LARGEST {
        return Err(fault(file, "this is no file of certificates: it is too long"));
    }
    let bytes = fs::read(file).map_err(|why| fault(file, &why.to_string()))?;
    let mut certificates = Vec::new();
    for (number, certificate) in (1..).zip(CertificateDer::pem_slice_iter(&bytes)) {
        let damaged = |why: String| fault(file, &format!("certificate {number} in it is damaged: {why}"));
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
        return Err(fault(file, why));
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
    belief: Belief,
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
        if self.belief == Belief::Anything {
            return Ok(ServerCertVerified::assertion());
        }
        if self.named.iter().any(|named| named == end_entity) {
            if self.belief == Belief::OwnName {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        let nobody = || self.with_unread("this system trusts no certificates at all".to_owned());
        let usual = self.usual.as_ref().ok_or_else(nobody)?;
        let found = usual.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        // The name is looked at last.
        let is_other_name = matches!(
            found,
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. }
            ))
        );
        if is_other_name && self.belief == Belief::AnyName {
            return Ok(ServerCertVerified::assertion());
        }
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
        let belief = Belief::OwnName;
        let verifier = NamedVerifier { usual: None, named: Vec::new(), unread, belief, provider };
        let certificate = CertificateDer::from(vec![0]);
        let name = ServerName::try_from("club").unwrap();
        let found = verifier.verify_server_cert(&certificate, &[], &name, &[], UnixTime::now());
        assert!(found.unwrap_err().to_string().contains("/no/such/file"));
    }
}
