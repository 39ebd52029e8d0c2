use tabiya_system::visible;

use std::fmt;
use std::time::Duration;

/// Why an engine cannot be played with any further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The program could not be run.
    NotStarted(String),
    /// It is not able to do what is asked of it, by its own account.
    Unable(String),
    /// It ended by itself.
    Ended(String),
    /// It did not answer in time.
    Silent {
        /// What was waited for.
        awaited: &'static str,
        /// How long.
        waited: Duration,
        /// How many lines it wrote meanwhile.
        lines: u64,
    },
    /// Its move is not legal.
    Illegal {
        /// The move as it wrote it.
        text: String,
        /// Why not.
        why: String,
    },
    /// It said how the game has ended, in these words, and made no move.
    Claimed(String),
    /// We were asked to stop.
    Interrupted,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::NotStarted(why) => write!(f, "it could not be started: {}", visible(why)),
            EngineError::Unable(why) => f.write_str(&visible(why)),
            EngineError::Ended(how) => f.write_str(how),
            EngineError::Silent { awaited, waited, lines } => {
                write!(f, "it did not answer for {:.1} s", waited.as_secs_f64())?;
                match lines {
                    0 => {}
                    1 => f.write_str(", but wrote one other line")?,
                    _ => write!(f, ", but wrote {lines} other lines")?,
                }
                write!(f, " (waited for {awaited})")
            }
            EngineError::Illegal { text, .. } if text.is_empty() => f.write_str("it named no move"),
            EngineError::Illegal { text, why } => write!(f, "it played {}: {}", visible(text), visible(why)),
            EngineError::Claimed(text) => write!(f, "it said '{}' and made no move", visible(text)),
            EngineError::Interrupted => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for EngineError {}
