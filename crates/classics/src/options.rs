use tabiya_notation::Fen;

/// What may be chosen for a session.
///
/// ```
/// use tabiya_classics::ClassicOptions;
///
/// let options = ClassicOptions { undo: true, ..ClassicOptions::default() };
/// assert_eq!(options.seed, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassicOptions {
    /// The position in which games start; where games start by a command, the first one.
    pub fen: Option<Fen>,
    /// Whether turns begin with taking back moves or not, in classics that know the words.
    pub undo: bool,
    /// From what the machines draw their luck; the same seed gives the same moves. Without one it is 0.
    pub seed: Option<u64>,
    /// Who reads the asides.
    pub listener: ReasonReader,
}

/// Who reads what is told beside the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReasonReader {
    /// A program, or nobody.
    #[default]
    Program,
    /// A person at a terminal, who is told the reasons of refusals.
    Person,
}
