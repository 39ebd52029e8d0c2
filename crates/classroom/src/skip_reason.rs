use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a case was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SkipReason {
    /// It has a start position of its own, and nobody said that the program takes one.
    OwnStart,
    /// It is for programs that play the exercise's own game by themselves, and this one begins otherwise.
    #[serde(alias = "ReadsMoves")]
    OtherBeginning,
    /// The total time was up.
    TimeUp,
    /// Somebody stopped the check.
    Stopped,
    /// The program used up its time or memory again and again.
    Hangs,
    /// It used up its time or memory in a case before at what is asked here, too: the rest agrees.
    HungBefore,
    /// Something differed before, and no more was wanted then.
    DifferedBefore,
}

impl SkipReason {
    /// Whether the case would have been run, had all gone well.
    pub fn is_early_end(self) -> bool {
        match self {
            SkipReason::OwnStart | SkipReason::OtherBeginning => false,
            SkipReason::TimeUp
            | SkipReason::Stopped
            | SkipReason::Hangs
            | SkipReason::HungBefore
            | SkipReason::DifferedBefore => true,
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SkipReason::OwnStart => {
                "the program would have to accept --fen FEN; --with-fen says that it does"
            }
            SkipReason::OtherBeginning => "the program does not begin the exercise's own game by itself",
            SkipReason::TimeUp => "the total time was up",
            SkipReason::Stopped => "you stopped the check",
            SkipReason::Hangs => "the program used up its time or memory again and again",
            SkipReason::HungBefore => {
                "they ask for what the program hung at before; the rest of them agrees as far as it could be asked"
            }
            SkipReason::DifferedBefore => "--fail-fast ends the check at the first case that differs",
        })
    }
}
