use std::time::Duration;

use crate::judge::Severity;
use crate::random_game::Undo;
use crate::rule_weights::RuleWeights;

/// How a program is checked.
///
/// ```
/// use tabiya_classroom::CheckOptions;
///
/// let options = CheckOptions { games: 5, ..CheckOptions::default() };
/// assert_eq!(options.seed, 1);
/// ```
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Whether the program is started so that moves are taken back.
    pub undo: Undo,
    /// What becomes of cases with a start position of their own.
    pub own_starts: OwnStarts,
    /// What becomes of what the document leaves open.
    pub severity: Severity,
    /// When the program is given its input.
    pub timing: InputTiming,
    /// How long the program may be silent where something is expected of it, and how long a case may take where it is
    /// given everything at once.
    pub timeout: Duration,
    /// How long everything may take.
    pub total_time: Option<Duration>,
    /// How many random games are played.
    pub games: usize,
    /// Which random games: the same number gives the same games.
    pub seed: u64,
    /// Only this input, and no other case.
    pub input: Option<Vec<u8>>,
    /// The start position of that input, where it is not the usual one.
    pub fen: Option<String>,
    /// Only the cases of these names, if there are any.
    pub only: Vec<String>,
    /// What follows the first difference.
    pub after_difference: AfterDifference,
    /// What each rule is worth.
    pub weights: RuleWeights,
    /// How many programs run at the same time.
    pub jobs: usize,
}

/// What becomes of cases with a start position of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnStarts {
    /// They are skipped.
    Skipped,
    /// The program is given `--fen FEN` behind its arguments.
    Given,
}

/// When a program is given its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputTiming {
    /// The next line when it has written what comes before, on a terminal, as a person would.
    LineByLine,
    /// All at once, through pipes.
    AllAtOnce,
}

/// Whether a program that has written everything is waited for until it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndWait {
    Waited,
    /// It is known that it does not end.
    Spared,
}

/// What follows the first difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterDifference {
    /// The other cases.
    GoOn,
    /// Nothing.
    Stop,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            undo: Undo::No,
            own_starts: OwnStarts::Skipped,
            severity: Severity::Fair,
            timing: InputTiming::LineByLine,
            timeout: Duration::from_secs(5),
            total_time: None,
            games: 20,
            seed: 1,
            input: None,
            fen: None,
            only: Vec::new(),
            after_difference: AfterDifference::GoOn,
            weights: RuleWeights::default(),
            jobs: 2,
        }
    }
}
