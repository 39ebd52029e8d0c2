use std::fmt;

use tabiya_rules::{Language, Words};
use tabiya_text::visible;
use tabiya_trust::TrustFileFault;

use crate::api::{RefusalCode, ServerReason};
use crate::server_link::ServerAddress;

/// Why something could not be done on a server.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the facts that the sentence names")]
pub enum RemoteError {
    /// Nobody listens there.
    Unreachable { server: ServerAddress, why: String },
    /// Somebody listens, and does not answer in time.
    Silent { server: ServerAddress },
    /// The connection broke off.
    BrokenOff { server: ServerAddress },
    /// The certificate is none that is trusted.
    Certificate { server: ServerAddress, why: CertificateFault },
    /// What listens there does not encrypt.
    NotEncrypted { server: ServerAddress },
    /// What listens there wants an encrypted connection.
    WantsEncryption { server: ServerAddress },
    /// What listens there is something else.
    NotTabiya { server: ServerAddress },
    /// It is a server of ours that speaks another form of the API.
    OtherApi { server: ServerAddress },
    /// It said something that is not understood here.
    NotUnderstood { server: ServerAddress, version: Option<String> },
    /// The server is about to be started again.
    Restarting { server: ServerAddress },
    /// Of several servers at the same address, another one takes over.
    HandedOver { server: ServerAddress },
    /// One is nobody there any more.
    SessionEnded { server: ServerAddress },
    /// A file with certificates cannot be used.
    TrustFile { file: String, why: String },
    /// The server refuses it, and says why; with a status where a request was refused.
    Refused { status: Option<u16>, reason: ServerReason },
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateFault {
    /// It signs itself, and nobody has said that it is trusted.
    SelfSigned,
    /// Anything else, in the words of whoever looked at it.
    Other(String),
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateFault::SelfSigned => f.write_str("self-signed"),
            CertificateFault::Other(why) => f.write_str(&visible(why)),
        }
    }
}

impl Words for CertificateFault {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateFault::SelfSigned => f.write_str("selbstsigniert"),
            CertificateFault::Other(why) => f.write_str(&visible(why)),
        }
    }
}

impl From<TrustFileFault> for RemoteError {
    fn from(TrustFileFault { file, why }: TrustFileFault) -> RemoteError {
        RemoteError::TrustFile { file, why }
    }
}

impl RemoteError {
    /// The word that programs go by, where the server refused.
    pub fn code(&self) -> Option<RefusalCode> {
        match self {
            RemoteError::Refused { reason, .. } => Some(reason.code),
            _ => None,
        }
    }

    /// Whether the same may be tried again soon: the server may come back.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            RemoteError::Unreachable { .. }
            | RemoteError::Silent { .. }
            | RemoteError::BrokenOff { .. }
            | RemoteError::Restarting { .. }
            | RemoteError::HandedOver { .. } => true,
            // A damaged game does not mend itself.
            RemoteError::Refused { reason, .. } if reason.code == RefusalCode::DamagedGame => false,
            RemoteError::Refused { status, .. } => matches!(status, Some(408 | 429 | 500..)),
            // While a server is started anew, whoever stands before it may answer in its place.
            RemoteError::NotTabiya { .. } => true,
            RemoteError::Certificate { .. }
            | RemoteError::NotEncrypted { .. }
            | RemoteError::WantsEncryption { .. }
            | RemoteError::OtherApi { .. }
            | RemoteError::NotUnderstood { .. }
            | RemoteError::SessionEnded { .. }
            | RemoteError::TrustFile { .. } => false,
        }
    }
}

/// Our own version, for whoever compares.
const OWN: &str = env!("CARGO_PKG_VERSION");

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RemoteError::Unreachable { server, why } => {
                write!(f, "{server} cannot be reached: {}", visible(why))
            }
            RemoteError::Silent { server } => write!(f, "{server} does not answer"),
            RemoteError::BrokenOff { server } => write!(f, "the connection to {server} broke off"),
            RemoteError::Certificate { server, why } => write!(
                f,
                "the certificate of {server} is not trusted: {why}. Where it is your club's own, name its file with --tls-ca FILE"
            ),
            RemoteError::NotEncrypted { server } => {
                write!(f, "what listens at {server} does not encrypt: try the same address with http://")
            }
            RemoteError::WantsEncryption { server } => {
                write!(
                    f,
                    "what listens at {server} wants encrypted connections: try the same address with https://"
                )
            }
            RemoteError::NotTabiya { server } => write!(f, "what answers at {server} is no Tabiya server"),
            RemoteError::OtherApi { server } => {
                write!(f, "the server at {server} speaks a newer API than this tabiya {OWN}: update it")
            }
            RemoteError::NotUnderstood { server, version: Some(version) } => write!(
                f,
                "{server} said something that is not understood here: it runs Tabiya {}, and this is {OWN}",
                visible(version)
            ),
            RemoteError::NotUnderstood { server, version: None } => {
                write!(f, "{server} said something that is not understood here")
            }
            RemoteError::Restarting { server } => write!(f, "{server} is being started again"),
            RemoteError::HandedOver { server } => write!(f, "another server takes over at {server}"),
            RemoteError::SessionEnded { server } => {
                write!(f, "nobody knows you at {server} any more: tabiya play --server {server} begins anew")
            }
            RemoteError::TrustFile { file, why } => write!(f, "{}: {}", visible(file), visible(why)),
            RemoteError::Refused { reason, .. } => f.write_str(&visible(&reason.says)),
        }
    }
}

impl Words for RemoteError {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RemoteError::Unreachable { server, why } => {
                write!(f, "{server} ist nicht zu erreichen: {}", visible(why))
            }
            RemoteError::Silent { server } => write!(f, "{server} antwortet nicht"),
            RemoteError::BrokenOff { server } => write!(f, "die Verbindung zu {server} ist abgebrochen"),
            RemoteError::Certificate { server, why } => write!(
                f,
                "dem Zertifikat von {server} wird nicht vertraut: {}. Ist es das eures Vereins, nenne seine Datei mit --tls-ca DATEI",
                Language::German.words(why)
            ),
            RemoteError::NotEncrypted { server } => {
                write!(
                    f,
                    "was unter {server} hört, verschlüsselt nicht: versuch dieselbe Adresse mit http://"
                )
            }
            RemoteError::WantsEncryption { server } => write!(
                f,
                "was unter {server} hört, will verschlüsselte Verbindungen: versuch dieselbe Adresse mit https://"
            ),
            RemoteError::NotTabiya { server } => {
                write!(f, "was unter {server} antwortet, ist kein Tabiya-Server")
            }
            RemoteError::OtherApi { server } => write!(
                f,
                "der Server unter {server} spricht eine neuere API als dieses tabiya {OWN}: aktualisiere es"
            ),
            RemoteError::NotUnderstood { server, version: Some(version) } => write!(
                f,
                "{server} sagte etwas, das hier nicht verstanden wird: dort läuft Tabiya {}, dies ist {OWN}",
                visible(version)
            ),
            RemoteError::NotUnderstood { server, version: None } => {
                write!(f, "{server} sagte etwas, das hier nicht verstanden wird")
            }
            RemoteError::Restarting { server } => write!(f, "{server} wird neu gestartet"),
            RemoteError::HandedOver { server } => {
                write!(f, "unter {server} übernimmt ein anderer Server")
            }
            RemoteError::SessionEnded { server } => {
                write!(
                    f,
                    "bei {server} kennt dich niemand mehr: tabiya play --server {server} beginnt von vorn"
                )
            }
            RemoteError::TrustFile { file, why } => write!(f, "{}: {}", visible(file), visible(why)),
            RemoteError::Refused { reason, .. } => f.write_str(&visible(&reason.says)),
        }
    }
}

impl std::error::Error for RemoteError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_tried_again_and_a_damaged_game_is_not() {
        for (status, code, may_pass) in [
            (Some(500), RefusalCode::Other, true),
            (Some(429), RefusalCode::Other, true),
            (Some(404), RefusalCode::Other, false),
            (Some(500), RefusalCode::DamagedGame, false),
            (None, RefusalCode::DamagedGame, false),
        ] {
            let reason = ServerReason { code, says: String::new(), marks: Vec::new() };
            assert_eq!(RemoteError::Refused { status, reason }.may_pass(), may_pass, "{status:?} {code:?}");
        }
    }
}
