use std::fmt;
use std::time::Duration;

use tabiya_notation::pgn::Ending;
use tabiya_rules::{Color, Draw, Outcome};

use super::adjudication::Ruling;
use crate::engine_process::Trouble;

/// How a game of a tournament ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules.
    Outcome(Outcome),
    /// By a draw that could be claimed.
    Claimed(Draw),
    /// Because neither side can move, and the rules go on counting.
    Stuck(Outcome),
    Resigned {
        loser: Color,
    },
    /// Time ran out, by so much.
    Overtime {
        loser: Color,
        by: Duration,
    },
    Failed {
        loser: Color,
        trouble: Trouble,
    },
    Adjudicated(Ruling),
    /// So many moves were made.
    TooLong(u32),
}

/// In which way an engine failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the faults are their own names")]
pub enum Fault {
    Time,
    Crash,
    Hang,
    Illegal,
    /// It took the game for ended, which it is not: draws that can be claimed are taken before an engine is asked.
    Claim,
}

impl Finish {
    pub fn winner(&self) -> Option<Color> {
        match self {
            Finish::Outcome(outcome) | Finish::Stuck(outcome) => outcome.winner(),
            Finish::Claimed(_) | Finish::TooLong(_) | Finish::Adjudicated(Ruling::Drawn) => None,
            Finish::Resigned { loser } | Finish::Overtime { loser, .. } | Finish::Failed { loser, .. } => {
                Some(!*loser)
            }
            Finish::Adjudicated(Ruling::Won(winner)) => Some(*winner),
        }
    }

    pub fn ending(&self) -> Ending {
        self.winner().map_or(Ending::Drawn, Ending::Won)
    }

    /// Which engine failed, and how.
    pub fn fault(&self) -> Option<(Color, Fault)> {
        match self {
            Finish::Overtime { loser, .. } => Some((*loser, Fault::Time)),
            Finish::Failed { loser, trouble } => {
                let fault = match trouble {
                    Trouble::Silent { .. } => Fault::Hang,
                    Trouble::Illegal { .. } => Fault::Illegal,
                    Trouble::Claimed(_) => Fault::Claim,
                    _ => Fault::Crash,
                };
                Some((*loser, fault))
            }
            _ => None,
        }
    }

    /// What PGN calls it.
    pub fn termination(&self) -> &'static str {
        match self {
            Finish::Outcome(_) | Finish::Claimed(_) | Finish::Stuck(_) | Finish::Resigned { .. } => "normal",
            Finish::Overtime { .. } => "time forfeit",
            Finish::Adjudicated(_) | Finish::TooLong(_) => "adjudication",
            Finish::Failed { trouble: Trouble::Illegal { .. } | Trouble::Claimed(_), .. } => {
                "rules infraction"
            }
            Finish::Failed { .. } => "abandoned",
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finish::Outcome(outcome) => outcome.fmt(f),
            Finish::Claimed(draw) => write!(f, "draw by {draw}"),
            Finish::Stuck(outcome) => write!(f, "neither side can move: {outcome}"),
            Finish::Resigned { loser } => write!(f, "{loser} resigns"),
            Finish::Overtime { loser, by } => {
                write!(f, "{loser} loses on time, {} ms too late", by.as_millis())
            }
            Finish::Failed { loser, trouble } => {
                let fault = self.fault().map(|(_, fault)| fault);
                match fault {
                    Some(Fault::Illegal) => write!(f, "{loser} makes an illegal move: {trouble}"),
                    Some(Fault::Hang) => write!(f, "{loser} hangs: {trouble}"),
                    Some(Fault::Claim) => write!(f, "{loser} makes a false claim: {trouble}"),
                    _ => write!(f, "{loser} fails: {trouble}"),
                }
            }
            Finish::Adjudicated(Ruling::Won(winner)) => write!(f, "{winner} wins by adjudication"),
            Finish::Adjudicated(Ruling::Drawn) => f.write_str("draw by adjudication"),
            Finish::TooLong(moves) => write!(f, "draw after {moves} moves"),
        }
    }
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 5] = [Fault::Time, Fault::Crash, Fault::Hang, Fault::Illegal, Fault::Claim];

    /// The word in files.
    pub fn word(self) -> &'static str {
        match self {
            Fault::Time => "time",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::Illegal => "illegal",
            Fault::Claim => "claim",
        }
    }

    /// What happened so many times.
    pub fn counted(self, count: usize) -> String {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        match self {
            Fault::Time => format!("lost on time {times}"),
            Fault::Crash => format!("crashed {times}"),
            Fault::Hang => format!("hung {times}"),
            Fault::Illegal => format!("made an illegal move {times}"),
            Fault::Claim => format!("made a false claim {times}"),
        }
    }
}
