use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tabiya_rules::Language;

use crate::client_address::ClientAddress;
use crate::connections::ConnectionId;
use crate::context::ServerContext;
use crate::host::HostProof;
use crate::listener::Listener;
use crate::rate_limit::{Priority, Requester};
use crate::store::PlayerRecord;
use crate::wire::LanguageCode;
use crate::{Error, GameId, PlayerId, Secret, SecretDigest};

/// Who makes a request, as far as that is known. The guard puts it there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    pub player: Option<PlayerRecord>,
    /// What proved it.
    pub secret: Option<Secret>,
    /// Whether the request came from a page of ours.
    pub is_from_page: bool,
    /// Where the request came from.
    pub address: Option<ClientAddress>,
    /// By which connection, where it is that of one place alone.
    pub connection: Option<ConnectionId>,
    /// Whether it is the host who asks. That is found out where it matters.
    pub host_proof: HostProof,
    /// In which language the answer is wanted.
    pub language: Language,
    /// What the client called the server, and what it was: `127.0.0.1:8064`.
    pub host: String,
}

impl Caller {
    pub fn id(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
    }

    /// The same, told in the language that a WebSocket asks for: a page cannot set the headers of one.
    pub fn listening(self, language: Option<LanguageCode>) -> Caller {
        Caller { language: language.map_or(self.language, Language::from), ..self }
    }

    /// Whom the answer is told.
    pub fn listener(&self) -> Listener {
        Listener { who: self.id(), language: self.language }
    }

    /// What is kept of what proved it.
    pub fn token(&self) -> Option<SecretDigest> {
        self.secret.as_ref().map(Secret::digest)
    }

    /// The session by which the caller is somebody.
    pub fn session(&self) -> Option<SecretDigest> {
        self.token().filter(|_| self.player.is_some())
    }

    /// The key of the caller's invitations to a game. It need not be kept: the same caller has it again.
    pub fn invitation(&self, game: GameId) -> Result<Secret, Error> {
        let secret = self.secret.as_ref().ok_or(Error::NoSession)?;
        Ok(secret.derived(&format!("invitation to {game}")))
    }

    /// Whose limits count.
    pub fn requester(&self, shared: &ServerContext) -> Requester {
        let player = self.id();
        let priority = match player {
            // Whoever has to mend something must not wait for those who broke it.
            _ if self.host_proof.is_host() => Priority::Playing,
            None => Priority::Stranger,
            Some(player) if shared.live_players.contains(player) => Priority::Playing,
            Some(_) => Priority::Known,
        };
        Requester { player, address: self.address, connection: self.connection, priority }
    }

    /// The caller as somebody whom nobody knows.
    pub fn as_stranger(&self) -> Caller {
        Caller { address: self.address, connection: self.connection, ..Caller::default() }
    }

    /// The player, or a refusal.
    pub fn player(&self) -> Result<&PlayerRecord, Error> {
        self.player.as_ref().ok_or(Error::NoSession)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Self::Rejection> {
        Ok(parts.extensions.get::<Caller>().cloned().unwrap_or_default())
    }
}
