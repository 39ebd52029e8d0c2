//! Why the certificate of a database, or of what carries news, is not believed.

use std::error::Error;
use std::io;

use tokio_rustls::rustls::{self, CertificateError};

/// What is wrong with the certificate at the other end, where an error comes from that, in words for whoever runs the server.
pub(crate) fn certificate_trouble(error: &(dyn Error + 'static)) -> Option<String> {
    let mut link = Some(error);
    while let Some(error) = link {
        // What is inside of such an error is not its source.
        let inside = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let found = error.downcast_ref().or_else(|| inside.and_then(|inside| inside.downcast_ref()));
        if let Some(found) = found {
            return words(found);
        }
        link = error.source();
    }
    None
}

fn words(error: &rustls::Error) -> Option<String> {
    let name = "name the certificate that is to be believed with sslrootcert=FILE in the address";
    Some(match error {
        rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer) => {
            format!("its certificate is signed by nobody who is trusted here: {name}")
        }
        rustls::Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        ) => "its certificate has expired".to_owned(),
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. },
        ) => "its certificate is not valid yet: one of the two clocks is wrong".to_owned(),
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => "its certificate is for another name than the one in the address".to_owned(),
        rustls::Error::InvalidCertificate(why) => format!("its certificate is not believed: {why}"),
        rustls::Error::General(why) => format!("its certificate is not believed: {why}: {name}"),
        rustls::Error::InvalidMessage(_) => "it does not encrypt, or not as is wanted here".to_owned(),
        other => format!("no encryption could be agreed upon: {other}"),
    })
}
