use tabiya_rules::Language;

use crate::PlayerId;

/// Whom something is told: who it is, if anybody knows, and in which language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listener {
    pub who: Option<PlayerId>,
    pub language: Language,
}
