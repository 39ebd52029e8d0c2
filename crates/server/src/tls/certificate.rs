use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabiya_game::{Date, Moment};
use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error, InconsistentKeys};

use super::validity::CertificateFacts;

/// The most bytes of a file that could be a certificate or a key.
const LARGEST: u64 = 1 << 20;

/// Where a certificate and its key lie, as PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, and behind it those that lead to one that everybody trusts.
    pub certificate: PathBuf,
    /// The private key that belongs to it.
    pub key: PathBuf,
}

/// Why a certificate cannot be used.
#[derive(Debug)]
pub enum TlsError {
    /// A file cannot be read.
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no certificate in a file.
    NoCertificate {
        /// The file.
        file: PathBuf,
    },
    /// There is no private key in a file.
    NoKey {
        /// The file.
        file: PathBuf,
    },
    /// The key is not that of the certificate.
    OtherKey {
        /// Both.
        files: TlsFiles,
    },
    /// They cannot be used for another reason.
    Unusable {
        /// Both.
        files: TlsFiles,
        /// What the library says.
        error: Error,
    },
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TlsError::File { file, error } => write!(f, "{}: {error}", file.display()),
            TlsError::NoCertificate { file } => write!(
                f,
                "there is no certificate in {}: expected PEM, which begins with -----BEGIN CERTIFICATE-----",
                file.display()
            ),
            TlsError::NoKey { file } => write!(
                f,
                "there is no private key in {}: expected PEM without a password, which begins with -----BEGIN PRIVATE KEY-----, \
                 or with RSA or EC in it",
                file.display()
            ),
            TlsError::OtherKey { files } => write!(
                f,
                "the key in {} is not that of the certificate in {}",
                files.key.display(),
                files.certificate.display()
            ),
            TlsError::Unusable { files, error } => {
                write!(
                    f,
                    "{} and {} cannot be used: {error}",
                    files.certificate.display(),
                    files.key.display()
                )
            }
        }
    }
}

impl std::error::Error for TlsError {}

/// What the two files hold, as it is on disk.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct TlsFileContent {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl TlsFiles {
    pub(super) fn read(&self) -> Result<TlsFileContent, TlsError> {
        Ok(TlsFileContent { certificate: read(&self.certificate)?, key: read(&self.key)? })
    }

    /// What should be looked at, though the certificate can be used.
    pub(super) fn warnings(&self, facts: &CertificateFacts, now: Moment) -> Vec<String> {
        let mut warnings = Vec::new();
        let file = self.certificate.display();
        match (facts.from, facts.until) {
            (_, Some(until)) if until < now => warnings.push(format!(
                "the certificate in {file} expired on {}: browsers will warn everybody who comes",
                Date::of(until)
            )),
            (Some(from), _) if from > now => warnings.push(format!(
                "the certificate in {file} does not hold before {}: browsers will warn everybody who comes",
                Date::of(from)
            )),
            _ => {}
        }
        let rights = fs::metadata(&self.key).map_or(0, |found| found.permissions().mode());
        if rights & 0o007 != 0 {
            let key = self.key.display();
            warnings.push(format!(
                "everybody on this machine can read or change the key in {key}: chmod o= changes that"
            ));
        }
        warnings
    }
}

fn read(file: &Path) -> Result<Vec<u8>, TlsError> {
    let failed = |error| TlsError::File { file: file.to_owned(), error };
    // What is no file might never end.
    if !fs::metadata(file).map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("it is no file")));
    }
    let mut content = Vec::new();
    File::open(file).and_then(|file| file.take(LARGEST).read_to_end(&mut content)).map_err(failed)?;
    Ok(content)
}

/// A certificate with its key, ready to be used.
pub(super) struct LoadedCertificate {
    pub key: Arc<CertifiedKey>,
    pub facts: CertificateFacts,
}

impl LoadedCertificate {
    pub fn new(
        files: &TlsFiles,
        content: &TlsFileContent,
        provider: &CryptoProvider,
    ) -> Result<LoadedCertificate, TlsError> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&content.certificate).collect();
        let no_certificate = || TlsError::NoCertificate { file: files.certificate.clone() };
        let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or_else(no_certificate)?;
        let facts = chain.first().map(|first| CertificateFacts::of(first)).unwrap_or_default();
        let key = PrivateKeyDer::from_pem_slice(&content.key);
        let key = key.map_err(|_| TlsError::NoKey { file: files.key.clone() })?;
        let key = CertifiedKey::from_der(chain, key, provider).map_err(|error| match error {
            Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                TlsError::OtherKey { files: files.clone() }
            }
            error => TlsError::Unusable { files: files.clone(), error },
        })?;
        Ok(LoadedCertificate { key: Arc::new(key), facts })
    }
}
