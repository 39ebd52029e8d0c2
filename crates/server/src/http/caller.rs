use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::store::PlayerRecord;
use crate::{Error, PlayerId, SecretDigest};

/// Who makes a request, as far as that is known. The guard puts it there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    pub player: Option<PlayerRecord>,
    /// What proved it.
    pub token: Option<SecretDigest>,
    /// Whether the request came from a page of ours.
    pub is_from_page: bool,
    /// What the client called the server, and what it was: `127.0.0.1:8064`.
    pub host: String,
}

impl Caller {
    pub fn id(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
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
