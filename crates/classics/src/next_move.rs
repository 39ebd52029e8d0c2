use crate::ClassicPlayer;

/// Who makes the next move of a session, and what has to be said before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextMove {
    /// Who makes it; nobody where no game runs.
    pub by: Option<ClassicPlayer>,
    /// The word that begins the turn, where it must come first.
    pub opener: Option<&'static str>,
}
