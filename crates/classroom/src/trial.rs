use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::check_report::LayoutFault;
use crate::difference::{Difference, Excerpts};
use crate::piece_count::PieceCount;
use crate::skip_reason::SkipReason;
use crate::topic::Topic;

/// One case and how the program did in it.
#[derive(Serialize, Deserialize)]
pub struct Trial {
    /// The name of the case.
    pub name: String,
    /// How it came out.
    pub verdict: Verdict,
    /// How long the program ran, if it did.
    pub took: Option<Duration>,
    /// Which rules were tested, and how the program did. A record does without: they are counted in the coverage.
    #[serde(skip)]
    pub tested: Vec<TopicResult>,
    /// Whether luck decides how it goes, because machines move in it: how often something comes there must not count.
    #[serde(skip)]
    pub is_by_luck: bool,
}

/// A rule that was tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicResult {
    /// The rule.
    pub topic: Topic,
    /// Whether the program agreed.
    pub is_right: bool,
    /// Whether it wrote anything there.
    pub is_shown: bool,
    /// Where in the input what tests it begins.
    pub input: usize,
    /// In which step of the session.
    pub step: usize,
    /// Where the step went wrong: the rules that it tests, as far as it cannot tell by itself which of them is broken.
    pub suspects: Vec<Topic>,
    /// Where the step went wrong: the other rules that it tests, of which it tells nothing.
    pub untold: Vec<Topic>,
    /// Where the pieces were counted.
    pub(crate) count: Option<PieceCount>,
}

/// How a case came out.
#[derive(Serialize, Deserialize)]
pub enum Verdict {
    /// The program does the same, but perhaps for what the document leaves open.
    Agrees {
        /// What it does otherwise there.
        notes: Vec<OpenNote>,
        /// What is wrong with the layout.
        layout: Vec<LayoutFault>,
    },
    /// It does not.
    Differs(Box<Difference>),
    /// It was not asked, and why.
    Skipped(SkipReason),
}

/// What the program does otherwise where the document leaves it open.
#[derive(Serialize, Deserialize)]
pub struct OpenNote {
    /// In a few words.
    pub what: String,
    /// What we write there, invisible characters shown.
    pub expected: String,
    /// What the program wrote.
    pub found: String,
}

impl Trial {
    /// A case that was not run, and why.
    pub(crate) fn skipped(name: &str, why: SkipReason) -> Trial {
        let name = name.to_owned();
        Trial { name, verdict: Verdict::Skipped(why), took: None, tested: Vec::new(), is_by_luck: false }
    }
}

impl TopicResult {
    /// A result by itself, of no step.
    pub(crate) fn of(topic: Topic, is_right: bool) -> TopicResult {
        TopicResult {
            topic,
            is_right,
            is_shown: true,
            input: 0,
            step: 0,
            suspects: Vec::new(),
            untold: Vec::new(),
            count: None,
        }
    }
}

impl Verdict {
    /// A difference that is in no single place.
    pub(crate) fn told(what: String, rule: String, topic: Topic) -> Verdict {
        Verdict::Differs(Box::new(Difference {
            what,
            line: 0,
            fed: None,
            moves: String::new(),
            board: None,
            fen: None,
            input: Vec::new(),
            fed_until: 0,
            is_made_short: false,
            key: topic.key(),
            topic,
            layout: Vec::new(),
            sides: Excerpts { expected: Vec::new(), found: Vec::new() },
            is_exhaustion: false,
            is_by_machine: topic == Topic::MachineChance,
            rule,
            complaints: None,
        }))
    }

    /// The word in tables and files.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Agrees { layout, .. } if layout.is_empty() => "agrees",
            Verdict::Agrees { .. } => "layout",
            Verdict::Differs(_) => "differs",
            Verdict::Skipped(_) => "skipped",
        }
    }
}

/// How many trials came out how.
#[derive(Default, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the counts are their own names")]
pub struct Totals {
    pub agreeing: usize,
    pub differing: usize,
    pub skipped: usize,
    /// Of those that were skipped, how many would have been run with more time.
    pub left: usize,
    /// Of those that agree, how many have another layout.
    pub layout: usize,
    pub notes: usize,
}

impl Totals {
    /// Whether something was checked, everything was, and all agrees.
    pub fn is_agreement(self) -> bool {
        self.agreeing > 0 && self.differing == 0 && self.layout == 0 && self.left == 0
    }

    /// Counts trials.
    pub fn of(trials: &[Trial]) -> Totals {
        let mut totals = Totals::default();
        for trial in trials {
            match &trial.verdict {
                Verdict::Agrees { notes, layout } => {
                    totals.agreeing += 1;
                    totals.layout += usize::from(!layout.is_empty());
                    totals.notes += notes.len();
                }
                Verdict::Differs(_) => totals.differing += 1,
                Verdict::Skipped(why) => {
                    totals.skipped += 1;
                    totals.left += usize::from(why.is_early_end());
                }
            }
        }
        totals
    }
}
